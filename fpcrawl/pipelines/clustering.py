"""Names the cluster of each page."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.library import Library
from fpcrawl.exceptions import StateError
from fpcrawl.extraction.templates.watch import reading_use
from fpcrawl.items import PageItem
from fpcrawl.reader.job import SURE_ENOUGH
from fpcrawl.scheduling.state import get_state, when_back
from fpcrawl.store.siteclusters import SiteClusters

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from fpcrawl.clustering.library import Assignment
    from fpcrawl.reader.job import PageReport
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
        assert crawler.stats is not None
        self._crawler = crawler
        self._stats = crawler.stats
        self._pages: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ClusteringPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    async def open_spider(self) -> None:
        """Know the clusters there are so far."""
        spider: SiteSpider = self._crawler.spider  # type: ignore[assignment]
        state = get_state(self._crawler)
        self._settled = spider.settled
        self._library = await when_back(self._crawler, lambda: Library(state.clusters))
        self._kept = SiteClusters(state.values, spider.crawl_key)

    async def process_item(self, item: Any) -> Any:
        """Set ``item.cluster``."""
        if isinstance(item, PageItem) and item.report is not None:
            self._name(item, item.report)
        return item

    def _name(self, item: PageItem, report: PageReport) -> None:
        is_new = False
        if report.clustering_error is not None:
            self._stats.inc_value("fpcrawl/clustering/errors")
            logger.error("No cluster for %s\n%s", item.url, report.clustering_error)
            return
        if report.features is None:
            core = self._settled.take(item.url)
            if core is None:
                return
            item.cluster = self._library.resolve(core)
        else:
            # An unsure page has no say in what the pages of its cluster are.
            role = report.role if report.confidence >= SURE_ENOUGH else None
            found = self._library.assign(report.features, role)
            core, item.cluster, is_new = found.core, found.cluster, found.is_new
            use = reading_use(report.uses, report.role)
            self._settled.note(item.url, report.role, found, use.name if use is not None else "")
            self._count(found)
        self._stats.inc_value("fpcrawl/clustering/pages")
        self._pages[core] += 1
        # Records name their cluster: after a kill it must not be another one.
        if is_new or self._pages.total() >= SAVE_PAGES:
            self._save()

    def _count(self, found: Assignment) -> None:
        self._stats.inc_value("fpcrawl/clustering/compared")
        if found.is_new:
            self._stats.inc_value("fpcrawl/clustering/new")
        elif found.confidence < self._library.calibration.reject:
            self._stats.inc_value("fpcrawl/clustering/unsure")

    def close_spider(self) -> None:
        """Keep what was learnt for the next run."""
        self._library.tidy()
        try:
            self._save()
        except StateError as error:
            logger.warning("What the last pages tell of clusters is not kept: %s", error)
        self._stats.set_value("fpcrawl/clustering/clusters", len(self._library))

    def _save(self) -> None:
        with get_state(self._crawler).transaction():
            self._library.save()
            self._kept.add(self._pages)
        self._pages.clear()
