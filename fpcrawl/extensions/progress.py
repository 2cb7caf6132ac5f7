"""Tells how a crawl is going: a live line on a terminal, a line a minute in a log."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from fpcrawl.exceptions import StateError
from fpcrawl.exit_codes import describe
from fpcrawl.extensions.console import (
    CLEAR_LINE,
    calm_screen,
    log_path,
    shows_live,
    split_log,
)
from fpcrawl.extensions.timetext import clock_time, parked_text
from fpcrawl.scheduling.state import get_state
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.model import Counts
from fpcrawl.store.sessions import SessionStore

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from fpcrawl.spiders.site import SiteSpider

__all__ = ["LEFT_OUT", "SITES_LOG", "Progress", "Snapshot", "closing_table", "together"]

logger = logging.getLogger(__name__)

SITES_LOG = "{}:seeds"
"""Stands for the name of a crawl in that of the log of several sites; of the spider."""

LINE_INTERVAL_S = 1.0
LOG_INTERVAL_S = 60.0
#: Counting the queue may take this share of the time.
COUNTING_SHARE = 0.05
#: Outcomes that are our own choice or no page at all: no errors.
LEFT_OUT = frozenset(
    """
    robots not_allowed not_wanted not_html offsite_redirect item_dropped wall_login wall_permission
    """.split()
)
#: Outcomes that are told elsewhere, or are none yet.
UNTOLD = frozenset("done filtered elsewhere spider_closed session_lost session_renewed".split())


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the live line and the closing table show.

    Attributes
    ----------
    unchanged
        Pages that were not sent again (304), of whatever kind.
    before_since
        Posts and articles that are older than the argument ``since`` asks for.
    on_topic, judged
        Pages on the topic, of those that were judged by it.
    parked, walled_lists
        Pages that wait for a login, and lists that wanted one when last asked for.
    errors, left_out
        Reason -> pages that failed, or were not asked for by our own choice.
    left_alone
        Host -> until when nothing is asked of it.
    next_due
        When the next page is due, seconds since the epoch.
    """

    seconds: float
    pages: int
    lists: int
    threads: int
    new: int
    changed: int
    queued: int
    next_due: float | None
    now: float
    unchanged: int = 0
    before_since: int = 0
    on_topic: int = 0
    judged: int = 0
    parked: int = 0
    walled_lists: int = 0
    errors: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    left_alone: dict[str, float] = field(default_factory=dict)

    def line(self) -> str:
        """Return the snapshot in one line."""
        rate = self.pages / self.seconds if self.seconds > 0 else 0.0
        parts = [
            f"{self.pages} pages",
            f"{rate:.1f}/s",
            f"{self.lists} lists",
            f"{self.threads} threads",
            f"{self.new} new",
        ]
        if self.judged:
            parts.append(f"{self.on_topic} on topic")
        if self.changed:
            parts.append(f"{self.changed} changed")
        parts.append(f"{sum(self.errors.values())} errors")
        parts.append(f"{self.queued} waiting")
        if self.next_due is not None and self.next_due > self.now:
            parts.append(f"next due {clock_time(self.next_due, self.now)}")
        return "  ".join(parts)


def together(shots: Sequence[Snapshot]) -> Snapshot:
    """Return the snapshot of several crawls of one process as one, for its line."""
    due = [shot.next_due for shot in shots if shot.next_due is not None]
    errors: Counter[str] = Counter()
    for shot in shots:
        errors.update(shot.errors)
    return Snapshot(
        seconds=max(shot.seconds for shot in shots),
        pages=sum(shot.pages for shot in shots),
        lists=sum(shot.lists for shot in shots),
        threads=sum(shot.threads for shot in shots),
        new=sum(shot.new for shot in shots),
        changed=sum(shot.changed for shot in shots),
        queued=sum(shot.queued for shot in shots),
        next_due=min(due, default=None),
        now=max(shot.now for shot in shots),
        on_topic=sum(shot.on_topic for shot in shots),
        judged=sum(shot.judged for shot in shots),
        errors=errors,
    )


def closing_table(
    shot: Snapshot, reason: str, settings: BaseSettings, log: Path | None, site: str = ""
) -> str:
    """Return the table at the end of a run.

    Parameters
    ----------
    reason
        Why the spider was closed.
    log
        The file that has the log, if it does not stand above the table.
    site
        Whose crawl it was, where there are others beside.
    """
    out = Path(settings.get("FPCRAWL_OUTPUT_DIR") or ".")
    files = [path for path in (out / "posts.jsonl", out / "articles.jsonl") if _holds(path)]
    rows = [
        *([("site", site)] if site else []),
        ("ended", describe(reason)),
        ("pages", _pages(shot)),
        ("records", _records(shot)),
        *([("on topic", f"{shot.on_topic} of {shot.judged} pages")] if shot.judged else []),
        ("errors", _sums(shot.errors)),
        ("left out", _sums(shot.left_out)),
        ("left for later", str(shot.queued)),
        *(
            [("parked", parked_text(shot.parked, shot.walled_lists))]
            if shot.parked or shot.walled_lists
            else []
        ),
        *([("left alone", _hosts(shot))] if shot.left_alone else []),
        ("next due", "-" if shot.next_due is None else clock_time(shot.next_due, shot.now)),
        ("output", ", ".join(map(str, files)) or "nothing yet"),
        ("state", state_config(settings).shown),
    ]
    if log is not None:
        rows.append(("log", str(log)))
    return "\n".join(f"  {name:<15} {text}" for name, text in rows)


def _pages(shot: Snapshot) -> str:
    told = f"{shot.pages} in {shot.seconds:.0f} s: {shot.lists} lists, {shot.threads} threads"
    return f"{told}, {shot.unchanged} unchanged" if shot.unchanged else told


