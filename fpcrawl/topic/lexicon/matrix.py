"""Similarities of a page's words with a topic's words, many at once and remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.lexicon.base import Comparing, PairComparer, normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fpcrawl.topic.lexicon.base import Comparer, Lexicon

__all__ = ["Similarities", "matrix"]


class Similarities:
    """Compares words with the words of one topic.

    Rows are computed once per word and kept, the oldest going first; a word that is like no
    word of the topic takes no row. Equal words have similarity 1 whatever the lexicon says.

    Parameters
    ----------
    lexicon
        What tells the similarity.
    topic_terms
        Words of the topic; their order is that of the columns.
    floor
        Similarities below it count as none: words that merely are of the same kind say little.
    max_words
        So many rows are kept at most, ``4 * len(topic_terms)`` bytes each.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        topic_terms: Sequence[str],
        *,
        floor: float = 0.0,
        max_words: int = 20_000,
    ) -> None:
        self.terms = tuple(topic_terms)
        self.floor = floor
        self._max_words = max(max_words, 1)
        self._columns: dict[str, list[int]] = {}
        for place, term in enumerate(self.terms):
            self._columns.setdefault(normal(term), []).append(place)
        self._comparer: Comparer = (
            lexicon.comparer(self.terms, floor)
            if isinstance(lexicon, Comparing)
            else PairComparer(lexicon, self.terms)
        )
        self._nothing = np.zeros(len(self.terms), dtype=np.float32)
        self._nothing.flags.writeable = False
        self._rows: dict[str, NDArray[np.float32]] = {}

    def row(self, word: str) -> NDArray[np.float32]:
        """Return the similarity of a word with each topic term; read-only."""
        row = self._rows.get(word)
        if row is None:
            row = self._compute(word)
            if len(self._rows) >= self._max_words:
                del self._rows[next(iter(self._rows))]
            self._rows[word] = row
        return row

    def matrix(self, words: Iterable[str]) -> NDArray[np.float32]:
        """Return one row per word, one column per topic term."""
        rows = [self.row(word) for word in words]
        if not rows:
            return np.zeros((0, len(self.terms)), dtype=np.float32)
        return np.stack(rows)

    def means(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Return each word's mean similarity with the topic terms: ESVSM eq. (5)."""
        size = max(len(self.terms), 1)
        return np.array([self.row(word).sum(dtype=np.float64) / size for word in words])

    def weighted(self, words: Sequence[str], topic_weights: ArrayLike) -> NDArray[np.float64]:
        """Return each word's similarities, summed with the weights of the topic terms.

        With weights ``d`` of the words, ``d @ weighted(words, t) / (sum(d) * sum(t))`` is SSRM.
        Never holds a whole matrix.
        """
        weights = np.asarray(topic_weights, dtype=np.float64)
        return np.array([float(self.row(word) @ weights) for word in words])

    def _compute(self, word: str) -> NDArray[np.float32]:
        found = self._comparer.row(word)
        same = self._columns.get(normal(word))
        if found is None and same is None:
            return self._nothing
        row = np.zeros(len(self.terms), dtype=np.float32)
        if found is not None:
            row[self._comparer.known] = found[self._comparer.known]
        np.clip(row, 0.0, 1.0, out=row)
        row[row < self.floor] = 0.0
        if same is not None:
            row[same] = 1.0
        if not row.any():
            return self._nothing
        row.flags.writeable = False
        return row


def matrix(
    lexicon: Lexicon, doc_terms: Sequence[str], topic_terms: Sequence[str], floor: float = 0.0
) -> NDArray[np.float32]:
    """Return the similarities of a page's words (rows) with a topic's words (columns).

    For one page; over a crawl keep a :class:`Similarities`, which remembers.
    """
    return Similarities(lexicon, topic_terms, floor=floor).matrix(doc_terms)
