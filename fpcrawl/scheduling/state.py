"""The one open state of a crawler, shared by all its parts."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from scrapy import signals
from scrapy.utils.asyncio import call_later
from scrapy.utils.defer import deferred_from_coro

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.scheduling.config import SchedulerConfig
from fpcrawl.scheduling.hosts import HostGate
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.crawler import Crawler

    from fpcrawl.store.base import State

__all__ = ["LOOK_AGAIN_S", "fail_crawl", "get_gate", "get_state", "when_back"]

T = TypeVar("T")

logger = logging.getLogger(__name__)

_FLUSH_S = 0.05
#: Seconds that connections take to close.
_PART_S = 0.05
#: Seconds between two looks whether a server that was away is back.
LOOK_AGAIN_S = 0.5


class _Keeper:
    """Commits soon after a write, and closes the state with the engine."""

    def __init__(self, crawler: Crawler, state: State) -> None:
        self._crawler = crawler
        self.state = state
        self.gate = HostGate(state.sites, state.clock)
        self.failed = False
        self._will_flush = False
        state.on_dirty = self._flush_soon
        crawler.signals.connect(self._close, signal=signals.engine_stopped)

    def _flush_soon(self) -> None:
        if not self._will_flush:
            self._will_flush = True
            call_later(_FLUSH_S, self._flush)

    def _flush(self) -> None:
        self._will_flush = False
        try:
            self.state.flush()
        except StateError as error:
            fail_crawl(self._crawler, error)

    async def _close(self) -> None:
        # Scrapy closes its connections on the same signal, and fails if nothing else is done
        # for a second meanwhile, which the last write of a busy machine can take.
        await asyncio.sleep(_PART_S)
        _keepers.pop(self._crawler, None)
        self.state.close()


_keepers: WeakKeyDictionary[Crawler, _Keeper] = WeakKeyDictionary()


def get_state(crawler: Crawler) -> State:
    """Return the state of the crawler, opening it at the first call.

    What is written is committed at each ack and at most 50 ms later. It is closed when
    the engine has stopped: the ``spider_closed`` signal may still use it.

    Raises
    ------
    fpcrawl.exceptions.StateError
        The state that the settings name cannot be used.
    """
    return _keeper(crawler).state


def get_gate(crawler: Crawler) -> HostGate:
    """Return what the crawler knows of hosts to leave alone; opens the state if needed."""
    return _keeper(crawler).gate


def _keeper(crawler: Crawler) -> _Keeper:
    keeper = _keepers.get(crawler)
    if keeper is None:
        state = open_configured(state_config(crawler.settings))
        keeper = _keepers[crawler] = _Keeper(crawler, state)
    return keeper


async def when_back(crawler: Crawler, act: Callable[[], T]) -> T:
    """Call `act`, and call it again until the server of the state answers.

    For what a crawl begins with: without it, it would go on and read nothing right.

    Parameters
    ----------
    act
        May have been called before without having come to its end.

    Raises
    ------
    fpcrawl.exceptions.StateError
        The state cannot be used, is away for longer than ``FPCRAWL_REDIS_WAIT_S``, or is away
        and the crawl is to stop.
    """
    wait_s = SchedulerConfig.from_settings(crawler.settings).away_s
    while True:
        try:
            return act()
        except StateAway as error:
            if error.away_s > wait_s or not crawler.crawling:
                raise
        await asyncio.sleep(LOOK_AGAIN_S)


def fail_crawl(crawler: Crawler, error: StateError) -> None:
    """End the crawl with the reason ``state_error``: without its state it would lose work."""
    keeper = _keepers.get(crawler)
    if keeper is None or keeper.failed:
        return
    keeper.failed = True
    logger.critical("The crawl ends: %s", error)
    if crawler.engine.running:
        deferred_from_coro(crawler.engine.close_spider_async(reason="state_error"))
