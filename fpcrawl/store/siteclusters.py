"""How many pages of each core a crawl has met; clusters are made of cores."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.store.base import Values

__all__ = ["SiteClusters"]

#: Cores kept of a crawl; those with the fewest pages are forgotten.
MAX_CORES = 1000
_PREFIX = "clusters/"


class SiteClusters:
    """Pages of one crawl by core, as a small value of the state.

    Parameters
    ----------
    values
        Where they are kept.
    crawl
        Name of the crawl.
    """

    def __init__(self, values: Values, crawl: str) -> None:
        self._values = values
        self._name = f"{_PREFIX}{crawl}"

    def pages(self) -> Counter[str]:
        """Return the pages of each core, by the name it had when they came."""
        found = self._values.get(self._name)
        return Counter(found if isinstance(found, dict) else {})

    @staticmethod
    def pages_of_all(values: Values) -> Counter[str]:
        """Return the pages of each core that the crawls of a state have met together."""
        pages: Counter[str] = Counter()
        for found in values.beginning(_PREFIX):
            pages.update(found if isinstance(found, dict) else {})
        return pages

    def add(self, pages: Mapping[str, int]) -> None:
        """Count further pages."""
        if not pages:
            return

        def add(found: object) -> dict[str, int]:
            counts = Counter(found if isinstance(found, dict) else {})
            counts.update(pages)
            return dict(counts.most_common(MAX_CORES))

        self._values.change(self._name, add)
