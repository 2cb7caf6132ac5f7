"""Scrapy's scheduler over the stored frontier.

Rows are leased in small batches, handed out when their host can start them, and acked
when the engine is done with them. What is due later waits in the database.
"""

from __future__ import annotations

import logging
import math
import time
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from scrapy import signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.scheduling.buffer import ReadyBuffer
from fpcrawl.scheduling.config import SchedulerConfig
from fpcrawl.scheduling.earlystop import EarlyStop
from fpcrawl.scheduling.engine import EngineDoor
from fpcrawl.scheduling.intake import Intake
from fpcrawl.scheduling.leases import LeaseBook, item_lease
from fpcrawl.scheduling.outcomes import is_expected
from fpcrawl.scheduling.requests import RequestFormatError, decode_request
from fpcrawl.scheduling.room import HostRoom
from fpcrawl.scheduling.state import LOOK_AGAIN_S, fail_crawl, get_gate, get_state, when_back
from fpcrawl.scheduling.suspects import Suspects
from fpcrawl.scheduling.turns import HostTurns, SlotDefaults
from fpcrawl.store.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Self

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import CallLaterResult
    from twisted.internet.defer import Deferred
    from twisted.python.failure import Failure

    from fpcrawl.store.model import Leased

__all__ = ["FrontierScheduler", "crawl_key", "get_scheduler"]

logger = logging.getLogger(__name__)

_BATCH = 16
_PER_HOST = 8
_PER_DELAYED_HOST = 2
_DEAD_S = 5.0


def crawl_key(spider: Spider) -> str:
    """Return the name of the spider's crawl: its ``crawl_key`` if set, else its name."""
    return str(getattr(spider, "crawl_key", None) or spider.name)


def get_scheduler(crawler: Crawler) -> FrontierScheduler | None:
    """Return the crawler's scheduler if it is ours and was opened."""
    scheduler = crawler.engine.scheduler
    # Scrapy takes any class with the right methods for an instance of any scheduler.
    if FrontierScheduler not in type(scheduler).__mro__:
        return None
    return cast("FrontierScheduler", scheduler)


