"""The centre of a cluster, kept as sums so that adding and merging commute.

All sums are whole numbers: shares are counted in units of 2**-20. So a centre does not
depend on the order in which its pages came, and merging two gives exactly the centre of all
their pages; the tolerance is the rounding of each share to such a unit.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fpcrawl.clustering.features import PageFeatures

_Key = TypeVar("_Key", int, str)

__all__ = ["UNIT", "Centre"]

#: Shares are summed as whole numbers of this fraction: sums of integers have no order.
UNIT = 1 << 20
_SETS = len(FEATURES) - 1


class Centre:
    """Sums over the pages of a cluster, and the hidden page they stand for.

    Attributes
    ----------
    pages
        Pages added.
    depths
        Sum of their numbers of layers.
    sums
        For each layer the sum of the pages' shares of each tag, in ``UNIT``.
    directions
        The same of their layers brought to length 1.
    counts
        How many pages hold each element, f2 to f9.
    weights
        Sums of the weights of the elements of f2, in ``UNIT``.
    totals
        Sum of the sizes of their sets, f2 to f9; it also counts what was pruned.
    lost
        The most pages that may be missing from the count of an element, f2 to f9, because it
        was pruned.
    """

    __slots__ = ("counts", "depths", "directions", "lost", "pages", "sums", "totals", "weights")

    def __init__(self) -> None:
        self.pages = 0
        self.depths = 0
        self.sums: list[dict[str, int]] = []
        self.directions: list[dict[str, int]] = []
        self.counts: tuple[Counter[int], ...] = tuple(Counter() for _ in range(_SETS))
        self.weights: dict[int, int] = {}
        self.totals = [0] * _SETS
        self.lost = [0] * _SETS

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Centre):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Centre of {self.pages} pages>"

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
        self.depths += len(features.layers)
        self._deepen(len(features.layers))
        for sums, directions, layer in zip(
            self.sums, self.directions, features.layers, strict=False
        ):
            length = math.hypot(*layer.values()) or 1.0
            for tag, share in layer.items():
                sums[tag] = sums.get(tag, 0) + round(share * UNIT)
                directions[tag] = directions.get(tag, 0) + round(share / length * UNIT)
        weights = self.weights
        for element, weight in features.tag_weights().items():
            weights[element] = weights.get(element, 0) + round(weight * UNIT)
        for i, elements in enumerate(features.sets):
            self.counts[i].update(elements)
            self.totals[i] += len(elements)

    def merge(self, other: Centre) -> None:
        """Add all pages of another centre."""
        self.pages += other.pages
        self.depths += other.depths
        self._deepen(len(other.sums))
        _add_layers(self.sums, other.sums)
        _add_layers(self.directions, other.directions)
        _add(self.weights, other.weights)
        for i in range(_SETS):
            self.counts[i].update(other.counts[i])
            self.totals[i] += other.totals[i]
            self.lost[i] += other.lost[i]

    def _deepen(self, depth: int) -> None:
        while len(self.sums) < depth:
            self.sums.append({})
            self.directions.append({})

    def layers(self, tau_layer: float = 0.0) -> tuple[Mapping[str, float], ...]:
        """Mean layers, equation (2); one that is unlike those of the pages is empty.

        Parameters
        ----------
        tau_layer
            Mean cosine to the pages' layers below which a layer is dropped.
        """
        out: list[dict[str, float]] = []
        for sums, directions in zip(self.sums, self.directions, strict=True):
            length = math.sqrt(sum(n * n for n in sums.values()))
            dot = sum(n * directions.get(tag, 0) for tag, n in sums.items())
            # A hair of tolerance: equal pages give 1 but for the rounding to units.
            if length and dot / (length * UNIT * self.pages) >= tau_layer - 1e-5:
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
            for counts in self.counts
        )

    def prune(self, bound: int = 1024) -> None:
        """Keep at most ``bound`` elements in each set.

        The elements that most pages hold stay. ``lost`` tells how many pages may be missing
        from a count afterwards, also after merging: an element of the true count c is kept
        with a count between c - lost and c, or dropped when c <= lost. The sizes of the
        pages' sets stay exact.

        Parameters
        ----------
        bound
            Elements of each set at most.
        """
        for i, counts in enumerate(self.counts):
            if len(counts) > bound:
                elements = np.fromiter(counts, np.uint64, len(counts))
                numbers = np.fromiter(counts.values(), np.int64, len(counts))
                order = np.lexsort((elements, -numbers))
                self.lost[i] += int(numbers[order[bound]])
                kept = order[:bound]
                counts.clear()
                counts.update(
                    dict(zip(elements[kept].tolist(), numbers[kept].tolist(), strict=True))
                )
        held = self.counts[0]
        self.weights = {element: n for element, n in self.weights.items() if element in held}

    def to_bytes(self) -> bytes:
        """Return a compact form, see :mod:`fpcrawl.clustering.packing`."""
        from fpcrawl.clustering.packing import pack_centre  # noqa: PLC0415  (it needs Centre)

        return pack_centre(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Centre:
        """Read what :meth:`to_bytes` gave.

        Raises
        ------
        StateError
            When the data are of another version or damaged.
        """
        from fpcrawl.clustering.packing import unpack_centre  # noqa: PLC0415  (it needs Centre)

        return unpack_centre(data)


def _add_layers(mine: Sequence[dict[str, int]], theirs: Sequence[dict[str, int]]) -> None:
    for sums, more in zip(mine, theirs, strict=False):
        _add(sums, more)


def _add(sums: dict[_Key, int], more: Mapping[_Key, int]) -> None:
    if not sums:
        sums.update(more)
        return
    get = sums.get
    for key, n in more.items():
        sums[key] = get(key, 0) + n
