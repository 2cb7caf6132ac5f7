"""A picture of a board: its usual day, and its visits past and planned."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.svg import Drawing
from fpcrawl.revisit.week import DAY_S, SLOT_S, SLOTS, local_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import tzinfo

    from fpcrawl.revisit.curvemodel import Board
    from fpcrawl.revisit.past import PastVisit

__all__ = ["Subject", "draw_board", "planned_visits"]

_WIDTH, _HEIGHT = 960.0, 720.0
_LEFT, _RIGHT = 64.0, _WIDTH - 24.0
_GREY = "#bbbbbb"
_HOUR_S = 3600.0
#: What is shown of the past and of the future, at most, in seconds.
_PAST_S, _FUTURE_S = 5 * DAY_S, 2 * DAY_S
_MOST_PLANNED = 100
#: Points of the expected turnover between two visits.
_STEPS = 24
_HOURS = (1, 2, 3, 6, 12, 24)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is drawn.

    Attributes
    ----------
    name
        Of the board.
    board
        As its model follows it.
    visits
        Those of the past, oldest first.
    due
        When the next visit is due, epoch seconds.
    now
        Epoch seconds.
    z
        The wanted turnover.
    zone
        The clock of the axes.
    """

    name: str
    board: Board
    visits: Sequence[PastVisit]
    due: float
    now: float
    z: float
    zone: tzinfo


@dataclass(frozen=True, slots=True)
class _Panel:
    """A part of the drawing with axes of its own."""

    drawing: Drawing
    top: float
    bottom: float
    begin: float
    end: float
    high: float

    def x(self, value: float) -> float:
        share = (value - self.begin) / (self.end - self.begin)
        return _LEFT + share * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        share = min(max(value / self.high, 0.0), 1.0)
        return self.bottom - share * (self.bottom - self.top)

    def frame(self, heading: str, unit: str, marks: Sequence[tuple[float, str]]) -> None:
        """Draw the axes: the vertical one from zero, the other with these marks."""
        drawing = self.drawing
        drawing.text(_LEFT, self.top - 26, heading, bold=True)
        drawing.text(_LEFT, self.top - 9, unit)
        step = _step(self.high / 5)
        for i in range(int(self.high / step + 1e-9) + 1):
            y = self.y(i * step)
            drawing.line([(_LEFT, y), (_RIGHT, y)], ink=_GREY, width=0.5)
            drawing.text(_LEFT - 6, y + 4, f"{i * step:g}", anchor="end")
        for value, label in marks:
            x = self.x(value)
            drawing.line([(x, self.bottom), (x, self.bottom + 5)])
            drawing.text(x, self.bottom + 19, label, anchor="middle")
        corners = [(_LEFT, self.top), (_LEFT, self.bottom), (_RIGHT, self.bottom)]
        drawing.line(corners)


def planned_visits(board: Board, due: float, until: float) -> list[float]:
    """Return when visits are due if all comes as expected (epoch seconds).

    Parameters
    ----------
    due
        The next one.
    until
        The last one is no later.
    """
    planned: list[float] = []
    while due <= until and len(planned) < _MOST_PLANNED:
        planned.append(due)
        due = board.due_after(due)
    return planned


def draw_board(subject: Subject) -> str:
    """Return the picture as SVG, for black ink on white paper."""
    name = subject.name
    drawing = Drawing(_WIDTH, _HEIGHT, f"When {name} is visited")
    drawing.text(_LEFT, 26, name if len(name) < 120 else f"{name[:119]}\u2026", bold=True)
    _draw_day(subject, drawing)
    _draw_visits(subject, drawing)
    return str(drawing)


# -- the usual day


def _draw_day(subject: Subject, drawing: Drawing) -> None:
    board = subject.board
    counts, seconds = board.slots.arrays()
    seen = seconds >= SLOT_S / 2
    samples = np.where(seen, counts / np.maximum(seconds, 1.0), np.nan) * _HOUR_S
    curves = board.days.rates * _HOUR_S
    tops = [float(curves.max())]
    if seen.any():  # one wild slot does not press all others to the ground
        tops.append(float(np.nanquantile(samples, 0.98)))
    panel = _Panel(drawing, 112, 330, 0.0, 24.0, 1.1 * max(tops))
    marks = [(float(hour), f"{hour:02}:00") for hour in range(0, 25, 3)]
    shift_h = _shift_h(subject)
    unit = f"new rows an hour, by the time of day ({_zone_name(subject)})"
    heading = f"The usual day: now {board.level:.2f} times as much comes, v = {board.rows}"
    panel.frame(heading, unit, marks)
    hours = (np.arange(SLOTS) + 0.5) * (24 / SLOTS)
    order = np.argsort((hours + shift_h) % 24)
    places = ((hours + shift_h) % 24)[order]
    same = bool(np.allclose(curves[0], curves[1]))
    for kind, dash in ((0, ""), (1, "7 4")):
        for x, y in zip(places, samples[kind][order], strict=True):
            if not math.isnan(y):
                drawing.dot(panel.x(x), panel.y(y), radius=2.2, full=kind == 0)
        if kind == 0 or not same:
            track = [
                (panel.x(x), panel.y(y)) for x, y in zip(places, curves[kind][order], strict=True)
            ]
            drawing.line(track, width=2, dash=dash)
    _legend_of_day(drawing, same=same)


