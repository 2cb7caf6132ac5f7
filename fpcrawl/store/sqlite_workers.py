"""Who holds leases, and taking over from those who died."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.worker import Fate, WorkerLock, boot_id, clear, fate, node_name

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["DeadWorker", "Workers"]


@dataclass(frozen=True, slots=True)
class DeadWorker:
    """A worker whose rows are to be taken over.

    Attributes
    ----------
    crashed
        It was killed, or is not heard of any more: one that ended by itself is not.
    """

    worker: int
    name: str
    crashed: bool


class Workers:
    """The running process as one of the workers of a state file.

    Parameters
    ----------
    directory
        Where each worker of this machine keeps its locked file.
    lease_s
        How long the leases of a worker on another machine stand unless renewed.
    now
        The time at start.

    Attributes
    ----------
    alone
        Whether no other worker was seen of late: then nobody waits for the right to write.
    """

    def __init__(self, db: Connection, directory: Path, lease_s: float, now: float) -> None:
        self._db = db
        self._directory = directory
        self._lease_s = lease_s
        self._node = node_name()
        self._boot = boot_id()
        self._lock = WorkerLock(directory)
        self.alone = False
        try:
            self.me = self._register(now)
        except BaseException:
            self._lock.close()
            raise

    def _register(self, now: float) -> int:
        rows = self._db.write_returning(
            "INSERT INTO workers (name, node, boot, lease_until) VALUES (?, ?, ?, ?) RETURNING id",
            (self._lock.name, self._node, self._boot, now + self._lease_s),
        )
        self._db.flush()
        return int(rows[0][0])

    def renew(self, now: float) -> bool:
        """Prolong the leases of this worker; False if it had been taken for dead."""
        touched = self._db.write(
            "UPDATE workers SET lease_until = ? WHERE id = ?", (now + self._lease_s, self.me)
        )
        if touched == 0:
            self.me = self._register(now)
        self._db.flush()
        return touched > 0

    def dead(self, now: float) -> list[DeadWorker]:
        """Return the workers that ended without putting all their rows back."""
        found = []
        alive = 0
        for worker, name, node, boot, lease_until in self._db.read(
            "SELECT id, name, node, boot, lease_until FROM workers WHERE id <> ?", (self.me,)
        ):
            if node == self._node or (boot and boot == self._boot):
                became = fate(self._directory, name)
            else:
                became = Fate.CRASHED if lease_until < now else Fate.ALIVE
            if became is Fate.ALIVE:
                alive += 1
            else:
                found.append(DeadWorker(worker, name, became is Fate.CRASHED))
        self.alone = not alive
        return found

    def forget(self, dead: DeadWorker) -> None:
        """Strike a dead worker off, when its rows are taken over."""
        self._db.write("DELETE FROM workers WHERE id = ?", (dead.worker,))
        self._db.write("DELETE FROM turn_holders WHERE owner = ?", (dead.worker,))
        clear(self._directory, dead.name)

    def close(self) -> None:
        """Leave; leases still open are taken over by whoever looks next."""
        try:
            if not self._db.broken:
                self._db.write("DELETE FROM turn_holders WHERE owner = ?", (self.me,))
                self._db.write(
                    "DELETE FROM workers WHERE id = ? AND NOT EXISTS"
                    " (SELECT 1 FROM frontier WHERE owner = workers.id)",
                    (self.me,),
                )
                self._db.flush()
        finally:
            self._lock.close()
