"""Any number of pages of any number of templates, made from the features of real pages.

A *template* is a real page with three in five of its elements (classes, addresses, scripts,
labels) exchanged for elements of its own, which are the same on all its pages, and the
shares of the tags on its layers shifted by up to a quarter. A *page* of it lacks one in
twenty elements, has half of its links, anchors, texts and images exchanged for elements that
no other page has, and its layers shifted by a further tenth.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.clustering.features import PageFeatures
from fpcrawl.clustering.normalise import stable_hash
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Synthetic"]

_MASK = (1 << 64) - 1
_ODD = 0x9E3779B97F4A7C15
_CONTENT = frozenset(FEATURES.index(name) - 1 for name in ("links", "anchors", "texts", "images"))
_OWN = 0.6
_LACKING = 0.05
_FRESH = 0.5


class Synthetic:
    """Makes pages.

    Parameters
    ----------
    base
        Features of real pages.
    """

    def __init__(self, base: Sequence[PageFeatures]) -> None:
        self._base = base
        self._template = lru_cache(maxsize=4_096)(self._make_template)

    def page(self, template: int, n: int) -> PageFeatures:
        """Return page ``n`` of a template; the same for the same numbers."""
        basis = self._template(template)
        rng = random.Random(template << 32 | n)
        draw = rng.random
        sets = []
        for i, elements in enumerate(basis.sets):
            kept = [e for e in elements if draw() >= _LACKING]
            if i in _CONTENT:
                kept = [rng.getrandbits(64) if draw() < _FRESH else e for e in kept]
            sets.append(frozenset(kept))
        weights = {e: w for e, w in basis.weights.items() if e in sets[0]}
        return PageFeatures(_shifted(basis.layers, rng, 0.1), tuple(sets), weights=_unit(weights))

    def _make_template(self, template: int) -> PageFeatures:
        base = self._base[template % len(self._base)]
        rng = random.Random(template)
        salt = stable_hash(f"template {template}")
        own = int(_OWN * _MASK)

        def exchanged(element: int) -> int:
            mixed = (element ^ salt) * _ODD & _MASK
            return (mixed ^ (mixed >> 29)) * _ODD & _MASK if mixed < own else element

        sets = tuple(frozenset(map(exchanged, elements)) for elements in base.sets)
        weights = {exchanged(e): w for e, w in base.weights.items()}
        return PageFeatures(_shifted(base.layers, rng, 0.25), sets, weights=_unit(weights))


def _shifted(
    layers: Sequence[Mapping[str, float]], rng: random.Random, by: float
) -> tuple[Mapping[str, float], ...]:
    out = []
    for layer in layers:
        moved = {tag: share * (1 + by * (2 * rng.random() - 1)) for tag, share in layer.items()}
        total = sum(moved.values())
        out.append({tag: share / total for tag, share in moved.items()})
    return tuple(out)


def _unit(weights: dict[int, float]) -> dict[int, float]:
    length = sum(w * w for w in weights.values()) ** 0.5
    return {element: w / length for element, w in weights.items()} if length else {}
