"""One SQLite connection whose writes are gathered into short transactions.

Committing costs more than writing, and holding the write lock keeps other processes
out. So writes open a *batch*, which is committed when a unit of work ends (an ack), when
its owner flushes it, or by the next write once it is 50 ms old.

After a write failed nothing can be written any more. What failed may have been a link of
a page: were the page acked later, the link would be lost. So the batch is rolled back, all
that comes later is refused, and what was under way is done again after the next start.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakSet

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["Connection"]

Parameters: TypeAlias = "Sequence[Any] | Mapping[str, Any]"

_BATCH_S = 0.05
_BUSY_S = 30.0
_AGAIN_S = 0.02

#: Connections of this process. Those of one thread commit for each other: none of them could
#: wait until another is done.
_open: WeakSet[Connection] = WeakSet()


class Connection:
    """A connection with batches, nested all-or-nothing blocks and undo of memory.

    Parameters
    ----------
    path
        The database file.
    read_only
        Open without the right to write; the file must exist.
    monotonic
        Clock that measures the age of a batch, in seconds.

    Raises
    ------
    StateError
        The file cannot be opened, read or written.
    """

    def __init__(
        self,
        path: Path,
        *,
        read_only: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.on_dirty: Callable[[], None] | None = None
        self.before_commit: list[Callable[[], None]] = []
        self._monotonic = monotonic
        self._depth = 0
        self.thread = threading.get_ident()
        self._began = 0.0
        self._flush_wanted = False
        self._broken: StateError | None = None
        self._undo: list[Callable[[], object]] = []
        mode = "ro" if read_only else "rwc"
        try:
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=_BUSY_S,
                isolation_level=None,
            )
        except sqlite3.Error as error:
            raise self._state_error(error) from error
        if not read_only:
            _open.add(self)

    def _state_error(self, error: sqlite3.Error) -> StateError:
        text = str(error)
        if "locked" in text:
            hint = f"another process has kept it locked for {_BUSY_S:.0f} s"
        elif any(words in text for words in ("not a database", "malformed", "no such ")):
            hint = "the file is damaged or not ours: move it away or restore a copy"
        elif "readonly" in text or "unable to open" in text:
            hint = "check that the directory and the file are there and may be written"
        elif "full" in text or "disk I/O" in text:
            hint = "check the disk"
        else:
            hint = "see the message above"
        return StateError(f"state file {self.path}: {text}; {hint}")

    @property
    def broken(self) -> bool:
        """Whether a write failed, so that nothing can be written any more."""
        return self._broken is not None

    def _break(self, error: sqlite3.Error) -> StateError:
        self._broken = self._state_error(error)
        self._roll_back()
        return self._broken

    @property
    def in_batch(self) -> bool:
        """Whether there are writes not yet committed."""
        return self._db.in_transaction

    def read(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return all rows of a query."""
        try:
            return self._db.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise self._state_error(error) from error

    def read_one(self, sql: str, parameters: Parameters = ()) -> Any:
        """Return the first row of a query, or None."""
        try:
            return self._db.execute(sql, parameters).fetchone()
        except sqlite3.Error as error:
            raise self._state_error(error) from error

    def write(self, sql: str, parameters: Parameters = ()) -> int:
        """Run a writing statement within the batch; return the rows it touched."""
        self.begin()
        try:
            return self._db.execute(sql, parameters).rowcount
        except sqlite3.Error as error:
            raise self._break(error) from error

    def write_returning(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Run a writing statement within the batch; return the rows it hands back."""
        self.begin()
        try:
            return self._db.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise self._break(error) from error

    def outside(self, sql: str) -> None:
        """Run a statement that must not stand in a transaction, such as a pragma."""
        self.flush()
        self._make_way()
        for _ in range(int(_BUSY_S / _AGAIN_S)):
            try:
                self._db.execute(sql).fetchall()
            except sqlite3.OperationalError as error:
                # SQLite lets nobody wait for a new journal mode: two that set it at once would
                # wait for each other.
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise self._state_error(error) from error
            else:
                return
            time.sleep(_AGAIN_S)
        self.read(sql)

    def begin(self) -> None:
        """Open a batch unless one is open; one that is old is committed first."""
        if self._broken is not None:
            raise self._broken
        if self._db.in_transaction:
            if self._depth or self._monotonic() - self._began < _BATCH_S:
                return
            self.flush()
        self._make_way()
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._break(error) from error
        self._began = self._monotonic()
        if self.on_dirty is not None:
            self.on_dirty()

    def _make_way(self) -> None:
        """Commit the batches of other connections of this thread to the same file."""
        for other in [one for one in _open if one is not self and one.path == self.path]:
            if other.thread == self.thread and other.in_batch:
                other.flush()

    def undo(self, action: Callable[[], object]) -> None:
        """Have `action` set memory right if the writes just made are rolled back."""
        self._undo.append(action)

    def flush(self) -> None:
        """Commit the batch; inside :meth:`transaction`, when the outermost one ends."""
        if self._depth:
            self._flush_wanted = True
            return
        if not self._db.in_transaction:
            return
        self._depth += 1  # what these actions write belongs to this batch
        try:
            for action in self.before_commit:
                action()
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._break(error) from error
        finally:
            self._depth -= 1
            self._flush_wanted = False
        self._undo.clear()

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._undo_to(0)

    def _undo_to(self, mark: int) -> None:
        while len(self._undo) > mark:
            self._undo.pop()()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all writes of the block, or on an exception none of them."""
        self.begin()
        name = f"fp{self._depth}"
        mark = len(self._undo)
        self.read(f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            self._undo_to(mark)
            # A full disk may have rolled back everything already.
            if self._db.in_transaction:
                self.read(f"ROLLBACK TO {name}")
                self.read(f"RELEASE {name}")
            raise
        self._depth -= 1
        self.read(f"RELEASE {name}")
        if self._flush_wanted and not self._depth:
            self._flush_wanted = False
            self.flush()

    def close(self) -> None:
        """Commit and close."""
        try:
            self.flush()
        finally:
            _open.discard(self)
            self._db.close()
