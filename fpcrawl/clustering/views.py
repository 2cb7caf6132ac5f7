"""Pages and centres packed for comparing one with many: a few arrays each.

A view holds what equations (5) to (8) need and nothing else, in 12 bytes an element. One
page against a dozen centres is then one search of sorted numbers and two sums.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpcrawl.clustering.batch import combined
from fpcrawl.clustering.centre import UNIT, Centre
from fpcrawl.clustering.features import PageFeatures
from fpcrawl.clustering.normalise import stable_hash
from fpcrawl.clustering.similarity import coherence
from fpcrawl.clustering.weights import FEATURES
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Keys", "View", "one_to_many", "products", "view_of"]

Keys: TypeAlias = NDArray[np.uint64]

_SETS = len(FEATURES) - 1
# Equal strings of two features are two elements.
_OFFSETS = [np.uint64(0x9E3779B97F4A7C15 * i % (1 << 64)) for i in range(_SETS)]
_HEAD = struct.Struct(f"<BIdI{_SETS}I{2 * _SETS + 2}d")
_VERSION = 1
_CENTRE = 1 << 7
#: Elements that fewer pages of a centre hold are left out of its view. They are content,
#: each in few pages, and move a similarity by less than their share.
_MIN_SHARE = 0.05
#: An element that more pages hold tells a cluster.
_MOST = 0.5


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
        Elements of each set that are in the view.
    sizes
        Number of layers, and elements of each set; means for a centre.
    squares
        For each feature the product of the centre with itself: of two of its pages on
        average, a page with itself included.
    keys
        The elements, set after set; the feature is part of the number.
    held
        Share of the pages that hold each of them.
    weights
        Weights of the elements of the first set (f2), the vector of a page having length 1.
    tags
        Tags on layers, as numbers.
    shares
        Their shares, the layers of a page having length 1.
    """

    is_centre: bool
    pages: int
    coherence: float
    counts: NDArray[np.uint32]
    sizes: NDArray[np.float64]
    squares: NDArray[np.float64]
    keys: Keys
    held: NDArray[np.float32]
    weights: NDArray[np.float32]
    tags: Keys
    shares: NDArray[np.float32]

    def values(self) -> list[NDArray[np.float32]]:
        """Return what each element counts, in two pieces: weights, and shares of pages."""
        return [self.weights, self.held[len(self.weights) :]]

    def part(self, feature: int) -> tuple[Keys, NDArray[np.float32]]:
        """Return the elements of a feature, by its place in ``FEATURES``, and what they count."""
        if feature == 0:
            return self.tags, self.shares
        end = int(self.counts[:feature].sum())
        part = slice(end - int(self.counts[feature - 1]), end)
        return self.keys[part], self.weights if feature == 1 else self.held[part]

    def elements(self, features: Sequence[str]) -> Keys:
        """Return the elements of some of the sets that most pages hold.

        The tags on layers (``dom``) are given only where these sets hold next to nothing.
        """
        ends = np.cumsum(self.counts, dtype=np.int64)
        parts = []
        for name, count, end in zip(FEATURES[1:], self.counts, ends, strict=True):
            if count and name in features:
                part = slice(end - count, end)
                parts.append(self.keys[part][self.held[part] > _MOST])
        if "dom" in features and sum(map(len, parts)) < _FEW:
            # Nothing at all is something to be found by, too.
            parts.append(self.tags if len(self.tags) else _NOTHING)
        return np.concatenate(parts) if parts else np.empty(0, np.uint64)

    def to_bytes(self) -> bytes:
        """Return the view as bytes."""
        head = _HEAD.pack(
            _VERSION | (_CENTRE if self.is_centre else 0),
            self.pages,
            self.coherence,
            len(self.tags),
            *self.counts.tolist(),
            *self.sizes.tolist(),
            *self.squares.tolist(),
        )
        long = (self.keys.astype("<u8"), self.tags.astype("<u8"))
        short = [a.astype("<f4") for a in (self.held, self.weights, self.shares)]
        return head + b"".join(array.tobytes() for array in (*long, *short))

    @classmethod
    def from_bytes(cls, data: bytes) -> View:
        """Read what :meth:`to_bytes` gave.

        Raises
        ------
        StateError
            When it is of another version or damaged.
        """
        try:
            flags, pages, dense, tags, *rest = _HEAD.unpack_from(data)
        except struct.error as error:
            raise StateError(f"cluster library: a centre is damaged: {error}") from error
        counts, sizes, squares = rest[:_SETS], rest[_SETS : -_SETS - 1], rest[-_SETS - 1 :]
        keys = sum(counts)
        size = _HEAD.size + 12 * (keys + tags) + 4 * counts[0]
        if flags & ~_CENTRE != _VERSION or len(data) != size:
            raise StateError("cluster library: a centre is of another version or damaged")
        long = np.frombuffer(data, "<u8", keys + tags, _HEAD.size)
        short = np.frombuffer(data, "<f4", offset=_HEAD.size + long.nbytes)
        return cls(
            bool(flags & _CENTRE),
            pages,
            dense,
            np.array(counts, np.uint32),
            np.array(sizes, np.float64),
            np.array(squares, np.float64),
            long[:keys],
            short[:keys],
            short[keys : keys + counts[0]],
            long[keys:],
            short[keys + counts[0] :],
        )


