"""Local weeks cut into slots of twenty minutes, and a rate that is constant in each of them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from datetime import tzinfo

    import numpy.typing as npt

__all__ = [
    "DAY_S",
    "SLOTS",
    "SLOT_S",
    "WEEK_S",
    "WeekCurve",
    "classes_of_week",
    "local_position",
]

DAY_S = 86400.0
WEEK_S = 7 * DAY_S
#: Slots of a day.
SLOTS = 72
SLOT_S = DAY_S / SLOTS
#: The epoch began on a Thursday: three days after the Monday of its week.
_EPOCH_POSITION_S = 3 * DAY_S


def local_position(time_s: float, zone: tzinfo | None) -> float:
    """Return the seconds since Monday 00:00 on the clock of a zone (UTC without one).

    Parameters
    ----------
    time_s
        Seconds since the epoch.
    """
    if zone is not None and zone is not UTC:
        try:
            offset = datetime.fromtimestamp(time_s, zone).utcoffset()
        except (ValueError, OverflowError, OSError):
            offset = None  # a moment beyond the calendar
        if offset is not None:
            time_s += offset.total_seconds()
    return (time_s + _EPOCH_POSITION_S) % WEEK_S


@lru_cache(maxsize=SLOTS + 1)
def classes_of_week(trough: int) -> npt.NDArray[np.intp]:
    """Return for each slot of a week, from Monday 00:00, its place in a flattened (2, SLOTS).

    The first row of that table is weekdays, the second Saturday and Sunday. A day begins at
    the trough, when people sleep: what is written at one o'clock belongs to the evening
    before.

    Parameters
    ----------
    trough
        The slot at which a day begins. After noon: of the day before, by a clock that is not
        that of the people who write.
    """
    slots = np.arange(7 * SLOTS)
    day = (slots - trough) // SLOTS + (1 if trough > SLOTS // 2 else 0)
    return np.where(day % 7 >= 5, SLOTS, 0) + slots % SLOTS


class WeekCurve:
    """A rate over the week, constant in each slot, the same every week.

    Parameters
    ----------
    rates
        Events a second in the 7 * SLOTS slots from Monday 00:00, all above zero.
    """

    __slots__ = ("_sums", "rates", "total")

    def __init__(self, rates: npt.NDArray[np.float64]) -> None:
        self.rates = rates
        self._sums = np.concatenate(([0.0], np.cumsum(rates))) * SLOT_S
        #: Events in a week.
        self.total = float(self._sums[-1])

    def _until(self, position: float) -> float:
        slot = min(int(position / SLOT_S), len(self.rates) - 1)
        return float(self._sums[slot] + self.rates[slot] * (position - slot * SLOT_S))

    def between(self, position: float, seconds: float) -> float:
        """Return the events of so many seconds from a position in the week."""
        weeks, rest = divmod(seconds, WEEK_S)
        end = position + rest
        events = weeks * self.total - self._until(position)
        if end >= WEEK_S:
            return events + self.total + self._until(end - WEEK_S)
        return events + self._until(end)

    def reach(self, position: float, events: float) -> float:
        """Return the seconds from a position until so many events are expected."""
        weeks, rest = divmod(events + self._until(position), self.total)
        slot = int(self._sums.searchsorted(rest, side="right")) - 1
        slot = min(slot, len(self.rates) - 1)
        within = (rest - float(self._sums[slot])) / float(self.rates[slot])
        return max(weeks * WEEK_S + slot * SLOT_S + within - position, 0.0)
