"""Replayed pages, what is measured on them, the policies of others, and the budget."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from revisit_kit import BEGIN, DAY, events, trained

from fpcrawl.revisit import BudgetPlanner, Stepper, Visit, ZPlanner, make_model, share_budget
from fpcrawl.revisit.curvemodel import classic_model, polynomial_model
from fpcrawl.revisit.measures import ceiling, measure
from fpcrawl.revisit.policies import FixedModel, MeanModel, NutchModel, StormCrawlerModel
from fpcrawl.revisit.replay import Page, replay, replay_many


def test_a_page_in_creation_order_keeps_the_youngest():
    page = Page(np.arange(1.0, 11.0), 4, show_times=True)
    seen = page.visit(0.0, 7.0)
    assert (seen.events, seen.visit.new) == (7, 4)
    assert seen.visit.times == (4.0, 5.0, 6.0, 7.0)
    assert seen.delays_s.tolist() == [3.0, 2.0, 1.0, 0.0]
    assert page.visit(7.0, 7.5).events == 0


def test_a_page_in_bump_order_counts_threads_once():
    times = np.arange(1.0, 9.0)
    page = Page(times, 2, np.array([1, 2, 1, 3, 3, 1, 4, 3]))
    seen = page.visit(0.0, 6.0)
    # 1, 2 and 3 were written to; 2 is the one that has fallen off.
    assert (seen.events, seen.visit.new) == (3, 2)
    assert sorted(seen.delays_s.tolist()) == [2.0, 5.0]
    assert page.visit(6.0, 8.0).events == 2


@pytest.mark.parametrize(
    ("times", "rows", "threads"),
    [([2.0, 1.0], 3, None), ([1.0], 0, None), ([1.0, 2.0], 3, [1])],
)
def test_pages_that_cannot_be(times, rows, threads):
    with pytest.raises(ValueError, match=r"ascending|one row|its thread"):
        Page(np.array(times), rows, None if threads is None else np.array(threads))


def test_measures_of_a_fixed_period():
    # An event a minute, 60 rows, a visit each half hour: always exactly half.
    page = Page(BEGIN + 60.0 * np.arange(1, 1441), 60)
    trace = replay(page, Stepper(FixedModel(1800.0)), BEGIN, BEGIN + DAY)
    m = measure(trace)
    assert m.visits_per_day == 48
    assert m.hit5 == m.hit10 == m.hit20 == 1.0
    assert (m.lost_share, m.mean_change_rate) == (0.0, 0.5)
    assert m.mean_delay_s == pytest.approx(870)
    slow = measure(replay(page, Stepper(FixedModel(7200.0)), BEGIN, BEGIN + DAY))
    assert slow.lost_share == pytest.approx(0.5)
    half = trace.part(BEGIN, BEGIN + DAY / 2)
    assert (len(half.times), len(half.delays_s)) == (24, 720)
    nothing = measure(trace.part(BEGIN - DAY, BEGIN))
    assert (nothing.visits, nothing.hit10, nothing.lost_share) == (0, 0.0, 0.0)


def test_a_model_that_plans_the_past_is_caught():
    page = Page(np.array([BEGIN]), 5)
    with pytest.raises(ValueError, match="in the past"):
        replay(page, Stepper(FixedModel(-5.0)), BEGIN, BEGIN + DAY)


@pytest.mark.parametrize(
    ("rows", "share"), [(20, 0.57), (30, 0.64), (50, 0.73), (100, 0.86), (150, 0.93), (200, 0.96)]
)
def test_the_ceiling_is_that_of_the_study(rows, share):
    assert ceiling(rows) == pytest.approx(share, abs=0.006)


def test_the_order_of_the_paper():
    times = events(45, 800, seed=3)
    span = BEGIN + 30 * DAY, BEGIN + 44 * DAY
    hits = {}
    for name, model in (("ours", polynomial_model), ("classic", classic_model)):
        board, page = trained(model(min_s=60.0), times, 30, rows=100)
        hits[name] = measure(replay(page, board, *span)).hit10
    mean = MeanModel(min_s=60.0)
    seen = {"events": 30 * 800.0, "seconds": 30 * DAY, "last": None}
    hits["mean"] = measure(replay(page, Stepper(mean, seen), *span)).hit10
    assert hits["ours"] >= 0.75
    assert hits["ours"] > hits["classic"] - 0.03
    assert hits["classic"] > hits["mean"] + 0.2


# -- the policies of others


def test_the_mean_counts_all_visits():
    model = MeanModel(min_s=1.0, max_s=DAY)
    _, state = model.next_visit(None, Visit(BEGIN, 40, 40))
    _, state = model.next_visit(state, Visit(BEGIN + 3600, 40, 30))
    due, state = model.next_visit(state, Visit(BEGIN + 7200, 40, 10))
    assert due == BEGIN + 7200 + 3600
    assert state == {"events": 40.0, "seconds": 7200.0, "last": BEGIN + 7200}


def test_nutch_shrinks_grows_and_synchronises():
    model = NutchModel(start_s=1000.0, min_s=1.0, max_s=1e6)
    due, state = model.next_visit(None, Visit(BEGIN, 10, 10))
    assert due == BEGIN + 1000
    due, state = model.next_visit(state, Visit(due, 10, 5))
    assert due == BEGIN + 1000 + 800
    due, state = model.next_visit(state, Visit(due, 10, 4))
    # Unchanged for 800 s: 800 * 1.4, sooner by 0.3 * 800.
    assert due == pytest.approx(BEGIN + 1800 + 1120 - 240)
    assert state["interval"] == pytest.approx(1120)


def test_stormcrawler_halves_and_grows():
    model = StormCrawlerModel(start_s=1000.0, min_s=300.0, max_s=1e6)
    due, state = model.next_visit(None, Visit(BEGIN, 10, 10))
    due, state = model.next_visit(state, Visit(due, 10, 5))
    assert due == BEGIN + 1000 + 500
    due, state = model.next_visit(state, Visit(due, 10, 0))
    assert due == BEGIN + 1500 + 750


# -- many boards


@pytest.fixture(scope="module")
def boards():
    made = []
    for seed, per_day in enumerate((5, 40, 400)):
        times = events(40, per_day, seed=seed)
        made.append((*trained(polynomial_model(min_s=60.0, max_s=9 * DAY), times, 30), times))
    return made


def density(planner, outlook):
    """Return visits a day of a planner by walking through a week."""
    position, gone, visits = 0.0, 0.0, 0
    while gone < 28 * DAY:
        wait = planner.interval_s(replace(outlook, position=position))
        gone += wait
        position = (position + wait) % (7 * DAY)
        visits += 1
    return visits / 28


@pytest.mark.parametrize("budget", [200.0, 60.0, 24.0, 10.0, 3.0])
def test_a_budget_is_used_and_kept(boards, budget):
    outlooks = [board.outlook() for board, _, _ in boards]
    planner = share_budget(outlooks, budget)
    assert sum(density(planner, o) for o in outlooks) == pytest.approx(budget, rel=0.06)


def test_visits_follow_the_root_of_the_rate(boards):
    outlooks = [board.outlook() for board, _, _ in boards]
    planner = share_budget(outlooks, 500.0)
    slow, middle, busy = (density(planner, o) for o in outlooks)
    assert busy / middle == pytest.approx(10**0.5, rel=0.1)
    assert middle / slow == pytest.approx(8**0.5, rel=0.25)


def test_busy_boards_are_kept_from_overflowing(boards):
    outlooks = [board.outlook() for board, _, _ in boards]
    planner = share_budget(outlooks, 18.0)
    assert isinstance(planner, BudgetPlanner)
    assert density(planner, outlooks[2]) > 400 / (0.8 * 50) * 0.9


def test_too_small_a_budget_turns_all_pages_over_alike(boards):
    outlooks = [board.outlook() for board, _, _ in boards]
    planner = share_budget(outlooks, 4.0)
    assert isinstance(planner, ZPlanner)
    assert planner.z == pytest.approx(445 / 50 / 4, rel=0.15)
    assert planner.guard == 0


def test_budgets_without_sense():
    with pytest.raises(ValueError, match="budget"):
        share_budget([], 0.0)
    assert share_budget([], 5.0)


def test_boards_are_visited_under_one_budget(boards):
    span = BEGIN + 30 * DAY, BEGIN + 40 * DAY
    model = polynomial_model(min_s=60.0, max_s=9 * DAY)

    def run(share):
        fresh = [model.open(board.dump()) for board, _, _ in boards]
        traces = replay_many([page for _, page, _ in boards], fresh, share, *span)
        delays = np.concatenate([t.delays_s for t in traces])
        visits = sum(len(t.times) for t in traces) / 10
        lost = sum(t.events.sum() - t.found.sum() for t in traces) / sum(
            t.events.sum() for t in traces
        )
        return visits, float(delays.mean()), lost

    def z_rule(outlooks):
        return ZPlanner(sum(o.level * o.curve.total / 7 / o.rows for o in outlooks) / 60, 0.0)

    visits, delay, lost = run(lambda outlooks: share_budget(outlooks, 60.0))
    assert visits == pytest.approx(60, rel=0.06)
    assert lost < 0.01
    z_visits, z_delay, _ = run(z_rule)
    assert z_visits == pytest.approx(60, rel=0.06)
    assert delay < z_delay


def test_names_make_models():
    assert make_model("fixed", start_s=50.0, min_s=60.0) == FixedModel(60.0)
    assert make_model("nutch", z=0.3).z == 0.3
