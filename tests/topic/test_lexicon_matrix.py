"""Similarities of many words at once."""

from __future__ import annotations

import numpy as np
import pytest

from fpcrawl.topic.lexicon.base import normal, unique
from fpcrawl.topic.lexicon.identity import IdentityLexicon
from fpcrawl.topic.lexicon.matrix import Similarities, matrix


class Counting(IdentityLexicon):
    """Knows single letters; those that follow each other are alike."""

    def __init__(self):
        self.asked = 0

    def knows(self, word):
        return len(word) == 1

    def similarity(self, a, b):
        self.asked += 1
        return max(0.0, 1.0 - abs(ord(a) - ord(b)) / 4)


def test_identity_is_the_unit_matrix_where_words_are_the_same():
    found = matrix(IdentityLexicon(), ["b", "x", "A"], ["a", "b"])
    assert found.tolist() == [[0, 1], [0, 0], [1, 0]]
    assert matrix(IdentityLexicon(), [], ["a"]).shape == (0, 1)
    assert matrix(IdentityLexicon(), ["a"], []).shape == (1, 0)


def test_rows_are_those_of_the_lexicon_and_cut_at_the_floor():
    found = matrix(Counting(), ["a", "c", "long"], ["a", "b", "long"], floor=0.6)
    assert found.tolist() == [[1, 0.75, 0], [0, 0.75, 0], [0, 0, 1]]


def test_a_word_is_compared_once_until_it_is_forgotten():
    lexicon = Counting()
    similarities = Similarities(lexicon, ["a", "b"], max_words=2)
    for _ in range(3):
        similarities.matrix(["a", "b"])
    assert lexicon.asked == 4
    similarities.row("c")
    similarities.row("a")
    assert lexicon.asked == 8


def test_sums_are_those_of_the_matrix():
    similarities = Similarities(Counting(), ["a", "b", "d", "word"])
    words = ["a", "c", "word", "nothing"]
    whole = similarities.matrix(words)
    np.testing.assert_allclose(similarities.means(words), whole.mean(axis=1), atol=1e-7)
    weights = [1.0, 0.5, 0.25, 2.0]
    np.testing.assert_allclose(similarities.weighted(words, weights), whole @ weights, atol=1e-6)
    assert similarities.weighted([], weights).shape == (0,)


def test_rows_cannot_be_changed_by_who_reads_them():
    row = Similarities(Counting(), ["a"]).row("a")
    with pytest.raises(ValueError, match="read-only"):
        row[0] = 5


def test_words_are_looked_up_in_one_form():
    assert normal("  Smart_Phone ") == "smart phone"
    assert normal("ＷＴＯ") == "wto"
    assert unique(["b", "a", "b", "", "c"], but="a", limit=2) == ("b", "c")
