"""What becomes of the rows of dead workers: taken over, or set aside if they die of them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.store.frontier_policy import FrontierPolicy
    from fpcrawl.store.sqlite_connection import Connection
    from fpcrawl.store.sqlite_ledger import Ledger
    from fpcrawl.store.sqlite_rows import FrontierRows
    from fpcrawl.store.sqlite_seen import SeenTable
    from fpcrawl.store.sqlite_workers import DeadWorker, Workers

__all__ = ["POISON", "TakeOver"]

logger = logging.getLogger(__name__)

POISON = "poison"
"""Reason of the failure that a row has when it is set aside."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Takes the rows of dead workers; see :class:`fpcrawl.store.frontier_policy`."""

    db: Connection
    rows: FrontierRows
    seen: SeenTable
    ledger: Ledger
    workers: Workers
    policy: FrontierPolicy

    def all(self, now: float) -> tuple[int, int]:
        """Return how many rows were put back, and how many of them set aside."""
        rows = aside = 0
        for dead in self.workers.dead(now):
            with self.db.transaction():
                quarantined = self._set_aside(dead, now) if dead.crashed else 0
                rows += self.rows.take_over(dead.worker) + quarantined
                aside += quarantined
                self.workers.forget(dead)
        self.db.flush()
        return rows, aside

    def _set_aside(self, dead: DeadWorker, now: float) -> int:
        self.rows.note_crash(dead.worker)
        found = self.rows.crashed(dead.worker, self.policy.max_crashes)
        for row, crawl, url, fingerprint, recurring, crashes, failures in found:
            due = self.policy.set_aside_until(now, bool(recurring), failures)
            self.ledger.note_failure(crawl, url, POISON, now, due is None)
            self.ledger.count(crawl, f"outcome/{POISON}")
            logger.warning(
                "%s is set aside: %d workers in a row died while they worked on it", url, crashes
            )
            if due is None:
                self.rows.delete(row)
                self.seen.add(crawl, fingerprint, now)
            else:
                self.rows.set_aside(row, due)
        return len(found)
