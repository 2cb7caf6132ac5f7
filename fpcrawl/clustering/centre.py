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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fpcrawl.clustering.normalise import tag_on_layer
from fpcrawl.clustering.numbers import OFFSETS, PageNumbers, numbers_of
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.numbers import Keys

__all__ = ["UNIT", "Centre", "Sums"]

#: Shares are summed as whole numbers of this fraction: sums of integers have no order.
UNIT = 1 << 20
_N = len(FEATURES)
_SETS = _N - 1
#: Elements that are laid beside the sums at most, or as many as the sums hold.
_MOST_LOOSE = 4_096
_FEATURES = np.arange(_N, dtype=np.uint8)


class Sums(NamedTuple):
    """Sums of each element over some pages; the arrays are never changed.

    Attributes
    ----------
    lengths
        Elements of each feature.
    keys
        See :mod:`fpcrawl.clustering.numbers`; feature after feature.
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
        Names of tags in f1.
    """

    __slots__ = ("_loose", "_sums", "depths", "lost", "pages", "tags", "totals")

    def __init__(self) -> None:
        self.pages = 0
        self.depths = 0
        self.totals = [0] * _SETS
        self.lost = [0] * _SETS
        self.tags: set[str] = set()
        self._sums = _NOTHING
        self._loose: list[Sums] = []

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
        self.lay(page.tags, Sums(page.lengths, page.keys, numbers, shares))

    def merge(self, other: Centre) -> None:
        """Add all pages of another centre."""
        self.pages += other.pages
        self.depths += other.depths
        for i in range(_SETS):
            self.totals[i] += other.totals[i]
            self.lost[i] += other.lost[i]
        parts = [other._sums, *other._loose]
        if self._sums is _NOTHING:
            self._sums = parts.pop(0)
        self.lay(other.tags, *parts)

    def lay(self, tags: Iterable[str], *parts: Sums) -> None:
        """Lay sums, whose keys may come in any order, beside those that are here.

        Plain numbers such as ``pages`` are not changed.
        """
        self.tags.update(tags)
        self._loose += parts
        loose = sum(len(part.keys) for part in self._loose)
        if loose > max(_MOST_LOOSE, len(self._sums.keys)):
            self._sum_up()

    def _sum_up(self) -> None:
        self._sums, self._loose = _summed([self._sums, *self._loose]), []

    @property
    def sums(self) -> Sums:
        """The sums of all elements, feature after feature, in each by ascending keys."""
        if self._loose:
            self._sum_up()
        return self._sums

    def packable(self) -> Sums:
        """Return all sums in any order: those of a single page need not be sorted."""
        return self._loose[0] if self._sums is _NOTHING and self.pages == 1 else self.sums

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
        left = dict(zip(sums.keys[:size].tolist(), numbers[:size].tolist(), strict=True))
        out: list[dict[str, int]] = []
        # Which tag on which layer a key is of is seldom asked for, and not kept.
        while left and len(out) <= self.depths:
            cells = {tag_on_layer(len(out), tag): tag for tag in sorted(self.tags)}
            out.append({tag: left.pop(cell) for cell, tag in cells.items() if cell in left})
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
        self._sums = Sums(lengths, sums.keys[kept], sums.numbers[kept], sums.shares[kept])

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


def _summed(parts: Sequence[Sums]) -> Sums:
    keys = np.concatenate([part.keys for part in parts])
    if not len(keys):
        return _NOTHING
    lengths = np.concatenate([part.lengths for part in parts])
    features = np.repeat(np.tile(_FEATURES, len(parts)), lengths)
    # Nearly all of it is in order: the stable sort makes use of that.
    order = np.argsort(keys, kind="stable")
    new = _starts(keys[order])
    if (_starts(features[order]) > new).any():
        # One key for two features: hashes hardly ever make one.
        order = np.lexsort((features, keys))
        new = _starts(keys[order]) | _starts(features[order])
    first = np.flatnonzero(new)
    keys, features = keys[order[first]], features[order[first]]
    numbers = np.add.reduceat(np.concatenate([part.numbers for part in parts])[order], first)
    shares = np.add.reduceat(np.concatenate([part.shares for part in parts])[order], first)
    grouped = np.argsort(features, kind="stable")
    return Sums(
        np.bincount(features, minlength=_N),
        keys[grouped],
        numbers[grouped],
        shares[grouped],
    )


def _starts(ordered: NDArray[Any]) -> NDArray[np.bool_]:
    """Tell which elements differ from the one before."""
    out = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=out[1:])
    return out
