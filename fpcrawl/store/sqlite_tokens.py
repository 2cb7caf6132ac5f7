"""Turns at hosts among the processes that share a state file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.store.host_turns import HOLD_S, MEMORY_S, SENDING_S, look_again_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.store.sqlite_connection import Connection
    from fpcrawl.store.sqlite_workers import Workers

__all__ = ["SqliteTokens"]


class _Taken(NamedTuple):
    when: float
    latest_before: float | None
    delay_s: float


class SqliteTokens:
    """See :class:`fpcrawl.store.base.HostTokens`.

    Parameters
    ----------
    workers
        None for a state that is only read: no turn is given out.
    clock
        Seconds since the epoch; should it be set back, nobody waits longer than a delay.
    """

    def __init__(self, db: Connection, workers: Workers | None, clock: Callable[[], float]) -> None:
        self._db = db
        self._workers = workers
        self._clock = clock
        self._before: dict[tuple[str, int], _Taken] = {}

    def take(self, host: str, delay_s: float, limit: int, turn: int) -> float:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        if self._workers is None:
            return look_again_s(delay_s)
        if (host, turn) in self._before:
            return 0.0
        wait_s, _ = self._wait(host, delay_s, self._clock())
        if wait_s > 0:
            return wait_s
        me = self._workers.me
        with self._db.transaction():
            # Another process may have come first while we waited for the right to write.
            now = self._clock()
            wait_s, latest = self._wait(host, delay_s, now)
            if wait_s > 0:
                return wait_s
            self._db.write("DELETE FROM turn_holders WHERE until <= ?", (now,))
            if self._held(host) >= limit or (delay_s > 0 and self._is_sent(host, now)):
                return look_again_s(delay_s)
            self._db.write("DELETE FROM turns WHERE latest < ?", (now - 2 * MEMORY_S,))
            self._db.write("INSERT OR REPLACE INTO turns VALUES (?, ?)", (host, now))
            self._db.write(
                "INSERT INTO turn_holders VALUES (?, ?, ?, ?, ?)",
                (host, me, turn, now + SENDING_S if delay_s > 0 else 0.0, now + HOLD_S),
            )
            # Else nobody is kept waiting by what is not committed yet.
            if delay_s > 0 or not self._workers.alone:
                self._db.flush()
        self._before[host, turn] = _Taken(now, latest, delay_s)
        return 0.0

    def _wait(self, host: str, delay_s: float, now: float) -> tuple[float, float | None]:
        found = self._db.read_one("SELECT latest FROM turns WHERE host = ?", (host,))
        if found is None:
            return 0.0, None
        latest = float(found[0])
        return delay_s - max(0.0, now - latest), latest

    def _held(self, host: str) -> int:
        found = self._db.read_one("SELECT count(*) FROM turn_holders WHERE host = ?", (host,))
        return int(found[0])

    def _is_sent(self, host: str, now: float) -> bool:
        """Tell whether a request of another turn is being sent."""
        found = self._db.read_one(
            "SELECT 1 FROM turn_holders WHERE host = ? AND sending > ?", (host, now)
        )
        return found is not None

    def use(self, host: str, turn: int) -> None:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        taken = self._before.get((host, turn))
        if taken is None or self._workers is None or self._db.broken:
            return
        if not taken.delay_s:
            return  # nobody waits for the moment of sending
        self._db.write("UPDATE turns SET latest = ? WHERE host = ?", (self._clock(), host))
        self._db.write(
            "UPDATE turn_holders SET sending = 0 WHERE host = ? AND owner = ? AND turn = ?",
            (host, self._workers.me, turn),
        )
        self._db.flush()

    def give(self, host: str, turn: int, *, unused: bool = False) -> None:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        taken = self._before.pop((host, turn), None)
        if taken is None or self._workers is None or self._db.broken:
            return
        self._db.write(
            "DELETE FROM turn_holders WHERE host = ? AND owner = ? AND turn = ?",
            (host, self._workers.me, turn),
        )
        if unused:
            self._db.write(
                "UPDATE turns SET latest = ? WHERE host = ? AND latest = ?",
                (taken.latest_before or 0.0, host, taken.when),
            )
