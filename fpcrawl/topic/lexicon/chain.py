"""Several lexicons as one, in an order."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.lexicon.base import Comparing, PairComparer, normal, unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fpcrawl.topic.lexicon.base import Comparer, Lexicon

__all__ = ["ChainLexicon"]

_KEPT = 65_536


class ChainLexicon:
    """Asks one lexicon after the other.

    How alike two words are is told by the first lexicon that knows both: figures of several
    lexicons are not comparable, so they are not mixed for one pair. Synonyms and wider words are
    those of all, in the order of the lexicons.

    Parameters
    ----------
    parts
        The lexicons. A chain among them is taken apart.
    """

    def __init__(self, parts: Iterable[Lexicon]) -> None:
        self.parts: tuple[Lexicon, ...] = tuple(
            part
            for lexicon in parts
            for part in (lexicon.parts if isinstance(lexicon, ChainLexicon) else (lexicon,))
        )
        self._pair = lru_cache(_KEPT)(self._similarity)

    @property
    def name(self) -> str:
        """The names of the parts, with ``+`` between."""
        return "+".join(part.name for part in self.parts) or "none"

    def knows(self, word: str) -> bool:
        """Tell whether any of them has an entry for the word."""
        return any(part.knows(word) for part in self.parts)

    def similarity(self, a: str, b: str) -> float:
        """Return what the first lexicon says that knows both words."""
        return self._pair(*sorted((normal(a), normal(b))))

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return the synonyms of all of them."""
        return unique([w for part in self.parts for w in part.synonyms(word)], but=normal(word))

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return the wider words of all of them."""
        return unique([w for part in self.parts for w in part.hypernyms(word)], but=normal(word))

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return the narrower words of all of them."""
        return unique([w for part in self.parts for w in part.hyponyms(word)], but=normal(word))

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:
        """Return what compares words with these, all at once."""
        return _ChainComparer(self.parts, words, floor)

    def _similarity(self, a: str, b: str) -> float:
        if a == b:
            return 1.0
        for part in self.parts:
            if part.knows(a) and part.knows(b):
                return part.similarity(a, b)
        return 0.0


class _ChainComparer:
    """Takes each place of a row from the first lexicon that knows both words."""

    def __init__(self, parts: Sequence[Lexicon], words: Sequence[str], floor: float) -> None:
        self._comparers: list[Comparer] = [
            part.comparer(words, floor)
            if isinstance(part, Comparing)
            else PairComparer(part, words)
            for part in parts
        ]
        self._known = np.zeros(len(words), dtype=bool)
        for comparer in self._comparers:
            self._known |= comparer.known

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list any of them knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word."""
        row = np.zeros(len(self._known))
        told = np.zeros(len(self._known), dtype=bool)
        for comparer in self._comparers:
            new = comparer.known & ~told
            found = comparer.row(word) if new.any() else None
            if found is not None:
                row[new] = found[new]
                told |= new
        return row if told.any() else None
