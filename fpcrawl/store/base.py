"""What the rest of fpcrawl may ask of the store, as Protocols.

Times are seconds since the epoch (UTC) unless a name says otherwise. A method that
cannot reach the state raises :class:`fpcrawl.exceptions.StateError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from fpcrawl.clustering.clusterstore import ClusterStore
    from fpcrawl.extraction.records import Record, Thread
    from fpcrawl.store.care import Care
    from fpcrawl.store.model import (
        Board,
        Counts,
        Entry,
        Failure,
        HostState,
        Leased,
        Outcome,
        Place,
        RecordRow,
        RobotsCopy,
        Stored,
        ThreadPage,
    )
    from fpcrawl.store.parts import ArticlePart
    from fpcrawl.store.templates import TemplateStore

__all__ = [
    "Articles",
    "Frontier",
    "HostTokens",
    "Outbox",
    "Records",
    "Sites",
    "State",
    "StateCore",
    "StateRecords",
    "Values",
]


class Frontier(Protocol):
    """The rows still to be fetched, and the fingerprints of those that were.

    Attributes
    ----------
    revisits_until
        Pages to come back to that are due later than this are left to another run.
    look_again_s
        An idle worker asks so often for rows that others have added, in seconds.
    quarantined
        Rows that :meth:`reclaim` set aside since this process opened the frontier.
    """

    revisits_until: float
    look_again_s: float
    quarantined: int

    def add(self, entry: Entry) -> bool:
        """Add a row; False if it was seen or queued before and is not forced."""
        ...

    def lease(
        self,
        crawl: str,
        now: float,
        limit: int,
        busy_hosts: Collection[str] = (),
        per_host: Callable[[str], int] | None = None,
    ) -> list[Leased]:
        """Take up to `limit` due rows, best first within a host, hosts in turn."""
        ...

    def start(self, lease_id: int, *, started: bool = True, at_once: bool = True) -> None:
        """Note that the row is worked on: should this process die, it may be why.

        Parameters
        ----------
        started
            False takes it back.
        at_once
            Whether the process may not live to write it down later, with other things.
        """
        ...

    def ack(
        self,
        lease_id: int,
        outcome: Outcome,
        next_due: float | None = None,
        *,
        reason: str = "",
        etag: str | None = None,
        last_modified: str | None = None,
    ) -> bool:
        """End a lease; False if this process no longer holds it (nothing is changed)."""
        ...

    def retry(self, lease_id: int, not_before: float, payload: str | None = None) -> bool:
        """Put a leased row back to be tried again; False if the lease is not held."""
        ...

    def detour(self, lease_id: int, url: str, host: str, payload: str) -> bool:
        """Have a leased row fetch another address for once, until its next ack."""
        ...

    def release(self, lease_ids: Iterable[int]) -> int:
        """Put rows that were not started back as they were; return how many."""
        ...

    def unpark(self, crawl: str, limit: int | None = None) -> int:
        """Make rows due that wait for a login; return how many.

        Parameters
        ----------
        limit
            So many at most, half of them those put aside last, the others those put aside
            first; when leased they are told to have been put aside (``Leased.parked``). None =
            all, and lists that wait to be retried.
        """
        ...

    def reprioritise(self, crawl: str, levels: Mapping[bytes, int], step: int) -> int:
        """Move queued rows to other levels of priority; return how many were moved."""
        ...

    def is_leased(self, lease_id: int) -> bool:
        """Tell whether this process holds the lease."""
        ...

    def is_known(self, crawl: str, fingerprint: bytes) -> bool:
        """Tell whether the request is queued or was seen within the seen age."""
        ...

    def known(self, crawl: str, fingerprints: Collection[bytes]) -> set[bytes]:
        """Return those of the requests that are known, see :meth:`is_known`."""
        ...

    def place(self, crawl: str, fingerprint: bytes) -> Place | None:
        """Tell where a request stands; None if it is not known."""
        ...

    def seen(self, crawl: str) -> int:
        """Count what is done and remembered so that it is not done again."""
        ...

    def renew(self, now: float) -> None:
        """Prolong this process's leases for other machines to see."""
        ...

    def reclaim(self, now: float) -> int:
        """Put the rows of dead workers back to be done; return how many.

        What several died of is set aside: see :class:`fpcrawl.store.frontier_policy`.
        """
        ...

    def counts(self, crawl: str, now: float) -> Counts:
        """Count the rows of a crawl."""
        ...

    def next_due(self, crawl: str) -> float | None:
        """Return when the next unleased row is due; None if there is none."""
        ...

    def next_waiting(self, crawl: str) -> float | None:
        """Return when the next row that waits for its time is due."""
        ...

    def holds_open(
        self,
        crawl: str,
        now: float,
        first_time_until: float,
        closed_hosts: Collection[str] = (),
    ) -> bool:
        """Tell whether there is work now, or first-time work by `first_time_until`."""
        ...

    def boards(self, crawl: str) -> list[Board]:
        """Return the recurring rows, soonest due first."""
        ...

    def crawls(self) -> list[str]:
        """Return the names of all crawls in the file."""
        ...

    def failures(self, crawl: str, limit: int = 20) -> list[Failure]:
        """Return the latest failures, newest first."""
        ...

    def count(self, crawl: str, name: str, n: int = 1) -> None:
        """Add to a counter of the crawl that outlives the process."""
        ...

    def counters(self, crawl: str) -> dict[str, int]:
        """Return the counters of the crawl."""
        ...


