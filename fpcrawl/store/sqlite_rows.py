"""The rows of the frontier table, one statement each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.store.model import PARKED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.store.model import Entry
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["LEASED", "FrontierRows"]

_READY, _WAITING, LEASED = 0, 1, 2

_LEASE_SQL = """
UPDATE frontier SET state = 2, owner = ? WHERE id IN (
    SELECT id FROM frontier WHERE crawl = ? AND state = 0 AND host = ?
    ORDER BY priority DESC, id LIMIT ?
)
RETURNING id, coalesce(detour_url, url), fingerprint, host, coalesce(detour, payload),
    priority, due, recurring, role, failures, etag, last_modified, visits, crashes, tries
"""
# The first may be empty: an address such as "data:," has no host.
_FIRST_HOST_SQL = """
SELECT host FROM frontier WHERE crawl = ? AND state = 0 AND host >= ? ORDER BY host LIMIT 1
"""
_NEXT_HOST_SQL = _FIRST_HOST_SQL.replace(">=", ">")


def _state(due: float, now: float) -> int:
    return _READY if due <= now else _WAITING


@dataclass(frozen=True, slots=True)
class FrontierRows:
    """Statements on rows; who may do what and when is decided by the frontier."""

    db: Connection

    def find(self, crawl: int, fingerprint: bytes) -> tuple[int, int, float, int] | None:
        """Return the id, state, due time and visits of a row."""
        found: tuple[int, int, float, int] | None = self.db.read_one(
            "SELECT id, state, due, visits FROM frontier WHERE crawl = ? AND fingerprint = ?",
            (crawl, fingerprint),
        )
        return found

    def insert(self, crawl: int, entry: Entry, now: float) -> bool:
        """Add a row; False if there is one of this fingerprint."""
        added = self.db.write(
            "INSERT INTO frontier (crawl, fingerprint, host, url, payload, priority, due, state,"
            " recurring, role) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (crawl, fingerprint) DO NOTHING",
            (
                crawl,
                entry.fingerprint,
                entry.host,
                entry.url,
                entry.payload,
                entry.priority,
                entry.not_before or now,
                _state(entry.not_before, now),
                entry.recurring,
                entry.role,
            ),
        )
        return added > 0

    def want_again(self, row: int, entry: Entry, due: float) -> None:
        """Have a leased row come back after its ack."""
        self.db.write(
            "UPDATE frontier SET again = min(coalesce(again, ?), ?),"
            " payload = json_patch(payload, ?), recurring = max(recurring, ?) WHERE id = ?",
            (due, due, entry.payload, entry.recurring, row),
        )

    def renew(self, row: int, entry: Entry, due: float, now: float) -> None:
        """Give a row that is not leased a due time and what the entry adds to it.

        One never fetched takes the entry's address too: its own may have the wrong scheme.
        """
        self.db.write(
            "UPDATE frontier SET due = ?, state = ?, payload = json_patch(payload, ?),"
            " priority = ?, recurring = max(recurring, ?) WHERE id = ?",
            (due, _state(due, now), entry.payload, entry.priority, entry.recurring, row),
        )
        self.db.write(
            "UPDATE frontier SET url = ?, host = ?"
            " WHERE id = ? AND visits = 0 AND detour_url IS NULL AND url <> ?",
            (entry.url, entry.host, row, entry.url),
        )

    def promote(self, crawl: int, now: float, revisits_until: float) -> None:
        """Make the waiting rows ready whose time has come."""
        self.db.write(
            "UPDATE frontier SET state = 0 WHERE crawl = ? AND state = 1 AND due <= ?"
            " AND (due <= ? OR recurring = 0 OR visits = 0 OR tries > 0)",
            (crawl, now, revisits_until),
        )

    def ready_hosts(self, crawl: int, after: str) -> Iterable[str]:
        """Give the hosts with ready rows, once each, beginning behind `after`."""
        wrapped, host, sql = False, after, _NEXT_HOST_SQL
        while True:
            found = self.db.read_one(sql, (crawl, host))
            if found is None:
                if wrapped:
                    return
                wrapped, host, sql = True, "", _FIRST_HOST_SQL
                continue
            host, sql = found[0], _NEXT_HOST_SQL
            if wrapped and host > after:
                return
            yield host

    def lease(self, owner: int, crawl: int, host: str, limit: int) -> list[tuple[Any, ...]]:
        """Lease ready rows of a host, best first."""
        rows = self.db.write_returning(_LEASE_SQL, (owner, crawl, host, limit))
        return sorted(rows, key=lambda row: (-row[5], row[0]))

    def leased_by(self, row: int, owner: int) -> tuple[float | None, int] | None:
        """Return ``again`` and ``recurring`` of a row if the owner still holds it."""
        found: tuple[float | None, int] | None = self.db.read_one(
            "SELECT again, recurring FROM frontier WHERE id = ? AND owner = ? AND state = 2",
            (row, owner),
        )
        return found

    def start(self, row: int, owner: int, *, started: bool) -> None:
        """Note whether a leased row is worked on."""
        self.db.write(
            "UPDATE frontier SET started = ? WHERE id = ? AND owner = ?", (started, row, owner)
        )

    def delete(self, row: int) -> None:
        """Remove a row."""
        self.db.write("DELETE FROM frontier WHERE id = ?", (row,))

    def put_back(self, row: int, due: float, failures: int, now: float, *, recurring: bool) -> None:
        """End a lease of a row that is to come again.

        One to come back to waits even if its time has come: whether this run still visits it
        is decided when rows are promoted.
        """
        state = _WAITING if recurring else _state(due, now)
        self.db.write(
            "UPDATE frontier SET due = ?, state = ?, owner = NULL, again = NULL, tries = 0,"
            " started = 0, crashes = 0, recurring = ?, failures = ?,"
            " host = coalesce(detour_host, host), detour = NULL, detour_url = NULL,"
            " detour_host = NULL WHERE id = ?",
            (due, state, recurring, failures, row),
        )

    def note_visit(self, row: int, now: float, etag: str | None, last_modified: str | None) -> None:
        """Note that the page was fetched well."""
        self.db.write(
            "UPDATE frontier SET visits = visits + 1, last_done = ?, etag = ?,"
            " last_modified = ? WHERE id = ?",
            (now, etag, last_modified, row),
        )

    def retry(self, row: int, owner: int, due: float, now: float, payload: str | None) -> int:
        """Put a leased row back to be tried again; return the rows touched."""
        return self.db.write(
            "UPDATE frontier SET due = ?, state = ?, owner = NULL, started = 0, crashes = 0,"
            " tries = tries + 1, detour = coalesce(?, detour) WHERE id = ? AND owner = ?",
            (due, _state(due, now), payload, row, owner),
        )

    def detour(self, row: int, owner: int, now: float, url: str, host: str, payload: str) -> int:
        """Put a leased row back with another address; return the rows touched."""
        return self.db.write(
            "UPDATE frontier SET state = 0, owner = NULL, started = 0, crashes = 0, due = ?,"
            " detour = ?, detour_url = ?, detour_host = coalesce(detour_host, host), host = ?"
            " WHERE id = ? AND owner = ?",
            (now, payload, url, host, row, owner),
        )

    def release(self, row: int, owner: int) -> int:
        """Put a leased row back as it was; return the rows touched."""
        return self.db.write(
            "UPDATE frontier SET state = 0, owner = NULL, started = 0 WHERE id = ? AND owner = ?",
            (row, owner),
        )

    def unpark(self, crawl: int, now: float) -> int:
        """Make parked rows ready, and lists that wait to be tried again; return how many."""
        return self.db.write(
            "UPDATE frontier SET state = 0, due = ? WHERE crawl = ? AND state = 1"
            " AND (due >= ? OR recurring = 1 AND tries > 0)",
            (now, crawl, PARKED),
        )

    def unpark_some(self, crawl: int, now: float, limit: int) -> int:
        """Make parked rows ready, from both ends of their line; return how many.

        -1 tries tell whoever leases them.
        """
        last = limit // 2
        return self.db.write(
            "UPDATE frontier SET state = 0, due = :now, tries = -1 WHERE id IN ("
            " SELECT id FROM (SELECT id FROM frontier WHERE crawl = :crawl AND state = 1"
            " AND due >= :parked ORDER BY due DESC LIMIT :last)"
            " UNION SELECT id FROM (SELECT id FROM frontier WHERE crawl = :crawl AND state = 1"
            " AND due >= :parked ORDER BY due LIMIT :first))",
            {"now": now, "crawl": crawl, "parked": PARKED, "last": last, "first": limit - last},
        )

    def reprioritise(self, crawl: int, fingerprint: bytes, base: int, step: int) -> int:
        """Move a row to another step of priorities; return the rows touched."""
        return self.db.write(
            "UPDATE frontier SET priority = ? + priority % ?"
            " WHERE crawl = ? AND fingerprint = ? AND priority / ? <> ?",
            (base * step, step, crawl, fingerprint, step, base),
        )

    def note_crash(self, owner: int) -> None:
        """Count a crash for what a worker that died had started."""
        self.db.write(
            "UPDATE frontier SET crashes = crashes + 1 WHERE owner = ? AND started = 1", (owner,)
        )

    def crashed(self, owner: int, crashes: int) -> list[tuple[int, int, str, bytes, int, int, int]]:
        """Return the started rows of an owner that so many died with.

        Returns
        -------
        list
            id, crawl, url, fingerprint, recurring, crashes, failures.
        """
        return self.db.read(
            "SELECT id, crawl, url, fingerprint, recurring, crashes, failures FROM frontier"
            " WHERE owner = ? AND started = 1 AND crashes >= ?",
            (owner, crashes),
        )

    def set_aside(self, row: int, due: float) -> None:
        """Have a row wait that its worker died of."""
        self.db.write(
            "UPDATE frontier SET state = 1, owner = NULL, started = 0, due = ?,"
            " failures = failures + 1 WHERE id = ?",
            (due, row),
        )

    def take_over(self, owner: int) -> int:
        """Put all rows of an owner back as they were; return how many."""
        return self.db.write(
            "UPDATE frontier SET state = 0, owner = NULL, started = 0"
            " WHERE owner = ? AND state = 2",
            (owner,),
        )

    def owned(self, owner: int) -> set[int]:
        """Return the ids of the rows an owner holds."""
        return {row[0] for row in self.db.read("SELECT id FROM frontier WHERE owner = ?", (owner,))}
