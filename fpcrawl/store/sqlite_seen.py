"""Fingerprints of pages that are done, each with the day it was, until they expire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.store.sqlite_connection import Connection
    from fpcrawl.store.sqlite_sites import SqliteValues

__all__ = ["SeenTable"]

_DAY_S = 86400
_CURSOR = "seen/purge"


@dataclass(frozen=True, slots=True)
class SeenTable:
    """About 30 bytes on disk a fingerprint, none in memory.

    Attributes
    ----------
    max_age_days
        A fingerprint older than this is forgotten.
    """

    db: Connection
    values: SqliteValues
    max_age_days: int

    def _oldest(self, now: float) -> int:
        return int(now // _DAY_S) - self.max_age_days

    def holds(self, crawl: int, fingerprint: bytes, now: float) -> bool:
        """Tell whether the fingerprint was added within the age."""
        found = self.db.read_one(
            "SELECT day FROM seen WHERE crawl = ? AND fingerprint = ?", (crawl, fingerprint)
        )
        return found is not None and found[0] >= self._oldest(now)

    def count(self, crawl: int) -> int:
        """Count the fingerprints of a crawl."""
        return int(self.db.read_one("SELECT count(*) FROM seen WHERE crawl = ?", (crawl,))[0])

    def add(self, crawl: int, fingerprint: bytes, now: float) -> None:
        """Add a fingerprint, or refresh its day."""
        self.db.write(
            "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
            (crawl, fingerprint, int(now // _DAY_S)),
        )

    def purge(self, now: float, rows: int = 200_000) -> None:
        """Delete what expired among the next `rows` fingerprints of an endless round."""
        crawl, fingerprint = self.values.get(_CURSOR, [0, ""])
        start = (crawl, bytes.fromhex(fingerprint))
        end = self.db.read_one(
            "SELECT crawl, fingerprint FROM seen WHERE (crawl, fingerprint) > (?, ?)"
            " ORDER BY crawl, fingerprint LIMIT 1 OFFSET ?",
            (*start, rows),
        )
        expired = "DELETE FROM seen WHERE day < ? AND (crawl, fingerprint) > (?, ?)"
        if end is None:
            self.db.write(expired, (self._oldest(now), *start))
            self.values.set(_CURSOR, None)
            return
        self.db.write(
            f"{expired} AND (crawl, fingerprint) <= (?, ?)", (self._oldest(now), *start, *end)
        )
        self.values.set(_CURSOR, [end[0], end[1].hex()])
