from __future__ import annotations

import json
import math

import pytest

from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.topic.model import Block, Topic, TopicLink, TopicPage
from fpcrawl.topic.models import MODELS, make_model
from fpcrawl.topic.models.base import LARGEST_PAGE_TERMS
from fpcrawl.topic.models.esvsm import subtopic_topic
from fpcrawl.topic.models.semantic import SsrmModel, SvsmModel

TEXT = """
A bird has feathers. Feathers keep a bird warm. A bird lays eggs in a nest.
The nest is built of twigs. Birds of prey hunt. A bird sings in spring.
"""
BIRDS = Topic("bird", {"bird": 1.0, "feather": 0.5, "nest": 0.25}, TEXT)


class PairLexicon:
    """Knows that a plume is like a feather."""

    name = "pairs"

    def knows(self, word):
        return word in {"plume", "feather"}

    def similarity(self, a, b):
        return 1.0 if a == b else 0.95 if {a, b} == {"plume", "feather"} else 0.0

    def synonyms(self, word):
        return ()

    hypernyms = hyponyms = synonyms


def page(url, text, links=()):
    found = tuple(TopicLink(to, tuple(anchor.split())) for to, anchor in links)
    return TopicPage(url, (Block("content", tuple(text.split())),), found)


@pytest.fixture(params=list(MODELS))
def model(request):
    return make_model(request.param, BIRDS)


def test_pages_on_the_topic_are_more_relevant(model):
    links = [("u1", "bird song"), ("u2", "engine oil"), ("u3", "")]
    near = model.see(page("a", "bird feather nest wing bird", links))
    far = model.see(page("b", "engine wheel oil", [("u4", "bird"), ("u5", "oil")]))
    assert 0 < near.relevance <= 1
    assert far.relevance == 0
    assert near.matched[0][0] == "bird"
    assert sum(part for _, part in near.matched) == pytest.approx(near.relevance)
    assert far.matched == ()
    assert set(near.priorities) == {"u1", "u2", "u3"}
    assert all(0 <= worth <= 1 for worth in near.priorities.values())
    if model.name == "bfs":
        assert len(set(near.priorities.values())) == 1
    else:
        assert near.priorities["u1"] > near.priorities["u2"] == near.priorities["u3"]
        if model.name != "adaptive":  # eq. (9)
            assert near.priorities["u2"] == pytest.approx(near.relevance / 2)
        assert far.priorities["u4"] > far.priorities["u5"]


def test_a_page_without_text(model):
    judged = model.see(TopicPage("a", (), (TopicLink("u", ()),)))
    assert judged.relevance == 0
    assert judged.matched == ()
    assert "u" in judged.priorities


def test_a_page_that_was_fetched_is_not_asked_for_again(model):
    model.see(page("a", "bird"))
    assert "a" not in model.see(page("b", "bird", [("a", "bird"), ("c", "")])).priorities


def test_a_huge_page_is_judged_in_part(model):
    words = " ".join(f"word{n}" for n in range(LARGEST_PAGE_TERMS + 5))
    assert model.see(page("a", f"bird bird {words}")).relevance > 0


def test_an_empty_topic_makes_nothing_relevant():
    for name in MODELS:
        judged = make_model(name, Topic("", {})).see(page("a", "bird", [("b", "bird")]))
        assert judged.relevance == 0


def test_state_comes_back(model):
    model.see(page("a", "bird nest", [("u1", "bird"), ("u2", "oil")]))
    again = make_model(model.name, BIRDS)
    again.restore(json.loads(json.dumps(model.to_json())))
    last = page("b", "bird oil", [("u1", "nest"), ("a", "bird")])
    one, other = model.see(last), again.see(last)
    assert one.relevance == pytest.approx(other.relevance)
    assert dict(one.priorities) == pytest.approx(dict(other.priorities), abs=1e-4)


@pytest.mark.parametrize("state", [{}, {"model": "other", "version": 1}, {"version": 1}])
def test_a_state_of_something_else(model, state):
    with pytest.raises(StateError):
        model.restore(state)
    with pytest.raises(StateError):
        model.restore({"model": model.name, "version": 99})
    with pytest.raises(StateError, match="malformed"):
        model.restore({"model": model.name, "version": 1, "frequencies": 3, "judge": {}})


def test_unknown_models_and_options():
    with pytest.raises(UsageError, match="no crawl model 'best'"):
        make_model("best", BIRDS)
    with pytest.raises(UsageError, match=r"vsm.*colour"):
        make_model("vsm", BIRDS, colour="red")


def test_vsm_is_the_cosine_of_tf_idf():
    judged = make_model("vsm", BIRDS).see(page("a", "bird bird egg"))
    # One text, all its terms in it: idf 1, those of the topic not in it ln 2 + 1.
    double, rare = 1 + math.log(2), math.log(2) + 1
    topic = math.sqrt(1 + (0.5 * rare) ** 2 + (0.25 * rare) ** 2)
    assert judged.relevance == pytest.approx(double / (math.hypot(double, 1) * topic))


@pytest.mark.parametrize("kind", [SsrmModel, SvsmModel])
def test_like_words_count_where_a_lexicon_knows_them(kind):
    text = page("a", "plume hat")
    assert kind(BIRDS).see(text).relevance == 0
    if kind is SsrmModel:
        # Two words of equal weight, one .95 like a third of the topic's weight.
        expected = 0.5 * 0.95 * 0.5 / 1.75
        assert kind(BIRDS, lexicon=PairLexicon()).see(text).relevance == pytest.approx(expected)
        assert kind(BIRDS, lexicon=PairLexicon(), floor=0.96).see(text).relevance == 0
    else:
        # A word that only resembles the topic's takes part in the length, not in the product.
        with_plume = kind(BIRDS, lexicon=PairLexicon()).see(page("a", "bird plume"))
        assert 0 < with_plume.relevance < kind(BIRDS).see(page("a", "bird plume")).relevance


def test_subtopics_are_the_same_each_time():
    one = subtopic_topic(BIRDS, lambda text: text.lower().replace(".", "").split())
    other = subtopic_topic(BIRDS, lambda text: text.lower().replace(".", "").split())
    assert one == other
    assert one.weights["bird"] == 1.0
    # Of the topic, though its description does not have it in this form.
    assert one.weights["feather"] == 0.5
    assert 0 < one.weights["feathers"] < 1


def test_a_topic_without_a_description_stays_as_it_is():
    plain = Topic("bird", {"bird": 1.0})
    assert subtopic_topic(plain, str.split) is plain
