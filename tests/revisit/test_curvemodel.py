"""Boards that are learnt: the laws that hold whatever they see, and what they learn."""

from __future__ import annotations

import json
import math
from datetime import timedelta, timezone

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from revisit_kit import BEGIN, DAY, events, trained

from fpcrawl.revisit import CurveModel, Visit, ZPlanner, make_model
from fpcrawl.revisit.curvemodel import polynomial_model
from fpcrawl.revisit.level import LevelBank
from fpcrawl.revisit.measures import measure
from fpcrawl.revisit.planner import Outlook, safe_events
from fpcrawl.revisit.pool import pooled_profile
from fpcrawl.revisit.replay import Page, replay
from fpcrawl.revisit.saved import STATE_VERSION
from fpcrawl.revisit.slots import pack
from fpcrawl.revisit.week import SLOTS, WeekCurve

LEAST, MOST = 600.0, 3 * DAY
NAMES = ["polynomial", "polynomial-classic", "fourier", "interval", "mean", "nutch", "stormcrawler"]

steps = st.lists(
    st.tuples(
        st.floats(-1e6, 1e7),
        st.integers(0, 300),
        st.integers(0, 400),
        st.lists(st.floats(-1e6, 1e6), max_size=5),
    ),
    min_size=1,
    max_size=25,
)


def numbers_in(value):
    if isinstance(value, dict):
        return [x for one in value.values() for x in numbers_in(one)]
    if isinstance(value, list | tuple):
        return [x for one in value for x in numbers_in(one)]
    return [value] if isinstance(value, int | float) else []


@pytest.mark.parametrize("name", NAMES)
@given(steps=steps)
@settings(max_examples=40, deadline=None)
def test_whatever_is_seen_the_next_visit_is_within_bounds(name, steps):
    model = make_model(name, min_s=LEAST, max_s=MOST)
    state, now = None, BEGIN
    for wait, rows, new, ago in steps:
        now += wait
        times = tuple(now - x for x in ago)
        due, state = model.next_visit(state, Visit(now, rows, new, times))
        assert LEAST - 1e-3 <= due - now <= MOST + 1e-3
        state = json.loads(json.dumps(state, allow_nan=False))
        assert all(math.isfinite(x) for x in numbers_in(state))


HISTORIES = {
    "empty pages": [(1200.0, 0, 0)] * 200,
    "nothing new": [(1200.0, 40, 0)] * 400,
    "one visit": [(0.0, 40, 40)],
    "one row each": [(1200.0, 40, 1)] * 400,
    "always full": [(1200.0, 40, 40)] * 400,
    "one row, always new": [(1200.0, 1, 1)] * 400,
    "a clock that goes back": [(1200.0, 40, 3)] * 300
    + [(-20 * DAY, 40, 3)] * 3
    + [(60.0, 40, 1)] * 50,
    "a year of downtime": [(1200.0, 40, 3)] * 300 + [(365 * DAY, 40, 40), (600.0, 40, 1)],
    "the same second": [(0.0, 40, 3)] * 30,
}


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)
@pytest.mark.parametrize("name", ["polynomial", "polynomial-classic", "fourier"])
def test_odd_histories_leave_numbers(name, history):
    model = make_model(name, min_s=LEAST, max_s=MOST)
    board, now = model.open(), BEGIN
    for wait, rows, new in history:
        now += wait
        board.observe(Visit(now, rows, new))
        assert LEAST - 1e-3 <= board.due() - now <= MOST + 1e-3
    assert all(math.isfinite(x) for x in numbers_in(board.dump()))
    assert np.isfinite(board.days.rates).all()
    assert (board.days.rates > 0).all()
    assert 0 < board.level < math.inf
    assert 1 <= board.fano < math.inf


@pytest.fixture(scope="module")
def evening_board():
    model = polynomial_model(min_s=1.0, max_s=90 * DAY)
    return trained(model, events(30, 150), 30)[0]


@given(
    st.floats(0.01, 3),
    st.floats(0, 14 * DAY),
    st.sampled_from([None, timezone(timedelta(hours=8)), timezone(timedelta(hours=-11.5))]),
)
@settings(deadline=None)
def test_the_integral_between_two_visits_is_z_v(evening_board, z, later, zone):
    state = {**evening_board.dump(), "last": BEGIN + 30 * DAY + later}
    planner = ZPlanner(z, guard=0.0)
    board = polynomial_model(min_s=1e-3, max_s=1e9, zone=zone, planner=planner).open(state)
    begin = board.last_visit
    # The times of visits are large numbers: their own rounding is 2e-7 s.
    assert board.expected(begin, board.due()) == pytest.approx(z * 50, abs=1e-6)


