"""MKmeans (Algorithm 1): k-means that finds k by merging."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.similarity import similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Cluster", "mkmeans"]


@dataclass(slots=True)
class Cluster:
    """Numbers of the pages of a cluster, ascending, and their centre."""

    members: list[int]
    centre: Centre


def mkmeans(features: Sequence[PageFeatures], parameters: FpcParameters) -> list[Cluster]:
    """Group pages; the clusters come in the order of their first pages."""
    clusters: list[Cluster] = []
    for i, page in enumerate(features):
        best, found = -1.0, None
        for cluster in clusters:
            s = similarity(page, cluster.centre, parameters)
            if s > best:
                best, found = s, cluster
        if found is None or best < parameters.d:
            clusters.append(Cluster([i], Centre.of([page])))
        else:
            found.members.append(i)
            found.centre.add(page)
    return clusters
