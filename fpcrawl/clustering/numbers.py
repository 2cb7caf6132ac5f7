"""A page as arrays: what its view and the sums of its cluster are both made of.

Every element of a page or a centre has a *key*, feature after feature: the hash of a tag on a
layer for f1, for the sets the hash of the string moved by a number of the feature's own, so
that equal strings of two features are two keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpcrawl.clustering.normalise import tag_on_layer
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from fpcrawl.clustering.features import PageFeatures

__all__ = ["OFFSETS", "Keys", "PageNumbers", "numbers_of"]

Keys: TypeAlias = NDArray[np.uint64]

_N = len(FEATURES)
#: What is added to the hashes of each feature.
OFFSETS: Keys = np.array(
    [0x9E3779B97F4A7C15 * max(i - 1, 0) % (1 << 64) for i in range(_N)], np.uint64
)


@dataclass(frozen=True, slots=True)
class PageNumbers:
    """A page as arrays.

    Attributes
    ----------
    depth
        Number of its layers.
    lengths
        Keys of each feature.
    keys
        All of them.
    tags
        Names of its tags.
    shares
        Shares of the tags on layers.
    directions
        The same, of layers brought to length 1.
    weights
        Weights of the elements of f2, as a vector of length 1.
    """

    depth: int
    lengths: NDArray[np.int64]
    keys: Keys
    tags: set[str]
    shares: NDArray[np.float64]
    directions: NDArray[np.float64]
    weights: NDArray[np.float64]


def numbers_of(page: PageFeatures) -> PageNumbers:
    """Return a page as arrays."""
    layers, sets = page.layers, page.sets
    widths = list(map(len, layers))
    count = sum(widths)
    cells = chain.from_iterable([map(tag_on_layer, repeat(n), x) for n, x in enumerate(layers)])
    shares = np.fromiter(chain.from_iterable([x.values() for x in layers]), np.float64, count)
    layer_of = np.repeat(np.arange(len(layers)), widths)
    squares = np.bincount(layer_of, shares * shares)
    weights = page.tag_weights()
    lengths = np.array([count, len(weights), *map(len, sets[1:])])
    keys = np.fromiter(chain(cells, weights, *sets[1:]), np.uint64, int(lengths.sum()))
    return PageNumbers(
        depth=len(layers),
        lengths=lengths,
        keys=keys + np.repeat(OFFSETS, lengths),
        tags=set().union(*layers),
        shares=shares,
        directions=shares / np.sqrt(np.where(squares > 0, squares, 1.0))[layer_of],
        weights=np.fromiter(weights.values(), np.float64, len(weights)),
    )
