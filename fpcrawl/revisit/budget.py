"""Share a limited number of visits among many boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.planner import ZPlanner, safe_events
from fpcrawl.revisit.week import CLASS_SHARES, DAY_S, WEEK_S, WeekCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from fpcrawl.revisit.planner import Outlook, Planner

    Numbers = npt.NDArray[np.float64]

__all__ = ["BudgetPlanner", "share_budget"]

#: Bisections of the scale: to one part in a thousand million.
_HALVINGS = 30
#: Visits a second where next to nothing is expected.
_LEAST_DENSITY = 1e-15
_LEAST_Z = 1e-6


@dataclass(frozen=True, slots=True)
class BudgetPlanner:
    """Visit a board at a density proportional to the square root of its rate.

    For a given number of visits that makes the mean time in which new threads are found
    shortest. It would let busy boards overflow: there the density is at least that with
    which the page turns over by ``turnover`` between two visits, less where counts vary.

    Attributes
    ----------
    scale
        Visits a second at a rate of one event a second; 0 = only what prevents loss.
    turnover
        Share of the rows that may be new at a visit.
    guard
        So many standard deviations fit into the page beside the expected count.

    References
    ----------
    Cho, Garcia-Molina: effective page refresh policies for web crawlers, 2003, for freshness,
    which starves busy boards.
    """

    scale: float
    turnover: float = 0.8
    guard: float = 1.4

    def interval_s(self, outlook: Outlook) -> float:
        """See :class:`~fpcrawl.revisit.planner.Planner`."""
        rates = outlook.curve.rates * outlook.level
        density = np.maximum(self.scale * np.sqrt(rates), rates / self.most_events(outlook))
        week = WeekCurve(np.maximum(density, _LEAST_DENSITY), outlook.curve.trough)
        return week.reach(outlook.position, 1.0)

    def most_events(self, outlook: Outlook) -> float:
        """Return how many events may be expected between two visits."""
        return min(self.turnover * outlook.rows, safe_events(outlook, self.guard))


def share_budget(
    outlooks: Sequence[Outlook],
    visits_per_day: float,
    *,
    turnover: float = 0.8,
    guard: float = 1.4,
) -> Planner:
    """Return the planner that makes so many visits a day to all these boards together.

    Where they do not suffice to prevent loss, that is the z-rule with as large a z as the
    budget asks for: all pages turn over alike.

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
    only_floor = BudgetPlanner(0.0, turnover, guard)
    if not outlooks:
        return only_floor
    budget = visits_per_day / DAY_S
    needs = np.array([o.level / only_floor.most_events(o) for o in outlooks])
    totals = np.array([o.curve.total for o in outlooks]) / WEEK_S
    need = float((needs * totals).sum())
    if need >= budget:
        pages = sum(o.level * x / o.rows for o, x in zip(outlooks, totals, strict=True))
        return ZPlanner(max(float(pages) / budget, _LEAST_Z), guard=0.0)
    rates = np.stack([o.curve.rates for o in outlooks])
    floors = rates * needs[:, None, None]
    roots = np.sqrt(rates * np.array([o.level for o in outlooks])[:, None, None])
    low, high = 0.0, budget / _mean(roots)
    for _ in range(_HALVINGS):
        scale = (low + high) / 2
        if _mean(np.maximum(scale * roots, floors)) > budget:
            high = scale
        else:
            low = scale
    return BudgetPlanner(low, turnover, guard)


def _mean(densities: Numbers) -> float:
    """Return the sum over all boards of the mean over the week."""
    return float(densities.sum(axis=0).mean(axis=1) @ CLASS_SHARES)
