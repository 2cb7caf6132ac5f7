"""Which words of pages that are on the topic say something of it (ETFL eq. 6 and 8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.topic.vectors import is_term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.vectors import DocumentFrequencies

__all__ = ["Candidate", "Evidence", "Phrases", "block_frequencies", "joined"]

_VERSION = 1
#: What stands about the text of a page is of the site, not of the topic.
_TEXT = frozenset(("title", "heading", "content", "emphasis", "anchor"))
#: Terms of a page that are counted, the weightiest; no page has more that describe it.
_MOST_OF_PAGE = 400
#: A background of fewer other pages tells nothing of what is common.
_LEAST_OTHERS = 10
#: A word that stands in one pair in so many of its places is a part of a phrase.
_BOUND = 0.6


def block_frequencies(page: TopicPage) -> dict[str, float]:
    """Return how often each word stands on a page, weighted by its blocks; the largest is 1.

    This is f / f_max of eq. (8), with f of a word the sum over the blocks of weight times count.
    Navigation and what is neither title nor text is left out.
    """
    found: dict[str, float] = {}
    for block in page.blocks:
        if block.kind in _TEXT and block.weight > 0:
            for term, count in Counter(block.terms).items():
                found[term] = found.get(term, 0.0) + block.weight * count
    terms = {term: value for term, value in found.items() if is_term(term)}
    top = max(terms.values(), default=1.0)
    return {term: value / top for term, value in terms.items()}


def joined(words: tuple[str, ...]) -> str:
    """Return several words as one term; words in Latin letters with spaces between."""
    out = ""
    for word in words:
        out += f" {word}" if out and (out[-1].isascii() or word[0].isascii()) else word
    return out


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may be taken into a topic.

    Attributes
    ----------
    term
        The word, or the words of a phrase.
    score
        Eq. (8): mean over the pages of f / f_max, times idf.
    pages
        Pages on the topic that hold it.
    lift
        How much more often it stands on these pages than on others; 1 where too few others
        are known.
    """

    term: str
    score: float
    pages: int
    lift: float


class Evidence:
    """Words of pages that are on the topic, added up page by page.

    Parameters
    ----------
    capacity
        Most words that are kept; beyond it those that count least are forgotten.
    """

    def __init__(self, capacity: int = 20_000) -> None:
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.pages = 0
        self._sums: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._sums)

    def add(self, page: TopicPage, share: float = 1.0) -> None:
        """Count a page.

        Parameters
        ----------
        share
            How sure it is that the page is on the topic, in (0, 1].
        """
        self.pages += 1
        found = block_frequencies(page)
        if len(found) > _MOST_OF_PAGE:
            ranked = sorted(found, key=lambda term: (-found[term], term))[:_MOST_OF_PAGE]
            found = {term: found[term] for term in ranked}
        for term, value in found.items():
            self._sums[term] = self._sums.get(term, 0.0) + share * value
            self._counts[term] = self._counts.get(term, 0) + 1
        if len(self._sums) > self.capacity:
            self._forget()

    def _forget(self) -> None:
        # A quarter at once, so that this is rare.
        ranked = sorted(self._sums, key=lambda term: (-self._sums[term], term))
        kept = ranked[: max(self.capacity * 3 // 4, 1)]
        self._sums = {term: self._sums[term] for term in kept}
        self._counts = {term: self._counts[term] for term in kept}

    def candidates(
        self,
        background: DocumentFrequencies,
        *,
        least_pages: int = 2,
        least_lift: float = 2.0,
        without: Collection[str] = (),
        elsewhere: Callable[[str], float] | None = None,
    ) -> list[Candidate]:
        """Return words that describe these pages, best first.

        Parameters
        ----------
        background
            In how many pages of all words stand, these pages included.
        least_pages
            A word stands on so many of these pages, or is none of them.
        least_lift
            A word stands so many times as often on these pages as on others.
        without
            Words that are not wanted.
        elsewhere
            The share of other pages that hold a word, above 0; without it the background tells.
        """
        others = background.documents - self.pages
        out = []
        for term, total in self._sums.items():
            pages = self._counts[term]
            if pages < least_pages or term in without:
                continue
            lift = 1.0
            if elsewhere is not None or others >= _LEAST_OTHERS:
                if elsewhere is not None:
                    share = elsewhere(term)
                else:
                    share = (max(background[term] - pages, 0) + 0.5) / (others + 1)
                lift = self.share(term) / share
                if lift < least_lift:
                    continue
            score = total / self.pages * background.idf(term)
            out.append(Candidate(term, score, pages, lift))
        return sorted(out, key=lambda one: (-one.score, one.term))

    def share(self, term: str) -> float:
        """Return the share of these pages that hold a term."""
        return (self._counts.get(term, 0) + 0.5) / (self.pages + 1)

    def to_json(self) -> dict[str, Any]:
        """Return what was counted."""
        terms = {term: [round(self._sums[term], 5), self._counts[term]] for term in self._sums}
        return {"version": _VERSION, "pages": self.pages, "terms": terms}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is malformed or of another version.
        """
        try:
            if state["version"] != _VERSION:
                raise StateError(f"evidence of version {state['version']!r}")
            pages = int(state["pages"])
            sums = {str(term): float(total) for term, (total, _) in state["terms"].items()}
            counts = {str(term): int(count) for term, (_, count) in state["terms"].items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"malformed evidence: {error!r}") from error
        self.pages, self._sums, self._counts = pages, sums, counts
        if len(sums) > self.capacity:
            self._forget()


class Phrases:
    """Pairs of words that stand together on pages that are on the topic.

    Segmenters cut what their dictionaries do not hold: the names of a trade most of all.

    Parameters
    ----------
    capacity
        Most pairs that are kept; beyond it the rarest are forgotten.
    """

    def __init__(self, capacity: int = 50_000) -> None:
        self.capacity = capacity
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._pages: Counter[tuple[str, str]] = Counter()
        self._words: Counter[str] = Counter()

    def add(self, page: TopicPage) -> None:
        """Count the pairs of a page."""
        here: Counter[tuple[str, str]] = Counter()
        for block in page.blocks:
            if block.kind in _TEXT:
                self._words.update(block.terms)
                here.update(pair for pair in pairwise(block.terms) if pair[0] != pair[1])
        self._pairs.update(here)
        self._pages.update(here.keys())
        if len(self._pairs) > self.capacity:
            kept = sorted(self._pairs, key=lambda pair: (-self._pairs[pair], pair))
            for pair in kept[self.capacity * 3 // 4 :]:
                del self._pairs[pair], self._pages[pair]
            self._words = Counter({word: n for word, n in self._words.items() if n > 1})

    def merged(self, candidates: list[Candidate], least_pages: int) -> list[Candidate]:
        """Return candidates with words that hardly stand alone as the phrases they are part of."""
        scores = {one.term: one for one in candidates}
        phrases: dict[str, tuple[tuple[str, str], int]] = {}
        for pair, count in sorted(self._pairs.items(), key=lambda item: (-item[1], item[0])):
            if self._pages[pair] < max(least_pages, 2):
                continue
            if not all(map(is_term, pair)):
                continue
            word = min(pair, key=lambda one: self._words[one])
            bound = word in scores and word not in phrases
            if bound and count >= _BOUND * max(self._words[word], 1):
                phrases[word] = (pair, self._pages[pair])
        out: dict[str, Candidate] = {}
        for one in candidates:
            term, pages = one.term, one.pages
            if one.term in phrases:
                pair, pages = phrases[one.term]
                term = joined(pair)
            out.setdefault(term, Candidate(term, one.score, pages, one.lift))
        return list(out.values())
