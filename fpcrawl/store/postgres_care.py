"""All records that PostgreSQL holds, section by section."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import (
    RECORDS,
    FeedMark,
    OutboxLine,
    PartRow,
    Pruned,
    ThreadPageRow,
    VersionRow,
)
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.model import RecordRow
from fpcrawl.store.postgres_rows import happened_at, json_for, storable
from fpcrawl.store.recordtext import decode_record, ordered
from fpcrawl.store.worker import node_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from fpcrawl.store.care import Prune
    from fpcrawl.store.postgres_connection import PgConnection, PostgresDb

__all__ = ["PostgresCare"]

#: Rows read or written at once.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class _Section:
    """How rows of a section are read and written.

    Attributes
    ----------
    read
        Takes the last key and how many; gives the key, then the columns of a row.
    least
        A key before all.
    """

    read: str
    least: tuple[Any, ...]
    row: Callable[..., Any]
    write: str
    values: Callable[[Any], Sequence[Any]]


def _ordered(kind: str, data: str) -> str:
    # The database keeps the values, not their order.
    return json_text(ordered(kind, json.loads(data)))


def _record(kind: str, key: str, site: str, *rest: Any) -> RecordRow:
    version, created, updated, data = rest
    return RecordRow(kind, key, site, version, created, updated, _ordered(kind, data))


def _version(kind: str, key: str, version: int, replaced: float, data: str) -> VersionRow:
    return VersionRow(kind, key, version, replaced, _ordered(kind, data))


def _exact(data: str) -> tuple[str, str | None]:
    """Return the JSON text for the database, and the exact one where that is another."""
    held = json_for(data)
    return held, None if held == data else data


def _record_values(row: RecordRow) -> Sequence[Any]:
    when = happened_at(decode_record(row.kind, row.data))
    names = (row.kind, storable(row.key), storable(row.site))
    return [*names, row.version, row.created, row.updated, when, *_exact(row.data)]


_SECTIONS = {
    "records": _Section(
        "SELECT id, kind, key, site, version, extract(epoch FROM created)::float8,"
        " extract(epoch FROM updated)::float8, coalesce(raw, data::text) FROM records"
        " WHERE id > %s ORDER BY id LIMIT %s",
        (0,),
        _record,
        "INSERT INTO records (kind, key, site, version, revision, created, updated, happened,"
        " data, raw) VALUES (%s, %s, %s, %s, 1, to_timestamp(%s), to_timestamp(%s), %s,"
        " %s::jsonb, %s)",
        _record_values,
    ),
    "versions": _Section(
        "SELECT v.record, v.version, r.kind, r.key, v.version,"
        " extract(epoch FROM v.replaced)::float8, coalesce(v.raw, v.data::text)"
        " FROM versions v JOIN records r ON r.id = v.record"
        " WHERE (v.record, v.version) > (%s, %s) ORDER BY v.record, v.version LIMIT %s",
        (0, 0),
        _version,
        "INSERT INTO versions (record, version, replaced, data, raw)"
        " SELECT id, %s, to_timestamp(%s), %s::jsonb, %s FROM records"
        " WHERE kind = %s AND key = %s",
        lambda row: [row.version, row.replaced, *_exact(row.data), row.kind, storable(row.key)],
    ),
    "thread_pages": _Section(
        "SELECT thread, page, thread, page, url, posts, topic FROM thread_pages"
        " WHERE (thread, page) > (%s, %s) ORDER BY thread, page LIMIT %s",
        ("", -1),
        ThreadPageRow,
        "INSERT INTO thread_pages (thread, page, url, posts, topic) VALUES (%s, %s, %s, %s, %s)",
        lambda row: [storable(row.thread), row.page, storable(row.url), row.posts, row.topic],
    ),
    "article_parts": _Section(
        "SELECT article, page, article, page, pages, crawl, extract(epoch FROM held)::float8, data"
        " FROM article_parts WHERE (article, page) > (%s, %s) ORDER BY article, page LIMIT %s",
        ("", -1),
        PartRow,
        "INSERT INTO article_parts (article, page, pages, crawl, held, data)"
        " VALUES (%s, %s, %s, %s, to_timestamp(%s::float8), %s)",
        lambda row: [
            storable(row.article),
            row.page,
            row.pages,
            storable(row.crawl),
            row.held,
            row.data,
        ],
    ),
    "outbox": _Section(
        "SELECT seq, kind, crawl, data FROM outbox WHERE seq > %s ORDER BY seq LIMIT %s",
        (0,),
        OutboxLine,
        "INSERT INTO outbox (kind, crawl, data) VALUES (%s, %s, %s)",
        lambda row: [row.kind, storable(row.crawl), row.data],
    ),
    "feeds": _Section(
        "SELECT path, path, size FROM feeds WHERE node = {node} AND path > %s"
        " ORDER BY path LIMIT %s",
        ("",),
        FeedMark,
        "INSERT INTO feeds (node, path, size) VALUES ({node}, %s, %s)",
        lambda row: [storable(row.path), row.size],
    ),
}


class PostgresCare:
    """See :class:`fpcrawl.store.care.Care`; feeds are those of this machine."""

    def __init__(self, db: PostgresDb) -> None:
        self._db = db
        self._node = "'" + storable(node_name()).replace("'", "''").replace("%", "%%") + "'"

    @property
    def sections(self) -> Sequence[str]:
        """Those of records."""
        return RECORDS

    def _sql(self, text: str) -> bytes:
        return text.replace("{node}", self._node).encode()

    def _read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        query = self._sql(sql)
        return self._db.run(lambda connection: connection.execute(query, parameters).fetchall())

    def count(self, section: str) -> int:
        """Count the rows of a section."""
        where = " WHERE node = {node}" if section == "feeds" else ""
        return int(self._read(f"SELECT count(*) FROM {section}{where}")[0][0])  # noqa: S608

    def dump(self, section: str) -> Iterator[Any]:
        """Give the rows of a section, a few in memory at a time."""
        how = _SECTIONS[section]
        last = how.least
        while rows := self._read(how.read, (*last, _BATCH)):
            last = rows[-1][: len(last)]
            for row in rows:
                yield how.row(*row[len(last) :])

    def load(self, section: str, rows: Iterable[Any]) -> None:
        """Add rows of another store to a section."""
        how = _SECTIONS[section]
        query = self._sql(how.write)
        rows = iter(rows)
        while batch := [how.values(row) for row in islice(rows, _BATCH)]:
            self._db.run(partial(_write, query=query, rows=batch))

    def clear(self, section: str) -> None:
        """Remove all rows of a section."""
        where = " WHERE node = {node}" if section == "feeds" else ""
        query = self._sql(f"DELETE FROM {section}{where}")  # noqa: S608
        self._db.run(lambda connection: connection.execute(query))

    def prune(self, what: Prune, *, dry_run: bool = False) -> list[Pruned]:
        """Remove earlier versions of records, and tell what went."""
        if what.before is None:
            return []
        where = "FROM versions WHERE replaced < to_timestamp(%s)"
        sql = f"SELECT count(*), coalesce(sum(length(data::text)), 0) {where}"
        ((rows, size),) = self._read(sql, (what.before,))
        if not dry_run:
            query = f"DELETE {where}".encode()
            self._db.run(lambda connection: connection.execute(query, (what.before,)))
        return [Pruned("versions", int(rows), int(size))]

    def workers(self) -> int:
        """Return 0: who is at work is known to the store of the frontier."""
        return 0

    def shrink(self) -> int:
        """Do nothing: PostgreSQL uses free room again by itself."""
        return 0


def _write(connection: PgConnection, query: bytes, rows: Sequence[Sequence[Any]]) -> None:
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(query, rows)
