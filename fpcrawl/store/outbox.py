"""Writing new and changed records to JSON Lines files, each exactly once.

The order is: append, flush to disk, then mark in the database how long the file is and
delete the lines from the outbox. A process that dies in between leaves a file longer than
its mark; whoever writes next cuts it back to the mark and writes those lines again. Lines
behind the mark that are not of this state, as where two states write one file, stay.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from fpcrawl.store.base import State

__all__ = ["FeedWriter"]

_BATCH = 500
_STEP = 64 * 1024


@dataclass(frozen=True, slots=True)
class FeedWriter:
    """Moves the outbox of a state to feed files.

    Attributes
    ----------
    state
        The open state.
    paths
        A file for each kind, ``post`` and ``article``; a kind without one stays in the
        outbox.
    crawl
        Write only what this crawl found; None for all.
    """

    state: State
    paths: Mapping[str, Path]
    crawl: str | None = None

    def drain(self) -> int:
        """Write everything that waits; return the number of lines.

        Raises
        ------
        StateError
            A file cannot be written.
        """
        return sum(self._drain(kind, path) for kind, path in self.paths.items())

    def _drain(self, kind: str, path: Path) -> int:
        self.state.flush()
        try:
            with self._locked(path) as file:
                self._mend(kind, file, path)
                return self._append_all(kind, file, path)
        except OSError as error:
            raise StateError(f"cannot write the feed {path}: {error.strerror}") from error

    @staticmethod
    @contextmanager
    def _locked(path: Path) -> Iterator[BinaryIO]:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            with os.fdopen(descriptor, "r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                # The user may have moved the file away while we waited for the lock.
                if path.exists() and os.path.samestat(path.stat(), os.fstat(descriptor)):
                    yield file
                    return

    def _mend(self, kind: str, file: BinaryIO, path: Path) -> None:
        """Cut what was not marked; go on behind a file that others wrote or cut."""
        found = self.state.outbox.marked(_name(path))
        size = os.fstat(file.fileno()).st_size
        marked = size if found is None else found
        if size > marked and self._ends_ours(kind, file, marked):
            file.truncate(marked)
        elif found is None or size != marked:
            file.seek(max(size - 1, 0))
            if file.read(1) not in (b"", b"\n"):
                file.write(b"\n")
                file.flush()
            # Marked before anything is appended: a kill must not leave lines of ours
            # that look like the user's.
            self.state.outbox.mark(_name(path), file.seek(0, os.SEEK_END))
        file.seek(0, os.SEEK_END)

    def _ends_ours(self, kind: str, file: BinaryIO, begin: int) -> bool:
        """Tell whether the last whole line from a place on, if there is one, is of this state.

        Its own lines stand directly behind the mark: what follows them is another's.
        """
        line = _last_line(file, begin)
        if line is None:
            return True
        try:
            record = json.loads(line)
            key = record["key"]
        except (ValueError, TypeError, KeyError):
            return False
        # A record is stored before its line is written.
        return isinstance(key, str) and self.state.records.get(kind, key) is not None

    def _append_all(self, kind: str, file: BinaryIO, path: Path) -> int:
        def write(lines: Sequence[str]) -> int:
            file.write("".join(f"{line}\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

        outbox, written = self.state.outbox, 0
        while count := outbox.hand_out(kind, self.crawl, _name(path), _BATCH, write):
            written += count
        return written


def _last_line(file: BinaryIO, begin: int) -> bytes | None:
    """Return the last line that has an end, of those that begin at a place or behind it."""
    place, tail = file.seek(0, os.SEEK_END), b""
    while place > begin and tail.count(b"\n") < 2:
        step = min(_STEP, place - begin)
        place = file.seek(place - step)
        tail = file.read(step) + tail
    lines = tail.split(b"\n")[:-1]
    return lines[-1] if lines else None


def _name(path: Path) -> str:
    return str(path.absolute())
