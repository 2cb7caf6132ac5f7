"""Names, counters and failures of crawls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.store.model import Failure

if TYPE_CHECKING:
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["Ledger"]

_MAX_FAILURES = 1000


class Ledger:
    """What is noted per crawl beside its rows.

    Parameters
    ----------
    read_only
        Do not give ids to unknown crawls.
    """

    def __init__(self, db: Connection, *, read_only: bool = False) -> None:
        self._db = db
        self._read_only = read_only
        self._ids: dict[str, int] = {}
        self._pending: dict[tuple[int, str], int] = {}
        db.before_commit.append(self._write_counters)

    def crawl_id(self, name: str) -> int:
        """Return the number of a crawl, giving it one if it is new."""
        known = self._ids.get(name)
        if known is not None:
            return known
        found = self._db.read_one("SELECT id FROM crawls WHERE name = ?", (name,))
        if found is None:
            if self._read_only:
                return 0
            self._db.write("INSERT OR IGNORE INTO crawls (name) VALUES (?)", (name,))
            found = self._db.read_one("SELECT id FROM crawls WHERE name = ?", (name,))
            self._db.undo(lambda: self._ids.pop(name, None))
        self._ids[name] = int(found[0])
        return self._ids[name]

    def forget_names(self) -> None:
        """Look numbers of crawls up again: some crawls were removed."""
        self._ids.clear()

    def crawls(self) -> list[str]:
        """Return the names of all crawls."""
        return [row[0] for row in self._db.read("SELECT name FROM crawls ORDER BY name")]

    def count(self, crawl: int, name: str, n: int = 1) -> None:
        """Add to a counter; written with the next commit."""
        self._db.begin()
        key = (crawl, name)
        self._pending[key] = self._pending.get(key, 0) + n
        self._db.undo(lambda: self._pending.__setitem__(key, self._pending.get(key, 0) - n))

    def _write_counters(self) -> None:
        for (crawl, name), n in self._pending.items():
            if n:
                self._db.write(
                    "INSERT INTO counters VALUES (?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET n = n + excluded.n",
                    (crawl, name, n),
                )
        self._pending.clear()

    def counters(self, crawl: int) -> dict[str, int]:
        """Return the counters of a crawl."""
        rows = self._db.read("SELECT name, n FROM counters WHERE crawl = ?", (crawl,))
        found = {str(name): int(n) for name, n in rows}
        for (owner, name), n in self._pending.items():
            if owner == crawl and n:
                found[name] = found.get(name, 0) + n
        return dict(sorted(found.items()))

    def note_failure(self, crawl: int, url: str, reason: str, now: float, dropped: bool) -> None:
        """Remember a failure; the oldest beyond a thousand are forgotten."""
        self._db.write(
            "INSERT INTO failures VALUES (?, ?, ?, 1, ?, ?) ON CONFLICT DO UPDATE SET"
            " reason = excluded.reason, count = count + 1, last = excluded.last,"
            " dropped = excluded.dropped",
            (crawl, url, reason, now, dropped),
        )
        self._db.write(
            "DELETE FROM failures WHERE crawl = ? AND last < (SELECT last FROM failures"
            " WHERE crawl = ? ORDER BY last DESC LIMIT 1 OFFSET ?)",
            (crawl, crawl, _MAX_FAILURES - 1),
        )

    def forget_failure(self, crawl: int, url: str) -> None:
        """Forget a failure: the page came after all."""
        self._db.write("DELETE FROM failures WHERE crawl = ? AND url = ?", (crawl, url))

    def failures(self, crawl: int, limit: int) -> list[Failure]:
        """Return the latest failures, newest first."""
        rows = self._db.read(
            "SELECT url, reason, count, last, dropped FROM failures WHERE crawl = ?"
            " ORDER BY last DESC, url LIMIT ?",
            (crawl, limit),
        )
        return [
            Failure(url, reason, count, last, bool(dropped))
            for url, reason, count, last, dropped in rows
        ]
