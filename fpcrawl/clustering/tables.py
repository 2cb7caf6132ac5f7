"""What the strings of pages stand for, found in C where they have been seen before.

The pages of a site repeat nearly all of their classes, addresses and labels. These tables
keep what was made of each, and live as long as the process.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from fpcrawl.clustering.normalise import stable_hash, token_shape

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BITS", "MASK", "NAMED", "Codes", "Hashes"]

#: Classes of an element that are looked at.
_CLASSES = 3
#: A code of a signature has so many bits.
BITS = 20
MASK = (1 << BITS) - 1
#: Set in an edge when its parent or its child has a class or an id.
NAMED = 1 << BITS | 1
_U64 = (1 << 64) - 1


class Hashes(dict[str, int]):
    """The hash of each raw string in its lasting form, 0 for nothing; found in C if known."""

    def __init__(self, shape: Callable[[str], str], size: int = 65_536) -> None:
        super().__init__()
        self.shape = shape
        self.size = size

    def __missing__(self, key: str) -> int:
        if len(self) >= self.size:
            self.clear()
        text = self.shape(key)
        found = self[key] = stable_hash(text) if text else 0
        return found


def _signature(key: str) -> str:
    tag, _, value = key.partition(" ")
    tokens = value.split(None, _CLASSES)[:_CLASSES]
    return ".".join([tag, *sorted(set(map(token_shape, tokens)))])


class _Edges(dict[int, int]):
    """Hashes of edges: of two codes in one number."""

    def __init__(self, hashes: list[int]) -> None:
        super().__init__()
        self.hashes = hashes

    def __missing__(self, pair: int) -> int:
        found = self[pair] = _mixed(self.hashes[pair >> BITS], self.hashes[pair & MASK])
        return found


class Codes(dict[str, int]):
    """Small numbers for elements ("tag class"), good as long as this process runs.

    The lowest bit tells whether the element has a class or an id.

    Attributes
    ----------
    signatures, hashes, tags
        What a number stands for.
    edges
        Hashes of edges, parent and child in one number.
    """

    def __init__(self) -> None:
        super().__init__()
        # Number 0 is no element: the parent of the root, and comments.
        self.signatures = ["", ""]
        self.hashes = [0, 0]
        self.tags = ["", ""]
        self.edges = _Edges(self.hashes)
        self._known: dict[str, int] = {}
        self._lock = Lock()

    def __missing__(self, key: object) -> int:
        if not isinstance(key, str):
            # The tag of a comment is a function.
            return 0
        signature = _signature(key)
        with self._lock:
            code = self._known.get(signature)
            if code is None:
                named = "." in signature
                # The last number is shared by all that came too late.
                code = min(len(self.signatures) + named, MASK)
                self.signatures += [signature] * 2
                self.hashes += [stable_hash(signature)] * 2
                self.tags += [signature.partition(".")[0]] * 2
                self._known[signature] = code
            self[key] = code
        return code

    @property
    def full(self) -> bool:
        """Whether it is time for a new table."""
        return max(len(self), len(self.edges)) > 400_000


def _mixed(one: int, other: int) -> int:
    """Return one hash for two; their order counts (the finaliser of splitmix64)."""
    x = (one * 0x9E3779B97F4A7C15 + other) & _U64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _U64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _U64
    return x ^ (x >> 31)
