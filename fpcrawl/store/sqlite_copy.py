"""Copies of a state file, made while others write to it."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import uuid
from contextlib import closing
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["UPGRADE_COPY_BYTES", "copy_before_upgrade", "copy_state", "open_plain"]

logger = logging.getLogger(__name__)

UPGRADE_COPY_BYTES = 1 << 30
"""A larger file is not copied by itself before it is brought to a new version."""

_PAGES_A_STEP = 1000


def open_plain(path: Path, *, write: bool = False) -> sqlite3.Connection:
    """Open a file that is no state at work, without any batch or worker.

    Raises
    ------
    StateError
        It cannot be opened.
    """
    try:
        mode = "rw" if write else "ro"
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=30
        )
    except sqlite3.Error as error:
        raise StateError(f"cannot open {path}: {error}") from error


def copy_state(
    source: Path, target: Path, tell: Callable[[int, int], None] = lambda _done, _total: None
) -> None:
    """Copy a state file as it is at this moment, without its leases.

    Parameters
    ----------
    tell
        Told how many bytes are copied, of how many.

    Raises
    ------
    StateError
        It cannot be read, or the copy cannot be written.
    """
    try:
        with closing(open_plain(source)) as old, closing(open_plain(target, write=True)) as new:
            # What others write from here on is not seen: the copy is of one moment, and need
            # not begin anew with each of their commits.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (page_bytes,) = old.execute("PRAGMA page_size").fetchone()

            def told(_status: int, remaining: int, total: int) -> None:
                tell((total - remaining) * page_bytes, total * page_bytes)

            old.backup(new, pages=_PAGES_A_STEP, progress=told)
            new.execute("PRAGMA journal_mode = DELETE")
            _settle(new)
    except sqlite3.Error as error:
        raise StateError(f"cannot copy {source} to {target}: {error}") from error


def _settle(db: sqlite3.Connection) -> None:
    """Take the leases out: those who hold them will not end them in this file."""
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not {"frontier", "workers"} <= tables:
        return  # found out by whoever examines the copy
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE frontier SET state = 0, owner = NULL WHERE state = 2")
    db.execute("DELETE FROM workers")
    if "turn_holders" in tables:
        db.execute("DELETE FROM turn_holders")
        db.execute("UPDATE frontier SET started = 0 WHERE started = 1")
    db.execute("COMMIT")


def copy_before_upgrade(path: Path, version: int) -> Path | None:
    """Keep a copy of a file that is about to be brought to a new version.

    Older ones of such copies are removed. None is made of a large file or on a full disk:
    the change itself is all or nothing, the copy serves going back to an older fpcrawl.

    Parameters
    ----------
    version
        What the file has now.

    Returns
    -------
    Path or None
        The copy; ``None`` when none was made.
    """
    copy = path.with_name(f"{path.name}.v{version}")
    size = path.stat().st_size
    if size > UPGRADE_COPY_BYTES or shutil.disk_usage(path.parent).free < 3 * size:
        logger.warning("%s is brought to a new version without a copy of before", path)
        return None
    temporary = path.with_name(f".{copy.name}.{uuid.uuid4().hex[:8]}.part")
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        copy_state(path, temporary)
        with closing(open_plain(temporary)) as db:
            (copied,) = db.execute("SELECT version FROM schema_version").fetchone()
        if copied != version:
            return None  # another process was faster with all of it
        temporary.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise StateError(f"cannot copy {path} before its upgrade: {error}") from error
    finally:
        temporary.unlink(missing_ok=True)
    for old in path.parent.glob(f"{path.name}.v*"):
        if old != copy:
            old.unlink(missing_ok=True)
    logger.info("%s is brought from version %d to a new one; before: %s", path, version, copy)
    return copy
