from __future__ import annotations

import json

import numpy as np
import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.topic.model import Block, Topic, TopicLink, TopicPage
from fpcrawl.topic.models import make_model
from fpcrawl.topic.models.learner import LinkLearner
from fpcrawl.topic.models.linkgraph import FEATURES, LinkGraph
from fpcrawl.topic.models.mentions import Mentions
from fpcrawl.topic.models.rows import TermRows, Vocabulary
from fpcrawl.topic.models.tunnel import Tunnel

BIRDS = Topic("bird", {"bird": 1.0, "feather": 0.5, "nest": 0.25})
ON = "bird feather nest wing beak song"
OFF = "engine wheel oil motor fuel gear"


def page(url, text, links=()):
    found = tuple(TopicLink(to, tuple(anchor.split())) for to, anchor in links)
    return TopicPage(url, (Block("content", tuple(text.split())),), found)


def crawl(model, pages=120):
    """See pages of two kinds: a hub of each kind leads to pages of its kind."""
    told = {}
    for number in range(pages):
        on = number % 2 == 0
        hub = f"{'on' if on else 'off'}-hub-{number // 20}"
        if number % 20 < 2:
            links = [(f"{hub}-{n}", f"item {n}") for n in range(12)]
            told |= model.see(page(hub, "list of things", links)).priorities
        else:
            text = f"{ON if on else OFF} word{number}"
            told |= model.see(page(f"{hub}-{number % 20 // 2 - 1}", text)).priorities
    return told


@pytest.fixture
def model():
    return make_model("adaptive", BIRDS)


def test_links_of_hubs_that_paid_go_first(model):
    told = crawl(model)
    on = [told[f"on-hub-{n}-11"] for n in range(5)]
    off = [told[f"off-hub-{n}-11"] for n in range(5)]
    assert min(on) > max(off)


def test_priorities_of_links_known_before_change():
    model = make_model("adaptive", BIRDS, tunnelling=False)
    first = model.see(page("hub", "list", [("a", "one"), ("b", "two"), ("c", "three")]))
    later = model.see(page("a", ON))
    assert later.priorities["c"] > first.priorities["c"]
    assert "a" not in later.priorities


def test_terms_of_the_best_pages_are_added(model):
    crawl(model)
    judged = model.see(page("new", "wing beak song"))
    assert {"wing", "beak", "song"} <= {term for term, _ in judged.matched}
    plain = make_model("adaptive", BIRDS, growth=False)
    crawl(plain)
    assert plain.see(page("new", "wing beak song")).matched == ()


def test_nothing_is_added_while_no_page_is_on_the_topic(model):
    for number in range(60):
        model.see(page(f"p{number}", f"{OFF} word{number} {'nest' if number == 5 else ''}"))
    assert model.grown == {}


def test_each_part_can_be_left_out():
    for part in type(make_model("adaptive", BIRDS)).PARTS:
        told = crawl(make_model("adaptive", BIRDS, **{part: False}), 60)
        assert all(0 <= worth <= 1 for worth in told.values())


def test_the_same_crawl_gives_the_same_priorities():
    assert crawl(make_model("adaptive", BIRDS)) == crawl(make_model("adaptive", BIRDS))


def in_words(url, sentence):
    """A link in the middle of a sentence."""
    words = tuple(sentence.split())
    return TopicLink(url, ("here",), words)


def lists_of_words(model):
    """See pages that say nothing of the topic, but some of it about one link each."""
    told = {}
    for number in range(12):
        links = (
            in_words(f"near-{number}", "the nest of a bird"),
            in_words(f"far-{number}", "the wheel of an engine"),
        )
        words = tuple(f"{OFF} word{number}".split())
        told |= model.see(TopicPage(f"p{number}", (Block("content", words),), links)).priorities
    return told


def test_words_about_links_count():
    told = lists_of_words(make_model("adaptive", BIRDS, tunnelling=False))
    assert all(told[f"near-{n}"] > told[f"far-{n}"] for n in range(12))
    told = lists_of_words(make_model("adaptive", BIRDS, tunnelling=False, surroundings=False))
    assert all(told[f"near-{n}"] == told[f"far-{n}"] for n in range(12))


def test_words_about_links_are_remembered_where_they_are_the_topics(model):
    lists_of_words(model)
    assert model.around_rows.count == 12
    again = make_model("adaptive", BIRDS)
    again.restore(json.loads(json.dumps(model.to_json())))
    same = (again.graph.surroundings >= 0) == (model.graph.surroundings >= 0)
    assert same.all()
    assert again.around_rows.count == 12


