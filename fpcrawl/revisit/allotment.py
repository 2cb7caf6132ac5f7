"""A limited number of visits a day, shared among all boards of a state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fpcrawl.revisit.budget import share_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fpcrawl.revisit.curvemodel import CurveModel
    from fpcrawl.revisit.visit import Visit

__all__ = ["AllottedModel"]

#: Seconds between two sharings, and how often what a sharing takes they are at least.
_SHARE_S = 3600.0
_SHARE_COSTS = 50.0


class AllottedModel:
    """A :class:`~fpcrawl.revisit.curvemodel.CurveModel` whose boards share a budget.

    A board of which nothing is known yet is visited as the model says.

    Parameters
    ----------
    model
        Learns; its planner is not used.
    visits_per_day
        Of all boards together, above zero.
    states
        Gives the states of all boards.
    timer
        Measures what a sharing takes, in seconds.

    Raises
    ------
    ValueError
        When the budget is not above zero.
    """

    def __init__(
        self,
        model: CurveModel,
        visits_per_day: float,
        states: Callable[[], Iterable[dict[str, Any]]],
        timer: Callable[[], float],
    ) -> None:
        if not visits_per_day > 0:
            raise ValueError(f"a budget of {visits_per_day} visits a day")
        self._model = model
        self._visits_per_day = visits_per_day
        self._states = states
        self._timer = timer
        self._shared_until: float | None = None

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        if self._shared_until is None or not visit.time < self._shared_until:
            self._share(visit.time)
        return self._model.next_visit(state, visit)

    def _share(self, now: float) -> None:
        begun = self._timer()
        known = (self._model.open(state).outlook() for state in self._states())
        outlooks = [outlook for outlook in known if outlook is not None]
        if outlooks:
            planner = share_budget(outlooks, self._visits_per_day)
            self._model = replace(self._model, planner=planner)
        took = self._timer() - begun
        self._shared_until = now + max(_SHARE_S, _SHARE_COSTS * took)
