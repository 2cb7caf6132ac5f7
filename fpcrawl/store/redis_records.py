"""What must be common to machines that keep their records each in a file of its own.

A thread and its pages are a hash ``{prefix}:thread:<key>``. Of posts and articles only marks are
kept, some thirty bytes each, in hashes so small that Redis packs them:
``{prefix}:mark:<period>:<number>``. All of it expires when it was not met for the
age at which seen pages are forgotten too: a record that comes again after that is stored as new
where it is read, which merging the feeds by key sets right.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import TYPE_CHECKING, Literal

from fpcrawl.extraction.keys import weaker_keys
from fpcrawl.extraction.records import Post, Thread
from fpcrawl.store.merge import content_changed, content_mark, filled, mark_stands, merge
from fpcrawl.store.model import Stored, ThreadPage
from fpcrawl.store.recordtext import decode_record, encode_record, record_kind
from fpcrawl.store.redis_values import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["Known", "RedisCommon"]

_KEY_BYTES = 8
#: Hashes over which the marks of a period are spread; Redis packs those of up to 128 fields.
_BUCKETS = 16_384
_DAY_S = 86_400.0
_PERIODS = 3
#: Version, confidence in percent, number of fields that are filled; the mark of the content.
_HEAD = Struct("<IBB")
_THREAD = "t"


class Known:
    """What is known of a record that some machine has stored.

    Attributes
    ----------
    version
        The version it stands at.
    data
        The mark as it is stored.
    """

    __slots__ = ("_confidence", "_filled", "_mark", "data", "version")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.version: int
        self.version, self._confidence, self._filled = _HEAD.unpack_from(data)
        self._mark = data[_HEAD.size :]

    def is_of(self, record: Record) -> bool:
        """Tell whether a reading says the same."""
        return mark_stands(self._mark, content_mark(record))

    def stands(self, record: Record) -> bool:
        """Tell whether a reading changes nothing: it is the same, or surely a poorer one."""
        if self.is_of(record):
            return True
        is_poorer = _percent(record) < self._confidence and filled(record) < self._filled
        return bool(is_poorer)


class RedisCommon:
    """Threads, their pages, and marks of the other records.

    Parameters
    ----------
    db
        The connection.
    keep_days
        Age in days at which what was not met again is forgotten.
    """

    def __init__(self, db: RedisDb, keep_days: float = 180.0) -> None:
        self._db = db
        self._keep_s = keep_days * _DAY_S
        # What the open block writes: it is not to be seen in Redis yet.
        self._pending: dict[str, Thread] = {}
        db.before_commit.append(self._pending.clear)

    # -- threads

    def _thread(self, key: str) -> str:
        return self._db.key("thread", key)

    def known_thread(self, key: str) -> Thread | None:
        """Return the thread as any machine has last stored it."""
        if key in self._pending:
            return self._pending[key]
        found = self._db.read("HGET", self._thread(key), _THREAD)
        return None if found is None else _thread_of(unpacked(found)["data"])

    def stored_thread(self, key: str) -> tuple[Thread, int] | None:
        """Return the thread as any machine has last stored it, with its version."""
        found = self._db.read("HGET", self._thread(key), _THREAD)
        if found is None:
            return None
        told = unpacked(found)
        return _thread_of(told["data"]), int(told["version"])

    def upsert_thread(self, thread: Thread) -> Stored:
        """Store a thread; the version counts over all machines."""
        found = self._db.read("HGET", self._thread(thread.key), _THREAD)
        told = None if found is None else unpacked(found)
        old = self._pending.get(thread.key)
        if old is None and told is not None:
            old = _thread_of(told["data"])
        version = 1 if told is None else int(told["version"])
        if old is None:
            return self._put(thread, "new", 1)
        merged = merge(old, thread)
        assert isinstance(merged, Thread)
        if content_changed(old, merged):
            return self._put(merged, "changed", version + 1)
        self._write(self._thread(thread.key), _THREAD, _packed_thread(merged, version))
        return Stored(merged, "same", version)

    def load_thread(self, thread: Thread, version: int) -> None:
        """Store a thread as another store had it."""
        self._write(self._thread(thread.key), _THREAD, _packed_thread(thread, version))

    def flush(self) -> None:
        """Send what has been written."""
        self._db.flush()

    def clear(self) -> None:
        """Forget all threads, their pages, and all marks."""
        for kind in ("thread", "mark"):
            pattern = f"{_literal(self._db.key(kind, ''))}*"
            for name in list(self._db.client.scan_iter(match=pattern, count=500)):
                self._db.write("UNLINK", name)
        self._db.flush()

    def _put(self, thread: Thread, status: Literal["new", "changed"], version: int) -> Stored:
        self._write(self._thread(thread.key), _THREAD, _packed_thread(thread, version))
        if self._db.in_transaction:
            self._pending[thread.key] = thread
            self._db.undo(lambda: self._pending.pop(thread.key, None))
        return Stored(thread, status, version)

    def set_thread_page(self, thread_key: str, page: ThreadPage) -> None:
        """Remember a page of a thread."""
        topic = "" if page.topic is None else repr(page.topic)
        self._db.write_script(
            "thread_page",
            [self._thread(thread_key)],
            [page.page, page.url, page.posts, topic, int(self._keep_s)],
        )

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        found: dict[bytes, bytes] = self._db.read("HGETALL", self._thread(thread_key))
        pages = []
        for page, data in found.items():
            if page != _THREAD.encode():
                url, posts, topic = data.decode().rsplit("\n", 2)
                pages.append(
                    ThreadPage(int(page), url, int(posts), float(topic) if topic else None)
                )
        return sorted(pages, key=lambda page: page.page)

    def threads(self) -> Iterator[tuple[str, Thread | None, int]]:
        """Give key, thread and version of all that is known of threads, in no order."""
        start = self._db.key("thread", "")
        for name in self._db.client.scan_iter(match=f"{_literal(start)}*", count=500):
            found = self._db.read("HGET", name, _THREAD)
            key = name.decode().removeprefix(start)
            if found is None:
                yield key, None, 0
            else:
                told = unpacked(found)
                yield key, _thread_of(told["data"]), int(told["version"])

    # -- other records

    def known(self, records: Sequence[Record], now: float) -> list[Known | None]:
        """Return what is known of posts or articles; a round trip, or two where posts are new.

        A post that was marked before its number was read gets the key it had then.
        """
        found = self._read([_place(record, record.key) for record in records], now)
        others = [
            (n, record, key)
            for n, record in enumerate(records)
            if found[n] is None and isinstance(record, Post)
            for key in weaker_keys(record)
        ]
        earlier = self._read([_place(record, key) for _, record, key in others], now)
        taken = {record.key for record, known in zip(records, found, strict=True) if known}
        for (n, record, key), known in zip(others, earlier, strict=True):
            if known is None or found[n] is not None or key in taken:
                continue
            if known.is_of(record):
                record.key, found[n] = key, known
                taken.add(key)
        return found

    def _read(self, places: Sequence[tuple[int, bytes]], now: float) -> list[Known | None]:
        newest = self._period(now)
        found = self._db.pipeline_read(
            [
                ("HGET", self._bucket(newest - back, number), field)
                for number, field in places
                for back in range(_PERIODS)
            ]
        )
        rows = (found[n : n + _PERIODS] for n in range(0, len(found), _PERIODS))
        return [next((Known(one) for one in row if one is not None), None) for row in rows]

    def note(self, stored: Iterable[Stored], now: float) -> None:
        """Mark posts or articles as they stand now; goes out with the end of their page's lease.

        What was met again is marked anew, or it would be forgotten.
        """
        for one in stored:
            record = one.record
            head = _HEAD.pack(one.version, _percent(record), min(filled(record), 255))
            self._mark(record, head + content_mark(record), now)

    def keep(self, record: Record, known: Known, now: float) -> None:
        """Have a mark last on: its record was met again, in a reading that changes nothing."""
        self._mark(record, known.data, now)

    def _mark(self, record: Record, data: bytes, now: float) -> None:
        period = self._period(now)
        number, field = _place(record, record.key)
        key = self._bucket(period, number)
        self._db.write("HSET", key, field, data)
        self._db.write("EXPIRE", key, int((period + _PERIODS) * self._keep_s / 2 - now) + 1)

    def _period(self, now: float) -> int:
        return int(now // (self._keep_s / 2))

    def _bucket(self, period: int, number: int) -> str:
        return self._db.key("mark", str(period), str(number))

    def _write(self, key: str, field: str, data: bytes) -> None:
        self._db.write("HSET", key, field, data)
        self._db.write("EXPIRE", key, int(self._keep_s))


def _place(record: Record, key: str) -> tuple[int, bytes]:
    """Return the hash and the field of the mark of a record with that key."""
    name = f"{record_kind(record)}\0{key}"
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES + 2).digest()
    return int.from_bytes(digest[:2]) % _BUCKETS, digest[2:]


def _percent(record: Record) -> int:
    return min(max(int(getattr(record, "confidence", 0.0) * 100), 0), 100)


def _packed_thread(thread: Thread, version: int) -> bytes:
    return packed({"version": version, "data": encode_record(thread)})


def _thread_of(data: str) -> Thread:
    thread = decode_record("thread", data)
    assert isinstance(thread, Thread)
    return thread


def _literal(text: str) -> str:
    """Return the pattern that matches a text only."""
    return "".join(f"\\{sign}" if sign in "*?[]^-\\" else sign for sign in text)
