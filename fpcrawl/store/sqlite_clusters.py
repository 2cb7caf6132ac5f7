"""The clusters of all sites."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.store.jsontext import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.clustering.clusterstore import Change
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteClusters"]

_COLUMNS = "core, version, cluster, pages, votes, merged_into, view"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class SqliteClusters:
    """Clusters of one state file; see :class:`fpcrawl.clustering.clusterstore.ClusterStore`."""

    db: Connection

    def version(self) -> int:
        """Return the version of the latest change; 0 when there was none."""
        return int(self.db.read_one("SELECT coalesce(max(version), 0) FROM clusters")[0])

    def read(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there."""
        found = {}
        for start in range(0, len(cores), _BATCH):
            names = cores[start : start + _BATCH]
            marks = ",".join("?" * len(names))
            sql = f"SELECT {_COLUMNS}, sums FROM clusters WHERE core IN ({marks})"  # noqa: S608
            for row in self.db.read(sql, names):
                found[row[0]] = _row(*row)
        return found

    def since(self, version: int) -> Iterator[ClusterRow]:
        """Yield what changed after a version, oldest change first, without the sums."""
        sql = f"SELECT {_COLUMNS} FROM clusters WHERE version > ? ORDER BY version LIMIT {_BATCH}"  # noqa: S608
        while rows := self.db.read(sql, (version,)):
            for row in rows:
                yield _row(*row)
            version = rows[-1][1]

    def update(self, cores: Sequence[str], change: Change) -> list[ClusterRow]:
        """Read rows, have ``change`` make new ones of them and write these, as one."""
        written = []
        # The transaction takes the right to write before anything is read.
        with self.db.transaction():
            known = self.read(cores)
            version = self.version()
            for row in change({name: known.get(name) for name in cores}):
                version += 1
                self.db.write(
                    "INSERT INTO clusters VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (core) DO UPDATE SET version = excluded.version,"
                    " cluster = excluded.cluster,"
                    " pages = excluded.pages, votes = excluded.votes,"
                    " merged_into = excluded.merged_into, view = excluded.view,"
                    " sums = excluded.sums",
                    (
                        row.core,
                        version,
                        row.cluster,
                        row.pages,
                        json_text(dict(row.votes)),
                        row.merged_into,
                        row.view,
                        row.sums,
                    ),
                )
                written.append(replace(row, version=version))
        self.db.flush()
        return written


def _row(
    core: str,
    version: int,
    cluster: str,
    pages: int,
    votes: str,
    merged_into: str | None,
    view: bytes,
    sums: bytes = b"",
) -> ClusterRow:
    counted: dict[str, Any] = json.loads(votes)
    return ClusterRow(core, version, cluster, pages, sums, view, counted, merged_into)
