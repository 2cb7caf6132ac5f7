"""What the frontier holds, without changing it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.model import PARKED, Board, Counts

if TYPE_CHECKING:
    from collections.abc import Collection

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["FrontierStatus"]

_HOLDS_OPEN = """
WITH closed AS MATERIALIZED (SELECT value FROM json_each(:closed))
SELECT EXISTS (
    SELECT 1 FROM frontier INDEXED BY frontier_ready
    WHERE crawl = :crawl AND state = 0 AND host NOT IN closed
) OR EXISTS (
    SELECT 1 FROM frontier INDEXED BY frontier_leased
    WHERE state = 2 AND owner > 0 AND crawl = :crawl
) OR EXISTS (
    SELECT 1 FROM frontier INDEXED BY frontier_waiting
    WHERE crawl = :crawl AND state = 1 AND due <= max(:now, :until) AND host NOT IN closed
        AND (due <= min(:now, :revisits) OR recurring = 0 OR visits = 0 OR tries > 0)
)
"""


@dataclass(frozen=True, slots=True)
class FrontierStatus:
    """Counts and due times of a crawl, given by its number."""

    db: Connection

    def counts(self, crawl: int, now: float) -> Counts:
        """Count the rows of a crawl."""
        due, later, leased, retrying, parked = self.db.read_one(
            "SELECT count(*) FILTER (WHERE state = 0 OR state = 1 AND due <= ?),"
            " count(*) FILTER (WHERE state = 1 AND due > ? AND due < ?),"
            " count(*) FILTER (WHERE state = 2),"
            " count(*) FILTER (WHERE state = 1 AND due > ? AND due < ?"
            " AND (tries > 0 OR failures > 0)),"
            " count(*) FILTER (WHERE state = 1 AND due >= ?)"
            " FROM frontier WHERE crawl = ?",
            (now, now, PARKED, now, PARKED, PARKED, crawl),
        )
        return Counts(due, later, leased, retrying, parked)

    def next_waiting(self, crawl: int, revisits_until: float = math.inf) -> float | None:
        """Return when the next row that waits for its time is due.

        Parameters
        ----------
        revisits_until
            Pages to come back to that are due later than this do not count.
        """
        found = self.db.read_one(
            "SELECT due FROM frontier WHERE crawl = ? AND state = 1 AND due < ?"
            " AND (due <= ? OR recurring = 0 OR visits = 0 OR tries > 0) ORDER BY due LIMIT 1",
            (crawl, PARKED, revisits_until),
        )
        return None if found is None else float(found[0])

    def has_due(self, crawl: int, now: float, revisits_until: float = math.inf) -> bool:
        """Tell whether the time of a waiting row has come, see :meth:`next_waiting`."""
        found = self.db.read_one(
            "SELECT 1 FROM frontier WHERE crawl = ? AND state = 1 AND due <= ?"
            " AND (due <= ? OR recurring = 0 OR visits = 0 OR tries > 0) LIMIT 1",
            (crawl, now, revisits_until),
        )
        return found is not None

    def next_due(self, crawl: int) -> float | None:
        """Return when the next unleased row is due; None if there is none."""
        waiting = self.next_waiting(crawl)
        ready = self.db.read_one(
            "SELECT due FROM frontier WHERE crawl = ? AND state = 0 LIMIT 1", (crawl,)
        )
        if ready is None:
            return waiting
        return float(ready[0]) if waiting is None else min(float(ready[0]), waiting)

    def holds_open(
        self,
        crawl: int,
        now: float,
        first_time_until: float,
        closed_hosts: Collection[str],
        revisits_until: float = math.inf,
    ) -> bool:
        """Tell whether there is work now, or first-time work by `first_time_until`.

        A row that is tried again is first-time work too, so is a page to come back to
        that was never fetched.
        """
        found = self.db.read_one(
            _HOLDS_OPEN,
            {
                "crawl": crawl,
                "now": now,
                "until": first_time_until,
                "revisits": revisits_until,
                "closed": json.dumps(list(closed_hosts)),
            },
        )
        return bool(found[0])

    def boards(self, crawl: int) -> list[Board]:
        """Return the recurring rows, soonest due first."""
        rows = self.db.read(
            "SELECT url, role, due, last_done, visits, failures, state = 2, payload"
            " FROM frontier WHERE crawl = ? AND recurring = 1 ORDER BY due, url",
            (crawl,),
        )
        return [
            Board(url, role, due, last_done, visits, failures, bool(leased), payload)
            for url, role, due, last_done, visits, failures, leased, payload in rows
        ]
