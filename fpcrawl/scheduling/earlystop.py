"""A signal that comes while a crawl is being opened.

Scrapy then stops its reactor and forgets the engine, which does not run yet: nothing is
closed, and no reason is told (compare https://github.com/scrapy/scrapy/issues/6916).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.reactor import is_reactor_installed

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from twisted.internet.defer import Deferred

__all__ = ["EarlyStop"]


class EarlyStop:
    """Has a crawl that is stopped before it runs closed like any other.

    Parameters
    ----------
    crawler
        Its engine must be opening the spider.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._opened = asyncio.Event()
        self._trigger: Any = None
        if is_reactor_installed():
            self._trigger = _reactor().addSystemEventTrigger("before", "shutdown", self._hold_up)
            crawler.signals.connect(self._closed, signal=signals.spider_closed)

    def running(self) -> None:
        """Take note that the engine runs: what is stopped from now on is closed by Scrapy."""
        if self._crawler.crawling:
            self._let_go()
        else:
            self._opened.set()

    def _closed(self) -> None:
        self._let_go()
        self._opened.set()

    def _let_go(self) -> None:
        if self._trigger is not None:
            _reactor().removeSystemEventTrigger(self._trigger)
            self._trigger = None

    def _hold_up(self) -> Deferred[None]:
        self._trigger = None
        return deferred_from_coro(self._close())

    async def _close(self) -> None:
        await self._opened.wait()
        if self._crawler.engine.running:
            await self._crawler.engine.stop_async()
        # What waits for the end of the crawl has its turn before the reactor ends.
        await asyncio.sleep(0)


def _reactor() -> Any:
    from twisted.internet import reactor  # noqa: PLC0415 - Scrapy installs it first

    return reactor
