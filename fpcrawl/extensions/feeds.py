"""Scrapy's feeds, fed with records instead of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.extensions.feedexport import FeedExporter

from fpcrawl.extraction.records import Thread
from fpcrawl.items import PageItem

if TYPE_CHECKING:
    from scrapy import Spider

__all__ = ["RecordFeedExporter"]


class RecordFeedExporter(FeedExporter):
    """Exports the new and changed posts and articles of each page to ``FEEDS``, ``-o`` and ``-O``.

    Best effort, as all Scrapy feeds are: what a kill leaves in their buffers is lost. The
    default ``posts.jsonl`` and ``articles.jsonl`` are written from the store and are whole.
    """

    def item_scraped(self, item: Any, spider: Spider) -> None:
        """Export an item, or a page's records one by one."""
        if not isinstance(item, PageItem):
            super().item_scraped(item, spider)
            return
        for stored in item.stored:
            # A list row is no finding of its own; threads stand in the store.
            if stored.status in {"new", "changed"} and not isinstance(stored.record, Thread):
                super().item_scraped(stored.record, spider)
