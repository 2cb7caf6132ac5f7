"""Pages that wait for one another while little is known of their site."""

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


class Turns:
    """Lets a page be read only after the one before it was stored, on a site that is new.

    What the first pages of a site were decides what the next ones are taken for. Later a page
    can be read while the one before it is on its way to the store.
    """

    def __init__(self, crawler: Crawler, families: FamilyTable) -> None:
        self._families = families
        self._lock = asyncio.Lock()
        self._whose: PageItem | None = None
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self.leave, signal=signal)

    async def enter(self, item: PageItem) -> None:
        """Wait for the page's turn."""
        if self._families.paid < KNOWN_PAGES:
            await self._lock.acquire()
            self._whose = item

    def leave(self, item: Any) -> None:
        """End a page's turn; for a page that has none nothing happens."""
        if self._whose is not None and item is self._whose:
            self._whose = None
            self._lock.release()
