"""Expanding a topic: from a lexicon, from documents, from its text, from examples."""

from __future__ import annotations

import pytest
from topic_kit import SEGMENTER, other_pages, page, tea_pages

from fpcrawl.exceptions import SourceError, StateError
from fpcrawl.topic.candidates import Evidence, Phrases, block_frequencies, joined
from fpcrawl.topic.expand import (
    DocumentRules,
    from_documents,
    from_examples,
    from_lexicon,
    from_text,
    weights_by_examples,
)
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.model import Block, TopicPage
from fpcrawl.topic.sources.pageindex import PageIndex
from fpcrawl.topic.vectors import DocumentFrequencies, page_counts


class Lexicon:
    name = "small"

    def synonyms(self, word):
        return {"tea": ("cha", "brew"), "farmer": ("cha",)}.get(word, ())

    def hyponyms(self, word):
        return {"tea": ("oolong", "sencha", "pu-erh")}.get(word, ())

    def hypernyms(self, word):
        return {"tea": ("beverage", "liquid")}.get(word, ())


class Source:
    """An index that writes down what it is asked and fails where it is told to."""

    name = "small"

    def __init__(self, pages, fails=()):
        self.index = PageIndex(SEGMENTER.cut)
        for one in pages:
            self.index.add(one)
        self.asked = []
        self.fails = fails

    def find(self, term, limit):
        self.asked.append((term, limit))
        if term in self.fails:
            raise SourceError("no answer")
        return self.index.find(term, limit)

    def sample(self, limit):
        if "*" in self.fails:
            raise SourceError("no sample")
        return self.index.sample(limit)


def test_a_lexicon_gives_same_wider_and_narrower_words_with_less_weight():
    library = TopicLibrary(
        "tea", terms=[TopicTerm("farmer", "subject", 0.5), TopicTerm("pu-erh", accepted=False)]
    )
    found = {term.term: term for term in from_lexicon(library, Lexicon())}
    # What a person rejected is not proposed; of two origins the weightier counts.
    assert set(found) == {"cha", "brew", "oolong", "sencha", "beverage"}
    assert (found["cha"].of, found["cha"].relation) == ("tea", "synonym")
    assert found["brew"].weight > found["oolong"].weight > found["beverage"].weight
    assert found["oolong"].relation == "hyponym"
    assert found["beverage"].relation == "hypernym"
    assert {(term.source, term.accepted) for term in found.values()} == {("small", None)}


def test_block_frequencies_are_weighted_and_the_largest_is_one():
    blocks = (
        Block("title", ("tea", "notes"), weight=0.6),
        Block("content", ("tea", "leaf", "leaf", "leaf"), weight=0.3),
        Block("navigation", ("home", "home"), weight=0.1),
    )
    found = block_frequencies(TopicPage("u", blocks))
    assert found == {"tea": 1.0, "notes": pytest.approx(0.6 / 0.9), "leaf": pytest.approx(1.0)}


def test_documents_give_words_that_stand_there_and_not_elsewhere():
    library = TopicLibrary("tea", terms=[TopicTerm("oolong")])
    source = Source([*tea_pages(), *other_pages()])
    found = from_documents(library, source, SEGMENTER.cut)
    terms = {term.term: term for term in found.terms}
    assert found.faults == []
    assert found.pages == 4
    assert "withered" in " ".join(terms)
    assert not {"number", "oolong", "tea", "match", "error"} & set(terms)
    assert max(term.weight for term in found.terms) == 0.9
    assert all(term.accepted is None and term.source == "small" for term in found.terms)
    assert "on 4 of 4 pages" in found.terms[0].note
    # Each term is asked for with the name beside it.
    assert [term for term, _ in source.asked] == ["tea", "tea oolong"]


def test_a_source_that_fails_for_a_term_is_told_and_the_others_count():
    library = TopicLibrary("tea", terms=[TopicTerm("oolong"), TopicTerm("clay")])
    source = Source([*tea_pages(), *other_pages()], fails=("tea clay", "*"))
    rules = DocumentRules(pages_per_term=2, least_pages=2)
    found = from_documents(library, source, SEGMENTER.cut, rules)
    assert found.faults == ["pages about anything: no sample", "clay: no answer"]
    assert found.pages == 2
    assert found.terms


def test_a_source_that_always_fails_is_told_once_and_asked_no_more():
    names = [f"word{n}" for n in range(30)]
    library = TopicLibrary("tea", terms=map(TopicTerm, names))
    fails = ("tea", *(f"tea {name}" for name in names))
    source = Source(other_pages(), fails=fails)
    found = from_documents(library, source, SEGMENTER.cut)
    assert found.faults == ["no answer (5 times)", "it was asked for no further terms"]
    assert (found.failed, found.terms) == (True, [])


