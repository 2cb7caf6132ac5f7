"""Why a page has the relevance it has, block by block, as data."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.topic.relevance import PART_OF

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.topic.model import Block, BlockKind, TopicPage
    from fpcrawl.topic.relevance import PagePart, TopicScorer

__all__ = ["BlockExplained", "Explanation", "PartExplained", "TermExplained", "explain"]

_SHOWN_WORDS = 12


@dataclass(frozen=True, slots=True)
class TermExplained:
    """A concept of the topic in a block.

    Attributes
    ----------
    concept
        As the topic names it.
    found
        The words for it on the page, in the form the segmenter gives, most frequent first.
    count
        How often it stands in the block.
    weight
        What it weighs in the topic.
    gave
        What it gives to the page's relevance here.
    """

    concept: str
    found: tuple[str, ...]
    count: int
    weight: float
    gave: float


@dataclass(frozen=True, slots=True)
class BlockExplained:
    """A block of the page; the ``gave`` of all blocks add up to the page's relevance.

    Attributes
    ----------
    kind, part
        What its text is for, and which part of eq. (9) that is.
    impact, weight, key_tags
        See :class:`fpcrawl.topic.model.Block`.
    words
        Number of its terms.
    begins
        Its first terms.
    gave
        What it gives to the page's relevance.
    terms
        Concepts of the topic in it, the one that gives most first.
    """

    kind: BlockKind
    part: PagePart
    impact: float
    weight: float
    key_tags: int
    words: int
    begins: tuple[str, ...]
    gave: float
    terms: tuple[TermExplained, ...]


@dataclass(frozen=True, slots=True)
class PartExplained:
    """A part of the page as eq. (9) has it: ``share * relevance = gave``."""

    part: PagePart
    share: float
    relevance: float
    gave: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page's relevance and where it comes from.

    Attributes
    ----------
    url, relevance
        The page, and R of eq. (9).
    eta, is_on_topic
        From which relevance on a page is kept, and whether this one is.
    parts, blocks
        In the order of the page.
    missing
        Concepts of the topic that the page has not, weightiest first.
    """

    url: str
    relevance: float
    eta: float
    is_on_topic: bool
    parts: tuple[PartExplained, ...]
    blocks: tuple[BlockExplained, ...]
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def explain(scorer: TopicScorer, page: TopicPage, eta: float) -> Explanation:
    """Return why a page has the relevance that ``scorer.score(page)`` says.

    Parameters
    ----------
    scorer
        Of the topic; it learns nothing from the page.
    page
        As :func:`fpcrawl.topic.blocks.topic_page` gives it.
    eta
        From which relevance on a page is kept.
    """
    blocks = scorer.replaced(page)
    vectors = scorer.vectors(page, blocks)
    relevance = scorer.score_of(vectors).relevance
    share = {part: scorer.part_weights.get(part, 0.0) for part in vectors}
    explained = []
    for block, counts in zip(page.blocks, blocks, strict=True):
        vector = vectors[PART_OF[block.kind]]
        # What a term gives to a part comes from each place in it alike.
        gave = {
            term: share[PART_OF[block.kind]] * whole * counts[term] / vector.counts[term]
            for term, whole in vector.gave.items()
            if counts[term]
        }
        explained.append(_block(scorer, block, counts, gave))
    met = {term for counts in blocks for term in counts}
    missing = sorted(scorer.weights.keys() - met, key=lambda term: (-scorer.weights[term], term))
    return Explanation(
        page.url,
        relevance,
        eta,
        relevance >= eta,
        tuple(
            PartExplained(part, share[part], its.relevance, share[part] * its.relevance)
            for part, its in vectors.items()
        ),
        tuple(explained),
        tuple(missing),
    )


def _block(
    scorer: TopicScorer, block: Block, counts: Mapping[str, int], gave: Mapping[str, float]
) -> BlockExplained:
    found = _found(scorer, block.terms)
    terms = [
        TermExplained(
            term,
            tuple(words for words, _ in found[term].most_common()),
            counts[term],
            scorer.weights[term],
            its,
        )
        for term, its in gave.items()
    ]
    terms.sort(key=lambda term: (-term.gave, term.concept))
    return BlockExplained(
        block.kind,
        PART_OF[block.kind],
        block.impact,
        block.weight,
        block.key_tags,
        len(block.terms),
        block.terms[:_SHOWN_WORDS],
        sum(gave.values(), 0.0),
        tuple(terms),
    )


def _found(scorer: TopicScorer, words: Sequence[str]) -> dict[str, Counter[str]]:
    """Return with which words each concept stands in a text."""
    found: dict[str, Counter[str]] = {}
    for at, size, concept in scorer.concepts.places(words):
        found.setdefault(concept, Counter())[" ".join(words[at : at + size])] += 1
    return found
