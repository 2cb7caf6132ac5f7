"""Visits of the past: read from what a list remembers, whatever that is."""

from __future__ import annotations

import math

import pytest

from fpcrawl.revisit.past import PastVisit, past_visits, record_of


def test_visits_are_read_oldest_first():
    memory = {"visits": [[200.0, 40, 10], [100.0, 40, 40], [300, 40, 0]]}
    assert past_visits(memory) == [
        PastVisit(100.0, 40, 40),
        PastVisit(200.0, 40, 10),
        PastVisit(300.0, 40, 0),
    ]


@pytest.mark.parametrize(
    "memory",
    [
        None,
        [],
        {},
        {"visits": None},
        {"visits": "abc"},
        {"visits": [[], [1], ["x", 2, 3], [math.nan, 3, 1], [math.inf, 3, 1], [5, 0, 0], 7, None]},
        {"visits": [[1, math.inf, 2], [1, 3, -1], {"time": 1}]},
    ],
)
def test_what_is_no_visit_is_left_out(memory):
    assert past_visits(memory) == []


def test_the_record_leaves_out_the_first_visit():
    visits = [PastVisit(600.0 * i, 40, new) for i, new in enumerate((40, 20, 24, 25, 40))]
    record = record_of(visits, 0.5)
    assert record.visits == 4
    assert record.hit_rate == 0.5  # 20 and 24 of 40 lie within ten points of one half
    assert record.turnover == pytest.approx((20 + 24 + 25 + 40) / 160)
    assert record.full == 0.25
    assert record.rate == pytest.approx((20 + 24 + 25 + 40) / 2400)
    assert record_of(visits, 0.7).hit_rate == pytest.approx(2 / 4)


def test_there_is_no_record_of_one_visit():
    assert record_of([], 0.5) is None
    assert record_of([PastVisit(1.0, 4, 4)], 0.5) is None
    same = record_of([PastVisit(1.0, 4, 4), PastVisit(1.0, 4, 4)], 0.5)
    assert same.rate is None
