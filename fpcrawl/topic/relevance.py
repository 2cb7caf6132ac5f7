"""How near a page is to a topic (ETFL 3, eq. 9-15).

    scorer = TopicScorer(library.weights(), library.concepts(), segmenter, frequencies)
    scorer.score(page).relevance >= eta

Each part of a page (title, content, navigation, anchors, the rest) is a vector of its terms,
with synonyms replaced by their concepts; its relevance is the cosine with the topic's vector.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import hypot
from typing import TYPE_CHECKING, Literal, Protocol

from fpcrawl.topic.concepts import Concepts
from fpcrawl.topic.vectors import damped

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from fpcrawl.topic.model import BlockKind, TopicPage
    from fpcrawl.topic.segment import Segmenter

__all__ = [
    "PAPER_PART_WEIGHTS",
    "PART_OF",
    "PART_WEIGHTS",
    "Frequencies",
    "PagePart",
    "PageScore",
    "PartVector",
    "TopicScorer",
]

PagePart = Literal["title", "content", "navigation", "anchor", "other"]
"""What eq. (9) tells apart."""

PART_WEIGHTS: Mapping[PagePart, float] = {
    "title": 0.15,
    "content": 0.55,
    "navigation": 0.05,
    "anchor": 0.2,
    "other": 0.05,
}
"""a, b, c, d, e of eq. (9).

