"""The demo's clock: starts where it is told, runs as fast as it is told, can stand still."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Clock", "DemoClock"]


class Clock(Protocol):
    """Anything that tells the time in seconds since the epoch."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...


class DemoClock:
    """A clock that runs ``speed`` times as fast as ``monotonic``.

    Parameters
    ----------
    start
        What it shows at first, seconds since the epoch.
    speed
        Demo seconds for each real second; 0 stands still.
    monotonic
        The real clock, in seconds.
    """

    def __init__(
        self, start: float, speed: float = 1.0, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._monotonic = monotonic
        self._base = start
        self._since = monotonic()
        self._speed = speed

    @property
    def speed(self) -> float:
        """Demo seconds for each real second."""
        return self._speed

    def now(self) -> float:
        """Return seconds since the epoch."""
        return self._base + (self._monotonic() - self._since) * self._speed

    def advance(self, seconds: float) -> None:
        """Put the clock forward; ``ValueError`` for a step backwards."""
        if not seconds >= 0:
            raise ValueError("the clock does not go backwards")
        self._base += seconds

    def set_speed(self, speed: float) -> None:
        """Go on from the present time at another speed; ``ValueError`` below 0."""
        if not speed >= 0:
            raise ValueError("speed must not be negative")
        self._base = self.now()
        self._since = self._monotonic()
        self._speed = speed
