"""The centre of a cluster, kept as sums so that adding and merging commute."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fpcrawl.clustering.features import PageFeatures

__all__ = ["Centre"]

#: Shares are summed as whole numbers of this fraction: sums of integers have no order.
UNIT = 1 << 20
_SETS = len(FEATURES) - 1


class Centre:
    """Sums over the pages of a cluster, and the hidden page they stand for.

    Attributes
    ----------
    pages
        Pages added.
    """

    __slots__ = ("_counts", "_directions", "_sums", "pages")

    def __init__(self) -> None:
        self.pages = 0
        self._sums: list[dict[str, int]] = []
        self._directions: list[dict[str, int]] = []
        self._counts: tuple[Counter[int], ...] = tuple(Counter() for _ in range(_SETS))

    @classmethod
    def of(cls, pages: Iterable[PageFeatures]) -> Centre:
        """Return the centre of pages."""
        centre = cls()
        for page in pages:
            centre.add(page)
        return centre

    def add(self, features: PageFeatures) -> None:
        """Add a page."""
        self.pages += 1
        while len(self._sums) < len(features.layers):
            self._sums.append({})
            self._directions.append({})
        for layer, sums, directions in zip(
            features.layers, self._sums, self._directions, strict=False
        ):
            length = math.sqrt(sum(share * share for share in layer.values())) or 1.0
            for tag, share in layer.items():
                sums[tag] = sums.get(tag, 0) + round(share * UNIT)
                directions[tag] = directions.get(tag, 0) + round(share / length * UNIT)
        for counts, elements in zip(self._counts, features.sets, strict=True):
            counts.update(elements)

    def merge(self, other: Centre) -> None:
        """Add all pages of another centre."""
        self.pages += other.pages
        while len(self._sums) < len(other._sums):
            self._sums.append({})
            self._directions.append({})
        for mine, theirs in (
            (self._sums, other._sums),
            (self._directions, other._directions),
        ):
            for sums, more in zip(mine, theirs, strict=False):
                for tag, n in more.items():
                    sums[tag] = sums.get(tag, 0) + n
        for counts, more_counts in zip(self._counts, other._counts, strict=True):
            counts.update(more_counts)

    def layers(self, tau_layer: float = 0.0) -> tuple[Mapping[str, float], ...]:
        """Mean layers; one that is unlike those of the pages is empty."""
        out: list[dict[str, float]] = []
        for sums, directions in zip(self._sums, self._directions, strict=True):
            length = math.sqrt(sum(n * n for n in sums.values()))
            dot = sum(n * directions[tag] for tag, n in sums.items())
            if length and dot / (length * UNIT * self.pages) >= tau_layer:
                out.append({tag: n / (UNIT * self.pages) for tag, n in sums.items()})
            else:
                out.append({})
        while out and not out[-1]:
            out.pop()
        return tuple(out)

    def sets(self, tau_set: float = 0.5) -> tuple[frozenset[int], ...]:
        """Elements that more than the share ``tau_set`` of the pages hold, f2 to f9."""
        least = tau_set * self.pages
        return tuple(
            frozenset(element for element, n in counts.items() if n > least)
            for counts in self._counts
        )