A title has few words: whether it is near the topic or not at all often hangs on one of them.
"""

PAPER_PART_WEIGHTS: Mapping[PagePart, float] = {**PART_WEIGHTS, "title": 0.3, "content": 0.4}
"""Those nearest to what the paper says; with ``damp=False`` its relevance as it stands."""

PART_OF: Mapping[BlockKind, PagePart] = {
    "title": "title",
    "heading": "content",
    "emphasis": "content",
    "content": "content",
    "navigation": "navigation",
    "anchor": "anchor",
    "other": "other",
}
"""The part of a page to which the blocks of a kind belong."""

_MAX_MATCHED = 10


class Frequencies(Protocol):
    """In how many pages a term was met."""

    def add(self, terms: Iterable[str]) -> None:
        """Count a page that holds these terms."""
        ...

    def idfs(self, terms: Collection[str]) -> Mapping[str, float]:
        """Return log((N + 1) / (n + 1)) + 1 of each term, n of N pages hold it."""
        ...


@dataclass(frozen=True, slots=True)
class PageScore:
    """How near a page is to the topic.

    Attributes
    ----------
    relevance
        R of eq. (9), in [0, 1].
    parts
        The cosine of each part that has terms.
    matched
        Concepts of the topic that the page holds and what each gave, largest first, at most
        ten.
    """

    relevance: float
    parts: Mapping[PagePart, float] = field(default_factory=dict)
    matched: tuple[tuple[str, float], ...] = ()


@dataclass(slots=True)
class PartVector:
    """The terms of one part of a page.

    Attributes
    ----------
    counts
        How often each stands in the part.
    gave
        What each concept of the topic gave to the cosine.
    relevance
        The cosine.
    """

    counts: Counter[str]
    gave: dict[str, float]
    relevance: float


class TopicScorer:
    """Compares pages with one topic.

    Parameters
    ----------
    weights
        The concepts of the topic, as a person writes them, and how much each says: the class
        vectors of eq. (10), already with the weights of their classes. Not changed.
    concepts
        Further ways to write them, each with its concept. Those in ``weights`` need not be there.
    segmenter
        The one that cuts the pages.
    frequencies
        Learns from pages given to :meth:`see` which terms are common. Of its own: it counts
        concepts, not words. Without it all terms count as equally rare.
    part_weights
        Those of eq. (9).
    damp
        Whether a term that stands n times in a part counts 1 + ln n there instead of n: else a
        long page is about the few words that it repeats most.
    """

    def __init__(
        self,
        weights: Mapping[str, float],
        concepts: Mapping[str, str],
        segmenter: Segmenter,
        frequencies: Frequencies | None = None,
        *,
        part_weights: Mapping[PagePart, float] = PART_WEIGHTS,
        damp: bool = True,
    ) -> None:
        self.weights = {
            name: weight
            for name, weight in weights.items()
            if weight > 0 and concepts.get(name, name) not in weights.keys() - {name}
        }
        self._length = hypot(*self.weights.values())
        names = {name: name for name in self.weights}
        names |= {name: its for name, its in concepts.items() if its in self.weights}
        self.concepts = Concepts(names, segmenter)
        self.frequencies = frequencies
        self.part_weights = part_weights
        self.damp = damp

    def see(self, page: TopicPage) -> PageScore:
        """Score a page, then learn from it which terms are common."""
        blocks = self.replaced(page)
        score = self.score_of(self.vectors(page, blocks))
        if self.frequencies is not None and blocks:
            self.frequencies.add(set().union(*blocks))
        return score

    def score(self, page: TopicPage) -> PageScore:
        """Score a page and learn nothing; one without text has 0."""
        return self.score_of(self.vectors(page, self.replaced(page)))

    def replaced(self, page: TopicPage) -> list[Counter[str]]:
        """Return how often each block holds each term, concepts replaced."""
        count = self.concepts.count
        return [count(block.terms) for block in page.blocks]

    def vectors(self, page: TopicPage, blocks: list[Counter[str]]) -> dict[PagePart, PartVector]:
        """Return the parts of a page, from its blocks with concepts replaced."""
        places = _place_weights(page, blocks)
        of_part: dict[PagePart, list[Counter[str]]] = {}
        for block, its in zip(page.blocks, blocks, strict=True):
            of_part.setdefault(PART_OF[block.kind], []).append(its)
        counts = {part: _sum(its) for part, its in of_part.items()}
        terms = self.frequencies
        rare = dict.fromkeys(places, 1.0) if terms is None else terms.idfs(places)
        topic = self.weights
        out: dict[PagePart, PartVector] = {}
        for part, its in counts.items():
            says = {n: damped(n) if self.damp else n for n in {*its.values()}}
            vector = {term: says[n] * places[term] * rare[term] for term, n in its.items()}
            whole = hypot(*vector.values()) * self._length
            few, many = (topic, vector) if len(topic) < len(vector) else (vector, topic)
            gave = {}
            if whole > 0:
                gave = {term: vector[term] * topic[term] / whole for term in few if term in many}
            out[part] = PartVector(its, gave, min(1.0, sum(gave.values(), 0.0)))
        return out

    def score_of(self, vectors: Mapping[PagePart, PartVector]) -> PageScore:
        """Return the score of a page from its parts, see :meth:`vectors`."""
        matched: Counter[str] = Counter()
        relevance = 0.0
        for part, vector in vectors.items():
            share = self.part_weights.get(part, 0.0)
            relevance += share * vector.relevance
            for term, gave in vector.gave.items():
                matched[term] += share * gave  # type: ignore[assignment]
        best = sorted(matched.items(), key=lambda item: (-item[1], item[0]))[:_MAX_MATCHED]
        return PageScore(
            min(1.0, relevance),
            {part: vector.relevance for part, vector in vectors.items()},
            tuple(best),
        )


def _sum(counters: list[Counter[str]]) -> Counter[str]:
    largest = max(counters, key=len)
    if len(counters) == 1:
        return largest
    out = Counter(largest)
    get = out.get
    for counter in counters:
        if counter is not largest:
            for term, n in counter.items():
                out[term] = get(term, 0) + n
    return out


def _place_weights(page: TopicPage, blocks: list[Counter[str]]) -> dict[str, float]:
    """Return for each term the mean of f_l over the blocks that hold it (eq. 13, 14).

    ``f_l = weight_l tf_l / sum of tf over the blocks``.
    """
    places: dict[str, float] = {}
    again: set[str] = set()
    for block, its in zip(page.blocks, blocks, strict=True):
        again |= places.keys() & its.keys()
        # In one block only: tf_l is the sum.
        places |= dict.fromkeys(its, block.weight)
    # Of each term in several blocks: sum of weight and tf, sum of tf, blocks.
    sums = {term: [0.0, 0.0, 0.0] for term in again}
    for block, its in zip(page.blocks, blocks, strict=True):
        for term in again & its.keys():
            n, of_term = its[term], sums[term]
            of_term[0] += block.weight * n
            of_term[1] += n
            of_term[2] += 1
    for term, (weighted, whole, held) in sums.items():
        places[term] = weighted / (whole * held)
    return places