class Records(Protocol):
    """Posts, articles and threads by key, and what the feeds still have to write."""

    def upsert(self, records: Sequence[Record], now: float, *, crawl: str = "") -> list[Stored]:
        """Store records; new and changed posts and articles go to the outbox too."""
        ...

    def known_thread(self, key: str) -> Thread | None:
        """Return the thread as last stored."""
        ...

    def set_thread_page(self, thread_key: str, page: ThreadPage) -> None:
        """Remember a page of a thread."""
        ...

    def thread_pages(self, thread_key: str) -> list[ThreadPage]:
        """Return the known pages of a thread, first page first."""
        ...

    def get(self, kind: str, key: str) -> dict[str, Any] | None:
        """Return a stored record as a dictionary with its ``version``."""
        ...

    def versions(self, kind: str, key: str) -> list[dict[str, Any]]:
        """Return the earlier versions of a record, oldest first, each with ``version``."""
        ...

    def stored(self, kind: str) -> Iterator[dict[str, Any]]:
        """Give the stored records of a kind as dictionaries, oldest first."""
        ...

    def rows(
        self, kind: str, *, site: str | None = None, changed_since: float | None = None
    ) -> Iterator[RecordRow]:
        """Give the stored records of a kind as they lie there, oldest first."""
        ...

    def count(self, kind: str, site: str | None = None) -> int:
        """Count stored records of a kind: ``post``, ``article`` or ``thread``."""
        ...


class Articles(Protocol):
    """Articles that are printed on several pages."""

    def add(self, part: ArticlePart, now: float, *, crawl: str = "") -> Stored:
        """Store a page of an article, and the article when that makes it whole."""
        ...

    def release(self, crawl: str, now: float, *, before: float) -> list[Stored]:
        """Hand out what there is of articles that are held since before a time."""
        ...


class Outbox(Protocol):
    """Lines that the feeds still have to write, and how far each feed is written."""

    def marked(self, feed: str) -> int | None:
        """Return how long a feed is by our account, in bytes; ``None`` for an unknown one."""
        ...

    def mark(self, feed: str, size: int) -> None:
        """Note how long a feed is; on disk when this returns."""
        ...

    def hand_out(
        self,
        kind: str,
        crawl: str | None,
        feed: str,
        limit: int,
        write: Callable[[Sequence[str]], int],
    ) -> int:
        """Have lines written, then mark the feed and forget them; return how many.

        Parameters
        ----------
        crawl
            Only lines of this crawl; ``None`` = of all.
        feed
            Path of the feed.
        limit
            At most so many lines.
        write
            Appends lines to the feed, in order, and returns how long it is then. A line is
            handed to one writer only, and again when that one fails or dies.
        """
        ...


