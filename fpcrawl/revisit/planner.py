"""When to come back to one board: at a wanted turnover."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fpcrawl.revisit.week import WeekCurve

__all__ = ["Outlook", "Planner", "ZPlanner", "safe_events"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected of a board.

    Attributes
    ----------
    curve
        Its usual week.
    position
        Where in that week it was last visited, in seconds from Monday 00:00.
    level
        Events come at so many times the curve.
    rows
        Rows of its page (the paper's v).
    fano
        Variance of its counts over their mean.
    spread
        Variance of the level over its square.
    """

    curve: WeekCurve
    position: float
    level: float
    rows: int
    fano: float = 1.0
    spread: float = 0.0


class Planner(Protocol):
    """Decides how long to stay away from a board."""

    def interval_s(self, outlook: Outlook) -> float:
        """Return the seconds from the last visit to the next, whatever the bounds."""
        ...


@dataclass(frozen=True, slots=True)
class ZPlanner:
    """Come back when a share of the rows should be new (the paper's rule), or sooner.

    The integral of the rate from the last visit to the next is z v. Where the board's counts
    vary, or its level is not well known, less is planned: so much that the page is not
    expected to overflow.

    Attributes
    ----------
    z
        The share, above zero.
    guard
        So many standard deviations fit into the page beside the expected count; 0 = no guard.

    Raises
    ------
    ValueError
        When ``z`` is not above zero or ``guard`` below zero.
    """

    z: float = 0.5
    guard: float = 2.33

    def __post_init__(self) -> None:
        if not (0 < self.z < math.inf and 0 <= self.guard < math.inf):
            raise ValueError(f"z must be above 0 and guard not below: {self.z}, {self.guard}")

    def events(self, outlook: Outlook) -> float:
        """Return how many new rows are waited for."""
        wanted = self.z * outlook.rows
        if self.guard:
            wanted = min(wanted, safe_events(outlook, self.guard))
        return wanted

    def interval_s(self, outlook: Outlook) -> float:
        """See :class:`Planner`."""
        return outlook.curve.reach(outlook.position, self.events(outlook) / outlook.level)


def safe_events(outlook: Outlook, deviations: float) -> float:
    """Return the expected count with which so many standard deviations still fit the page.

    That is the m with m + q sqrt(F m + s m^2) = v, where F is the board's ``fano`` and s its
    ``spread``.
    """
    square = deviations * deviations
    rows = outlook.rows
    half = rows + square * outlook.fano / 2
    bend = 1 - square * outlook.spread
    return rows * rows / (half + math.sqrt(max(half * half - bend * rows * rows, 0.0)))
