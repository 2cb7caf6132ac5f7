"""When a topic is widened, how far, and what the wider topic weighs."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import StateError
from fpcrawl.topic.hypernyms import HypernymChoice
from fpcrawl.topic.model import Topic
from fpcrawl.topic.widening import Widening, WideningRules, widen_topic

TOPIC = Topic("智能手机", {"智能手机": 1.0, "触屏": 0.4}, "一种手机")
WIDER = {"智能手机": "手机", "手机": "电话"}


def choose(word, but):
    wider = WIDER.get(word)
    return None if wider is None or wider in but else HypernymChoice(word, wider, "user")


def starved(rules=None, now=0.0):
    widening = Widening(rules or WideningRules(), TOPIC, now)
    for second in range(60):
        widening.note(False, now + second)
    return widening


def test_nothing_new_for_a_while_makes_it_due_once():
    widening = Widening(WideningRules(), TOPIC, 100.0)
    assert not widening.due(1000.0)  # no page was judged at all
    for second in range(29):
        widening.note(False, 100.0 + second)
    assert not widening.due(129.0)  # too few pages
    widening.note(False, 101.0)
    assert not widening.due(114.9)  # too soon
    assert widening.due(115.0)
    widened = widening.widen(115.0, choose)
    assert (widened.step, widened.old, widened.new) == (1, "智能手机", "手机")
    assert "手机 by user" in widened.reason
    assert "0 relevant pages" in widened.reason
    for second in range(100):
        widening.note(False, 116.0 + second)
    assert not widening.due(500.0)  # the paper does it once
    assert not widening.due(500.0, idle=True)


def test_a_relevant_page_starts_the_wait_anew():
    widening = starved()
    assert widening.due(60.0)
    widening.note(True, 60.0)
    assert not widening.due(80.0)
    for second in range(300):
        widening.note(False, 61.0 + second)
    assert widening.due(400.0)


def test_enough_relevant_pages_end_it():
    rules = WideningRules(enough=3, quiet_pages=1, patience=0.0)
    widening = Widening(rules, TOPIC, 0.0)
    for second in range(3):
        widening.note(True, second)
    for second in range(100):
        widening.note(False, 10.0 + second)
    assert not widening.due(1000.0)
    assert not widening.due(1000.0, idle=True)


def test_a_crawl_that_finds_one_in_fifty_is_not_hurried():
    widening = Widening(WideningRules(), TOPIC, 0.0)
    for page in range(500):
        widening.note(page % 50 == 49, float(page))
    for page in range(199):
        widening.note(False, 500.0 + page)
    assert not widening.due(10_000.0)
    widening.note(False, 700.0)
    assert widening.due(10_000.0)


def test_an_empty_frontier_does_not_wait():
    assert Widening(WideningRules(), TOPIC, 0.0).due(0.0, idle=True)


def test_steps_are_bounded_and_narrower_words_weigh_more():
    widening = Widening(WideningRules(max_steps=5, share=0.6), TOPIC, 0.0)
    first = widening.widen(0.0, choose, lambda word: {"充电": 4.0, "触屏": 8.0, "无": 0.0})
    assert first.topic.weights == pytest.approx(
        {"智能手机": 1.0, "触屏": 0.6, "手机": 0.6, "充电": 0.3}
    )
    second = widening.widen(0.0, choose)
    weights = second.topic.weights
    assert weights["智能手机"] > weights["手机"] > weights["电话"] == pytest.approx(0.36)
    assert second.topic.name == "电话"
    assert second.topic.text == TOPIC.text
    assert widening.widen(0.0, choose) is None
    assert widening.steps == 2
    assert not widening.due(1e6, idle=True)  # there is nothing wider


def test_at_most_so_many_terms_come_with_a_step():
    many = {f"t{number}": float(number) for number in range(1, 500)}
    wider = widen_topic(TOPIC, "手机", many, ceiling=0.5, max_terms=10)
    assert len(wider.weights) == len(TOPIC.weights) + 10
    assert wider.weights["手机"] == 0.5
    assert "t499" in wider.weights
    assert "t400" not in wider.weights


def test_a_topic_without_terms_gets_some():
    assert widen_topic(Topic("x", {}), "y", {}, ceiling=0.5).weights == {"y": 1.0}


def test_it_goes_on_where_it_was():
    widening = starved(WideningRules(max_steps=2))
    widening.widen(60.0, choose, lambda word: {"充电": 1.0})
    state = json.loads(json.dumps(widening.to_json()))
    other = Widening(WideningRules(max_steps=2), TOPIC, 0.0)
    other.restore(state, 5.0)
    assert other.steps == 1
    assert other.topic == widening.topic
    assert other.to_json() == widening.to_json()
    assert other.widen(6.0, choose).new == "电话"


@pytest.mark.parametrize(
    "state",
    [
        {},
        [],
        {"version": 99},
        {"version": 1, "topic": {}, "counts": {}},
        Widening(WideningRules(), TOPIC, 0.0).to_json()
        | {"counts": {"word": "智能手机", "steps": "x", "used": ["智能手机"]}},
        {"version": 1, "topic": {"name": "x", "weights": {"x": "y"}, "text": ""}, "counts": 3},
    ],
)
def test_state_of_something_else_is_refused(state):
    with pytest.raises(StateError):
        Widening(WideningRules(), TOPIC, 0.0).restore(state, 0.0)


def test_state_of_another_topic_is_refused():
    state = Widening(WideningRules(), Topic("别的", {"别的": 1.0}), 0.0).to_json()
    with pytest.raises(StateError, match="another topic"):
        Widening(WideningRules(), TOPIC, 0.0).restore(state, 0.0)


@pytest.mark.parametrize("bad", [{"share": 0.0}, {"share": 1.0}, {"max_steps": -1}])
def test_rules_that_make_no_sense_are_refused(bad):
    with pytest.raises(ValueError, match=r"share|negative"):
        WideningRules(**bad)


@given(
    st.lists(st.tuples(st.booleans(), st.floats(0, 30)), max_size=120),
    st.integers(0, 3),
)
def test_it_never_widens_oftener_than_allowed(pages, max_steps):
    rules = WideningRules(quiet_s=5.0, quiet_pages=2, patience=1.0, max_steps=max_steps)
    widening = Widening(rules, Topic("w0", {"w0": 1.0}), 0.0)
    now, done = 0.0, []
    for relevant, passed in pages:
        now += passed
        widening.note(relevant, now)
        if widening.due(now):
            step = len(done) + 1
            done.append(
                widening.widen(now, lambda word, but, n=step: HypernymChoice(word, f"w{n}", "t"))
            )
    assert len(done) <= max_steps
    assert [widened.step for widened in done] == list(range(1, len(done) + 1))
    weights = widening.topic.weights
    assert all(weights[f"w{n}"] > weights[f"w{n + 1}"] for n in range(len(done)))
