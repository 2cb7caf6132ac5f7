"""Tells how a crawl is going: a live line on a terminal, a line a minute in a log."""

from __future__ import annotations

import logging
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from fpcrawl.exceptions import StateError
from fpcrawl.exit_codes import describe
from fpcrawl.scheduling.state import get_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from scrapy.crawler import Crawler

    from fpcrawl.spiders.site import SiteSpider

__all__ = ["Progress", "Snapshot"]

logger = logging.getLogger(__name__)

LINE_INTERVAL_S = 1.0
LOG_INTERVAL_S = 60.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the live line and the closing table show."""

    seconds: float
    pages: int
    boards: int
    threads: int
    new: int
    changed: int
    errors: int
    queued: int
    next_due: float | None

    def line(self) -> str:
        """The snapshot in one line."""
        rate = self.pages / self.seconds if self.seconds > 0 else 0.0
        parts = [
            f"{self.pages} pages",
            f"{rate:.1f}/s",
            f"{self.boards} lists",
            f"{self.threads} threads",
            f"{self.new} new records",
        ]
        if self.changed:
            parts.append(f"{self.changed} changed")
        parts.append(f"{self.errors} errors")
        parts.append(f"{self.queued} waiting")
        if self.next_due is not None:
            parts.append(f"next due {_clock_time(self.next_due)}")
        return "  ".join(parts)


def _clock_time(epoch: float) -> str:
    moment = datetime.fromtimestamp(epoch).astimezone()
    today = datetime.now().astimezone().date()
    return moment.strftime("%H:%M:%S" if moment.date() == today else "%Y-%m-%d %H:%M")


class Progress:
    """Extension that shows progress; off with ``FPCRAWL_PROGRESS = "off"``.

    Parameters
    ----------
    crawler
        The crawler.
    stream
        Where the live line goes.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        crawler: Crawler,
        stream: TextIO = sys.stderr,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        mode = crawler.settings.get("FPCRAWL_PROGRESS")
        if mode == "off":
            raise NotConfigured
        self._crawler = crawler
        self._stream = stream
        self._clock = clock
        self._live = mode == "line" or (mode == "auto" and stream.isatty())
        self._started = clock()
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Progress:
        """Make the extension for a crawler."""
        return cls(crawler)

    def _opened(self) -> None:
        interval = LINE_INTERVAL_S if self._live else LOG_INTERVAL_S
        self._loop = create_looping_call(self._tell)
        self._loop.start(interval, now=False)

    def snapshot(self) -> Snapshot:
        """How the crawl stands now."""
        stats = self._crawler.stats
        assert stats is not None
        state = get_state(self._crawler)
        spider: SiteSpider = self._crawler.spider  # type: ignore[assignment]
        now = time.time()
        counts = state.frontier.counts(spider.crawl_key, now)

        def value(*names: str) -> int:
            return sum(stats.get_value(name, 0) for name in names)

        errors = sum(
            n for name, n in stats.get_stats().items() if name.startswith("fpcrawl/outcome/")
        )
        return Snapshot(
            seconds=self._clock() - self._started,
            pages=spider.pages_read,
            boards=value("fpcrawl/pages/index", "fpcrawl/pages/home"),
            threads=value("fpcrawl/pages/thread", "fpcrawl/pages/article"),
            new=value("fpcrawl/records/post_new", "fpcrawl/records/article_new"),
            changed=value("fpcrawl/records/post_changed", "fpcrawl/records/article_changed"),
            errors=errors,
            queued=counts.due + counts.leased + counts.retrying,
            next_due=state.frontier.next_due(spider.crawl_key),
        )

    def _tell(self) -> None:
        line = self.snapshot().line()
        if self._live:
            self._stream.write(f"\r\x1b[2K{line}")
            self._stream.flush()
        else:
            logger.info("%s", line)

    def _closed(self, reason: str) -> None:
        if self._loop.running:
            self._loop.stop()
        try:
            shot = self.snapshot()
        except StateError:
            return
        settings = self._crawler.settings
        if self._live:
            self._stream.write("\r\x1b[2K")
        out = settings.get("FPCRAWL_OUTPUT_DIR") or "."
        rows = [
            ("ended", describe(reason)),
            ("pages", f"{shot.pages} in {shot.seconds:.0f} s"),
            ("lists, threads", f"{shot.boards}, {shot.threads} pages"),
            ("new records", f"{shot.new}" + (f", {shot.changed} changed" if shot.changed else "")),
            ("errors", str(shot.errors)),
            ("left for later", str(shot.queued)),
            ("next due", _clock_time(shot.next_due) if shot.next_due is not None else "-"),
            ("records", f"{out}/posts.jsonl, {out}/articles.jsonl"),
            ("state", str(settings.get("FPCRAWL_STATE_DIR"))),
        ]
        table = "\n".join(f"  {name:<15} {text}" for name, text in rows)
        if self._live:
            self._stream.write(f"{table}\n")
            self._stream.flush()
        else:
            logger.info("The crawl has ended:\n%s", table)
