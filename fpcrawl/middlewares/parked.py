"""Pages put aside because of a wall: they wait for a login, and some are tried without one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateAway
from fpcrawl.scheduling.state import get_state
from fpcrawl.store.model import PARKED

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.store.sessions import SessionStore
    from fpcrawl.walk.wallbook import WallBook

__all__ = ["ParkedPages"]

logger = logging.getLogger(__name__)

#: Pages tried anew at once, to see whether the wall still stands.
_TRIED = 16
#: Further pages tried for each of them that is read: where more than one of so many can be
#: read, all are asked for in the end; where fewer can, it soon ends.
_MORE = 8


class ParkedPages:
    """Makes pages due again that were put aside.

    All of them when the crawl goes on under another login. Else a few every
    ``FPCRAWL_WALLED_AGAIN_S``: a wall may fall, most of all where a site had refused everything
    for a while.

    Stats: ``fpcrawl/session/unparked``.

    Parameters
    ----------
    identity
        The login; empty = a guest.
    book
        Forgets where walls stood when some of them are tried.
    """

    def __init__(
        self, crawler: Crawler, identity: str, book: WallBook, store: SessionStore
    ) -> None:
        spider: SiteSpider = crawler.spider  # type: ignore[assignment]
        self._crawl = spider.crawl_key
        self._stats: StatsCollector = crawler.stats
        self._state = get_state(crawler)
        self._book = book
        self._store = store
        self._again_s = crawler.settings.getfloat("FPCRAWL_WALLED_AGAIN_S", 3600.0)
        self._next_look = 0.0
        # Together: as whom the crawl goes on is new only once.
        with self._state.transaction():
            if store.begin(identity) and identity:
                woken = self._wake(None)
                if woken:
                    logger.info("%d pages that waited for a login are due now", woken)
        self.look()

    def due(self) -> float:
        """Give the due time of a page that is put aside now: those put aside first come first."""
        return PARKED + self._state.clock()

    def look(self) -> None:
        """Try some pages anew if it is time to."""
        now = self._state.clock()
        if now < self._next_look or self._again_s <= 0:
            return
        last = self._store.tried()
        if now < last + self._again_s:
            self._next_look = last + self._again_s
            return
        self._next_look = now + self._again_s
        with self._state.transaction():
            # A first run has put aside none but its own.
            woken = self._wake(_TRIED) if last else 0
            self._store.note_tried(now)
        if woken:
            self._book.forget_walls()
            logger.info("%d of the pages that met a wall are tried anew", woken)

    def opened(self, request: Request) -> None:
        """Note that a page could be read; of one that was tried anew, others are tried too."""
        if request.meta.get("fp_parked"):
            try:
                self._wake(_MORE)
            except StateAway:
                logger.debug("None are tried for %s: the state is away", request)

    def _wake(self, limit: int | None) -> int:
        woken = self._state.frontier.unpark(self._crawl, limit)
        if woken:
            self._stats.inc_value("fpcrawl/session/unparked", woken)
        return woken
