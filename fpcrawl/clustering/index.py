"""Which clusters may be the nearest: the interface of candidate indexes, and two of them.

An index is asked with the elements of a page or a centre and answers with a few clusters,
among which the exact similarity then decides. :class:`ExactIndex` answers with all of them
(the reference), :class:`FingerprintIndex` is the paper's (Algorithms 2 and 3).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fpcrawl.clustering.fingerprint import CHUNKS, candidate_threshold, fingerprint

if TYPE_CHECKING:
    from fpcrawl.clustering.fingerprint import Fingerprint

__all__ = [
    "TEMPLATE_FEATURES",
    "CandidateIndex",
    "Elements",
    "ExactIndex",
    "FingerprintIndex",
    "candidate_limit",
]

Elements: TypeAlias = NDArray[np.uint64]
"""See :meth:`fpcrawl.clustering.views.View.elements`."""

TEMPLATE_FEATURES = ("dom", "tags", "links", "css", "js", "functions")
"""Features that are more the template's than the content's."""

_SHARE = 0.02
_MIN_CANDIDATES = 4
_MAX_CANDIDATES = 16


def candidate_limit(clusters: int) -> int:
    """Return how many candidates are worth a look among so many clusters.

    Two in a hundred, at least 4 and at most 16: the nearest is nearly always among the first
    three of a ranking, and each look costs.
    """
    return max(_MIN_CANDIDATES, min(int(clusters * _SHARE), _MAX_CANDIDATES))


class CandidateIndex(Protocol):
    """Finds the clusters that may be the nearest.

    Attributes
    ----------
    looks_at
        Names of the features whose elements it wants, see
        :data:`fpcrawl.clustering.FEATURES`.
    """

    looks_at: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of clusters."""
        ...

    @property
    def nbytes(self) -> int:
        """Memory in bytes, about."""
        ...

    def add(self, cluster: str, elements: Elements) -> None:
        """Index a cluster, instead of what it was indexed under before."""
        ...

    def remove(self, cluster: str) -> None:
        """Forget a cluster; one that is not there is no error."""
        ...

    def candidates(self, elements: Elements, limit: int | None = None) -> list[str]:
        """Return clusters that may be the nearest, the likeliest first."""
        ...


class ExactIndex:
    """All clusters are candidates: for reference, and for libraries of a few clusters."""

    looks_at: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._clusters: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._clusters)

    @property
    def nbytes(self) -> int:
        """Memory in bytes, about."""
        return 100 * len(self._clusters)

    def add(self, cluster: str, elements: Elements) -> None:  # noqa: ARG002
        """Index a cluster."""
        self._clusters[cluster] = None

    def remove(self, cluster: str) -> None:
        """Forget a cluster; one that is not there is no error."""
        self._clusters.pop(cluster, None)

    def candidates(
        self,
        elements: Elements,  # noqa: ARG002
        limit: int | None = None,
    ) -> list[str]:
        """Return all clusters in the order they came."""
        return list(self._clusters)[:limit]


class FingerprintIndex:
    """The paper's index: 32 inverted lists of 16-bit fingerprints.

    Parameters
    ----------
    beta
        A cluster with more than 32 ``beta`` equal pieces is a candidate, eq. (9).
    skip_full
        Leave out pieces whose bits are all set, too. The paper's centres are small; of a
        centre with 300 elements nine of ten bits of a word are set, and full pieces make
        all big clusters alike, as empty pieces do with small ones.
    """

    looks_at: tuple[str, ...] = ("tags",)

    def __init__(self, beta: float = 0.05, *, skip_full: bool = True) -> None:
        self.beta = beta
        self._void = frozenset({0, 0xFFFF} if skip_full else {0})
        self._of: dict[str, Fingerprint] = {}
        self._lists: tuple[dict[int, dict[str, None]], ...] = tuple({} for _ in range(CHUNKS))

    def __len__(self) -> int:
        return len(self._of)

    @property
    def nbytes(self) -> int:
        """Memory in bytes, about."""
        lists = sum(300 + 96 * len(names) for table in self._lists for names in table.values())
        return lists + len(self._of) * (96 + 56 + 8 * CHUNKS)

    def add(self, cluster: str, elements: Elements) -> None:
        """Index a cluster, instead of what it was indexed under before."""
        self.remove(cluster)
        self._of[cluster] = pieces = fingerprint(elements.tolist())
        for table, piece in zip(self._lists, pieces, strict=True):
            if piece not in self._void:
                table.setdefault(piece, {})[cluster] = None

    def remove(self, cluster: str) -> None:
        """Forget a cluster; one that is not there is no error."""
        for table, piece in zip(self._lists, self._of.pop(cluster, ()), strict=False):
            names = table.get(piece)
            if names is not None:
                names.pop(cluster, None)
                if not names:
                    del table[piece]

    def equal_pieces(self, elements: Elements) -> Counter[str]:
        """Return how many pieces each cluster has in common with a set."""
        found: Counter[str] = Counter()
        for table, piece in zip(self._lists, fingerprint(elements.tolist()), strict=True):
            names = table.get(piece)
            if names is not None:
                found.update(list(names))
        return found

    def candidates(self, elements: Elements, limit: int | None = None) -> list[str]:
        """Return the clusters with more than 32 beta equal pieces, most first."""
        least = candidate_threshold(self.beta)
        found = [(-n, name) for name, n in self.equal_pieces(elements).items() if n >= least]
        return [name for _, name in sorted(found)[:limit]]
