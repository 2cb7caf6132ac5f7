"""MinHash-LSH of datasketch as a candidate index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from datasketch import MinHash, MinHashLSH

from fpcrawl.clustering.index import TEMPLATE_FEATURES, candidate_limit

if TYPE_CHECKING:
    from fpcrawl.clustering.index import Elements

__all__ = ["MinHashIndex"]

# Kept in memory only and made anew at each start, so signatures of two versions of
# datasketch never meet; all the same the scheme is named, not left to its default.
_SCHEME = "affine32"
_SEED = 1


class MinHashIndex:
    """Clusters by bands of their MinHash signatures, ranked by the signatures' agreement.

    Parameters
    ----------
    bands, rows
        The signature has ``bands * rows`` values; a cluster that agrees in all rows of a
        band is a candidate. By default one of similarity 0.2 is found with 73 %, one of
        0.4 with more than 99 %.
    """

    looks_at: tuple[str, ...] = TEMPLATE_FEATURES

    def __init__(self, bands: int = 32, rows: int = 2) -> None:
        self._bands, self._rows = bands, rows
        self._lsh: Any = MinHashLSH(num_perm=bands * rows, params=(bands, rows))
        self._hashes: dict[str, Any] = {}
        # Making a signature from one that is there spares drawing the permutations again.
        self._empty: Any = MinHash(bands * rows, _SEED, hashfunc=int, scheme=_SCHEME)

    def __len__(self) -> int:
        return len(self._hashes)

    @property
    def nbytes(self) -> int:
        """Memory in bytes, about."""
        # A band's entry: key of the bucket, the bucket, and the key kept for removal.
        entry = 33 + 4 * self._rows + 300 + 41 + 8 * self._rows
        return len(self._hashes) * (self._bands * entry + 4 * self._bands * self._rows + 300)

    def _signature(self, elements: Elements) -> Any:
        signature = self._empty.copy()
        mixed = np.unique((elements * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32))
        signature.update_batch(mixed.tolist())
        return signature

    def add(self, cluster: str, elements: Elements) -> None:
        """Index a cluster, instead of what it was indexed under before."""
        self.remove(cluster)
        signature = self._signature(elements)
        self._lsh.insert(cluster, signature)
        self._hashes[cluster] = signature.hashvalues

    def remove(self, cluster: str) -> None:
        """Forget a cluster; one that is not there is no error."""
        if self._hashes.pop(cluster, None) is not None:
            self._lsh.remove(cluster)

    def candidates(self, elements: Elements, limit: int | None = None) -> list[str]:
        """Return the clusters that agree in a band, those that agree most first."""
        limit = candidate_limit(len(self)) if limit is None else limit
        signature = self._signature(elements)
        mine = signature.hashvalues
        found = [
            (-int(np.count_nonzero(self._hashes[name] == mine)), name)
            for name in self._lsh.query(signature)
        ]
        return [name for _, name in sorted(found)[:limit]]
