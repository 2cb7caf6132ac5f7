"""Moving a state from one store to another, and seeing that all of it has arrived."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.exceptions import StateError
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.store.care import SeenRow
from fpcrawl.store.templates import StoredTemplate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.care.files import Tell
    from fpcrawl.store.care import Care

__all__ = ["Moved", "Step", "clear", "copy_all", "fresh_rows"]

_TEXTS = frozenset({"data", "value", "payload", "detour"})


@dataclass(frozen=True, slots=True)
class Step:
    """A section and where it goes."""

    section: str
    source: Care
    target: Care


@dataclass(frozen=True, slots=True)
class Moved:
    """A section that has arrived."""

    section: str
    rows: int


def _nothing(_done: int, _total: int) -> None:
    """Tell nobody."""


def fresh_rows(steps: Iterable[Step]) -> list[str]:
    """Return the sections whose target holds something already."""
    return [step.section for step in steps if step.target.count(step.section)]


def copy_all(steps: Sequence[Step], *, force: bool = False, tell: Tell = _nothing) -> list[Moved]:
    """Copy sections, then compare each with what has arrived.

    The sources are not changed. When it fails, what has arrived is removed again.

    Parameters
    ----------
    force
        Remove first what the targets hold.
    tell
        Told how many rows were read, of how many: each is read at the source and at the target.

    Raises
    ------
    StateError
        A target holds something already, or what has arrived is not what was sent.
    """
    steps = [step for step in steps if step.source.count(step.section) or force]
    there = fresh_rows(steps)
    if there and not force:
        raise StateError(f"there is a state already ({', '.join(there)}): --force removes it first")
    progress = _Progress(2 * sum(step.source.count(step.section) for step in steps), tell)
    begun: list[Step] = []
    try:
        sent = []
        for step in steps:
            begun.append(step)
            step.target.clear(step.section)
            digest = _Digest(progress)
            step.target.load(step.section, digest.over(step.source.dump(step.section)))
            sent.append(digest)
        for step, digest in zip(steps, sent, strict=True):
            _compare(step, digest, _Digest(progress))
    except BaseException:
        for step in reversed(begun):
            step.target.clear(step.section)
        raise
    return [Moved(step.section, digest.rows) for step, digest in zip(steps, sent, strict=True)]


def _compare(step: Step, sent: _Digest, arrived: _Digest) -> None:
    for _ in arrived.over(step.target.dump(step.section)):
        pass
    if (arrived.rows, arrived.total) != (sent.rows, sent.total):
        raise StateError(
            f"{step.section}: {arrived.rows} rows have arrived of {sent.rows}, or not as they were "
            "sent; is somebody else writing there? The source is as it was"
        )


def clear(steps: Sequence[Step]) -> None:
    """Remove what was moved from where it came from."""
    for step in reversed(steps):
        step.source.clear(step.section)


class _Progress:
    def __init__(self, total: int, tell: Tell) -> None:
        self._total = total
        self._tell = tell
        self._done = 0

    def step(self) -> None:
        self._done += 1
        self._tell(self._done, max(self._total, self._done))


class _Digest:
    """Sums up rows, in whatever order they come."""

    def __init__(self, progress: _Progress) -> None:
        self.rows = 0
        self.total = 0
        self._progress = progress

    def over(self, rows: Iterable[Any]) -> Iterator[Any]:
        for row in rows:
            self.rows += 1
            # There are most of these, and they look the same everywhere.
            known = row if isinstance(row, SeenRow) else _plain(_bare(row))
            text = repr(known).encode("utf-8", "surrogatepass")
            number = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())
            self.total = (self.total + number) % 2**64
            self._progress.step()
            yield row


def _bare(row: Any) -> Any:
    """Return a row without the numbers that its store gave it."""
    match row:
        case ClusterRow():
            return replace(row, version=0)
        case KeptPage():
            return replace(row, id=0)
        case StoredTemplate():
            return replace(row, change=0)
        case _:
            return row


def _plain(value: Any, name: str = "") -> Any:
    """Return a value so that what means the same looks the same.

    Times are compared to the millisecond: Redis keeps no more of some.
    """
    if isinstance(value, float):
        return math.floor(value * 1000 + 0.01)
    if isinstance(value, str) and name in _TEXTS:
        return json.dumps(json.loads(value), sort_keys=True)
    if hasattr(value, "__dataclass_fields__"):
        return [_plain(getattr(value, one.name), one.name) for one in fields(value)]
    if isinstance(value, dict):
        return sorted((key, _plain(one)) for key, one in value.items())
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    return value
