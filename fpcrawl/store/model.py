"""The values that pass between the store and the rest of fpcrawl.

Times are seconds since the epoch (UTC) unless a name says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fpcrawl.extraction.records import Record

__all__ = [
    "FINGERPRINT_BYTES",
    "PARKED",
    "Board",
    "Counts",
    "Entry",
    "Failure",
    "HostState",
    "Leased",
    "Outcome",
    "Place",
    "RecordRow",
    "RobotsCopy",
    "Status",
    "Stored",
    "ThreadPage",
]

FINGERPRINT_BYTES = 12
"""Length of a request's fingerprint: a collision among 100 million is 6e-14 likely."""

PARKED = 2.0**33
"""Least due time of rows that wait for a login, not for a time: see ``Frontier.unpark``.

Above it, in seconds, those put aside earlier lie lower.
"""

Status = Literal["new", "changed", "same", "held"]


class Outcome(StrEnum):
    """What became of a leased request."""

    DONE = "done"
    REDIRECTED = "redirected"
    DUPLICATE = "duplicate"
    DROPPED = "dropped"
    FAILED = "failed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Entry:
    """A request to be added to the frontier.

    Attributes
    ----------
    crawl
        The crawl the row belongs to, such as ``forum:bbs.example.com``.
    fingerprint
        ``FINGERPRINT_BYTES`` bytes that identify the request within its crawl.
    host
        Key of the download slot.
    payload
        The request as JSON text.
    priority
        Higher goes first among the rows of one host.
    not_before
        Not to start before this time; 0 means now.
    recurring
        The row stays after success, with a next due time.
    role
        What the page is expected to be; for status only.
    force
        Add even if seen; an existing row becomes due at the earlier of the two times
        and takes over the new payload.
    """

    crawl: str
    url: str
    fingerprint: bytes
    host: str
    payload: str
    priority: int = 0
    not_before: float = 0.0
    recurring: bool = False
    role: str = ""
    force: bool = False


@dataclass(frozen=True, slots=True)
class Leased:
    """A row handed out for work; ``lease_id`` is valid in this process only.

    Attributes
    ----------
    crashes
        Workers in a row that died while they had started it.
    parked
        It was put aside because of a wall and is tried anew, see ``Frontier.unpark``.
    """

    lease_id: int
    url: str
    fingerprint: bytes
    host: str
    payload: str
    priority: int
    due: float
    recurring: bool
    role: str
    failures: int
    etag: str | None
    last_modified: str | None
    visits: int = 0
    crashes: int = 0
    parked: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of a crawl by what they wait for; ``retrying`` is part of ``later``.

    Attributes
    ----------
    parked
        Rows that wait for a login; part of none of the others.
    """

    due: int = 0
    later: int = 0
    leased: int = 0
    retrying: int = 0
    parked: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A recurring row, for status and for the spider that plans revisits."""

    url: str
    role: str
    due: float
    last_done: float | None
    visits: int
    failures: int
    leased: bool
    payload: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A URL whose last tries failed; ``dropped`` once nothing more is planned for it."""

    url: str
    reason: str
    count: int
    last: float
    dropped: bool


@dataclass(frozen=True, slots=True)
class HostState:
    """What politeness must remember of a host.

    Attributes
    ----------
    not_before
        Nothing is to be asked of the host before this time.
    failures
        Consecutive failures.
    crawl_delay_s
        Delay that robots.txt asks for, in seconds.
    """

    host: str
    not_before: float = 0.0
    failures: int = 0
    crawl_delay_s: float | None = None


@dataclass(frozen=True, slots=True)
class RobotsCopy:
    """A robots.txt as it was fetched; ``body`` is empty unless ``status`` is 2xx."""

    netloc: str
    fetched: float
    status: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """What an upsert did with one record; ``record`` is as it now stands in the store.

    A ``held`` one is a page of an article whose other pages are still awaited.
    """

    record: Record
    status: Status
    version: int


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record as it lies in the store.

    Attributes
    ----------
    kind
        ``post``, ``article`` or ``thread``.
    created, updated
        When it was first stored, and when its present version was.
    data
        Its fields as JSON text.
    """

    kind: str
    key: str
    site: str
    version: int
    created: float
    updated: float
    data: str


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """A page of a thread as last fetched, with its number of posts.

    Attributes
    ----------
    topic
        How much the page is of the crawl's topic, in [0, 1]; ``None`` where there was none.
    """

    page: int
    url: str
    posts: int
    topic: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request stands.

    Attributes
    ----------
    due
        0 once it is done.
    visits
        How often it was fetched well, if it is one to come back to.
    """

    state: Literal["ready", "waiting", "leased", "done"]
    due: float = 0.0
    visits: int = 0
