"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import shutil
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from fpcrawl.exceptions import StateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = [
    "SIDE_FILES",
    "Tell",
    "need_room",
    "replacing",
    "size_text",
    "sync_directory",
    "target_file",
]

Tell: TypeAlias = "Callable[[int, int], None]"
"""Told how much is done and of how much; 0 = of nobody knows how much."""

SIDE_FILES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file while it is in use."""

_SECRET = 0o600


def size_text(size: float) -> str:
    """Return a number of bytes for people."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" or size >= 100 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def need_room(directory: Path, size: int) -> None:
    """Refuse what does not fit on the disk.

    Parameters
    ----------
    size
        What is about to be written, bytes.

    Raises
    ------
    StateError
        There is less room.
    """
    free = shutil.disk_usage(directory).free
    if free < size:
        raise StateError(
            f"the disk of {directory} has {size_text(free)} free, {size_text(size)} are needed"
        )


def target_file(path: Path, *, force: bool) -> None:
    """Refuse a path that no file can be written to.

    Raises
    ------
    UsageError
        Its folder is not there, it is a folder itself, or a file that nobody allowed to replace.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder: name a file")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no ordinary file: name another")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}: make it first")
    if path.exists() and not force:
        raise UsageError(f"{path} is there already: name another file, or replace it with --force")


@contextmanager
def replacing(path: Path, *, secret: bool = False) -> Iterator[Path]:
    """Give a path to write to; when the block ends well, it stands in the place of ``path``.

    Parameters
    ----------
    secret
        Only the user may read it.

    Raises
    ------
    StateError
        It cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        descriptor = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _SECRET if secret else 0o666
        )
        os.close(descriptor)
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_directory(path.parent)
    except OSError as error:
        raise StateError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        for suffix in ("", *SIDE_FILES):
            temporary.with_name(f"{temporary.name}{suffix}").unlink(missing_ok=True)


def sync_directory(directory: Path) -> None:
    """Have the names in a directory reach the disk."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
