"""The simplest revisit model: an interval from the running mean rate of change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fpcrawl.revisit.visit import Visit

__all__ = ["IntervalModel"]

#: Share of the rows that should be new at the next visit (the paper's z).
TARGET_TURNOVER = 0.5
#: Weight of the latest visit in the running rate.
MEMORY = 0.4


@dataclass(frozen=True, slots=True)
class IntervalModel:
    """Come back when half of the rows should be new at the mean rate seen so far.

    Parameters
    ----------
    start_s
        Interval after the first visit, in seconds.
    min_s, max_s
        Bounds of the interval, in seconds.
    """

    start_s: float = 3600.0
    min_s: float = 600.0
    max_s: float = 86400.0

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`RevisitModel`; the result is never in the past of the visit."""
        rate = state.get("rate") if state else None
        last = state.get("time") if state else None
        if last is not None and visit.time > last:
            seen = visit.new / (visit.time - last)
            rate = seen if rate is None else (1 - MEMORY) * rate + MEMORY * seen
        if rate is None:
            interval = self.start_s
        elif rate <= 0 or not visit.rows:
            interval = self.max_s
        else:
            interval = TARGET_TURNOVER * visit.rows / rate
        interval = min(max(interval, self.min_s), self.max_s)
        return visit.time + interval, {"rate": rate, "time": visit.time}
