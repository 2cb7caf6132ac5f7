"""Marks the records of a crawl on a topic, and leaves out those that do not concern it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.records import Thread, mark_topic
from fpcrawl.items import PageItem
from fpcrawl.spiders.topicsettings import topic_filter

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from fpcrawl.reader.job import PageReport
    from fpcrawl.topic.course import Seen

__all__ = ["TopicPipeline"]


class TopicPipeline:
    """Does what ``FPCRAWL_TOPIC_FILTER`` says with pages that are not on the topic.

    Rows of lists stay whatever the list is about: they tell which threads have grown.

    Stats: ``fpcrawl/topic/off_topic_{filter}``, ``fpcrawl/topic/records_dropped``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._filter = topic_filter(crawler.settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> TopicPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Mark or drop the records of a page."""
        if isinstance(item, PageItem) and item.report is not None and item.topic is not None:
            self._mark(item, item.report, item.topic)
        return item

    def _mark(self, item: PageItem, report: PageReport, seen: Seen) -> None:
        own = [record for record in report.records if not isinstance(record, Thread)]
        if not own:
            return
        stats = self._crawler.stats
        assert stats is not None
        score = round(seen.score, 4)
        on_topic = None if self._filter == "count" else seen.is_on_topic
        mark_topic(own, score, seen.terms, on_topic)
        if item.keep is not None:
            item.keep = replace(
                item.keep, topic_score=score, topic_terms=seen.terms, on_topic=on_topic
            )
        if seen.is_on_topic:
            return
        stats.inc_value(f"fpcrawl/topic/off_topic_{self._filter}")
        if self._filter == "drop":
            item.off_topic = len(own)
            item.keep = None
            item.records = [record for record in item.records if isinstance(record, Thread)]
            stats.inc_value("fpcrawl/topic/records_dropped", len(own))
