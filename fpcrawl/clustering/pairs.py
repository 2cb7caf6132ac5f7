"""Similarities of single pairs out of many pages, one at a time and in microseconds."""

from __future__ import annotations

from collections import Counter
from operator import mul
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
    are vectors of what many pages hold, with the rest in dictionaries. Style sheets, scripts,
    images and that rest are shared by few pairs: one look tells that nothing of them is.

    Parameters
    ----------
    pages
        The pages.
    parameters
        Their form must be ``"evidence"``.

    Attributes
    ----------
    similarity
        Takes the places of two pages and returns their similarity; equation (5).
    """

    similarity: Callable[[int, int], float]

    def __init__(self, pages: Sequence[PageFeatures], parameters: FpcParameters) -> None:
        layers, tags = _Vectors(map(_cells, pages)), _Vectors(page.tag_weights() for page in pages)
        links, css, js, functions, anchors, texts, images = (
            _places([page.sets[i] for page in pages]) for i in range(1, len(FEATURES) - 1)
        )
        rare = _joined([layers.rest, tags.rest])
        seldom = _joined([css, js, images, rare])
        rows: list[tuple[Any, ...]] = [
            (
                layers.often[n],
                len(page.layers),
                tags.often[n],
                len(page.sets[0]),
                _bits(seldom[n]),
                (
                    *(_bits(column[n]) for column in (css, js, images)),
                    *(_bits(rare[n]), layers.rest[n], tags.rest[n]),
                ),
                *(_bits(column[n]) for column in (links, functions, anchors, texts)),
                *map(len, page.sets[1:]),
            )
            for n, page in enumerate(pages)
        ]
        k, weights = parameters.smoothing, parameters.weights
        most = 2 * max((len(page.layers) for page in pages), default=0)
        # By the sum of two sizes, and by the size of a union: what a feature weighs, and what
        # each common element adds.
        depths = [weights[0], *(2 * weights[0] / n for n in range(1, most + 1))]
        most = 2 * max((len(elements) for page in pages for elements in page.sets), default=0)
        edges = [0.0, *(weights[1] * n / (n + 2 * k) for n in range(1, most + 1))]
        adds = [[0.0, *(w / (n + k) for n in range(1, most + 1))] for w in weights[2:]]
        self.similarity = _comparison(rows, weights[0], depths, edges, adds)


def _comparison(
    rows: Sequence[tuple[Any, ...]],
    layers_weigh: float,
    depths: Sequence[float],
    edges: Sequence[float],
    adds: Sequence[Sequence[float]],
) -> Callable[[int, int], float]:
    """Return a function of two rows; one of its own finds the tables sooner than a method."""
    # A crawl compares pages by other means: it need not wait until this is imported. Its
    # product takes a third of the time of the method of an array.
    from scipy.linalg.blas import ddot  # noqa: PLC0415

    # The sets: links, style sheets, scripts, functions, anchors, texts and images.
    adds_1, adds_2, adds_3, adds_4, adds_5, adds_6, adds_7 = adds
    weighs_1, weighs_2, weighs_3, weighs_4, weighs_5, weighs_6, weighs_7 = (
        [n * add for n, add in enumerate(column)] for column in adds
    )

    def similarity(one: int, other: int) -> float:
        if one == other:
            # What no other page holds is not kept.
            return 1.0
        # Written out: as a loop over the sets it took half as long again.
        (
            layers_a, depth_a, tags_a, tags_size, seldom_a, few_a,
            bits_1, bits_4, bits_5, bits_6,
            size_1, size_2, size_3, size_4, size_5, size_6, size_7,
        ) = rows[one]  # fmt: skip
        (
            layers_b, depth_b, tags_b, tags_plus, seldom_b, few_b,
            more_1, more_4, more_5, more_6,
            plus_1, plus_2, plus_3, plus_4, plus_5, plus_6, plus_7,
        ) = rows[other]  # fmt: skip
        layers, tags = ddot(layers_a, layers_b), ddot(tags_a, tags_b)
        size_2 += plus_2
        size_3 += plus_3
        size_7 += plus_7
        total = 0.0
        if seldom_a & seldom_b:
            bits_2, bits_3, bits_7, rare_a, cells_a, odd_a = few_a
            more_2, more_3, more_7, rare_b, cells_b, odd_b = few_b
            if rare_a & rare_b:
                layers += _dot(cells_a, cells_b)
                tags += _dot(odd_a, odd_b)
            n_2 = (bits_2 & more_2).bit_count()
            n_3 = (bits_3 & more_3).bit_count()
            n_7 = (bits_7 & more_7).bit_count()
            size_2 -= n_2
            size_3 -= n_3
            size_7 -= n_7
            total = n_2 * adds_2[size_2] + n_3 * adds_3[size_3] + n_7 * adds_7[size_7]
        depth = depth_a + depth_b
        weight = edges[tags_size + tags_plus]
        total += depths[depth] * (layers if depth else 1.0) + weight * tags
        size_1 += plus_1
        if bits_1 := bits_1 & more_1:
            common = bits_1.bit_count()
            size_1 -= common
            total += common * adds_1[size_1]
        size_4 += plus_4
        if bits_4 := bits_4 & more_4:
            common = bits_4.bit_count()
            size_4 -= common
            total += common * adds_4[size_4]
        size_5 += plus_5
        if bits_5 := bits_5 & more_5:
            common = bits_5.bit_count()
            size_5 -= common
            total += common * adds_5[size_5]
        size_6 += plus_6
        if bits_6 := bits_6 & more_6:
            common = bits_6.bit_count()
            size_6 -= common
            total += common * adds_6[size_6]
        evidence = (
            layers_weigh + weight
            + weighs_1[size_1] + weighs_2[size_2] + weighs_3[size_3] + weighs_4[size_4]
            + weighs_5[size_5] + weighs_6[size_6] + weighs_7[size_7]
        )  # fmt: skip
        return total / evidence if total < evidence else 1.0

    return similarity


def _dot(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    common = one.keys() & other.keys()
    total: float = sum(map(mul, map(one.__getitem__, common), map(other.__getitem__, common)))
    return total


def _cells(page: PageFeatures) -> dict[Any, float]:
    layers = enumerate(page.directions())
    return {(depth, tag): x for depth, layer in layers for tag, x in layer.items()}


def _ranks(held: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """Return places for what several hold, the most frequent first: integers stay short."""
    counts = Counter(element for one in held for element in one)
    return {e: n for n, (e, count) in enumerate(counts.most_common()) if count > 1}


def _places(sets: Sequence[frozenset[int]]) -> list[list[int]]:
    ranks = _ranks(sets)
    return [[ranks[element] for element in one if element in ranks] for one in sets]


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


class _Vectors:
    """Rows of values: vectors of the most frequent elements, dictionaries of the others.

    Attributes
    ----------
    often, rest
        The two parts of each row.
    """

    def __init__(self, rows: Iterable[Mapping[Any, float]]) -> None:
        rows = list(rows)
        ranks = _ranks(rows)
        self.often: list[NDArray[np.float64]] = []
        self.rest: list[dict[int, float]] = []
        for row in rows:
            # BLAS takes no empty vectors.
            often = np.zeros(max(min(len(ranks), _DENSE), 1))
            rest: dict[int, float] = {}
            for element, value in row.items():
                place = ranks.get(element)
                if place is None:
                    continue
                if place < _DENSE:
                    often[place] = value
                else:
                    rest[place] = value
            self.often.append(often)
            self.rest.append(rest)


def _joined(columns: Sequence[Sequence[Iterable[int]]]) -> list[list[int]]:
    """Return places for each row; two rows share one where they share one in any column.

    What the same rows hold has one place: few are left of what templates repeat.
    """
    holders: dict[tuple[int, int], list[int]] = {}
    for n, column in enumerate(columns):
        for row, places in enumerate(column):
            for place in places:
                holders.setdefault((n, place), []).append(row)
    joined: list[list[int]] = [[] for _ in columns[0]]
    for place, rows in enumerate(dict.fromkeys(map(tuple, holders.values()))):
        for row in rows:
            joined[row].append(place)
    return joined
