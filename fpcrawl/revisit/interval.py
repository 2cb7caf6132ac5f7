"""The simplest revisit model: an interval from the running mean rate of change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.revisit.visit import bounded

if TYPE_CHECKING:
    from fpcrawl.revisit.visit import Visit

__all__ = ["IntervalModel"]

#: Share of the rows that should be new at the next visit (the paper's z).
_TARGET_TURNOVER = 0.5
#: Weight of the latest visit in the running rate.
_MEMORY = 0.4


@dataclass(frozen=True, slots=True)
class IntervalModel:
    """Come back when half of the rows should be new at the mean rate seen so far.

    The mean is exponentially weighted: the board's hours are not known, its level is followed.

    Attributes
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
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        rate = state.get("rate") if state else None
        last = state.get("time") if state else None
        if last is not None and visit.time > last:
            seen = visit.new / (visit.time - last)
            if rate is not None and visit.new >= visit.rows:
                seen = max(seen, rate)  # at least so many: it cannot have become less
            rate = seen if rate is None else (1 - _MEMORY) * rate + _MEMORY * seen
        if rate is None:
            interval = self.start_s
        elif rate <= 0 or not visit.rows:
            interval = self.max_s
        else:
            interval = _TARGET_TURNOVER * visit.rows / rate
        due = bounded(visit.time, interval, self.min_s, self.max_s)
        return due, {"rate": rate, "time": visit.time}
