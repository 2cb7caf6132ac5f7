"""Who holds leases in Redis, and taking over from those who died."""

from __future__ import annotations

import contextlib
import json
import logging
import uuid
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.redis_connection import pairs
from fpcrawl.store.redis_hosts import turn_keys
from fpcrawl.store.worker import Fate, WorkerLock, boot_id, clear, fate, node_name

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.store.frontier_policy import FrontierPolicy
    from fpcrawl.store.redis_connection import RedisDb, Word

__all__ = ["RedisWorkers"]

logger = logging.getLogger(__name__)

_HOME = "home"


class RedisWorkers:
    """The running process as one of the workers of a Redis state.

    Workers that share a directory know by its locked files who lives, at once; the others go
    by the lease time that each renews.

    Parameters
    ----------
    directory
        Where workers of this machine keep their locked files.
    lease_s
        How long the leases of a worker stand unless renewed, in seconds.
    """

    def __init__(self, db: RedisDb, directory: Path, lease_s: float) -> None:
        self._db = db
        self._directory = directory
        self._lease_s = lease_s
        self._keys = [db.key("workers"), db.key("beats")]
        self._lock = WorkerLock(directory)
        try:
            known = [node_name(), boot_id(), _home(directory)]
            self._place = [word for word in known if word]
            self.me = self._enter()
        except BaseException:
            self._lock.close()
            raise

    @property
    def key(self) -> str:
        """The beginning of this worker's keys."""
        return self._key(self.me)

    def _key(self, number: str) -> str:
        return self._db.key("worker", number)

    def _enter(self) -> str:
        told = json_text({"name": self._lock.name, "node": node_name(), "place": self._place})
        keys = [self._db.key("worker-number"), *self._keys]
        until = self._db.clock() + self._lease_s
        return str(int(self._db.script("worker_enter", keys, [told, repr(until)])))

    def renew(self) -> bool:
        """Prolong the leases of this worker; False if it had been taken for dead."""
        until = self._db.clock() + self._lease_s
        if self._db.script("worker_renew", self._keys, [self.me, repr(until)]):
            return True
        self.me = self._enter()
        return False

    def reclaim(self, now: float, policy: FrontierPolicy, days: int) -> tuple[int, int]:
        """Put the rows of dead workers back; return how many, and how many were set aside."""
        rows = aside = 0
        known, beats = self._db.pipeline_read(
            [("HGETALL", self._keys[0]), ("ZRANGE", self._keys[1], 0, -1, "WITHSCORES")]
        )
        until = {name.decode(): float(when) for name, when in pairs(beats)}
        for field, text in known.items():
            number, told = field.decode(), json.loads(text)
            if number == self.me:
                continue
            # The same directory on the same machine: files of another tell nothing.
            is_here = told["place"] == self._place
            if is_here:
                became = fate(self._directory, told["name"])
            else:
                became = Fate.CRASHED if until.get(number, 0.0) < now else Fate.ALIVE
            if became is Fate.ALIVE:
                continue
            crashed = became is Fate.CRASHED
            back, set_aside = self._bury(number, now, crashed, is_here, policy, days)
            rows, aside = rows + back, aside + set_aside
            if is_here:
                clear(self._directory, told["name"])
        return rows, aside

    def _bury(
        self,
        number: str,
        now: float,
        crashed: bool,
        is_here: bool,
        policy: FrontierPolicy,
        days: int,
    ) -> tuple[int, int]:
        rows = aside = 0
        holds, turns = turn_keys(self._db, number)
        told: list[Word] = [number, self._key(number), repr(now), int(crashed), int(not is_here)]
        rules = [policy.max_crashes, policy.quarantine_s, policy.max_failures, days]
        keys, words = [*self._keys, holds], [*told, *rules, turns]
        while True:
            back, is_all, found = self._db.script("worker_bury", keys, words)
            rows += back
            for url, crashes in pairs(found):
                aside += 1
                logger.warning(
                    "%s is set aside: %d workers in a row died while they worked on it",
                    url.decode(errors="replace"),
                    crashes,
                )
            if is_all:
                return rows, aside

    def held(self) -> list[bytes]:
        """Return the rows that Redis says this worker holds: key of the crawl, fingerprint."""
        return list(self._db.read("SMEMBERS", f"{self.key}:held"))

    def close(self, *, left: bool) -> None:
        """Leave; leases still open are taken over by whoever looks next.

        Parameters
        ----------
        left
            Whether all rows were put back.
        """
        try:
            if left:
                self._db.write("HDEL", self._keys[0], self.me)
                self._db.write("ZREM", self._keys[1], self.me)
                self._db.write("DEL", f"{self.key}:started")
                self._db.flush()
        finally:
            self._lock.close()


def _home(directory: Path) -> str:
    """Return the name of a directory of workers, giving it one if it is new."""
    path = directory / _HOME
    try:
        if not path.exists():
            # Linked when it is whole: workers that start together must read the same name.
            mine = path.with_name(f"{_HOME}-{uuid.uuid4().hex}")
            mine.write_text(mine.name, encoding="ascii")
            with contextlib.suppress(FileExistsError):
                path.hardlink_to(mine)
            mine.unlink()
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise StateError(f"cannot write {path}: {error.strerror}") from error
