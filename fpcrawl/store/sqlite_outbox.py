"""What the feeds still have to write, in SQLite."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteOutbox"]


@dataclass(frozen=True, slots=True)
class SqliteOutbox:
    """The outbox of one state file; see :class:`fpcrawl.store.base.Outbox`."""

    db: Connection

    def marked(self, feed: str) -> int | None:
        """Return how long a feed is by our account, in bytes; ``None`` for an unknown one."""
        found = self.db.read_one("SELECT size FROM feeds WHERE path = ?", (feed,))
        return None if found is None else int(found[0])

    def mark(self, feed: str, size: int) -> None:
        """Note how long a feed is; on disk when this returns."""
        self._mark(feed, size)
        self.db.flush()

    def hand_out(
        self,
        kind: str,
        crawl: str | None,
        feed: str,
        limit: int,
        write: Callable[[Sequence[str]], int],
    ) -> int:
        """Have lines written, then mark the feed and forget them; return how many."""
        where = "kind = ?"
        parameters: list[object] = [kind]
        if crawl is not None:
            where += " AND crawl = ?"
            parameters.append(crawl)
        sql = f"SELECT seq, data FROM outbox WHERE {where} ORDER BY seq LIMIT ?"  # noqa: S608
        if not self.db.read(sql, [*parameters, 1]):
            return 0
        # Nobody else may take the same lines for another feed meanwhile.
        with self.db.transaction():
            found = self.db.read(sql, [*parameters, limit])
            if found:
                size = write([data for _, data in found])
                self.db.write(
                    "DELETE FROM outbox WHERE seq IN (SELECT value FROM json_each(?))",
                    (json.dumps([seq for seq, _ in found]),),
                )
                self._mark(feed, size)
        self.db.flush()
        return len(found)

    def _mark(self, feed: str, size: int) -> None:
        self.db.write("INSERT OR REPLACE INTO feeds VALUES (?, ?)", (feed, size))
