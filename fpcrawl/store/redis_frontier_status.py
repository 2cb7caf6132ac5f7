"""What the frontier in Redis holds, without changing it."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from fpcrawl.store.model import Board, Counts, Failure, Place

if TYPE_CHECKING:
    from collections.abc import Collection

    from fpcrawl.store.redis_connection import RedisDb, Word
    from fpcrawl.store.redis_crawls import RedisCrawls

__all__ = ["RedisFrontierStatus"]

_BATCH = 500
_HEX = "0123456789abcdef"


class RedisFrontierStatus:
    """Counts and due times of crawls.

    Parameters
    ----------
    seen_days
        Age in days at which a page that is done is forgotten.
    """

    def __init__(self, db: RedisDb, crawls: RedisCrawls, seen_days: int) -> None:
        self._db = db
        self._crawls = crawls
        self._seen_days = seen_days
        self.revisits_until = math.inf

    def place(self, crawl: str, fingerprint: bytes) -> Place | None:
        """Tell where a request stands; None if it is not known."""
        told: list[Word] = [
            self._crawls.key(crawl),
            fingerprint,
            repr(self._db.clock()),
            self._seen_days,
        ]
        found = self._db.script("frontier_place", (), told)
        if found is None:
            return None
        state, due, visits = found
        return Place(state.decode(), float(due), int(visits))

    def counts(self, crawl: str, now: float) -> Counts:
        """Count the rows of a crawl."""
        found = self._db.script("frontier_counts", (), [self._crawls.key(crawl), repr(now)])
        due, later, leased, retrying, parked = found
        return Counts(due, later, leased, retrying, parked)

    def next_due(self, crawl: str) -> float | None:
        """Return when the next unleased row is due; None if there is none."""
        return self._next(crawl, math.inf, ready=True)

    def next_waiting(self, crawl: str) -> float | None:
        """Return when the next row that waits for its time is due."""
        return self._next(crawl, self.revisits_until, ready=False)

    def _next(self, crawl: str, revisits_until: float, *, ready: bool) -> float | None:
        told: list[Word] = [self._crawls.key(crawl), repr(revisits_until), int(ready)]
        found = self._db.script("frontier_next", (), told)
        return None if found is None else float(found)

    def holds_open(
        self,
        crawl: str,
        now: float,
        first_time_until: float,
        closed_hosts: Collection[str] = (),
    ) -> bool:
        """Tell whether there is work now, or first-time work by `first_time_until`."""
        times = [repr(now), repr(first_time_until), repr(self.revisits_until)]
        told = [self._crawls.key(crawl), *times, json.dumps(list(closed_hosts))]
        return bool(self._db.script("frontier_open", (), told))

    def boards(self, crawl: str) -> list[Board]:
        """Return the recurring rows, soonest due first."""
        key = self._crawls.key(crawl)
        names = list(self._db.read("SMEMBERS", f"{key}:lists"))
        found = []
        for start in range(0, len(names), _BATCH):
            part = names[start : start + _BATCH]
            for text, leased in self._db.script("frontier_rows", (), [key, *part]):
                found.append(_board(json.loads(text), bool(leased)))
        return sorted(found, key=lambda board: (board.due, board.url))

    def seen(self, crawl: str) -> int:
        """Count what is done and remembered so that it is not done again."""
        total, keys = 0, [f"{self._crawls.key(crawl)}:seen:{digit}" for digit in _HEX]
        while keys:
            below = []
            for start in range(0, len(keys), _BATCH):
                part = keys[start : start + _BATCH]
                split = self._db.pipeline_read([("HEXISTS", key, "") for key in part])
                sizes = self._db.pipeline_read([("HLEN", key) for key in part])
                for key, is_split, size in zip(part, split, sizes, strict=True):
                    if is_split:
                        below += [key + digit for digit in _HEX]
                    else:
                        total += size
            keys = below
        return total

    def crawls(self) -> list[str]:
        """Return the names of all crawls."""
        return self._crawls.names()

    def failures(self, crawl: str, limit: int = 20) -> list[Failure]:
        """Return the latest failures, newest first."""
        return self._crawls.failures(crawl, limit)

    def count(self, crawl: str, name: str, n: int = 1) -> None:
        """Add to a counter of the crawl that outlives the process."""
        self._crawls.count(crawl, name, n)

    def counters(self, crawl: str) -> dict[str, int]:
        """Return the counters of the crawl."""
        return self._crawls.counters(crawl)


def _board(row: dict[str, Any], leased: bool) -> Board:
    return Board(
        row["url"],
        row["role"],
        row["due"],
        row.get("last_done"),
        row["visits"],
        row["failures"],
        leased,
        row["payload"],
    )
