"""ESVSM: the topic as ten subtopics of its description, words compared as SVSM does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.topic.lda import passages, subtopic_weights, subtopics
from fpcrawl.topic.models.semantic import SvsmModel
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.vectors import TITLE_BOOST, is_term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.model import Topic

__all__ = ["EsvsmModel", "subtopic_topic"]


def subtopic_topic(
    topic: Topic,
    cut: Callable[[str], Iterable[str]],
    *,
    seed: int = 0,
) -> Topic:
    """Return a topic whose terms are those of the subtopics of its description.

    Its name stays the strongest, and terms that the description does not hold keep their
    weights: a person has put them there, or the topic was widened. Without a description
    nothing changes.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """
    texts = passages(topic.text, cut)
    found = subtopic_weights(subtopics(texts, seed=seed))
    if not found:
        return topic
    held = {word for words in texts for word in words}
    weights = {term: weight / TITLE_BOOST for term, weight in found.items()}
    weights |= {term: 1.0 for term in cut(topic.name) if is_term(term)}
    for term, weight in topic.weights.items():
        if term not in held:
            weights[term] = max(weight, weights.get(term, 0.0))
    return replace(topic, weights=weights)


class EsvsmModel(SvsmModel):
    """SVSM on the subtopics of the topic's description.

    The paper's third part, that the topic's word is replaced by a wider one when too little
    is found, is no matter of the model: :class:`fpcrawl.topic.widening.Widening` does it for
    each.

    Parameters
    ----------
    topic
        What the crawl is about.
    cut
        Gives the terms of its description, as of the pages; the default segmenter if not given.
    lexicon, floor, link_capacity
        As of :class:`SvsmModel`.
    seed
        Of the subtopics.

    Raises
    ------
    UsageError
        When scikit-learn is not installed.
    """

    name = "esvsm"

    def __init__(
        self,
        topic: Topic,
        *,
        cut: Callable[[str], Iterable[str]] | None = None,
        lexicon: Lexicon | None = None,
        floor: float | None = None,
        seed: int = 0,
        link_capacity: int = 200_000,
    ) -> None:
        expanded = subtopic_topic(topic, cut or make_segmenter().cut, seed=seed)
        super().__init__(expanded, lexicon=lexicon, floor=floor, link_capacity=link_capacity)
