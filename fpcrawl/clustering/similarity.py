"""How alike two pages, a page and a centre, or two centres are: equations (5) to (8).

Two forms, by ``FpcParameters.form``.

``"paper"`` is the paper's: layers by (6), sets by (7), a page and a centre by (8), a centre
standing for its mean layers without the dissimilar ones and for the elements that more than
``tau_set`` of its pages hold. The smoothing of (7) and (8) leaves identical sets at
(n + k alpha) / (n + k), below 1.

``"evidence"`` (the default) turns the smoothing into the weight of a feature. A set feature
that was seen on u elements has the evidence u / (u + k), and the similarity is the mean of
the features by weight times evidence. With sets alone it lies on the same side of alpha as
the paper's form, as (I + k alpha) / (u + k) - alpha = (I - alpha u) / (u + k); but it does not
depend on alpha, two empty sets count for nothing, and identical pages have similarity 1. f2
is compared by the cosine of its weights. A centre stands for its pages here: an element
counts by the share of pages that hold it, a layer or f2 by the mean of the pages' vectors of
length 1. So the parts of the similarity of two centres are the means over all pairs of their
pages, and the centre of one page is that page. It is symmetric.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fpcrawl.clustering.centre import UNIT, Centre

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["coherence", "coherence_by_squares", "combined_pair", "layer_similarity", "similarity"]


def layer_similarity(a: Sequence[Mapping[str, float]], b: Sequence[Mapping[str, float]]) -> float:
    """Equation (6): cosines of the layers over the mean number of layers.

    Parameters
    ----------
    a, b
        Layers; 1 when neither has any.
    """
    if not a and not b:
        return 1.0
    total = 0.0
    for one, other in zip(a, b, strict=False):
        dot = sum(share * other[tag] for tag, share in one.items() if tag in other)
        if dot:
            total += dot / math.sqrt(
                sum(x * x for x in one.values()) * sum(x * x for x in other.values())
            )
    return min(total / ((len(a) + len(b)) / 2), 1.0)


def similarity(
    a: PageFeatures | Centre, b: PageFeatures | Centre, parameters: FpcParameters
) -> float:
    """Return how alike ``a`` and ``b`` are, 0..1, by equation (5).

    Parameters
    ----------
    a, b
        Pages or centres.
    parameters
        Weights, and the form of the similarity.
    """
    if parameters.form == "paper":
        return _paper(a, b, parameters)
    if isinstance(a, Centre) and not isinstance(b, Centre):
        a, b = b, a
    weights = parameters.weights
    layers = 1.0
    if weights[0]:
        if isinstance(b, Centre):
            layers = _directed(a, b)
        else:
            assert not isinstance(a, Centre)
            layers = layer_similarity(a.layers, b.layers)
    common = [_common(a, b, i) if weights[i + 1] else 0.0 for i in range(len(weights) - 1)]
    return combined_pair(layers, common, _sizes(a), _sizes(b), parameters)


def _common(a: PageFeatures | Centre, b: PageFeatures | Centre, i: int) -> float:
    """Return the cosine of f2 (``i`` = 0), or the mean number of elements in common."""
    if i == 0:
        one, scale_one = _weights(a)
        other, scale_other = _weights(b)
        if len(one) > len(other):
            one, other = other, one
        found = sum([w * other[element] for element, w in one.items() if element in other])
        return min(found * scale_one * scale_other, 1.0)
    if not isinstance(b, Centre):
        assert not isinstance(a, Centre)
        return len(a.sets[i] & b.sets[i])
    counts = b.counts[i]
    if not isinstance(a, Centre):
        return sum([counts[element] for element in a.sets[i] if element in counts]) / (b.pages or 1)
    held = a.counts[i]
    if len(held) > len(counts):
        held, counts = counts, held
    found = sum([n * counts[element] for element, n in held.items() if element in counts])
    return found / ((a.pages or 1) * (b.pages or 1))


def _weights(x: PageFeatures | Centre) -> tuple[Mapping[int, float], float]:
    if isinstance(x, Centre):
        return x.weights, 1.0 / (UNIT * (x.pages or 1))
    return x.tag_weights(), 1.0


def coherence(centre: Centre, parameters: FpcParameters) -> float:
    """Return how alike the pages of a centre are: the similarity of two of them on average.

    By the form ``"evidence"``; 1 for a centre of fewer than two pages. Pages without any
    element in f2, which no parser gives, count as unlike themselves.
    """
    layers = [x for directions in centre.directions for x in directions.values()]
    squares: list[float] = [sum([x * x for x in layers]) / UNIT**2]
    squares.append(sum([x * x for x in centre.weights.values()]) / UNIT**2)
    squares += [sum([c * c for c in counts.values()]) for counts in centre.counts[1:]]
    held = [sum(counts.values()) for counts in centre.counts]
    return coherence_by_squares(centre, squares, held, parameters)


def coherence_by_squares(
    centre: Centre, squares: Sequence[float], held: Sequence[float], parameters: FpcParameters
) -> float:
    """Return the :func:`coherence` from sums that are known already.

    Parameters
    ----------
    squares
        For each feature the product of the sums of the pages with themselves.
    held
        Sums of the counts of each set.
    """
    n = centre.pages
    if n < 2:
        return 1.0
    pairs = n * (n - 1)
    depth = centre.depths / n
    layers = min(max(squares[0] - centre.depths, 0.0) / pairs / depth, 1.0) if depth else 1.0
    common = [max(x - y, 0.0) / pairs for x, y in zip(squares[1:], held, strict=True)]
    common[0] = min(max(squares[1] - n, 0.0) / pairs, 1.0)
    sizes = _sizes(centre)
    return combined_pair(layers, common, sizes, sizes, parameters)


def combined_pair(
    layers: float,
    common: Sequence[float],
    one: Sequence[float],
    other: Sequence[float],
    parameters: FpcParameters,
) -> float:
    """Equation (5) in the form ``"evidence"``.

    Parameters
    ----------
    layers
        Equation (6).
    common
        Cosine of f2, and elements in common of the other sets.
    one, other
        Sizes of the sets.
    """
    k = parameters.smoothing
    weights = parameters.weights
    total = weights[0] * layers
    evidence = weights[0]
    for i, shared in enumerate(common):
        if i == 0:
            seen = (one[0] + other[0]) / 2
            weight = weights[1] * seen / (seen + k) if seen else 0.0
            total += weight * shared
            evidence += weight
            continue
        union = one[i] + other[i] - shared
        if union > 0:
            weight = weights[i + 1] / (union + k)
            total += weight * shared
            evidence += weight * union
    return min(total / evidence, 1.0) if evidence else 1.0


def _sizes(x: PageFeatures | Centre) -> Sequence[float]:
    if isinstance(x, Centre):
        n = x.pages or 1
        return [total / n for total in x.totals]
    return [len(elements) for elements in x.sets]


def _directed(a: PageFeatures | Centre, b: Centre) -> float:
    """Equation (6) with means of layers of length 1."""
    if isinstance(a, Centre):
        depths = a.depths / (a.pages or 1)
        scale = 1.0 / (UNIT * (a.pages or 1))
        mine: Iterable[Mapping[str, float]] = a.directions
    else:
        depths = float(len(a.layers))
        scale = 1.0
        mine = a.directions()
    depths += b.depths / (b.pages or 1)
    if not depths:
        return 1.0
    total = 0.0
    for one, other in zip(mine, b.directions, strict=False):
        total += sum([x * other[tag] for tag, x in one.items() if tag in other])
    return min(total * scale / (UNIT * (b.pages or 1)) / (depths / 2), 1.0)


def _paper(a: PageFeatures | Centre, b: PageFeatures | Centre, parameters: FpcParameters) -> float:
    k = parameters.smoothing
    weights = parameters.weights
    layers_a, sets_a = _hidden_page(a, parameters)
    layers_b, sets_b = _hidden_page(b, parameters)
    total = weights[0] * layer_similarity(layers_a, layers_b)
    alike = isinstance(a, Centre) == isinstance(b, Centre)
    for weight, one, other in zip(weights[1:], sets_a, sets_b, strict=True):
        common = len(one & other)
        if alike:
            size = len(one) + len(other) - common
        else:
            size = len(one if isinstance(a, Centre) else other)
        total += weight * (common + k * parameters.alpha) / (size + k) if size + k else 0.0
    return min(total, 1.0)


def _hidden_page(
    x: PageFeatures | Centre, parameters: FpcParameters
) -> tuple[Sequence[Mapping[str, float]], Sequence[frozenset[int]]]:
    if isinstance(x, Centre):
        return x.layers(parameters.tau_layer), x.sets(parameters.tau_set)
    return x.layers, x.sets
