"""The product's clustering as a crawl uses it: at once, and grown batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.clustering import Centre, FpcParameters, PageFeatures, mkmeans, similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["batch", "incremental"]


def batch(features: Sequence[PageFeatures], parameters: FpcParameters) -> list[int]:
    """Return the cluster of each page, all pages clustered at once."""
    out = [0] * len(features)
    for number, cluster in enumerate(mkmeans(features, parameters)):
        for member in cluster.members:
            out[member] = number
    return out


def incremental(
    features: Sequence[PageFeatures], parameters: FpcParameters, batches: int
) -> list[int]:
    """Return the cluster of each page, the pages clustered in so many batches one by one.

    Each batch is clustered, and each of its clusters merged into the nearest of those found
    before (Algorithm 3, with all of them as candidates).
    """
    known: list[Centre] = []
    out = [0] * len(features)
    size = -(-len(features) // batches)
    for first in range(0, len(features), size):
        for cluster in mkmeans(features[first : first + size], parameters):
            near = [similarity(cluster.centre, centre, parameters) for centre in known]
            if near and max(near) >= parameters.alpha:
                number = near.index(max(near))
                known[number].merge(cluster.centre)
            else:
                number = len(known)
                known.append(cluster.centre)
            for member in cluster.members:
                out[first + member] = number
    return out
