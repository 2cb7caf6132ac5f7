"""Similarities of one with many and of many with many, by arithmetic on packed arrays.

The elements of a feature are the columns of a sparse matrix, the items its rows: what two
items have in common is a product of two rows. The numbers are those of
:func:`fpcrawl.clustering.similarity.similarity`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from fpcrawl.clustering.centre import UNIT, Centre
from fpcrawl.clustering.features import PageFeatures
from fpcrawl.clustering.normalise import stable_hash, tag_on_layer
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy import sparse

    from fpcrawl.clustering.weights import FpcParameters

    Floats = NDArray[np.float64]

_T = TypeVar("_T", bound=np.generic)

__all__ = ["Batch", "combined", "combined_paper", "many_to_many", "one_to_many"]

_N = len(FEATURES)
#: Items compared with a batch in one go.
_BLOCK = 128
#: So many similarities are few.
_FEW = 512
#: The same string may stand in two features: each has its own hashes here.
_SALTS = tuple(stable_hash(f"feature {name}") for name in FEATURES)


class Batch:
    """Pages and centres, packed.

    Parameters
    ----------
    items
        What is packed.
    parameters
        Their form decides what a centre stands for.

    Attributes
    ----------
    sizes
        For each feature and item: the number of layers, and the (mean) sizes of the sets.
    is_centre
        Which items are centres.
    """

    def __init__(self, items: Sequence[PageFeatures | Centre], parameters: FpcParameters) -> None:
        self.parameters = parameters
        rows = [_row(item, parameters) for item in items]
        self.sizes: Floats = np.array([row[3] for row in rows], np.float64).reshape(-1, _N).T
        self.is_centre = np.array([isinstance(item, Centre) for item in items], np.bool_)
        lengths = [len(row[0]) for row in rows]
        keys = _joined([row[0] for row in rows], np.uint64)
        values = _joined([row[1] for row in rows], np.float64)
        features = _joined([row[2] for row in rows], np.int64)
        owners = np.repeat(np.arange(len(rows)), lengths)
        self._vocabularies: list[NDArray[np.uint64]] = []
        self._matrices: list[sparse.csr_array] = []
        for feature in range(_N):
            mine = features == feature
            vocabulary, columns = np.unique(keys[mine], return_inverse=True)
            self._vocabularies.append(vocabulary)
            shape = len(rows), len(vocabulary)
            self._matrices.append(_matrix((values[mine], (owners[mine], columns)), shape))

    def __len__(self) -> int:
        return len(self.is_centre)

    def products(self, other: Batch) -> NDArray[np.float32]:
        """Return the sums of products of values: of each feature, item here, item there."""
        out = np.empty((_N, len(self), len(other)), np.float32)
        for start, common in self.blocks(other):
            out[:, start : start + common.shape[1]] = common
        return out

    def blocks(self, other: Batch) -> Iterator[tuple[int, Floats]]:
        """Yield the products of a block of items here with all of another batch, by feature.

        The number of the first item comes with each block.
        """
        mine = [self._aligned(other, feature) for feature in range(_N)]
        theirs = other._turned
        for start in range(0, len(self), _BLOCK):
            pairs = zip(mine, theirs, strict=True)
            yield start, np.stack([(a[start : start + _BLOCK] @ b).toarray() for a, b in pairs])

    @cached_property
    def _turned(self) -> list[sparse.csr_array]:
        return [matrix.T.tocsr() for matrix in self._matrices]

    def _aligned(self, other: Batch, feature: int) -> sparse.csr_array:
        """Return the matrix of a feature with the columns that another batch has."""
        matrix = self._matrices[feature]
        if other is self:
            return matrix
        mine, theirs = self._vocabularies[feature], other._vocabularies[feature]
        if not len(theirs):
            return _matrix((len(self), 0))
        places = np.minimum(np.searchsorted(theirs, mine), len(theirs) - 1)
        held = (theirs[places] == mine)[matrix.indices]
        rows = np.repeat(np.arange(len(self)), np.diff(matrix.indptr))[held]
        columns = places[matrix.indices[held]]
        return _matrix((matrix.data[held], (rows, columns)), (len(self), len(theirs)))


def _matrix(data: tuple[Any, Any], shape: tuple[int, int] | None = None) -> sparse.csr_array:
    # A crawl compares pages by other means: it need not wait until this is imported.
    from scipy import sparse  # noqa: PLC0415

    return sparse.csr_array(data, shape=shape)


def one_to_many(
    item: PageFeatures | Centre, batch: Batch, parameters: FpcParameters | None = None
) -> Floats:
    """Return the similarity of an item to each of a batch.

    Parameters
    ----------
    item
        A page or a centre.
    batch
        What it is compared with.
    parameters
        Other weights than those the batch was packed with; the form must be the same.
    """
    parameters = parameters or batch.parameters
    out: Floats = many_to_many(Batch([item], parameters), batch, parameters)[0]
    return out


def many_to_many(a: Batch, b: Batch, parameters: FpcParameters | None = None) -> Floats:
    """Return the similarity of each item of one batch to each of another.

    Parameters
    ----------
    a, b
        The batches; rows are items of the first.
    parameters
        Other weights than those of the second batch; the form must be the same.
    """
    parameters = parameters or b.parameters
    out = np.empty((len(a), len(b)), np.float64)
    for start, common in a.blocks(b):
        stop = start + common.shape[1]
        if parameters.form == "paper":
            for i in range(start, stop):
                one = a.sizes[:, i], bool(a.is_centre[i])
                others = b.sizes, b.is_centre
                out[i] = combined_paper(common[:, i - start], one, others, parameters)
        else:
            mine, theirs = a.sizes[:, start:stop, None], b.sizes[:, None, :]
            out[start:stop] = combined(common, mine, theirs, parameters)
    return out


def combined(
    common: NDArray[np.floating], one: Floats, other: Floats, parameters: FpcParameters
) -> Floats:
    """Equation (5) in the form ``"evidence"``, from products and sizes by feature.

    Parameters
    ----------
    common
        Sums of products; the first axis is the feature.
    one, other
        Sizes, of shapes that broadcast to that of ``common``.
    """
    weights = parameters.weights
    depths = (one[0] + other[0]) / 2
    layers = np.where(depths > 0, common[0] / np.where(depths > 0, depths, 1), 1.0)
    total = weights[0] * np.minimum(layers, 1.0)
    evidence: Floats = np.full_like(total, weights[0], np.float64)
    seen = (one[1] + other[1]) / 2
    weight = weights[1] * seen / np.maximum(seen + parameters.smoothing, 1e-300)
    total = total + weight * np.minimum(common[1], 1.0)
    evidence += weight
    if total.size <= _FEW:
        # Few numbers: the calls would cost more than the arithmetic.
        union = one[2:] + other[2:] - common[2:]
        column = np.array(weights[2:]).reshape(-1, *[1] * (union.ndim - 1))
        weight = column / np.maximum(union + parameters.smoothing, 1e-300)
        total = total + (weight * common[2:]).sum(axis=0)
        evidence += (weight * union).sum(axis=0)
    for i in range(2, _N if total.size > _FEW else 0):
        if weights[i]:
            union = one[i] + other[i] - common[i]
            weight = weights[i] / np.maximum(union + parameters.smoothing, 1e-300)
            total = total + weight * common[i]
            evidence += weight * union
    out: Floats = np.where(evidence > 0, total / np.where(evidence > 0, evidence, 1), 1.0)
    np.clip(out, 0.0, 1.0, out=out)
    return out


def combined_paper(
    common: Floats,
    one: tuple[Floats, bool],
    others: tuple[Floats, NDArray[np.bool_]],
    parameters: FpcParameters,
) -> Floats:
    """Equation (5) in the form ``"paper"`` of one item and each of others.

    Parameters
    ----------
    common
        Sums of products, a row for each feature.
    one, others
        Sizes, a row for each feature, and whether it is a centre.
    """
    k = parameters.smoothing
    mine, sizes = one[0][:, None], others[0]
    depths = (mine[0] + sizes[0]) / 2
    layers = np.where(depths > 0, common[0] / np.where(depths > 0, depths, 1), 1.0)
    # A page is measured by the centre, equation (8).
    whole = np.where(
        others[1] != one[1],
        np.where(others[1], sizes[1:], mine[1:]),
        mine[1:] + sizes[1:] - common[1:],
    )
    parts = (common[1:] + k * parameters.alpha) / np.where(whole + k > 0, whole + k, 1)
    weights = np.array(parameters.weights)
    total = weights[0] * np.minimum(layers, 1.0) + weights[1:] @ np.where(whole + k > 0, parts, 0)
    out: Floats = np.clip(total, 0.0, 1.0)
    return out


def _joined(parts: list[NDArray[_T]], kind: type[_T]) -> NDArray[_T]:
    return np.concatenate(parts) if parts else np.empty(0, kind)


def _row(
    item: PageFeatures | Centre, parameters: FpcParameters
) -> tuple[NDArray[np.uint64], Floats, NDArray[np.int64], list[float]]:
    """Return keys, values and features of the elements of an item, and its sizes."""
    keys: list[int] = []
    values: list[float] = []
    counts: list[int] = []
    if isinstance(item, Centre) and parameters.form != "paper":
        n = item.pages or 1
        sizes = [item.depths / n, *(total / n for total in item.totals)]
        for depth, directions in enumerate(item.directions):
            keys += [tag_on_layer(depth, tag) for tag in directions]
            values += [x / (UNIT * n) for x in directions.values()]
        counts.append(len(keys))
        keys += item.weights
        values += [x / (UNIT * n) for x in item.weights.values()]
        counts.append(len(item.weights))
        for held in item.counts[1:]:
            keys += held
            values += [count / n for count in held.values()]
            counts.append(len(held))
    else:
        layers = item.layers(parameters.tau_layer) if isinstance(item, Centre) else item.layers
        sets = item.sets(parameters.tau_set) if isinstance(item, Centre) else item.sets
        sizes = [len(layers), *map(len, sets)]
        for depth, layer in enumerate(PageFeatures(layers).directions()):
            keys += [tag_on_layer(depth, tag) for tag in layer]
            values += layer.values()
        counts.append(len(keys))
        if isinstance(item, Centre) or parameters.form == "paper":
            keys += sets[0]
            counts.append(len(sets[0]))
            values += [1.0] * len(sets[0])
        else:
            weighted = item.tag_weights()
            keys += weighted
            counts.append(len(weighted))
            values += weighted.values()
        for elements in sets[1:]:
            keys += elements
            counts.append(len(elements))
        values += [1.0] * (len(keys) - len(values))
    salts = np.repeat(np.array(_SALTS, np.uint64), counts)
    packed = np.array(keys, np.uint64) ^ salts
    features = np.repeat(np.arange(_N), counts)
    return packed, np.array(values, np.float64), features, sizes
