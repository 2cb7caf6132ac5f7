"""Streams of event times, their windows, and what is done to them."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np

from benchmarks.common import BenchError, data_folders, read_jsonl

if TYPE_CHECKING:
    from datetime import tzinfo
    from pathlib import Path

    import numpy.typing as npt

__all__ = ["DAY_S", "TEST_DAYS", "TRAIN_DAYS", "Stream", "Window", "read_streams", "synthetic"]

DAY_S = 86400.0
TRAIN_DAYS = 30
TEST_DAYS = 20
_WINDOW_S = (TRAIN_DAYS + TEST_DAYS) * DAY_S


@dataclass(frozen=True, slots=True)
class Stream:
    """The events of a board in one order of its list.

    Attributes
    ----------
    name
        Of the stream.
    order
        ``creation`` or ``bump``.
    times
        Epoch seconds, ascending.
    threads
        The thread of each event, in bump order.
    zone
        The clock of the people who write, where it is known.
    """

    name: str
    order: str
    times: npt.NDArray[np.float64]
    threads: npt.NDArray[np.int64] | None = None
    zone: tzinfo | None = None

    @property
    def per_day(self) -> float:
        """Events a day."""
        return len(self.times) / max(float(self.times[-1] - self.times[0]) / DAY_S, 1.0)

    def windows(self, most: int) -> list[Window]:
        """Return spans of training and test, spread over the stream."""
        spare = float(self.times[-1] - self.times[0]) - _WINDOW_S
        if spare < 0:
            return []
        number = min(most, 1 + int(spare // (TEST_DAYS * DAY_S)))
        return [Window(self, float(self.times[0] + x)) for x in np.linspace(0, spare, number)]


@dataclass(frozen=True, slots=True)
class Window:
    """Thirty days of a stream to learn from and twenty to be judged on.

    Attributes
    ----------
    stream
        The stream.
    begin
        Epoch seconds.
    """

    stream: Stream
    begin: float

    @property
    def middle(self) -> float:
        """Where the test begins, epoch seconds."""
        return self.begin + TRAIN_DAYS * DAY_S

    @property
    def end(self) -> float:
        """Where the test ends, epoch seconds."""
        return self.begin + _WINDOW_S

    def surged(self, begin: float, end: float, seed: int = 0) -> Window:
        """Return the window with each event of a span three times, within half an hour."""
        times = self.stream.times
        chosen = np.flatnonzero((times > begin) & (times <= end))
        rng = np.random.default_rng(seed)
        index = np.concatenate([np.arange(len(times)), chosen, chosen])
        shift = np.concatenate([np.zeros(len(times)), rng.uniform(-1800, 1800, 2 * len(chosen))])
        all_times = times[index] + shift
        order = np.argsort(all_times, kind="stable")
        threads = None if self.stream.threads is None else self.stream.threads[index][order]
        return replace(self, stream=replace(self.stream, times=all_times[order], threads=threads))

    def halved(self, begin: float, seed: int = 0) -> Window:
        """Return the window with every other event after a moment dropped, by chance."""
        times = self.stream.times
        kept = (times <= begin) | (np.random.default_rng(seed).random(len(times)) < 0.5)
        threads = None if self.stream.threads is None else self.stream.threads[kept]
        return replace(self, stream=replace(self.stream, times=times[kept], threads=threads))


def read_streams(root: Path) -> list[Stream]:
    """Return the streams of a data folder in all the orders they have.

    Where the events name their threads, a thread is created by its first event.

    Raises
    ------
    BenchError
        When a stream is missing or malformed, or none is there.
    """
    streams = []
    for folder in data_folders(root, "manifest.jsonl"):
        for line in read_jsonl(folder / "manifest.jsonl"):
            name = line.get("name")
            if not isinstance(name, str):
                raise BenchError(f"{folder}: a stream without a name: {json.dumps(line)[:80]}")
            streams += _read(folder / f"{name}.npz", name, _zone(str(line.get("tz", ""))))
    if not any(stream.windows(1) for stream in streams):
        raise BenchError(f"{root} holds no stream of {TRAIN_DAYS + TEST_DAYS} days")
    return streams


def _read(path: Path, name: str, zone: tzinfo | None) -> list[Stream]:
    try:
        with np.load(path) as held:
            times = held["t"].astype(np.float64)
            threads = held["thread"].astype(np.int64) if "thread" in held.files else None
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise BenchError(f"{path}: {error}") from error
    if times.ndim != 1 or len(times) < 2 or bool((np.diff(times) < 0).any()):
        raise BenchError(f"{path}: t is not a list of ascending times")
    if threads is None:
        return [Stream(name, "creation", times, None, zone)]
    if threads.shape != times.shape:
        raise BenchError(f"{path}: thread and t differ in length")
    first = np.sort(np.unique(threads, return_index=True)[1])
    return [
        Stream(name, "creation", times[first], None, zone),
        Stream(name, "bump", times, threads, zone),
    ]


def _zone(text: str) -> tzinfo | None:
    """Return the zone of the users that a manifest names."""
    found = re.search(r"\b[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+", text)
    try:
        return ZoneInfo(found[0]) if found else None
    except (KeyError, ValueError, OSError):
        return None


def synthetic(per_day: float, days: float, seed: int) -> Stream:
    """Return a board with two peaks a day and quiet nights, by a Poisson process."""
    rng = np.random.default_rng(seed)
    grid = np.arange(288) / 288 * 24
    shape = 0.15 + np.exp(-(((grid - 10.5) / 3) ** 2)) + 1.2 * np.exp(-(((grid - 20.5) / 2.6) ** 2))
    shape /= shape.mean()
    begin = 1_700_000_000 // 86400 * DAY_S
    counts = rng.poisson(np.tile(shape * per_day / 288, int(days)))
    starts = begin + np.repeat(np.arange(len(counts)) * 300.0, counts)
    return Stream("synthetic", "creation", np.sort(starts + rng.uniform(0, 300, len(starts))))
