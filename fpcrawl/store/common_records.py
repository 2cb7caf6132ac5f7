"""Records in a file of this machine, beside other machines that have files of their own.

Each machine keeps, and writes to its feeds, what it was the first to read. What another one has
stored already is ``same`` here too, and an edit of it is the next version: that is told by marks
in Redis. Threads and their pages are in Redis alone, and go out with the end of their page's
lease.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.records import Thread, record_dict
from fpcrawl.store.model import RecordRow, Stored
from fpcrawl.store.recordtext import encode_record, record_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.store.model import ThreadPage
    from fpcrawl.store.redis_records import Known, RedisCommon
    from fpcrawl.store.sqlite_records import SqliteRecords

__all__ = ["CommonRecords"]


@dataclass(frozen=True, slots=True)
class CommonRecords:
    """See the module and :class:`fpcrawl.store.base.Records`.

    Attributes
    ----------
    local
        What this machine has stored.
    common
        What all machines know of each other's.
    """

    local: SqliteRecords
    common: RedisCommon

    def upsert(self, records: Sequence[Record], now: float, *, crawl: str = "") -> list[Stored]:
        """Store records; new and changed posts and articles go to the outbox too.

        Raises
        ------
        fpcrawl.exceptions.StateAway
            Redis does not answer: nothing has been stored.
        """
        others = [record for record in records if not isinstance(record, Thread)]
        known = iter(self.common.known(others, now) if others else ())
        out = []
        taken: set[str] = set()
        with self.local.db.transaction():
            for record in records:
                if isinstance(record, Thread):
                    out.append(self.common.upsert_thread(record))
                else:
                    out.append(self._upsert(record, next(known), now, crawl, taken))
        return out

    def _upsert(
        self, record: Record, known: Known | None, now: float, crawl: str, taken: set[str]
    ) -> Stored:
        version = self.local.version(record_kind(record), record.key)
        if known is not None and known.version > version:
            if known.stands(record):
                self.common.keep(record, known, now)
                taken.add(record.key)
                return Stored(record, "same", known.version)
            stored = self.local.put(record, now, crawl=crawl, after=known.version, taken=taken)
        else:
            stored = self.local.put(record, now, crawl=crawl, taken=taken)
        self.common.note([stored], now)
        return stored

    def known_thread(self, key: str) -> Thread | None:
        """Return the thread as last stored by any machine."""
        return self.common.known_thread(key)

    def set_thread_page(self, thread_key: str, page: ThreadPage) -> None:
        """Remember a page of a thread."""
        self.common.set_thread_page(thread_key, page)

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        return self.common.thread_pages(thread_key)

    def get(self, kind: str, key: str) -> dict[str, Any] | None:
        """Return a record that this machine has stored, or a thread, with its ``version``."""
        if kind != "thread":
            return self.local.get(kind, key)
        found = self.common.stored_thread(key)
        return None if found is None else {**record_dict(found[0]), "version": found[1]}

    def versions(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the earlier versions that this machine has stored, oldest first."""
        return self.local.versions(kind, key)

    def stored(self, kind: str) -> Iterator[dict[str, Any]]:
        """Give what this machine has stored, or the threads, as dictionaries."""
        if kind != "thread":
            yield from self.local.stored(kind)
            return
        for _, thread, _ in self.common.threads():
            if thread is not None:
                yield record_dict(thread)

    def rows(
        self, kind: str, *, site: str | None = None, changed_since: float | None = None
    ) -> Iterator[RecordRow]:
        """Give what this machine has stored; threads have no times, so always all of them."""
        if kind != "thread":
            yield from self.local.rows(kind, site=site, changed_since=changed_since)
            return
        for key, thread, version in self.common.threads():
            if thread is not None and site in (None, thread.site):
                yield RecordRow(kind, key, thread.site, version, 0.0, 0.0, encode_record(thread))

    def count(self, kind: str, site: str | None = None) -> int:
        """Count what this machine has stored of a kind, or all threads."""
        if kind != "thread":
            return self.local.count(kind, site)
        return sum(
            thread is not None and site in (None, thread.site)
            for _, thread, _ in self.common.threads()
        )
