"""Pages on their way from the downloader to the store: how many, and which waits for which."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy import signals

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from fpcrawl.items import PageItem
    from fpcrawl.walk.families import FamilyTable

__all__ = ["Turns"]

#: Pages that have paid after which a site is known well enough.
KNOWN_PAGES = 64
#: Pages that may wait to be read or stored, so that the reader never waits for a page.
MAX_WAITING = 8


class Turns:
    """Lets a page be read only after the one before it was stored, on a site that is new.

    What the first pages of a site were decides what the next ones are taken for. Later a page
    can be read while the one before it is on its way to the store.
    """

    def __init__(self, crawler: Crawler, families: FamilyTable) -> None:
        self._families = families
        self._lock = asyncio.Lock()
        self._empty = asyncio.Event()
        self._empty.set()
        self._inside: dict[int, bool] = {}
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self.leave, signal=signal)

    @property
    def _is_new(self) -> bool:
        return self._families.paid < KNOWN_PAGES

    @property
    def are_full(self) -> bool:
        """Whether no further page is to be fetched before one of those under way is stored."""
        return len(self._inside) >= (1 if self._is_new else MAX_WAITING)

    @property
    def are_others(self) -> bool:
        """Whether more than one page is under way."""
        return len(self._inside) > 1

    async def over(self) -> None:
        """Wait until no page is under way."""
        await self._empty.wait()

    async def enter(self, item: PageItem) -> None:
        """Wait for the page's turn."""
        self._inside[id(item)] = False
        self._empty.clear()
        if self._is_new:
            await self._lock.acquire()
            self._inside[id(item)] = True

    def leave(self, item: Any) -> None:
        """End a page's turn; for what has none nothing happens."""
        if self._inside.pop(id(item), False):
            self._lock.release()
        if not self._inside:
            self._empty.set()
