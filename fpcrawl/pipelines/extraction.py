"""Hands on the records that a page's reading found."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.extraction.records import Thread
from fpcrawl.items import PageItem
from fpcrawl.pipelines.counting import tell_late

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from fpcrawl.pipelines.templates import SiteTemplates
    from fpcrawl.reader.job import LearnJob
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["ExtractionPipeline"]

logger = logging.getLogger(__name__)

#: Times that something is learnt, or held pages are read, when a run is over.
MAX_LAST = 1_000


class ExtractionPipeline:
    """Fills ``item.records``; those of a page that showed nothing of its own are left out.

    It has templates learnt beside: never more than one at a time, by the reader.

    Stats: ``fpcrawl/extraction/errors``, ``/empty_threads``, ``/templates_live``, and those of
    :class:`~fpcrawl.pipelines.templates.SiteTemplates`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._learning: asyncio.Task[bool] | None = None

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
        if report.left_out:
            stats.inc_value("fpcrawl/extraction/before_since", report.left_out)
        if report.extraction_error is not None:
            stats.inc_value("fpcrawl/extraction/errors")
            logger.error("Error in the extraction of %s\n%s", item.url, report.extraction_error)
        if report.role == "thread" and not report.records and not report.left_out:
            stats.inc_value("fpcrawl/extraction/empty_threads")
        if not self.is_learning:
            # Before this page is counted, which is not stored yet.
            busy = self._spider.readings.are_busy
            job = self._templates.held_job() or self._templates.next_job(busy=busy)
            if job is not None:
                self._learning = asyncio.ensure_future(self._learn(job))
        self._templates.note(item)
        return item

    @property
    def _spider(self) -> SiteSpider:
        return self._crawler.spider  # type: ignore[return-value]

    @property
    def _templates(self) -> SiteTemplates:
        return self._spider.templates

    @property
    def is_learning(self) -> bool:
        """Whether a template is being learnt."""
        return self._learning is not None and not self._learning.done()

    async def _learn(self, job: LearnJob) -> bool:
        """Have something learnt or read again; False when that failed for no page's reason."""
        stats = self._crawler.stats
        assert stats is not None
        try:
            report = await self._spider.readings.learn(job)
            if report.failure is not None and job.read_all and len(job.pages) > 1:
                # One of them breaks the reader; the others must not be lost with it.
                for page in job.pages:
                    await self._learn(replace(job, pages=(page,)))
                return True
            stored = self._templates.take(job, report)
        except StateError as error:
            logger.warning("Nothing learnt of %s yet: %s", self._spider.arguments.host, error)
            return False
        except Exception:
            # The pages are kept: another run learns from them.
            stats.inc_value("fpcrawl/extraction/learning_errors")
            logger.exception("Nothing learnt of %s", self._spider.arguments.host)
            return False
        tell_late(self._crawler, stored)
        return True

    async def close_spider(self) -> None:
        """Learn from what there is and read what was held back; the reader is still there."""
        if self._learning is not None:
            await self._learning
        if not self._spider.is_open:
            return
        templates = self._templates
        try:
            for _ in range(MAX_LAST):
                job = templates.next_job(last=True) or templates.held_job(last=True)
                if job is None or not await self._learn(job):
                    break
            templates.save()
        except StateError as error:
            logger.warning("What was held back is left to the next run: %s", error)
        assert self._crawler.stats is not None
        self._crawler.stats.set_value("fpcrawl/extraction/templates_live", templates.live)
