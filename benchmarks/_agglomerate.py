"""Average-link clustering of a similarity matrix: the CURE-like algorithm of the FPC paper.

The most similar two clusters are merged, by the mean similarity of all pairs of pages of
both, until none reaches a threshold. Found along chains of nearest neighbours, which gives the
same tree in quadratic time (Murtagh 1983).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

__all__ = ["average_link", "cut"]


def average_link(similarity: npt.NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """Return all merges as (page, page, similarity), most similar first.

    Parameters
    ----------
    similarity
        Symmetric matrix; its diagonal is of no matter.

    Raises
    ------
    ValueError
        When it holds what is no number.
    """
    if not np.isfinite(similarity).all():
        raise ValueError("a similarity is no number")
    n = len(similarity)
    links = similarity.astype(np.float64, copy=True)
    np.fill_diagonal(links, -np.inf)
    sizes = np.ones(n)
    alive = np.ones(n, dtype=bool)
    merges: list[tuple[int, int, float]] = []
    chain: list[int] = []
    while len(merges) < n - 1:
        if not chain:
            chain.append(int(np.flatnonzero(alive)[0]))
        last = chain[-1]
        nearest = int(np.argmax(links[last]))
        if len(chain) > 1 and links[last, chain[-2]] >= links[last, nearest]:
            nearest = chain[-2]  # among equals back, or the chain would never end
            chain = chain[:-2]
            merges.append((nearest, last, float(links[last, nearest])))
            both = sizes[last] + sizes[nearest]
            mean = (sizes[last] * links[last] + sizes[nearest] * links[nearest]) / both
            mean[nearest] = -np.inf
            links[nearest], links[:, nearest] = mean, mean
            links[last], links[:, last] = -np.inf, -np.inf
            sizes[nearest], alive[last] = both, False
        else:
            chain.append(nearest)
    return sorted(merges, key=lambda merge: -merge[2])


def cut(n: int, merges: Sequence[tuple[int, int, float]], threshold: float) -> list[int]:
    """Return the cluster of each of ``n`` pages after the merges of at least ``threshold``."""
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b, height in merges:
        if height < threshold:
            break
        parent[root(b)] = root(a)
    return [root(i) for i in range(n)]
