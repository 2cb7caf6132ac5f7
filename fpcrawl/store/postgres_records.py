"""Posts, articles and threads in PostgreSQL, written by any number of workers.

A page costs two round trips: one reads what is stored of its records, with pages of its thread
written on the way; one statement writes what has changed, unless somebody else was faster: then
those are read and merged anew. A page on which nothing is new costs only the first.

Threads are written when the frontier has kept what is to be fetched because of their change
(:meth:`PostgresRecords.settle`): a worker that dies in between sees them change once more.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.extraction.keys import (
    is_another,
    moved_keys,
    same_post,
    says_else,
    text_keys,
    weaker_keys,
)
from fpcrawl.extraction.records import Post, Thread
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.merge import content_changed, merge
from fpcrawl.store.model import RecordRow, Stored, ThreadPage
from fpcrawl.store.postgres_rows import (
    FoundRow,
    NewRow,
    find_rows,
    found_rows,
    storable,
    write_rows,
)
from fpcrawl.store.recordtext import ordered, record_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.store.model import Status
    from fpcrawl.store.postgres_connection import PgConnection, PostgresDb

__all__ = ["PostgresRecords"]

Name = tuple[str, str]

#: One of those who are in each other's way always succeeds: so many never are.
_ROUNDS = 100
#: Threads and pages that wait for a server that is away; of more the oldest are forgotten,
#: to be met once more.
_MOST_LATE = 20_000

_PAGES = """
INSERT INTO thread_pages AS t (thread, page, url, posts, topic)
SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::float8[])
    AS g (thread, page, url, posts, topic) ORDER BY thread, page
ON CONFLICT (thread, page) DO UPDATE SET url = excluded.url, posts = excluded.posts,
    topic = coalesce(excluded.topic, t.topic)
WHERE (t.url, t.posts) IS DISTINCT FROM (excluded.url, excluded.posts)
    OR coalesce(excluded.topic, t.topic) IS DISTINCT FROM t.topic