#: Sets with fewer elements than this are filled up with the tags of the layers: plain old
#: pages have no classes, and must be found as well.
_FEW = 32
_NOTHING = np.array([stable_hash("no element")], np.uint64)


@lru_cache(maxsize=8_192)
def _tag_on_layer(depth: int, tag: str) -> int:
    return stable_hash(f"{depth} {tag}")


def view_of(item: PageFeatures | Centre, parameters: FpcParameters) -> View:
    """Pack a page or a centre."""
    if not isinstance(item, Centre):
        return _packed(item, None, plain=parameters.form == "paper")
    dense = coherence(item, parameters)
    if parameters.form == "paper":
        hidden = PageFeatures(item.layers(parameters.tau_layer), item.sets(parameters.tau_set))
        return _packed(hidden, item, dense, plain=True)
    pages = max(item.pages, 1)
    least = _MIN_SHARE * pages
    # The view of all pages together: shares of the pages, and means of layers of length 1.
    tags: list[int] = []
    sums: list[int] = []
    for depth, layer in enumerate(item.directions):
        tags += [_tag_on_layer(depth, tag) for tag in layer]
        sums += layer.values()
    keys: list[Keys] = []
    held: list[NDArray[np.float32]] = []
    squares = []
    for counts, offset in zip(item.counts, _OFFSETS, strict=True):
        numbers = np.fromiter(counts.values(), np.float64, len(counts))
        squares.append(float(numbers @ numbers))
        kept = numbers >= least
        keys.append(np.fromiter(counts, np.uint64, len(counts))[kept] + offset)
        held.append((numbers[kept] / pages).astype(np.float32))
    values = np.array(sums, np.float64) / UNIT
    sums_f2 = np.fromiter(map(item.weights.get, item.counts[0], repeat(0)), np.float64)
    squares[0] = float(sums_f2 @ sums_f2) / UNIT**2
    first = np.fromiter(item.counts[0].values(), np.float64, len(item.counts[0]))
    weights = (sums_f2[first >= least] / (UNIT * pages)).astype(np.float32)
    return View(
        is_centre=True,
        pages=item.pages,
        coherence=dense,
        counts=np.array([len(part) for part in keys], np.uint32),
        sizes=np.array([item.depths, *item.totals], np.float64) / pages,
        squares=np.array([float(values @ values), *squares]) / pages**2,
        keys=np.concatenate(keys),
        held=np.concatenate(held),
        weights=weights,
        tags=np.array(tags, np.uint64),
        shares=(values / pages).astype(np.float32),
    )


