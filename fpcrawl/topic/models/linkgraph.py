"""The link graph as far as a crawl has seen it, and what it says of pages not fetched yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.models.rows import Floats, Ints, grown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["FEATURES", "LinkGraph"]

FEATURES = (
    "parents",
    "hubs",
    "best_hub",
    "evidence",
    "pooled_evidence",
    "many_parents",
    "in_links",
    "anchor",
    "weak_anchor",
    "anchor_and_hub",
    "parents_text",
    "best_parent_text",
    "anchor_odds",
    "anchor_rarity",
)
"""What is known of a link, in the order of the columns of :meth:`LinkGraph.features`."""

_HUB_PRIOR = 3.0
"""Fetched children after which a hub is judged by them rather than by its own relevance."""

_LEAST, _MOST = 0.002, 0.98

_DRAWN, _DRAWN_WHOLLY = 0.3, 300
"""How much of a page's relevance is that of the pages around it, from so many pages on."""

_ROUNDS = 2
"""Links over which that reaches."""

_SELF = 2.0
"""Pages around it that a page itself weighs as much as."""


class LinkGraph:
    """Pages known by address and the links between them, in arrays.

    Parameters
    ----------
    capacity
        Most links that are kept; the oldest third is forgotten when there are more, and
        with them the pages that no other link names.
    """

    def __init__(self, capacity: int = 300_000) -> None:
        self.capacity = capacity
        self.urls: list[str] = []
        self.numbers: dict[str, int] = {}
        self.fetched: NDArray[np.bool_] = np.zeros(1024, np.bool_)
        self.relevance: Floats = np.zeros(1024)
        self.text: Floats = np.zeros(1024)
        self.plain: Floats = np.zeros(1024)
        self.expected: Floats = np.zeros(1024)
        self.told: Floats = np.full(1024, -1.0)
        self._sources: Ints = np.zeros(4096, np.int32)
        self._targets: Ints = np.zeros(4096, np.int32)
        self._anchors: Ints = np.zeros(4096, np.int32)
        self._surroundings: Ints = np.zeros(4096, np.int32)
        self.links = 0
        self.base = 0.02
        self.child_of_relevant = 0.3
        self.child_of_other = 0.02

    def __len__(self) -> int:
        return len(self.urls)

    @property
    def sources(self) -> Ints:
        """Pages that hold the links."""
        return self._sources[: self.links]

    @property
    def targets(self) -> Ints:
        """Pages to which they lead."""
        return self._targets[: self.links]

    @property
    def anchors(self) -> Ints:
        """Rows of their texts."""
        return self._anchors[: self.links]

    @property
    def surroundings(self) -> Ints:
        """Rows of the words about them, -1 where these say nothing of the topic."""
        return self._surroundings[: self.links]

    def number(self, url: str) -> int:
        """Return the number of a page, a new one if it was not known."""
        known = self.numbers.get(url)
        if known is None:
            known = self.numbers[url] = len(self.urls)
            self.urls.append(url)
            size = len(self.urls)
            if size > len(self.fetched):
                old = len(self.told)
                self.fetched = grown(self.fetched, size)
                self.relevance, self.text = grown(self.relevance, size), grown(self.text, size)
                self.plain = grown(self.plain, size)
                self.expected, self.told = grown(self.expected, size), grown(self.told, size)
                self.told[old:] = -1.0
        return known

    def link(
        self,
        source: int,
        targets: Sequence[int],
        anchors: Sequence[int],
        surroundings: Sequence[int],
    ) -> None:
        """Note the links of a page, each with the rows of its text and of the words about it."""
        end = self.links + len(targets)
        self._sources = grown(self._sources, end)
        self._targets = grown(self._targets, end)
        self._anchors = grown(self._anchors, end)
        self._surroundings = grown(self._surroundings, end)
        self._sources[self.links : end] = source
        self._targets[self.links : end] = targets
        self._anchors[self.links : end] = anchors
        self._surroundings[self.links : end] = surroundings
        self.links = end

    def forget(self) -> Ints | None:
        """Forget the oldest links when there are too many.

        Returns
        -------
        Ints or None
            The new number of each page, -1 for one forgotten; None when nothing changed.
        """
        if self.links <= self.capacity:
            return None
        start = self.links // 3
        for array in (self._sources, self._targets, self._anchors, self._surroundings):
            array[: self.links - start] = array[start : self.links].copy()
        self.links -= start
        named = np.zeros(len(self.urls), np.bool_)
        named[self.sources] = named[self.targets] = True
        moved = np.where(named, np.cumsum(named) - 1, -1).astype(np.int32)
        kept = np.flatnonzero(named)
        self.urls = [self.urls[n] for n in kept]
        self.numbers = {url: n for n, url in enumerate(self.urls)}
        for name in ("fetched", "relevance", "text", "plain", "expected", "told"):
            array = getattr(self, name)
            array[: len(kept)] = array[kept]
            array[len(kept) :] = -1.0 if name == "told" else 0
        self._sources[: self.links] = moved[self.sources]
        self._targets[: self.links] = moved[self.targets]
        return moved

    def features(
        self, anchor_scores: Floats, mentioned: tuple[Floats, Floats]
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """Return what is known of each page by the links to it, and which have any.

        A page's own relevance enters its own features only by what is expected of all links,
        so that pages already fetched are examples of how features and relevance go together.

        Parameters
        ----------
        anchor_scores
            Relevance of each row of link texts.
        mentioned
            Of each link, what :meth:`Mentions.of` says of its words.
        """
        size = len(self.urls)
        sources, targets = self.sources, self.targets
        relevance, text = self.relevance[:size], self.text[:size]
        fetched = self.fetched[:size].astype(np.float64)

        def total(values: Floats | None = None) -> Floats:
            return np.bincount(targets, values, minlength=size).astype(np.float64)

        inside = total()
        parents = np.maximum(inside, 1.0)
        of_source, seen = relevance[sources], fetched[targets]
        paid = relevance[targets] * seen
        self.base = float((relevance @ fetched + 0.05) / (fetched.sum() + 1.0))
        # What to expect behind a link of a relevant page, and of another one.
        near, far = of_source * seen, (1.0 - of_source) * seen
        self.child_of_relevant = float((of_source @ paid + 0.6) / (near.sum() + 2.0))
        self.child_of_other = float(((1.0 - of_source) @ paid + 0.04) / (far.sum() + 2.0))
        children_paid = np.bincount(sources, paid, minlength=size)
        children_seen = np.bincount(sources, seen, minlength=size)
        prior = self.child(of_source)
        hub = (children_paid[sources] - paid + _HUB_PRIOR * prior) / (
            children_seen[sources] - seen + _HUB_PRIOR
        )
        hub = np.clip(hub, _LEAST, _MOST)
        odds = self.evidence(hub)
        hubs, evidence = total(hub) / parents, total(odds)
        best_hub, best_text = np.zeros(size), np.zeros(size)
        np.maximum.at(best_hub, targets, hub)
        np.maximum.at(best_text, targets, text[sources])
        anchor = np.zeros(size)
        np.maximum.at(anchor, targets, anchor_scores[self.anchors])
        mean, many = total(of_source) / parents, np.log(parents)
        columns = [
            mean,
            hubs,
            best_hub,
            evidence / parents,
            evidence / np.sqrt(parents),
            many * mean,
            many,
            anchor,
            np.sqrt(anchor),
            anchor * hubs,
            total(text[sources]) / parents,
            best_text,
            *(total(of_links) / parents for of_links in mentioned),
        ]
        return np.stack(columns, 1), inside > 0

    def plain_worth(self, link_scores: Floats) -> Floats:
        """Return eq. (9) of ESVSM for each page: by the topic alone, without what was learnt.

        Parameters
        ----------
        link_scores
            Relevance of each link's words, by the topic alone.
        """
        size = len(self.urls)
        sources, targets = self.sources, self.targets
        told = self.plain[sources] + link_scores
        parents = np.maximum(np.bincount(targets, minlength=size), 1)
        return np.asarray(0.5 * np.bincount(targets, told, minlength=size) / parents)

    def child(self, relevance: Floats) -> Floats:
        """Return the relevance to expect behind links of pages of this relevance."""
        return self.child_of_other + (self.child_of_relevant - self.child_of_other) * relevance

    def evidence(self, hub: Floats) -> Floats:
        """Return the log odds that hubs speak for a page, beside those of any page."""
        base = min(max(self.base, _LEAST), _MOST)
        return np.asarray(np.log(hub / (1.0 - hub)) - np.log(base / (1.0 - base)))

    def smooth(self, pages: Ints) -> None:
        """Draw the relevance of fetched pages towards that of those they link with.

        Pages on a topic link with each other, so that what stands among them is more likely to
        be on it than its words say, and the other way round. Few pages say little of that.

        Parameters
        ----------
        pages
            Those whose relevance is changed.
        """
        size = len(self.urls)
        fetched = self.fetched[:size]
        inside = fetched[self.sources] & fetched[self.targets]
        sources, targets = self.sources[inside], self.targets[inside]
        own = self.relevance[:size].copy()
        many = np.bincount(sources, minlength=size) + np.bincount(targets, minlength=size)
        share = _DRAWN * min(len(pages) / _DRAWN_WHOLLY, 1.0)
        drawn = own
        for _ in range(_ROUNDS):
            around = np.bincount(sources, drawn[targets], minlength=size)
            around += np.bincount(targets, drawn[sources], minlength=size)
            around = (around + _SELF * drawn) / (many + _SELF)
            drawn = (1.0 - share) * own + share * around
        self.relevance[pages] = drawn[pages]

    def first_look(
        self, source: int, anchor_scores: Floats, mentioned: tuple[Floats, Floats]
    ) -> Floats:
        """Return the features of links as if the page ``source`` alone held them."""
        ones = np.ones(len(anchor_scores))
        relevance, text = self.relevance[source] * ones, self.text[source] * ones
        hub = np.clip(self.child(relevance), _LEAST, _MOST)
        odds = self.evidence(hub)
        return np.stack(
            [
                relevance,
                hub,
                hub,
                odds,
                odds,
                0 * ones,
                0 * ones,
                anchor_scores,
                np.sqrt(anchor_scores),
                anchor_scores * hub,
                text,
                text,
                *mentioned,
            ],
            1,
        )
