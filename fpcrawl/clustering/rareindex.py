"""An inverted index of rare elements: the candidates of the default index.

What two clusters of one template share and no other has (a class of the theme, a script of
the software) tells them at once; what everybody has tells nothing and would cost most. So
every cluster is indexed under a fixed-size sample of its elements, a query adds up the
rarity of what a sample of its own shares with each cluster, rarest elements first, and stops
when it has looked at a fixed number of entries: its cost does not grow with the library.

The sample is the elements with the smallest hashes (bottom-k, Broder 1997,
https://doi.org/10.1109/SEQUEN.1997.666900): clusters that share elements sample the same
of them.
"""

from __future__ import annotations

import math
from itertools import chain, compress
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpcrawl.clustering.index import TEMPLATE_FEATURES, candidate_limit

if TYPE_CHECKING:
    from fpcrawl.clustering.index import Elements

__all__ = ["RareElementIndex"]

Short: TypeAlias = NDArray[np.uint32]
Slots: TypeAlias = NDArray[np.int32]
Weights: TypeAlias = NDArray[np.float32]

#: Clusters gathered in a dictionary before they are sorted into the arrays.
_MIN_FRESH = 32
_FRESH_SHARE = 24
_GROWTH = 1.25
_LEAST = 1e-3
#: Share of the best score below which a cluster is no candidate. On 540 clusters of real
#: pages 0.6 lost none of the nearest that all candidates held, 0.7 the first.
_CUT = 0.4
#: A score below which nothing is near (1 is a cluster with the very same elements). What
#: is the least unlike then hardly depends on what is rare, so many clusters are candidates:
#: this share of them, and so many at most.
_ALONE, _ALONE_SHARE, _ALONE_MOST = 0.1, 1 / 3, 160


