"""How the process of a crawl fares."""

from __future__ import annotations

import os
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.metrics.text import Sample

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ProcessSource"]

#: Seconds of which the greatest lag is told.
_WINDOW_S = 60.0
_STATM = Path("/proc/self/statm")


class ProcessSource:
    """Told by the event loop at each beat, asked by the exporter.

    Parameters
    ----------
    crawl
        Name of the crawl.
    beat_s
        Seconds between two beats, were the loop never late.
    clock, timer
        Seconds since the epoch, and seconds that only grow.
    """

    def __init__(
        self,
        crawl: str,
        beat_s: float,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._crawl = crawl
        self._beat_s = beat_s
        self._clock, self._timer = clock, timer
        self._lags: deque[tuple[float, float]] = deque()
        self._last = timer()
        self._heartbeat = clock()
        self.away = False

    def beat(self) -> None:
        """Take note that the loop has gone round."""
        now = self._timer()
        self._lags.append((now, max(0.0, now - self._last - self._beat_s)))
        while self._lags[0][0] < now - _WINDOW_S:
            self._lags.popleft()
        self._last, self._heartbeat = now, self._clock()

    def samples(self) -> list[Sample]:
        """Return the samples of now."""
        standing = max(0.0, self._timer() - self._last - self._beat_s)
        lag = max([standing, *(lag for _, lag in list(self._lags))])
        found = {
            "fpcrawl_heartbeat_timestamp_seconds": self._heartbeat,
            "fpcrawl_loop_lag_seconds": round(lag, 4),
            "fpcrawl_state_away": float(self.away),
        }
        memory = _memory_bytes()
        if memory is not None:
            found["fpcrawl_memory_bytes"] = memory
        return [Sample(name, value, (self._crawl,)) for name, value in found.items()]

    def close(self) -> None:
        """Nothing is held open."""


def _memory_bytes() -> int | None:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
