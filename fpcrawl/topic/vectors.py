"""Texts as weighted terms: counts, document frequencies learnt on the way, cosine."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.topic.model import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from fpcrawl.topic.model import TopicPage

__all__ = [
    "TITLE_BOOST",
    "DocumentFrequencies",
    "cosine",
    "damped",
    "is_term",
    "norm",
    "page_counts",
    "tf_idf",
    "topic_from_text",
    "weighted_terms",
]

_LONGEST_TERM = 40
TITLE_BOOST = 2.0
"""Weight of the words of a topic's name beside the strongest of its description."""


def is_term(word: str, stop: Collection[str] = ()) -> bool:
    """Say whether a word may describe a topic.

    It holds a letter, is no stop word, and neither a single character nor so long that it is
    an address or a key.
    """
    if not 2 <= len(word) <= _LONGEST_TERM or word in stop:
        return False
    return any(unicodedata.category(letter)[0] == "L" for letter in word)


def page_counts(page: TopicPage) -> Counter[str]:
    """Return how often each word stands on a page, in whatever block."""
    counts: Counter[str] = Counter()
    for block in page.blocks:
        counts.update(block.terms)
    return counts


def damped(count: float) -> float:
    """Return what a term says that stands ``count`` times: 1 + ln count, 0 for none."""
    return 1.0 + math.log(count) if count >= 1 else max(count, 0.0)


class DocumentFrequencies:
    """In how many of the texts seen so far a term stands.

    Two of them can be added up. Beyond ``capacity`` terms the rarest are forgotten; what
    was forgotten counts as never seen.

    Parameters
    ----------
    capacity
        Most terms that are kept.
    """

    VERSION = 1

    def __init__(self, capacity: int = 200_000) -> None:
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.documents = 0
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._counts)

    def __getitem__(self, term: str) -> int:
        return self._counts.get(term, 0)

    def add(self, terms: Iterable[str]) -> None:
        """Count a text that holds these terms; each counts once."""
        self.documents += 1
        self._counts.update(set(terms))
        if len(self._counts) > self.capacity:
            self._forget()

    def merge(self, other: DocumentFrequencies) -> None:
        """Add what another one counted on other texts."""
        self.documents += other.documents
        self._counts.update(other._counts)
        if len(self._counts) > self.capacity:
            self._forget()

    def _forget(self) -> None:
        # A quarter at once, so that this is rare; of equally rare ones those met last stay.
        keep = max(self.capacity * 3 // 4, 1)
        age = {term: place for place, term in enumerate(self._counts)}
        ranked = sorted(self._counts, key=lambda t: (self._counts[t], age[t]), reverse=True)
        kept = set(ranked[:keep])
        self._counts = Counter({term: n for term, n in self._counts.items() if term in kept})

    def idf(self, term: str) -> float:
        """Return ln((N + 1) / (n + 1)) + 1 for a term in n of N texts; 1 before any text."""
        return self._idf_of(self._counts.get(term, 0))

    def idfs(self, terms: Collection[str]) -> dict[str, float]:
        """Return the idf of each term, much cheaper than one by one."""
        held = list(map(self._counts.get, terms))
        # Few different counts stand in many terms.
        known = {count: self._idf_of(count or 0) for count in {*held}}
        return dict(zip(terms, map(known.__getitem__, held), strict=True))

    def _idf_of(self, held: int) -> float:
        return math.log((self.documents + 1) / (held + 1)) + 1.0

    def to_json(self, most: int | None = None) -> dict[str, Any]:
        """Return what was counted, of the ``most`` frequent terms."""
        terms: Mapping[str, int] = self._counts
        if most is not None and len(terms) > most:
            ranked = sorted(terms, key=terms.__getitem__, reverse=True)[:most]
            terms = {term: terms[term] for term in ranked}
        return {"version": self.VERSION, "documents": self.documents, "terms": dict(terms)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is malformed or of another version.
        """
        try:
            if state["version"] != self.VERSION:
                raise StateError(f"document frequencies of version {state['version']!r}")
            documents = int(state["documents"])
            counts = {str(term): int(count) for term, count in state["terms"].items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"malformed document frequencies: {error!r}") from error
        self.documents, self._counts = documents, Counter(counts)
        if len(counts) > self.capacity:
            self._forget()


def tf_idf(counts: Mapping[str, float], frequencies: DocumentFrequencies) -> dict[str, float]:
    """Return the weight of each term: its damped count times its idf."""
    idf = frequencies.idf
    return {term: damped(count) * idf(term) for term, count in counts.items()}


def norm(weights: Mapping[str, float]) -> float:
    """Return the Euclidean length of a vector."""
    return math.sqrt(sum(weight * weight for weight in weights.values()))


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the cosine of two vectors, 0 when one is empty."""
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other[term] for term, weight in one.items() if term in other)
    return product / (norm(one) * norm(other)) if product else 0.0


def weighted_terms(
    counts: Mapping[str, float],
    *,
    title: Iterable[str] = (),
    stop: Collection[str] = (),
    frequencies: DocumentFrequencies | None = None,
    size: int = 150,
) -> dict[str, float]:
    """Return the terms that say most of a text by count and idf, the largest with 1.

    Parameters
    ----------
    counts
        How often each word stands in the text.
    title
        Words of its title; they weigh twice as much as the strongest word of the text.
    stop
        Words that are no terms.
    frequencies
        Of terms in general; without them all count as equally rare.
    size
        Most terms that are returned.
    """
    known = frequencies or DocumentFrequencies(1)
    # Counts as they are, not damped: a topic's own word stands in its description far oftener
    # than the words that happen to be there too.
    weights = {t: n * known.idf(t) for t, n in counts.items() if is_term(t, stop)}
    strongest = max(weights.values(), default=1.0)
    weights |= {term: TITLE_BOOST * strongest for term in title if is_term(term, stop)}
    ranked = sorted(weights.items(), key=lambda item: -item[1])[:size]
    most = ranked[0][1] if ranked else 1.0
    return {term: weight / most for term, weight in ranked if weight > 0}


def topic_from_text(
    title: str,
    text: str,
    cut: Callable[[str], Iterable[str]],
    *,
    stop: Collection[str] = (),
    frequencies: DocumentFrequencies | None = None,
    size: int = 150,
) -> Topic:
    """Return a topic described by a title and a text, as its strongest terms.

    Parameters
    ----------
    title, text
        The topic word and an article or paragraph about it.
    cut
        Gives the words of a text.
    stop, frequencies, size
        As for :func:`weighted_terms`.
    """
    named = list(cut(title))
    counts = Counter(cut(text))
    counts.update(named)
    weights = weighted_terms(counts, title=named, stop=stop, frequencies=frequencies, size=size)
    return Topic(name=title, weights=weights, text=text)
