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
_DENSE = 512


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
        self._layers = weights[0]
        layers, tags = _Vectors(map(_cells, pages)), _Vectors(page.tag_weights() for page in pages)
        # Features without weight cost nothing.
        chosen = [i for i, weight in enumerate(weights[2:], 1) if weight]
        bits = [_bits([page.sets[i] for page in pages]) for i in chosen]
        self._pages = [
            (
                layers.often[n],
                len(page.layers),
                tags.often[n],
                len(page.sets[0]),
                # One look tells for most pairs that neither has a rare element of the other.
                layers.rare[n] | tags.rare[n] << layers.n_rare,
                layers.rest[n],
                tags.rest[n],
                [(column[n], len(page.sets[i])) for i, column in zip(chosen, bits, strict=True)],
            )
            for n, page in enumerate(pages)
        ]
        k = parameters.smoothing
        most = 2 * max((len(page.sets[0]) for page in pages), default=0) + 1
        # By the sum of two sizes, and by the size of a union: what a feature weighs, and what
        # each common element adds.
        self._evidence = [weights[1] * n / (n + 2 * k) if n else 0.0 for n in range(most)]
        self._tables = []
        for i in chosen:
            most = 2 * max((len(page.sets[i]) for page in pages), default=0) + 1
            adds = [weights[i + 1] / (n + k) if n else 0.0 for n in range(most)]
            self._tables.append((adds, [n * add for n, add in enumerate(adds)]))

    def similarity(self, one: int, other: int) -> float:
        """Return the similarity of two pages, by their places; equation (5)."""
        if one == other:
            # What no other page holds is not kept.
            return 1.0
        layers_a, depth_a, tags_a, size_a, rare_a, cells_a, odd_a, sets_a = self._pages[one]
        layers_b, depth_b, tags_b, size_b, rare_b, cells_b, odd_b, sets_b = self._pages[other]
        layers, tags = float(layers_a.dot(layers_b)), float(tags_a.dot(tags_b))
        if rare_a & rare_b:
            layers += _dot(cells_a, cells_b)
            tags += _dot(odd_a, odd_b)
        total = evidence = self._layers
        layers += layers
        depth = depth_a + depth_b
        if layers < depth:
            total *= layers / depth
        weight = self._evidence[size_a + size_b]
        total += weight * tags if tags < 1.0 else weight
        evidence += weight
        for (bits_a, n_a), (bits_b, n_b), (adds, weighs) in zip(  # noqa: B905  (it costs)
            sets_a, sets_b, self._tables
        ):
            n = (bits_a & bits_b).bit_count()
            union = n_a + n_b - n
            total += n * adds[union]
            evidence += weighs[union]
        if total < evidence:
            return total / evidence
        return 1.0


def _dot(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    return sum([value * other[place] for place, value in one.items() if place in other])


def _places(held: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Return places for what several hold, the most frequent first: integers stay short."""
    counts = Counter(element for one in held for element in one)
    return {e: n for n, (e, count) in enumerate(counts.most_common()) if count > 1}


def _cells(page: PageFeatures) -> dict[Any, float]:
    layers = enumerate(page.directions())
    return {(depth, tag): x for depth, layer in layers for tag, x in layer.items()}


class _Vectors:
    """Rows of values: vectors of the most frequent elements, dictionaries of the others.

    Attributes
    ----------
    often, rest
        The two parts of each row.
    rare
        A bit for each element in the second part, of ``n_rare``.
    """

    def __init__(self, rows: Iterable[Mapping[Any, float]]) -> None:
        rows = list(rows)
        places = _places(rows)
        self.n_rare = max(len(places) - _DENSE, 0)
        self.often: list[NDArray[np.float64]] = []
        self.rest: list[dict[int, float]] = []
        self.rare: list[int] = []
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
                    rest[place - _DENSE] = value
            self.often.append(often)
            self.rest.append(rest)
            self.rare.append(sum(1 << place for place in rest))


def _bits(sets: Sequence[frozenset[int]]) -> list[int]:
    places = _places(sets)
    return [sum(1 << places[element] for element in one if element in places) for one in sets]
