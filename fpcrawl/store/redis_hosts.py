"""Turns at hosts among workers that share a Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateAway
from fpcrawl.store.host_turns import HOLD_S, MEMORY_S, SENDING_S, look_again_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["RedisTokens", "turn_keys"]


def turn_keys(db: RedisDb, worker: str) -> tuple[str, str]:
    """Return where the turns of a worker stand, and what the keys of turns under way begin with."""
    return db.key("holds", worker), db.key("turns", "")


class RedisTokens:
    """See :class:`fpcrawl.store.base.HostTokens`; the time is Redis' own.

    Keys, all of which expire: ``turn:HOST`` the time of the latest turn, ``turns:HOST`` who has
    one (sorted by when it is free), ``holds:WORKER`` the turns of a worker, ``sending:HOST`` the
    turn whose request is being sent.

    Parameters
    ----------
    worker
        Gives the name of this worker; empty for a state that is only read.
    """

    def __init__(self, db: RedisDb, worker: Callable[[], str]) -> None:
        self._db = db
        self._worker = worker
        self._taken: dict[tuple[str, int], tuple[str, str, str]] = {}

    def take(self, host: str, delay_s: float, limit: int, turn: int) -> float:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        worker = self._worker()
        if not worker:
            return look_again_s(delay_s)
        memory_s = max(MEMORY_S, 2 * delay_s)
        words: list[str | float] = [worker, str(turn), host, delay_s, limit, HOLD_S]
        words += [memory_s, int(SENDING_S)]
        keys = self._keys(worker, host)
        try:
            wait, stamp, before = self._db.script("turn_take", keys, words)
        except StateAway:
            # It may have been taken: then it is given back when the server answers again.
            self._db.write_script("turn_give", keys, [worker, str(turn), host, "", ""])
            raise
        wait_s = float(wait)
        if wait_s == 0:
            self._taken.setdefault((host, turn), (worker, stamp.decode(), before.decode()))
        return look_again_s(delay_s) if wait_s < 0 else wait_s

    def use(self, host: str, turn: int) -> None:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        taken = self._taken.get((host, turn))
        if taken is not None:
            worker = taken[0]
            self._db.write_script("turn_use", self._keys(worker, host), [worker, str(turn)])
            self._db.flush()

    def give(self, host: str, turn: int, *, unused: bool = False) -> None:
        """See :class:`fpcrawl.store.base.HostTokens`."""
        taken = self._taken.pop((host, turn), None)
        if taken is None:
            return
        worker, stamp, before = taken
        words = [worker, str(turn), host, stamp if unused else "", before]
        self._db.write_script("turn_give", self._keys(worker, host), words)

    def _keys(self, worker: str, host: str) -> list[str]:
        key = self._db.key
        return [key("turn", host), key("turns", host), key("holds", worker), key("sending", host)]
