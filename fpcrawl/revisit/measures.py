"""How good the visits of a replay were."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.week import DAY_S

if TYPE_CHECKING:
    from fpcrawl.revisit.replay import Trace

__all__ = ["Measures", "ceiling", "measure"]


@dataclass(frozen=True, slots=True)
class Measures:
    """How good a replay's visits were.

    Attributes
    ----------
    visits, visits_per_day
        How many.
    hit5, hit10, hit20
        Share of visits that found within so many percentage points of z v new links.
    lost_share
        Share of links that were gone before a visit.
    mean_delay_s, p95_delay_s
        From a link's coming to the visit that found it.
    mean_change_rate
        New links found over the rows, mean of the visits.
    """

    visits: int
    visits_per_day: float
    hit5: float
    hit10: float
    hit20: float
    lost_share: float
    mean_delay_s: float
    p95_delay_s: float
    mean_change_rate: float


def measure(trace: Trace, z: float = 0.5) -> Measures:
    """Return the measures of a replay; shares of nothing are 0."""
    off = np.abs(trace.events / trace.rows - z)
    came = int(trace.events.sum())
    some = len(trace.times) > 0
    heard = len(trace.delays_s) > 0

    def hits(points: int) -> float:
        return float((off <= points / 100 + 1e-9).mean()) if some else 0.0

    return Measures(
        visits=len(trace.times),
        visits_per_day=len(trace.times) / trace.seconds * DAY_S,
        hit5=hits(5),
        hit10=hits(10),
        hit20=hits(20),
        lost_share=1 - int(trace.found.sum()) / came if came else 0.0,
        mean_delay_s=float(trace.delays_s.mean()) if heard else 0.0,
        p95_delay_s=float(np.percentile(trace.delays_s, 95)) if heard else 0.0,
        mean_change_rate=float((trace.found / trace.rows).mean()) if some else 0.0,
    )


def ceiling(rows: int, points: float = 10.0, z: float = 0.5) -> float:
    """Return the hit rate of one who knows the true rate: a Poisson count within the band."""
    mean = z * rows
    low = math.ceil(rows * (z - points / 100) - 1e-9)
    high = math.floor(rows * (z + points / 100) + 1e-9)
    return sum(
        math.exp(n * math.log(mean) - mean - math.lgamma(n + 1))
        for n in range(max(low, 0), high + 1)
    )
