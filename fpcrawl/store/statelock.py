"""Who has a state directory open, so that nobody puts another state in its place meanwhile."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.store.worker import is_dead

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

__all__ = ["LOCK_FILE", "StateLock"]

LOCK_FILE = "state.lock"


class StateLock:
    """A locked file of the state directory; many may share it, or one has it alone.

    The kernel drops the lock with the process.

    Parameters
    ----------
    directory
        The state directory; it must exist.
    alone
        Nobody else may write to this state meanwhile.

    Raises
    ------
    StateError
        Others have it open, or one has it alone; or the file cannot be made.
    """

    def __init__(self, directory: Path, *, alone: bool = False) -> None:
        path = directory / LOCK_FILE
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StateError(
                f"cannot lock {path}: {error.strerror}; "
                "FPCRAWL_STATE_DIR must be a writable directory of a file system with locks"
            ) from error
        try:
            fcntl.flock(self._file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StateError(
                f"the state in {directory} is in use: end the crawls and commands that work with "
                "it first"
                if alone
                else f"the state in {directory} is being restored or moved by another process: "
                "try again when that has ended"
            ) from None
        if alone and _workers_alive(directory):
            self.close()
            raise StateError(f"the state in {directory} is in use: end the crawls first")

    def close(self) -> None:
        """Give the lock up; twice is harmless."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> StateLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _workers_alive(directory: Path) -> bool:
    """Tell whether a process of a version that takes no lock on the state is at work."""
    workers = directory / "workers"
    return any(not is_dead(workers, path.stem) for path in workers.glob("*.lock"))
