"""Steps off the topic: which links are tried when none promises much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fpcrawl.topic.models.linkgraph import LinkGraph
    from fpcrawl.topic.models.rows import Floats, Ints

__all__ = ["Tunnel"]

_DRY = 0.3
"""Expected relevance below which the best links known count as exhausted."""


class Tunnel:
    """Puts some links ahead by how little their neighbourhood was tried.

    While the best links promise something nothing is changed. Once they do not, a share of
    the next pages goes to links of pages of whose links few were followed, those expected
    to be better first. The share follows what such steps brought beside the others.
    """

    def __init__(self) -> None:
        self.reset()
        self.share = 0.3

    def reset(self) -> None:
        """Forget which links were put ahead: pages have new numbers."""
        self._raised: list[int] = []

    def raise_some(
        self, graph: LinkGraph, open_links: Ints, priorities: Floats, step: int
    ) -> Floats:
        """Return the priorities with those of some links raised.

        Parameters
        ----------
        graph
            What is known.
        open_links
            Pages not fetched yet.
        priorities
            Of each.
        step
            Pages until the next call.
        """
        self._learn(graph)
        if not len(open_links):
            return priorities
        expected = graph.expected[open_links]
        if np.sort(expected)[-5:].mean() >= _DRY:
            return priorities
        size = len(graph)
        fetched = graph.fetched[:size].astype(np.float64)
        followed = np.bincount(graph.sources, fetched[graph.targets], minlength=size)
        fresh = np.zeros(size)
        np.maximum.at(fresh, graph.targets, 1.0 / np.sqrt(1.0 + followed[graph.sources]))
        worth = fresh[open_links] * (0.1 + np.maximum(expected, 0.0))
        many = min(round(self.share * step), len(open_links))
        chosen = np.argsort(-worth, kind="stable")[:many]
        priorities = priorities.copy()
        priorities[chosen] = 0.95 + 0.05 * worth[chosen] / max(float(worth.max()), 1e-9)
        self._raised = [int(n) for n in open_links[chosen]]
        return priorities

    def _learn(self, graph: LinkGraph) -> None:
        tried = [n for n in self._raised if graph.fetched[n]]
        if not tried:
            return
        paid = float(np.mean(graph.relevance[tried])) / max(graph.base, 1e-3)
        self.share = float(np.clip(self.share * (1.1 if paid > 1.0 else 0.95), 0.1, 0.5))
