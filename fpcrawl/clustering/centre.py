"""The centre of a cluster, kept as sums so that adding and merging commute.

All sums are whole numbers: shares are counted in units of 2**-20. So a centre does not
depend on the order in which its pages came, and merging two gives exactly the centre of all
their pages; the tolerance is the rounding of each share to such a unit.

The sums are a few arrays. What is added is laid beside them, and summed up by one sort once
there is enough of it or somebody asks.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fpcrawl.clustering.numbers import OFFSETS, PageNumbers, numbers_of
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.numbers import Keys

__all__ = ["UNIT", "Centre", "Sums", "summed"]

#: Shares are summed as whole numbers of this fraction: sums of integers have no order.
UNIT = 1 << 20
_N = len(FEATURES)
_SETS = _N - 1
#: Sums that are laid side by side at most.
_MOST_LOOSE = 8
_FEATURES = np.arange(_N, dtype=np.uint8)


class Sums(NamedTuple):
    """Sums of each element over some pages; the arrays are never changed.

    Attributes
    ----------
    lengths
        Elements of each feature.
    keys
        See :mod:`fpcrawl.clustering.numbers`; feature after feature, ascending in each.
    numbers
        For f1 the shares of the tags on layers that were brought to length 1, in ``UNIT``;
        for the sets how many pages hold the element.
    shares
        For f1 the shares of the tags, for f2 the weights of the elements, both in ``UNIT``;
        0 for the others.
    """

    lengths: NDArray[np.int64]
    keys: Keys
    numbers: NDArray[np.int64]
    shares: NDArray[np.int64]


_NOTHING = Sums(
    np.zeros(_N, np.int64), np.empty(0, np.uint64), np.empty(0, np.int64), np.empty(0, np.int64)
)


class Centre:
    """Sums over the pages of a cluster, and the hidden page they stand for.

    Attributes
    ----------
    pages
        Pages added.
    depths
        Sum of their numbers of layers.
    totals
        Sum of the sizes of their sets, f2 to f9; it also counts what was pruned.
    lost
        The most pages that may be missing from the count of an element, f2 to f9, because it
        was pruned.
    tags
        Layer and name of the tag behind each key of f1.
    """

    __slots__ = ("_loose", "depths", "lost", "pages", "tags", "totals")

    def __init__(self) -> None:
        self.pages = 0
        self.depths = 0
        self.totals = [0] * _SETS
        self.lost = [0] * _SETS
        self.tags: dict[int, tuple[int, str]] = {}
        # The first is summed up.
        self._loose: list[Sums] = [_NOTHING]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Centre):
            return NotImplemented
        same = all(
            getattr(self, name) == getattr(other, name)
            for name in ("pages", "depths", "totals", "lost")
        )
        return same and all(map(np.array_equal, self.sums, other.sums))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Centre of {self.pages} pages>"

    @classmethod
    def of(cls, pages: Iterable[PageFeatures | PageNumbers]) -> Centre:
        """Return the centre of pages."""
        centre = cls()
        for page in pages:
            centre.add(page)
        return centre

    def add(self, page: PageFeatures | PageNumbers) -> None:
        """Add a page."""
        if not isinstance(page, PageNumbers):
            page = numbers_of(page)
        tags = len(page.shares)
        weighed = tags + len(page.weights)
        numbers = np.ones(len(page.keys), np.int64)
        numbers[:tags] = np.rint(page.directions * UNIT)
        shares = np.zeros(len(page.keys), np.int64)
        shares[:tags] = np.rint(page.shares * UNIT)
        shares[tags:weighed] = np.rint(page.weights * UNIT)
        sizes = page.lengths.tolist()[1:]
        self.pages += 1
        self.depths += page.depth
        self.totals = [total + size for total, size in zip(self.totals, sizes, strict=True)]
        self._lay(page.tags, Sums(page.lengths, page.keys, numbers, shares))

    def merge(self, other: Centre) -> None:
        """Add all pages of another centre."""
        self.pages += other.pages
        self.depths += other.depths
        for i in range(_SETS):
            self.totals[i] += other.totals[i]
            self.lost[i] += other.lost[i]
        self.put(other.tags, other.sums)

    def put(self, tags: Mapping[int, tuple[int, str]], sums: Sums) -> None:
        """Add sums of elements; the plain numbers are not changed."""
        if self._loose[-1] is _NOTHING:
            self._loose = []
        self._lay(tags, sums)

    def _lay(self, tags: Mapping[int, tuple[int, str]], sums: Sums) -> None:
        self.tags.update(tags)
        self._loose.append(sums)
        if len(self._loose) > _MOST_LOOSE:
            self._loose = [summed(self._loose)]

    @property
    def sums(self) -> Sums:
        """The sums of all elements."""
        if len(self._loose) > 1:
            self._loose = [summed(self._loose)]
        return self._loose[0]

    def _sets(self) -> Iterator[tuple[Keys, NDArray[np.int64]]]:
        """Yield the hashes and counts of f2 to f9."""
        sums = self.sums
        ends = np.cumsum(sums.lengths).tolist()
        for offset, (start, end) in zip(OFFSETS[1:], pairwise(ends), strict=True):
            yield sums.keys[start:end] - offset, sums.numbers[start:end]

    @property
    def counts(self) -> tuple[dict[int, int], ...]:
        """How many pages hold each element, f2 to f9."""
        return tuple(
            dict(zip(elements.tolist(), numbers.tolist(), strict=True))
            for elements, numbers in self._sets()
        )

    @property
    def weights(self) -> dict[int, int]:
        """Sums of the weights of the elements of f2, in ``UNIT``."""
        sums = self.sums
        start, size = sums.lengths.tolist()[:2]
        part = slice(start, start + size)
        return dict(zip(sums.keys[part].tolist(), sums.shares[part].tolist(), strict=True))

    @property
    def directions(self) -> list[dict[str, int]]:
        """For each layer, brought to length 1, the sum of the pages' shares of each tag."""
        return self._layered(self.sums.numbers)

    def _layered(self, numbers: NDArray[np.int64]) -> list[dict[str, int]]:
        sums = self.sums
        size = int(sums.lengths[0])
        out: list[dict[str, int]] = []
        for key, n in zip(sums.keys[:size].tolist(), numbers[:size].tolist(), strict=True):
            depth, tag = self.tags[key]
            while len(out) <= depth:
                out.append({})
            out[depth][tag] = n
        return out

    def layers(self, tau_layer: float = 0.0) -> tuple[Mapping[str, float], ...]:
        """Mean layers, equation (2); one that is unlike those of the pages is empty.

        Parameters
        ----------
        tau_layer
            Mean cosine to the pages' layers below which a layer is dropped.
        """
        out: list[dict[str, float]] = []
        shares = self._layered(self.sums.shares)
        for sums, directions in zip(shares, self.directions, strict=True):
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
            frozenset(elements[numbers > least].tolist()) for elements, numbers in self._sets()
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
        sums = self.sums
        if sums.lengths[1:].max() <= bound:
            return
        kept = np.ones(len(sums.keys), np.bool_)
        start = int(sums.lengths[0])
        for i, (elements, numbers) in enumerate(self._sets()):
            if len(elements) > bound:
                order = np.lexsort((elements, -numbers))
                self.lost[i] += int(numbers[order[bound]])
                kept[start + order[bound:]] = False
            start += len(elements)
        lengths = np.minimum(sums.lengths, bound)
        lengths[0] = sums.lengths[0]
        self._loose = [Sums(lengths, sums.keys[kept], sums.numbers[kept], sums.shares[kept])]

    def to_bytes(self) -> bytes:
        """Return a compact form, see :mod:`fpcrawl.clustering.packing`."""
        from fpcrawl.clustering.packing import pack_centre  # noqa: PLC0415  (it needs Centre)

        return pack_centre(self)

    @classmethod
    def from_bytes(cls, *parts: bytes) -> Centre:
        """Read what :meth:`to_bytes` gave, of several parts their sum.

        Raises
        ------
        StateError
            When the data are of another version or damaged.
        """
        from fpcrawl.clustering.packing import unpack_centre  # noqa: PLC0415  (it needs Centre)

        total = cls()
        for part in parts:
            total.merge(unpack_centre(part))
        return total


def summed(parts: Sequence[Sums]) -> Sums:
    """Return the sums of all parts, whose keys may come in any order."""
    keys = np.concatenate([part.keys for part in parts])
    if not len(keys):
        return _NOTHING
    lengths = np.concatenate([part.lengths for part in parts])
    features = np.repeat(np.tile(_FEATURES, len(parts)), lengths)
    order = np.argsort(keys)
    differ = features[order][1:] != features[order][:-1]
    if (differ & (keys[order][1:] == keys[order][:-1])).any():
        # One key for two features: hashes hardly ever make one.
        order = np.lexsort((features, keys))
        differ = features[order][1:] != features[order][:-1]
    keys, features = keys[order], features[order]
    first = np.flatnonzero(np.concatenate(([True], differ | (keys[1:] != keys[:-1]))))
    features = features[first]
    numbers = np.add.reduceat(np.concatenate([part.numbers for part in parts])[order], first)
    shares = np.add.reduceat(np.concatenate([part.shares for part in parts])[order], first)
    grouped = np.argsort(features, kind="stable")
    return Sums(
        np.bincount(features, minlength=_N),
        keys[first[grouped]],
        numbers[grouped],
        shares[grouped],
    )
