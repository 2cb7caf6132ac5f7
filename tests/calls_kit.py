"""What something costs, in calls: work is counted, since machines are noisy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def count_calls(work: Callable[[], T]) -> tuple[int, T]:
    """How many functions something calls, and what it returns."""
    calls = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        found = work()
    finally:
        sys.setprofile(before)
    return calls, found
