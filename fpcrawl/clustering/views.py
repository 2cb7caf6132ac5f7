"""Pages and centres packed for comparing one with many: a few sorted arrays each.

A view holds what equations (5) to (8) need and nothing else, in 10 bytes an element. One
page against a dozen centres is then one search of sorted numbers and two sums.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.normalise import stable_hash
from fpcrawl.clustering.weights import FEATURES
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Keys", "View", "one_to_many", "view_of"]

Keys: TypeAlias = NDArray[np.uint64]

_SETS = len(FEATURES) - 1
# Equal strings of two features are two elements.
_OFFSETS = [np.uint64(0x9E3779B97F4A7C15 * i % (1 << 64)) for i in range(_SETS)]
_HEAD = struct.Struct(f"<BBII{_SETS}H")
_VERSION = 1
_CENTRE = 1 << 7


@dataclass(frozen=True, slots=True)
class View:
    """A page or a centre, packed.

    Attributes
    ----------
    is_centre
        Whether sets are compared as the common part of many pages, equation (8).
    pages
        Pages of the centre; 1 for a page.
    keys
        Elements of all sets, feature after feature; the feature is part of the number.
    sizes
        Elements of each set.
    depth
        Number of layers.
    tags
        Tags on layers, as numbers.
    shares
        Their shares, each layer of length 1.
    """

    is_centre: bool
    pages: int
    keys: Keys
    sizes: NDArray[np.uint16]
    depth: int
    tags: Keys
    shares: NDArray[np.float32]

    def elements(self, features: Sequence[str]) -> Keys:
        """Return the elements of some of the sets.

        The tags on layers (``dom``) are given only where these sets hold next to nothing.
        """
        ends = np.cumsum(self.sizes, dtype=np.int64)
        parts = [
            self.keys[end - size : end]
            for name, size, end in zip(FEATURES[1:], self.sizes, ends, strict=True)
            if size and name in features
        ]
        if "dom" in features and sum(map(len, parts)) < _FEW:
            # Nothing at all is something to be found by, too.
            parts.append(self.tags if len(self.tags) else _NOTHING)
        return np.concatenate(parts) if parts else np.empty(0, np.uint64)

    def to_bytes(self) -> bytes:
        """Return the view as bytes."""
        flags = _VERSION | (_CENTRE if self.is_centre else 0)
        head = _HEAD.pack(flags, self.depth, self.pages, len(self.tags), *self.sizes.tolist())
        arrays = (self.keys.astype("<u8"), self.tags.astype("<u8"), self.shares.astype("<f4"))
        return head + b"".join(array.tobytes() for array in arrays)

    @classmethod
    def from_bytes(cls, data: bytes) -> View:
        """Read what :meth:`to_bytes` gave.

        Raises
        ------
        StateError
            When it is of another version or damaged.
        """
        try:
            flags, depth, pages, tags, *sizes = _HEAD.unpack_from(data)
            if flags & ~_CENTRE != _VERSION or len(data) != _HEAD.size + 8 * sum(sizes) + 12 * tags:
                raise StateError("cluster library: a centre is of another version or damaged")
            at = _HEAD.size
            keys = np.frombuffer(data, "<u8", sum(sizes), at)
            at += keys.nbytes
            numbers = np.frombuffer(data, "<u8", tags, at)
            shares = np.frombuffer(data, "<f4", tags, at + numbers.nbytes)
        except (struct.error, ValueError) as error:
            raise StateError(f"cluster library: a centre is damaged: {error}") from error
        return cls(
            bool(flags & _CENTRE), pages, keys, np.array(sizes, np.uint16), depth, numbers, shares
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
    if isinstance(item, Centre):
        layers, sets, pages = (
            item.layers(parameters.tau_layer),
            item.sets(parameters.tau_set),
            item.pages,
        )
    else:
        layers, sets, pages = item.layers, item.sets, 1
    tags: list[int] = []
    shares: list[float] = []
    for depth, layer in enumerate(layers):
        if layer:
            values = np.fromiter(layer.values(), np.float64, len(layer))
            shares += (values / np.sqrt(values @ values)).tolist()
            tags += [_tag_on_layer(depth, tag) for tag in layer]
    keys = [
        np.fromiter(elements, np.uint64, len(elements)) + offset
        for elements, offset in zip(sets, _OFFSETS, strict=True)
    ]
    return View(
        is_centre=isinstance(item, Centre),
        pages=pages,
        keys=np.concatenate(keys),
        sizes=np.array([len(elements) for elements in sets], np.uint16),
        depth=len(layers),
        tags=np.array(tags, np.uint64),
        shares=np.array(shares, np.float32),
    )


def one_to_many(one: View, many: Sequence[View], parameters: FpcParameters) -> NDArray[np.float64]:
    """Return how alike ``one`` and each of ``many`` are: :func:`similarity`, packed.

    Agrees with it to about six digits.
    """
    if not many:
        return np.empty(0)
    sizes = np.array([view.sizes for view in many], np.float64)
    common = _common(one, many)
    mine = one.sizes.astype(np.float64)
    is_centre = np.array([view.is_centre for view in many])
    mixed = (is_centre != one.is_centre)[:, None]
    whole = np.where(mixed, mine if one.is_centre else sizes, mine + sizes - common)
    k = parameters.smoothing
    weights = np.array(parameters.weights[1:])
    dom = parameters.weights[0]
    layers = _layers(one, many)
    if parameters.form == "paper":
        parts = (common + k * parameters.alpha) / np.maximum(whole + k, 1e-9)
        return np.asarray(dom * layers + parts @ weights)
    share = np.maximum(whole + k, 1e-9)
    weight = dom + (whole / share) @ weights
    total = dom * layers + (common / share) @ weights
    return np.asarray(np.where(weight > 0, np.minimum(total / np.maximum(weight, 1e-9), 1.0), 1.0))


def _common(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Return how many elements of each set each of ``many`` shares with ``one``."""
    if not len(one.keys):
        return np.zeros((len(many), _SETS))
    sorted_keys = np.sort(one.keys)
    keys = np.concatenate([view.keys for view in many])
    at = np.searchsorted(sorted_keys, keys)
    at[at == len(sorted_keys)] = 0
    hits = sorted_keys[at] == keys
    sizes = np.concatenate([view.sizes for view in many])
    cells = np.repeat(np.arange(len(many) * _SETS), sizes)
    counted = np.bincount(cells[hits], minlength=len(many) * _SETS)
    return counted.reshape(len(many), _SETS).astype(np.float64)


def _layers(one: View, many: Sequence[View]) -> NDArray[np.float64]:
    """Equation (6) of ``one`` with each of ``many``."""
    depths = np.array([view.depth for view in many], np.float64) + one.depth
    dots = np.zeros(len(many))
    if len(one.tags):
        order = np.argsort(one.tags)
        tags, shares = one.tags[order], one.shares[order]
        theirs = np.concatenate([view.tags for view in many])
        at = np.searchsorted(tags, theirs)
        at[at == len(tags)] = 0
        hits = tags[at] == theirs
        values = shares[at] * np.concatenate([view.shares for view in many]) * hits
        cells = np.repeat(np.arange(len(many)), [len(view.tags) for view in many])
        dots = np.bincount(cells, values, len(many)).astype(np.float64, copy=False)
    return np.where(depths > 0, dots / np.maximum(depths / 2, 0.5), 1.0)
