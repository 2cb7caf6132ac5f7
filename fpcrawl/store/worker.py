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
from enum import Enum
from pathlib import Path

from fpcrawl.exceptions import StateError

__all__ = ["Fate", "WorkerLock", "boot_id", "clear", "fate", "is_dead", "node_name"]


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


class Fate(Enum):
    """What became of a worker of this machine.

    One that left, in whatever state its store was, took its file away; one that was
    killed could not.
    """

    ALIVE = "alive"
    LEFT = "left"
    CRASHED = "crashed"


def fate(directory: Path, name: str) -> Fate:
    """Return what became of the worker of that name, on this machine."""
    try:
        file = os.open(directory / f"{name}.lock", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return Fate.LEFT
    except OSError:
        return Fate.ALIVE
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return Fate.ALIVE
    finally:
        os.close(file)
    return Fate.CRASHED


def clear(directory: Path, name: str) -> None:
    """Remove what a dead worker left, once its work is taken over."""
    with contextlib.suppress(OSError):
        (directory / f"{name}.lock").unlink()


def is_dead(directory: Path, name: str) -> bool:
    """Tell whether the worker of that name, on this machine, has ended; clears its file."""
    dead = fate(directory, name) is not Fate.ALIVE
    if dead:
        clear(directory, name)
    return dead
