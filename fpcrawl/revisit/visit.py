"""What a visit to a list page saw, and what every revisit model does with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

__all__ = ["Follower", "RevisitModel", "Stepper", "Visit", "bounded"]


@dataclass(frozen=True, slots=True)
class Visit:
    """One look at a list page.

    Attributes
    ----------
    time
        Seconds since the epoch.
    rows
        Threads on the page (the paper's v).
    new
        Of those, threads not seen before or changed since. As many as ``rows`` means "at
        least so many": more may have come and gone.
    times
        When the new rows came, where the page tells (epoch seconds, any order; fewer than
        ``new`` is the same as none).
    """

    time: float
    rows: int
    new: int
    times: tuple[float, ...] = ()


class RevisitModel(Protocol):
    """Learns from visits to one page when the next should be."""

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """Return when to come back (epoch seconds) and the state to keep.

        Parameters
        ----------
        state
            What the last call returned, ``None`` at the first visit.
        visit
            The visit just made.
        """
        ...


class Follower(Protocol):
    """One page followed in memory: visits go in, times of the next visit come out."""

    def observe(self, visit: Visit) -> None:
        """Learn from a visit."""
        ...

    def due(self) -> float:
        """Return when to come back after the latest visit (epoch seconds)."""
        ...


class Stepper:
    """Makes a :class:`Follower` of any :class:`RevisitModel`.

    Parameters
    ----------
    model
        The model.
    state
        Where to go on, ``None`` for a new page.
    """

    def __init__(self, model: RevisitModel, state: dict[str, Any] | None = None) -> None:
        self._model = model
        self._due = -math.inf
        self.state = state

    def observe(self, visit: Visit) -> None:
        """Learn from a visit."""
        self._due, self.state = self._model.next_visit(self.state, visit)

    def due(self) -> float:
        """Return when to come back after the latest visit (epoch seconds)."""
        return self._due


def bounded(now: float, interval_s: float, min_s: float, max_s: float) -> float:
    """Return ``now`` plus an interval brought within bounds; one that is no number is the longest.

    Parameters
    ----------
    now
        Seconds since the epoch.
    interval_s, min_s, max_s
        Seconds.
    """
    if math.isnan(interval_s):
        interval_s = max_s
    return now + min(max(interval_s, min_s), max_s)
