"""How the rows of each section lie in a state file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import (
    CounterRow,
    FailureRow,
    FeedMark,
    OutboxLine,
    PartRow,
    QueueRow,
    SeenRow,
    ThreadPageRow,
    ValueRow,
    VersionRow,
)
from fpcrawl.store.model import HostState, RecordRow, RobotsCopy

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SECTIONS", "SectionTable"]


@dataclass(frozen=True, slots=True)
class SectionTable:
    """Rows of a section in the file.

    Attributes
    ----------
    table
        Where they lie.
    key
        Columns that put them in order; ``least`` is before all of them.
    columns
        What makes a row of the section; the crawl's name comes first where ``of_crawl``.
    row
        Makes one.
    write
        Adds one, given its fields; the crawl's number stands in for its name. A row of the
        frontier has its state besides.
    where
        Which rows of the table are meant.
    of_crawl
        The first column of the table is the number of a crawl.
    """

    table: str
    key: str
    least: tuple[Any, ...]
    columns: str
    row: Callable[..., Any]
    write: str
    where: str = "1"
    of_crawl: bool = False

    def query(self) -> str:
        """Return a query for rows behind a key; takes that key and how many."""
        width = len(self.least)
        source = self.table
        columns = self.columns
        if self.of_crawl:
            source += " CROSS JOIN crawls ON crawls.id = crawl"
            columns = f"crawls.name, {columns}"
        marks = ", ".join("?" * width)
        return (
            f"SELECT {self.key}, {columns} FROM {source} WHERE {self.where}"  # noqa: S608
            f" AND ({self.key}) > ({marks}) ORDER BY {self.key} LIMIT ?"
        )


_QUEUE = (
    "fingerprint, host, url, payload, priority, due, recurring, role, tries, failures, visits,"
    " last_done, again, detour, detour_url, detour_host, etag, last_modified, crashes"
)


def _queue_row(*values: Any) -> QueueRow:
    row: list[Any] = [*values[:7], bool(values[7]), *values[8:]]
    return QueueRow(*row)


def _failure_row(*values: Any) -> FailureRow:
    row: list[Any] = [*values[:5], bool(values[5])]
    return FailureRow(*row)


SECTIONS = {
    "frontier": SectionTable(
        "frontier",
        "frontier.id",
        (0,),
        _QUEUE,
        _queue_row,
        f"INSERT INTO frontier (crawl, {_QUEUE}, state) VALUES ({', '.join('?' * 21)})",  # noqa: S608
        of_crawl=True,
    ),
    "seen": SectionTable(
        "seen",
        "crawl, fingerprint",
        (0, b""),
        "fingerprint, day",
        SeenRow,
        "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
        of_crawl=True,
    ),
    "failures": SectionTable(
        "failures",
        "crawl, url",
        (0, ""),
        "url, reason, count, last, dropped",
        _failure_row,
        "INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?, ?)",
        of_crawl=True,
    ),
    "counters": SectionTable(
        "counters",
        "crawl, counters.name",
        (0, ""),
        "counters.name, n",
        CounterRow,
        "INSERT OR REPLACE INTO counters VALUES (?, ?, ?)",
        of_crawl=True,
    ),
    "hosts": SectionTable(
        "hosts",
        "host",
        ("",),
        "host, not_before, failures, crawl_delay_s",
        HostState,
        "INSERT OR REPLACE INTO hosts VALUES (?, ?, ?, ?)",
    ),
    "robots": SectionTable(
        "robots",
        "netloc",
        ("",),
        "netloc, fetched, status, body",
        RobotsCopy,
        "INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)",
    ),
    "values": SectionTable(
        "named",
        "name",
        ("",),
        "name, value",
        ValueRow,
        "INSERT OR REPLACE INTO named VALUES (?, ?)",
        # How far this file was looked through for what has expired.
        where="name <> 'seen/purge'",
    ),
    "records": SectionTable(
        "records",
        "id",
        (0,),
        "kind, key, site, version, created, updated, data",
        RecordRow,
        "INSERT INTO records (kind, key, site, version, created, updated, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    "versions": SectionTable(
        "versions JOIN records ON records.id = record",
        "record, versions.version",
        (0, 0),
        "kind, key, versions.version, replaced, versions.data",
        VersionRow,
        "INSERT INTO versions SELECT id, ?3, ?4, ?5 FROM records WHERE kind = ?1 AND key = ?2",
    ),
    "thread_pages": SectionTable(
        "thread_pages",
        "thread, page",
        ("", 0),
        "thread, page, url, posts, topic",
        ThreadPageRow,
        "INSERT OR REPLACE INTO thread_pages (thread, page, url, posts, topic)"
        " VALUES (?, ?, ?, ?, ?)",
    ),
    "article_parts": SectionTable(
        "article_parts",
        "article, page",
        ("", 0),
        "article, page, pages, crawl, held, data",
        PartRow,
        "INSERT OR REPLACE INTO article_parts VALUES (?, ?, ?, ?, ?, ?)",
    ),
    "outbox": SectionTable(
        "outbox",
        "seq",
        (0,),
        "kind, crawl, data",
        OutboxLine,
        "INSERT INTO outbox (kind, crawl, data) VALUES (?, ?, ?)",
    ),
    "feeds": SectionTable(
        "feeds",
        "path",
        ("",),
        "path, size",
        FeedMark,
        "INSERT OR REPLACE INTO feeds VALUES (?, ?)",
    ),
}
