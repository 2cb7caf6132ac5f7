"""Algorithm 2 of FPC: a cluster as 32 short fingerprints, equal where clusters are alike.

Each of four hash functions sets bits among 128, one for each element of the set; the four
words are cut into 32 pieces of 16 bits. A piece of two clusters is equal when none of the
elements that only one of them has falls into its 16 bits.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "CHUNKS",
    "Fingerprint",
    "candidate_threshold",
    "fingerprint",
    "fingerprint_similarity",
]

Fingerprint: TypeAlias = tuple[int, ...]

HASHES = 4
WORD_BITS = 128
CHUNK_BITS = 16
CHUNKS = HASHES * WORD_BITS // CHUNK_BITS
"""Pieces of a fingerprint."""

_POSITION_BITS = WORD_BITS.bit_length() - 1
_MASK = (1 << 64) - 1


def _mixed(element: int) -> int:
    """Return 64 well mixed bits of an element (the finaliser of splitmix64)."""
    x = (element + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def fingerprint(elements: Iterable[int]) -> Fingerprint:
    """Return the 32 fingerprints of 16 bits of a set.

    Parameters
    ----------
    elements
        Integers of at most 64 bits, such as the tag-attribute feature of a centre; their
        order and repetitions do not matter.

    Notes
    -----
    The four hash functions are four disjoint slices of one mixed 64-bit hash, which makes
    them independent at a quarter of the cost.
    """
    words = [0] * HASHES
    for element in set(elements):
        bits = _mixed(element)
        for i in range(HASHES):
            words[i] |= 1 << ((bits >> (_POSITION_BITS * i)) % WORD_BITS)
    chunk = (1 << CHUNK_BITS) - 1
    return tuple(
        (word >> shift) & chunk for word in words for shift in range(0, WORD_BITS, CHUNK_BITS)
    )


def fingerprint_similarity(one: Sequence[int], other: Sequence[int]) -> float:
    """Eq. (9): pieces that are equal in place and value, over 32.

    Pieces without a bit are not counted: with few elements most pieces are empty, and
    empty pieces would make any two small clusters alike.

    Raises
    ------
    ValueError
        When the lengths differ.
    """
    same = sum(a == b != 0 for a, b in zip(one, other, strict=True))
    return same / CHUNKS


def candidate_threshold(beta: float) -> int:
    """Return how many equal pieces make a candidate: more than 32 beta, at least one."""
    return math.floor(CHUNKS * beta) + 1
