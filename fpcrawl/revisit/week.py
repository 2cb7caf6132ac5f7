"""Local weeks cut into slots of twenty minutes, and a rate that is constant in each of them."""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from datetime import tzinfo

    import numpy.typing as npt

__all__ = ["CLASS_SHARES", "DAY_S", "SLOTS", "SLOT_S", "WEEK_S", "WeekCurve", "local_position"]

DAY_S = 86400.0
WEEK_S = 7 * DAY_S
#: Slots of a day.
SLOTS = 72
SLOT_S = DAY_S / SLOTS
#: The epoch began on a Thursday: three days after the Monday of its week.
_EPOCH_POSITION_S = 3 * DAY_S
#: Monday to Friday, Saturday and Sunday.
_CLASSES = (0, 0, 0, 0, 0, 1, 1)
#: The shares that weekdays and weekends have of a week.
CLASS_SHARES = np.array([5 / 7, 2 / 7])


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


class WeekCurve:
    """A rate over the week, constant in each slot, the same every week.

    Weekdays are alike, and so are Saturday and Sunday. A day begins at the trough, when
    people sleep: what is written at one o'clock belongs to the evening before.

    Parameters
    ----------
    rates
        Events a second, (2, SLOTS) from midnight, weekdays first, all above zero.
    trough
        The slot at which a day begins. After noon: of the day before, by a clock that is not
        that of the people who write.
    """

    __slots__ = ("_days", "_shift_s", "_sums", "rates", "total", "trough")

    def __init__(self, rates: npt.NDArray[np.float64], trough: int = 0) -> None:
        self.rates = rates
        self.trough = trough
        self._shift_s = trough * SLOT_S - (DAY_S if trough > SLOTS // 2 else 0.0)
        self._sums = np.zeros((2, SLOTS + 1))
        sums = self._sums[:, 1:]
        head = SLOTS - trough
        sums[:, :head] = rates[:, trough:]
        sums[:, head:] = rates[:, :trough]
        sums.cumsum(axis=1, out=sums)
        sums *= SLOT_S
        work, rest = self._sums.item(0, -1), self._sums.item(1, -1)
        self._days = [0.0, work, 2 * work, 3 * work, 4 * work, 5 * work, 5 * work + rest]
        #: Events in a week.
        self.total = 5 * work + 2 * rest

    def place(self, position: float) -> tuple[int, int, float]:
        """Return class and slot (in the day from midnight) of a position, and where the slot ends.

        The end is in seconds from the position; the class is 0 on weekdays.
        """
        day, slot, within = self._locate((position - self._shift_s) % WEEK_S)
        return _CLASSES[day], (slot + self.trough) % SLOTS, SLOT_S - within

    @staticmethod
    def _locate(turned: float) -> tuple[int, int, float]:
        day = min(int(turned / DAY_S), 6)
        within = turned - day * DAY_S
        slot = min(int(within / SLOT_S), SLOTS - 1)
        return day, slot, within - slot * SLOT_S

    def _until(self, turned: float) -> float:
        day, slot, within = self._locate(turned)
        kind = _CLASSES[day]
        rate = self.rates.item(kind, (slot + self.trough) % SLOTS)
        return self._days[day] + self._sums.item(kind, slot) + rate * within

    def between(self, position: float, seconds: float) -> float:
        """Return the events of so many seconds from a position in the week."""
        begin = (position - self._shift_s) % WEEK_S
        weeks, rest = divmod(seconds, WEEK_S)
        end = begin + rest
        events = weeks * self.total - self._until(begin)
        if end >= WEEK_S:
            return events + self.total + self._until(end - WEEK_S)
        return events + self._until(end)

    def reach(self, position: float, events: float) -> float:
        """Return the seconds from a position until so many events are expected."""
        begin = (position - self._shift_s) % WEEK_S
        weeks, rest = divmod(events + self._until(begin), self.total)
        day = bisect_right(self._days, rest) - 1
        kind = _CLASSES[day]
        rest -= self._days[day]
        slot = min(int(self._sums[kind].searchsorted(rest, "right")) - 1, SLOTS - 1)
        rate = self.rates.item(kind, (slot + self.trough) % SLOTS)
        within = (rest - self._sums.item(kind, slot)) / rate
        return max(weeks * WEEK_S + day * DAY_S + slot * SLOT_S + within - begin, 0.0)
