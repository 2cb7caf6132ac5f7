"""Lists that are watched: what a visit saw becomes a sample, and the time of the next visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fpcrawl.revisit.observation import ListMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.revisit.observation import Sighting
    from fpcrawl.revisit.rows import ListRow
    from fpcrawl.revisit.visit import RevisitModel, Visit

__all__ = ["MODEL_PREFIX", "ROWS_PREFIX", "ListWatch", "NamedValues"]

T = TypeVar("T")

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

    def change(self, name: str, update: Callable[[Any], Any]) -> Any:
        """Have `update` make a new value of the present one, as one; return the new one."""
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

        def look(memory: ListMemory) -> Sighting:
            sighting = memory.look(rows, now, shift_s=shift_s)
            if not goes_on:
                memory.behind = None
            return sighting

        sighting = self._remember(url, look)
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

        def look(memory: ListMemory) -> bool:
            reached = memory.look_deeper(rows, now, in_turn=in_turn)
            if ends:
                memory.behind = None
            return reached or ends

        return self._remember(url, look)

    def unchanged(self, url: str, now: float) -> float:
        """Note a visit at which nothing had changed; return when to come back."""
        visit = self._remember(url, lambda memory: memory.unchanged(now))
        return self.counted(url, visit)

    def counted(self, url: str, visit: Visit) -> float:
        """Note a visit that was counted otherwise; return when to come back."""
        name = f"{MODEL_PREFIX}{self.crawl}/{url}"
        due, state = self.model.next_visit(self.values.get(name), visit)
        self.values.set(name, state)
        return due

    def _remember(self, url: str, look: Callable[[ListMemory], T]) -> T:
        """Let a page be compared with what is known of its list, and keep what is known then.

        Other workers may look at further pages of the list meanwhile: what they saw stays.
        """
        results: list[T] = []

        def update(state: Any) -> Any:
            memory = ListMemory(state)
            results.append(look(memory))
            # A further page of a list whose first was never seen says nothing.
            return state if memory.last is None else memory.dump()

        self.values.change(f"{ROWS_PREFIX}{self.crawl}/{url}", update)
        return results[0]
