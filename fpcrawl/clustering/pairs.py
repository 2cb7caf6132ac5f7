"""Similarities of single pairs out of many pages, one at a time and in microseconds."""

from __future__ import annotations

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
_DENSE = 1_024


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
        layers = _vectors(
            [
                {
                    (d, tag): x
                    for d, layer in enumerate(page.directions())
                    for tag, x in layer.items()
                }
                for page in pages
            ]
        )
        tags = _vectors([page.tag_weights() for page in pages])
        chosen = [i for i, weight in enumerate(weights[2:], 1) if weight]
        bits = [_bits([page.sets[i] for page in pages]) for i in chosen]
        self._pages = [
            (
                *layers[n],
                len(page.layers) / 2,
                *tags[n],
                len(page.sets[0]) / 2,
                [(column[n], len(page.sets[i])) for i, column in zip(chosen, bits, strict=True)],
            )
            for n, page in enumerate(pages)
        ]

    def similarity(self, one: int, other: int) -> float:
        """Return the similarity of two pages, by their places; equation (5)."""
        if one == other:
            # What no other page holds is not kept.
            return 1.0
        layers_a, odd_a, odd_layers_a, depth_a, tags_a, rare_a, odd_tags_a, size_a, sets_a = (
            self._pages[one]
        )
        layers_b, odd_b, odd_layers_b, depth_b, tags_b, rare_b, odd_tags_b, size_b, sets_b = (
            self._pages[other]
        )
        k = self._smoothing
        total = evidence = self._layers
        depth = depth_a + depth_b
        if depth:
            shared = layers_a.dot(layers_b)
            if odd_a & odd_b:
                shared += _dot(odd_layers_a, odd_layers_b)
            total *= min(shared / depth, 1.0)
        size = size_a + size_b
        if size:
            weight = self._tags * size / (size + k)
            shared = tags_a.dot(tags_b)
            if rare_a & rare_b:
                shared += _dot(odd_tags_a, odd_tags_b)
            total += weight * min(shared, 1.0)
            evidence += weight
        for weight, (bits_a, n_a), (bits_b, n_b) in zip(
            self._weights, sets_a, sets_b, strict=False
        ):
            union = n_a + n_b
            common = bits_a & bits_b
            if common:
                n = common.bit_count()
                union -= n
                total += weight * n / (union + k)
            if union:
                evidence += weight * union / (union + k)
        return float(min(total / evidence, 1.0)) if evidence else 1.0


def _dot(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    return sum([value * other[place] for place, value in one.items() if place in other])


def _places(held: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Return places for what several hold, the most frequent first: integers stay short."""
    counts = Counter(element for one in held for element in one)
    return {e: n for n, (e, count) in enumerate(counts.most_common()) if count > 1}


def _vectors(
    rows: Sequence[Mapping[Any, float]],
) -> list[tuple[NDArray[np.float64], int, dict[int, float]]]:
    """Return for each row its values for the most frequent elements, and the others.

    Which others there are is also told as bits, so that most pairs need not look.
    """
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
        out.append((often, sum(1 << place - _DENSE for place in rest), rest))
    return out


def _bits(sets: Sequence[frozenset[int]]) -> list[int]:
    places = _places(sets)
    return [sum(1 << places[element] for element in one if element in places) for one in sets]
