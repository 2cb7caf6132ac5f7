"""When to come back: never in the past, never out of bounds, sooner where more happens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.revisit import IntervalModel, Visit

START, LEAST, MOST = 3600.0, 600.0, 86400.0
MODEL = IntervalModel(START, LEAST, MOST)
BEGIN = 1_700_000_000.0

visits = st.lists(
    st.tuples(st.floats(0, 1e7), st.integers(0, 500), st.integers(0, 500)), min_size=1, max_size=20
)


@given(visits, st.booleans())
def test_the_next_visit_is_within_bounds_of_this_one(visits, backwards):
    state, now = None, BEGIN
    for wait, rows, new in visits:
        now = now - wait if backwards else now + wait
        visit = Visit(now, rows, min(new, rows))
        due, state = MODEL.next_visit(state, visit)
        assert now < due
        assert LEAST - 1e-6 <= due - now <= MOST + 1e-6
        assert set(state) == {"rate", "time"}


def after(*visits, model=MODEL):
    state, due = None, 0.0
    for visit in visits:
        due, state = model.next_visit(state, visit)
    return due - visits[-1].time, state


def test_the_first_visit_knows_no_rate():
    assert after(Visit(BEGIN, 40, 40)) == (START, {"rate": None, "time": BEGIN})


def test_half_of_the_rows_should_be_new():
    # 10 new rows in an hour, 40 rows on the page: 20 of them are new after two hours.
    interval, state = after(Visit(BEGIN, 40, 40), Visit(BEGIN + 3600, 40, 10))
    assert interval == pytest.approx(7200)
    assert state["rate"] == pytest.approx(10 / 3600)


def test_the_rate_remembers():
    visits = [Visit(BEGIN, 40, 0), Visit(BEGIN + 3600, 40, 10), Visit(BEGIN + 7200, 40, 0)]
    assert after(*visits)[1]["rate"] == pytest.approx(0.6 * 10 / 3600)


@pytest.mark.parametrize(
    ("rows", "new", "interval"),
    [(40, 0, MOST), (0, 0, MOST), (0, 5, MOST), (40, 4000, LEAST), (1, 1, 1800.0)],
)
def test_the_bounds(rows, new, interval):
    assert after(Visit(BEGIN, rows, 0), Visit(BEGIN + 3600, rows, new))[0] == interval


@given(st.integers(0, 200), st.integers(0, 200), st.integers(1, 200))
def test_more_news_never_make_the_wait_longer(one, other, rows):
    few, many = sorted((one, other))
    assert (
        after(Visit(BEGIN, rows, 0), Visit(BEGIN + 900, rows, many))[0]
        <= after(Visit(BEGIN, rows, 0), Visit(BEGIN + 900, rows, few))[0]
    )


@pytest.mark.parametrize("step", [0.0, -50.0])
def test_a_clock_that_stands_or_goes_back_teaches_nothing(step):
    interval, state = after(Visit(BEGIN, 40, 0), Visit(BEGIN + step, 40, 30))
    assert interval == START
    assert state == {"rate": None, "time": BEGIN + step}


def test_a_start_out_of_bounds_is_brought_inside():
    assert after(Visit(BEGIN, 40, 0), model=IntervalModel(5.0, 60.0, 100.0))[0] == 60.0
    assert after(Visit(BEGIN, 40, 0), model=IntervalModel(500.0, 60.0, 100.0))[0] == 100.0