def test_words_of_a_few_pages_are_not_proposed():
    library = TopicLibrary("tea", terms=[TopicTerm("oolong")])
    source = Source([*tea_pages()[:2], *other_pages()])
    found = from_documents(library, source, SEGMENTER.cut)
    assert (found.pages, found.terms, found.failed) == (2, [], False)


def test_the_same_text_under_two_addresses_counts_once():
    pages = [page(f"copy/{n}", "Oolong is rolled by hand.", "Tea") for n in range(9)]
    found = from_documents(TopicLibrary("tea"), Source(pages), SEGMENTER.cut)
    assert found.pages == 1


def test_nothing_comes_of_a_source_without_pages():
    found = from_documents(TopicLibrary("tea"), Source([]), SEGMENTER.cut)
    assert (found.terms, found.pages) == ([], 0)


def test_examples_teach_against_what_was_rejected():
    library = TopicLibrary("tea")
    good, bad = tea_pages(), other_pages()
    terms = from_examples(library, good, bad, SEGMENTER.cut)
    assert terms[0].source == "examples"
    assert not {"number", "compiler", "news"} & {term.term for term in terms}
    assert from_examples(library, [], [], SEGMENTER.cut) == []
    # Without other pages there is no telling what is common, and still there are words.
    assert "dried" in {term.term for term in from_examples(library, good, [], SEGMENTER.cut)}


def test_examples_tell_what_terms_weigh():
    library = TopicLibrary(
        "tea",
        terms=[
            TopicTerm("oolong"),
            TopicTerm("number"),
            TopicTerm("withered leaves", accepted=None),
            TopicTerm("coffee", accepted=None),
            TopicTerm("clay", weight=0.3),
        ],
    )
    good, bad = tea_pages(), other_pages()
    weights = weights_by_examples(library, good, bad, SEGMENTER.cut)
    assert weights["oolong"] > weights["number"] == 0.05
    assert weights["withered leaves"] > 0.5
    # A weight that a person set stays; of words on none of the pages nothing is known.
    assert not {"clay", "coffee"} & set(weights)
    for term, weight in weights.items():
        library.weigh(term, weight)
    assert library.get("tea").weight == weights["tea"] >= 0.2
    assert weights_by_examples(library, good, [], SEGMENTER.cut) == {}
    with pytest.raises(KeyError):
        library.weigh("milk", 0.5)


def test_a_description_gives_its_words_below_the_terms():
    library = TopicLibrary("tea", "Green tea and oolong. Oolong is rolled.", [TopicTerm("green")])
    found = {term.term: term.weight for term in from_text(library, SEGMENTER.cut)}
    assert found["oolong"] == 0.8
    assert not {"tea", "green"} & set(found)
    assert from_text(TopicLibrary("tea"), SEGMENTER.cut) == []


def test_words_that_hardly_stand_alone_become_phrases():
    assert joined(("green", "tea")) == "green tea"
    assert joined(("炒青", "绿茶")) == "炒青绿茶"
    assert joined(("龙井", "tea")) == "龙井 tea"
    phrases, evidence, common = Phrases(), Evidence(), DocumentFrequencies()
    for number in range(6):
        one = page(number, f"Gong fu with cup {number}. A cup, gong fu, and water.")
        phrases.add(one)
        evidence.add(one)
        common.add(page_counts(one))
    for one in other_pages():
        common.add(page_counts(one))
    terms = [one.term for one in phrases.merged(evidence.candidates(common), 3)]
    assert "gong fu" in terms
    assert "gong" not in terms
    assert "cup" in terms


def test_phrases_and_evidence_are_bounded():
    evidence, phrases = Evidence(40), Phrases(40)
    for number in range(30):
        one = page(number, " ".join(f"w{number}x{n}abc" for n in range(30)) + " leaf leaf leaf")
        evidence.add(one)
        phrases.add(one)
    assert len(evidence) <= 40
    assert len(phrases._pairs) <= 40
    # What stands on all of them is not forgotten.
    assert evidence.candidates(DocumentFrequencies())[0].term == "leaf"


def test_evidence_goes_on_from_its_state():
    evidence = Evidence()
    for one in tea_pages():
        evidence.add(one)
    again = Evidence()
    again.restore(evidence.to_json())
    common = DocumentFrequencies()
    assert [c.term for c in again.candidates(common)] == [
        c.term for c in evidence.candidates(common)
    ]
    for bad in ({}, {"version": 9}, {"version": 1, "pages": 1, "terms": {"a": 1}}):
        with pytest.raises(StateError):
            Evidence().restore(bad)
