"""Growing a topic while a crawl runs: what is learnt, what is not, how much it may weigh."""

from __future__ import annotations

import json

import pytest
from topic_kit import OTHERS, SEGMENTER, TEA, page

from fpcrawl.exceptions import StateError
from fpcrawl.topic.background import AlikePages
from fpcrawl.topic.growth import Growth, GrowthRules
from fpcrawl.topic.library import TopicLibrary, TopicTerm

RULES = GrowthRules(guard=0.1, least_pages=6, every=4, least_lift=2.0)


def topic():
    return TopicLibrary("tea", terms=[TopicTerm("oolong"), TopicTerm("smell", accepted=False)])


def grown(growth, rounds=12, relevance=0.5):
    changes = []
    for number in range(rounds):
        changes += growth.note(page(f"t{number}", TEA[number % 4], "Tea"), relevance, number)
        for n in range(3):
            text = OTHERS[(number + n) % 4]
            changes += growth.note(page(f"o{number}/{n}", text, "News"), 0.0, number)
    return changes


def test_terms_of_pages_on_the_topic_are_learnt_and_the_log_says_why():
    growth = Growth(topic(), SEGMENTER.cut, RULES)
    changes = grown(growth)
    learnt = {term.term: term for term in growth.terms}
    assert "withered" in learnt
    # Neither what a person wrote nor what a person rejected is learnt.
    assert not {"tea", "oolong", "smell", "compiler", "news"} & set(learnt)
    assert {term.source for term in learnt.values()} == {"crawl"}
    assert [one.term for one in changes if one.what == "added"]
    first = changes[0]
    assert str(first).startswith(f"added {first.term!r}: on ")
    assert "pages on the topic" in first.why
    assert list(growth.log) == changes
    assert growth.library().get("withered").accepted is None
    assert "withered" not in topic()


def test_pages_that_the_static_topic_does_not_find_teach_nothing():
    growth = Growth(topic(), SEGMENTER.cut, RULES)
    assert grown(growth, relevance=0.09) == []
    assert (growth.pages, growth.terms) == (0, ())


def test_a_crawl_that_sees_nothing_else_learns_nothing():
    # Without other pages nobody can tell which words are the topic's.
    growth = Growth(topic(), SEGMENTER.cut, RULES)
    for number in range(20):
        assert growth.note(page(number, TEA[number % 4]), 0.5, number) == []


def test_what_is_learnt_never_outweighs_what_a_person_wrote():
    rules = GrowthRules(guard=0.1, least_pages=6, every=4, least_lift=2.0, most_mass=0.05)
    growth = Growth(topic(), SEGMENTER.cut, rules)
    grown(growth)
    library = growth.library()
    static = sum(library.weight_of(term) ** 2 for term in library.static)
    dynamic = sum(library.weight_of(term) ** 2 for term in growth.terms)
    assert 0 < dynamic <= 0.05 * static * 1.01


def test_terms_are_bounded_and_given_up_for_better_ones():
    rules = GrowthRules(guard=0.1, least_pages=6, every=4, least_lift=2.0, most_terms=3)
    growth = Growth(topic(), SEGMENTER.cut, rules)
    grown(growth)
    before = {term.term for term in growth.terms}
    assert len(before) == 3
    changes = []
    for number in range(120):
        text = "Porcelain cups and porcelain bowls: glazed porcelain kilns."
        changes += growth.note(page(f"p{number}", text), 0.5, number)
        changes += growth.note(page(f"q{number}", OTHERS[number % 4]), 0.0, number)
    assert "porcelain" in {term.term for term in growth.terms}
    assert {one.term for one in changes if one.what == "dropped"} & before


def test_growth_goes_on_from_its_state():
    growth = Growth(topic(), SEGMENTER.cut, RULES)
    grown(growth)
    state = json.loads(json.dumps(growth.to_json()))
    again = Growth(topic(), SEGMENTER.cut, RULES)
    again.restore(state)
    assert again.terms == growth.terms
    assert list(again.log) == list(growth.log)
    one = page("more", TEA[0])
    assert again.note(one, 0.5, 99) == growth.note(one, 0.5, 99)
    # What a person has decided on meanwhile is not learnt any more.
    decided = topic()
    decided.add(TopicTerm("withered", accepted=False))
    later = Growth(decided, SEGMENTER.cut, RULES)
    later.restore(state)
    assert "withered" not in {term.term for term in later.terms}
    for bad in ({}, {**state, "version": 0}, {**state, "terms": [{}]}, {**state, "log": [1]}):
        with pytest.raises(StateError):
            Growth(topic(), SEGMENTER.cut, RULES).restore(bad)


BADGES = " Moderator badges, credits, nestling."
FURNITURE = {"badge", "credit", "moderator"}


def board(growth, name, texts, count, relevance, start=0):
    """Have threads of a board read; its software writes the same beside each text."""
    changes = []
    for number in range(start, start + count):
        one = page(f"{name}/{number}.html", texts[number % len(texts)] + BADGES, "Thread")
        changes += growth.note(one, relevance, number)
    return changes


def plain(growth, count, relevance, texts=OTHERS):
    changes = []
    for number in range(count):
        one = page(f"plain/{number}.html", texts[number % len(texts)], "Page")
        changes += growth.note(one, relevance, number)
    return changes


def test_a_template_of_which_no_other_pages_are_known_teaches_nothing():
    # Much else was read, but of the board only threads on the topic.
    growth = Growth(topic(), SEGMENTER.cut, RULES, alike=AlikePages())
    plain(growth, 150, 0.0)
    plain(growth, 17, 0.5, TEA)
    taught = growth.pages
    assert taught == 17
    board(growth, "nest", TEA, 9, 0.5)
    assert growth.pages == taught
    assert "withered" in {term.term for term in growth.terms}
    assert not FURNITURE & {term.term for term in growth.terms}
    # What was held back teaches once others are known, and then the words stand there too.
    board(growth, "nest", OTHERS, 10, 0.0, start=50)
    assert growth.pages == taught + 9
    board(growth, "nest", TEA, 9, 0.5, start=100)
    assert not FURNITURE & {term.term for term in growth.terms}
    assert "withered" in {term.term for term in growth.terms}


def test_pages_between_on_and_off_are_no_background():
    growth = Growth(topic(), SEGMENTER.cut, RULES, alike=AlikePages())
    board(growth, "nest", TEA, 40, 0.07)
    board(growth, "nest", TEA, 9, 0.5, start=50)
    assert growth.pages == 0


def test_a_term_that_stands_off_the_topic_as_well_is_given_up_at_once():
    growth = Growth(topic(), SEGMENTER.cut, RULES, alike=AlikePages())
    plain(growth, 60, 0.0)
    plain(growth, 20, 0.5, [text + BADGES for text in TEA])
    assert {term.term for term in growth.terms} >= FURNITURE
    changes = board(growth, "nest", OTHERS, 10, 0.0)
    dropped = {one.term: one.why for one in changes if one.what == "dropped"}
    assert dropped["badge"] == "pages off the topic hold it as well"
    assert not FURNITURE & {term.term for term in growth.terms}
    assert changes == list(growth.log)[-len(changes) :]
    plain(growth, 20, 0.5, [text + BADGES for text in TEA])
    assert not FURNITURE & {term.term for term in growth.terms}
    assert "withered" in {term.term for term in growth.terms}
