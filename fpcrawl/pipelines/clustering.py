"""Names the cluster of each page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.clustering import LeaderClusterer
from fpcrawl.items import PageItem
from fpcrawl.scheduling.state import get_state

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["ClusteringPipeline"]

_NAME = "clusters"


class ClusteringPipeline:
    """Assigns pages to clusters; the clusters outlive the run and serve every site."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._clusterer = LeaderClusterer()
        self._changed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ClusteringPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    def open_spider(self) -> None:
        """Load the clusters known so far."""
        self._clusterer.load(get_state(self._crawler).values.get(_NAME, {}))

    async def process_item(self, item: Any) -> Any:
        """Set ``item.cluster``."""
        if isinstance(item, PageItem) and item.report is not None:
            found = self._clusterer.assign(item.report.sketch)
            item.cluster = found.cluster
            if found.is_new:
                self._changed = True
                assert self._crawler.stats is not None
                self._crawler.stats.inc_value("fpcrawl/clustering/new")
        return item

    def close_spider(self) -> None:
        """Keep the clusters for the next run."""
        if self._changed:
            get_state(self._crawler).values.set(_NAME, self._clusterer.to_json())
