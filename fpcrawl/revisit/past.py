"""Visits of the past, as the memory of a list keeps them for people to look at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PastVisit", "Record", "past_visits", "record_of"]

#: A visit is a hit within so much of the wanted turnover.
_BAND = 0.1


@dataclass(frozen=True, slots=True)
class PastVisit:
    """A visit of the past.

    Attributes
    ----------
    time
        Seconds since the epoch.
    rows, new
        As of :class:`~fpcrawl.revisit.visit.Visit`; at least one row.
    """

    time: float
    rows: int
    new: int

    @property
    def turnover(self) -> float:
        """Share of the rows that were new."""
        return min(self.new / self.rows, 1.0)


@dataclass(frozen=True, slots=True)
class Record:
    """How good the visits of the past were.

    Attributes
    ----------
    visits
        How many of them followed another one.
    hit_rate
        Share of them that found within ten points of the wanted share of rows new.
    turnover
        Mean share of rows that were new.
    full
        Share that found nothing but new rows: more may have come and gone.
    rate
        New rows a second; ``None`` when no time has passed.
    """

    visits: int
    hit_rate: float
    turnover: float
    full: float
    rate: float | None


def past_visits(memory: Any) -> list[PastVisit]:
    """Return the visits that the memory of a list holds, oldest first.

    Parameters
    ----------
    memory
        Plain data with ``visits``, a list of time, rows and new rows; of anything else there
        are no visits.
    """
    kept = memory.get("visits") if isinstance(memory, dict) else None
    visits = []
    for one in kept if isinstance(kept, list) else []:
        try:
            time, rows, new = float(one[0]), int(one[1]), int(one[2])
        except (IndexError, KeyError, OverflowError, TypeError, ValueError):
            continue
        if math.isfinite(time) and rows > 0 and new >= 0:
            visits.append(PastVisit(time, rows, new))
    return sorted(visits, key=lambda visit: visit.time)


def record_of(visits: Sequence[PastVisit], z: float) -> Record | None:
    """Return how good visits were, ``None`` of fewer than two.

    The first only tells since when the second was awaited.

    Parameters
    ----------
    visits
        Oldest first.
    z
        The wanted turnover.
    """
    counted = visits[1:]
    if not counted:
        return None
    turnovers = [visit.turnover for visit in counted]
    seconds = visits[-1].time - visits[0].time
    return Record(
        visits=len(counted),
        hit_rate=sum(abs(x - z) <= _BAND + 1e-9 for x in turnovers) / len(counted),
        turnover=sum(turnovers) / len(counted),
        full=sum(x >= 1 for x in turnovers) / len(counted),
        rate=sum(visit.new for visit in counted) / seconds if seconds > 0 else None,
    )
