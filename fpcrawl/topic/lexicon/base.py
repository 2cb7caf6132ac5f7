"""What every lexicon answers, and how several words are compared at once."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Comparer", "Comparing", "Lexicon", "PairComparer", "near", "normal", "unique"]

_ALPHA = 1.6


class Lexicon(Protocol):
    """Knows words: which mean nearly the same, and which is wider than another.

    Words are given as the segmenter gives them. Answers are normalised by :func:`normal`.
    A word that a lexicon does not know has no synonyms, nothing that is wider, and is like
    nothing but itself.
    """

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        ...

    def knows(self, word: str) -> bool:
        """Tell whether it has an entry for the word."""
        ...

    def similarity(self, a: str, b: str) -> float:
        """Return how alike two words are, in [0, 1]; the same both ways; a word is like itself."""
        ...

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return words that mean the same, best first, without the word itself."""
        ...

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return wider words, nearest first."""
        ...

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return narrower words, nearest first, at most some dozens."""
        ...


class Comparer(Protocol):
    """Compares any word with a fixed list of words."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list the lexicon knows."""
        ...

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word.

        What stands at the places of words that are not ``known`` means nothing.
        """
        ...


@runtime_checkable
class Comparing(Protocol):
    """A lexicon that compares a word with many faster than one by one."""

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:
        """Return what compares words with these.

        Similarities below ``floor`` are not wanted: in their place anything below it may be
        given, which saves looking at words that can only be candidates for less.
        """
        ...


class PairComparer:
    """Asks a lexicon for one pair of words after the other."""

    def __init__(self, lexicon: Lexicon, words: Sequence[str]) -> None:
        self._lexicon = lexicon
        self._words = tuple(words)
        self._known = np.array([lexicon.knows(word) for word in words], dtype=bool)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list the lexicon knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word."""
        if not self._lexicon.knows(word):
            return None
        row = np.zeros(len(self._words))
        for place in np.flatnonzero(self._known):
            row[place] = self._lexicon.similarity(word, self._words[place])
        return row


def normal(word: str) -> str:
    """Return a word as lexicons look it up: NFKC, lower case, single spaces, no underscores."""
    if word.isascii():
        return " ".join(word.lower().replace("_", " ").split())
    return " ".join(unicodedata.normalize("NFKC", word).lower().replace("_", " ").split())


def unique(words: Sequence[str], but: str = "", limit: int = 64) -> tuple[str, ...]:
    """Return the words once each in their order, without one of them and at most so many."""
    kept = dict.fromkeys(words)
    kept.pop(but, None)
    kept.pop("", None)
    return tuple(kept)[:limit]


def near(steps: float) -> float:
    """Return the similarity of words that are so many steps apart in a tree (Liu and Li)."""
    return _ALPHA / (_ALPHA + steps)
