"""A budget shared by all boards of a state, and lists that are watched."""

from __future__ import annotations

import itertools

import pytest

from fpcrawl.revisit import IntervalModel, Visit, make_model
from fpcrawl.revisit.allotment import AllottedModel
from fpcrawl.revisit.rows import ListRow
from fpcrawl.revisit.watch import ListWatch

DAY = 86400.0
T0 = 1_772_625_600.0


class Values:
    """Named values in memory."""

    def __init__(self):
        self.kept = {}

    def get(self, name, default=None):
        return self.kept.get(name, default)

    def set(self, name, value):
        if value is None:
            self.kept.pop(name, None)
        else:
            self.kept[name] = value

    def change(self, name, update):
        value = update(self.get(name))
        self.set(name, value)
        return value


def allotted(values, visits_per_day, timer=lambda: 0.0):
    model = make_model("polynomial", min_s=60, max_s=7 * DAY)
    states = lambda: [v for n, v in values.kept.items() if n.startswith("revisit/")]  # noqa: E731
    return AllottedModel(model, visits_per_day, states, timer)


def visits_in_days(budget, rates, days):
    """Visit boards with so many events a day each; return the visits per day of the last half."""
    values = Values()
    model = allotted(values, budget)
    dues, lasts, visits = dict.fromkeys(rates, T0), dict.fromkeys(rates, T0), []
    while True:
        board = min(dues, key=dues.get)
        now = dues[board]
        if now > T0 + days * DAY:
            break
        events = round((now - lasts[board]) / DAY * rates[board])
        name = f"revisit/c/{board}"
        due, state = model.next_visit(values.get(name), Visit(now, 40, min(events, 40)))
        values.set(name, state)
        assert due > now
        dues[board], lasts[board] = due, now
        visits.append(now)
    half = T0 + days / 2 * DAY
    return sum(now > half for now in visits) / (days / 2)


@pytest.mark.parametrize("budget", [12, 60])
def test_all_boards_together_get_what_there_is(budget):
    made = visits_in_days(budget, {"a": 100, "b": 20, "c": 5}, 8)
    assert made == pytest.approx(budget, rel=0.15)


def test_shares_are_made_anew_every_hour():
    asked = []
    values = Values()
    model = allotted(values, 50)
    model._states = lambda: asked.append(1) or []
    for minutes in (0, 10, 50, 61, 70):
        model.next_visit(None, Visit(T0 + minutes * 60, 40, 3))
    assert len(asked) == 2


def test_sharing_never_takes_more_than_a_fiftieth_of_the_time():
    asked = []
    model = allotted(Values(), 50, timer=itertools.count(0, 200.0).__next__)
    model._states = lambda: asked.append(1) or []
    for hours in (0, 1, 2, 2.9):
        model.next_visit(None, Visit(T0 + hours * 3600, 40, 3))
    assert len(asked) == 2


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan")])
def test_a_budget_of_nothing_is_refused(budget):
    with pytest.raises(ValueError, match="visits a day"):
        allotted(Values(), budget)


def rows(*names):
    return [ListRow(name) for name in names]


def test_a_list_is_watched_by_model_and_memory():
    values = Values()
    watch = ListWatch(IntervalModel(), values, "c")
    due, first = watch.seen("u", rows(*"abcd"), T0)
    assert due == T0 + 3600
    assert first.visit.new == 4
    _, second = watch.seen("u", rows(*"xabc"), T0 + 3600)
    assert second.visit.new == 1
    assert watch.unchanged("u", T0 + 7200) > T0 + 7200
    assert set(values.kept) == {"revisit/c/u", "rows/c/u"}


@pytest.mark.parametrize("goes_on", [True, False])
def test_an_overflow_lasts_while_further_pages_are_read(goes_on):
    watch = ListWatch(IntervalModel(), Values(), "c")
    watch.seen("u", rows(*"abcd"), T0)
    assert watch.seen("u", rows(*"wxyz"), T0 + 3600, goes_on=goes_on)[1].overflowed
    assert watch.seen_deeper("u", rows(*"stuv"), T0 + 3601) is not goes_on
    assert watch.seen_deeper("u", rows(*"opqr"), T0 + 3602, ends=True)
    assert not watch.seen("u", rows(*"1wxy"), T0 + 7200, goes_on=goes_on)[1].overflowed


def test_a_further_page_of_what_was_never_seen_is_not_remembered():
    values = Values()
    watch = ListWatch(IntervalModel(), values, "c")
    assert watch.seen_deeper("u", rows(*"abcd"), T0)
    assert not values.kept
