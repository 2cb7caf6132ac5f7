"""The clusters of a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.similarity import similarity
from fpcrawl.clustering.weights import default_parameters

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class _A:
    cluster: str
    similarity: float
    confidence: float


class ClusterLibrary:
    def __init__(self, state: Path | None) -> None:
        self._centres: list[Centre] = []
        self._types: dict[str, Counter[str]] = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def save(self):
        pass

    def assign_all(self, batch):
        p = default_parameters()
        out = []
        for f in batch:
            s, n = max(
                ((similarity(f, c, p), n) for n, c in enumerate(self._centres)), default=(0, 0)
            )
            if s < p.d:
                self._centres.append(Centre())
                n = len(self._centres) - 1
            self._centres[n].add(f)
            out.append(_A(f"c{n}", s, 0.5))
        return out

    def note_type(self, cluster, page_type):
        self._types.setdefault(cluster, Counter())[page_type] += 1

    def page_type(self, cluster):
        return max(self._types.get(cluster, {}), default=None)

    def resolve(self, cluster):
        return cluster

    def common(self, cluster):
        return self._centres[int(cluster[1:])].sets(0.5)
