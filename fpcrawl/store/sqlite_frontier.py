"""The frontier in SQLite: rows wait, are leased, and end with an ack."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.model import Leased, Outcome, Place
from fpcrawl.store.sqlite_rows import LEASED
from fpcrawl.store.sqlite_takeover import TakeOver

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from fpcrawl.store.model import Board, Counts, Entry, Failure
    from fpcrawl.store.sqlite_connection import Connection
    from fpcrawl.store.sqlite_ledger import Ledger
    from fpcrawl.store.sqlite_rows import FrontierRows
    from fpcrawl.store.sqlite_seen import SeenTable
    from fpcrawl.store.sqlite_status import FrontierStatus
    from fpcrawl.store.sqlite_workers import Workers

__all__ = ["SqliteFrontier"]

_STATES: tuple[Literal["ready", "waiting", "leased"], ...] = ("ready", "waiting", "leased")
_FAILED = (Outcome.FAILED, Outcome.GONE)


@dataclass(frozen=True, slots=True)
class _Held:
    row: int
    crawl: int
    leased: Leased


@dataclass(slots=True)
class SqliteFrontier:
    """Rows of all crawls of one state file; see :class:`fpcrawl.store.base.Frontier`.

    A lease id is valid in this process and for one lease: acking late or twice does
    nothing. ``workers`` is None for a state opened read-only.

    Attributes
    ----------
    revisits_until
        Pages to come back to that are due later than this are left to another run.
    look_again_s
        How often to ask for rows of others: the heartbeat of Scrapy will do.
    quarantined
        Rows set aside since this process opened the file.
    """

    db: Connection
    rows: FrontierRows
    clock: Callable[[], float]
    seen_table: SeenTable
    ledger: Ledger
    status: FrontierStatus
    workers: Workers | None
    policy: FrontierPolicy = field(default_factory=FrontierPolicy)
    revisits_until: float = math.inf
    look_again_s: float = math.inf
    quarantined: int = 0
    _held: dict[int, _Held] = field(default_factory=dict)
    _turns: dict[int, str] = field(default_factory=dict)  # host where the round goes on
    _last_lease: int = 0

    # -- adding

    def add(self, entry: Entry) -> bool:
        """Add a row; False if it was seen or queued before and is not forced."""
        crawl = self.ledger.crawl_id(entry.crawl)
        now = self.clock()
        if entry.force:
            return self._force(crawl, entry, now)
        # What is known needs no right to write; within a batch we have it already.
        if not self.db.in_batch and self._known(crawl, entry.fingerprint, now):
            return False
        self.db.begin()
        # Another process may have added it while we waited for that right.
        if self.seen_table.holds(crawl, entry.fingerprint, now):
            return False
        return self.rows.insert(crawl, entry, now)

    def _force(self, crawl: int, entry: Entry, now: float) -> bool:
        self.db.begin()
        found = self.rows.find(crawl, entry.fingerprint)
        if found is None:
            return self.rows.insert(crawl, entry, now)
        row, state, due, _ = found
        wanted = entry.not_before or now
        if state == LEASED:
            self.rows.want_again(row, entry, wanted)
        else:
            self.rows.renew(row, entry, min(due, wanted), now)
        return True

    def _known(self, crawl: int, fingerprint: bytes, now: float) -> bool:
        if self.rows.find(crawl, fingerprint) is not None:
            return True
        return self.seen_table.holds(crawl, fingerprint, now)

    # -- leasing

    def lease(
        self,
        crawl: str,
        now: float,
        limit: int,
        busy_hosts: Collection[str] = (),
        per_host: Callable[[str], int] | None = None,
    ) -> list[Leased]:
        """Take up to `limit` due rows, best first within a host, hosts in turn.

        Parameters
        ----------
        busy_hosts
            Hosts to take nothing of.
        per_host
            Gives the most rows to take of a host; None for no limit but `limit`.
        """
        if self.workers is None or limit <= 0:
            return []
        crawl_id = self.ledger.crawl_id(crawl)
        if self.status.has_due(crawl_id, now, self.revisits_until):
            self.rows.promote(crawl_id, now, self.revisits_until)
        taken: list[Leased] = []
        for host in self.rows.ready_hosts(crawl_id, self._turns.get(crawl_id, "")):
            if host in busy_hosts:
                continue
            wanted = limit - len(taken)
            if per_host is not None:
                wanted = min(wanted, per_host(host))
            taken += self._lease_host(crawl_id, host, wanted)
            self._turns[crawl_id] = host
            if len(taken) >= limit:
                break
        return taken

    def _lease_host(self, crawl: int, host: str, limit: int) -> list[Leased]:
        assert self.workers is not None
        taken = []
        for row in self.rows.lease(self.workers.me, crawl, host, limit):
            self._last_lease += 1
            leased = Leased(
                lease_id=self._last_lease,
                url=row[1],
                fingerprint=row[2],
                host=row[3],
                payload=row[4],
                priority=row[5],
                due=row[6],
                recurring=bool(row[7]),
                role=row[8],
                failures=row[9],
                etag=row[10],
                last_modified=row[11],
                visits=row[12],
                crashes=row[13],
                parked=row[14] < 0,
            )
            self._held[leased.lease_id] = _Held(row[0], crawl, leased)
            self.db.undo(partial(self._held.pop, leased.lease_id, None))
            taken.append(leased)
        return taken

    def start(self, lease_id: int, *, started: bool = True, at_once: bool = True) -> None:
        """Note that the row is worked on: should this process die, it may be why."""
        held = self._held.get(lease_id)
        if held is not None and self.workers is not None:
            self.rows.start(held.row, self.workers.me, started=started)
            if started and at_once:
                self.db.flush()

    # -- ending a lease

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
        """End a lease; False if this process no longer holds it (nothing is changed).

        Parameters
        ----------
        next_due
            When the row is due next; None for a default after its outcome. A row that is
            done with such a plan is recurring from now on: what the page was showed only
            when it had been read.
        reason
            Why it failed, for status.
        etag, last_modified
            What a recurring page's next conditional request may send.
        """
        if lease_id not in self._held or self.workers is None:
            return False
        now = self.clock()
        with self.db.transaction():
            held = self._take(lease_id)
            found = self.rows.leased_by(held.row, self.workers.me)
            if found is None:
                return False
            again, was_recurring = found
            planned = outcome is Outcome.DONE and next_due is not None
            recurring = bool(was_recurring) or planned
            due = self.policy.after(outcome, now, recurring, held.leased.failures, next_due)
            self._note(held, outcome, reason, now, due is None)
            if again is not None:
                due = again if due is None else min(due, again)
            if due is None:
                self.rows.delete(held.row)
                self.seen_table.add(held.crawl, held.leased.fingerprint, now)
            else:
                failures = held.leased.failures + 1 if outcome in _FAILED else 0
                self.rows.put_back(held.row, due, failures, now, recurring=recurring)
                if outcome is Outcome.DONE:
                    self.rows.note_visit(held.row, now, etag, last_modified)
            self.db.flush()
        return True

    def _note(self, held: _Held, outcome: Outcome, reason: str, now: float, end: bool) -> None:
        self.ledger.count(held.crawl, f"outcome/{outcome}")
        if outcome in _FAILED:
            self.ledger.note_failure(held.crawl, held.leased.url, reason or outcome, now, end)
        elif held.leased.failures:
            self.ledger.forget_failure(held.crawl, held.leased.url)

    def _take(self, lease_id: int) -> _Held:
        held = self._held.pop(lease_id)
        self.db.undo(lambda: self._held.__setitem__(lease_id, held))
        return held

    def retry(self, lease_id: int, not_before: float, payload: str | None = None) -> bool:
        """Put a leased row back to be tried again; False if the lease is not held.

        Parameters
        ----------
        payload
            Stands in for the row's request until its next ack.
        """
        if lease_id not in self._held or self.workers is None:
            return False
        with self.db.transaction():
            held = self._take(lease_id)
            touched = self.rows.retry(held.row, self.workers.me, not_before, self.clock(), payload)
            self.db.flush()
        return touched > 0

    def detour(self, lease_id: int, url: str, host: str, payload: str) -> bool:
        """Have a leased row fetch another address for once, until its next ack.

        For a page to come back to that redirects for now: it keeps its own address.

        Parameters
        ----------
        url, host, payload
            What is to be fetched, as in :class:`fpcrawl.store.model.Entry`.
        """
        if lease_id not in self._held or self.workers is None:
            return False
        with self.db.transaction():
            held = self._take(lease_id)
            touched = self.rows.detour(held.row, self.workers.me, self.clock(), url, host, payload)
            self.db.flush()
        return touched > 0

    def release(self, lease_ids: Iterable[int]) -> int:
        """Put rows that were not started back as they were; return how many."""
        released = 0
        with self.db.transaction():
            for lease_id in lease_ids:
                if lease_id in self._held and self.workers is not None:
                    released += self.rows.release(self._take(lease_id).row, self.workers.me)
        self.db.flush()
        return released

    def unpark(self, crawl: str, limit: int | None = None) -> int:
        """Make rows due that wait for a login; see :meth:`fpcrawl.store.base.Frontier.unpark`."""
        if self.workers is None:
            return 0
        with self.db.transaction():
            crawl_id, now = self.ledger.crawl_id(crawl), self.clock()
            if limit is None:
                woken = self.rows.unpark(crawl_id, now)
            else:
                woken = self.rows.unpark_some(crawl_id, now, limit)
        self.db.flush()
        return woken

    def reprioritise(self, crawl: str, levels: Mapping[bytes, int], step: int) -> int:
        """Move rows to other levels of priority; return how many were moved.

        What a row's priority is within its level stays.

        Parameters
        ----------
        levels
            Fingerprint -> level, 0 = lowest; those without a row are passed over.
        step
            Priorities that a level holds: level n goes from n * step to (n + 1) * step - 1.
        """
        if self.workers is None or not levels:
            return 0
        crawl_id = self.ledger.crawl_id(crawl)
        with self.db.transaction():
            return sum(
                self.rows.reprioritise(crawl_id, fingerprint, level, step)
                for fingerprint, level in levels.items()
            )

    def release_all(self) -> int:
        """Put back every row this process holds."""
        return self.release(list(self._held))

    # -- leases of others

    def is_leased(self, lease_id: int) -> bool:
        """Tell whether this process holds the lease."""
        return lease_id in self._held

    def is_known(self, crawl: str, fingerprint: bytes) -> bool:
        """Tell whether the request is queued or was seen within the seen age."""
        return self._known(self.ledger.crawl_id(crawl), fingerprint, self.clock())

    def known(self, crawl: str, fingerprints: Collection[bytes]) -> set[bytes]:
        """Return those of the requests that are known, see :meth:`is_known`."""
        return {one for one in fingerprints if self.is_known(crawl, one)}

    def place(self, crawl: str, fingerprint: bytes) -> Place | None:
        """Tell where a request stands; None if it is not known."""
        number = self.ledger.crawl_id(crawl)
        found = self.rows.find(number, fingerprint)
        if found is not None:
            _, state, due, visits = found
            return Place(_STATES[state], due, visits)
        done = self.seen_table.holds(number, fingerprint, self.clock())
        return Place("done") if done else None

    def seen(self, crawl: str) -> int:
        """Count what is done and remembered so that it is not done again."""
        return self.seen_table.count(self.ledger.crawl_id(crawl))

    def renew(self, now: float) -> None:
        """Prolong this process's leases for other machines to see."""
        if self.workers is None or self.workers.renew(now):
            return
        # Another machine took us for dead: what we held is no longer ours.
        ours = self.rows.owned(self.workers.me)
        for lease_id in [key for key, held in self._held.items() if held.row not in ours]:
            del self._held[lease_id]

    def reclaim(self, now: float) -> int:
        """Put the rows of dead workers back to be done; return how many."""
        if self.workers is None:
            return 0
        rows, aside = TakeOver(
            self.db, self.rows, self.seen_table, self.ledger, self.workers, self.policy
        ).all(now)
        self.quarantined += aside
        return rows

    # -- what there is

    def counts(self, crawl: str, now: float) -> Counts:
        """Count the rows of a crawl."""
        return self.status.counts(self.ledger.crawl_id(crawl), now)

    def next_due(self, crawl: str) -> float | None:
        """Return when the next unleased row is due; None if there is none."""
        return self.status.next_due(self.ledger.crawl_id(crawl))

    def next_waiting(self, crawl: str) -> float | None:
        """Return when the next row that waits for its time is due."""
        return self.status.next_waiting(self.ledger.crawl_id(crawl), self.revisits_until)

    def holds_open(
        self,
        crawl: str,
        now: float,
        first_time_until: float,
        closed_hosts: Collection[str] = (),
    ) -> bool:
        """Tell whether there is work now, or first-time work by `first_time_until`.

        Parameters
        ----------
        closed_hosts
            Hosts whose due rows do not count, since they may not be asked in time.
        """
        return bool(self._held) or self.status.holds_open(
            self.ledger.crawl_id(crawl), now, first_time_until, closed_hosts, self.revisits_until
        )

    def boards(self, crawl: str) -> list[Board]:
        """Return the recurring rows, soonest due first."""
        return self.status.boards(self.ledger.crawl_id(crawl))

    def crawls(self) -> list[str]:
        """Return the names of all crawls in the file."""
        return self.ledger.crawls()

    def failures(self, crawl: str, limit: int = 20) -> list[Failure]:
        """Return the latest failures, newest first."""
        return self.ledger.failures(self.ledger.crawl_id(crawl), limit)

    def count(self, crawl: str, name: str, n: int = 1) -> None:
        """Add to a counter of the crawl that outlives the process."""
        self.ledger.count(self.ledger.crawl_id(crawl), name, n)

    def counters(self, crawl: str) -> dict[str, int]:
        """Return the counters of the crawl."""
        return self.ledger.counters(self.ledger.crawl_id(crawl))
