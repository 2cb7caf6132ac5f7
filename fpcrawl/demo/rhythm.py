"""When people write: a day curve with a weekday difference, and moments drawn from it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from .model import BoardSpec

__all__ = ["DAY_S", "day_curve", "moments"]

DAY_S = 86400
_FLOOR = 0.04  # nobody is ever the only night owl


def day_curve(spec: BoardSpec, *, weekend: bool) -> list[float]:
    """Return 24 hourly rates relative to the board's mean hour over a whole week (mean 1)."""
    raw = [
        _FLOOR
        + sum(
            height * math.exp(-0.5 * (_apart(hour + 0.5, peak) / width) ** 2)
            for peak, width, height in spec.peaks
        )
        for hour in range(24)
    ]
    mean = sum(raw) / 24 * (5 + 2 * spec.weekend) / 7
    factor = spec.weekend if weekend else 1.0
    return [rate * factor / mean for rate in raw]


def _apart(hour: float, peak: float) -> float:
    gap = abs(hour - peak) % 24
    return min(gap, 24 - gap)


def moments(
    rng: random.Random, spec: BoardSpec, day: int, per_day: float, offset_s: int
) -> list[float]:
    """Draw the moments of one day from a nonhomogeneous Poisson process.

    Parameters
    ----------
    day
        Days since the epoch on the site's own calendar.
    per_day
        Expected moments of an average day.
    offset_s
        The site's clock less UTC, in seconds.

    Returns
    -------
    list of float
        Seconds since the epoch, rising.
    """
    weekend = (day + 3) % 7 >= 5  # day 0 was a Thursday
    found: list[float] = []
    for hour, rate in enumerate(day_curve(spec, weekend=weekend)):
        mean = per_day * rate / 24
        start = day * DAY_S + hour * 3600 - offset_s
        reached = rng.expovariate(1.0)
        while reached < mean:
            found.append(start + 3600 * reached / mean)
            reached += rng.expovariate(1.0)
    return found
