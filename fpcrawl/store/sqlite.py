"""Opening the state of a project: one SQLite file and the locks of its workers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.sqlite_articles import SqliteArticles
from fpcrawl.store.sqlite_care import SqliteCare
from fpcrawl.store.sqlite_clusters import SqliteClusters
from fpcrawl.store.sqlite_connection import Connection
from fpcrawl.store.sqlite_copy import copy_before_upgrade
from fpcrawl.store.sqlite_frontier import SqliteFrontier
from fpcrawl.store.sqlite_ledger import Ledger
from fpcrawl.store.sqlite_outbox import SqliteOutbox
from fpcrawl.store.sqlite_records import SqliteRecords
from fpcrawl.store.sqlite_rows import FrontierRows
from fpcrawl.store.sqlite_schema import MIGRATIONS, check, prepare
from fpcrawl.store.sqlite_seen import SeenTable
from fpcrawl.store.sqlite_sites import SqliteSites, SqliteValues
from fpcrawl.store.sqlite_status import FrontierStatus
from fpcrawl.store.sqlite_templates import SqliteTemplates
from fpcrawl.store.sqlite_tokens import SqliteTokens
from fpcrawl.store.sqlite_workers import Workers
from fpcrawl.store.statelock import StateLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

__all__ = ["STATE_FILE", "SqliteState", "open_state"]

STATE_FILE = "fpcrawl.sqlite3"
_WAL_BYTES = 8 << 20
_PAGE_BYTES = 4096


class SqliteState:
    """One open state file; see :class:`fpcrawl.store.base.State` and :func:`open_state`."""

    def __init__(
        self,
        db: Connection,
        workers: Workers | None,
        clock: Callable[[], float],
        seen_days: int,
        policy: FrontierPolicy,
        lock: StateLock | None = None,
    ) -> None:
        self.db = db
        self._workers = workers
        self._lock = lock
        self.clock = clock
        self._closed = False
        self.values = SqliteValues(db)
        self.tokens = SqliteTokens(db, workers, clock)
        self.sites = SqliteSites(db)
        self.records = SqliteRecords(db)
        self.articles = SqliteArticles(db, self.records)
        self.outbox = SqliteOutbox(db)
        self.clusters = SqliteClusters(db)
        self.templates = SqliteTemplates(db)
        self.seen = SeenTable(db, self.values, seen_days)
        ledger = Ledger(db, read_only=workers is None)
        self.care = SqliteCare(db, clock, ledger, self.clusters, self.templates, workers)
        self.frontier = SqliteFrontier(
            db=db,
            rows=FrontierRows(db),
            clock=clock,
            seen_table=self.seen,
            ledger=ledger,
            status=FrontierStatus(db),
            workers=workers,
            policy=policy,
        )

    @property
    def on_dirty(self) -> Callable[[], None] | None:
        """Called when a write opens a batch, so that the owner can flush it soon."""
        return self.db.on_dirty

    @on_dirty.setter
    def on_dirty(self, action: Callable[[], None] | None) -> None:
        self.db.on_dirty = action

    @property
    def away_s(self) -> float:
        """Seconds since a server of the state is away: a file never is."""
        return 0.0

    @property
    def in_batch(self) -> bool:
        """Whether there are writes that are not on disk."""
        return self.db.in_batch

    def transaction(self) -> AbstractContextManager[None]:
        """Write several things as one: all are kept, or on an exception none."""
        return self.db.transaction()

    def flush(self) -> None:
        """Commit what has been written."""
        if not self._closed:
            self.db.flush()

    def close(self) -> None:
        """Commit, release this process's leases and close the file; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self.db.on_dirty = None
        try:
            if self._workers is not None:
                try:
                    if not self.db.broken:
                        self.frontier.release_all()
                        self.db.outside("PRAGMA incremental_vacuum(2000)")
                finally:
                    self._workers.close()
        finally:
            self.db.close()
            if self._lock is not None:
                self._lock.close()


def open_state(
    directory: Path,
    *,
    clock: Callable[[], float] = time.time,
    read_only: bool = False,
    lease_s: float = 300.0,
    seen_days: int = 180,
    policy: FrontierPolicy | None = None,
) -> SqliteState:
    """Open the state in `directory`, making it if needed.

    Opening takes over what dead workers left and forgets a share of what expired.

    Parameters
    ----------
    clock
        Gives the time, seconds since the epoch.
    read_only
        Only look; the file must exist. Nothing can be leased or written.
    lease_s
        How long a lease stands for workers on other machines, in seconds.
    seen_days
        Age in days at which a page that is done is forgotten.
    policy
        When rows are due again after an outcome.

    Raises
    ------
    StateError
        The directory cannot be written, or the file is damaged, another program's, or
        of a newer version; or another process is about to replace it.
    """
    path = directory / STATE_FILE
    policy = policy or FrontierPolicy()
    if read_only:
        return SqliteState(_open_to_read(path), None, clock, seen_days, policy)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StateError(
            f"cannot make the state directory {directory}: {error.strerror}; "
            "set FPCRAWL_STATE_DIR to a directory that can be written"
        ) from error
    lock = StateLock(directory)
    workers = db = None
    try:
        db = Connection(path)
        version = check(db)
        if 0 < version < len(MIGRATIONS):
            copy_before_upgrade(path, version)
        for pragma in (
            "auto_vacuum = INCREMENTAL",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            f"journal_size_limit = {_WAL_BYTES}",
            f"wal_autocheckpoint = {_WAL_BYTES // _PAGE_BYTES}",
            "cache_size = -16000",
            "temp_store = MEMORY",
        ):
            db.outside(f"PRAGMA {pragma}")
        prepare(db)
        workers = Workers(db, directory / "workers", lease_s, clock())
        state = SqliteState(db, workers, clock, seen_days, policy, lock)
        state.frontier.reclaim(clock())
        state.seen.purge(clock())
        state.flush()
    except BaseException:
        if workers is not None:
            workers.close()
        if db is not None:
            db.close()
        lock.close()
        raise
    return state


def _open_to_read(path: Path) -> Connection:
    if not path.is_file():
        raise StateError(f"there is no state file {path}: nothing has been crawled there yet")
    db = Connection(path, read_only=True)
    try:
        version = check(db)
    except StateError:
        db.close()
        raise
    if version == len(MIGRATIONS):
        return db
    db.close()
    raise StateError(
        f"state file {path} has schema version {version}, not {len(MIGRATIONS)}: "
        "crawl once with this fpcrawl to bring it up to date"
    )
