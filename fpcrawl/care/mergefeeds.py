"""One feed of several: of each key the record as it stands, in memory that does not grow.

The files are read twice. The first time tells of each key which line is to stay; that is
kept in a temporary database. The second time copies those lines.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import zlib
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from fpcrawl.care.files import replacing, size_text
from fpcrawl.exceptions import StateError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fpcrawl.care.files import Tell

__all__ = ["Merged", "merge_feeds"]

#: Faulty lines that are named; all are counted.
_NAMED = 5
_BATCH = 5000
_CACHE_KB = 64_000
_VERSIONS = 2**63

_KEEP = """
INSERT INTO best VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    version = excluded.version, fetched = excluded.fetched, place = excluded.place
WHERE (excluded.version, excluded.fetched) >= (version, fetched)
"""
_KEEP_LATEST = _KEEP.replace(
    "(excluded.version, excluded.fetched) >= (version, fetched)",
    "(excluded.fetched, excluded.version) >= (fetched, version)",
)


@dataclass(slots=True)
class Merged:
    """What was done.

    Attributes
    ----------
    lines
        Lines read, of all files.
    records
        Lines written, one for each key.
    torn
        Last lines without an end: a file that is being written to, or was cut off.
    bad
        Other lines that are no record.
    faults
        The first of these, each with its place.
    """

    lines: int = 0
    records: int = 0
    torn: int = 0
    bad: int = 0
    faults: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def _nothing(_done: int, _total: int) -> None:
    """Tell nobody."""


def merge_feeds(
    files: Sequence[Path], out: Path, *, latest: bool = False, tell: Tell = _nothing
) -> Merged:
    """Write the records of several feeds to one file, each key once.

    Of lines with the same key the one with the highest version stays, of these the one
    fetched last, of these the last. They stand in the order of the files.

    Parameters
    ----------
    files
        JSON Lines; packed ones end in ``.gz``.
    latest
        The line fetched last stays, whatever its version: for machines that shared no state,
        each of which counted its own.
    tell
        Told how much is read, in bytes of both readings.

    Raises
    ------
    UsageError
        ``out`` is one of the files.
    StateError
        A file cannot be read or ``out`` not be written.
    """
    for file in files:
        if not file.is_file():
            raise UsageError(f"there is no file {file}")
        if out.exists() and file.samefile(out):
            raise UsageError(f"{out} is one of the files to merge: name another")
    # What a crawl appends meanwhile is left to the next time.
    sizes = [file.stat().st_size for file in files]
    merged = Merged()
    reading = _Reading(files, sizes, tell)
    with replacing(out) as temporary:
        places = temporary.with_name(f"{temporary.name}-journal")
        try:
            with closing(_places(places)) as db:
                _choose(db, reading, merged, _KEEP_LATEST if latest else _KEEP)
                _copy(db, reading, temporary, merged, packs=out.suffix == ".gz")
        except sqlite3.Error as error:
            need = size_text(sum(sizes))
            raise StateError(
                f"cannot sort {need} beside {out}: {error}; is there room on the disk?"
            ) from error
    return merged


def _places(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{_CACHE_KB}"):
        db.execute(f"PRAGMA {pragma}")
    db.execute(
        "CREATE TABLE best (key TEXT PRIMARY KEY, version INTEGER NOT NULL,"
        " fetched REAL NOT NULL, place INTEGER NOT NULL) WITHOUT ROWID"
    )
    return db


class _Reading:
    """Reads the files line by line, as often as it is asked to, always as long as they were."""

    def __init__(self, files: Sequence[Path], sizes: Sequence[int], tell: Tell) -> None:
        self._files = files
        self._sizes = sizes
        self._tell = tell
        self._done = 0

    def lines(self) -> Iterator[tuple[Path, int, bytes]]:
        """Yield each line with its file and number, 1 = first."""
        for file, size in zip(self._files, self._sizes, strict=True):
            before = self._done
            try:
                with self._opened(file) as (source, raw):
                    for number, line in enumerate(source, 1):
                        at = raw.tell()
                        if raw is source and at > size:
                            line = line[: len(line) - (at - size)]  # noqa: PLW2901
                        if line:
                            yield file, number, line
                        self._tell(before + min(at, size), 2 * sum(self._sizes))
                        if raw is source and at >= size:
                            break
            except (OSError, EOFError, zlib.error) as error:
                raise StateError(f"cannot read {file}: {error}") from error
            self._done = before + size

    @staticmethod
    @contextmanager
    def _opened(file: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
        with file.open("rb") as raw:
            if file.suffix != ".gz":
                yield raw, raw
                return
            with gzip.open(raw) as packed:
                yield cast("BinaryIO", packed), raw


def _choose(db: sqlite3.Connection, reading: _Reading, merged: Merged, keep: str) -> None:
    """Find the line of each key that is to stay."""
    waiting: list[tuple[str, int, float, int]] = []
    db.execute("BEGIN")
    for place, (file, number, line) in enumerate(reading.lines()):
        if not line.strip():
            continue
        merged.lines += 1
        told = _standing(line)
        if told is not None:
            waiting.append((*told, place))
        elif not line.endswith(b"\n"):
            merged.torn += 1
        else:
            merged.bad += 1
            if len(merged.faults) < _NAMED:
                merged.faults.append(f"{file}, line {number}")
        if len(waiting) >= _BATCH:
            db.executemany(keep, waiting)
            waiting.clear()
    db.executemany(keep, waiting)
    db.execute("COMMIT")


def _standing(line: bytes) -> tuple[str, int, float] | None:
    """Return key, version and fetch time of a line; ``None`` when it is no record."""
    try:
        found = json.loads(line)
        key, version = found["key"], found.get("version", 1)
        fetched = found.get("fetched")
        moment = datetime.fromisoformat(fetched) if fetched else datetime.fromtimestamp(0, UTC)
        key.encode()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if not isinstance(version, int) or not 0 <= version < _VERSIONS:
        return None
    return key, version, (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _copy(
    db: sqlite3.Connection, reading: _Reading, path: Path, merged: Merged, *, packs: bool
) -> None:
    """Write the lines that are to stay, in the order of the files."""
    places = db.execute("SELECT place FROM best ORDER BY place")
    wanted = next(places, None)
    with gzip.open(path, "wb", compresslevel=6) if packs else path.open("wb") as out:
        for place, (_, _, line) in enumerate(reading.lines()):
            if wanted is not None and place == wanted[0]:
                out.write(line if line.endswith(b"\n") else line + b"\n")
                merged.records += 1
                wanted = next(places, None)
