"""Who holds leases, and taking over from those who died."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.store.worker import WorkerLock, boot_id, is_dead, node_name

if TYPE_CHECKING:
    from pathlib import Path

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["Workers"]


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
    """

    def __init__(self, db: Connection, directory: Path, lease_s: float, now: float) -> None:
        self._db = db
        self._directory = directory
        self._lease_s = lease_s
        self._node = node_name()
        self._boot = boot_id()
        self._lock = WorkerLock(directory)
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

    def reclaim(self, now: float) -> int:
        """Put the rows of dead workers back to be done; return how many."""
        rows = 0
        for worker, name, node, boot, lease_until in self._db.read(
            "SELECT id, name, node, boot, lease_until FROM workers WHERE id <> ?", (self.me,)
        ):
            here = node == self._node or (boot and boot == self._boot)
            if not (is_dead(self._directory, name) if here else lease_until < now):
                continue
            with self._db.transaction():
                rows += self._db.write(
                    "UPDATE frontier SET state = 0, owner = NULL WHERE owner = ? AND state = 2",
                    (worker,),
                )
                self._db.write("DELETE FROM workers WHERE id = ?", (worker,))
        self._db.flush()
        return rows

    def close(self) -> None:
        """Leave; leases still open are taken over by whoever looks next."""
        try:
            if not self._db.broken:
                self._db.write(
                    "DELETE FROM workers WHERE id = ? AND NOT EXISTS"
                    " (SELECT 1 FROM frontier WHERE owner = workers.id)",
                    (self.me,),
                )
                self._db.flush()
        finally:
            self._lock.close()
