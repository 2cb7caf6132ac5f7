"""All that a state file holds, section by section."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import CORE, RECORDS
from fpcrawl.store.sqlite_prune import prune, shrink
from fpcrawl.store.sqlite_sections import SECTIONS
from fpcrawl.store.sqlite_templates import KEPT_COLUMNS, kept_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fpcrawl.clustering.clusterstore import ClusterRow
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.store.care import Prune, Pruned
    from fpcrawl.store.sqlite_clusters import SqliteClusters
    from fpcrawl.store.sqlite_connection import Connection
    from fpcrawl.store.sqlite_ledger import Ledger
    from fpcrawl.store.sqlite_templates import SqliteTemplates
    from fpcrawl.store.sqlite_workers import Workers
    from fpcrawl.store.templates import StoredTemplate

__all__ = ["SqliteCare"]

#: Rows read or written at once.
_BATCH = 500
#: Kept pages and clusters are large.
_FEW = 20
_ALL = 2**62


@dataclass(frozen=True, slots=True)
class SqliteCare:
    """See :class:`fpcrawl.store.care.Care`; ``workers`` is None in a state opened read-only."""

    db: Connection
    clock: Callable[[], float]
    ledger: Ledger
    clusters: SqliteClusters
    templates: SqliteTemplates
    running: Workers | None

    @property
    def sections(self) -> Sequence[str]:
        """All there are."""
        return (*CORE, *RECORDS)

    def count(self, section: str) -> int:
        """Count the rows of a section."""
        table = SECTIONS.get(section)
        if table is None:
            return int(self.db.read_one(f"SELECT count(*) FROM {section}")[0])  # noqa: S608
        sql = f"SELECT count(*) FROM {table.table} WHERE {table.where}"  # noqa: S608
        return int(self.db.read_one(sql)[0])

    # -- giving

    def dump(self, section: str) -> Iterator[Any]:
        """Give the rows of a section, a few in memory at a time."""
        match section:
            case "clusters":
                return self._clusters()
            case "templates":
                return iter(self.templates.since(0).found)
            case "kept_pages":
                return self._pages()
            case _:
                return self._rows(section)

    def _rows(self, section: str) -> Iterator[Any]:
        table = SECTIONS[section]
        sql, last = table.query(), table.least
        while rows := self.db.read(sql, (*last, _BATCH)):
            last = rows[-1][: len(last)]
            for row in rows:
                yield table.row(*row[len(last) :])

    def _clusters(self) -> Iterator[ClusterRow]:
        rows = self.clusters.since(0)
        while names := [row.core for row in islice(rows, _FEW)]:
            found = self.clusters.read(names)
            yield from (found[name] for name in names)

    def _pages(self) -> Iterator[KeptPage]:
        last = 0
        sql = f"SELECT {KEPT_COLUMNS} FROM kept_pages WHERE id > ? ORDER BY id LIMIT {_FEW}"  # noqa: S608
        while rows := self.db.read(sql, (last,)):
            last = rows[-1][0]
            yield from (kept_page(*row) for row in rows)

    # -- taking

    def load(self, section: str, rows: Iterable[Any]) -> None:
        """Add rows of another store to a section."""
        rows = iter(rows)
        while batch := list(islice(rows, _BATCH if section in SECTIONS else _FEW)):
            with self.db.transaction():
                self._take(section, batch)
            self.db.flush()

    def _take(self, section: str, rows: Sequence[Any]) -> None:
        match section:
            case "clusters":
                self.clusters.update([row.core for row in rows], lambda _: rows)
            case "templates":
                for row in rows:
                    self._take_template(row)
            case "kept_pages":
                for row in rows:
                    self.templates.keep(row, _ALL)
            case _:
                self._write(section, rows)

    def _take_template(self, row: StoredTemplate) -> None:
        self.templates.put(row.entry, row.watch)

    def _write(self, section: str, rows: Sequence[Any]) -> None:
        table = SECTIONS[section]
        now = self.clock()
        for row in rows:
            values = [getattr(row, field.name) for field in fields(row)]
            if table.of_crawl:
                values[0] = self.ledger.crawl_id(values[0])
            if section == "frontier":
                values.append(int(row.due > now))  # 0 ready, 1 waiting for its time
            self.db.write(table.write, values)

    def clear(self, section: str) -> None:
        """Remove all rows of a section."""
        with self.db.transaction():
            name = SECTIONS[section].table if section in SECTIONS else section
            if section == "versions":
                name = section
            if section == "clusters":
                self.clusters.clear()
            else:
                self.db.write(f"DELETE FROM {name}")  # noqa: S608
            if section in ("frontier", "seen", "failures", "counters"):
                self.db.write(
                    "DELETE FROM crawls WHERE id NOT IN (SELECT crawl FROM frontier"
                    " UNION SELECT crawl FROM seen UNION SELECT crawl FROM failures"
                    " UNION SELECT crawl FROM counters)"
                )
                self.ledger.forget_names()
        self.db.flush()

    # -- pruning

    def prune(self, what: Prune, *, dry_run: bool = False) -> list[Pruned]:
        """Remove what may go, a few rows at a time, and tell what went."""
        return prune(self.db, what, dry_run=dry_run, drained=self.ledger.forget_names)

    def workers(self) -> int:
        """Count the other workers that are at work."""
        me = 0 if self.running is None else self.running.me
        return int(self.db.read_one("SELECT count(*) FROM workers WHERE id <> ?", (me,))[0])

    def shrink(self) -> int:
        """Give room that is free back to the disk; return how many bytes."""
        return shrink(self.db)
