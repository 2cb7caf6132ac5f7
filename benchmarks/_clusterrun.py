"""The product's clustering as a crawl uses it: at once, and grown batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.clustering.library import Library
from fpcrawl.clustering.mkmeans import mkmeans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["batch", "incremental"]


def batch(features: Sequence[PageFeatures], parameters: FpcParameters) -> list[int]:
    """Return the cluster of each page, all pages clustered at once by MKmeans."""
    out = [0] * len(features)
    for number, cluster in enumerate(mkmeans(features, parameters)):
        for member in cluster.members:
            out[member] = number
    return out


def incremental(
    features: Sequence[PageFeatures], parameters: FpcParameters, batches: int
) -> list[str]:
    """Return the cluster of each page, the pages given to a library in so many batches."""
    library = Library(parameters=parameters)
    size = max(1, -(-len(features) // batches))
    found = []
    for first in range(0, len(features), size):
        found += library.assign_all(features[first : first + size])
    return [library.resolve(assignment.core) for assignment in found]
