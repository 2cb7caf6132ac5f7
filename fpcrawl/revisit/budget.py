"""Share a limited number of visits among many boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.planner import safe_events
from fpcrawl.revisit.week import WEEK_S, WeekCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from fpcrawl.revisit.planner import Outlook

    Numbers = npt.NDArray[np.float64]

__all__ = ["BudgetPlanner", "share_budget"]

_HALVINGS = 40
_LEAST_DENSITY = 1e-15


@dataclass(frozen=True, slots=True)
class BudgetPlanner:
    """Visit a board at a density proportional to the square root of its rate.

    For a given number of visits that makes the mean time in which new threads are found
    shortest. It would let busy boards overflow: there the density is at least that with
    which the page turns over by ``turnover`` between two visits, less where counts vary.
    With too few visits even for that, all boards overflow alike.

    Attributes
    ----------
    scale
        Visits a second at a rate of one event a second; 0 = only what prevents loss.
    share
        Of the visits that prevent loss so many are affordable; 1 = all.
    turnover
        Share of the rows that may be new at a visit.
    guard
        So many standard deviations fit into the page beside the expected count.

    References
    ----------
    :func:`share_budget` finds ``scale`` and ``share`` of a budget.
    """

    scale: float
    share: float = 1.0
    turnover: float = 0.8
    guard: float = 1.65

    def interval_s(self, outlook: Outlook) -> float:
        """See :class:`~fpcrawl.revisit.planner.Planner`."""
        rates = outlook.curve.rates * outlook.level
        density = np.maximum(
            self.scale * np.sqrt(rates), rates * (self.share / self.most_events(outlook))
        )
        return WeekCurve(np.maximum(density, _LEAST_DENSITY)).reach(outlook.position, 1.0)

    def most_events(self, outlook: Outlook) -> float:
        """Return how many events may be expected between two visits."""
        return min(self.turnover * outlook.rows, safe_events(outlook, self.guard))


def share_budget(
    outlooks: Sequence[Outlook],
    visits_per_day: float,
    *,
    turnover: float = 0.8,
    guard: float = 1.65,
) -> BudgetPlanner:
    """Return the planner that makes so many visits a day to all these boards together.

    Parameters
    ----------
    outlooks
        What is expected of each board. Levels change: share again every day.
    turnover, guard
        As of :class:`BudgetPlanner`.

    Raises
    ------
    ValueError
        When the budget is not above zero.
    """
    if not visits_per_day > 0:
        raise ValueError(f"a budget of {visits_per_day} visits a day")
    only_floor = BudgetPlanner(0.0, 1.0, turnover, guard)
    if not outlooks:
        return only_floor
    budget = visits_per_day / 86400.0
    needs = np.array([o.level / only_floor.most_events(o) for o in outlooks])
    totals = np.array([o.curve.total for o in outlooks]) / WEEK_S
    need = float((needs * totals).sum())
    if need >= budget:
        return BudgetPlanner(0.0, budget / need, turnover, guard)
    rates = np.stack([o.curve.rates for o in outlooks])
    floors = rates * needs[:, None]
    roots = np.sqrt(rates * np.array([o.level for o in outlooks])[:, None])
    low, high = 0.0, budget / float(roots.mean(axis=1).sum())
    for _ in range(_HALVINGS):
        scale = (low + high) / 2
        if float(np.maximum(scale * roots, floors).mean(axis=1).sum()) > budget:
            high = scale
        else:
            low = scale
    return BudgetPlanner(low, 1.0, turnover, guard)
