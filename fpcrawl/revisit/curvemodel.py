"""Models that learn a board's curve: one state, one way of learning, several ways of fitting."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.revisit.fit import DayCurve, FitConfig, fit_days
from fpcrawl.revisit.level import MEMORIES, LevelBank
from fpcrawl.revisit.planner import Outlook, ZPlanner
from fpcrawl.revisit.saved import STATE_VERSION, check_sum, upgraded
from fpcrawl.revisit.slots import SlotTable, pack, unpack
from fpcrawl.revisit.smooth import FixedPolynomial, FourierSeries, Polynomial
from fpcrawl.revisit.visit import bounded
from fpcrawl.revisit.week import DAY_S, SLOTS, WeekCurve, local_position

if TYPE_CHECKING:
    from datetime import tzinfo

    import numpy.typing as npt

    from fpcrawl.revisit.fit import Smoother
    from fpcrawl.revisit.planner import Planner
    from fpcrawl.revisit.visit import Visit

__all__ = ["Board", "CurveModel", "classic_model", "fourier_model", "polynomial_model"]

#: A new board's curve is fitted after a day, then when it is older than this share of its age.
_REFIT_SHARE = 0.2
_REFIT_MIN_S = 3 * 3600.0
#: So much is believed of the variance before it was seen, in visits.
_FANO_PRIOR = 8.0
#: A visit's say in the variance after one more.
_FANO_FADE = 0.98
_FANO_MAX = 25.0
#: An interval in which the page was expected to turn over so often, and did, says nothing.
_OVERDUE = 2.0


@dataclass(frozen=True, slots=True)
class CurveModel:
    """Learns a board's curve of the day and its level, and plans by them.

    Attributes
    ----------
    smooth
        How a day's curve is fitted.
    fit
        How days are told apart, and what is believed before anything is seen.
    planner
        How long to stay away.
    zone
        The clock of the people who write; ``None`` = UTC.
    profile
        What boards in general do: SLOTS numbers from local midnight with a mean of 1.
    memories
        Of the level's filters, in events; none = the level is that of the curve.
    window_s
        Seconds after which a sample counts 1/e in a fit. Half of a sliding window's length
        gives samples the same mean age.
    refit_s
        Seconds between two fits of a board that is well known.
    learn_s
        The curve is fitted for so long after the first visit, then kept.
    start_s
        Interval after the first visit, when nothing else is known.
    first_day_s
        Longest interval on the first day, in seconds: its hours are not known yet.
    min_s, max_s
        Bounds of the interval, in seconds.
    """

    smooth: Smoother = field(default_factory=Polynomial)
    fit: FitConfig = field(default_factory=FitConfig)
    planner: Planner = field(default_factory=ZPlanner)
    zone: tzinfo | None = None
    profile: npt.NDArray[np.float64] | None = None
    memories: tuple[float, ...] = MEMORIES
    window_s: float = 15 * DAY_S
    refit_s: float = DAY_S
    learn_s: float = math.inf
    start_s: float = 3600.0
    first_day_s: float = 2 * 3600.0
    min_s: float = 600.0
    max_s: float = 86400.0

    def open(self, state: dict[str, Any] | None = None) -> Board:
        """Return a board to follow, new without a state.

        A state of an older version is read too. One that is damaged, or of a later version, is
        begun anew.
        """
        return Board(self, state)

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        board = Board(self, state)
        board.observe(visit)
        return board.due(), board.dump()


class Board:
    """One board followed by a :class:`CurveModel`.

    Parameters
    ----------
    model
        The model.
    state
        What :meth:`dump` returned; ``None`` for a new board.
    """

    def __init__(self, model: CurveModel, state: dict[str, Any] | None = None) -> None:
        self._model = model
        self.last_visit: float | None = None
        self.rows = 0
        self._counted: float | None = None
        self._born = self._fitted = 0.0
        self._fano = 0.0, 0.0
        self._slots: SlotTable | None = None
        self._packed: tuple[str, str] | None = None
        if state is None or not self._load(state):
            self._level = LevelBank(model.memories)
            profile = np.ones(SLOTS) if model.profile is None else model.profile
            # One event in the time after the first visit: the level soon knows better.
            self.curve = WeekCurve(np.stack([profile, profile]) / max(model.start_s, 60.0))

    # -- what is known

    @property
    def slots(self) -> SlotTable:
        """Counts by slot."""
        if self._slots is None:
            packed = self._packed
            self._slots = SlotTable(*map(unpack, packed)) if packed else SlotTable()
        return self._slots

    @property
    def zone(self) -> tzinfo | None:
        """The clock by which days are told apart; ``None`` = UTC."""
        return self._model.zone

    @property
    def age_s(self) -> float:
        """Seconds from the first visit to the latest, without those in which nobody watched."""
        return max((self.last_visit or 0.0) - self._born, 0.0)

    @property
    def days(self) -> DayCurve:
        """The curves of weekdays and weekends, before the level."""
        return DayCurve(self.curve.rates, self.curve.trough)

    @property
    def level(self) -> float:
        """Events come now at so many times the curve."""
        return self._level.mean

    @property
    def fano(self) -> float:
        """Variance of counts over their mean, at least 1."""
        excess, weight = self._fano
        return min(max((excess + _FANO_PRIOR) / (weight + _FANO_PRIOR), 1.0), _FANO_MAX)

    def expected(self, begin: float, end: float) -> float:
        """Return the events expected between two moments (epoch seconds).

        The zone's offset is that of the first moment.
        """
        position = local_position(begin, self._model.zone)
        return self.level * self.curve.between(position, max(end - begin, 0.0))

    def outlook(self, since: float | None = None) -> Outlook | None:
        """Return what a planner needs, ``None`` before anything is known.

        Parameters
        ----------
        since
            When the board was or will be visited, epoch seconds; ``None`` = the latest visit.
        """
        if self.last_visit is None or not self._level.seen or self.rows <= 0:
            return None
        position = local_position(self.last_visit if since is None else since, self._model.zone)
        level, spread = self._level.moments()
        return Outlook(self.curve, position, level, self.rows, self.fano, spread)

    def due(self, planner: Planner | None = None) -> float:
        """Return when to come back after the latest visit (epoch seconds).

        Parameters
        ----------
        planner
            Instead of that of the model.
        """
        return self._plan(self.last_visit or 0.0, planner)

    def due_after(self, time: float) -> float:
        """Return when to come back after a visit yet to be made, if all comes as expected.

        Parameters
        ----------
        time
            When that visit is made, epoch seconds.
        """
        return self._plan(time, None)

    def _plan(self, now: float, planner: Planner | None) -> float:
        model = self._model
        outlook = self.outlook(now)
        if outlook is None:
            known = self.last_visit is not None and self._level.seen
            wait = model.max_s if known else model.start_s
        else:
            wait = (planner or model.planner).interval_s(outlook)
            if now - self._born < DAY_S:
                wait = min(wait, model.first_day_s)
        return bounded(now, wait, model.min_s, model.max_s)

    # -- learning

    def observe(self, visit: Visit) -> None:
        """Learn from a visit.

        The first one teaches only where the page tells when its rows came. A visit that is
        not after the last one teaches nothing, nor does one that saw no list.
        """
        begin, now = self._counted, visit.time
        rows = max(visit.rows, 0)
        self.last_visit = now
        if rows == 0:
            return  # no list stood there: what came meanwhile counts at the next visit
        events = float(min(max(visit.new, 0), rows))
        first = begin is None
        self._counted, self.rows = now, rows
        if first:
            self._born = self._fitted = now
        at_least = events >= rows
        if visit.times and len(visit.times) >= events >= 2 and (first or at_least):
            # The page does not reach back to the last visit; how far it does is known.
            oldest = min(visit.times)
            begin = oldest if begin is None else max(begin, oldest)
            events, at_least = events - 1, False
        if begin is None or not begin < now < math.inf:
            return
        self._learn(begin, now, events, at_least=at_least)
        age = now - self._born
        wait = max(min(self._model.refit_s, age * _REFIT_SHARE), _REFIT_MIN_S)
        if now - self._fitted >= wait and DAY_S <= age <= self._model.learn_s:
            self._refit(now)

    def _learn(self, begin: float, now: float, events: float, *, at_least: bool) -> None:
        position = local_position(begin, self._model.zone)
        curved = self.curve.between(position, now - begin)
        if not 0 < curved < math.inf:
            return
        level, spread = self._level.moments()
        mean = curved * level
        if at_least and mean > _OVERDUE * events and self._level.seen:
            # Nobody watched: that time ages neither the board nor what is known of it.
            self._born += now - begin
            self._fitted += now - begin
            return
        if self._level.seen:
            excess = ((events - mean) ** 2 - spread * mean * mean) / mean
            total, weight = self._fano
            # One surprise is a change of level rather than of the variance.
            excess = min(max(excess, 0.0), 3 * self.fano + 6)
            self._fano = total * _FANO_FADE + excess, weight * _FANO_FADE + 1
        taken = self._level.observe(events, curved, fano=self.fano, at_least=at_least)
        self.slots.add(position, now - begin, taken, self.curve)

    def _refit(self, now: float) -> None:
        model = self._model
        self.slots.fade(now - self._fitted, model.window_s)
        self._fitted = now
        counts, seconds = self.slots.arrays()
        before = self.curve.total
        self.curve = fit_days(counts, seconds, model.smooth, model.fit, model.profile).week()
        self._level.rebase(self.curve.total / before, float(counts.sum()))

    # -- state

    def dump(self) -> dict[str, Any]:
        """Return the state: plain data of less than 4 KB as JSON."""
        counts, seconds = (
            self._packed
            if self._slots is None and self._packed
            else (pack(self.slots.counts), pack(self.slots.seconds))
        )
        state = {
            "version": STATE_VERSION,
            "last": self.last_visit,
            "counted": self._counted,
            "rows": self.rows,
            "born": self._born,
            "fitted": self._fitted,
            "trough": self.curve.trough,
            "curve": self.curve.pack(),
            "counts": counts,
            "seconds": seconds,
            "level": self._level.dump(),
            "seen": self._level.seen,
            "fano": [round(x, 4) for x in self._fano],
        }
        return {**state, "check": check_sum(state)}

    def _load(self, state: dict[str, Any]) -> bool:
        """Take over a state; return whether it is one of ours."""
        try:
            if state["version"] != STATE_VERSION:
                state = upgraded(state)
            if state["check"] != check_sum(state):
                return False
            curve = WeekCurve.unpack(state["curve"], state["trough"])
            level = LevelBank.load(state["level"], self._model.memories, seen=bool(state["seen"]))
            total, weight = state["fano"]
            fano = float(total), float(weight)
            born, fitted = float(state["born"]), float(state["fitted"])
            last, counted = state["last"], state["counted"]
            last = None if last is None else float(last)
            counted = None if counted is None else float(counted)
            rows = int(state["rows"])
            tables = state["counts"], state["seconds"]
        except (KeyError, TypeError, ValueError):
            return False
        self.curve, self._level, self.rows = curve, level, rows
        self.last_visit, self._counted = last, counted
        self._born, self._fitted, self._fano = born, fitted, fano
        self._packed = tables
        return True


def polynomial_model(**options: Any) -> CurveModel:
    """Return the default model; the options are the fields of :class:`CurveModel`."""
    return CurveModel(**{"smooth": Polynomial(), **options})


def fourier_model(**options: Any) -> CurveModel:
    """Return the nonhomogeneous Poisson model: a Fourier series instead of the polynomial."""
    return CurveModel(**{"smooth": FourierSeries(), **options})


def classic_model(**options: Any) -> CurveModel:
    """Return the paper's model as printed.

    One polynomial for all days from midnight, samples of 30 days averaged by the time of
    day, fitted once they are there and kept; no level, no censoring, no guard.
    """
    printed: dict[str, Any] = {
        "smooth": FixedPolynomial(),
        "fit": FitConfig(split=False, seek_trough=False, floor=0.001, flat_prior_days=1e-3),
        "memories": (),
        "planner": ZPlanner(guard=0.0),
        "window_s": 1e12,
        "learn_s": 30 * DAY_S,
    }
    return CurveModel(**{**printed, **options})
