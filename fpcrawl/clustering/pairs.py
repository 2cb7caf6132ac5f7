"""Similarities of single pairs out of many pages, one at a time and in microseconds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

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
        # A crawl compares pages by other means: it need not wait until this is imported.
        from scipy.linalg.blas import ddot  # noqa: PLC0415

        # A third of the time of the method of an array.
        self._dot: Callable[[NDArray[np.float64], NDArray[np.float64]], float] = ddot
        layers, tags = _Vectors(map(_cells, pages)), _Vectors(page.tag_weights() for page in pages)
        bits = [_bits([page.sets[i] for page in pages]) for i in range(1, len(FEATURES) - 1)]
        self._pages: list[tuple[Any, ...]] = [
            (
                layers.often[n],
                len(page.layers),
                tags.often[n],
                len(page.sets[0]),
                # One look tells for most pairs that neither has a rare element of the other.
                layers.rare[n] | tags.rare[n] << layers.n_rare,
                layers.rest[n],
                tags.rest[n],
                *(column[n] for column in bits),
                *map(len, page.sets[1:]),
            )
            for n, page in enumerate(pages)
        ]
        k, weights = parameters.smoothing, parameters.weights
        self._layers = weights[0]
        most = 2 * max((len(page.layers) for page in pages), default=0)
        # By the sum of two sizes, and by the size of a union: what a feature weighs, and what
        # each common element adds.
        self._depths = [weights[0], *(2 * weights[0] / n for n in range(1, most + 1))]
        most = 2 * max((len(elements) for page in pages for elements in page.sets), default=0)
        self._tags = [0.0, *(weights[1] * n / (n + 2 * k) for n in range(1, most + 1))]
        self._adds = [[0.0, *(w / (n + k) for n in range(1, most + 1))] for w in weights[2:]]
        self._weighs = [[n * add for n, add in enumerate(adds)] for adds in self._adds]

    def similarity(self, one: int, other: int) -> float:
        """Return the similarity of two pages, by their places; equation (5)."""
        if one == other:
            # What no other page holds is not kept.
            return 1.0
        # Written out: as a loop over the sets it took half as long again.
        (
            layers_a, depth_a, tags_a, size_a, rare_a, cells_a, odd_a,
            bits_1, bits_2, bits_3, bits_4, bits_5, bits_6, bits_7,
            size_1, size_2, size_3, size_4, size_5, size_6, size_7,
        ) = self._pages[one]  # fmt: skip
        (
            layers_b, depth_b, tags_b, size_b, rare_b, cells_b, odd_b,
            more_1, more_2, more_3, more_4, more_5, more_6, more_7,
            plus_1, plus_2, plus_3, plus_4, plus_5, plus_6, plus_7,
        ) = self._pages[other]  # fmt: skip
        adds_1, adds_2, adds_3, adds_4, adds_5, adds_6, adds_7 = self._adds
        weighs_1, weighs_2, weighs_3, weighs_4, weighs_5, weighs_6, weighs_7 = self._weighs
        dot = self._dot
        layers, tags = dot(layers_a, layers_b), dot(tags_a, tags_b)
        if rare_a & rare_b:
            layers += _dot(cells_a, cells_b)
            tags += _dot(odd_a, odd_b)
        depth = depth_a + depth_b
        if not depth:
            layers = 1.0
        n_1 = (bits_1 & more_1).bit_count()
        n_2 = (bits_2 & more_2).bit_count()
        n_3 = (bits_3 & more_3).bit_count()
        n_4 = (bits_4 & more_4).bit_count()
        n_5 = (bits_5 & more_5).bit_count()
        n_6 = (bits_6 & more_6).bit_count()
        n_7 = (bits_7 & more_7).bit_count()
        size_1 += plus_1 - n_1
        size_2 += plus_2 - n_2
        size_3 += plus_3 - n_3
        size_4 += plus_4 - n_4
        size_5 += plus_5 - n_5
        size_6 += plus_6 - n_6
        size_7 += plus_7 - n_7
        weight = self._tags[size_a + size_b]
        total = (
            self._depths[depth] * layers + weight * tags
            + n_1 * adds_1[size_1] + n_2 * adds_2[size_2] + n_3 * adds_3[size_3]
            + n_4 * adds_4[size_4] + n_5 * adds_5[size_5] + n_6 * adds_6[size_6]
            + n_7 * adds_7[size_7]
        )  # fmt: skip
        evidence = (
            self._layers + weight
            + weighs_1[size_1] + weighs_2[size_2] + weighs_3[size_3] + weighs_4[size_4]
            + weighs_5[size_5] + weighs_6[size_6] + weighs_7[size_7]
        )  # fmt: skip
        return total / evidence if total < evidence else 1.0


def _dot(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    return sum([one[place] * other[place] for place in one.keys() & other.keys()])


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
            # BLAS takes no empty vectors.
            often = np.zeros(max(min(len(places), _DENSE), 1))
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