@given(st.floats(0.01, 2), st.floats(0.01, 2), st.floats(0, 4), st.floats(0, 7 * DAY))
@settings(deadline=None)
def test_a_larger_z_never_comes_sooner(evening_board, one, other, guard, later):
    state = {**evening_board.dump(), "last": BEGIN + 30 * DAY + later}
    board = polynomial_model(min_s=60.0, max_s=9 * DAY).open(state)
    low, high = sorted((one, other))
    assert board.due(ZPlanner(low, guard)) <= board.due(ZPlanner(high, guard))


@given(st.floats(1, 20), st.floats(0, 2), st.integers(1, 300), st.floats(0, 4))
def test_the_guarded_count_fits_the_page(fano, spread, rows, deviations):
    outlook = Outlook(WeekCurve(np.ones((2, SLOTS))), 0.0, 1.0, rows, fano, spread)
    mean = safe_events(outlook, deviations)
    assert 0 < mean <= rows
    most = mean + deviations * math.sqrt(fano * mean + spread * mean * mean)
    assert most == pytest.approx(rows)


@pytest.mark.parametrize(("z", "guard"), [(0.0, 1.0), (-1.0, 1.0), (0.5, -1.0), (math.nan, 1.0)])
def test_a_planner_without_sense_is_refused(z, guard):
    with pytest.raises(ValueError, match="must be"):
        ZPlanner(z, guard)


# -- what is learnt


def test_a_new_board_works_from_its_first_visit():
    times = events(12, 300)
    model = make_model("polynomial", min_s=600.0, max_s=DAY)
    page = Page(times, 40)
    trace = replay(page, model.open(), BEGIN, BEGIN + 12 * DAY)
    after_a_day = measure(trace.part(BEGIN + DAY, BEGIN + 12 * DAY))
    assert after_a_day.lost_share < 0.01
    assert after_a_day.mean_change_rate == pytest.approx(0.5, abs=0.05)
    assert after_a_day.hit10 > 0.5


def test_times_on_the_first_page_tell_the_rate_at_once():
    model = polynomial_model()
    board = model.open()
    board.observe(Visit(BEGIN, 41, 41, tuple(BEGIN - 180.0 * i for i in range(1, 42))))
    # 41 rows in 41 * 180 s: half of them again after about an hour.
    assert board.level * board.curve.rates[0, 0] == pytest.approx(1 / 180, rel=0.1)
    assert 1800 < board.due() - BEGIN < 5400


def test_weekends_get_a_curve_of_their_own():
    board, _ = trained(polynomial_model(), events(28, 200, weekend=0.5), 28)
    weekday, weekend = board.days.rates.mean(axis=1) * DAY
    assert weekend / weekday == pytest.approx(0.5, abs=0.1)
    assert weekday == pytest.approx(200, rel=0.1)


