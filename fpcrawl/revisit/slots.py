"""Counts of a board by time of day, apart for weekdays and weekends, older ones fading."""

from __future__ import annotations

import binascii
import math
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.week import DAY_S, SLOTS

if TYPE_CHECKING:
    import numpy.typing as npt

    from fpcrawl.revisit.week import WeekCurve

__all__ = ["SlotTable", "pack", "unpack"]

#: A longer interval tells nothing of hours.
_LONGEST_S = 31 * DAY_S
_NUMBERS = 2 * SLOTS
_SINGLE = np.dtype("<f4")


class SlotTable:
    """Events and observed seconds in each slot of a weekday and of a weekend day.

    Parameters
    ----------
    counts, seconds
        2 * SLOTS numbers each, weekdays first.
    """

    __slots__ = ("counts", "seconds")

    def __init__(
        self, counts: list[float] | None = None, seconds: list[float] | None = None
    ) -> None:
        self.counts = counts or [0.0] * _NUMBERS
        self.seconds = seconds or [0.0] * _NUMBERS
        if not len(self.counts) == len(self.seconds) == _NUMBERS:
            raise ValueError("this is no table of slots")

    def add(self, position: float, seconds: float, events: float, curve: WeekCurve) -> None:
        """Spread the events of an interval over its slots as the curve expects them.

        Parameters
        ----------
        position
            Where the interval begins, in seconds from Monday 00:00.
        seconds
            Its length.
        events
            Its count.
        """
        if seconds > _LONGEST_S:
            return
        scale = events / max(curve.between(position, seconds), 1e-300)
        for slot, part, expected in curve.pieces(position, seconds):
            self.counts[slot] += expected * scale
            self.seconds[slot] += part

    def fade(self, seconds: float, memory_s: float) -> None:
        """Let everything lose weight: a share 1/e is left after ``memory_s``."""
        share = math.exp(-seconds / memory_s)
        self.counts = [x * share for x in self.counts]
        self.seconds = [x * share for x in self.seconds]

    def arrays(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return counts and seconds, each (2, SLOTS)."""
        shape = (2, SLOTS)
        return np.array(self.counts).reshape(shape), np.array(self.seconds).reshape(shape)


def pack(numbers: list[float]) -> str:
    """Return numbers as text: single precision, little-endian, base 64."""
    return binascii.b2a_base64(np.array(numbers, _SINGLE).tobytes(), newline=False).decode("ascii")


def unpack(text: str) -> list[float]:
    """Return the numbers of :func:`pack`.

    Raises
    ------
    ValueError
        When the text is none of these.
    """
    numbers: list[float] = np.frombuffer(binascii.a2b_base64(text), _SINGLE).tolist()
    return numbers
