"""The topic library: classes, what counts, what stands for what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import TopicError
from fpcrawl.topic.library import TopicLibrary, TopicTerm, term_key


def tax():
    return TopicLibrary(
        "tax",
        "What citizens pay.",
        [
            TopicTerm("tax office", "subject"),
            TopicTerm("levy", weight=0.8),
            TopicTerm("evasion", "judgement"),
            TopicTerm("duty", weight=0.5, accepted=None, of="levy", relation="synonym"),
            TopicTerm("payment", weight=0.9, accepted=None, of="levy", relation="hypernym"),
            TopicTerm("declare", weight=1.0, accepted=None, source="crawl", relation="related"),
            TopicTerm("music", accepted=False),
        ],
    )


def test_what_a_person_confirmed_is_static_and_what_was_found_is_dynamic():
    library = tax()
    assert [term.term for term in library.static] == ["tax", "tax office", "levy", "evasion"]
    assert [term.term for term in library.dynamic] == ["duty", "payment", "declare"]
    assert [term.term for term in library.rejected] == ["music"]


def test_weights_tell_class_and_confirmation():
    weights = tax().weights()
    assert weights == {
        "tax": 1.0,
        "tax office": 1.0,
        "levy": 0.8,
        "evasion": 0.5,
        "payment": pytest.approx(0.9 * 0.35),
        "declare": pytest.approx(0.35),
    }


def test_open_synonyms_stand_for_their_concept_and_wider_words_once_accepted():
    library = tax()
    assert library.groups()["levy"] == ("levy", "duty")
    library.decide("Payment", accepted=True)
    assert library.groups()["levy"] == ("levy", "payment", "duty")
    library.decide("levy", accepted=False)
    # Nothing stands for a word that is not wanted.
    assert library.concepts()["duty"] == "duty"
    assert "levy" not in library.concepts()


def test_words_that_stand_for_each_other_end_somewhere():
    library = TopicLibrary(
        "a",
        terms=[
            TopicTerm("b", of="c", relation="synonym"),
            TopicTerm("c", of="b", relation="synonym"),
            TopicTerm("d", of="b", relation="synonym"),
        ],
    )
    concepts = library.concepts()
    assert set(concepts.values()) <= set(concepts)
    assert sum(library.weights().values()) > 0


def test_a_rejected_word_is_not_proposed_again():
    library = tax()
    assert not library.add(TopicTerm("ＭＵＳＩＣ", accepted=None))
    assert library.get("music") == TopicTerm("music", accepted=False)
    assert library.add(TopicTerm("customs", accepted=None))
    assert not library.add(TopicTerm("Tax", accepted=None))
    library.remove("customs")
    assert "customs" not in library


def test_a_topic_of_whole_terms_and_of_words():
    library = tax()
    assert library.topic().weights == library.weights()
    words = library.topic(str.split).weights
    assert words["office"] == pytest.approx(0.5**0.5)
    assert words["tax"] == 1.0
    # Models that replace no concepts meet the synonym as it is written.
    assert words["duty"] == words["levy"] == pytest.approx(0.8)
    assert "music" not in words
    assert TopicLibrary("tax").topic(lambda _: []).weights == {}


def test_what_is_no_term_is_refused():
    for bad in ({}, {"term": ""}, {"a": 1}):
        with pytest.raises(TopicError, match="not a term"):
            TopicTerm.from_json(bad)
    for change in ({"weight": 0}, {"kind": "verb"}, {"accepted": "maybe"}, {"relation": "x"}):
        with pytest.raises(TopicError, match="not a term"):
            TopicTerm.from_json({"term": "a", **change})


@given(st.text())
def test_a_key_is_its_own_key(text):
    assert term_key(term_key(text)) == term_key(text)
