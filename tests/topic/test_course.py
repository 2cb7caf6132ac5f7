"""A crawl on a topic: scores, counts, widening, growth, and going on after an end."""

from __future__ import annotations

import json

import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.topic.course import Standing, TopicCourse
from fpcrawl.topic.growth import GrowthRules
from fpcrawl.topic.hypernyms import HypernymChoice
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.model import Block, TopicLink, TopicPage
from fpcrawl.topic.models.vsm import VsmModel
from fpcrawl.topic.widening import WideningRules

KETTLE = TopicLibrary("kettle", terms=(TopicTerm("spout"), TopicTerm("boil")))
ON = "kettle spout boil water"
OFF = "bicycle chain tyre saddle"


class Words:
    """Cuts at blanks."""

    name = "blanks"

    def cut(self, text):
        return text.split()

    def cut_many(self, texts):
        return [text.split() for text in texts]

    def add_words(self, words):
        pass


class Wider:
    """Knows one wider word of each."""

    def choose(self, word, but):
        return None if len(but) > 1 else HypernymChoice(word, "vessel", "user")


def page(n, text, links=()):
    blocks = (Block("title", tuple(text.split()[:2]), 1, 0.8, 0.5),)
    blocks += (Block("content", tuple(text.split()), 0, 0.8, 0.5),)
    return TopicPage(
        f"http://f.example/{n}",
        blocks,
        tuple(TopicLink(f"http://f.example/{to}", tuple(words.split())) for to, words in links),
    )


def course(**options):
    return TopicCourse(KETTLE, Words(), VsmModel, 0.0, **{"eta": 0.3, **options})


def saw(one, n, text, now=0.0, own=True, **options):
    return one.see(page(n, text, options.pop("links", ())), now, now, own=own, **options)


def test_a_page_is_on_the_topic_from_eta_on():
    one = course()
    near, far = saw(one, 1, ON), saw(one, 2, OFF)
    assert near.is_on_topic
    assert set(near.terms) == {"kettle", "spout", "boil"}
    assert not far.is_on_topic
    assert (far.score, far.terms) == (0.0, ())
    assert 0.3 <= near.score <= 1.0


def test_the_library_tells_eta_and_else_the_default():
    library = TopicLibrary("kettle", eta=0.77)
    assert TopicCourse(library, Words(), VsmModel, 0.0).eta == 0.77
    assert TopicCourse(library, Words(), VsmModel, 0.0, eta=0.5).eta == 0.5
    assert 0 < TopicCourse(KETTLE, Words(), VsmModel, 0.0).eta < 0.5


def test_links_are_worth_what_their_words_are():
    seen = saw(course(), 1, ON, links=[(7, "old kettle"), (8, "a saddle")])
    assert seen.priorities["http://f.example/7"] > seen.priorities["http://f.example/8"] > 0


def test_a_further_page_has_at_least_the_score_of_its_thread():
    one = course()
    assert saw(one, 2, OFF, inherited=0.6).score == 0.6
    assert saw(one, 3, OFF, inherited=0.6).is_on_topic
    assert saw(one, 4, OFF).score == 0.0


def test_a_page_without_text_is_off_the_topic():
    empty = course().see(TopicPage("http://f.example/", ()), 0.0, 0.0, own=True)
    assert (empty.score, empty.is_on_topic, empty.priorities) == (0.0, False, {})


def test_lists_are_judged_and_not_counted():
    one = course()
    assert saw(one, 1, ON, own=False).is_on_topic
    assert one.standing.pages == 0
    saw(one, 2, ON)
    saw(one, 3, OFF)
    standing = one.standing
    assert (standing.pages, standing.on_topic, standing.harvest) == (2, 1, 0.5)
    assert (standing.name, standing.word, standing.model) == ("kettle", "kettle", "vsm")