"""


class PostgresRecords:
    """Records of one schema; see :class:`fpcrawl.store.base.Records`.

    All but threads and their pages are on disk when a method returns.
    """

    def __init__(self, db: PostgresDb) -> None:
        self.db = db
        self._late: dict[Name, tuple[NewRow, float, str]] = {}
        self._pages: dict[tuple[str, int], ThreadPage] = {}
        # What was sent when the connection broke, and may have been written.
        self._sent: dict[Name, tuple[NewRow, Stored]] = {}

    def upsert(self, records: Sequence[Record], now: float, *, crawl: str = "") -> list[Stored]:
        """Store records; new and changed posts and articles go to the outbox too.

        Returns
        -------
        list of Stored
            One for each record, in order.

        Raises
        ------
        fpcrawl.exceptions.StateAway
            The server does not answer: nothing is lost by doing it again.
        """
        rest = list(enumerate(records))
        out: dict[int, Stored] = {}
        while rest:
            # The same key twice: the second is compared with the first as stored.
            batch: dict[Name, tuple[int, Record]] = {}
            again = []
            for place, record in rest:
                name = (record_kind(record), storable(record.key))
                if name in batch:
                    again.append((place, record))
                else:
                    batch[name] = (place, record)
            found = self._find([*batch, *_weaker(record for _, record in batch.values())])
            moved = _moved(batch, found)
            if moved:
                found = {
                    **self._find([name for names in moved.values() for name in names]),
                    **found,
                }
            batch = _as_known(batch, found, moved)
            stored = self._upsert({n: r for n, (_, r) in batch.items()}, found, now, crawl)
            out.update((place, stored[name]) for name, (place, _) in batch.items())
            rest = again
        return [out[place] for place in range(len(records))]

    def _upsert(
        self, records: dict[Name, Record], found: dict[Name, FoundRow], now: float, crawl: str
    ) -> dict[Name, Stored]:
        out: dict[Name, Stored] = {}
        rest = records
        for _ in range(_ROUNDS):
            sent, self._sent = self._sent, {}
            plans: dict[Name, tuple[NewRow, Stored]] = {}
            for name, record in rest.items():
                row = found.get(name)
                if row is not None and name in sent and _is(row, sent[name][0]):
                    out[name] = sent[name][1]
                    continue
                plan, out[name] = _plan(name[0], record, row)
                if plan is None:
                    continue
                if isinstance(record, Thread):
                    self._put_off(name, plan, now, crawl)
                else:
                    plans[name] = (plan, out[name])
            losses, self._sent = self.db.losses, plans
            written = self._write([plan for plan, _ in plans.values()], now, crawl)
            if self.db.losses == losses:
                self._sent = {}
            rest = {name: records[name] for name in plans if name not in written}
            if not rest:
                return out
            found = self._find(list(rest))
        raise StateError(f"PostgreSQL, {self.db.target.shown}: others write the same all the time")

    def _find(self, names: Sequence[Name]) -> dict[Name, FoundRow]:
        if not names:
            return {}
        pages = dict(self._pages)

        def work(connection: PgConnection) -> dict[Name, FoundRow]:
            if not pages:
                return found_rows(find_rows(connection, names))
            with connection.pipeline():
                _write_pages(connection, pages)
                answer = find_rows(connection, names)
            return found_rows(answer)

        found = self.db.run(work)
        self._pages.clear()
        for name in names:
            late = self._late.get(name)
            if late is not None:
                # It is to replace what was found when it was put off, not what is there now.
                row = late[0]
                found[name] = FoundRow(row.record, row.version, row.revision - 1)
        return found

    def _write(self, rows: Sequence[NewRow], now: float, crawl: str) -> set[Name]:
        if not rows:
            return set()
        return self.db.run(
            lambda connection: set(write_rows(connection, rows, now, crawl).fetchall())
        )

    # -- threads

    def _put_off(self, name: Name, row: NewRow, now: float, crawl: str) -> None:
        self._late[name] = (row, now, crawl)
        while len(self._late) > _MOST_LATE:
            del self._late[next(iter(self._late))]

    def commit(self) -> None:
        """Write pages of threads; where the server is away they are kept until the next time."""
        if not self._pages:
            return
        pages = dict(self._pages)
        with suppress(StateAway):
            self.db.run(lambda connection: _write_pages(connection, pages))
            self._pages.clear()

    def settle(self) -> None:
        """Write the threads, now that the frontier has kept what follows from them.

        Where the server is away they are kept until the next time.
        """
        for _ in range(_ROUNDS):
            late = dict(self._late)
            if not late:
                return
            # Usually all are of one page.
            _, now, crawl = next(iter(late.values()))
            alike = {n: row for n, (row, *when) in late.items() if when == [now, crawl]}
            try:
                written = self._write(list(alike.values()), now, crawl)
                for name in alike:
                    del self._late[name]
                beaten = [row.record for name, row in alike.items() if name not in written]
                self.upsert(beaten, now, crawl=crawl)
            except StateAway:
                return

    def drop(self) -> None:
        """Forget threads that were to be written: their page is not over."""
        self._late.clear()

    @property
    def has_late(self) -> bool:
        """Whether threads wait for :meth:`settle`."""
        return bool(self._late)

    def known_thread(self, key: str) -> Thread | None:
        """Return the thread as last stored."""
        name = ("thread", storable(key))
        found = self._find([name]).get(name)
        if found is None:
            return None
        assert isinstance(found.record, Thread)
        return found.record

    def set_thread_page(self, thread_key: str, page: ThreadPage) -> None:
        """Remember a page of a thread; written with what is written next."""
        before = self._pages.get((thread_key, page.page))
        if before is not None and page.topic is None:
            page = replace(page, topic=before.topic)
        self._pages[thread_key, page.page] = page
        while len(self._pages) > _MOST_LATE:
            del self._pages[next(iter(self._pages))]

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        self.commit()
        sql = "SELECT page, url, posts, topic FROM thread_pages WHERE thread = %s ORDER BY page"
        return [ThreadPage(*row) for row in self._read(sql, (storable(thread_key),))]

    # -- looking

    def _read(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        return self.db.run(
            lambda connection: connection.execute(sql.encode(), parameters).fetchall()
        )

    def get(self, kind: str, key: str) -> dict[str, Any] | None:
        """Return a stored record as a dictionary with its ``version``."""
        sql = "SELECT coalesce(raw, data::text), version FROM records WHERE kind = %s AND key = %s"
        for data, version in self._read(sql, (kind, storable(key))):
            return {**ordered(kind, json.loads(data)), "version": version}
        return None

    def versions(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the earlier versions of a record, oldest first, each with ``version``."""
        rows = self._read(
            "SELECT coalesce(v.raw, v.data::text), v.version FROM versions v JOIN records r"
            " ON r.id = v.record WHERE r.kind = %s AND r.key = %s ORDER BY v.version",
            (kind, storable(key)),
        )
        return [{**ordered(kind, json.loads(data)), "version": n} for data, n in rows]

    def stored(self, kind: str) -> Iterator[dict[str, Any]]:
        """Give the stored records of a kind as dictionaries, oldest first."""
        sql = (
            "SELECT id, coalesce(raw, data::text) FROM records WHERE kind = %s AND id > %s"
            " ORDER BY id LIMIT 500"
        )
        last = 0
        while rows := self._read(sql, (kind, last)):
            last = rows[-1][0]
            yield from (ordered(kind, json.loads(data)) for _, data in rows)

    def rows(
        self, kind: str, *, site: str | None = None, changed_since: float | None = None
    ) -> Iterator[RecordRow]:
        """Give the stored records of a kind as they lie there, oldest first."""
        sql = (
            "SELECT id, kind, key, site, version, extract(epoch FROM created)::float8,"
            " extract(epoch FROM updated)::float8, coalesce(raw, data::text) FROM records"
            " WHERE kind = %s AND (%s::text IS NULL OR site = %s)"
            " AND (%s::float8 IS NULL OR updated >= to_timestamp(%s::float8))"
            " AND id > %s ORDER BY id LIMIT 500"
        )
        host = None if site is None else storable(site)
        last = 0
        while rows := self._read(sql, (kind, host, host, changed_since, changed_since, last)):
            last = rows[-1][0]
            for _, *row in rows:
                # The database keeps the values, not their order.
                row[-1] = json_text(ordered(kind, json.loads(row[-1])))
                yield RecordRow(*row)

    def count(self, kind: str, site: str | None = None) -> int:
        """Count stored records of a kind: ``post``, ``article`` or ``thread``."""
        sql = "SELECT count(*) FROM records WHERE kind = %s"
        if site is None:
            return int(self._read(sql, (kind,))[0][0])
        return int(self._read(f"{sql} AND site = %s", (kind, storable(site)))[0][0])