class RareElementIndex:
    """Clusters by a sample of their elements, in sorted arrays.

    The score of a cluster is the summed rarity of what it shares with the query over the
    root of the summed rarity of its sample, which ranks as the cosine would.

    Parameters
    ----------
    sample
        Elements a cluster is indexed under, and of a query that are looked up, at most.
    budget
        Entries a query looks at, at most.
    """

    looks_at: tuple[str, ...] = TEMPLATE_FEATURES

    def __init__(self, sample: int = 128, budget: int = 8_000) -> None:
        self.sample = sample
        self.budget = budget
        self._slot_of: dict[str, int] = {}
        self._names: list[str | None] = []
        # The clusters of each element, where they start, and those added since.
        self._elements: Short = np.empty(0, np.uint32)
        self._starts: Slots = np.zeros(1, np.int32)
        self._slots: Slots = np.empty(0, np.int32)
        self._fresh: dict[int, list[int]] = {}
        self._fresh_slots = 0
        # Root of the summed rarity of a cluster's sample; infinite where a slot is free.
        self._norms: Weights = np.empty(0, np.float32)

    def __len__(self) -> int:
        return len(self._slot_of)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays and tables, names left out."""
        fresh = sum(120 + 8 * len(slots) for slots in self._fresh.values())
        table = 96 * len(self._slot_of) + 8 * len(self._names)
        arrays = (self._elements, self._starts, self._slots, self._norms)
        return sum(array.nbytes for array in arrays) + fresh + table

    def add(self, cluster: str, elements: Elements) -> None:
        """Index a cluster, instead of what it was indexed under before."""
        self.remove(cluster)
        slot = len(self._names)
        sample = _short(elements)[: self.sample]
        self._names.append(cluster)
        self._slot_of[cluster] = slot
        if slot >= len(self._norms):
            grown = np.full(int(slot * _GROWTH) + 64, np.inf, np.float32)
            grown[: len(self._norms)] = self._norms
            self._norms = grown
        _, counts = self._entries(sample)
        lists = [self._fresh.setdefault(element, []) for element in sample.tolist()]
        for slots in lists:
            slots.append(slot)
        counts += np.fromiter(map(len, lists), np.int64, len(lists))
        self._norms[slot] = math.sqrt(max(float(self._rarity(counts).sum()), _LEAST))
        self._fresh_slots += 1
        if self._fresh_slots > max(_MIN_FRESH, len(self._slot_of) // _FRESH_SHARE):
            self._compact()

    def remove(self, cluster: str) -> None:
        """Forget a cluster; one that is not there is no error."""
        slot = self._slot_of.pop(cluster, None)
        if slot is not None:
            # Its entries go when the arrays are next made.
            self._names[slot] = None
            self._norms[slot] = np.inf

    def candidates(self, elements: Elements, limit: int | None = None) -> list[str]:
        """Return the clusters that share most of what is rare, best first.

        Parameters
        ----------
        limit
            Clusters at most. By default
            :func:`~fpcrawl.clustering.index.candidate_limit`, and none whose score is far
            below the best.
        """
        if not self._slot_of:
            return []
        scores, length = self._scores(_short(elements)[: self.sample])
        least = 0.0
        if limit is None:
            best = float(scores.max())
            limit, least = candidate_limit(len(self)), _CUT * best
            if best < _ALONE * length:
                limit, least = max(limit, min(int(_ALONE_SHARE * len(self)), _ALONE_MOST)), 0.0
        found = np.flatnonzero(scores > least)
        if len(found) > limit:
            found = found[np.argpartition(scores[found], len(found) - limit)[-limit:]]
        order = np.lexsort((found, -scores[found]))
        names = (self._names[slot] for slot in found[order].tolist())
        return [name for name in names if name is not None]

    def _entries(self, wanted: Short) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where the clusters of elements start in the arrays, and how many they are."""
        if not len(self._elements):
            return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.int64)
        at = np.searchsorted(self._elements, wanted)
        at[at == len(self._elements)] = 0
        low = self._starts[at].astype(np.int64)
        return low, (self._starts[at + 1] - low) * (self._elements[at] == wanted)

    def _scores(self, wanted: Short) -> tuple[NDArray[np.float64], float]:
        """Return the scores of all slots, and what one that shares everything would have."""
        low, sizes = self._entries(wanted)
        met = sorted(self._fresh.keys() & wanted.tolist())
        fresh = list(map(self._fresh.__getitem__, met))
        places = np.searchsorted(wanted, np.array(met, np.uint32))
        counts = sizes.copy()
        counts[places] += np.array(list(map(len, fresh)), np.int64)
        rarity = self._rarity(counts)
        length = math.sqrt(float(rarity.sum()))
        if int(counts.sum()) > self.budget:
            rarest = np.argsort(counts, kind="stable")
            within = int(np.searchsorted(np.cumsum(counts[rarest]), self.budget, "right"))
            # One is looked at, whatever it takes.
            within = max(within, int(np.searchsorted(counts[rarest], 0, "right")) + 1)
            taken = np.zeros(len(wanted), np.bool_)
            taken[rarest[:within]] = True
            sizes = np.where(taken, sizes, 0)
            fresh = list(compress(fresh, taken[places]))
            places = places[taken[places]]
        ends = np.cumsum(sizes)
        at = np.repeat(low - (ends - sizes), sizes)
        at += np.arange(len(at))
        added = np.fromiter(chain.from_iterable(fresh), np.int32)
        slots = np.concatenate((self._slots[at], added))
        more = np.repeat(rarity[places], list(map(len, fresh)))
        weights = np.concatenate((np.repeat(rarity, sizes), more))
        size = len(self._names)
        scores = np.bincount(slots, weights, size).astype(np.float64, copy=False)
        return scores / self._norms[:size], length

    def _rarity(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.log1p(len(self._names) / np.maximum(counts, 1))

    def _compact(self) -> None:
        """Sort what was added into the arrays and drop what was removed."""
        fresh = self._fresh
        lengths = [len(slots) for slots in fresh.values()]
        added_elements = np.repeat(np.fromiter(fresh, np.uint32, len(fresh)), lengths)
        added_slots = np.fromiter(
            (slot for slots in fresh.values() for slot in slots), np.int32, sum(lengths)
        )
        order = np.lexsort((added_slots, added_elements))
        added_elements, added_slots = added_elements[order], added_slots[order]
        known = np.repeat(self._elements, np.diff(self._starts))
        at = np.searchsorted(known, added_elements, "right")
        elements = np.insert(known, at, added_elements)
        slots = np.insert(self._slots, at, added_slots)
        if len(self._slot_of) < len(self._names):
            alive = np.array([name is not None for name in self._names])
            moved = np.cumsum(alive, dtype=np.int32) - 1
            kept = alive[slots]
            elements, slots = elements[kept], moved[slots[kept]]
            self._names = [name for name in self._names if name is not None]
            self._slot_of = {name: i for i, name in enumerate(self._names) if name is not None}
        starts = np.flatnonzero(np.diff(elements, prepend=~elements[:1]))
        self._elements = elements[starts]
        self._starts = np.append(starts, len(elements)).astype(np.int32)
        self._slots = slots.astype(np.int32, copy=False)
        self._fresh = {}
        self._fresh_slots = 0
        self._weigh()

    def _weigh(self) -> None:
        """Reckon every cluster's rarity anew: what was rare may be common by now."""
        size = len(self._names)
        counts = np.diff(self._starts)
        rarity = np.repeat(self._rarity(counts).astype(np.float32), counts)
        norms = np.bincount(self._slots, rarity, size)
        self._norms = np.full(int(size * _GROWTH) + 64, np.inf, np.float32)
        self._norms[:size] = np.sqrt(np.maximum(norms, _LEAST))


def _short(elements: Elements) -> Short:
    """Return the elements as 32 well mixed bits, ascending."""
    mixed = elements * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xD6E8FEB86659FD93)
    return np.sort((mixed >> np.uint64(32)).astype(np.uint32))
