"""Copies of a state in one file, made beside running crawls, and putting one back."""

from __future__ import annotations

import gzip
import os
import shutil
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.care.files import SIDE_FILES, need_room, replacing, sync_directory, target_file
from fpcrawl.care.statefile import StateSummary, examine, summary
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store.sqlite import STATE_FILE
from fpcrawl.store.sqlite_copy import copy_state, open_plain
from fpcrawl.store.statelock import StateLock

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.care.files import Tell

__all__ = ["Backup", "Restored", "backup", "backup_name", "check_file", "restore"]

_CHUNK_BYTES = 1 << 20
_PACKED = b"\x1f\x8b"
#: A packed state is a fifth to a third of its size.
_PACKED_SHARE = 0.35


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that was made and found whole."""

    path: Path
    size_bytes: int
    holds: StateSummary


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy that was put back.

    Attributes
    ----------
    aside
        Where the state is that was there before; ``None`` when there was none.
    feeds
        Feed files that hold more than the copy knows of: they are kept as they are.
    """

    path: Path
    holds: StateSummary
    aside: Path | None = None
    feeds: list[str] = field(default_factory=list)


def backup_name(folder: Path, now: datetime) -> Path:
    """Return the name of a copy made now in a folder for copies."""
    return folder / f"fpcrawl-{now:%Y%m%dT%H%M%S}.sqlite3"


def _nothing(_done: int, _total: int) -> None:
    """Tell nobody."""