def test_the_topic_is_widened_when_nothing_comes_and_only_the_order_hears_of_it():
    rules = WideningRules(enough=10, quiet_s=15.0, quiet_pages=3, max_steps=1)
    one = course(widening=rules, hypernyms=Wider())
    saw(one, 1, OFF, links=[(50, "big vessel"), (51, "a saddle")])
    seen = [saw(one, n, OFF, now=8.0 * n) for n in range(2, 6)]
    widened = [s for s in seen if s.widened]
    assert len(widened) == 1
    assert "kettle is widened to vessel" in widened[0].widened
    # What was queued before is worth something else now.
    priorities = widened[0].priorities
    assert priorities["http://f.example/50"] > priorities["http://f.example/51"]
    assert (one.standing.word, one.standing.steps) == ("vessel", 1)
    assert not saw(one, 9, "vessel vessel bucket", now=99.0).is_on_topic


def test_pages_of_the_wider_topic_are_kept_where_they_are_wanted():
    rules = WideningRules(enough=10, quiet_s=15.0, quiet_pages=3, max_steps=1)
    options = {"widening": rules, "hypernyms": Wider(), "keeps_wider": True, "eta": 0.1}
    one = course(**options)
    assert not saw(one, 1, "vessel vessel bucket").is_on_topic
    for n in range(2, 6):
        saw(one, n, OFF, now=8.0 * n)
    wide, narrow = saw(one, 9, "vessel vessel bucket", now=99.0), saw(one, 10, ON, now=99.0)
    assert wide.is_on_topic
    assert "vessel" in wide.terms
    assert narrow.score > wide.score
    again = course(**options)
    again.restore(one.to_json(), 100.0)
    assert saw(again, 11, "vessel vessel bucket", now=100.0).is_on_topic


def test_nothing_is_widened_while_enough_comes():
    rules = WideningRules(enough=10, quiet_s=1.0, quiet_pages=3, max_steps=1)
    one = course(widening=rules, hypernyms=Wider())
    assert not any(saw(one, n, ON, now=9.0 * n).widened for n in range(20))


def grown_course():
    return course(growth=GrowthRules(guard=0.2, least_pages=4, every=2))


def test_words_of_pages_on_the_topic_come_to_count():
    one = grown_course()
    before = saw(one, 0, "descaler vinegar").score
    added = []
    for n in range(1, 13):
        added += saw(one, n, f"{ON} descaler").added
        # What a page on the topic says may count only when others like it are known.
        added += saw(one, 100 + n, f"{OFF} vinegar").added
    assert before == 0.0
    assert any("descaler" in line for line in added)
    assert one.standing.grown > 0
    assert saw(one, 200, "descaler vinegar").score > 0.0
    assert saw(one, 201, f"{OFF} vinegar").score == 0.0


def test_it_goes_on_after_an_end():
    rules = WideningRules(enough=10, quiet_s=1.0, quiet_pages=2, max_steps=1)
    options = {"widening": rules, "hypernyms": Wider(), "growth": GrowthRules()}
    one = course(**options)
    for n in range(5):
        saw(one, n, OFF if n else ON, now=2.0 * n, links=[(60, "a kettle")])
    state = json.loads(json.dumps(one.to_json()))
    other = course(**options)
    assert other.restore(state, 0.0) == ()
    assert other.standing == one.standing
    assert Standing.of_state(state) == one.standing
    assert other.standing.word == "vessel"
    assert saw(other, 9, ON, now=1.0).priorities == saw(one, 9, ON, now=11.0).priorities


def test_what_does_not_fit_begins_anew():
    one = course()
    saw(one, 1, ON)
    state = one.to_json()
    state["model"] = {"model": "other", "version": 1}
    again = course()
    (line,) = again.restore(state, 0.0)
    assert "other" in line
    assert again.standing.pages == 1
    with pytest.raises(StateError, match="kettle"):
        TopicCourse(TopicLibrary("boat"), Words(), VsmModel, 0.0).restore(state, 0.0)
    for broken in ({}, {**state, "version": 0}, {**state, "standing": {}}):
        with pytest.raises(StateError):
            course().restore(broken, 0.0)
