"""Many stretches of a page, asked whether an element lies in one of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Ranges", "Widening", "holds_one"]


class Ranges:
    """Ranges of element numbers; a look-up costs little however many there are.

    Parameters
    ----------
    pairs
        First number of each range, and the first after it; they may overlap.
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, pairs: Iterable[tuple[int, int]] = ()) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(pairs):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            elif start < end:
                self._starts.append(start)
                self._ends.append(end)

    def __bool__(self) -> bool:
        return bool(self._starts)

    def __contains__(self, number: int) -> bool:
        at = bisect_right(self._starts, number) - 1
        return at >= 0 and number < self._ends[at]


class Widening:
    """Asks whether stretches of a page, each around the one before, hold something.

    Broken pages lie in themselves hundreds of elements deep: no place is looked at twice.

    Parameters
    ----------
    holds
        Tells it of the elements from one number up to another.
    """

    __slots__ = ("_found", "_holds", "_start", "_stop")

    def __init__(self, holds: Callable[[int, int], bool]) -> None:
        self._holds = holds
        self._found = False
        self._start = self._stop = -1

    def ask(self, start: int, stop: int) -> bool:
        """Tell it of a stretch around those asked for before."""
        if not self._found:
            if self._start < 0:
                self._found = self._holds(start, stop)
            else:
                self._found = self._holds(start, self._start) or self._holds(self._stop, stop)
        self._start, self._stop = start, stop
        return self._found


def holds_one(numbers: Sequence[int], first: int, end: int) -> bool:
    """Whether one of some sorted numbers lies in a range."""
    at = bisect_left(numbers, first)
    return at < len(numbers) and numbers[at] < end
