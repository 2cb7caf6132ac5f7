"""Rows of records in PostgreSQL: what they hold, and writing many in one statement."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from fpcrawl.extraction.records import Thread
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.recordtext import FED, decode_record, encode_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from psycopg import Cursor

    from fpcrawl.extraction.records import Record
    from fpcrawl.store.postgres_connection import PgConnection

__all__ = [
    "FoundRow",
    "NewRow",
    "find_rows",
    "found_rows",
    "happened_at",
    "json_for",
    "storable",
    "write_rows",
]

Row: TypeAlias = tuple[Any, ...]

#: What stands for a character that PostgreSQL takes in no form.
_NO_CHARACTER = "\ufffd"

_FIND = """
SELECT r.kind, r.key, r.version, r.revision, coalesce(r.raw, r.data::text)
FROM unnest(%s::text[], %s::text[]) AS w (kind, key) JOIN records r USING (kind, key)
"""

# One statement, so one round trip and all or nothing. Rows are locked in the order of their
# keys: workers with the same keys wait for each other and never in a ring. A row that another
# worker has written since it was read is left alone, and not among those returned. What the
# statement reads is how things stood before it: the old version. Records come as one array, as
# quoting each would cost more than all else; json keeps them to the letter, for the feeds.
_WRITE = """
WITH given AS (
    SELECT * FROM ROWS FROM (
        unnest(%(kind)s::text[], %(key)s::text[], %(site)s::text[], %(revision)s::int[],
            %(version)s::int[], %(happened)s::timestamptz[], %(raw)s::text[], %(tell)s::bool[]),
        json_array_elements(%(data)s::json)
    ) WITH ORDINALITY
    AS g (kind, key, site, revision, version, happened, raw, tell, data, place)
), written AS (
    INSERT INTO records AS r
        (kind, key, site, version, revision, created, updated, happened, data, raw)
    SELECT kind, key, site, version, revision, to_timestamp(%(now)s), to_timestamp(%(now)s),
        happened, data::jsonb, raw
    FROM given ORDER BY kind, key
    ON CONFLICT (kind, key) DO UPDATE SET
        version = excluded.version, revision = excluded.revision,
        updated = CASE WHEN excluded.version > r.version THEN excluded.updated ELSE r.updated END,
        happened = excluded.happened, data = excluded.data, raw = excluded.raw
    WHERE r.revision = excluded.revision - 1
    RETURNING r.id, r.kind, r.key, r.version
), kept AS (
    INSERT INTO versions (record, version, replaced, data, raw)
    SELECT o.id, o.version, to_timestamp(%(now)s), o.data, o.raw
    FROM written w JOIN records o ON o.id = w.id
    WHERE o.version < w.version AND o.kind <> 'thread'
    ON CONFLICT DO NOTHING
), told AS (
    INSERT INTO outbox (kind, crawl, data)
    SELECT g.kind, %(crawl)s,
        left(coalesce(g.raw, g.data::text), -1) || ',"version":' || g.version || '}'
    FROM written w JOIN given g USING (kind, key) WHERE g.tell ORDER BY g.place
)
SELECT kind, key FROM written
"""

_COLUMNS = ("kind", "key", "site", "revision", "version", "happened", "raw", "tell")


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A stored record with its version, and the count of writes to it."""

    record: Record
    version: int
    revision: int


@dataclass(frozen=True, slots=True)
class NewRow:
    """A record to be written.

    Attributes
    ----------
    revision
        One more than it had when it was read.
    tell
        The feeds are to hold it.
    """

    kind: str
    record: Record
    version: int
    revision: int
    tell: bool


def find_rows(connection: PgConnection, names: Sequence[tuple[str, str]]) -> Cursor[Row]:
    """Ask for what is stored under kinds and keys; see :func:`found_rows`."""
    return connection.execute(_FIND, ([kind for kind, _ in names], [key for _, key in names]))


def found_rows(answer: Cursor[Row]) -> dict[tuple[str, str], FoundRow]:
    """Return what :func:`find_rows` has found."""
    return {
        (kind, key): FoundRow(decode_record(kind, data), version, revision)
        for kind, key, version, revision, data in answer.fetchall()
    }


def write_rows(
    connection: PgConnection, rows: Iterable[NewRow], now: float, crawl: str
) -> Cursor[Row]:
    """Write records of which no two have a key; give the names of those nobody else changed."""
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    documents = []
    for row in rows:
        exact = encode_record(row.record)
        data = json_for(exact)
        documents.append(data)
        for name, value in (
            ("kind", row.kind),
            ("key", storable(row.record.key)),
            ("site", storable(row.record.site)),
            ("revision", row.revision),
            ("version", row.version),
            ("happened", happened_at(row.record)),
            ("raw", None if data == exact else exact),
            ("tell", row.tell and row.kind in FED),
        ):
            columns[name].append(value)
    given = {"data": f"[{','.join(documents)}]", "now": now, "crawl": storable(crawl)}
    return connection.execute(_WRITE, {**columns, **given})


def storable(text: str) -> str:
    """Return a text as PostgreSQL can hold it: without zeros and halves of pairs."""
    if "\0" in text:
        text = text.replace("\0", _NO_CHARACTER)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def json_for(exact: str) -> str:
    """Return JSON text that jsonb takes: escapes stand only for what it cannot hold."""
    if "\\u" not in exact:
        return exact
    return json_text(_storable_in(json.loads(exact)))


def _storable_in(value: Any) -> Any:
    match value:
        case str():
            return storable(value)
        case list():
            return [_storable_in(one) for one in value]
        case dict():
            return {name: _storable_in(one) for name, one in value.items()}
    return value


def happened_at(record: Record) -> datetime | None:
    """Return when a post or article was published, or a thread last written in."""
    told = record.last_post if isinstance(record, Thread) else record.published
    if not told:
        return None
    try:
        moment = datetime.fromisoformat(told)
        # A day alone is told in no zone.
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
