"""A centre as bytes, for the store.

A head with the version and the plain sums, then (little-endian) the keys of all elements, the
sums of tags and of the weights of f2, the counts of the sets, the names of tags as JSON, and a
CRC-32. Version 1, which had the elements as they are and the tags as compressed
JSON, is still read.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.centre import Centre, Sums
from fpcrawl.clustering.normalise import tag_on_layer
from fpcrawl.clustering.numbers import OFFSETS
from fpcrawl.clustering.weights import FEATURES
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from typing import Any

__all__ = ["VERSION", "pack_centre", "unpack_centre"]

VERSION = 2
_N = len(FEATURES)
#: Version, pages, depths, totals, lost, lengths, bytes of the names of tags.
_HEAD = struct.Struct(f"<BIQ{2 * (_N - 1)}Q{_N}II")
_HEAD_1 = struct.Struct("<BI")
_TAIL = struct.Struct("<I")


def pack_centre(centre: Centre) -> bytes:
    """Return a centre as bytes."""
    sums = centre.packable()
    lengths = sums.lengths.tolist()
    tags = lengths[0]
    names = json.dumps(sorted(centre.tags)).encode()
    head = _HEAD.pack(
        VERSION, centre.pages, centre.depths, *centre.totals, *centre.lost, *lengths, len(names)
    )
    parts = (
        head,
        sums.keys.astype("<u8").tobytes(),
        sums.shares[: tags + lengths[1]].astype("<u8").tobytes(),
        sums.numbers[:tags].astype("<u8").tobytes(),
        sums.numbers[tags:].astype("<u4").tobytes(),
        names,
    )
    body = b"".join(parts)
    return body + _TAIL.pack(zlib.crc32(body))


def unpack_centre(data: bytes) -> Centre:
    """Read a centre from bytes.

    Raises
    ------
    StateError
        When the data are of another version or damaged.
    """
    if len(data) < _HEAD_1.size + _TAIL.size:
        raise StateError("clustering: a stored centre is damaged")
    if data[0] not in (1, VERSION):
        raise StateError(f"clustering: a stored centre has version {data[0]}, not {VERSION}")
    body = data[: -_TAIL.size]
    if zlib.crc32(body) != _TAIL.unpack(data[-_TAIL.size :])[0]:
        raise StateError("clustering: a stored centre is damaged")
    return _unpacked_1(body) if data[0] == 1 else _unpacked(body)


def _unpacked(body: bytes) -> Centre:
    centre = Centre()
    _, centre.pages, centre.depths, *rest, size = _HEAD.unpack_from(body)
    centre.totals, centre.lost = rest[: _N - 1], rest[_N - 1 : 2 * (_N - 1)]
    lengths = rest[-_N:]
    tags, count = lengths[0], sum(lengths)
    weighed = tags + lengths[1]
    at = _HEAD.size
    keys = np.frombuffer(body, "<u8", count, at)
    shares, numbers = np.zeros(count, np.int64), np.empty(count, np.int64)
    at += 8 * count
    shares[:weighed] = np.frombuffer(body, "<u8", weighed, at)
    at += 8 * weighed
    numbers[:tags] = np.frombuffer(body, "<u8", tags, at)
    at += 8 * tags
    numbers[tags:] = np.frombuffer(body, "<u4", count - tags, at)
    at += 4 * (count - tags)
    names = json.loads(body[at : at + size])
    centre.lay(names, Sums(np.array(lengths), keys, numbers, shares))
    return centre


def _unpacked_1(body: bytes) -> Centre:
    at = _HEAD_1.size + _HEAD_1.unpack_from(body)[1]
    small: dict[str, Any] = json.loads(zlib.decompress(body[_HEAD_1.size : at]))
    centre = Centre()
    centre.pages, centre.depths = small["pages"], small["depths"]
    centre.totals, centre.lost = small["totals"], small["lost"]
    known = {
        tag_on_layer(depth, tag): (depth, tag)
        for depth, layer in enumerate(small["sums"])
        for tag in layer
    }
    keys = [np.fromiter(known, np.uint64, len(known))]
    numbers = [np.array([small["directions"][depth][tag] for depth, tag in known.values()], "<i8")]
    shares = [np.array([small["sums"][depth][tag] for depth, tag in known.values()], "<i8")]
    for offset, size in zip(OFFSETS[1:], small["sizes"], strict=True):
        keys.append(np.frombuffer(body, "<u8", size, at) + offset)
        numbers.append(np.frombuffer(body, "<u4", size, at + 8 * size).astype(np.int64))
        at += 12 * size
    shares.append(np.frombuffer(body, "<u8", small["sizes"][0], at).astype(np.int64))
    shares.append(np.zeros(sum(small["sizes"][1:]), np.int64))
    lengths = np.array(list(map(len, keys)))
    columns = (np.concatenate(columns) for columns in (keys, numbers, shares))
    centre.lay({tag for _, tag in known.values()}, Sums(lengths, *columns))
    return centre
