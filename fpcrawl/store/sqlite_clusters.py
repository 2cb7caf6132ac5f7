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

_HEAD = "core, version, cluster, pages, votes, merged_into, viewed"
_WITH_VIEW = (
    "SELECT core, version, cluster, pages, votes, merged_into, viewed, coalesce(view, x'')"
    " FROM clusters LEFT JOIN cluster_views USING (core)"
)
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
        found = self.views(cores)
        sums: dict[str, list[bytes]] = {name: [] for name in found}
        for core, part in self._named("SELECT core, sums FROM cluster_sums", list(found), "rowid"):
            sums[core].append(part)
        return {name: replace(row, sums=tuple(sums[name])) for name, row in found.items()}

    def views(self, cores: Sequence[str]) -> dict[str, ClusterRow]:
        """Return the rows that are there, without the sums."""
        return {row[0]: _row(*row) for row in self._named(_WITH_VIEW, cores)}

    def _named(self, sql: str, cores: Sequence[str], order: str = "NULL") -> Iterator[Any]:
        for start in range(0, len(cores), _BATCH):
            names = cores[start : start + _BATCH]
            marks = ",".join("?" * len(names))
            yield from self.db.read(f"{sql} WHERE core IN ({marks}) ORDER BY {order}", names)

    def since(self, version: int) -> Iterator[ClusterRow]:
        """Yield what changed after a version, oldest change first, without the sums."""
        sql = f"{_WITH_VIEW} WHERE version > ? ORDER BY version LIMIT {_BATCH}"
        while rows := self.db.read(sql, (version,)):
            for row in rows:
                yield _row(*row)
            version = rows[-1][1]

    def update(self, cores: Sequence[str], change: Change) -> list[ClusterRow]:
        """Read heads of rows, have ``change`` make rows of them and write these, as one."""
        written = []
        # The transaction takes the right to write before anything is read.
        with self.db.transaction():
            heads = self._named(f"SELECT {_HEAD} FROM clusters", cores)  # noqa: S608
            known = {row[0]: _row(*row) for row in heads}
            version = self.version()
            for row in change({name: known.get(name) for name in cores}):
                version += 1
                self._write(row, version)
                written.append(replace(row, version=version))
        self.db.flush()
        return written

    def _write(self, row: ClusterRow, version: int) -> None:
        write, core = self.db.write, row.core
        write(
            f"INSERT INTO clusters ({_HEAD}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
            " ON CONFLICT (core) DO UPDATE SET version = excluded.version,"
            " cluster = excluded.cluster, pages = excluded.pages, votes = excluded.votes,"
            " merged_into = excluded.merged_into, viewed = excluded.viewed",
            (
                core,
                version,
                row.cluster,
                row.pages,
                json_text(dict(row.votes)),
                row.merged_into,
                row.viewed,
            ),
        )
        if not row.adds:
            write("DELETE FROM cluster_sums WHERE core = ?", (core,))
            write("DELETE FROM cluster_views WHERE core = ?", (core,))
        if row.view:
            write("INSERT INTO cluster_views VALUES (?, ?)", (core, row.view))
        for part in row.sums:
            write("INSERT INTO cluster_sums VALUES (?, ?)", (core, part))

    def clear(self) -> None:
        """Forget all clusters."""
        for table in ("clusters", "cluster_views", "cluster_sums"):
            self.db.write(f"DELETE FROM {table}")  # noqa: S608


def _row(
    core: str,
    version: int,
    cluster: str,
    pages: int,
    votes: str,
    merged_into: str | None,
    viewed: int,
    view: bytes = b"",
) -> ClusterRow:
    counted: dict[str, Any] = json.loads(votes)
    return ClusterRow(core, version, cluster, pages, (), view, counted, merged_into, viewed)
