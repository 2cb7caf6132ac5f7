"""How other processes can tell that a worker is alive: a file it keeps locked.

The kernel drops the lock with the process, however it ends, so a dead worker's work can
be taken over at once instead of after a lease time.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import platform
import uuid
from pathlib import Path

from fpcrawl.exceptions import StateError

__all__ = ["WorkerLock", "boot_id", "is_dead", "node_name"]


def node_name() -> str:
    """Return the name of this machine."""
    return platform.node()


def boot_id() -> str:
    """Return an id of the running kernel, shared by its containers; "" if there is none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


class WorkerLock:
    """A locked file ``<directory>/<name>.lock`` for the life of this worker.

    Parameters
    ----------
    directory
        Where the workers' files lie; created if needed.

    Raises
    ------
    StateError
        The file cannot be made.
    """

    def __init__(self, directory: Path) -> None:
        self.name = uuid.uuid4().hex
        self.path = directory / f"{self.name}.lock"
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StateError(
                f"cannot lock {self.path}: {error.strerror}; "
                "FPCRAWL_STATE_DIR must be a writable directory of a file system with locks"
            ) from error

    def close(self) -> None:
        """Give up the lock and remove the file."""
        self.path.unlink(missing_ok=True)
        os.close(self._file)


def is_dead(directory: Path, name: str) -> bool:
    """Tell whether the worker of that name, on this machine, has ended; clears its file."""
    path = directory / f"{name}.lock"
    try:
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    else:
        with contextlib.suppress(OSError):
            path.unlink()
        return True
    finally:
        os.close(file)
