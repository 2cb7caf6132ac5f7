"""Lists that are watched: what a visit saw becomes a sample, and the time of the next visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from fpcrawl.revisit.observation import ListMemory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.revisit.observation import Sighting
    from fpcrawl.revisit.rows import ListRow
    from fpcrawl.revisit.visit import RevisitModel, Visit

__all__ = ["MODEL_PREFIX", "ROWS_PREFIX", "ListWatch", "NamedValues"]

#: Names under which the state of a model and the memory of a list's rows are kept.
MODEL_PREFIX, ROWS_PREFIX = "revisit/", "rows/"


class NamedValues(Protocol):
    """Keeps small JSON values by name."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of that name."""
        ...

    def set(self, name: str, value: Any) -> None:
        """Store a JSON value; ``None`` removes it."""
        ...


@dataclass(frozen=True, slots=True)
class ListWatch:
    """Watches the lists of one crawl. Call it in the transaction that ends the visit.

    Parameters
    ----------
    model
        Learns when to come back.
    values
        Keeps what is known of lists.
    crawl
        Name of the crawl.
    """

    model: RevisitModel
    values: NamedValues
    crawl: str

    def seen(
        self,
        url: str,
        rows: Sequence[ListRow],
        now: float,
        *,
        shift_s: float = 0.0,
        goes_on: bool = False,
    ) -> tuple[float, Sighting]:
        """Note a visit to the first page of a list; return when to come back and what it saw.

        Parameters
        ----------
        url
            Address of the list.
        rows, now, shift_s
            As of :meth:`~fpcrawl.revisit.observation.ListMemory.look`. Without rows, no list
            stood there: nothing is learnt.
        goes_on
            After an overflow, further pages are told of by :meth:`seen_deeper`.
        """
        memory = self._memory(url)
        sighting = memory.look(rows, now, shift_s=shift_s)
        if not goes_on:
            memory.behind = None
        self._keep(url, memory)
        return self.counted(url, sighting.visit), sighting

    def seen_deeper(
        self,
        url: str,
        rows: Sequence[ListRow],
        now: float,
        *,
        in_turn: bool = True,
        ends: bool = False,
    ) -> bool:
        """Note a further page of a list; return whether known threads have been reached.

        Parameters
        ----------
        url
            Address of the first page.
        in_turn
            Every page before it was noted in this catching up.
        ends
            The list goes no further, or nothing on it is unknown otherwise.
        """
        memory = self._memory(url)
        reached = memory.look_deeper(rows, now, in_turn=in_turn)
        if ends:
            memory.behind = None
        if memory.last is not None:
            self._keep(url, memory)
        return reached or ends

    def unchanged(self, url: str, now: float) -> float:
        """Note a visit at which nothing had changed; return when to come back."""
        memory = self._memory(url)
        visit = memory.unchanged(now)
        self._keep(url, memory)
        return self.counted(url, visit)

    def counted(self, url: str, visit: Visit) -> float:
        """Note a visit that was counted otherwise; return when to come back."""
        name = f"{MODEL_PREFIX}{self.crawl}/{url}"
        due, state = self.model.next_visit(self.values.get(name), visit)
        self.values.set(name, state)
        return due

    def _memory(self, url: str) -> ListMemory:
        return ListMemory(self.values.get(f"{ROWS_PREFIX}{self.crawl}/{url}"))

    def _keep(self, url: str, memory: ListMemory) -> None:
        self.values.set(f"{ROWS_PREFIX}{self.crawl}/{url}", memory.dump())
