"""Scrapy's feeds, fed with records instead of pages."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter

from fpcrawl.extraction.records import Article, Post, Thread
from fpcrawl.items import PageItem
from fpcrawl.signals import records_late

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from scrapy import Spider
    from scrapy.crawler import Crawler

    from fpcrawl.store.model import Stored

__all__ = ["FedArticle", "FedPost", "RecordFeedExporter"]


@dataclass(slots=True)
class FedPost(Post):
    """A post with the version it stands at."""

    version: int = 1


@dataclass(slots=True)
class FedArticle(Article):
    """An article with the version it stands at."""

    version: int = 1


class RecordFeedExporter(FeedExporter):
    """Exports new and changed posts and articles to ``FEEDS``, ``-o`` and ``-O``.

    Those of a page come with its item, others when they are stored. Best effort, as all Scrapy
    feeds are: what a kill leaves in their buffers is lost. The default ``posts.jsonl`` and
    ``articles.jsonl`` are written from the store and are whole.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the extension for a crawler."""
        exporter = super().from_crawler(crawler)
        crawler.signals.connect(exporter.export, signal=records_late)
        return exporter

    def open_spider(self, spider: Spider) -> None:
        """Open the feeds."""
        super().open_spider(spider)
        # Connected again, as the last: the pipelines hand records out when the crawl is over.
        self.crawler.signals.disconnect(self.close_spider, signals.spider_closed)
        self.crawler.signals.connect(self.close_spider, signals.spider_closed)

    def item_scraped(self, item: Any, spider: Spider) -> None:
        """Export an item, or a page's records one by one."""
        if isinstance(item, PageItem):
            self.export(item.stored, spider)
        else:
            super().item_scraped(item, spider)

    def export(self, stored: Sequence[Stored], spider: Spider) -> None:
        """Export what is new or changed of records that were stored."""
        for one in stored:
            # A list row is no finding of its own; threads stand in the store.
            if one.status in {"new", "changed"} and not isinstance(one.record, Thread):
                super().item_scraped(_fed(one.record, one.version), spider)


def _fed(record: Post | Article, version: int) -> FedPost | FedArticle:
    values = {spec.name: getattr(record, spec.name) for spec in fields(record)}
    made = FedPost if isinstance(record, Post) else FedArticle
    return made(**values, version=version)
