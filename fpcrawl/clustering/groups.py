"""Cores and clusters: which groups of nearly equal pages one template made.

Pages are gathered in *cores*, which hold only what is nearly the same. A cluster is a group
of cores. What belongs together shows better the more is known, and what was put together too
early must come apart again: cores never mix, so they can be grouped anew whenever something
has changed, and the clusters come out as if all pages had come at once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.mkmeans import ClusterSums
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.views import View
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Groups", "grouped"]

_FEATURES = len(FEATURES)


def grouped(views: Sequence[View], parameters: FpcParameters) -> list[list[int]]:
    """Merge the most similar while they are similar enough, as MKmeans does (step 4)."""
    n = len(views)
    if n < 2:
        return [[i] for i in range(n)]
    pages = np.array([view.pages for view in views], np.float64)
    sizes = np.array([view.sizes for view in views]).T
    pairs = _all_products(views)
    # A view leaves out what few pages have, which is most of what a page shares with itself.
    pairs[:, np.arange(n), np.arange(n)] = np.array([view.squares for view in views]).T
    sums = ClusterSums(pairs * pages[:, None] * pages, sizes * pages, pages.copy())
    groups: dict[int, list[int]] = {}
    for i, label in enumerate(sums.merged_labels(np.arange(n), parameters).tolist()):
        groups.setdefault(label, []).append(i)
    return list(groups.values())


def _all_products(views: Sequence[View]) -> NDArray[np.float64]:
    """Return the sums of products of values of each feature and two views."""
    n = len(views)
    out = np.zeros((_FEATURES, n, n))
    for feature in range(_FEATURES):
        parts = [view.part(feature) for view in views]
        keys = np.concatenate([part[0] for part in parts])
        values = np.concatenate([part[1] for part in parts])
        rows = np.repeat(np.arange(n), [len(part[0]) for part in parts])
        _, at, counts = np.unique(keys, return_inverse=True, return_counts=True)
        # What only one has makes no product with another.
        shared = counts[at] > 1
        column = np.cumsum(counts > 1) - 1
        dense = np.zeros((n, int((counts > 1).sum())), np.float32)
        dense[rows[shared], column[at[shared]]] = values[shared]
        out[feature] = dense @ dense.T
    return out


class Groups:
    """Names of clusters, and the cores of each.

    Attributes
    ----------
    changed
        Cores whose cluster has changed since somebody emptied this.
    """

    def __init__(self) -> None:
        self.changed: dict[str, None] = {}
        self._of: dict[str, str] = {}
        self._members: dict[str, dict[str, None]] = {}

    def __len__(self) -> int:
        return len(self._members)

    def of(self, core: str) -> str:
        """Return the cluster of a core; a core nobody has grouped is one by itself."""
        return self._of.get(core, core)

    def is_core(self, core: str) -> bool:
        """Tell whether there is such a core."""
        return core in self._of

    def members(self, cluster: str) -> list[str]:
        """Return the cores of a cluster."""
        return list(self._members.get(cluster, ()))

    def put(self, core: str, cluster: str) -> None:
        """Put a core into a cluster."""
        if self._of.get(core) != cluster:
            self._leave(core)
            self._of[core] = cluster
            self._members.setdefault(cluster, {})[core] = None

    def drop(self, core: str) -> None:
        """Forget a core."""
        cluster = self._of.pop(core, None)
        self.changed.pop(core, None)
        if cluster is None:
            return
        members = self._members[cluster]
        del members[core]
        if not members:
            del self._members[cluster]
        elif cluster == core:
            # The cluster keeps no name that will soon mean another one.
            del self._members[cluster]
            name = next(iter(members))
            self._members[name] = members
            for member in members:
                self._of[member] = name
                self.changed[member] = None

    def regroup(self, parts: Iterable[Sequence[str]], pages: Mapping[str, int]) -> None:
        """Make each part a cluster.

        A cluster is named after one of its cores, so that every name can be resolved: by the
        name that most of its pages had before, else by its biggest core.

        Parameters
        ----------
        parts
            Cores that belong together; of each cluster concerned, all cores.
        pages
            Pages of each core.
        """
        named = []
        for part in parts:
            votes: Counter[str] = Counter()
            for core in part:
                votes[self.of(core)] += pages[core]
            own = [name for name in votes if name in part]
            name = max(own or part, key=lambda core: (votes[core], pages[core], core))
            named.append((name, part))
        for name, part in named:
            for core in part:
                if self._of.get(core) != name:
                    self.changed[core] = None
        # All leave before any arrive: a name may go from one to another.
        moved = dict.fromkeys(self.changed)
        for _, part in named:
            for core in part:
                self._leave(core)
        for name, part in named:
            for core in part:
                self.put(core, name)
        self.changed = moved

    def _leave(self, core: str) -> None:
        cluster = self._of.pop(core, None)
        if cluster is not None:
            members = self._members[cluster]
            del members[core]
            if not members:
                del self._members[cluster]