@pytest.mark.parametrize("name", ["polynomial", "fourier"])
def test_the_curve_is_found(name):
    board, _ = trained(make_model(name), events(28, 400), 28)
    true = events(400, 400, seed=9)
    counts = np.bincount(((true % DAY) // 7200).astype(int), minlength=12) / 400
    fitted = board.days.rates[0].reshape(12, 6).sum(axis=1) * 1200
    assert np.abs(fitted - counts).max() < 0.12 * counts.max()
    assert 0 <= board.days.trough / 3 <= 8  # nobody writes then


def test_full_pages_are_at_least_so_many():
    # 600 events an hour on a page of 40, first looked at after an hour.
    page = Page(BEGIN + 6.0 * np.arange(1, 12 * 600), 40)
    trace = replay(page, polynomial_model(min_s=1.0).open(), BEGIN, BEGIN + 11 * 3600)
    assert measure(trace.part(BEGIN, BEGIN + 3 * 3600)).lost_share > 0.2
    late = measure(trace.part(BEGIN + 5 * 3600, BEGIN + 11 * 3600))
    assert late.lost_share == 0
    assert late.mean_change_rate == pytest.approx(0.5, abs=0.05)


def test_a_board_that_halves_is_followed():
    times = events(50, 300, level=lambda day: 1.0 if day < 35 else 0.5)
    board, page = trained(polynomial_model(min_s=60.0), times, 30)
    trace = replay(page, board, BEGIN + 30 * DAY, BEGIN + 50 * DAY)
    before = measure(trace.part(BEGIN + 30 * DAY, BEGIN + 35 * DAY))
    after = measure(trace.part(BEGIN + 36 * DAY, BEGIN + 50 * DAY))
    assert after.visits_per_day < 0.57 * before.visits_per_day
    assert after.mean_change_rate == pytest.approx(0.5, abs=0.03)


def test_a_surge_loses_little():
    times = events(45, 300, level=lambda day: 3.0 if 35 <= day < 45 else 1.0)
    board, page = trained(polynomial_model(min_s=60.0), times, 30)
    trace = replay(page, board, BEGIN + 30 * DAY, BEGIN + 45 * DAY)
    assert measure(trace.part(BEGIN + 35 * DAY, BEGIN + 45 * DAY)).lost_share < 0.015


def test_a_board_that_moves_its_hours_is_followed():
    early = events(30, 300)
    late = events(40, 300, begin=BEGIN + 30 * DAY + 8 * 3600, seed=5)
    times = np.concatenate([early[early < BEGIN + 30 * DAY + 8 * 3600], late])
    board, page = trained(polynomial_model(min_s=60.0), times, 30)
    trace = replay(page, board, BEGIN + 30 * DAY, BEGIN + 69 * DAY)
    after = measure(trace.part(BEGIN + 60 * DAY, BEGIN + 69 * DAY))
    assert after.hit10 > 0.55
    assert after.lost_share < 0.01


def test_a_board_that_sleeps_is_left_alone_and_found_again():
    times = events(50, 300, level=lambda day: 0.0 if 32 <= day < 40 else 1.0)
    board, page = trained(polynomial_model(max_s=DAY), times, 30)
    trace = replay(page, board, BEGIN + 30 * DAY, BEGIN + 50 * DAY)
    asleep = measure(trace.part(BEGIN + 34 * DAY, BEGIN + 40 * DAY))
    awake = measure(trace.part(BEGIN + 43 * DAY, BEGIN + 50 * DAY))
    assert asleep.visits_per_day <= 4
    assert awake.mean_change_rate == pytest.approx(0.5, abs=0.06)


def test_downtime_does_not_poison_the_curve():
    board, _ = trained(polynomial_model(), events(30, 300), 30)
    before = board.expected(BEGIN + 30 * DAY, BEGIN + 37 * DAY)
    board.observe(Visit(BEGIN + 60 * DAY, 50, 50))
    after = board.expected(BEGIN + 30 * DAY, BEGIN + 37 * DAY)
    assert after == pytest.approx(before, rel=0.02)


def test_a_pooled_profile_helps_on_the_first_day():
    boards = [trained(polynomial_model(), events(14, 100, seed=s), 14)[0] for s in (1, 2, 3)]
    profile = pooled_profile(board.days for board in boards)
    assert profile.mean() == pytest.approx(1)
    times = events(4, 400, seed=8)

    def errors(profile):
        model = polynomial_model(profile=profile, min_s=60.0)
        trace = replay(Page(times, 50), model.open(), BEGIN, BEGIN + 2 * DAY)
        return float(np.abs(trace.events / 50 - 0.5).mean())

    assert errors(profile) < errors(None)
    assert pooled_profile([]) is None


# -- state


def test_a_state_is_small_and_goes_on_where_it_was():
    model = polynomial_model()
    board, page = trained(model, events(32, 300), 30)
    text = json.dumps(board.dump())
    assert len(text) < 4096
    again = model.open(json.loads(text))
    assert again.due() == pytest.approx(board.due(), abs=1.0)
    seen = page.visit(board.last_visit, board.due()).visit
    for one in (board, again):
        one.observe(seen)
    assert again.due() == pytest.approx(board.due(), abs=1.0)
    assert again.level == pytest.approx(board.level, rel=1e-4)
    # A state that is only planned with is given back as it was.
    assert model.open(board.dump()).dump() == board.dump()


@pytest.mark.parametrize(
    "change",
    [
        {"version": STATE_VERSION + 1},
        {"curve": "AAAA"},
        {"curve": None},
        {"level": "x"},
        {"fano": [1]},
        {"trough": None},
        {"rows": "many"},
        {"counts": "AAAA"},
        {"seconds": None},
        {"check": 1},
    ],
)
def test_a_state_that_is_not_ours_is_begun_anew(change):
    model = polynomial_model()
    state = {**trained(model, events(3, 100), 3)[0].dump(), **change}
    board = model.open(state)
    assert board.last_visit is None
    due, new = model.next_visit(state, Visit(BEGIN, 40, 40))
    assert due == BEGIN + model.start_s
    assert new["version"] == STATE_VERSION


@pytest.mark.parametrize("part", ["curve", "counts", "seconds"])
@pytest.mark.parametrize("place", [0, 50, 700])
def test_a_changed_character_of_a_state_is_found_out(part, place):
    model = polynomial_model()
    state = trained(model, events(3, 100), 3)[0].dump()
    text = state[part]
    other = text[:place] + ("1" if text[place] != "1" else "2") + text[place + 1 :]
    assert model.open(state).last_visit is not None
    assert model.open({**state, part: other}).last_visit is None


def test_a_plan_from_a_saved_state_is_that_of_the_board():
    board = trained(polynomial_model(), events(32, 300), 30)[0]
    now = board.last_visit
    again = polynomial_model().open(json.loads(json.dumps(board.dump())))
    assert again.due() == pytest.approx(board.due(), abs=1e-3)
    for hours in (1.0, 7.0, 100.0):
        end = now + 3600 * hours
        assert again.expected(now, end) == pytest.approx(board.expected(now, end), rel=1e-6)
    visit = Visit(now + 5000, 50, 9)
    for one in (board, again):
        one.observe(visit)
    assert again.due() == pytest.approx(board.due(), abs=1e-3)


def test_a_state_of_the_first_version_is_read():
    model = polynomial_model()
    board = trained(model, events(32, 300), 30)[0]
    state = board.dump()
    filters = [[20.0, 19.0, 0.5], [60.0, 61.0, 0.2], *[[100.0, 99.0, 0.1]] * 3]
    old = {
        **state,
        "version": 1,
        "curve": pack(board.curve.rates.reshape(-1).tolist()),
        "level": filters,
    }
    again = model.open(old)
    assert again.curve.rates == pytest.approx(board.curve.rates, rel=1e-6)
    assert again.level == pytest.approx(sum(w * a / b for a, b, w in filters))
    assert (again.last_visit, again.rows) == (board.last_visit, board.rows)
    assert again.dump()["version"] == STATE_VERSION
    damages = [
        {"curve": "AAAA"},
        {"curve": pack([0.0] * 2 * SLOTS)},
        {"level": "x"},
        {"level": [[1]]},
        {"level": [[20.0, 19.0, math.nan]] * 5},
        {"trough": "x"},
        {"counts": "AAAA"},
        {"seconds": pack([math.nan] * 2 * SLOTS)},
    ]
    for damage in damages:
        assert model.open({**old, **damage}).last_visit is None


def test_states_of_a_model_with_other_memories():
    state = trained(polynomial_model(), events(3, 100), 3)[0].dump()
    board = polynomial_model(memories=(50.0,)).open(state)
    assert 0 < board.level < math.inf


# -- parts


def test_a_level_is_found_and_its_doubt_shrinks():
    bank = LevelBank()
    vague = bank.spread
    for _ in range(40):
        bank.observe(20.0, 10.0, fano=1.0, at_least=False)
    assert bank.mean == pytest.approx(2.0, rel=0.02)
    assert bank.spread < 0.05 < vague


@pytest.mark.parametrize("factor", [0.3, 3.0])
def test_a_great_change_of_the_level_is_believed_at_the_first_visit(factor):
    bank = LevelBank()
    for _ in range(100):
        bank.observe(50.0, 50.0, fano=1.0, at_least=False)
    bank.observe(50.0 * factor, 50.0, fano=1.0, at_least=False)
    assert abs(bank.mean - factor) < 0.3 * abs(1 - factor)
    for _ in range(4):
        bank.observe(50.0 * factor, 50.0, fano=1.0, at_least=False)
    assert bank.mean == pytest.approx(factor, rel=0.1)
    assert bank.spread < 0.03


def test_a_common_surprise_is_no_change_of_the_level():
    bank = LevelBank()
    for _ in range(100):
        bank.observe(20.0, 20.0, fano=1.0, at_least=False)
    bank.observe(27.0, 20.0, fano=1.0, at_least=False)
    assert bank.mean == pytest.approx(1.0, abs=0.05)


@given(st.integers(0, 300), st.floats(1e-6, 1e4), st.floats(1, 25), st.booleans())
def test_a_level_stays_a_number(count, expected, fano, at_least):
    bank = LevelBank()
    for _ in range(5):
        taken = bank.observe(float(count), expected, fano=fano, at_least=at_least)
        assert taken >= count
        assert 0 < bank.mean < math.inf
        assert 0 <= bank.spread < math.inf


def test_unknown_models_and_bounds_are_refused():
    with pytest.raises(ValueError, match="no revisit model oracle"):
        make_model("oracle")
    with pytest.raises(ValueError, match="out of order"):
        make_model(min_s=100.0, max_s=10.0)
    assert isinstance(make_model(), CurveModel)
