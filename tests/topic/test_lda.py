from __future__ import annotations

import sys

import pytest

from fpcrawl.exceptions import UsageError
from fpcrawl.topic.lda import passages, subtopic_weights, subtopics

BIRDS = "bird feather nest egg".split()
ENGINES = "engine wheel oil piston".split()


def test_passages_are_whole_sentences():
    text = "鸟有羽毛。" * 30 + "\n" + "last words here"
    cut = passages(text, lambda t: ["鸟儿", "羽毛"] if "鸟" in t else t.split())
    assert [len(one) for one in cut] == [40, 23]
    assert cut[1][-3:] == ["last", "words", "here"]
    assert passages("", str.split) == []


def test_subtopics_tell_apart_what_does_not_come_together():
    found = subtopics([BIRDS * 5, ENGINES * 2] * 10, count=2, terms=4, seed=3)
    assert [{term for term, _ in one.terms} for one in found] == [set(BIRDS), set(ENGINES)]
    assert sum(one.share for one in found) == pytest.approx(1.0)
    assert found[0].share > found[1].share
    assert found == subtopics([BIRDS * 5, ENGINES * 2] * 10, count=2, terms=4, seed=3)


def test_ten_subtopics_of_twenty_terms():
    words = [f"word{n}" for n in range(300)]
    found = subtopics([words[n::7] for n in range(7)])
    assert len(found) == 10
    assert all(len(one.terms) == 20 for one in found)
    weights = subtopic_weights(found)
    assert max(weights.values()) == 1.0
    assert len(weights) <= 200


def test_no_text_has_no_subtopics():
    assert subtopics([]) == ()
    assert subtopics([[]]) == ()
    assert subtopic_weights(()) == {}


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.decomposition", None)
    with pytest.raises(UsageError, match=r"fpcrawl\[topic\]"):
        subtopics([BIRDS])
