from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import StateError
from fpcrawl.topic.model import Block, TopicPage
from fpcrawl.topic.vectors import (
    DocumentFrequencies,
    cosine,
    damped,
    is_term,
    page_counts,
    tf_idf,
    topic_from_text,
    weighted_terms,
)

WORDS = st.dictionaries(st.sampled_from("鸟 羽毛 bird wing nest egg".split()), st.integers(1, 9))


def learnt(*texts, capacity=100):
    found = DocumentFrequencies(capacity)
    for text in texts:
        found.add(text.split())
    return found


def test_rare_terms_weigh_more():
    known = learnt("bird wing", "bird nest", "bird")
    assert known.documents == 3
    assert (known["bird"], known["wing"], known["egg"]) == (3, 1, 0)
    assert known.idf("bird") == pytest.approx(1.0)
    assert known.idf("wing") == pytest.approx(math.log(4 / 2) + 1)
    assert known.idf("egg") > known.idf("wing")
    assert known.idfs(["bird", "egg"]) == {"bird": known.idf("bird"), "egg": known.idf("egg")}


def test_a_word_counts_once_a_text():
    assert learnt("bird bird bird")["bird"] == 1


def test_before_any_text_all_terms_are_alike():
    assert DocumentFrequencies().idf("bird") == 1.0


def test_two_are_added_up():
    one, other = learnt("bird wing", "bird"), learnt("wing egg")
    one.merge(other)
    assert one.to_json() == learnt("bird wing", "bird", "wing egg").to_json()


def test_the_rarest_are_forgotten():
    known = learnt("bird", "bird wing", capacity=4)
    known.add(["old1", "bird"])
    known.add(["old2", "new1", "wing"])
    assert len(known) <= 4
    assert (known["bird"], known["wing"]) == (3, 2)
    assert known["old1"] == 0


def test_memory_is_bounded():
    known = DocumentFrequencies(50)
    for number in range(300):
        known.add([f"w{number}", f"v{number}", "bird"])
    assert len(known) <= 50
    assert known["bird"] == 300
    with pytest.raises(ValueError, match="positive"):
        DocumentFrequencies(0)


def test_state_comes_back():
    known = learnt("bird wing", "bird")
    again = DocumentFrequencies()
    again.restore(known.to_json())
    assert again.to_json() == known.to_json()
    assert known.to_json(most=1)["terms"] == {"bird": 2}


@pytest.mark.parametrize(
    "state",
    [{}, {"version": 2}, {"version": 1, "documents": "x", "terms": {}}, {"version": 1}, None],
)
def test_a_state_that_is_none(state):
    with pytest.raises(StateError):
        DocumentFrequencies().restore(state)


def test_cosine_of_the_papers_worked_example_is_not_as_printed():
    # Vectors of eq. (8): the paper prints .670.
    topic = {"1": 0.24, "2": 0.1, "3": 0.09}
    text = {"1": 0.916, "2": 0.039, "3": 0.184}
    assert cosine(topic, text) == pytest.approx(0.934, abs=0.001)


def test_cosine_without_common_terms_or_terms():
    assert cosine({"a": 1.0}, {"b": 1.0}) == 0.0
    assert cosine({}, {"b": 1.0}) == 0.0


@given(WORDS, WORDS)
def test_cosine_is_symmetric_and_bounded(one, other):
    known = learnt("bird wing", "bird")
    a, b = tf_idf(one, known), tf_idf(other, known)
    assert cosine(a, b) == pytest.approx(cosine(b, a))
    assert -1e-9 <= cosine(a, b) <= 1 + 1e-9
    if one:
        assert cosine(a, a) == pytest.approx(1.0)


def test_counts_are_damped():
    assert (damped(0), damped(1)) == (0.0, 1.0)
    assert damped(10) == pytest.approx(1 + math.log(10))


@pytest.mark.parametrize(
    ("word", "yes"),
    [
        ("鸟", False),
        ("羽毛", True),
        ("bird", True),
        ("2018", False),
        ("x" * 41, False),
        ("", False),
    ],
)
def test_what_a_term_is(word, yes):
    assert is_term(word) is yes


def test_stop_words_are_no_terms():
    assert not is_term("可以", {"可以"})


def test_the_words_of_a_page_are_those_of_its_blocks():
    page = TopicPage("u", (Block("title", ("bird",)), Block("content", ("bird", "egg"))))
    assert page_counts(page) == {"bird": 2, "egg": 1}


def test_a_topic_from_a_text():
    text = "feather feather feather nest the the the the wing bird 2018"
    topic = topic_from_text("Bird", text, lambda t: t.lower().split(), stop={"the"}, size=3)
    assert topic.name == "Bird"
    assert topic.text == text
    assert list(topic.weights) == ["bird", "feather", "nest"]
    assert topic.weights["bird"] == 1.0
    assert topic.weights["feather"] == pytest.approx(0.5)


def test_a_topic_of_nothing_has_no_terms():
    assert topic_from_text("", "", str.split).weights == {}


def test_common_words_count_less_where_frequencies_are_known():
    counts = Counter("wing wing click click".split())
    known = learnt("click", "click", "click wing")
    weights = weighted_terms(counts, frequencies=known)
    assert weights["wing"] == 1.0
    assert weights["click"] < 1.0
