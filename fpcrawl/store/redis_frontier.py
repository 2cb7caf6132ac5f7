"""The frontier in Redis: rows wait, are leased by one of many workers, and end with an ack.

The rules are those of :mod:`fpcrawl.store.sqlite_frontier`; the keys are told in
``lua/_common.lua``. What changes rows is batched, and sent with the transaction it belongs to.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.mergepatch import patched
from fpcrawl.store.model import Leased, Outcome
from fpcrawl.store.redis_frontier_status import RedisFrontierStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from fpcrawl.store.frontier_policy import FrontierPolicy
    from fpcrawl.store.model import Entry
    from fpcrawl.store.redis_connection import RedisDb, Word
    from fpcrawl.store.redis_crawls import RedisCrawls
    from fpcrawl.store.redis_workers import RedisWorkers

__all__ = ["RedisFrontier"]

_FAILED = (Outcome.FAILED, Outcome.GONE)
#: Fingerprints remembered, to ask Redis less: some 15 MB.
_KNOWN = 100_000
#: Hosts remembered of which other than the usual number of rows may be taken.
_HOSTS = 5_000
_MOVED_AT_ONCE = 1_000
_LOOK_AGAIN_S = 0.5


@dataclass(frozen=True, slots=True)
class _Held:
    crawl: str
    token: str
    patches: int
    payload: str
    leased: Leased


class RedisFrontier(RedisFrontierStatus):
    """Rows of all crawls of one Redis state; see :class:`fpcrawl.store.base.Frontier`.

    A lease id is valid in this process and for one lease: acking late or twice does
    nothing. That :meth:`add` answers True says that nobody here knows the row: what another
    worker has added is left out when the batch is done.

    Parameters
    ----------
    workers
        None for a state opened read-only.
    seen_days
        Age in days at which a page that is done is forgotten.

    Attributes
    ----------
    revisits_until
        Pages to come back to that are due later than this are left to another run.
    look_again_s
        How often to ask for rows of others while there are none, in seconds.
    quarantined
        Rows set aside since this process opened the frontier.
    """

    def __init__(
        self,
        db: RedisDb,
        crawls: RedisCrawls,
        workers: RedisWorkers | None,
        policy: FrontierPolicy,
        seen_days: int,
    ) -> None:
        super().__init__(db, crawls, seen_days)
        self.quarantined = 0
        self.look_again_s = _LOOK_AGAIN_S
        self._workers = workers
        self._policy = policy
        self._known: dict[tuple[str, bytes], None] = {}
        self._met_hosts: dict[str, None] = {}
        self._held: dict[int, _Held] = {}
        self._last_lease = 0
        db.on_back.append(self._recover)

    # -- adding

    def add(self, entry: Entry) -> bool:
        """Add a row; False if it is known to be seen or queued before and is not forced."""
        known = (entry.crawl, entry.fingerprint)
        if not entry.force and known in self._known:
            return False
        self._db.extend_script(
            "frontier_add",
            [self._db.key("crawls"), self._db.key("row-number")],
            [self._crawls.key(entry.crawl), entry.crawl, self._seen_days],
            [
                repr(self._db.clock()),
                entry.fingerprint,
                int(entry.force),
                repr(float(entry.not_before)),
                entry.priority,
                int(entry.recurring),
                entry.role,
                entry.host,
                entry.url,
                entry.payload,
            ],
        )
        if known not in self._known:
            self._remember(known)
            self._db.undo(lambda: self._known.pop(known, None))
        return True

    def _remember(self, known: tuple[str, bytes]) -> None:
        self._known[known] = None
        if len(self._known) > _KNOWN:
            del self._known[next(iter(self._known))]

    def known(self, crawl: str, fingerprints: Collection[bytes]) -> set[bytes]:
        """Return those of the requests that are known, see :meth:`is_known`."""
        asked = [one for one in fingerprints if (crawl, one) not in self._known]
        found = set(fingerprints) - set(asked)
        for start in range(0, len(asked), _MOVED_AT_ONCE):
            part = asked[start : start + _MOVED_AT_ONCE]
            told: list[Word] = [self._crawls.key(crawl), repr(self._db.clock()), self._seen_days]
            replies = self._db.script("frontier_known", (), [*told, *part])
            for one, is_known in zip(part, replies, strict=True):
                if is_known:
                    found.add(one)
                    self._remember((crawl, one))
        return found

    def is_known(self, crawl: str, fingerprint: bytes) -> bool:
        """Tell whether the request is queued or was seen within the seen age."""
        return bool(self.known(crawl, [fingerprint]))

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
            Gives the most rows to take of a host; None for no limit but `limit`. What it says
            of "" goes for hosts never met.
        """
        if self._workers is None or limit <= 0:
            return []
        usual, shares = limit, {}
        if per_host is not None:
            usual = per_host("")
            shares = {host: per_host(host) for host in self._met_hosts}
        shares = {host: n for host, n in shares.items() if n != usual}
        shares |= dict.fromkeys(busy_hosts, 0)
        first = self._last_lease + 1
        # Numbers are not used again: a reply that is lost may have leased under these.
        self._last_lease += limit
        found = self._db.script(
            "frontier_lease",
            (),
            [
                self._crawls.key(crawl),
                self._workers.key,
                self._workers.me,
                repr(now),
                repr(self.revisits_until),
                limit,
                first,
                usual,
                json.dumps(shares),
            ],
        )
        return [
            self._take_on(crawl, first + n, fingerprint, text)
            for n, (fingerprint, text) in enumerate(found)
        ]

    def _take_on(self, crawl: str, lease_id: int, fingerprint: bytes, text: bytes) -> Leased:
        assert self._workers is not None
        row = json.loads(text)
        patches = row.get("patches", ())
        payload = patched(row["payload"], patches) if patches else row["payload"]
        leased = Leased(
            lease_id=lease_id,
            url=row.get("detour_url") or row["url"],
            fingerprint=fingerprint,
            host=row["host"],
            payload=row.get("detour") or payload,
            priority=int(row["priority"]),
            due=row["due"],
            recurring=bool(row["recurring"]),
            role=row["role"],
            failures=row["failures"],
            etag=row.get("etag"),
            last_modified=row.get("last_modified"),
            visits=row["visits"],
            crashes=row.get("crashes", 0),
            parked=row["tries"] < 0,
        )
        token = f"{self._workers.me}:{lease_id}"
        held = _Held(crawl, token, len(patches), payload if patches else "", leased)
        self._held[lease_id] = held
        self._db.undo(lambda: self.release([lease_id]))
        self._met_hosts[leased.host] = None
        if len(self._met_hosts) > _HOSTS:
            del self._met_hosts[next(iter(self._met_hosts))]
        return leased

    def start(self, lease_id: int, *, started: bool = True, at_once: bool = True) -> None:
        """Note that the row is worked on: should this process die, it may be why."""
        held = self._held.get(lease_id)
        if held is not None and self._workers is not None:
            name = self._crawls.key(held.crawl).encode() + held.leased.fingerprint
            self._db.write("SADD" if started else "SREM", f"{self._workers.key}:started", name)
            if started and at_once:
                self._db.flush()

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
        """End a lease; see :meth:`fpcrawl.store.sqlite_frontier.SqliteFrontier.ack`."""
        if lease_id not in self._held:
            return False
        now, failed = self._db.clock(), outcome in _FAILED
        with self._db.transaction():
            held = self._take(lease_id)
            leased = held.leased
            once, again = (
                self._policy.after(outcome, now, recurring, leased.failures, next_due)
                for recurring in (False, True)
            )
            self._end(
                "frontier_ack",
                held,
                outcome.value,
                repr(now),
                self._seen_days,
                "" if once is None else repr(once),
                "" if again is None else repr(again),
                int(outcome is Outcome.DONE and next_due is not None),
                leased.failures + 1 if failed else 0,
                int(outcome is Outcome.DONE),
                etag or "",
                last_modified or "",
                held.patches,
                held.payload,
                (reason or outcome.value) if failed else "",
                leased.url,
                int(leased.failures > 0),
            )
        return True

    def _take(self, lease_id: int) -> _Held:
        held = self._held.pop(lease_id)
        self._db.undo(lambda: self._held.__setitem__(lease_id, held))
        return held

    def _end(self, script: str, held: _Held, *args: str | int | float) -> None:
        assert self._workers is not None
        fingerprint, key = held.leased.fingerprint, self._crawls.key(held.crawl)
        worker = self._workers.key
        self._db.write_script(script, (), [key, worker, fingerprint, held.token, *args])

    def retry(self, lease_id: int, not_before: float, payload: str | None = None) -> bool:
        """Put a leased row back to be tried again; False if the lease is not held.

        Parameters
        ----------
        payload
            Stands in for the row's request until its next ack.
        """
        if lease_id not in self._held:
            return False
        with self._db.transaction():
            held, now = self._take(lease_id), self._db.clock()
            self._end("frontier_retry", held, repr(now), repr(float(not_before)), payload or "")
        return True

    def detour(self, lease_id: int, url: str, host: str, payload: str) -> bool:
        """Have a leased row fetch another address for once, until its next ack."""
        if lease_id not in self._held:
            return False
        with self._db.transaction():
            held, now = self._take(lease_id), self._db.clock()
            self._end("frontier_detour", held, repr(now), url, host, payload)
        return True

    def release(self, lease_ids: Iterable[int]) -> int:
        """Put rows that were not started back as they were; return how many."""
        released = 0
        with self._db.transaction():
            for lease_id in lease_ids:
                if lease_id in self._held and self._workers is not None:
                    held = self._take(lease_id)
                    self._db.extend_script(
                        "frontier_release",
                        (),
                        [self._crawls.key(held.crawl), self._workers.key],
                        [held.leased.fingerprint, held.token],
                    )
                    released += 1
        return released

    def release_all(self) -> int:
        """Put back every row this process holds."""
        return self.release(list(self._held))

    def unpark(self, crawl: str, limit: int | None = None) -> int:
        """Make rows due that wait for a login; see :meth:`fpcrawl.store.base.Frontier.unpark`."""
        if self._workers is None:
            return 0
        told: list[Word] = [self._crawls.key(crawl), repr(self._db.clock()), limit or 0]
        if limit is not None:
            return int(self._db.script("frontier_unpark", (), told)) if limit else 0
        woken = 0
        while True:
            found = int(self._db.script("frontier_unpark", (), told))
            woken += abs(found)
            if found <= 0:
                return woken

    def reprioritise(self, crawl: str, levels: Mapping[bytes, int], step: int) -> int:
        """Move rows to other levels of priority; return how many were moved."""
        if self._workers is None:
            return 0
        moved, pairs = 0, list(levels.items())
        for start in range(0, len(pairs), _MOVED_AT_ONCE):
            part = pairs[start : start + _MOVED_AT_ONCE]
            flat: list[str | bytes | int] = [self._crawls.key(crawl), step]
            for pair in part:
                flat += pair
            moved += int(self._db.script("frontier_reprioritise", (), flat))
        return moved

    # -- leases of others, and of ours that were lost

    def is_leased(self, lease_id: int) -> bool:
        """Tell whether this process holds the lease."""
        return lease_id in self._held

    def renew(self, now: float) -> None:  # noqa: ARG002 - the time is that of Redis
        """Prolong this process's leases for other machines to see."""
        if self._workers is None:
            return
        self._db.sync_clock()
        if not self._workers.renew():
            # Another machine took us for dead: what we held is no longer ours.
            self._held.clear()

    def reclaim(self, now: float) -> int:
        """Put the rows of dead workers back to be done; return how many."""
        if self._workers is None:
            return 0
        rows, aside = self._workers.reclaim(now, self._policy, self._seen_days)
        self.quarantined += aside
        return rows

    def holds_open(
        self,
        crawl: str,
        now: float,
        first_time_until: float,
        closed_hosts: Collection[str] = (),
    ) -> bool:
        """Tell whether there is work now, or first-time work by `first_time_until`."""
        return bool(self._held) or super().holds_open(crawl, now, first_time_until, closed_hosts)

    def _recover(self) -> None:
        """Give back what Redis leased to us without our knowing; forget what it has lost."""
        self._known.clear()
        if self._workers is None:
            return
        self.renew(self._db.clock())
        ours = {self._name(held) for held in self._held.values()}
        for name in self._workers.held():
            if name in ours:
                continue
            key, fingerprint = name[:-12].decode(), name[-12:]
            token = self._db.read("HGET", f"{key}:leased", fingerprint)
            if token is not None:
                told = [key, self._workers.key, fingerprint, token]
                self._db.write_script("frontier_release", (), told)

    def _name(self, held: _Held) -> bytes:
        return self._crawls.key(held.crawl).encode() + held.leased.fingerprint
