"""Models that count a word like those of the topic: SSRM and SVSM."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from fpcrawl.topic.lexicon.identity import IdentityLexicon
from fpcrawl.topic.lexicon.matrix import Similarities
from fpcrawl.topic.models.base import ParentModel
from fpcrawl.topic.vectors import damped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.model import Topic

__all__ = ["SsrmModel", "SvsmModel"]

_WORDS_KEPT = 100_000
_ROWS_KEPT = 64


class _SemanticModel(ParentModel):
    """Knows for each word how much it has to do with the topic's words.

    Parameters
    ----------
    topic
        What the crawl is about.
    lexicon
        Tells which words are alike; without one only equal words are.
    floor
        Similarities below it count as none.
    link_capacity
        Most links of which something is kept.
    """

    default_floor = 0.0

    def __init__(
        self,
        topic: Topic,
        *,
        lexicon: Lexicon | None = None,
        floor: float | None = None,
        link_capacity: int = 200_000,
    ) -> None:
        super().__init__(topic, link_capacity=link_capacity)
        self._terms = tuple(topic.weights)
        self._similar = Similarities(
            lexicon or IdentityLexicon(),
            self._terms,
            floor=self.default_floor if floor is None else floor,
            # One number a word is kept here, not its row.
            max_words=_ROWS_KEPT,
        )
        self._shares: dict[str, float] = {}

    @abstractmethod
    def _share_of(self, word: str) -> float:
        """Return what :meth:`share` does, worked out anew."""

    def share(self, word: str) -> float:
        """Return what a word has to do with the topic's words, at least 0."""
        known = self._shares.get(word)
        if known is None:
            if len(self._shares) >= _WORDS_KEPT:
                self._shares.clear()
            known = self._shares[word] = self._share_of(word) if self._terms else 0.0
        return known


class SsrmModel(_SemanticModel):
    """Relevance is the mean similarity of all pairs of words, by their weights.

    sum_ij d_i t_j sim(i, j) / sum_ij d_i t_j, similarities below .9 left out: words that
    are merely of one kind drown the rest otherwise.
    """

    name = "ssrm"
    default_floor = 0.9

    def _share_of(self, word: str) -> float:
        weights = self.topic.weights
        row = self._similar.row(word)
        shared = sum(weights[self._terms[place]] * float(row[place]) for place in row.nonzero()[0])
        return shared / sum(weights.values())

    def relevance(self, counts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
        """Return the mean similarity, and what each word of the text gave."""
        idf = self.frequencies.idf
        total = 0.0
        parts = {}
        for term, count in counts.items():
            weight = damped(count) * idf(term)
            total += weight
            if share := self.share(term):
                parts[term] = weight * share
        if not parts:
            return 0.0, {}
        parts = {term: part / total for term, part in parts.items()}
        return min(sum(parts.values()), 1.0), parts


class SvsmModel(_SemanticModel):
    """Relevance is the cosine of two vectors over the words of text and topic together.

    A word of the text has its TF-IDF weight times its mean similarity with the topic's words
    (ESVSM eq. (5) and (6)), a word of the topic its weight there (eq. (4)).
    """

    name = "svsm"

    def _share_of(self, word: str) -> float:
        row = self._similar.row(word)
        return float(row.sum()) / len(row)

    def relevance(self, counts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
        """Return the cosine, and what each term of the topic gave."""
        return self.cosine(counts, self.share)
