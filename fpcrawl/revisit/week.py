"""Local weeks cut into slots of twenty minutes, and a rate that is constant in each of them."""

from __future__ import annotations

import math
import struct
from bisect import bisect_right
from datetime import UTC, datetime
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    import numpy.typing as npt

    Numbers = npt.NDArray[np.float64]

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
#: Of a packed curve: the events of both kinds of day, then for each the shares of them up to each
#: slot and up to the end of the day; a whole day's.
_HEAD, _SHARES = struct.Struct("<2d"), np.dtype("<u4")
_SUMS = SLOTS + 1
_FULL = 2**32 - 1


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

    __slots__ = ("_array", "_begins", "_packed", "_shift_s", "_sums", "_units", "total", "trough")

    def __init__(self, rates: Numbers | Sequence[Sequence[float]], trough: int = 0) -> None:
        self._array: Numbers | None = np.asarray(rates, float)
        self._packed = b""
        # Lists: for a few numbers at a time they are several times as fast as arrays.
        days = [[*accumulate([*day[trough:], *day[:trough]])] for day in self._array.tolist()]
        self._begin(trough, days[0][-1] * SLOT_S, days[1][-1] * SLOT_S)
        # Of each kind of day: the events up to each slot, in units.
        self._sums: tuple[Sequence[float], Sequence[float]] = [0.0, *days[0]], [0.0, *days[1]]
        self._units = SLOT_S, SLOT_S

    def _begin(self, trough: int, work: float, rest: float) -> None:
        self.trough = trough
        self._shift_s = trough * SLOT_S - (DAY_S if trough > SLOTS // 2 else 0.0)
        self._begins = (0.0, work, 2 * work, 3 * work, 4 * work, 5 * work, 5 * work + rest)
        #: Events in a week.
        self.total = 5 * work + 2 * rest

    @staticmethod
    def unpack(text: str, trough: int) -> WeekCurve:
        """Make a curve again from what :meth:`pack` returned.

        Raises
        ------
        TypeError, ValueError
            When the text is none of these, or damaged.
        """
        packed = bytes.fromhex(text)
        size = _HEAD.size + 2 * _SUMS * _SHARES.itemsize
        if len(packed) != size or not 0 <= index(trough) < SLOTS:
            raise ValueError("this is no curve")
        return _SavedCurve(packed, trough)

    def pack(self) -> str:
        """Return the curve as text, hexadecimal, from which a plan is made at little cost.

        The events of both kinds of day, then the shares of them that come up to each slot from
        the trough, as whole numbers of 32 bits.
        """
        if self._packed:
            return self._packed.hex()
        head = _HEAD.pack(*(sums[-1] * SLOT_S for sums in self._sums))
        shares = [np.array(sums) * (_FULL / sums[-1]) for sums in self._sums]
        return (head + np.rint(shares).astype(_SHARES).tobytes()).hex()

    @property
    def rates(self) -> Numbers:
        """Events a second, (2, SLOTS) from midnight, weekdays first."""
        if self._array is None:
            per_second = np.array(self._units)[:, None] / SLOT_S
            self._array = np.roll(np.diff(self._sums) * per_second, self.trough, axis=1)
        return self._array

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
            sums = self._sums[kind]
            rate = (sums[slot + 1] - sums[slot]) * self._units[kind] / SLOT_S
            yield kind * SLOTS + (slot + self.trough) % SLOTS, part, rate * part
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
        sums = self._sums[kind]
        before = sums[slot]
        part = (sums[slot + 1] - before) * within / SLOT_S
        return self._begins[day] + (before + part) * self._units[kind]

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
        sums = self._sums[kind]
        rest = (rest - self._begins[day]) / self._units[kind]
        slot = min(bisect_right(sums, rest) - 1, SLOTS - 1)
        before = sums[slot]
        within = (rest - before) * SLOT_S / max(sums[slot + 1] - before, 1e-300)
        return max(weeks * WEEK_S + day * DAY_S + slot * SLOT_S + within - begin, 0.0)


class _SavedCurve(WeekCurve):
    """A curve that takes its numbers out of its packed form one by one, when it needs them."""

    __slots__ = ()

    def __init__(self, packed: bytes, trough: int) -> None:
        work, rest = _HEAD.unpack_from(packed)
        if not (work > 0 < rest and work + rest < math.inf):
            raise ValueError("this curve is damaged")
        self._begin(trough, work, rest)
        self._array, self._packed = None, packed
        shares = np.frombuffer(packed, _SHARES, offset=_HEAD.size).astype(np.uint32, copy=False)
        # A view: of the numbers of a day a plan needs a few.
        sums: Sequence[int] = shares.data
        self._sums = sums[:_SUMS], sums[_SUMS:]
        self._units = work / _FULL, rest / _FULL