def backup(directory: Path, target: Path, *, force: bool = False, tell: Tell = _nothing) -> Backup:
    """Copy the state of a directory, as it is at this moment, into one file.

    Crawls may go on meanwhile. The copy holds no leases: what is being fetched is due in it.
    Where the name ends in ``.gz`` it is packed.

    Parameters
    ----------
    force
        Replace a file that is there.
    tell
        Told how far it is, in bytes.

    Raises
    ------
    UsageError
        The file is there already, or its folder is not.
    StateError
        There is no state, it cannot be read, or the copy cannot be written.
    """
    source = directory / STATE_FILE
    if not source.is_file():
        raise StateError(f"there is no state file {source}: nothing has been crawled there yet")
    target_file(target, force=force)
    if target.exists() and target.samefile(source):
        raise UsageError(f"{target} is the state itself: name another file")
    packs = target.suffix == ".gz"
    size = source.stat().st_size
    need_room(target.parent, int(size * (1 + _PACKED_SHARE * packs)))
    with replacing(target, secret=True) as temporary:
        plain = temporary.with_name(f"{temporary.name}.plain") if packs else temporary
        try:
            if packs:
                os.close(os.open(plain, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            copy_state(source, plain, tell)
            holds = _looked_at(plain, source, thorough=False)
            if packs:
                _pack(plain, temporary, tell)
        finally:
            if packs:
                for suffix in ("", *SIDE_FILES):
                    plain.with_name(f"{plain.name}{suffix}").unlink(missing_ok=True)
    return Backup(target, target.stat().st_size, holds)


def _pack(plain: Path, packed: Path, tell: Tell) -> None:
    total = plain.stat().st_size
    done = 0
    with plain.open("rb") as source, gzip.open(packed, "wb", compresslevel=6) as target:
        while chunk := source.read(_CHUNK_BYTES):
            target.write(chunk)
            done += len(chunk)
            tell(done, total)


def _unpack(packed: Path, plain: Path, tell: Tell) -> None:
    total = packed.stat().st_size
    try:
        with packed.open("rb") as file, gzip.open(file) as source, plain.open("wb") as target:
            while chunk := source.read(_CHUNK_BYTES):
                target.write(chunk)
                tell(file.tell(), total)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise StateError(f"{packed} is damaged: {error}") from error


def _is_packed(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(2) == _PACKED
    except OSError as error:
        raise StateError(f"cannot read {path}: {error.strerror}") from error


def _bring(source: Path, temporary: Path, tell: Tell) -> StateSummary:
    """Copy a copy, packed or not, and see whether it is whole."""
    if _is_packed(source):
        _unpack(source, temporary, tell)
    else:
        examine(source, thorough=False)
        copy_state(source, temporary, tell)
    return _looked_at(temporary, source)


def _looked_at(path: Path, source: Path, *, thorough: bool = True) -> StateSummary:
    """See whether what came of a source is whole."""
    try:
        examine(path, thorough=thorough)
        return summary(path)
    except StateError as error:
        raise StateError(str(error).replace(str(path), str(source))) from error


def check_file(path: Path, *, tell: Tell = _nothing) -> StateSummary:
    """Return what a state file or a copy holds, after looking at all of it.

    Raises
    ------
    StateError
        It is not whole, not a state, or of a newer version.
    """
    if not path.is_file():
        raise StateError(f"there is no file {path}")
    if not _is_packed(path):
        examine(path, thorough=True)
        return summary(path)
    need_room(path.parent, int(path.stat().st_size / _PACKED_SHARE))
    plain = path.with_name(f".{path.name}.check")
    try:
        _unpack(path, plain, tell)
        return _looked_at(plain, path)
    finally:
        plain.unlink(missing_ok=True)


def restore(
    source: Path,
    directory: Path,
    now: datetime,
    *,
    force: bool = False,
    tell: Tell = _nothing,
) -> Restored:
    """Make a copy the state of a directory.

    A state that is there is set aside under a name with the time. The copy itself stays.

    Parameters
    ----------
    force
        Do so although there is a state.
    tell
        Told how far it is, in bytes.

    Raises
    ------
    StateError
        The copy is not whole, there is a state and ``force`` is not given, or a crawl is
        at work there.
    """
    if not source.is_file():
        raise StateError(f"there is no file {source}")
    state = directory / STATE_FILE
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StateError(f"cannot make {directory}: {error.strerror}") from error
    with StateLock(directory, alone=True):
        if state.exists():
            if source.samefile(state):
                raise UsageError(f"{source} is the state itself: name a copy")
            if not force:
                raise StateError(
                    f"there is a state in {directory} already: --force sets it aside and puts "
                    f"{source} in its place"
                )
        grows = 1 / _PACKED_SHARE if _is_packed(source) else 1
        need_room(directory, int(source.stat().st_size * grows))
        aside: Path | None = None
        with replacing(state, secret=True) as temporary:
            holds = _bring(source, temporary, tell)
            feeds = _unmark(temporary)
            if state.exists():
                aside = _set_aside(state, now)
        return Restored(state, holds, aside, feeds)


def _unmark(path: Path) -> list[str]:
    """Forget how long feeds were that have grown since: what they hold more must not be cut."""
    grown = []
    with closing(open_plain(path, write=True)) as db:
        for feed, size in db.execute("SELECT path, size FROM feeds ORDER BY path").fetchall():
            with suppress(OSError):
                if Path(feed).stat().st_size > size:
                    db.execute("DELETE FROM feeds WHERE path = ?", (feed,))
                    grown.append(str(feed))
    return grown


def _set_aside(state: Path, now: datetime) -> Path:
    """Give the state that is there a second name; it loses the first when it is replaced."""
    aside = state.with_name(f"{STATE_FILE}.before-{now:%Y%m%dT%H%M%S}")
    while aside.exists():
        aside = aside.with_name(f"{aside.name}+")
    try:
        os.link(state, aside)
    except OSError:  # a file system without second names
        shutil.copyfile(state, aside)
    # A log that a killed process left belongs to that file, and would be taken for the new
    # one's. It goes along as it is: to open a damaged file may cost what the log still holds.
    for suffix in SIDE_FILES:
        with suppress(FileNotFoundError):
            state.with_name(f"{STATE_FILE}{suffix}").rename(f"{aside}{suffix}")
    sync_directory(state.parent)
    return aside