def test_a_state_that_tells_no_words_about_links_is_read(model):
    lists_of_words(model)
    state = model.to_json()
    del state["surroundings"]
    again = make_model("adaptive", BIRDS)
    again.restore(state)
    assert (again.graph.surroundings == -1).all()


def test_it_goes_on_where_it_stopped(model):
    crawl(model, 90)
    again = make_model("adaptive", BIRDS)
    again.restore(json.loads(json.dumps(model.to_json())))
    for number in range(90, 110):
        links = [(f"x{number}", "bird"), ("on-hub-1-11", "oil")]
        one, other = (each.see(page(f"n{number}", ON, links)) for each in (model, again))
        assert other.relevance == pytest.approx(one.relevance, abs=1e-3)
        for url in one.priorities.keys() & other.priorities.keys():
            assert other.priorities[url] == pytest.approx(one.priorities[url], abs=0.1)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("links", [[0, 99_999, 0]]),
        ("links", [[0, 0]]),
        ("surroundings", [[0]]),
        ("surroundings", [3]),
        ("texts", [[-1, {}]]),
        ("pages", [["u"]]),
        ("learner", {"features": None}),
        ("terms", 3),
    ],
)
def test_a_broken_state_changes_nothing(model, key, value):
    crawl(model, 30)
    state = model.to_json()
    seen = model.seen
    with pytest.raises(StateError, match="malformed"):
        model.restore({**state, key: value})
    assert model.seen == seen


def test_memory_is_bounded():
    model = make_model("adaptive", BIRDS, page_capacity=20, link_capacity=200)
    for number in range(200):
        links = [(f"l{number}-{n}", f"text{number} {n}") for n in range(20)]
        model.see(page(f"p{number}", f"{ON} w{number}", links))
    assert model.graph.links <= 200 + 20 * 10
    assert len(model.graph) <= model.graph.links + 40
    assert len(model.page_nodes) <= 20
    assert model.anchor_rows.count - model.anchor_rows.first <= 100


def test_a_page_seen_again_brings_only_its_new_links(model):
    model.see(page("a", ON, [("b", "one")]))
    links = model.graph.links
    judged = model.see(page("a", ON, [("b", "one"), ("c", "two")]))
    assert model.graph.links == links + 1
    assert "c" in judged.priorities


def test_cosines_of_rows():
    words = Vocabulary()
    rows = TermRows(10)
    rows.add(*words.row({"a": 1.0, "b": 1.0}))
    rows.add(*words.row({}))
    rows.add(*words.row({"a": 3.0}))
    first, found = rows.cosines(np.ones(2), np.array([1.0, 0.0]))
    assert first == 0
    assert found == pytest.approx([0.5**0.5, 0.0, 1.0])
    assert rows.mean(np.ones(2), np.array([0.0, 0.0, 1.0])) == pytest.approx([1.0, 0.0])


def test_rows_beyond_the_capacity_are_forgotten():
    words = Vocabulary()
    rows = TermRows(4)
    for number in range(10):
        rows.add(*words.row({f"w{number}": 1.0}))
    first, found = rows.cosines(np.ones(10), np.eye(10)[9])
    assert (first, rows.first) == (6, 6)
    assert found == pytest.approx([0.0, 0.0, 0.0, 1.0])
    assert [int(n) for n in rows.row(9)[0]] == [9]


def test_terms_of_some_rows():
    words, rows = Vocabulary(), TermRows(2)
    for terms in ("a", "b c", "", "a c"):
        rows.add(*words.row(dict.fromkeys(terms.split(), 1.0)))
    of, terms = rows.pairs(np.array([3, 0, 2, 3], np.int32))
    assert [(int(n), words.names[t]) for n, t in zip(of, terms, strict=True)] == [
        (0, "a"),
        (0, "c"),
        (3, "a"),
        (3, "c"),
    ]


def test_a_full_vocabulary_takes_no_more():
    words = Vocabulary(2)
    numbers, weights = words.row({"a": 1.0, "b": 2.0, "c": 3.0})
    assert (numbers.tolist(), weights.tolist()) == ([0, 1], [1.0, 2.0])


def test_a_page_is_no_witness_for_itself():
    graph = LinkGraph()
    hub, child, sister = (graph.number(url) for url in ("hub", "child", "sister"))
    graph.link(hub, [child, sister], [0, 0], [-1, -1])
    graph.fetched[[hub, child]] = True
    graph.relevance[child] = 1.0
    after, linked = graph.features(np.zeros(1), (np.zeros(2), np.zeros(2)))
    hubs = FEATURES.index("hubs")
    assert after[child][hubs] == pytest.approx(graph.child_of_other)
    assert after[sister][hubs] > after[child][hubs]
    assert linked.tolist() == [False, True, True]


