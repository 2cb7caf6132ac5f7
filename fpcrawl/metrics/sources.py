"""Where samples come from: a state, read beside the crawl, and the process itself."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING, Protocol

from fpcrawl.exceptions import StateError
from fpcrawl.metrics.gather import StateReader
from fpcrawl.metrics.text import Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from fpcrawl.revisit import RevisitModel
    from fpcrawl.store.base import State

__all__ = ["Source", "StateSource"]

#: Reading lists and templates may take this share of the time.
_SHARE = 0.05
#: Seconds between two readings of them at least.
_SLOW_S = 60.0
#: What has taken less, in seconds, is read once more at the end.
_HASTE_S = 2.0
#: After so much reading, in seconds, a rest is taken of as many times as long.
_WORK_S, _RESTS = 0.005, 9.0


class Source(Protocol):
    """Gives samples, in the thread of the exporter only."""

    def samples(self) -> list[Sample]:
        """Return the samples of now."""
        ...

    def close(self) -> None:
        """Let go of what is held open."""
        ...


class StateSource:
    """Reads a state through a connection of its own.

    Parameters
    ----------
    opener
        Opens the state for reading.
    crawls
        The crawls to tell of; none = all that the state knows.
    model
        The revisit model of the settings.
    directories
        Name and path of those whose free room is told.
    timer, sleep
        Seconds that only grow, and waiting.
    hurried
        Take no rests: nothing else runs in this process.
    """

    def __init__(
        self,
        opener: Callable[[], State],
        crawls: tuple[str, ...] = (),
        model: RevisitModel | None = None,
        directories: Mapping[str, Path] | None = None,
        *,
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        hurried: bool = False,
    ) -> None:
        self._opener = opener
        self._crawls = crawls
        self._directories = dict(directories or {})
        self._timer, self._sleep = timer, sleep
        self._hurried = hurried
        self._reader = StateReader(model, self._rest)
        self._state: State | None = None
        #: Why the state could not be read the last time.
        self.trouble: StateError | None = None
        self._slow: list[Sample] = []
        self._slow_at = 0.0
        self._slow_took_s = 0.0
        self._worked_since = 0.0
        #: The crawl ends: what can be read soon is read now, and no rests are taken.
        self.hasten = False

    def samples(self) -> list[Sample]:
        """Return the samples of now; lists and templates may be some minutes old."""
        started = self._timer()
        found = [*self._rooms()]
        try:
            found += self._read()
        except StateError as error:
            self.trouble = error
            self.close()
            return [*found, *self._slow, Sample("fpcrawl_state_readable", 0)]
        self.trouble = None
        found.append(Sample("fpcrawl_state_readable", 1))
        found.append(Sample("fpcrawl_gather_seconds", round(self._timer() - started, 4)))
        return found

    def _read(self) -> list[Sample]:
        if self._state is None:
            self._state = self._opener()
        state = self._state
        crawls = self._crawls or tuple(state.frontier.crawls())
        found = [*self._reader.quick(state, crawls, state.clock())]
        started = self._timer()
        if started >= self._slow_at or (self.hasten and self._slow_took_s < _HASTE_S):
            self._worked_since = started
            self._slow = [*self._reader.slow(state, crawls)]
            ended = self._timer()
            self._slow_took_s = ended - started
            self._slow_at = ended + max(_SLOW_S, self._slow_took_s * (1 - _SHARE) / _SHARE)
        return [*found, *self._slow]

    def _rest(self) -> None:
        worked = self._timer() - self._worked_since
        if worked >= _WORK_S and not self._hurried and not self.hasten:
            self._sleep(_RESTS * worked)
            self._worked_since = self._timer()

    def _rooms(self) -> list[Sample]:
        found = []
        for name, path in self._directories.items():
            try:
                found.append(
                    Sample("fpcrawl_disk_free_bytes", shutil.disk_usage(path).free, (name,))
                )
            except OSError:
                continue  # it is made when something is written
        return found

    def close(self) -> None:
        """Close the state."""
        state, self._state = self._state, None
        if state is not None:
            state.close()
