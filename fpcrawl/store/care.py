"""What looking after a state needs of a store: all that it holds, and what may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "CORE",
    "RECORDS",
    "Care",
    "CounterRow",
    "FailureRow",
    "FeedMark",
    "OutboxLine",
    "PartRow",
    "Prune",
    "Pruned",
    "QueueRow",
    "SeenRow",
    "ThreadPageRow",
    "ValueRow",
    "VersionRow",
]

CORE = (
    "frontier",
    "seen",
    "failures",
    "counters",
    "hosts",
    "robots",
    "values",
    "clusters",
    "templates",
    "kept_pages",
)
"""Sections that all workers of a state share."""

RECORDS = ("records", "versions", "thread_pages", "article_parts", "outbox", "feeds")
"""Sections that may lie in a database of their own, in an order that they can be loaded in."""


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A row of the frontier; one that was leased is due.

    Attributes
    ----------
    tries
        How often it was put back to be tried again; -1: it waited for a login and is tried
        without one.
    again
        It was asked for again while it was fetched: due then.
    detour, detour_url, detour_host
        What is fetched in its place until its next ack, and its own host meanwhile.
    crashes
        Workers that have died with it.
    """

    crawl: str
    fingerprint: bytes
    host: str
    url: str
    payload: str
    priority: int
    due: float
    recurring: bool
    role: str
    tries: int
    failures: int
    visits: int
    last_done: float | None
    again: float | None
    detour: str | None
    detour_url: str | None
    detour_host: str | None
    etag: str | None
    last_modified: str | None
    crashes: int


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A page that is done; ``day`` = days since the epoch."""

    crawl: str
    fingerprint: bytes
    day: int


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A failure of a crawl, see :class:`fpcrawl.store.model.Failure`."""

    crawl: str
    url: str
    reason: str
    count: int
    last: float
    dropped: bool


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A counter of a crawl."""

    crawl: str
    name: str
    n: int


@dataclass(frozen=True, slots=True)
class ValueRow:
    """A small value: its name, and JSON text."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class VersionRow:
    """An earlier version of a record, as JSON text."""

    kind: str
    key: str
    version: int
    replaced: float
    data: str


@dataclass(frozen=True, slots=True)
class ThreadPageRow:
    """A page of a thread, see :class:`fpcrawl.store.model.ThreadPage`."""

    thread: str
    page: int
    url: str
    posts: int
    topic: float | None


@dataclass(frozen=True, slots=True)
class PartRow:
    """A page of an article; ``held`` = since when the article waits for others."""

    article: str
    page: int
    pages: int
    crawl: str
    held: float | None
    data: str


@dataclass(frozen=True, slots=True)
class OutboxLine:
    """A line that waits for a feed."""

    kind: str
    crawl: str
    data: str


@dataclass(frozen=True, slots=True)
class FeedMark:
    """How long a feed is by our account, bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Prune:
    """What may go.

    Attributes
    ----------
    crawls
        Crawls to be forgotten; their records stay.
    before
        Kept pages, earlier versions of records, failures and copies of robots.txt older than
        this go, seconds since the epoch; ``None`` = none of them.
    seen_before
        Pages done before this day are forgotten, days since the epoch; ``None`` = none.
    """

    crawls: Sequence[str] = ()
    before: float | None = None
    seen_before: int | None = None


@dataclass(frozen=True, slots=True)
class Pruned:
    """What went, or would go.

    Attributes
    ----------
    what
        Name of the section, for programs.
    rows
        How many there are.
    size_bytes
        About how much that is; 0 where nobody knows.
    """

    what: str
    rows: int
    size_bytes: int = 0


class Care(Protocol):
    """All that a store holds, section by section.

    Rows are those of this module, of :mod:`fpcrawl.store.model`
    (``HostState``, ``RobotsCopy``, ``RecordRow``), and ``ClusterRow``, ``StoredTemplate`` and
    ``KeptPage``.
    """

    @property
    def sections(self) -> Sequence[str]:
        """What it holds, of :data:`CORE` and :data:`RECORDS`."""
        ...

    def count(self, section: str) -> int:
        """Count the rows of a section."""
        ...

    def dump(self, section: str) -> Iterator[Any]:
        """Give the rows of a section, a few in memory at a time."""
        ...

    def load(self, section: str, rows: Iterable[Any]) -> None:
        """Add rows of another store to a section."""
        ...

    def clear(self, section: str) -> None:
        """Remove all rows of a section."""
        ...

    def prune(self, what: Prune, *, dry_run: bool = False) -> list[Pruned]:
        """Remove what may go, a few rows at a time, and tell what went."""
        ...

    def workers(self) -> int:
        """Count the other workers that are at work."""
        ...

    def shrink(self) -> int:
        """Give room that is free back to the disk; return how many bytes."""
        ...
