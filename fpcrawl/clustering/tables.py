"""What the strings of pages stand for, found in C where they have been seen before.

The pages of a site repeat nearly all of their classes, addresses and labels. These tables
keep what was made of each, and live as long as the process.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.normalise import stable_hash, token_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["BITS", "MASK", "NAMED", "Codes", "Hashes"]

#: Classes of an element that are looked at.
_CLASSES = 3
#: Strings that a table keeps at most, and their length.
_MOST_KEPT, _LONGEST_KEPT = 32_768, 400
#: A code of a signature has so many bits.
BITS = 20
MASK = (1 << BITS) - 1
#: Set in an edge when its parent or its child has a class or an id.
NAMED = 1 << BITS | 1
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S27, _S30, _S31 = np.uint64(27), np.uint64(30), np.uint64(31)
_DIGITS = re.compile(r"[0-9]+")


class Hashes(dict[str, int]):
    """The hash of each raw string in its lasting form, 0 for nothing; found in C if known.

    Strings that differ in numbers and case alone are brought to the lasting form once.
    """

    def __init__(self, shape: Callable[[str], str]) -> None:
        super().__init__()
        self.shape = shape
        self._timeless: dict[str, int] = {}

    def lasting(self, raw: str) -> str:
        """Return the lasting form of a string."""
        return self.shape(_timeless(raw))

    def __missing__(self, raw: str) -> int:
        key = _timeless(raw)
        found = self._timeless.get(key)
        if found is None:
            text = self.shape(key)
            found = stable_hash(text) if text else 0
            _keep(self._timeless, key, found)
        _keep(self, raw, found)
        return found


def _keep(table: dict[str, int], key: str, value: int) -> None:
    if len(table) >= _MOST_KEPT:
        table.clear()
    # Whole pictures stand in addresses.
    if len(key) <= _LONGEST_KEPT:
        table[key] = value


def _timeless(raw: str) -> str:
    """Return a string in lower case with 0 for each number: far fewer are left."""
    return _DIGITS.sub("0", raw).lower()


def _signature(tag: str, value: str | None) -> str:
    tokens = value.split(None, _CLASSES)[:_CLASSES] if value else ()
    return ".".join([tag, *sorted(set(map(token_shape, tokens)))])


class Codes(dict[tuple[object, str | None], int]):
    """Small numbers for elements (tag, class), good as long as this process runs.

    The lowest bit tells whether the element has a class or an id. Number 0 is no element: the
    parent of the root, and comments.

    Attributes
    ----------
    signatures
        What a number stands for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.signatures = ["", ""]
        self._hashes = np.zeros(1_024, np.uint64)
        self._known: dict[str, int] = {}
        self._lock = Lock()

    def __missing__(self, key: tuple[object, str | None]) -> int:
        tag, value = key
        if not isinstance(tag, str):
            # The tag of a comment is a function.
            self[tag, value] = 0
            return 0
        signature = _signature(tag, value)
        with self._lock:
            code = self._known.get(signature)
            if code is None:
                named = "." in signature
                # The last number is shared by all that came too late.
                code = min(len(self.signatures) + named, MASK)
                self.signatures += [signature] * 2
                if len(self.signatures) > len(self._hashes):
                    self._hashes = np.concatenate((self._hashes, np.zeros_like(self._hashes)))
                self._hashes[code] = stable_hash(signature)
                self._known[signature] = code
            self[tag, value] = code
        return code

    def edge_hashes(self, edges: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the hashes of edges: of parent and child, each edge both codes in one number.

        Their order counts (the finaliser of splitmix64).
        """
        hashes = self._hashes
        x = hashes[edges >> BITS] * _GOLDEN + hashes[edges & MASK]
        x = (x ^ (x >> _S30)) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> _S27)) * np.uint64(0x94D049BB133111EB)
        out: NDArray[np.uint64] = x ^ (x >> _S31)
        return out

    @property
    def full(self) -> bool:
        """Whether it is time for a new table."""
        return len(self) > 400_000