def _packed(page: PageFeatures, centre: Centre | None, dense: float = 1.0, *, plain: bool) -> View:
    """Pack a page, or the hidden page that a centre stands for."""
    tags: list[int] = []
    shares: list[float] = []
    for depth, layer in enumerate(page.layers):
        length = math.sqrt(sum([x * x for x in layer.values()])) or 1.0
        shares += [x / length for x in layer.values()]
        tags += [_tag_on_layer(depth, tag) for tag in layer]
    keys = [
        np.fromiter(elements, np.uint64, len(elements)) + offset
        for elements, offset in zip(page.sets, _OFFSETS, strict=True)
    ]
    counts = np.array([len(elements) for elements in page.sets], np.uint32)
    sizes = np.array([len(page.layers), *counts], np.float64)
    squares = sizes.copy()
    if not plain:
        squares[1] = min(squares[1], 1.0)
        given = page.tag_weights()
        weights = np.fromiter(map(given.__getitem__, page.sets[0]), np.float32, int(counts[0]))
    else:
        weights = np.ones(int(counts[0]), np.float32)
    return View(
        is_centre=centre is not None,
        pages=1 if centre is None else centre.pages,
        coherence=dense,
        counts=counts,
        sizes=sizes,
        squares=squares,
        keys=np.concatenate(keys),
        held=np.ones(int(counts.sum()), np.float32),
        weights=weights,
        tags=np.array(tags, np.uint64),
        shares=np.array(shares, np.float32),
    )


def one_to_many(one: View, many: Sequence[View], parameters: FpcParameters) -> NDArray[np.float64]:
    """Return how alike ``one`` and each of ``many`` are: :func:`similarity`, packed.

    Agrees with it to about six digits for small centres and for pages. Of centres of more
    than 20 pages the elements that fewer than a twentieth of the pages hold are missed.
    """
    if not many:
        return np.empty(0)
    sizes = np.array([view.sizes for view in many]).T
    common = products(one, many)
    if parameters.form != "paper":
        return combined(common, one.sizes[:, None], sizes, parameters)
    k = parameters.smoothing
    mine = one.sizes[1:, None]
    whole = mine + sizes[1:] - common[1:]
    is_centre = np.array([view.is_centre for view in many])
    whole = np.where(is_centre != one.is_centre, mine if one.is_centre else sizes[1:], whole)
    parts = (common[1:] + k * parameters.alpha) / np.maximum(whole + k, 1e-9)
    depths = (one.sizes[0] + sizes[0]) / 2
    layers = np.where(depths > 0, common[0] / np.maximum(depths, 0.5), 1.0)
    weights = np.array(parameters.weights)
    alike = weights[0] * np.minimum(layers, 1.0) + weights[1:] @ parts
    return np.asarray(np.minimum(alike, 1.0))


def products(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Return the sums of products of values with each of ``many``, a row for each feature."""
    return np.concatenate([_layers(one, many)[None], _common(one, many).T])


def _common(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Return how many elements of each set each of ``many`` shares with ``one``."""
    cells = len(many) * _SETS
    if not len(one.keys):
        return np.zeros((len(many), _SETS))
    order = np.argsort(one.keys)
    mine = one.keys[order]
    keys = np.concatenate([view.keys for view in many])
    values = np.concatenate([part for view in many for part in view.values()])
    at = np.searchsorted(mine, keys)
    at[at == len(mine)] = 0
    hits = np.flatnonzero(mine[at] == keys)
    both = values[hits] * np.concatenate(one.values())[order[at[hits]]]
    of = np.repeat(np.arange(cells), np.concatenate([view.counts for view in many]))
    counted = np.bincount(of[hits], both, cells).astype(np.float64, copy=False)
    return counted.reshape(len(many), _SETS)


def _layers(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Return the sums of the cosines of layers, the numerator of equation (6)."""
    if not len(one.tags):
        return np.zeros(len(many))
    order = np.argsort(one.tags)
    tags, shares = one.tags[order], one.shares[order]
    theirs = np.concatenate([view.tags for view in many])
    at = np.searchsorted(tags, theirs)
    at[at == len(tags)] = 0
    hits = tags[at] == theirs
    values = shares[at] * np.concatenate([view.shares for view in many]) * hits
    of = np.repeat(np.arange(len(many)), [len(view.tags) for view in many])
    return np.bincount(of, values, len(many)).astype(np.float64, copy=False)
