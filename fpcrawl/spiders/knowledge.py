"""What a crawl has learnt of its site, kept between runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.pages.siteclock import SiteClock
from fpcrawl.reader.knowledge import Knowledge
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.twins import TwinRules

if TYPE_CHECKING:
    from fpcrawl.store.base import Values

__all__ = ["SiteKnowledge"]


class SiteKnowledge:
    """Loads and saves what one crawl knows.

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

    def load(self) -> Knowledge:
        """Return what earlier runs learnt; empty at the first."""
        data = self._values.get(self._name)
        if not data:
            return Knowledge()
        return Knowledge(
            FamilyTable.from_json(data["families"]),
            TwinRules.from_json(data["twins"]),
            {name: LayoutBook.from_json(book) for name, book in data["layouts"].items()},
            SiteClock.from_json(data["clock"]),
        )

    def save(self, known: Knowledge) -> None:
        """Keep what is known now."""
        value = {
            "families": known.families.to_json(),
            "twins": known.twins.to_json(),
            "layouts": {name: book.to_json() for name, book in known.layouts.items()},
            "clock": known.clock.to_json(),
        }
        self._values.set(self._name, value)
