"""Local weeks cut into slots of twenty minutes, and a rate that is constant in each of them."""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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

    __slots__ = ("_array", "_begins", "_days", "_shift_s", "_sums", "total", "trough")

    def __init__(
        self, rates: npt.NDArray[np.float64] | Sequence[list[float]], trough: int = 0
    ) -> None:
        self._array = rates if isinstance(rates, np.ndarray) else None
        self.trough = trough
        self._shift_s = trough * SLOT_S - (DAY_S if trough > SLOTS // 2 else 0.0)
        # Lists: for a few numbers at a time they are several times as fast as arrays.
        days = rates.tolist() if isinstance(rates, np.ndarray) else rates
        self._days: list[list[float]] = [day[trough:] + day[:trough] for day in days]
        self._sums: list[list[float] | None] = [None, None]
        work, rest = sum(days[0]) * SLOT_S, sum(days[1]) * SLOT_S
        self._begins = (0.0, work, 2 * work, 3 * work, 4 * work, 5 * work, 5 * work + rest)
        #: Events in a week.
        self.total = 5 * work + 2 * rest

    @property
    def rates(self) -> npt.NDArray[np.float64]:
        """Events a second, (2, SLOTS) from midnight, weekdays first."""
        if self._array is None:
            self._array = np.roll(np.array(self._days), self.trough, axis=1)
        return self._array

    def _upto(self, kind: int) -> list[float]:
        """Return the sums of a day's rates up to each slot."""
        sums = self._sums[kind]
        if sums is None:
            sums = self._sums[kind] = [0.0, *accumulate(self._days[kind])]
        return sums

    def pieces(self, position: float, seconds: float) -> Iterator[tuple[int, float, float]]:
        """Cut a span at the ends of slots.

        Yields the slot from midnight, those of weekend days behind those of weekdays; how long
        the span is in it, in seconds; and the events expected then.

        Parameters
        ----------
        position
            Where the span begins, in seconds from Monday 00:00.
        seconds
            Its length.
        """
        while seconds > 0:
            day, slot, within = self._locate((position - self._shift_s) % WEEK_S)
            kind = _CLASSES[day]
            part = min(SLOT_S - within, seconds)
            yield kind * SLOTS + (slot + self.trough) % SLOTS, part, self._days[kind][slot] * part
            seconds -= part
            # By slots: rounding must not stop the walk just before the end of one.
            position = (round((position + part) / SLOT_S) * SLOT_S) % WEEK_S

    @staticmethod
    def _locate(turned: float) -> tuple[int, int, float]:
        day = min(int(turned / DAY_S), 6)
        within = turned - day * DAY_S
        slot = min(int(within / SLOT_S), SLOTS - 1)
        return day, slot, within - slot * SLOT_S

    def _until(self, turned: float) -> float:
        day, slot, within = self._locate(turned)
        kind = _CLASSES[day]
        so_far = self._upto(kind)[slot] * SLOT_S + self._days[kind][slot] * within
        return self._begins[day] + so_far

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
        day = bisect_right(self._begins, rest) - 1
        kind = _CLASSES[day]
        sums = self._upto(kind)
        rest = (rest - self._begins[day]) / SLOT_S
        slot = min(bisect_right(sums, rest) - 1, SLOTS - 1)
        within = (rest - sums[slot]) * SLOT_S / self._days[kind][slot]
        return max(weeks * WEEK_S + day * DAY_S + slot * SLOT_S + within - begin, 0.0)
