"""The interface of clustering, and the simplest: leaders compared by their tag paths.

A page is a set of tag paths (tags with their first class). It joins the first cluster
whose leader it resembles enough (Jaccard), or founds a new one.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree

__all__ = ["Assignment", "Clusterer", "LeaderClusterer", "path_sketch"]

#: Smallest hashes kept of a page: the standard error of a similarity is about 1/sqrt(K).
SKETCH_SIZE = 128
#: A page this much like a leader is looked for no further.
SURE = 0.85
#: Levels of a path that are looked at.
LEVELS = 4


@dataclass(frozen=True, slots=True)
class Assignment:
    """The cluster of a page and how alike the page is to it, 0..1."""

    cluster: str
    similarity: float
    is_new: bool


class Clusterer(Protocol):
    """Assigns pages to clusters as they come."""

    def assign(self, sketch: Sequence[int]) -> Assignment:
        """Return the cluster of a page, founding one when none is near."""
        ...


def path_sketch(tree: PageTree, size: int = SKETCH_SIZE) -> tuple[int, ...]:
    """Bottom-k sketch of the set of tag paths of a page.

    Returns
    -------
    tuple of int
        At most ``size`` 32-bit hashes, ascending. Two sketches estimate the Jaccard
        similarity of the sets (Broder 1997, https://doi.org/10.1109/SEQUEN.1997.666900).
    """
    paths: list[tuple[str, ...]] = []
    for name, above in zip(tree.sig, tree.parent, strict=True):
        paths.append((*paths[above][1 - LEVELS :], name) if above >= 0 else (name,))
    return tuple(sorted({_hash("/".join(path)) for path in set(paths)})[:size])


@lru_cache(maxsize=16_384)
def _hash(path: str) -> int:
    digest = hashlib.blake2b(path.encode("utf-8", "replace"), digest_size=4).digest()
    return int.from_bytes(digest, "big")


def sketch_similarity(one: frozenset[int], other: frozenset[int], at_least: float = 0.0) -> float:
    """Estimate of the Jaccard similarity of two sketched sets; 1.0 for two empty ones.

    Parameters
    ----------
    at_least
        Similarities below this may be given as 0.0, which saves most of the work.
    """
    size = min(max(len(one), len(other)), SKETCH_SIZE)
    if not size:
        return 1.0
    common = one & other
    if len(common) < at_least * size:
        return 0.0
    union = sorted(one | other)[:size]
    return sum(h in common for h in union) / len(union)


class LeaderClusterer:
    """Leader clustering over path sketches.

    Parameters
    ----------
    threshold
        Similarity at which a page joins a cluster.
    max_clusters
        Leaders kept; the one unused for longest is forgotten first.
    """

    def __init__(self, threshold: float = 0.6, max_clusters: int = 500) -> None:
        self.threshold = threshold
        self.max_clusters = max_clusters
        self._leaders: OrderedDict[str, frozenset[int]] = OrderedDict()

    def assign(self, sketch: Sequence[int]) -> Assignment:
        """Return the likeliest cluster of a page, founding one when none is near."""
        mine = frozenset(sketch)
        best, best_similarity = "", 0.0
        # The latest first: pages of one kind come in runs.
        for name in reversed(self._leaders):
            known = max(best_similarity, self.threshold)
            similarity = sketch_similarity(mine, self._leaders[name], known)
            if similarity > best_similarity:
                best, best_similarity = name, similarity
                if similarity > SURE:
                    break
        if best_similarity >= self.threshold:
            self._leaders.move_to_end(best)
            return Assignment(best, best_similarity, is_new=False)
        raw = b"".join(h.to_bytes(4, "big") for h in sketch)
        name = hashlib.blake2b(raw, digest_size=6).hexdigest()
        self._leaders[name] = mine
        while len(self._leaders) > self.max_clusters:
            self._leaders.popitem(last=False)
        return Assignment(name, 1.0, is_new=True)

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {name: sorted(sketch) for name, sketch in self._leaders.items()}

    def load(self, data: dict[str, Any]) -> None:
        """Take over what :meth:`to_json` wrote."""
        self._leaders = OrderedDict((name, frozenset(sketch)) for name, sketch in data.items())
