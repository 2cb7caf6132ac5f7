from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.clustering.fingerprint import (
    CHUNKS,
    candidate_threshold,
    fingerprint,
    fingerprint_similarity,
)

ELEMENTS = st.frozensets(st.integers(0, 2**64 - 1), max_size=60)


@given(st.lists(st.integers(0, 2**64 - 1), max_size=60), st.randoms())
def test_order_and_repetition_do_not_matter(elements, random):
    shuffled = elements * 2
    random.shuffle(shuffled)
    assert fingerprint(elements) == fingerprint(shuffled)


@given(ELEMENTS)
def test_is_32_pieces_of_16_bits(elements):
    pieces = fingerprint(elements)
    assert len(pieces) == CHUNKS == 32
    assert all(0 <= piece < 1 << 16 for piece in pieces)
    # Four hash functions set four bits an element at most, and one at least in each word.
    bits = sum(piece.bit_count() for piece in pieces)
    assert min(len(elements), 1) * 4 <= bits <= 4 * len(elements)


@given(ELEMENTS, ELEMENTS)
def test_bits_of_a_union_are_the_union_of_bits(one, other):
    both = tuple(a | b for a, b in zip(fingerprint(one), fingerprint(other), strict=True))
    assert fingerprint(one | other) == both


@given(ELEMENTS, ELEMENTS)
def test_similarity_is_symmetric_and_a_share(one, other):
    a, b = fingerprint(one), fingerprint(other)
    assert 0 <= fingerprint_similarity(a, b) == fingerprint_similarity(b, a) <= 1


def test_empty_pieces_are_not_counted():
    assert fingerprint_similarity(fingerprint([]), fingerprint([])) == 0
    one, other = fingerprint([1]), fingerprint([2])
    # One element sets one bit of a word: 28 of 32 pieces are empty in both.
    assert fingerprint_similarity(one, one) == 4 / 32
    assert fingerprint_similarity(one, other) <= 1 / 32


def test_all_four_hash_functions_differ():
    pieces = fingerprint([12345])
    positions = set()
    for i in range(4):
        word = sum(piece << (16 * j) for j, piece in enumerate(pieces[8 * i : 8 * i + 8]))
        assert word.bit_count() == 1
        positions.add(word.bit_length())
    assert len(positions) > 1


def test_is_the_same_on_every_machine():
    assert fingerprint([7, 2**63])[:8] == (0, 0, 0, 0, 0, 2176, 0, 0)


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="zip"):
        fingerprint_similarity((1, 2), (1,))


@pytest.mark.parametrize(("beta", "least"), [(0.0, 1), (0.05, 2), (0.1, 4), (0.45, 15), (1.0, 33)])
def test_candidates_occur_more_than_32_beta_times(beta, least):
    assert candidate_threshold(beta) == least
