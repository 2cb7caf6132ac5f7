"""Leased rows that are ready to be handed out, a few for each host."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from fpcrawl.store.model import Leased

__all__ = ["ReadyBuffer"]


class ReadyBuffer:
    """Hosts take turns; within a host the order of leasing holds."""

    def __init__(self) -> None:
        self._rows: dict[str, deque[Leased]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def hosts(self) -> Collection[str]:
        """Return the hosts that have rows."""
        return self._rows.keys()

    def put(self, rows: Iterable[Leased]) -> None:
        """Add rows behind the others of their hosts."""
        for row in rows:
            self._rows.setdefault(row.host, deque()).append(row)

    def pop(self, has_room: Callable[[str], bool]) -> Leased | None:
        """Take a row of the first host that has room; the host goes to the end."""
        for host in self._rows:
            if has_room(host):
                rows = self._rows.pop(host)
                row = rows.popleft()
                if rows:
                    self._rows[host] = rows
                return row
        return None

    def put_first(self, row: Leased) -> None:
        """Put a row back before the others of its host."""
        self._rows.setdefault(row.host, deque()).appendleft(row)

    def take_host(self, host: str) -> list[Leased]:
        """Take all rows of a host."""
        return list(self._rows.pop(host, ()))

    def take_all(self) -> list[Leased]:
        """Take all rows."""
        rows = [row for many in self._rows.values() for row in many]
        self._rows.clear()
        return rows