class Sites(Protocol):
    """What is known of hosts."""

    def host(self, host: str) -> HostState:
        """Return the state of a host; an unknown host has the defaults."""
        ...

    def set_host(self, state: HostState) -> None:
        """Store the state of a host; the later ``not_before`` of the two holds."""
        ...

    def blocked(self, now: float) -> dict[str, float]:
        """Return the hosts that are not to be asked now, with the time they may be."""
        ...

    def hosts(self) -> Iterator[HostState]:
        """Give the states of all hosts, by name."""
        ...

    def robots(self, netloc: str) -> RobotsCopy | None:
        """Return the last copy of a site's robots.txt."""
        ...

    def set_robots(self, copy: RobotsCopy) -> None:
        """Store a copy of a site's robots.txt."""
        ...

    def all_robots(self) -> Iterator[RobotsCopy]:
        """Give all copies of robots.txt, by site."""
        ...


class HostTokens(Protocol):
    """Turns at a host, so that all workers together keep its delay and its concurrency."""

    def take(self, host: str, delay_s: float, limit: int, turn: int) -> float:
        """Take a turn at the host; return 0, or the seconds until it is worth asking again.

        Parameters
        ----------
        delay_s
            Seconds from the latest turn of any worker to this one.
        limit
            Turns of all workers that may be under way.
        turn
            Number of the turn, this worker's own. One that it has already is had at once.
        """
        ...

    def use(self, host: str, turn: int) -> None:
        """Note that the host is asked now: the delay to the next turn counts from here.

        Until then nobody else gets a turn at a host with a delay, but for a few seconds at most.
        """
        ...

    def give(self, host: str, turn: int, *, unused: bool = False) -> None:
        """Give a turn back; twice is harmless.

        Parameters
        ----------
        unused
            The host was not asked: nobody has to wait for this turn's sake.
        """
        ...


class Values(Protocol):
    """Small JSON values by name, for what fits no table of its own."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of that name."""
        ...

    def set(self, name: str, value: Any) -> None:
        """Store a JSON value; None removes it."""
        ...

    def change(self, name: str, update: Callable[[Any], Any]) -> Any:
        """Have `update` make a new value of the present one, as one; return the new one.

        No change of another worker is lost. `update` gets ``None`` where there is no value; it
        may be called several times, before and after this returns, each time with what another
        worker has stored meanwhile, and then has no other effect than the last call alone.
        """
        ...

    def beginning(self, prefix: str) -> Iterator[Any]:
        """Give the values whose names begin so, by name."""
        ...

    def items(self, prefix: str = "") -> Iterator[tuple[str, Any]]:
        """Give names and values of which the names begin so, by name."""
        ...


class StateCore(Protocol):
    """What a state has beside records: its parts share a connection and its transactions.

    Attributes
    ----------
    on_dirty
        Called when a write opens a batch, so that the owner can flush it soon.
    """

    on_dirty: Callable[[], None] | None

    def clock(self) -> float:
        """Return the time that all workers of this state agree on."""
        ...

    @property
    def away_s(self) -> float:
        """Seconds since a server of the state is away; 0 while all answer."""
        ...

    @property
    def frontier(self) -> Frontier:
        """The rows to fetch."""
        ...

    @property
    def clusters(self) -> ClusterStore:
        """The clusters of all sites."""
        ...

    @property
    def templates(self) -> TemplateStore:
        """The templates of all sites, and pages kept to learn them from."""
        ...

    @property
    def sites(self) -> Sites:
        """What is known of hosts."""
        ...

    @property
    def tokens(self) -> HostTokens:
        """Turns at hosts."""
        ...

    @property
    def values(self) -> Values:
        """Small values by name."""
        ...

    @property
    def care(self) -> Care:
        """All that it holds, for looking after it."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Write several things as one: all are kept, or on an exception none."""
        ...

    def flush(self) -> None:
        """Commit what has been written."""
        ...

    def close(self) -> None:
        """Commit, release this process's leases and close the file."""
        ...


class StateRecords(Protocol):
    """What a state has of records."""

    @property
    def records(self) -> Records:
        """The records found."""
        ...

    @property
    def articles(self) -> Articles:
        """Articles of several pages."""
        ...

    @property
    def outbox(self) -> Outbox:
        """What the feeds still have to write."""
        ...


class State(StateCore, StateRecords, Protocol):
    """One open state."""
