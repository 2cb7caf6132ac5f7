"""What a crawl has learnt of its site, kept between runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.walk.families import FamilyTable

if TYPE_CHECKING:
    from fpcrawl.store.base import Values

__all__ = ["SiteKnowledge"]


class SiteKnowledge:
    """Loads and saves URL families, layouts and the clock of one crawl.

    Parameters
    ----------
    values
        The store's small values.
    crawl
        The crawl they belong to.
    """

    def __init__(self, values: Values, crawl: str) -> None:
        self._values = values
        self._name = f"knowledge/{crawl}"

    def load(self) -> tuple[FamilyTable, dict[str, LayoutBook], SiteClock]:
        """Return what earlier runs learnt; empty at the first."""
        data = self._values.get(self._name)
        if not data:
            return FamilyTable(), {}, SiteClock()
        return (
            FamilyTable.from_json(data["families"]),
            {name: LayoutBook.from_json(book) for name, book in data["layouts"].items()},
            SiteClock.from_json(data["clock"]),
        )

    def save(self, families: FamilyTable, books: dict[str, LayoutBook], clock: SiteClock) -> None:
        """Keep what is known now."""
        value = {
            "families": families.to_json(),
            "layouts": {name: book.to_json() for name, book in books.items()},
            "clock": clock.to_json(),
        }
        self._values.set(self._name, value)
