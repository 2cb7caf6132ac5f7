"""Models that judge a page and an anchor text by one measure and rank links by eq. (9)."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.topic.model import Judgement
from fpcrawl.topic.models.links import LinkTable
from fpcrawl.topic.vectors import DocumentFrequencies, damped, norm, page_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fpcrawl.topic.model import Topic, TopicLink, TopicPage

__all__ = ["LARGEST_PAGE_TERMS", "ParentModel", "check_state", "largest"]

LARGEST_PAGE_TERMS = 20_000
"""Distinct terms of a page that are judged; the rest of a huge page is left out."""

_ANCHORS_KEPT = 20_000
_STATE_TERMS = 50_000
_STATE_LINKS = 50_000


def check_state(state: Mapping[str, Any], name: str, version: int) -> None:
    """Refuse the state of another model or version.

    Raises
    ------
    StateError
        When it is not of this one.
    """
    try:
        found = (state["model"], state["version"])
    except (KeyError, TypeError) as error:
        raise StateError(f"malformed state of a crawl model: {error!r}") from error
    if found != (name, version):
        raise StateError(f"state of crawl model {found[0]} v{found[1]}, not {name} v{version}")


def largest(parts: Mapping[str, float], most: int = 10) -> tuple[tuple[str, float], ...]:
    """Return the largest positive parts, largest first."""
    ranked = sorted(parts.items(), key=lambda item: (-item[1], item[0]))[:most]
    return tuple((term, part) for term, part in ranked if part > 0)


class ParentModel(ABC):
    """Ranks a link by how relevant the pages that hold it and its anchor texts are.

    Subclasses say how relevant some terms are. Document frequencies are learnt from the
    pages of the crawl; the relevance of an anchor text is kept until they have moved.

    Parameters
    ----------
    topic
        What the crawl is about.
    link_capacity
        Most links of which something is kept.
    """

    name = ""
    VERSION = 1

    def __init__(self, topic: Topic, *, link_capacity: int = 200_000) -> None:
        self.topic = topic
        self.frequencies = DocumentFrequencies()
        self.links = LinkTable(link_capacity)
        self._anchors: dict[tuple[str, ...], float] = {}
        self._anchors_at = 0
        self._vector: dict[str, float] = {}
        self._length = 0.0
        self._vector_at = -1

    def topic_vector(self) -> tuple[Mapping[str, float], float]:
        """Return the topic's terms by weight and idf, and the length of that vector."""
        if self._vector_at != self.frequencies.documents:
            idf = self.frequencies.idf
            self._vector = {term: weight * idf(term) for term, weight in self.topic.weights.items()}
            self._length = norm(self._vector)
            self._vector_at = self.frequencies.documents
        return self._vector, self._length

    @abstractmethod
    def relevance(self, counts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
        """Return the relevance of a text in [0, 1], and what each term of the topic gave."""

    def cosine(
        self, counts: Mapping[str, int], share: Callable[[str], float] | None = None
    ) -> tuple[float, dict[str, float]]:
        """Return the cosine of a text with the topic, and what each term gave.

        Parameters
        ----------
        counts
            Terms of the text and how often they stand there.
        share
            What counts of a term's weight; ``None`` = all of it.
        """
        idf = self.frequencies.idf
        topic, topic_length = self.topic_vector()
        squares = 0.0
        parts = {}
        for term, count in counts.items():
            its = 1.0 if share is None else share(term)
            if not its:
                continue
            weight = damped(count) * idf(term) * its
            squares += weight * weight
            if term in topic:
                parts[term] = weight * topic[term]
        if not parts:
            return 0.0, {}
        scale = math.sqrt(squares) * topic_length
        parts = {term: part / scale for term, part in parts.items()}
        return min(sum(parts.values()), 1.0), parts

    def anchor_relevance(self, link: TopicLink) -> float:
        """Return the relevance of a link's text, in [0, 1]."""
        known = self._anchors.get(link.anchor)
        if known is None:
            known = self.relevance(Counter(link.anchor))[0] if link.anchor else 0.0
            if len(self._anchors) >= _ANCHORS_KEPT:
                self._anchors.clear()
            self._anchors[link.anchor] = known
        return known

    def see(self, page: TopicPage) -> Judgement:
        """Take note of a fetched page, judge it, and say what its links are worth."""
        counts = page_counts(page)
        if len(counts) > LARGEST_PAGE_TERMS:
            counts = Counter(dict(counts.most_common(LARGEST_PAGE_TERMS)))
        self.frequencies.add(counts)
        if self.frequencies.documents > self._anchors_at * 1.1:
            self._anchors.clear()
            self._anchors_at = self.frequencies.documents
        found, parts = self.relevance(counts)
        self.links.fetched(page.url)
        priorities = {
            link.url: self.links.note(link.url, found, self.anchor_relevance(link))
            for link in page.links
            if not self.links.is_done(link.url)
        }
        return Judgement(found, priorities, largest(parts))

    def to_json(self) -> dict[str, Any]:
        """Return what it has learnt, bounded in size."""
        links = self.links.to_json()
        return {
            "model": self.name,
            "version": self.VERSION,
            "frequencies": self.frequencies.to_json(_STATE_TERMS),
            "links": {
                "open": dict(list(links["open"].items())[-_STATE_LINKS:]),
                "done": links["done"][-_STATE_LINKS:],
            },
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is of another model or version, or malformed.
        """
        check_state(state, self.name, self.VERSION)
        frequencies, links = DocumentFrequencies(), LinkTable(self.links.capacity)
        frequencies.restore(state.get("frequencies", {}))
        links.restore(state.get("links", {}))
        self.frequencies, self.links = frequencies, links
        self._anchors.clear()
        self._vector_at = -1
