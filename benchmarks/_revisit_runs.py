"""How policies are trained and run on a window of a stream."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._revisit_data import DAY_S
from fpcrawl.revisit import CurveModel, Stepper, ZPlanner, make_model
from fpcrawl.revisit.measures import ceiling, measure
from fpcrawl.revisit.policies import FixedModel, MeanModel
from fpcrawl.revisit.replay import Page, Trace, replay, train

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from benchmarks._revisit_data import Stream, Window
    from fpcrawl.revisit import Board, Follower, Planner

__all__ = [
    "CURVES",
    "PERIODS_S",
    "POLICIES",
    "Trainer",
    "first_period_s",
    "join",
    "page_of",
    "row_of",
    "run_policy",
]

MIN_S, MAX_S = 60.0, 10 * DAY_S
CURVES = ("polynomial", "fourier", "polynomial-classic")
POLICIES = (*CURVES, "mean", "fixed", "nutch", "stormcrawler")
#: Periods that people write into a crontab.
PERIODS_S = tuple(
    60.0 * m for m in (5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 10080)
)
#: The paper's samples.
SAMPLE_S = 1200.0
#: No page of training overflows within a sample: training is the same for all page sizes.
_ROOM = 1_000_000


def page_of(stream: Stream, rows: int) -> Page:
    """Return a stream's list page."""
    return Page(stream.times, rows, stream.threads)


class Trainer:
    """Trains curve models, once for all page sizes."""

    def __init__(self) -> None:
        self._states: dict[Any, dict[str, Any]] = {}

    def model(
        self,
        name: str,
        stream: Stream,
        planner: Planner | None = None,
        profile: npt.NDArray[np.float64] | None = None,
    ) -> CurveModel:
        """Return a curve model for a stream."""
        made = make_model(name, zone=stream.zone, profile=profile, min_s=MIN_S, max_s=MAX_S)
        assert isinstance(made, CurveModel)
        return made if planner is None else replace(made, planner=planner)

    def board(
        self,
        name: str,
        window: Window,
        rows: int,
        planner: Planner | None = None,
        *,
        days: float = 30.0,
        profile: npt.NDArray[np.float64] | None = None,
    ) -> Board:
        """Return a board that has seen the last ``days`` of the training in samples."""
        stream = window.stream
        model = self.model(name, stream, planner, profile)
        key = name, stream.name, stream.order, window.begin, days, profile is None
        if key not in self._states:
            board = model.open()
            begin = window.middle - days * DAY_S
            train(page_of(stream, _ROOM), board, begin, window.middle, SAMPLE_S)
            self._states[key] = board.dump()
        board = model.open(self._states[key])
        board.rows = rows
        return board


def first_period_s(window: Window, rows: int) -> float:
    """Return the longest usual period in which half a page comes, by the first day's total.

    So the paper chose how often to sample: more would not fit.
    """
    times = window.stream.times
    if window.stream.threads is None:
        begin, end = np.searchsorted(times, [window.begin, window.begin + DAY_S])
        events = int(end - begin)
    else:
        page = page_of(window.stream, _ROOM)
        events = page.visit(window.begin, window.begin + DAY_S).events
    wanted = DAY_S * rows / 2 / max(events, 0.5)
    return max((period for period in PERIODS_S if period <= wanted), default=PERIODS_S[0])


def run_policy(
    policy: str, window: Window, rows: int, trainer: Trainer, knob: float | None = None
) -> Trace:
    """Return the test's visits of a policy.

    Parameters
    ----------
    knob
        z; of ``fixed`` the period in seconds; of curve models how many standard deviations
        fit into the page, whatever z.
    """
    page = page_of(window.stream, rows)
    follower: Follower
    if policy in CURVES:
        planner = None if knob is None else ZPlanner(1.0, knob)
        follower = trainer.board(policy, window, rows, planner)
        return replay(page, follower, window.middle, window.end)
    z = 0.5 if knob is None else knob
    if policy == "fixed":
        period = first_period_s(window, rows) if knob is None else knob
        return replay(page, Stepper(FixedModel(period)), window.middle, window.end)
    if policy == "mean":
        model = MeanModel(z, min_s=MIN_S, max_s=MAX_S)
        room = page_of(window.stream, _ROOM)
        train(room, learnt := Stepper(model), window.begin, window.middle, SAMPLE_S)
        state = dict(learnt.state or {})
        return replay(page, Stepper(model, state), window.middle, window.end)
    # These learn by their own visits only.
    start = first_period_s(window, rows)
    follower = Stepper(make_model(policy, z=z, start_s=start, min_s=MIN_S, max_s=MAX_S))
    whole = replay(page, follower, window.begin, window.end)
    return whole.part(window.middle, window.end)


def join(traces: Sequence[Trace]) -> Trace:
    """Return the visits of several windows as those of one."""
    return Trace(
        np.concatenate([t.times for t in traces]),
        np.concatenate([t.found for t in traces]),
        np.concatenate([t.events for t in traces]),
        np.concatenate([t.delays_s for t in traces]),
        traces[0].rows,
        sum(t.seconds for t in traces),
    )


def row_of(stream: Stream, rows: int, policy: str, trace: Trace) -> dict[str, Any]:
    """Return the row of a result table."""
    measures = asdict(measure(trace))
    best = ceiling(rows)
    return {
        "stream": stream.name,
        "order": stream.order,
        "v": rows,
        "policy": policy,
        **{k: (round(x, 4) if k[0] != "m" else round(x, 3)) for k, x in measures.items()},
        "ceiling5": round(ceiling(rows, 5), 4),
        "ceiling10": round(best, 4),
        "ceiling20": round(ceiling(rows, 20), 4),
        "share_of_ceiling": round(measures["hit10"] / best, 4),
    }
