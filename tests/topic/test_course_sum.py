"""What several workers learn of a topic makes the state that one would have made."""

from __future__ import annotations

import json

import pytest
from test_course import KETTLE, OFF, ON, Wider, Words, page

from fpcrawl.topic.course import TopicCourse
from fpcrawl.topic.coursesum import course_sum
from fpcrawl.topic.growth import GrowthRules
from fpcrawl.topic.models.adaptive import AdaptiveModel
from fpcrawl.topic.models.bfs import BfsModel
from fpcrawl.topic.models.vsm import VsmModel
from fpcrawl.topic.widening import WideningRules


def course(model=VsmModel):
    rules = WideningRules(enough=1000, quiet_s=1e9, max_steps=1)
    growth = GrowthRules(guard=0.2, least_pages=4, every=2)
    options = {"widening": rules, "hypernyms": Wider(), "growth": growth}
    return TopicCourse(KETTLE, Words(), model, 0.0, eta=0.3, **options)


def see(one, n):
    text = f"{ON} descaler" if n % 3 == 0 else f"{OFF} vinegar{n % 2}"
    links = [(n + 1, "a kettle"), (500 + n, "a tyre"), (7, "spout")]
    one.see(page(n, text, links), float(n), float(n), own=True)


def plain(one):
    return json.loads(json.dumps(one.to_json()))


def shared(model, workers=3, rounds=4, pages=6):
    """Have workers store in turn; return what is stored, and what one alone has learnt."""
    alone = course(model)
    for n in range(1, 6):
        see(alone, n)
    stored = plain(alone)
    several = [course(model) for _ in range(workers)]
    for one in several:
        assert one.restore(json.loads(json.dumps(stored)), 0.0) == ()
    before = [plain(one) for one in several]
    n = 6
    for _ in range(rounds):
        for k, one in enumerate(several):
            for _ in range(pages):
                see(one, n)
                see(alone, n)
                n += 1
            now = plain(one)
            stored = json.loads(json.dumps(course_sum(stored, before[k], now)))
            before[k] = now
    return stored, plain(alone), n


@pytest.mark.parametrize("model", [VsmModel, AdaptiveModel, BfsModel])
def test_counts_are_those_of_one_worker(model):
    found, alone, pages = shared(model)
    for name in ("pages", "on_topic", "harvest", "name", "eta"):
        assert found["standing"][name] == alone["standing"][name], name
    assert found["standing"]["pages"] == pages - 1
    assert found["late"] == alone["late"]
    assert found["frequencies"]["documents"] == alone["frequencies"]["documents"]
    assert found["frequencies"]["terms"] == alone["frequencies"]["terms"]
    mine, theirs = (state["widening"]["counts"] for state in (found, alone))
    assert mine["relevant"] == theirs["relevant"]
    assert mine["judged_here"] == theirs["judged_here"]
    again = course(model)
    assert again.restore(found, 0.0) == ()
    see(again, pages)
    assert again.standing.pages == pages


def test_links_of_all_workers_are_known():
    found, alone, _ = shared(VsmModel)
    mine, theirs = (state["model"]["links"] for state in (found, alone))
    assert set(mine["done"]) == set(theirs["done"])
    assert set(mine["open"]) == set(theirs["open"])
    for url, row in theirs["open"].items():
        assert mine["open"][url][0] == row[0], "parents"
    words = [state["model"]["frequencies"] for state in (found, alone)]
    assert words[0]["documents"] == words[1]["documents"]
    assert words[0]["terms"] == words[1]["terms"]


def test_the_graph_of_all_workers_is_one():
    found, alone, _ = shared(AdaptiveModel)

    def links(state):
        urls = [row[0] for row in state["model"]["pages"]]
        return {(urls[a], urls[b]) for a, b, _ in state["model"]["links"]}

    def fetched(state):
        return {row[0] for row in state["model"]["pages"] if row[1]}

    assert links(found) == links(alone)
    assert fetched(found) == fetched(alone)
    assert found["model"]["seen"] == alone["model"]["seen"]
    assert found["model"]["terms"] == alone["model"]["terms"]
    assert len(found["model"]["links"]) == len(links(found))


def test_what_cannot_be_summed_is_that_of_the_worker_itself():
    one = course()
    see(one, 1)
    now = plain(one)
    for stored in ({}, {"version": 0}, {**now, "standing": {**now["standing"], "name": "boat"}}):
        assert course_sum(stored, now, now) == now
    other = course(AdaptiveModel)
    see(other, 1)
    assert course_sum(plain(other), now, now)["model"] == now["model"]
    assert course_sum({**now, "growth": None}, now, now)["growth"] == now["growth"]
