"""From counts by slot to the curve of a week."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fpcrawl.revisit.week import CLASS_SHARES, DAY_S, SLOT_S, SLOTS, WeekCurve

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

__all__ = ["DayCurve", "FitConfig", "Smoother", "day_profile", "fit_days"]

#: Slots over which the quietest time of the day is sought (three hours).
_TROUGH_SLOTS = 9


class Smoother(Protocol):
    """Fits a smooth curve to the slots of one day."""

    def __call__(self, counts: Numbers, seconds: Numbers) -> Numbers:
        """Return events a second in each slot.

        Parameters
        ----------
        counts, seconds
            Events and observed seconds of each slot, in the order of a day that begins at
            the trough; the seconds above zero. The result need not be above zero.
        """
        ...


@dataclass(frozen=True, slots=True)
class FitConfig:
    """How a curve is fitted.

    Attributes
    ----------
    split
        Weekdays and weekends have curves of their own, once two days of each were seen.
    seek_trough
        The day begins when the board is quietest, else at midnight.
    floor
        The curve is nowhere below this share of its mean.
    prior_days
        What the prior profile counts beside what was seen, in days.
    flat_prior_days
        The same without a profile: then the prior says that all hours are alike.
    class_prior_days
        What the curve of all days counts beside that of weekdays or weekends, in days.
    """

    split: bool = True
    seek_trough: bool = True
    floor: float = 0.03
    prior_days: float = 1.0
    flat_prior_days: float = 0.1
    class_prior_days: float = 1.5


@dataclass(frozen=True, slots=True)
class DayCurve:
    """The curve of a weekday and of a weekend day.

    Attributes
    ----------
    rates
        Events a second, (2, SLOTS) from midnight, weekdays first.
    trough
        The slot at which the days begin.
    """

    rates: Numbers
    trough: int

    def week(self) -> WeekCurve:
        """Return it as the curve of a week."""
        return WeekCurve(self.rates, self.trough)


def fit_days(
    counts: Numbers,
    seconds: Numbers,
    smooth: Smoother,
    config: FitConfig,
    profile: Numbers | None = None,
) -> DayCurve:
    """Fit the curves of weekdays and weekends.

    Parameters
    ----------
    counts, seconds
        (2, SLOTS), weekdays first.
    profile
        What boards in general do: SLOTS numbers from midnight with a mean of 1.
    """
    slot_counts, slot_seconds = counts.sum(axis=0), seconds.sum(axis=0)
    # Half an event in a day beside what was seen: nothing seen is not never.
    mean = (slot_counts.sum() + 0.5) / (slot_seconds.sum() + DAY_S)
    prior = np.ones(SLOTS) if profile is None else profile
    days = config.flat_prior_days if profile is None else config.prior_days
    slot_counts = slot_counts + prior * (mean * days * SLOT_S)
    slot_seconds = slot_seconds + days * SLOT_S
    trough = _trough(slot_counts / slot_seconds) if config.seek_trough else 0

    def curve(one_counts: Numbers, one_seconds: Numbers) -> Numbers:
        day = smooth(np.roll(one_counts, -trough), np.roll(one_seconds, -trough))
        rates = np.roll(day, trough)
        least = max(float(one_counts.sum() / one_seconds.sum()), 1e-12) * config.floor
        return np.maximum(np.nan_to_num(rates, nan=least, posinf=least, neginf=least), least)

    every = curve(slot_counts, slot_seconds)
    rates = np.stack([every, every])
    if config.split and (seconds.sum(axis=1) >= 1.9 * DAY_S).all():
        for i in (0, 1):
            level = (counts[i].sum() + 0.5) / (float((every * seconds[i]).sum()) + 0.5)
            extra = config.class_prior_days * SLOT_S
            rates[i] = curve(counts[i] + every * (level * extra), seconds[i] + extra)
    return DayCurve(rates, trough)


def day_profile(rates: Numbers) -> Numbers:
    """Return the profile of a day, with mean 1, of the rates of weekdays and weekends."""
    day = CLASS_SHARES @ rates
    return np.asarray(day / max(float(day.mean()), 1e-300))


def _trough(rates: Numbers) -> int:
    window = np.convolve(np.concatenate([rates, rates]), np.ones(_TROUGH_SLOTS), "valid")[:SLOTS]
    return int(window.argmin() + _TROUGH_SLOTS // 2) % SLOTS
