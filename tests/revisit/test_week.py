"""The curve of a week: its integral and the time until so much is expected are inverse."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.revisit.slots import SlotTable, pack, unpack
from fpcrawl.revisit.week import DAY_S, SLOT_S, SLOTS, WEEK_S, WeekCurve, local_position

positions = st.floats(0, WEEK_S, exclude_max=True)
curves = st.builds(
    lambda seed, trough: WeekCurve(
        np.random.default_rng(seed).uniform(0.001, 1, (2, SLOTS)), trough
    ),
    st.integers(0, 1000),
    st.integers(0, SLOTS - 1),
)


@given(curves, positions, st.floats(1e-3, 5e6))
def test_the_time_to_an_amount_integrates_to_it(curve, position, amount):
    again = curve.between(position, curve.reach(position, amount))
    assert again == pytest.approx(amount, abs=1e-6)


@given(curves, positions, st.floats(0, 30 * DAY_S), st.floats(0, 30 * DAY_S))
def test_integrals_add_up(curve, position, first, second):
    parts = curve.between(position, first)
    parts += curve.between((position + first) % WEEK_S, second)
    assert parts == pytest.approx(curve.between(position, first + second), abs=1e-5, rel=1e-9)


@given(curves, positions)
def test_a_week_is_the_total(curve, position):
    assert curve.between(position, WEEK_S) == pytest.approx(curve.total)
    weekdays, weekend = curve.rates.sum(axis=1) * SLOT_S
    assert curve.total == pytest.approx(5 * weekdays + 2 * weekend)


@given(curves, positions, st.floats(1, 9 * DAY_S), st.floats(0, 1e5))
def test_a_table_spreads_all_events_over_all_seconds(curve, position, seconds, events):
    table = SlotTable()
    table.add(position, seconds, events, curve)
    assert sum(table.seconds) == pytest.approx(seconds)
    assert sum(table.counts) == pytest.approx(events)


def rates(weekday, weekend):
    return np.stack([np.full(SLOTS, weekday), np.full(SLOTS, weekend)])


@pytest.mark.parametrize(
    ("trough_hour", "hour", "weekend"),
    [
        (0, -0.5, False),  # Friday evening
        (0, 0.5, True),
        (5, 4.5, False),  # the night to Saturday is still Friday
        (5, 5.5, True),
        (5, 48 + 4.5, True),  # the night to Monday is still Sunday
        (5, 48 + 5.5, False),
        (20, -4.5, False),  # by a clock on which their Saturday begins on Friday evening
        (20, -3.5, True),
    ],
)
def test_the_day_begins_at_the_trough(trough_hour, hour, weekend):
    curve = WeekCurve(rates(1.0, 2.0), trough_hour * 3)
    saturday = 5 * DAY_S
    seen = curve.between((saturday + hour * 3600) % WEEK_S, 60.0)
    assert seen == pytest.approx(120.0 if weekend else 60.0)


def test_positions_are_local():
    monday = datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()
    assert local_position(monday, None) == local_position(monday, UTC) == 12 * 3600
    assert local_position(monday, ZoneInfo("Asia/Shanghai")) == 20 * 3600
    assert local_position(monday - 13 * 3600, None) == WEEK_S - 3600


def test_clocks_that_change_keep_the_hour():
    berlin = ZoneInfo("Europe/Berlin")
    winter = datetime(2026, 3, 28, 12, tzinfo=berlin).timestamp()
    summer = datetime(2026, 3, 29, 12, tzinfo=berlin).timestamp()
    assert summer - winter == 23 * 3600
    assert local_position(summer, berlin) - local_position(winter, berlin) == DAY_S


def test_a_time_beyond_the_calendar_is_taken_as_utc():
    assert 0 <= local_position(1e18, ZoneInfo("Asia/Shanghai")) < WEEK_S


def test_numbers_survive_packing():
    numbers = [0.0, 1.5, 3e-7, 1e9]
    assert unpack(pack(numbers)) == pytest.approx(numbers)
    with pytest.raises(ValueError, match=r"padding|base64|multiple"):
        unpack("abc")


def test_a_table_of_another_size_is_refused():
    with pytest.raises(ValueError, match="no table"):
        SlotTable([1.0], [1.0])