def test_fetched_pages_are_judged_by_the_pages_around_them_too():
    graph = LinkGraph()
    numbers = np.asarray([graph.number(f"u{n}") for n in range(6)], np.int32)
    good, between, bad, one, two, unread = numbers
    for source, target in ((good, between), (between, one), (one, two), (bad, unread)):
        graph.link(source, [target], [0], [-1])
    graph.fetched[numbers[:-1]] = True
    graph.relevance[[good, one, two]] = 1.0
    graph.smooth(numbers[:-1])
    few = graph.relevance[between]
    assert 0.0 < few < 0.1
    assert graph.relevance[two] > graph.relevance[good] > 0.99
    assert graph.relevance[[bad, unread]].tolist() == [0.0, 0.0]
    others = np.asarray([graph.number(f"v{n}") for n in range(300)], np.int32)
    graph.relevance[between] = 0.0
    graph.fetched[others] = True
    graph.smooth(np.concatenate([numbers[:-1], others]))
    assert graph.relevance[between] > 10 * few


def test_words_that_only_pages_on_the_topic_hold_promise_more():
    words, pages, texts, mentions = Vocabulary(), TermRows(9), TermRows(9), Mentions()
    for text in ("wren owl europe", "wren europe", "oil europe", "oil europe"):
        pages.add(*words.row(dict.fromkeys(text.split(), 1.0)))
    rows = [texts.add(*words.row({word: 1.0})) for word in ("wren", "europe", "oil", "owl", "new")]
    mentions.count(pages, np.array([1.0, 1.0, 0.0, 0.0]), 4)
    none = np.zeros(5)
    promise, rarity = mentions.of(texts, np.asarray(rows, np.int32), none, none)
    wren, europe, oil, owl, new = promise
    assert wren > owl > europe == pytest.approx(0.0)
    assert oil == pytest.approx(-wren)
    assert new == 0.0
    assert rarity[3] > rarity[0] > rarity[1]
    # The page behind the link holds its name itself.
    alone = mentions.of(texts, np.asarray(rows[3:4], np.int32), np.ones(1), np.ones(1))[0]
    assert alone == pytest.approx([0.0])


def test_what_was_learnt_of_other_features_is_learnt_anew(model):
    crawl(model)
    state = json.loads(json.dumps(model.to_json()))
    state["learner"]["features"].pop()
    again = make_model("adaptive", BIRDS)
    again.restore(state)
    assert again.seen == model.seen
    again.see(page("n1", ON))
    assert np.isfinite(again.learner.predict(np.ones((1, len(FEATURES))))).all()


def test_the_learner_finds_what_pays():
    drawn = np.random.default_rng(1).random((200, len(FEATURES)))
    column = FEATURES.index("in_links")
    learner = LinkLearner()
    learner.fit(drawn, drawn[:, column])
    asked = np.full((2, len(FEATURES)), 0.5)
    asked[:, column] = 0.1, 0.9
    low, high = learner.predict(asked)
    assert high - low > 0.6


def test_a_tunnel_starts_only_where_links_promise_little():
    graph = LinkGraph()
    numbers = [graph.number(f"u{n}") for n in range(12)]
    graph.link(numbers[0], numbers[1:], [0] * 11, [-1] * 11)
    open_links = np.asarray(numbers[1:], np.int32)
    flat = np.full(11, 0.4)
    graph.expected[open_links] = 0.8
    assert Tunnel().raise_some(graph, open_links, flat, 10).tolist() == flat.tolist()
    graph.expected[open_links] = np.linspace(0.0, 0.1, 11)
    raised = Tunnel().raise_some(graph, open_links, flat, 10)
    assert np.flatnonzero(raised > 0.9).tolist() == [8, 9, 10]


def test_steps_that_pay_are_made_more_often():
    graph = LinkGraph()
    numbers = [graph.number(f"u{n}") for n in range(12)]
    graph.link(numbers[0], numbers[1:], [0] * 11, [-1] * 11)
    open_links = np.asarray(numbers[1:], np.int32)
    shares = []
    for relevance in (1.0, 0.0):
        tunnel = Tunnel()
        raised = tunnel.raise_some(graph, open_links, np.full(11, 0.4), 10)
        tried = open_links[raised > 0.9]
        graph.fetched[tried] = True
        graph.relevance[tried] = relevance
        graph.base = 0.1
        tunnel.raise_some(graph, open_links, np.full(11, 0.4), 10)
        shares.append(tunnel.share)
        graph.fetched[tried] = False
        graph.relevance[tried] = 0.0
    assert shares[0] > 0.3 > shares[1]
