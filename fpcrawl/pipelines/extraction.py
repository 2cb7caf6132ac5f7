"""Makes records of each page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction import Found, StructureExtractor
from fpcrawl.extraction.build import Place
from fpcrawl.items import PageItem
from fpcrawl.walk.pagination import page_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.crawler import Crawler

    from fpcrawl.extraction.records import Record
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["ExtractionPipeline"]

logger = logging.getLogger(__name__)


class ExtractionPipeline:
    """Fills ``item.records`` and lets the site's layouts learn from the page."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._extractor = StructureExtractor()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractionPipeline:
        """Make the pipeline for a crawler."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Extract the records of a page."""
        reading = item.reading if isinstance(item, PageItem) else None
        if reading is None:
            return item
        spider: SiteSpider = self._crawler.spider  # type: ignore[assignment]
        if item.trap is not None:
            return item
        context = item.context
        own = reading.role in {"thread", "article"}
        title = context.thread_title or (reading.title if own else None)
        named = not own and context.role != "home"
        board = context.board or (reading.title if named else None)
        if own:
            board = spider.walker.board_of(reading) or board
        place = Place(
            site=spider.arguments.host,
            thread_url=context.thread_url or item.url,
            now=item.now,
            thread_title=title,
            board=board,
            page=max(context.page, page_number(item.url) or 1),
            zone=spider.zone,
            order=spider.clock.order,
            cluster=item.cluster,
        )
        found = Found(
            reading.tree, reading.role, reading.posts, reading.rows, spider.book_of(item.url)
        )
        # A forum's portal pages are not what a forum crawl is for.
        wanted = not (spider.kind == "forum" and reading.role == "article")
        records = self._records(found, place) if wanted else []
        item.records = [r for r in records if self._wanted(r, spider)]
        item.left_out = len(records) - len(item.records)
        if own and found.posts is not None and reading.confidence > 0.4:
            for layout in found.posts.layouts:
                if layout.author_path is not None:
                    spider.book_of(item.url).learn(layout)
        if reading.role == "thread" and not records:
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value("fpcrawl/extraction/empty_threads")
        return item

    def _records(self, found: Found, place: Place) -> Sequence[Record]:
        try:
            return self._extractor.extract(found, place)
        except Exception:
            # One page nobody thought of must not cost its links, its lease or the crawl.
            assert self._crawler.stats is not None
            self._crawler.stats.inc_value("fpcrawl/extraction/errors")
            logger.exception("No records from %s", found.tree.page.url)
            return []

    def _wanted(self, record: Record, spider: SiteSpider) -> bool:
        since = spider.arguments.since
        published = getattr(record, "published", None)
        if since is None or published is None:
            return True
        # Both are ISO 8601; a date alone stands for its whole day.
        return str(published)[:10] >= since.date().isoformat()
