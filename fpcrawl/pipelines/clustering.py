"""Names the cluster of each page."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.library import Library
from fpcrawl.items import PageItem
from fpcrawl.reader.desk import SURE_ENOUGH
from fpcrawl.scheduling.state import get_state
from fpcrawl.store.siteclusters import SiteClusters

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from fpcrawl.spiders.site import SiteSpider

__all__ = ["ClusteringPipeline"]

logger = logging.getLogger(__name__)

#: Pages after which what was learnt is saved at the latest.
SAVE_PAGES = 200


class ClusteringPipeline:
    """Assigns pages to clusters; the clusters outlive the run and serve every site.

    Stats: ``fpcrawl/clustering/pages``, ``/compared``, ``/new``, ``/unsure``, ``/errors``,
    ``/clusters``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._pages: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ClusteringPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    def open_spider(self) -> None:
        """Know the clusters there are so far."""
        spider: SiteSpider = self._crawler.spider  # type: ignore[assignment]
        state = get_state(self._crawler)
        self._library = Library(state.clusters)
        self._kept = SiteClusters(state.values, spider.crawl_key)

    async def process_item(self, item: Any) -> Any:
        """Set ``item.cluster``."""
        if not isinstance(item, PageItem) or item.report is None:
            return item
        report, stats = item.report, self._crawler.stats
        assert stats is not None
        if report.clustering_error is not None:
            stats.inc_value("fpcrawl/clustering/errors")
            logger.error("No cluster for %s\n%s", item.url, report.clustering_error)
        spider: SiteSpider = self._crawler.spider  # type: ignore[assignment]
        if report.features is None:
            core = spider.settled.take(item.url)
            if core is not None and report.clustering_error is None:
                item.cluster = self._library.resolve(core)
                self._pages[core] += 1
                stats.inc_value("fpcrawl/clustering/pages")
            return item
        # An unsure page has no say in what the pages of its cluster are.
        role = report.role if report.confidence >= SURE_ENOUGH else None
        found = self._library.assign(report.features, role)
        spider.settled.note(item.url, report.role, found.core)
        item.cluster = found.cluster
        self._pages[found.core] += 1
        stats.inc_value("fpcrawl/clustering/pages")
        stats.inc_value("fpcrawl/clustering/compared")
        if found.is_new:
            stats.inc_value("fpcrawl/clustering/new")
        elif found.confidence < self._library.calibration.reject:
            stats.inc_value("fpcrawl/clustering/unsure")
        # Records name their cluster: after a kill it must not be another one.
        if found.is_new or self._pages.total() >= SAVE_PAGES:
            self._save()
        return item

    def close_spider(self) -> None:
        """Keep what was learnt for the next run."""
        self._library.tidy()
        self._save()
        assert self._crawler.stats is not None
        self._crawler.stats.set_value("fpcrawl/clustering/clusters", len(self._library))

    def _save(self) -> None:
        with get_state(self._crawler).transaction():
            self._library.save()
            self._kept.add(self._pages)
        self._pages.clear()
