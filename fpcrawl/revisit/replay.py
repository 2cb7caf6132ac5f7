"""A list page driven by a stream of event times, visited as a model plans."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.revisit.visit import Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from fpcrawl.revisit.curvemodel import Board
    from fpcrawl.revisit.planner import Outlook, Planner
    from fpcrawl.revisit.visit import Follower

__all__ = [
    "Page",
    "Seen",
    "Tour",
    "Trace",
    "replay",
    "replay_many",
    "train",
]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a visit to a replayed page finds.

    Attributes
    ----------
    visit
        What a crawler sees.
    events
        Links that came since the last visit, those that are gone included.
    delays_s
        For each link found, the seconds since it came.
    """

    visit: Visit
    events: int
    delays_s: npt.NDArray[np.float64]


class Page:
    """The first page of a list with room for so many links.

    Parameters
    ----------
    times
        When events came, epoch seconds in ascending order.
    rows
        Links on the page (the paper's v).
    threads
        To which thread each event belongs: then the page shows the threads with the latest
        events (bump order). Without, each event is a new thread (creation order).
    show_times
        Visits tell when the new rows came.

    Raises
    ------
    ValueError
        When the times are not ascending, or ``rows`` is below 1.
    """

    def __init__(
        self,
        times: npt.NDArray[np.float64],
        rows: int,
        threads: npt.NDArray[np.int64] | None = None,
        *,
        show_times: bool = False,
    ) -> None:
        if rows < 1:
            raise ValueError(f"a page has at least one row: {rows}")
        if len(times) and bool((np.diff(times) < 0).any()):
            raise ValueError("the times of the events must be ascending")
        if threads is not None and len(threads) != len(times):
            raise ValueError("each event needs its thread")
        self.rows = rows
        self._times = times
        self._threads = threads
        self._show_times = show_times

    def visit(self, last: float, now: float) -> Seen:
        """Return what a visit finds after the last one (both epoch seconds)."""
        begin, end = np.searchsorted(self._times, [last, now], side="right")
        came = self._times[begin:end]
        if self._threads is None:
            events, found = len(came), came[-self.rows :]
        else:
            threads = self._threads[begin:end]
            _, first = np.unique(threads, return_index=True)
            _, back = np.unique(threads[::-1], return_index=True)
            events = len(first)
            # The page holds those whose latest event is youngest.
            held = np.argsort(back)[: self.rows]
            found = came[first[held]]
        times = tuple(found.tolist()) if self._show_times else ()
        return Seen(Visit(now, self.rows, len(found), times), events, now - found)


def train(page: Page, follower: Follower, begin: float, end: float, period_s: float) -> None:
    """Show a follower visits at a fixed period, as the paper samples."""
    follower.observe(page.visit(begin, begin).visit)
    last, now = begin, begin + period_s
    while now <= end:
        follower.observe(page.visit(last, now).visit)
        last, now = now, now + period_s


@dataclass(frozen=True, slots=True)
class Trace:
    """The visits of a replay.

    Attributes
    ----------
    times
        When each took place, epoch seconds.
    found, events
        New links that each found; those that had come.
    delays_s
        Of all links found.
    rows
        Links on the page.
    seconds
        Time covered.
    """

    times: npt.NDArray[np.float64]
    found: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]
    delays_s: npt.NDArray[np.float64]
    rows: int
    seconds: float

    def part(self, begin: float, end: float) -> Trace:
        """Return the visits after ``begin`` until ``end``."""
        chosen = (self.times > begin) & (self.times <= end)
        delays = self.delays_s[np.repeat(chosen, self.found)]
        found, events = self.found[chosen], self.events[chosen]
        return Trace(self.times[chosen], found, events, delays, self.rows, end - begin)


class Tour:
    """A page that is visited, and what the visits found.

    Parameters
    ----------
    page
        The page.
    follower
        Learns from the visits. If it has not seen the page, its first visit is at ``begin``.
    begin
        When the page was last seen before the tour, epoch seconds.
    """

    def __init__(self, page: Page, follower: Follower, begin: float) -> None:
        self._page = page
        self.follower = follower
        self._begin = self._last = begin
        self._seen: list[Seen] = []
        self.due = follower.due()
        if not self.due > begin:
            follower.observe(page.visit(begin, begin).visit)
            self.due = follower.due()

    def visit(self) -> None:
        """Visit the page now that it is due, and plan the next visit.

        Raises
        ------
        ValueError
            When the model plans a visit that is not after the last one.
        """
        now = self.due
        seen = self._page.visit(self._last, now)
        self.follower.observe(seen.visit)
        self._seen.append(seen)
        self._last = now
        self.due = self.follower.due()
        if not self.due > now:
            raise ValueError(f"a model planned a visit in the past: {self.due} after {now}")

    def trace(self, end: float) -> Trace:
        """Return what was found until now.

        Parameters
        ----------
        end
            The end of the tour, epoch seconds.
        """
        seen = self._seen
        return Trace(
            np.array([one.visit.time for one in seen], float),
            np.array([one.visit.new for one in seen], np.int64),
            np.array([one.events for one in seen], np.int64),
            np.concatenate([np.zeros(0), *(one.delays_s for one in seen)]),
            self._page.rows,
            end - self._begin,
        )


def replay(page: Page, follower: Follower, begin: float, end: float) -> Trace:
    """Visit a page as its follower plans.

    Parameters
    ----------
    follower
        As of :class:`Tour`.
    begin, end
        Epoch seconds.
    """
    tour = Tour(page, follower, begin)
    while tour.due <= end:
        tour.visit()
    return tour.trace(end)


def replay_many(
    pages: Sequence[Page],
    boards: Sequence[Board],
    share: Callable[[list[Outlook]], Planner],
    begin: float,
    end: float,
    every_s: float = 86400.0,
) -> list[Trace]:
    """Visit many pages under one budget.

    Parameters
    ----------
    boards
        One for each page, each having seen its page at ``begin`` or before.
    share
        Makes a planner of what is expected of all boards.
    begin, end
        Epoch seconds.
    every_s
        Seconds between two sharings.
    """
    guides = [_Guided(board) for board in boards]
    tours: list[Tour] = []
    waiting: list[tuple[float, int]] = []
    planned = begin
    while planned < end:
        planner = share([o for o in (board.outlook() for board in boards) if o is not None])
        for guide in guides:
            guide.planner = planner
        if not tours:
            tours = [Tour(page, guide, begin) for page, guide in zip(pages, guides, strict=True)]
            waiting = [(tour.due, i) for i, tour in enumerate(tours)]
            heapq.heapify(waiting)
        planned = min(planned + every_s, end)
        while waiting and waiting[0][0] <= planned:
            i = waiting[0][1]
            tours[i].visit()
            heapq.heapreplace(waiting, (tours[i].due, i))
    return [tour.trace(end) for tour in tours]


class _Guided:
    """A board that follows a planner given from outside."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.planner: Planner | None = None

    def observe(self, visit: Visit) -> None:
        self._board.observe(visit)

    def due(self) -> float:
        return self._board.due(self.planner)
