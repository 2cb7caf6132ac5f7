"""Hands on the records that a page's reading found."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.records import Thread
from fpcrawl.items import PageItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["ExtractionPipeline"]

logger = logging.getLogger(__name__)


class ExtractionPipeline:
    """Fills ``item.records``; those of a page that showed nothing of its own are left out.

    Stats: ``fpcrawl/extraction/errors``, ``/empty_threads``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Take the records of a page from its report."""
        if not isinstance(item, PageItem) or item.report is None or item.trap is not None:
            return item
        report, stats = item.report, self._crawler.stats
        assert stats is not None
        for record in report.records:
            if not isinstance(record, Thread):
                record.cluster = item.cluster
        item.records = report.records
        if report.extraction_error is not None:
            stats.inc_value("fpcrawl/extraction/errors")
            logger.error("No records from %s\n%s", item.url, report.extraction_error)
        if report.role == "thread" and not report.records and not report.left_out:
            stats.inc_value("fpcrawl/extraction/empty_threads")
        return item
