"""The clusters of all sites in Redis.

A core is a hash ``{prefix}:cluster:<core>``, in which each part of its sums has a field of its
own, ``sums`` or ``sums:<version>:<number>``; the sorted set ``{prefix}:clusters`` holds the
version of its last change, ``{prefix}:clusters:version`` the latest of all.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.store.jsontext import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fpcrawl.clustering.clusterstore import Change
    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["RedisClusters"]

_HEAD = ("version", "cluster", "pages", "votes", "merged_into", "viewed")
_SUMS = b"sums"
_BATCH = 200


class RedisClusters:
    """Clusters of one Redis state; see :class:`fpcrawl.clustering.clusterstore.ClusterStore`.

    Parameters
    ----------
    db
        The connection.
    """

    def __init__(self, db: RedisDb) -> None:
        self._db = db
        self._index = db.key("clusters")
        self._version = db.key("clusters", "version")
        # By what Redis knows a change that is sent again because its reply was lost.
        self._writer = db.key("clusters", "writer", uuid.uuid4().hex)
        self._marks = count(1)

    def _key(self, core: str) -> str:
        return self._db.key("cluster", core)

    def version(self) -> int:
        """Return the version of the latest change; 0 when there was none."""
        return int(self._db.read("GET", self._version) or 0)

    def read(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there."""
        found = {}
        for start in range(0, len(cores), _BATCH):
            names = cores[start : start + _BATCH]
            rows = self._db.pipeline_read([("HGETALL", self._key(name)) for name in names])
            for name, held in zip(names, rows, strict=True):
                if held:
                    row = _row(name, *(held.get(field.encode()) for field in (*_HEAD, "view")))
                    found[name] = replace(row, sums=_sums(held))
        return found

    def views(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there, without the sums."""
        return self._rows(cores, (*_HEAD, "view"))

    def _rows(self, cores: Sequence[str], fields: Sequence[str]) -> dict[str, ClusterRow]:
        found = {}
        for start in range(0, len(cores), _BATCH):
            names = cores[start : start + _BATCH]
            rows = self._db.pipeline_read([("HMGET", self._key(name), *fields) for name in names])
            for name, values in zip(names, rows, strict=True):
                if values[0] is not None:
                    found[name] = _row(name, *values)
        return found

    def since(self, version: int) -> Iterator[ClusterRow]:
        """Yield what changed after a version, oldest change first, without the sums."""
        while names := self._db.read(
            "ZRANGEBYSCORE", self._index, f"({version}", "+inf", "LIMIT", 0, _BATCH
        ):
            rows = self.views([name.decode() for name in names])
            # One that changed in between comes again, by its new version.
            yield from sorted(rows.values(), key=lambda row: row.version)
            version = max(row.version for row in rows.values())

    def update(self, cores: Sequence[str], change: Change) -> list[ClusterRow]:
        """Read heads of rows, have ``change`` make rows of them and write these, as one.

        Written at once, not with the transaction around. Where another worker has written one
        of the rows meanwhile, ``change`` is called anew with what stands there then.
        """
        mark = str(next(self._marks))
        while True:
            known = self._rows(cores, _HEAD)
            rows = list(change({name: known.get(name) for name in cores}))
            if not rows:
                return []
            told: list[str | bytes | int] = [mark, len(cores)]
            told += [known[name].version if name in known else 0 for name in cores]
            told += [word for row in rows for word in _words(row)]
            keys = [self._index, self._version, self._writer]
            keys += [self._key(name) for name in cores]
            keys += [self._key(row.core) for row in rows]
            first = self._db.script("clusters_write", keys, told)
            if first:
                return [replace(row, version=first + n) for n, row in enumerate(rows)]


def _words(row: ClusterRow) -> list[str | bytes | int]:
    merged = row.merged_into or ""
    return [
        row.core,
        row.cluster,
        row.pages,
        json_text(dict(row.votes)),
        merged,
        row.viewed,
        int(row.adds),
        row.view,
        len(row.sums),
        *row.sums,
    ]


def _sums(held: Mapping[bytes, bytes]) -> tuple[bytes, ...]:
    """Return the parts of the sums in the order in which they were written."""
    names = [name.split(b":") for name in held if name.split(b":")[0] == _SUMS]
    names.sort(key=lambda words: list(map(int, words[1:])))
    return tuple(held[b":".join(words)] for words in names)


def _row(
    core: str,
    version: bytes,
    cluster: bytes,
    pages: bytes,
    votes: bytes,
    merged_into: bytes,
    viewed: bytes | None,
    view: bytes = b"",
) -> ClusterRow:
    counted: dict[str, Any] = json.loads(votes)
    # Before version 2 of the state every view was made of all pages.
    of = int(pages if viewed is None else viewed)
    merged = merged_into.decode() or None
    return ClusterRow(
        core, int(version), cluster.decode(), int(pages), (), view, counted, merged, of
    )
