"""Rows that workers died with: each is worked on alone, so that the innocent get free."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from fpcrawl.store.frontier_policy import FrontierPolicy

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from fpcrawl.store.model import Leased

__all__ = ["Suspects"]

_POLICY = FrontierPolicy()


class Suspects:
    """Holds suspects back until nothing else is under way, and all else until one is done.

    Parameters
    ----------
    release
        Puts rows back that are not to be asked for now.
    crashes
        A row is a suspect when so many workers in a row died with it.
    """

    def __init__(
        self,
        release: Callable[[Iterable[int]], object],
        crashes: int = _POLICY.suspect_crashes,
    ) -> None:
        self._release = release
        self._crashes = crashes
        self._waiting: deque[Leased] = deque()
        self._alone: int | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def hosts(self) -> set[str]:
        """Return the hosts of those that wait."""
        return {row.host for row in self._waiting}

    def sift(self, rows: Iterable[Leased]) -> list[Leased]:
        """Keep the suspects; return the others."""
        others = []
        for row in rows:
            if row.crashes >= self._crashes:
                self._waiting.append(row)
            else:
                others.append(row)
        return others

    def blocks(self, is_leased: Callable[[int], bool]) -> bool:
        """Tell whether one is worked on, so that nothing may be handed out beside it."""
        if self._alone is not None and not is_leased(self._alone):
            self._alone = None
        return self._alone is not None

    def next(self, closed: Container[str], has_room: Callable[[str], bool]) -> Leased | None:
        """Return the suspect to work on now that nothing else is under way."""
        while self._waiting and self._waiting[0].host in closed:
            self._release([self._waiting.popleft().lease_id])
        if not self._waiting or not has_room(self._waiting[0].host):
            return None
        row = self._waiting.popleft()
        self._alone = row.lease_id
        return row

    def put_first(self, row: Leased) -> None:
        """Put a row back that was not handed out after all."""
        self._waiting.appendleft(row)
        self.spare(row.lease_id)

    def spare(self, lease_id: int | None) -> None:
        """Note that the row was only held back: the page was read without harm."""
        if lease_id is not None and lease_id == self._alone:
            self._alone = None

    def take_all(self) -> list[Leased]:
        """Take all that wait."""
        rows = list(self._waiting)
        self._waiting.clear()
        return rows
