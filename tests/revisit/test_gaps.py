"""Hours in which nobody looked are no hours in which nothing happened."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from revisit_kit import BEGIN, DAY, events

from fpcrawl.revisit import IntervalModel, Visit, make_model
from fpcrawl.revisit.replay import Page

HOUR = 3600.0
ROWS = 40


def follow(board, page, begin, end):
    """Visit a page as planned from a last visit; return the times of the visits."""
    last, times = begin, []
    while (due := board.due()) <= end:
        board.observe(page.visit(last, due).visit)
        last = due
        times.append(due)
    return times


def usual(board, since=BEGIN + 40 * DAY):
    """Return what a board is expected to bring on each hour of a week."""
    return np.array([board.expected(since + h * HOUR, since + (h + 1) * HOUR) for h in range(168)])


@pytest.fixture(scope="module")
def watched():
    """A board of 200 threads a day after fifteen days, its page and its last visit."""
    page = Page(events(250, 200, seed=11), ROWS)
    board = make_model(min_s=300.0).open()
    board.observe(page.visit(BEGIN, BEGIN).visit)
    times = follow(board, page, BEGIN, BEGIN + 15 * DAY)
    return board.dump(), page, times[-1]


@pytest.mark.parametrize("gap_h", [9.0, 14.0, 48.0, 24.0 * 14, 24.0 * 200])
def test_a_gap_does_not_change_what_is_known(watched, gap_h):
    state, page, last = watched
    board = make_model(min_s=300.0).open(state)
    before, age_s = usual(board), board.age_s
    now = last + gap_h * HOUR
    board.observe(page.visit(last, now).visit)
    after = usual(board)
    assert after.sum() == pytest.approx(before.sum(), rel=0.15)
    assert np.abs(after - before).sum() < 0.2 * before.sum()
    assert now < board.due() <= now + DAY
    assert board.age_s <= age_s + 2 * DAY  # longer was nobody there to learn


@pytest.mark.parametrize("gap_h", [14.0, 24.0 * 14, 24.0 * 200])
def test_after_a_gap_it_goes_on_as_before(watched, gap_h):
    state, page, last = watched
    board = make_model(min_s=300.0).open(state)
    now = last + gap_h * HOUR
    board.observe(page.visit(last, now).visit)
    times = [now, *follow(board, page, now, now + 5 * DAY)]
    turnovers = [page.visit(a, b).events / ROWS for a, b in pairwise(times)]
    assert np.mean(turnovers) == pytest.approx(0.48, abs=0.06)
    assert max(turnovers) < 1.0  # nothing was lost


def test_runs_by_day_only_learn_the_whole_day():
    """From nine to nine nobody looks: the mornings bring what the nights held."""
    page = Page(events(40, 60, seed=4, shape=lambda _hour: 1.0), ROWS)
    board = make_model(min_s=600.0).open()
    last = BEGIN
    board.observe(page.visit(BEGIN, BEGIN).visit)
    now = BEGIN
    while now < BEGIN + 28 * DAY:
        now += 1800.0
        if 9 <= (now - BEGIN) / HOUR % 24 < 21 and board.due() <= now:
            board.observe(page.visit(last, now).visit)
            last = now
    hours = usual(board).reshape(7, 24).mean(axis=0)
    assert hours.sum() == pytest.approx(60, rel=0.15)
    night = [*hours[:9], *hours[21:]]
    assert np.mean(night) == pytest.approx(np.mean(hours[9:21]), rel=0.35)


def test_a_running_mean_is_not_lowered_by_a_page_that_turned_over():
    model = IntervalModel(min_s=60.0)
    _, state = model.next_visit(None, Visit(BEGIN, ROWS, ROWS))
    _, state = model.next_visit(state, Visit(BEGIN + HOUR, ROWS, 20))
    _, late = model.next_visit(state, Visit(BEGIN + 40 * HOUR, ROWS, ROWS))
    assert late["rate"] == pytest.approx(state["rate"])
    _, quiet = model.next_visit(state, Visit(BEGIN + 40 * HOUR, ROWS, ROWS - 1))
    assert quiet["rate"] < state["rate"]