class FrontierScheduler(BaseScheduler):
    """See the module; the settings are those of :class:`SchedulerConfig`.

    Parameters
    ----------
    crawler
        Its state, signals and engine are used from :meth:`open` on.

    Raises
    ------
    fpcrawl.exceptions.UsageError
        A setting has a bad value.
    """

    book: LeaseBook
    turns: HostTurns

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._config = SchedulerConfig.from_settings(crawler.settings)
        self._buffer = ReadyBuffer()
        self._timers: dict[str, CallLaterResult] = {}
        self._over = False
        self._looked_for_dead = 0.0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the scheduler of a crawler."""
        return cls(crawler)

    # -- opening and closing

    def open(self, spider: Spider) -> Deferred[None]:
        """Open the state and take over what dead workers left; wait for it where it is away."""
        opened: Deferred[None] = deferred_from_coro(self._open(spider))
        return opened

    async def _open(self, spider: Spider) -> None:
        crawler = self._crawler
        self._early_stop = EarlyStop(crawler)
        self._spider = spider
        self._crawl = crawl_key(spider)
        self._state = get_state(crawler)
        self._frontier = self._state.frontier
        self._gate = get_gate(crawler)
        self._stats = crawler.stats
        self._door = EngineDoor(crawler)
        self._room = HostRoom(crawler.engine.downloader.slots, time.monotonic)
        self.turns = HostTurns(
            self._state.tokens,
            crawler.engine.downloader.slots,
            self._gate,
            SlotDefaults.from_crawler(crawler),
            time.monotonic,
        )
        self.book = LeaseBook(self._frontier, self._door, self._stats)
        self._suspects = Suspects(self._frontier.release)
        self._intake = Intake(
            self._crawl,
            spider,
            self._state,
            self.book,
            crawler.request_fingerprinter,
            self._stats,
            self._on_error,
        )
        for signal, receiver in (
            (signals.request_reached_downloader, self._reached_downloader),
            (signals.request_left_downloader, self._left_downloader),
            (signals.item_scraped, self._item_scraped),
            (signals.item_dropped, self._item_dropped),
            (signals.item_error, self._item_error),
            (signals.spider_error, self._spider_error),
        ):
            crawler.signals.connect(receiver, signal=signal)
        if self._config.run_for_s and self._config.run_for_s < math.inf:
            self._timers["run_for"] = call_later(self._config.run_for_s, self._time_over)
        now = self._state.clock()
        self._deadline = now + self._config.run_for_s
        if not self._config.run_for_s:
            # What is due now, once: else lists due again before the rest is done would
            # keep the run from ending.
            self._frontier.revisits_until = now
        self._tick(first=True)
        counts = await when_back(
            crawler, lambda: self._frontier.counts(self._crawl, self._state.clock())
        )
        logger.info(
            "Frontier of %s: %d due, %d later, %d leased",
            self._crawl,
            counts.due,
            counts.later,
            counts.leased,
        )

    def close(self, reason: str) -> Deferred[None] | None:
        """Ack what is over and put back what was not started."""
        self._over = True
        for timer in self._timers.values():
            timer.cancel()
        self._door.close()
        try:
            self.book.close()
            waiting = [*self._buffer.take_all(), *self._suspects.take_all()]
            released = self._frontier.release(row.lease_id for row in waiting)
            self._state.flush()
        except StateError as error:
            self._meet(error)
        else:
            logger.debug("Frontier closed (%s), %d rows put back", reason, released)
        return None

    def _tick(self, *, first: bool = False) -> None:
        """Keep our leases alive, and end those of workers that died."""
        now = self._state.clock()
        try:
            if not first:
                self._frontier.renew(now)
            reclaimed = self._frontier.reclaim(now)
        except StateError as error:
            self._meet(error)
        else:
            self._count_reclaimed(reclaimed)
        self._timers["tick"] = call_later(max(1.0, self._config.lease_s / 3), self._tick)

    def _count_reclaimed(self, reclaimed: int) -> None:
        if reclaimed:
            self._stats.inc_value("fpcrawl/frontier/reclaimed", reclaimed)
            self._door.wake()
        if self._frontier.quarantined:
            self._stats.set_value("fpcrawl/frontier/quarantined", self._frontier.quarantined)

    def _time_over(self) -> None:
        self._over = True
        # The time can have gone by in vain, which only the spider knows.
        in_vain = getattr(self._spider, "time_is_lost", None)
        engine = self._crawler.engine
        if in_vain is not None and in_vain():
            deferred_from_coro(engine.close_spider_async(reason="unreachable"))
        else:
            deferred_from_coro(engine.close_spider_async(reason="time_over"))

    # -- what the engine asks

    def enqueue_request(self, request: Request) -> bool:
        """Store a request; False if it was seen before or cannot be stored."""
        try:
            stored = self._intake.take(request)
        except StateError as error:
            # Where the server is only away, what led here is done again.
            self.book.fail(request.meta.get("fp_lease"), error)
            self._meet(error)
            return False
        return stored

    def next_request(self) -> Request | None:
        """Return a request that its host can start now, or None."""
        self._early_stop.running()
        if not self._crawler.crawling:
            return None
        # When the spider is done with a page, the engine asks again.
        if self._over or getattr(self._spider, "is_busy", False):
            return None
        try:
            self._settle()
            if self.book.awaited >= getattr(self._spider, "pages_left", math.inf):
                return None  # where one brings no page, the engine asks again
            closed = self._gate.closed()
            for host in [host for host in self._buffer.hosts() if host in closed]:
                self._frontier.release(row.lease_id for row in self._buffer.take_host(host))
            request = self._next(closed)
            if request is None:
                self._plan_wake()
        except StateError as error:
            self._meet(error)
            return None
        return request

    def has_pending_requests(self) -> bool:
        """Tell whether the run is to go on, see ``FPCRAWL_RUN_FOR``."""
        if self._over:
            return False
        run_for_s = self._config.run_for_s
        if run_for_s == math.inf:
            return True
        try:
            self._settle()
            now = self._state.clock()
            if now - self._looked_for_dead >= _DEAD_S:  # their rows would keep us waiting
                self._looked_for_dead = now
                self._count_reclaimed(self._frontier.reclaim(now))
            if run_for_s:
                due = self._frontier.next_due(self._crawl)
                if due is not None and due < self._deadline:
                    return True
            until = now + self._config.retry_wait_s
            closed = [host for host, when in self._gate.closed().items() if when > until]
            return self._frontier.holds_open(self._crawl, now, until, closed)
        except StateError as error:
            return self._meet(error)

    def _meet(self, error: StateError) -> bool:
        """Stand still while the server of the state is away, for so long; else end the crawl.

        Returns
        -------
        bool
            Whether the crawl goes on.
        """
        if isinstance(error, StateAway) and error.away_s <= self._config.away_s:
            now = self._state.clock()
            if not self._over:
                self._door.wake_at(now + LOOK_AGAIN_S, now)
            return True
        fail_crawl(self._crawler, error)
        return False

    # -- handing out

    def _settle(self) -> None:
        for request in self.book.settle():
            self._leave(request)

    def _leave(self, request: Request) -> None:
        self._room.leave(request)
        self.turns.leave(request)

    def _next(self, closed: Container[str]) -> Request | None:
        if self._suspects.blocks(self._frontier.is_leased):
            return None
        request = None
        if not self._suspects:
            request = self._from_buffer()
        if request is None and not self._suspects:
            self._refill()
            if not self._suspects:
                request = self._from_buffer()
        if self._suspects and not self.book.is_busy():
            request = self._hand_out(
                lambda: self._suspects.next(closed, self._has_room), self._suspects.put_first
            )
        return request

    def _from_buffer(self) -> Request | None:
        return self._hand_out(lambda: self._buffer.pop(self._has_room), self._buffer.put_first)

    def _has_room(self, host: str) -> bool:
        return self._room.wait_s(host) <= 0 and self.turns.wait_s(host) <= 0

    def _hand_out(
        self, pop: Callable[[], Leased | None], put_back: Callable[[Leased], None]
    ) -> Request | None:
        while True:
            leased = pop()
            if leased is None:
                return None
            try:
                turn = self.turns.take(leased.host)
            except StateError:
                put_back(leased)
                raise
            if turn is None:
                put_back(leased)
                continue
            request = self._make(leased)
            if request is None:
                self.turns.cancel(leased.host, turn)
                continue
            self.turns.begin(leased.host, turn, request)
            self._room.enter(leased.host, request)
            self.book.begin(leased, request)
            return request

    def _make(self, leased: Leased) -> Request | None:
        try:
            request = decode_request(leased.url, leased.payload, leased.priority, self._spider)
        except RequestFormatError as error:
            logger.error("Cannot make a stored request: %s", error)  # noqa: TRY400
            self.book.ack(leased.lease_id, Outcome.FAILED, "format")
            return None
        request.meta["fp_lease"] = leased.lease_id
        request.meta["fp_failures"] = leased.failures
        if leased.recurring:
            request.meta["fp_recurring"] = True
        if leased.visits:
            request.meta["fp_visits"] = leased.visits
        if leased.parked:
            request.meta["fp_parked"] = True
        if leased.etag:
            request.meta["fp_etag"] = leased.etag
        if leased.last_modified:
            request.meta["fp_last_modified"] = leased.last_modified
        request.errback = partial(self._on_error, request.errback, leased.lease_id)
        return request

    def _refill(self) -> None:
        now = self._state.clock()
        busy = {*self._buffer.hosts(), *self._gate.closed()}
        busy |= {host for host in self._room.hosts() if self._room.wait_s(host) > 0}
        busy |= self.turns.hosts()
        rows = self._frontier.lease(self._crawl, now, _BATCH, busy, self._share)
        if rows:
            self._stats.inc_value("fpcrawl/frontier/leased", len(rows))
            self._buffer.put(self._suspects.sift(rows))

    def _share(self, host: str) -> int:
        return _PER_DELAYED_HOST if self._room.delayed(host) else _PER_HOST

    def _plan_wake(self) -> None:
        now = self._state.clock()
        times = [*self._gate.closed().values()]
        waiting = self._frontier.next_waiting(self._crawl)
        if waiting is not None:
            times.append(waiting)
        for host in self._room.hosts():
            wait_s = self._room.wait_s(host)
            if 0 < wait_s < math.inf:
                times.append(now + wait_s)
        times += [now + self.turns.wait_s(host) for host in self.turns.hosts()]
        # Other workers may add rows meanwhile.
        times.append(now + self._frontier.look_again_s)
        later = [when for when in times if now < when < math.inf]
        if later:
            self._door.wake_at(min(later), now)

    # -- what happens to a request

    def _on_error(self, errback: Any, lease_id: int, failure: Failure) -> Any:
        """Stand before the spider's errback: the row must know of the failure too."""
        self.book.fail(lease_id, failure.value)
        if getattr(failure.value, "put_back", False):
            return None  # the request is not over yet
        if errback is not None:
            return errback(failure)
        if failure.value is None or not is_expected(failure.value):
            failure.raiseException()
        return None  # what the network and sites do is told in one line, without a traceback

    def _reached_downloader(self, request: Request) -> None:
        try:
            self.turns.use(request)
        except StateError as error:
            self._meet(error)

    def _left_downloader(self, request: Request) -> None:
        self._leave(request)

    def _item_scraped(self, item: Any) -> None:
        if getattr(item, "held", False):
            self.book.keep(item_lease(item))
            self._suspects.spare(item_lease(item))

    def _item_dropped(self, item: Any) -> None:
        self.book.drop(item_lease(item), "item_dropped")

    def _item_error(self, item: Any, response: Any, failure: Failure) -> None:
        self.book.fail(item_lease(item), failure.value)
        self._spider_error(response, failure)

    def _spider_error(self, response: Any, failure: Failure) -> None:
        request = getattr(response, "request", None)
        if request is not None:
            self.book.fail(request.meta.get("fp_lease"), failure.value)