def _records(shot: Snapshot) -> str:
    told = f"{shot.new} new, {shot.changed} changed"
    return f"{told}, {shot.before_since} left out by since" if shot.before_since else told


def _hosts(shot: Snapshot) -> str:
    times = {host: clock_time(when, shot.now) for host, when in shot.left_alone.items()}
    return ", ".join(f"{host} until {when}" for host, when in times.items())


def _holds(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _sums(reasons: dict[str, int]) -> str:
    if not reasons:
        return "0"
    most = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    return f"{sum(reasons.values())} ({', '.join(f'{name} {n}' for name, n in most)})"


#: The crawls of this process that are shown in the live line, as they last were.
_shown: dict[Progress, Snapshot] = {}


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
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if crawler.settings.get("FPCRAWL_PROGRESS") == "off":
            raise NotConfigured
        self._crawler = crawler
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._live = shows_live(crawler.settings, self._stream)
        self._started = clock()
        self._counts = Counts()
        self._count_at = 0.0
        self._file: logging.Handler | None = None
        self._log: Path | None = None
        self._loop: AsyncioLoopingCall | LoopingCall | None = None
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Progress:
        """Make the extension for a crawler."""
        return cls(crawler)

    @property
    def _spider(self) -> SiteSpider:
        return self._crawler.spider  # type: ignore[return-value]

    def _opened(self) -> None:
        settings, spider = self._crawler.settings, self._spider
        if self._live and spider.group:
            # The crawls of several sites have one log, which is there already.
            self._log = log_path(settings, SITES_LOG.format(spider.name))
            self._log = self._log if calm_screen(settings) else None
        elif self._live:
            self._file = split_log(settings, spider.crawl_key)
            self._log = None if self._file is None else log_path(settings, spider.crawl_key)
        interval = LINE_INTERVAL_S if self._live else LOG_INTERVAL_S
        self._loop = create_looping_call(self._tell)
        self._loop.start(interval, now=False)
        # Connected last: the table tells of what the pipelines write when the crawl is over.
        self._crawler.signals.connect(self._closed, signal=signals.spider_closed)

    def snapshot(self) -> Snapshot:
        """How the crawl stands now."""
        stats = self._crawler.stats
        assert stats is not None
        values = stats.get_stats()

        def value(*names: str) -> int:
            return sum(int(values.get(name, 0)) for name in names)

        mark = "fpcrawl/outcome/"
        reasons = {k.removeprefix(mark): n for k, n in values.items() if k.startswith(mark)}
        counts = self._waiting()
        return Snapshot(
            seconds=self._clock() - self._started,
            pages=self._spider.pages_read,
            lists=value("fpcrawl/pages/index", "fpcrawl/pages/home"),
            threads=value("fpcrawl/pages/thread", "fpcrawl/pages/article"),
            new=value("fpcrawl/records/post_new", "fpcrawl/records/article_new"),
            changed=value("fpcrawl/records/post_changed", "fpcrawl/records/article_changed"),
            queued=counts.due + counts.leased + counts.retrying,
            next_due=get_state(self._crawler).frontier.next_due(self._spider.crawl_key),
            now=get_state(self._crawler).clock(),
            unchanged=value("fpcrawl/pages/unchanged"),
            before_since=value("fpcrawl/extraction/before_since"),
            on_topic=value("fpcrawl/topic/on_topic"),
            judged=value("fpcrawl/topic/pages"),
            parked=counts.parked,
            errors={name: n for name, n in reasons.items() if name not in LEFT_OUT | UNTOLD},
            left_out={name: n for name, n in reasons.items() if name in LEFT_OUT},
            left_alone=self._spider.hosts_left_alone(),
        )

    def _waiting(self) -> Counts:
        """Count the queue, less often the longer that takes."""
        started = self._clock()
        if started >= self._count_at:
            state = get_state(self._crawler)
            self._counts = state.frontier.counts(self._spider.crawl_key, state.clock())
            took = self._clock() - started
            self._count_at = started + took / COUNTING_SHARE
        return self._counts

    def _tell(self) -> None:
        try:
            shot = self.snapshot()
        except StateError:
            return  # whoever writes to the state next ends the crawl and says why
        line = shot.line()
        if self._live:
            _shown[self] = shot
            if len(_shown) > 1:
                line = f"{len(_shown)} sites  {together([*_shown.values()]).line()}"
            self._stream.write(f"{CLEAR_LINE}{line[: self._width()]}")
            self._stream.flush()
        else:
            logger.info("%s", line)

    def _width(self) -> int:
        """Columns of the terminal: a line that wraps could not be taken back."""
        try:
            return max(20, os.get_terminal_size(self._stream.fileno()).columns - 1)
        except (OSError, ValueError):
            return 200

    def _closed(self, reason: str) -> None:
        if self._loop is not None and self._loop.running:
            self._loop.stop()
        _shown.pop(self, None)
        self._count_at = 0.0
        try:
            state, crawl = get_state(self._crawler), self._spider.crawl_key
            walled = SessionStore(state.values, crawl).lists(state.frontier.boards(crawl))
            shot = replace(self.snapshot(), walled_lists=len(walled))
        except StateError:
            return
        stats = self._crawler.stats
        assert stats is not None
        reason = str(stats.get_value("finish_reason") or reason)  # the last writing can fail
        site = self._spider.arguments.site if self._spider.group else ""
        table = closing_table(shot, reason, self._crawler.settings, self._log, site)
        if self._live:
            self._stream.write(f"{CLEAR_LINE}{table}\n")
            self._stream.flush()
        else:
            logger.info("The crawl has ended:\n%s", table)

    def _stopped(self) -> None:
        _shown.pop(self, None)
        if self._file is not None:
            logging.root.removeHandler(self._file)
            self._file.close()
            self._file = None