def _legend_of_day(drawing: Drawing, *, same: bool) -> None:
    x, y = _LEFT, 372.0
    drawing.line([(x, y - 4), (x + 30, y - 4)], width=2)
    drawing.text(x + 36, y, "all days, fitted" if same else "weekdays, fitted")
    drawing.dot(x + 168, y - 4, radius=2.2)
    drawing.text(x + 176, y, "seen on weekdays")
    if not same:
        drawing.line([(x + 320, y - 4), (x + 350, y - 4)], width=2, dash="7 4")
        drawing.text(x + 356, y, "weekends, fitted")
    drawing.dot(x + 488, y - 4, radius=2.2, full=False)
    drawing.text(x + 496, y, "seen on weekends")


def _shift_h(subject: Subject) -> float:
    """Return by how many hours the clock of the axes is ahead of that of the model."""
    theirs = local_position(subject.now, subject.zone)
    ours = local_position(subject.now, subject.board.zone)
    return (theirs - ours) / _HOUR_S


# -- visits


def _draw_visits(subject: Subject, drawing: Drawing) -> None:
    now, due = subject.now, subject.due
    # Of a list that nobody has visited for long, the days are shown when somebody did.
    middle = now if now - due < _FUTURE_S else due
    visits = [visit for visit in subject.visits if visit.time >= middle - _PAST_S]
    planned = planned_visits(subject.board, due, middle + _FUTURE_S)
    begin = visits[0].time if visits else subject.board.last_visit or middle
    end = max(middle, planned[-1] if planned else min(due, middle + _FUTURE_S))
    room = max(end - begin, _HOUR_S) * 0.02
    begin, end = begin - room, end + room
    panel = _Panel(drawing, 450, 650, begin, end, 1.0)
    unit = f"share of the rows that are new ({_zone_name(subject)})"
    heading = "Visits"
    if due < now:
        overdue = datetime.fromtimestamp(due, subject.zone)
        heading = f"Visits: one is due since {overdue:%d %b %Y %H:%M}"
    panel.frame(heading, unit, list(_time_marks(begin, end, subject.zone)))
    drawing.line([(_LEFT, panel.y(subject.z)), (_RIGHT, panel.y(subject.z))], dash="2 3")
    drawing.text(_RIGHT, panel.y(subject.z) - 4, f"wanted: {subject.z:g}", anchor="end")
    if begin <= now <= end:
        x = panel.x(now)
        drawing.line([(x, panel.top), (x, panel.bottom)], dash="8 3 2 3")
        drawing.text(x, panel.top - 4, "now", anchor="middle")
    share = _shares(subject)
    times = [visit.time for visit in visits] or [begin]
    for since, until in pairwise([*times, *planned]):
        drawing.line([(panel.x(t), panel.y(y)) for t, y in share(since, until)], width=1.5)
    for visit in visits:
        drawing.dot(panel.x(visit.time), panel.y(visit.turnover), radius=3.5)
    for time in planned:
        drawing.arrow(panel.x(time), panel.bottom - 1)
    _legend_of_visits(drawing)


def _legend_of_visits(drawing: Drawing) -> None:
    x, y = _LEFT, 702.0
    drawing.line([(x, y - 4), (x + 30, y - 4)], width=1.5)
    drawing.text(x + 36, y, "expected by what is known now")
    drawing.dot(x + 248, y - 4, radius=3.5)
    drawing.text(x + 258, y, "found by a visit")
    drawing.arrow(x + 392, y + 1)
    drawing.text(x + 404, y, "visit planned, if all comes as expected")


def _shares(subject: Subject) -> Callable[[float, float], Iterator[tuple[float, float]]]:
    """Return what gives the expected share of new rows after a visit, until the next."""
    board = subject.board
    rows = max(board.rows, 1)

    def share(since: float, until: float) -> Iterator[tuple[float, float]]:
        for i in range(_STEPS + 1):
            time = since + (until - since) * i / _STEPS
            yield time, board.expected(since, time) / rows

    return share


# -- axes


def _step(least: float) -> float:
    """Return the next round number: 1, 2 or 5 and as many zeros as needed."""
    power = 10.0 ** math.floor(math.log10(max(least, 1e-12)))
    return next(n * power for n in (1, 2, 5, 10) if n * power >= least * (1 - 1e-9))


def _time_marks(begin: float, end: float, zone: tzinfo) -> Iterator[tuple[float, str]]:
    """Yield round times of a clock, at most a dozen, with the day where it changes.

    Where they are whole days apart, days are enough.
    """
    hours = (end - begin) / _HOUR_S
    fits = bisect_right([12 * h for h in _HOURS], hours)
    step_s = (_HOURS[fits] if fits < len(_HOURS) else 24 * math.ceil(hours / 288)) * _HOUR_S
    midnight = datetime.fromtimestamp(begin, zone).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    shown = None
    for i in range(int((end - midnight.timestamp()) / step_s) + 1):
        moment = datetime.fromtimestamp(midnight.timestamp() + i * step_s, zone)
        if moment.timestamp() < begin:
            continue
        day = f"{moment:%d %b}"
        label = f"{moment:%H:%M}" if day == shown else f"{day} {moment:%H:%M}"
        label = day if step_s >= DAY_S else label
        shown = day
        yield moment.timestamp(), label


def _zone_name(subject: Subject) -> str:
    offset = datetime.fromtimestamp(subject.now, subject.zone).strftime("%z")
    key = getattr(subject.zone, "key", None)
    place = f"UTC{offset[:3]}:{offset[3:5]}" if offset.strip("+-0") else "UTC"
    return f"{key}, {place}" if key and key != "UTC" else place
