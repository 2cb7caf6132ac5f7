"""Similarities of single pairs out of many pages, one at a time and in microseconds."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["PreparedPairs"]

#: Elements that are multiplied as vectors.
_DENSE = 2_048


class PreparedPairs:
    """Pages prepared to be compared two by two, where not all pairs are wanted.

    A set is one long integer, a bit for each element that several pages hold; layers and f2
    are vectors of what many pages hold, with the rest in dictionaries.

    Parameters
    ----------
    pages
        The pages.
    parameters
        Their form must be ``"evidence"``.
    """

    def __init__(self, pages: Sequence[PageFeatures], parameters: FpcParameters) -> None:
        weights = parameters.weights
        self._smoothing = parameters.smoothing
        self._layers, self._tags = weights[0], weights[1]
        # Features without weight cost nothing.
        self._weights = [w for w in weights[2:] if w]
        layers = _vectors([_directions(page) for page in pages])
        tags = _vectors([page.tag_weights() for page in pages])
        chosen = [i for i, weight in enumerate(weights[2:], 1) if weight]
        bits = [_bits([page.sets[i] for page in pages]) for i in chosen]
        self._pages = [
            (
                *layers[n],
                len(page.layers),
                *tags[n],
                len(page.sets[0]),
                [(column[n], len(page.sets[i])) for i, column in zip(chosen, bits, strict=True)],
            )
            for n, page in enumerate(pages)
        ]

    def similarity(self, one: int, other: int) -> float:
        """Return the similarity of two pages, by their places; equation (5)."""
        if one == other:
            # What no other page holds is not kept.
            return 1.0
        layers_a, odd_layers_a, depth_a, tags_a, odd_tags_a, size_a, sets_a = self._pages[one]
        layers_b, odd_layers_b, depth_b, tags_b, odd_tags_b, size_b, sets_b = self._pages[other]
        k = self._smoothing
        evidence = self._layers
        depth = depth_a + depth_b
        total = evidence
        if depth:
            shared = float(layers_a @ layers_b)
            shared += sum(
                [odd_layers_a[e] * odd_layers_b[e] for e in odd_layers_a.keys() & odd_layers_b]
            )
            total *= min(2.0 * shared / depth, 1.0)
        if size_a or size_b:
            weight = self._tags * (size_a + size_b) / (size_a + size_b + 2.0 * k)
            shared = float(tags_a @ tags_b)
            shared += sum([odd_tags_a[e] * odd_tags_b[e] for e in odd_tags_a.keys() & odd_tags_b])
            total += weight * min(shared, 1.0)
            evidence += weight
        for weight, (bits_a, n_a), (bits_b, n_b) in zip(self._weights, sets_a, sets_b, strict=True):
            common = (bits_a & bits_b).bit_count()
            union = n_a + n_b - common
            if union:
                weight /= union + k  # noqa: PLW2901
                total += weight * common
                evidence += weight * union
        return min(total / evidence, 1.0) if evidence else 1.0


def _directions(page: PageFeatures) -> dict[Any, float]:
    out: dict[Any, float] = {}
    for depth, layer in enumerate(page.layers):
        length = math.sqrt(sum(x * x for x in layer.values())) or 1.0
        out.update({(depth, tag): x / length for tag, x in layer.items()})
    return out


def _places(held: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Return places for what several hold, the most frequent first: integers stay short."""
    counts = Counter(element for one in held for element in one)
    return {e: n for n, (e, count) in enumerate(counts.most_common()) if count > 1}


def _vectors(
    rows: Sequence[Mapping[Any, float]],
) -> list[tuple[NDArray[np.float64], dict[int, float]]]:
    """Return for each row its values for the most frequent elements, and the others."""
    places = _places(rows)
    out = []
    for row in rows:
        often = np.zeros(min(len(places), _DENSE))
        rest: dict[int, float] = {}
        for element, value in row.items():
            place = places.get(element)
            if place is None:
                continue
            if place < _DENSE:
                often[place] = value
            else:
                rest[place] = value
        out.append((often, rest))
    return out


def _bits(sets: Sequence[frozenset[int]]) -> list[int]:
    places = _places(sets)
    return [sum(1 << places[element] for element in one if element in places) for one in sets]
