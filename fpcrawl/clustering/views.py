"""Pages and centres packed for comparing one with many: a few arrays each.

A view holds what equations (5) to (8) need and nothing else, in 12 bytes an element. One
page against a dozen centres is then one search of sorted numbers and two sums.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.batch import combined, combined_paper
from fpcrawl.clustering.centre import UNIT, Centre
from fpcrawl.clustering.features import PageFeatures
from fpcrawl.clustering.normalise import stable_hash
from fpcrawl.clustering.numbers import Keys, PageNumbers, numbers_of
from fpcrawl.clustering.similarity import coherence, coherence_by_squares, combined_pair
from fpcrawl.clustering.weights import FEATURES
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["View", "one_to_many", "products", "view_of"]

_N = len(FEATURES)
_HEAD = struct.Struct(f"<BId{_N}I{2 * _N}d")
_VERSION = 2
_CENTRE = 1 << 7
#: Elements that fewer pages of a centre hold are left out of its view. They are content,
#: each in few pages, and move a similarity by less than their share.
_MIN_SHARE = 0.05
#: An element that more pages hold tells a cluster.
_MOST = 0.5
#: Places in the table in which keys are looked up, and keys for which these are enough.
_TABLE, _SMALL = 1 << 14, 512
#: So many views are compared one by one.
_FEW_VIEWS = 12


@dataclass(frozen=True, slots=True)
class View:
    """A page or a centre, packed.

    Attributes
    ----------
    is_centre
        Whether it stands for many pages.
    pages
        Pages of the centre; 1 for a page.
    coherence
        Mean similarity of two pages of the centre; 1 for a page.
    counts
        Elements of each feature that are in the view.
    sizes
        Number of layers, and elements of each set; means for a centre.
    squares
        For each feature the product of the centre with itself: of two of its pages on
        average, a page with itself included.
    keys
        The elements, feature after feature: tags on layers, then the sets. The feature is
        part of the number.
    values
        What each of them counts: shares of tags and weights of f2, where those of a page make
        vectors of length 1, and shares of the pages that hold an element.
    held
        Share of the pages that hold each element of f2.
    """

    is_centre: bool
    pages: int
    coherence: float
    counts: NDArray[np.int64]
    sizes: NDArray[np.float64]
    squares: NDArray[np.float64]
    keys: Keys
    values: NDArray[np.float32]
    held: NDArray[np.float32]

    def part(self, feature: int) -> tuple[Keys, NDArray[np.float32]]:
        """Return the elements of a feature, by its place in ``FEATURES``, and what they count."""
        start = int(self.counts[:feature].sum())
        part = slice(start, start + int(self.counts[feature]))
        return self.keys[part], self.values[part]

    def elements(self, features: Sequence[str]) -> Keys:
        """Return the elements of some of the sets that most pages hold.

        The tags on layers (``dom``) are given only where these sets hold next to nothing.
        """
        start = layers = int(self.counts[0])
        parts = []
        for i, count in enumerate(self.counts.tolist()[1:], 1):
            part = slice(start, start + count)
            start += count
            if count and FEATURES[i] in features:
                keys = self.keys[part]
                if self.is_centre:
                    keys = keys[(self.held if i == 1 else self.values[part]) > _MOST]
                parts.append(keys)
        if "dom" in features and sum(map(len, parts)) < _FEW:
            # Nothing at all is something to be found by, too.
            parts.append(self.keys[:layers] if layers else _NOTHING)
        return np.concatenate(parts) if parts else np.empty(0, np.uint64)

    def to_bytes(self) -> bytes:
        """Return the view as bytes."""
        head = _HEAD.pack(
            _VERSION | (_CENTRE if self.is_centre else 0),
            self.pages,
            self.coherence,
            *self.counts.tolist(),
            *self.sizes.tolist(),
            *self.squares.tolist(),
        )
        short = (self.values.astype("<f4"), self.held.astype("<f4"))
        return head + b"".join(array.tobytes() for array in (self.keys.astype("<u8"), *short))

    @classmethod
    def from_bytes(cls, data: bytes) -> View:
        """Read what :meth:`to_bytes` gave.

        Raises
        ------
        StateError
            When it is of another version or damaged.
        """
        try:
            flags, pages, dense, *rest = _HEAD.unpack_from(data)
        except struct.error as error:
            raise StateError(f"cluster library: a centre is damaged: {error}") from error
        counts, sizes, squares = rest[:_N], rest[_N : 2 * _N], rest[2 * _N :]
        keys = sum(counts)
        size = _HEAD.size + 12 * keys + 4 * counts[1]
        if flags & ~_CENTRE != _VERSION or len(data) != size:
            raise StateError("cluster library: a centre is of another version or damaged")
        short = np.frombuffer(data, "<f4", offset=_HEAD.size + 8 * keys)
        return cls(
            bool(flags & _CENTRE),
            pages,
            dense,
            np.array(counts, np.int64),
            np.array(sizes, np.float64),
            np.array(squares, np.float64),
            np.frombuffer(data, "<u8", keys, _HEAD.size),
            short[:keys],
            short[keys:],
        )


#: Sets with fewer elements than this are filled up with the tags of the layers: plain old
#: pages have no classes, and must be found as well.
_FEW = 32
_NOTHING = np.array([stable_hash("no element")], np.uint64)


def view_of(item: PageFeatures | PageNumbers | Centre, parameters: FpcParameters) -> View:
    """Pack a page or a centre."""
    plain = parameters.form == "paper"
    if isinstance(item, PageFeatures):
        item = numbers_of(item)
    if isinstance(item, PageNumbers):
        return _packed(item, None, plain=plain)
    if plain:
        hidden = PageFeatures(item.layers(parameters.tau_layer), item.sets(parameters.tau_set))
        return _packed(numbers_of(hidden), item, coherence(item, parameters), plain=True)
    pages = max(item.pages, 1)
    # The view of all pages together: shares of the pages, and means of layers of length 1.
    sums = item.sums
    tags, edges = sums.lengths.tolist()[:2]
    weighed = slice(tags, tags + edges)
    counted = sums.numbers.astype(np.float64)
    values = counted.copy()
    values[:tags] /= UNIT
    values[weighed] = sums.shares[weighed] / UNIT
    features = np.repeat(np.arange(_N), sums.lengths)
    squares = np.bincount(features, values * values, _N)
    held = np.bincount(features[tags:], counted[tags:], _N)[1:]
    kept = counted >= _MIN_SHARE * pages
    kept[:tags] = True
    return View(
        is_centre=True,
        pages=item.pages,
        coherence=coherence_by_squares(item, squares.tolist(), held.tolist(), parameters),
        counts=np.bincount(features[kept], minlength=_N),
        sizes=np.array([item.depths, *item.totals], np.float64) / pages,
        squares=squares / pages**2,
        keys=sums.keys[kept],
        values=(values[kept] / pages).astype(np.float32),
        held=(counted[weighed][kept[weighed]] / pages).astype(np.float32),
    )


def _packed(page: PageNumbers, centre: Centre | None, dense: float = 1.0, *, plain: bool) -> View:
    """Pack a page, or the hidden page that a centre stands for."""
    tags = len(page.shares)
    values = np.ones(len(page.keys), np.float32)
    values[:tags] = page.directions
    sizes = page.lengths.astype(np.float64)
    sizes[0] = page.depth
    squares = sizes.copy()
    if not plain:
        squares[1] = min(squares[1], 1.0)
        values[tags : tags + len(page.weights)] = page.weights
    return View(
        is_centre=centre is not None,
        pages=1 if centre is None else centre.pages,
        coherence=dense,
        counts=page.lengths,
        sizes=sizes,
        squares=squares,
        keys=page.keys,
        values=values,
        held=np.ones(len(page.weights), np.float32),
    )


def one_to_many(one: View, many: Sequence[View], parameters: FpcParameters) -> NDArray[np.float64]:
    """Return how alike ``one`` and each of ``many`` are: :func:`similarity`, packed.

    Agrees with it to about six digits for small centres and for pages. Of centres of more
    than 20 pages the elements that fewer than a twentieth of the pages hold are missed.
    """
    if not many:
        return np.empty(0)
    common = products(one, many)
    if parameters.form != "paper" and len(many) <= _FEW_VIEWS:
        # Arrays so small cost more than numbers.
        mine = one.sizes.tolist()
        rows = zip(common.T.tolist(), [view.sizes.tolist() for view in many], strict=True)
        return np.array([_alike(row, mine, theirs, parameters) for row, theirs in rows])
    sizes = np.array([view.sizes for view in many]).T
    if parameters.form != "paper":
        return combined(common, one.sizes[:, None], sizes, parameters)
    is_centre = np.array([view.is_centre for view in many])
    return combined_paper(common, (one.sizes, one.is_centre), (sizes, is_centre), parameters)


def _alike(
    common: list[float], one: list[float], other: list[float], parameters: FpcParameters
) -> float:
    depth = (one[0] + other[0]) / 2
    layers = min(common[0] / depth, 1.0) if depth else 1.0
    common[1] = min(common[1], 1.0)
    return combined_pair(layers, common[1:], one[1:], other[1:], parameters)


def products(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Return the sums of products of values with each of ``many``, a row for each feature."""
    cells = len(many) * _N
    keys = np.concatenate([view.keys for view in many])
    values = np.concatenate([view.values for view in many])
    hits, at = _found(one.keys, keys)
    of = np.repeat(np.arange(cells), np.concatenate([view.counts for view in many]))
    sums = np.bincount(of[hits], values[hits] * one.values[at], cells)
    return sums.astype(np.float64, copy=False).reshape(len(many), _N).T


def _found(mine: Keys, keys: Keys) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of the keys that are among mine, and where they are there.

    All are looked up in a table by their lowest bits, which are as good as drawn by lot;
    what shares its place in the table with another is looked for by itself.
    """
    if not len(mine):
        return np.empty(0, np.intp), np.empty(0, np.intp)
    # A small table stays in the processor's cache.
    size, kind = (_TABLE, np.uint16) if len(mine) <= _SMALL else (16 * _TABLE, np.uint32)
    mask = np.uint64(size - 1)
    slots = (mine & mask).view(np.int64)
    table = np.zeros(size, kind)
    numbers = np.arange(len(mine), dtype=kind)
    table[slots] = numbers
    numbered = table[(keys & mask).view(np.int64)]
    hits = np.flatnonzero(mine[numbered] == keys)
    at = numbered[hits].astype(np.intp)
    lost = np.flatnonzero(table[slots] != numbers)
    if len(lost):
        which, more = np.nonzero(mine[lost, None] == keys)
        hits = np.concatenate((hits, more))
        at = np.concatenate((at, lost[which]))
    return hits, at