def _weaker(records: Iterable[Record]) -> Iterator[Name]:
    """Give the names that posts had if they were stored before their number was known."""
    for record in records:
        if isinstance(record, Post):
            yield from (("post", key) for key in weaker_keys(record))


def _moved(
    batch: dict[Name, tuple[int, Record]], found: dict[Name, FoundRow]
) -> dict[Name, list[Name]]:
    """Return the other names of posts at whose place another one is stored."""
    out = {}
    for name, (_, record) in batch.items():
        old = found[name].record if name in found else None
        if not (isinstance(old, Post) and isinstance(record, Post)):
            continue
        if is_another(old, record) or says_else(old, record):
            out[name] = [("post", key) for key in moved_keys(record)]
    return out


def _is_another(found: dict[Name, FoundRow], name: Name, new: Post) -> bool:
    old = found[name].record
    return isinstance(old, Post) and is_another(old, new)


def _as_known(
    batch: dict[Name, tuple[int, Record]],
    found: dict[Name, FoundRow],
    moved: dict[Name, list[Name]],
) -> dict[Name, tuple[int, Record]]:
    """Give posts the key they are stored by, where that is another one."""
    out: dict[Name, tuple[int, Record]] = {}
    taken = {name for name in batch if name not in moved}
    for name, (place, record) in batch.items():
        known = name
        if isinstance(record, Post) and (name in moved or name not in found):
            for other in moved.get(name) or _weaker([record]):
                row = found.get(other)
                old = row.record if row is not None and other not in taken else None
                if isinstance(old, Post) and same_post(old, record):
                    known = other
                    break
            else:
                if name in moved and _is_another(found, name, record):
                    # What has no place of its own is known by its words.
                    words = [("post", key) for key in text_keys(record)]
                    known = next((one for one in words if one not in {*found, *taken}), name)
            record.key = known[1]
            taken.add(known)
        out[known] = (place, record)
    return out


def _plan(kind: str, record: Record, found: FoundRow | None) -> tuple[NewRow | None, Stored]:
    """Return what to write for a record, and what that does with it."""
    if found is None:
        return NewRow(kind, record, 1, 1, tell=True), Stored(record, "new", 1)
    old = found.record
    merged = merge(old, record)
    status: Status = "changed" if content_changed(old, merged) else "same"
    version = found.version + (status == "changed")
    stored = Stored(merged, status, version)
    if status == "same" and replace(merged, fetched=old.fetched) == old:
        return None, stored
    row = NewRow(kind, merged, version, found.revision + 1, tell=status == "changed")
    return row, stored


def _is(found: FoundRow, sent: NewRow) -> bool:
    return (found.revision, found.record) == (sent.revision, sent.record)


def _write_pages(connection: PgConnection, pages: dict[tuple[str, int], ThreadPage]) -> None:
    rows = [
        (storable(thread), number, storable(page.url), page.posts, page.topic)
        for (thread, number), page in pages.items()
    ]
    connection.execute(_PAGES, [list(column) for column in zip(*rows, strict=True)])
