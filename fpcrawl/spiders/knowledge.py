"""What a crawl has learnt of its site, kept between runs and shared by its workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.reader.knowledge import Knowledge, knowledge_growth

if TYPE_CHECKING:
    from fpcrawl.store.base import Values

__all__ = ["SiteKnowledge"]


class SiteKnowledge:
    """Loads and saves what one crawl knows.

    Several workers may do so at once: each adds to the store what it has learnt since it saved
    last, and takes over what the others have.

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
        # What was known here, and what stood in the store, when both were made one last.
        self._here: dict[str, Any] = Knowledge().to_json()
        self._there: dict[str, Any] | None = None
        self._others: list[dict[str, Any]] = []
        self._alone = True

    def load(self) -> Knowledge:
        """Return what earlier runs learnt; empty at the first."""
        self._there = self._values.get(self._name) or None
        known = Knowledge() if self._there is None else Knowledge.from_json(self._there)
        self._here = known.to_json()
        return known

    def save(self, known: Knowledge) -> None:
        """Add what was learnt to the store, and to what is known what others have learnt."""
        here = known.to_json()
        learnt = knowledge_growth(self._here, here)
        calls: list[dict[str, Any] | None] = []

        def add(found: dict[str, Any] | None) -> dict[str, Any]:
            # Called again, what the others have learnt is what came between the two calls.
            before = calls[-1] if calls else self._there
            calls.append(found)
            if found and found != before:
                self._alone = False
                self._others.append(knowledge_growth(before or Knowledge().to_json(), found))
            self._there = here if self._alone or not found else _sum(found, learnt)
            return self._there

        self._values.change(self._name, add)
        others, self._others = self._others, []
        for grown in others:
            known.absorb(grown)
        self._here = known.to_json() if others else here


def _sum(found: dict[str, Any], learnt: dict[str, Any]) -> dict[str, Any]:
    total = Knowledge.from_json(found)
    total.absorb(learnt)
    return total.to_json()
