"""Many stretches of a page, asked whether an element lies in one of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Ranges", "holds_one"]


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


def holds_one(numbers: Sequence[int], first: int, end: int) -> bool:
    """Whether one of some sorted numbers lies in a range."""
    at = bisect_left(numbers, first)
    return at < len(numbers) and numbers[at] < end
