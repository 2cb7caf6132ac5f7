"""How alike two pages, a page and a centre, or two centres are: equations (5) to (8)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fpcrawl.clustering.centre import Centre

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["layer_similarity", "similarity"]


def layer_similarity(
    a: tuple[Mapping[str, float], ...], b: tuple[Mapping[str, float], ...]
) -> float:
    """Equation (6): cosines of the layers over the mean number of layers."""
    if not a and not b:
        return 1.0
    total = 0.0
    for one, other in zip(a, b, strict=False):
        dot = sum(share * other[tag] for tag, share in one.items() if tag in other)
        if dot:
            total += dot / math.sqrt(
                sum(x * x for x in one.values()) * sum(x * x for x in other.values())
            )
    return total / ((len(a) + len(b)) / 2)


def similarity(
    a: PageFeatures | Centre, b: PageFeatures | Centre, parameters: FpcParameters
) -> float:
    """Return how alike ``a`` and ``b`` are, 0..1, by equation (5)."""
    layers_a, sets_a = _parts(a, parameters)
    layers_b, sets_b = _parts(b, parameters)
    k = parameters.smoothing
    weights = parameters.weights
    total = weights[0] * layer_similarity(layers_a, layers_b)
    weight_sum = weights[0]
    for weight, one, other in zip(weights[1:], sets_a, sets_b, strict=True):
        common = len(one & other)
        if isinstance(a, Centre) == isinstance(b, Centre):
            size = len(one) + len(other) - common
        else:
            size = len(one if isinstance(a, Centre) else other)
        if parameters.form == "paper":
            total += weight * (common + k * parameters.alpha) / (size + k)
        elif size:
            total += weight * common / (size + k)
            weight_sum += weight * size / (size + k)
    if parameters.form == "paper":
        return total
    return min(total / weight_sum, 1.0) if weight_sum else 1.0


def _parts(
    x: PageFeatures | Centre, parameters: FpcParameters
) -> tuple[tuple[Mapping[str, float], ...], tuple[frozenset[int], ...]]:
    if isinstance(x, Centre):
        return x.layers(parameters.tau_layer), x.sets(parameters.tau_set)
    return x.layers, x.sets
