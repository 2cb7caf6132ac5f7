"""Writes a page's records, its next due time and the end of its lease as one."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from fpcrawl import settings as defaults
from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.extraction.records import Article
from fpcrawl.items import PageItem
from fpcrawl.pipelines.counting import count_stored, tell_late
from fpcrawl.pipelines.revisit import plan_list, watch_from_settings
from fpcrawl.scheduling.state import fail_crawl, get_state
from fpcrawl.store.model import Outcome, ThreadPage
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.parts import ArticlePart

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from fpcrawl.spiders.site import SiteSpider

__all__ = ["StoragePipeline", "feed_paths"]

#: Seconds between two writings of the feeds, and of what was learnt of the site.
FEED_INTERVAL_S = 2.0
#: Seconds that an article waits for its other pages.
HOLD_S = 600.0
#: Seconds between two tries to store a page while the database is away.
_AGAIN_S = 1.0


def feed_paths(settings: BaseSettings) -> dict[str, Path]:
    """Return the files that records of each kind are written to."""
    out = Path(settings.get("FPCRAWL_OUTPUT_DIR") or ".")
    return {"post": out / "posts.jsonl", "article": out / "articles.jsonl"}


class StoragePipeline:
    """The last pipeline: upserts records and acks the lease in one transaction."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        settings = crawler.settings
        self._wait_s = settings.getfloat(
            "FPCRAWL_DATABASE_WAIT_S", defaults.FPCRAWL_DATABASE_WAIT_S
        )
        self._next_save = 0.0
        self._layouts_saved = 0
        self._loop: AsyncioLoopingCall | LoopingCall | None = None
        self._paths = feed_paths(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StoragePipeline:
        """Make the pipeline for a crawler."""
        pipeline = cls(crawler)
        # After the last item, before the state is closed.
        crawler.signals.connect(pipeline._finish, signal=signals.spider_closed)
        return pipeline

    @property
    def _spider(self) -> SiteSpider:
        return self._crawler.spider  # type: ignore[return-value]

    def open_spider(self) -> None:
        """Write what an interrupted run left in the outbox, then keep the feeds fresh."""
        self._state = get_state(self._crawler)
        self._watch = watch_from_settings(
            self._crawler.settings, self._state.values, self._spider.crawl_key
        )
        self._feeds = FeedWriter(self._state, self._paths)
        with suppress(StateAway):
            self._feeds.drain()
        self._loop = create_looping_call(self._tick)
        self._loop.start(FEED_INTERVAL_S, now=False)

    def _tick(self) -> None:
        error = self._write(HOLD_S)
        if error is not None:
            fail_crawl(self._crawler, error)

    def _write(self, hold_s: float) -> StateError | None:
        """Write the feeds, and what was learnt; return the error that is to end the crawl."""
        met: StateError | None = None
        try:
            self._release(hold_s)
            self._feeds.drain()
        except StateAway as error:
            # The lines stay in the outbox.
            if error.away_s > self._wait_s:
                met = error
        except StateError as error:
            met = error
        try:
            with suppress(StateAway):
                self._spider.save_knowledge()
        except StateError as error:
            met = met or error
        return met

    async def process_item(self, item: Any) -> Any:
        """Store one page; where the records cannot be reached, wait for them."""
        if isinstance(item, PageItem):
            is_stored = self._store(item)
            while not is_stored:
                await asyncio.sleep(_AGAIN_S)
                is_stored = self._store(item)
            stats = self._crawler.stats
            assert stats is not None
            count_stored(stats, item.stored)
        return item

    def _store(self, item: PageItem) -> bool:
        """Store a page; False where it is to be tried again: then nothing has been done."""
        state, spider = self._state, self._spider
        now = state.clock()
        is_stored = False
        try:
            with state.transaction():
                # First: a server may be away.
                self._store_records(item, now)
                is_stored = True
                if item.keep is not None:
                    # With the end of the lease: a kill must not lose what is held back.
                    state.templates.keep(item.keep)
                due = plan_list(self._watch, item, now, spider.walker.families.is_barren)
                if item.lease is not None:
                    state.frontier.ack(
                        item.lease,
                        Outcome.DONE,
                        due,
                        etag=item.etag,
                        last_modified=item.last_modified,
                    )
                # Inside the transaction: what the page asks for must not be lost with a kill.
                spider.page_stored(item)
                self._keep_knowledge()
        except StateAway as error:
            # What a page has taught must not be learnt twice: later it is put back.
            if is_stored or error.away_s > self._wait_s or not self._crawler.crawling:
                raise
            return False
        return True

    def _store_records(self, item: PageItem, now: float) -> None:
        state, spider = self._state, self._spider
        context = item.context
        if item.role == "thread" and (item.records or item.off_topic):
            thread = spider.thread_key(context.thread_url or item.url)
            topic = round(item.topic.score, 4) if item.topic is not None else None
            page = ThreadPage(context.page, item.url, len(item.records), topic)
            state.records.set_thread_page(thread, page)
        if item.role == "article":
            item.stored = [
                state.articles.add(
                    ArticlePart(context.page, item.last_page, record),
                    now,
                    crawl=spider.crawl_key,
                )
                for record in item.records
                if isinstance(record, Article)
            ]
        elif item.records:
            item.stored = state.records.upsert(item.records, now, crawl=spider.crawl_key)

    def _release(self, hold_s: float) -> None:
        """Hand out articles whose other pages do not come."""
        now = self._state.clock()
        crawl = self._spider.crawl_key
        with self._state.transaction():
            stored = self._state.articles.release(crawl, now, before=now - hold_s)
        tell_late(self._crawler, stored)

    def _keep_knowledge(self) -> None:
        """Keep what was learnt with the pages it was learnt from.

        After a kill those are done and will not teach it again. A new layout is kept at once:
        pages with one post are read by it. Of the rest, which every page adds to, saving takes
        longer the more is known: it is done as often as it costs at most a hundredth of the time.
        """
        learnt = self._spider.layouts_learnt
        if time.monotonic() < self._next_save and learnt == self._layouts_saved:
            return
        started = time.thread_time()  # a busy machine must not put off the next saving
        self._spider.save_knowledge()
        self._layouts_saved = learnt
        self._next_save = time.monotonic() + 99 * (time.thread_time() - started)

    def _finish(self) -> None:
        if self._loop is None:  # the crawl could not be begun
            return
        if self._loop.running:
            self._loop.stop()
        error = self._write_last()
        if error is not None:
            fail_crawl(self._crawler, error)
            # It is closing already, for a reason that says that all was well.
            stats = self._crawler.stats
            assert stats is not None
            stats.set_value("finish_reason", "state_error")
            stats.set_value("fpcrawl/end_detail", str(error))
        if self._spider.aim is not None:
            self._spider.aim.close()

    def _write_last(self) -> StateError | None:
        state = self._state
        now = state.clock()
        try:
            is_over = not state.frontier.holds_open(self._spider.crawl_key, now, now)
        except StateError as error:
            return error
        # Where no page is to come any more in this run, nothing is waited for.
        return self._write(-1.0 if is_over else HOLD_S)
