"""What machines with files of records of their own have in common, brought there and back."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError
from fpcrawl.extraction.records import Thread
from fpcrawl.store.model import Stored, ThreadPage
from fpcrawl.store.recordtext import decode_record

if TYPE_CHECKING:
    from fpcrawl.store.local_records import LocalRecords
    from fpcrawl.store.sqlite import SqliteState

__all__ = ["share", "take_back"]

_BATCH = 200


def share(part: LocalRecords, now: float) -> int:
    """Tell Redis of the threads and records in the file of this machine; return the threads.

    Raises
    ------
    StateError
        Redis does not know all threads afterwards.
    """
    common, file = part.common, part.local
    common.clear()
    for kind in ("post", "article"):
        rows = file.records.rows(kind)
        while batch := list(islice(rows, _BATCH)):
            stored = [Stored(decode_record(kind, row.data), "same", row.version) for row in batch]
            common.note(stored, now)
            common.flush()
    threads = 0
    for row in file.records.rows("thread"):
        thread = decode_record("thread", row.data)
        assert isinstance(thread, Thread)
        common.load_thread(thread, row.version)
        threads += 1
    for page in file.care.dump("thread_pages"):
        told = ThreadPage(page.page, page.url, page.posts, page.topic)
        common.set_thread_page(page.thread, told)
    common.flush()
    there = sum(thread is not None for _, thread, _ in common.threads())
    if there != threads:
        raise StateError(f"{there} threads have arrived in Redis of {threads}")
    return threads


def take_back(part: LocalRecords, file: SqliteState, now: float) -> int:
    """Write the threads and their pages that Redis has into a file; return the threads."""
    threads = 0
    with file.transaction():
        for key, thread, version in part.common.threads():
            if thread is not None:
                file.records.load_thread(thread, version, now)
                threads += 1
            for page in part.common.thread_pages(key):
                file.records.set_thread_page(key, page)
    file.flush()
    return threads
