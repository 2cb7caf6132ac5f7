"""Posts, articles and threads in SQLite, with their earlier versions and the outbox."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.records import Article, Comment, Post, Record, Thread, record_dict
from fpcrawl.store.base import Stored, ThreadPage
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.merge import content_changed, merge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteRecords", "decode_record", "encode_record", "record_kind"]

_KINDS: dict[str, type[Record]] = {"post": Post, "article": Article, "thread": Thread}
_NAMES: dict[type[Record], str] = {record: kind for kind, record in _KINDS.items()}

#: Kinds that the feeds hold.
_FED = frozenset({"post", "article"})


def record_kind(record: Record) -> str:
    """Return ``post``, ``article`` or ``thread``."""
    return _NAMES[type(record)]


def encode_record(record: Record) -> str:
    """Return a record as it is stored."""
    return json_text(record_dict(record))


def decode_record(kind: str, data: str) -> Record:
    """Return the record that :func:`encode_record` wrote."""
    values = json.loads(data)
    cls = _KINDS[kind]
    if "comments" in values:
        values["comments"] = [Comment(**comment) for comment in values["comments"]]
    # A file written by another minor version may hold fields we do not know.
    known = {f.name for f in fields(cls)}
    return cls(**{name: value for name, value in values.items() if name in known})


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
        with self.db.transaction():
            return [self._upsert(record, now, crawl) for record in records]

    def _upsert(self, record: Record, now: float, crawl: str) -> Stored:
        kind = record_kind(record)
        found = self.db.read_one(
            "SELECT id, version, data FROM records WHERE kind = ? AND key = ?", (kind, record.key)
        )
        if found is None:
            data = encode_record(record)
            self.db.write(
                "INSERT INTO records (kind, key, site, version, created, updated, data)"
                " VALUES (?, ?, ?, 1, ?, ?, ?)",
                (kind, record.key, record.site, now, now, data),
            )
            self._post(kind, crawl, data, 1)
            return Stored(record, "new", 1)
        row, version, old_data = found
        old = decode_record(kind, old_data)
        merged = merge(old, record)
        if not content_changed(old, merged):
            if replace(merged, fetched=old.fetched) != old:
                self.db.write(
                    "UPDATE records SET data = ? WHERE id = ?", (encode_record(merged), row)
                )
            return Stored(merged, "same", version)
        version += 1
        if not isinstance(merged, Thread):
            self.db.write(
                "INSERT INTO versions VALUES (?, ?, ?, ?)", (row, version - 1, now, old_data)
            )
        data = encode_record(merged)
        self.db.write(
            "UPDATE records SET version = ?, updated = ?, data = ? WHERE id = ?",
            (version, now, data, row),
        )
        self._post(kind, crawl, data, version)
        return Stored(merged, "changed", version)

    def _post(self, kind: str, crawl: str, data: str, version: int) -> None:
        if kind not in _FED:
            return
        # The record is a JSON object already: its version becomes the last member.
        line = f'{data.removesuffix("}")},"version":{version}}}'
        self.db.write(
            "INSERT INTO outbox (kind, crawl, data) VALUES (?, ?, ?)", (kind, crawl, line)
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
            "INSERT OR REPLACE INTO thread_pages VALUES (?, ?, ?, ?)",
            (thread_key, page.page, page.url, page.posts),
        )

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        rows = self.db.read(
            "SELECT page, url, posts FROM thread_pages WHERE thread = ? ORDER BY page",
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

    def count(self, kind: str, site: str | None = None) -> int:
        """Count stored records of a kind: ``post``, ``article`` or ``thread``."""
        sql = "SELECT count(*) FROM records WHERE kind = ?"
        if site is None:
            return int(self.db.read_one(sql, (kind,))[0])
        return int(self.db.read_one(f"{sql} AND site = ?", (kind, site))[0])
