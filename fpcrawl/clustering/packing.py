"""A centre as bytes, for the store.

One byte for the version, then (little-endian) the length of a block of compressed JSON, the
block with the small sums, the elements and counts of each set as arrays, the weights of
f2, and a CRC-32.
"""

from __future__ import annotations

import json
import struct
import zlib
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.centre import Centre
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from typing import Any

__all__ = ["VERSION", "pack_centre", "unpack_centre"]

VERSION = 1
_HEAD = struct.Struct("<BI")
_TAIL = struct.Struct("<I")


def pack_centre(centre: Centre) -> bytes:
    """Return a centre as bytes."""
    small = {
        "pages": centre.pages,
        "depths": centre.depths,
        "totals": centre.totals,
        "lost": centre.lost,
        "sums": centre.sums,
        "directions": centre.directions,
        "sizes": [len(counts) for counts in centre.counts],
    }
    text = json.dumps(small, separators=(",", ":"), sort_keys=True).encode("utf-8", "surrogatepass")
    block = zlib.compress(text, 6)
    parts = [_HEAD.pack(VERSION, len(block)), block]
    for counts in centre.counts:
        elements = np.fromiter(counts, "<u8", len(counts))
        order = np.argsort(elements)
        numbers = np.fromiter(counts.values(), "<u4", len(counts))
        parts += (elements[order].tobytes(), numbers[order].tobytes())
    weights = map(centre.weights.get, sorted(centre.counts[0]), repeat(0))
    parts.append(np.fromiter(weights, "<u8", len(centre.counts[0])).tobytes())
    body = b"".join(parts)
    return body + _TAIL.pack(zlib.crc32(body))


def unpack_centre(data: bytes) -> Centre:
    """Read a centre from bytes.

    Raises
    ------
    StateError
        When the data are of another version or damaged.
    """
    if len(data) < _HEAD.size + _TAIL.size:
        raise StateError("clustering: a stored centre is damaged")
    version, length = _HEAD.unpack_from(data)
    if version != VERSION:
        raise StateError(f"clustering: a stored centre has version {version}, not {VERSION}")
    body = data[: -_TAIL.size]
    if zlib.crc32(body) != _TAIL.unpack(data[-_TAIL.size :])[0]:
        raise StateError("clustering: a stored centre is damaged")
    small: dict[str, Any] = json.loads(zlib.decompress(body[_HEAD.size : _HEAD.size + length]))
    centre = Centre()
    centre.pages = small["pages"]
    centre.depths = small["depths"]
    centre.totals = small["totals"]
    centre.lost = small["lost"]
    centre.sums = small["sums"]
    centre.directions = small["directions"]
    at = _HEAD.size + length
    for counts, size in zip(centre.counts, small["sizes"], strict=True):
        elements = np.frombuffer(body, "<u8", size, at).tolist()
        at += 8 * size
        numbers = np.frombuffer(body, "<u4", size, at).tolist()
        counts.update(dict(zip(elements, numbers, strict=True)))
        at += 4 * size
    sums = np.frombuffer(body, "<u8", small["sizes"][0], at).tolist()
    centre.weights = dict(zip(centre.counts[0], sums, strict=True))
    return centre
