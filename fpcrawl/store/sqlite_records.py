"""Posts, articles and threads in SQLite, with their earlier versions and the outbox."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

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
from fpcrawl.store.recordtext import decode_record, encode_record, feed_line, record_kind

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteRecords"]

#: Of a stored record: its row, its version, its JSON.
_Row = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class SqliteRecords:
    """Records of one state file; see :class:`fpcrawl.store.base.Records`."""

    db: Connection

    def upsert(self, records: Sequence[Record], now: float, *, crawl: str = "") -> list[Stored]:
        """Store records; new and changed posts and articles go to the outbox too.

        Parameters
        ----------
        crawl
            Whose feeds are to hold them, see
            :class:`fpcrawl.store.outbox.FeedWriter`.

        Returns
        -------
        list of Stored
            One for each record, in order.
        """
        taken: set[str] = set()
        with self.db.transaction():
            return [self.put(record, now, crawl=crawl, taken=taken) for record in records]

    def put(
        self,
        record: Record,
        now: float,
        *,
        crawl: str = "",
        after: int = 0,
        taken: set[str] | None = None,
    ) -> Stored:
        """Store one record, within a transaction of the caller's.

        Parameters
        ----------
        after
            A version that is stored elsewhere, of which this reading is known to differ.
        taken
            Keys of posts of the same page that have been stored, which the others are not.
        """
        kind = record_kind(record)
        found = self._find(kind, record.key)
        if isinstance(record, Post):
            taken = set() if taken is None else taken
            if found is None:
                found = self._find_stored(record, weaker_keys(record), taken)
            else:
                found = self._in_its_place(record, found, taken)
            taken.add(record.key)
        if found is None:
            data, version = encode_record(record), after + 1
            self.db.write(
                "INSERT INTO records (kind, key, site, version, created, updated, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (kind, record.key, record.site, version, now, now, data),
            )
            self._post(kind, crawl, data, version)
            return Stored(record, "changed" if after else "new", version)
        row, version, old_data = found
        old = decode_record(kind, old_data)
        merged = merge(old, record)
        if not after and not content_changed(old, merged):
            if replace(merged, fetched=old.fetched) != old:
                self.db.write(
                    "UPDATE records SET data = ? WHERE id = ?", (encode_record(merged), row)
                )
            return Stored(merged, "same", version)
        if not isinstance(merged, Thread):
            self.db.write("INSERT INTO versions VALUES (?, ?, ?, ?)", (row, version, now, old_data))
        version = max(version, after) + 1
        data = encode_record(merged)
        self.db.write(
            "UPDATE records SET version = ?, updated = ?, data = ? WHERE id = ?",
            (version, now, data, row),
        )
        self._post(kind, crawl, data, version)
        return Stored(merged, "changed", version)

    def _find(self, kind: str, key: str) -> _Row | None:
        found: _Row | None = self.db.read_one(
            "SELECT id, version, data FROM records WHERE kind = ? AND key = ?", (kind, key)
        )
        return found

    def _in_its_place(self, post: Post, found: _Row, taken: Container[str]) -> _Row | None:
        """Find a post at whose place another one may be stored; a new one is known by its words."""
        old = decode_record("post", found[2])
        another = isinstance(old, Post) and is_another(old, post)
        if not (another or (isinstance(old, Post) and says_else(old, post))):
            return found
        known = self._find_stored(post, moved_keys(post), taken)
        if known is not None or not another:
            return known or found
        for key in text_keys(post):
            post.key, known = key, self._find("post", key)
            if known is None:
                break
        return known

    def _find_stored(self, post: Post, keys: Iterable[str], taken: Container[str]) -> _Row | None:
        """Find a post under one of the other keys it can be stored by; it keeps that."""
        # Where it has no number it is none that says anything else: most are not worth decoding.
        said = json_text(post.body_text) if post.post_id is None else ""
        for key in keys:
            found = self._find("post", key) if key not in taken else None
            if found is not None and said in found[2]:
                old = decode_record("post", found[2])
                if isinstance(old, Post) and same_post(old, post):
                    post.key = key
                    return found
        return None

    def version(self, kind: str, key: str) -> int:
        """Return the version that a record stands at; 0 for one that is not stored."""
        found = self.db.read_one(
            "SELECT version FROM records WHERE kind = ? AND key = ?", (kind, key)
        )
        return 0 if found is None else int(found[0])

    def _post(self, kind: str, crawl: str, data: str, version: int) -> None:
        line = feed_line(kind, data, version)
        if line is not None:
            self.db.write(
                "INSERT INTO outbox (kind, crawl, data) VALUES (?, ?, ?)", (kind, crawl, line)
            )

    def load_thread(self, thread: Thread, version: int, now: float) -> None:
        """Store a thread as another store had it."""
        self.db.write(
            "INSERT INTO records (kind, key, site, version, created, updated, data)"
            " VALUES ('thread', ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET"
            " version = excluded.version, updated = excluded.updated, data = excluded.data",
            (thread.key, thread.site, version, now, now, encode_record(thread)),
        )

    def known_thread(self, key: str) -> Thread | None:
        """Return the thread as last stored."""
        found = self.db.read_one(
            "SELECT data FROM records WHERE kind = 'thread' AND key = ?", (key,)
        )
        if found is None:
            return None
        thread = decode_record("thread", found[0])
        assert isinstance(thread, Thread)
        return thread

    def set_thread_page(self, thread_key: str, page: ThreadPage) -> None:
        """Remember a page of a thread."""
        self.db.write(
            "INSERT INTO thread_pages (thread, page, url, posts, topic) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (thread, page) DO UPDATE SET url = excluded.url,"
            " posts = excluded.posts, topic = coalesce(excluded.topic, topic)",
            (thread_key, page.page, page.url, page.posts, page.topic),
        )

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        rows = self.db.read(
            "SELECT page, url, posts, topic FROM thread_pages WHERE thread = ? ORDER BY page",
            (thread_key,),
        )
        return [ThreadPage(*row) for row in rows]

    def get(self, kind: str, key: str) -> dict[str, Any] | None:
        """Return a stored record as a dictionary with its ``version``."""
        found = self.db.read_one(
            "SELECT data, version FROM records WHERE kind = ? AND key = ?", (kind, key)
        )
        if found is None:
            return None
        values: dict[str, Any] = json.loads(found[0])
        return {**values, "version": found[1]}

    def versions(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the earlier versions of a record, oldest first, each with ``version``."""
        rows = self.db.read(
            "SELECT versions.data, versions.version FROM versions JOIN records"
            " ON records.id = versions.record WHERE kind = ? AND key = ?"
            " ORDER BY versions.version",
            (kind, key),
        )
        return [{**json.loads(data), "version": version} for data, version in rows]

    def stored(self, kind: str) -> Iterator[dict[str, Any]]:
        """Give the stored records of a kind as dictionaries, oldest first."""
        return (json.loads(row.data) for row in self.rows(kind))

    def rows(
        self, kind: str, *, site: str | None = None, changed_since: float | None = None
    ) -> Iterator[RecordRow]:
        """Give the stored records of a kind as they lie there, oldest first.

        Parameters
        ----------
        changed_since
            Only those that were new or changed at this time or later.
        """
        where = "kind = ?"
        given: list[str | float] = [kind]
        if site is not None:
            where, given = f"{where} AND site = ?", [*given, site]
        if changed_since is not None:
            where, given = f"{where} AND updated >= ?", [*given, changed_since]
        sql = (
            "SELECT id, kind, key, site, version, created, updated, data FROM records"  # noqa: S608
            f" WHERE {where} AND id > ? ORDER BY id LIMIT 500"
        )
        last = 0
        while rows := self.db.read(sql, (*given, last)):
            last = rows[-1][0]
            yield from (RecordRow(*row[1:]) for row in rows)

    def count(self, kind: str, site: str | None = None) -> int:
        """Count stored records of a kind: ``post``, ``article`` or ``thread``."""
        sql = "SELECT count(*) FROM records WHERE kind = ?"
        if site is None:
            return int(self.db.read_one(sql, (kind,))[0])
        return int(self.db.read_one(f"{sql} AND site = ?", (kind, site))[0])
