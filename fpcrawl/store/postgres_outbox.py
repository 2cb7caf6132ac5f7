"""What the feeds still have to write, in PostgreSQL: each line for one of many writers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateAway
from fpcrawl.store.postgres_rows import storable
from fpcrawl.store.worker import node_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.store.postgres_connection import PgConnection, PostgresDb

__all__ = ["PostgresOutbox"]

# What others are writing is passed over.
_TAKE = """
SELECT seq, data FROM outbox WHERE kind = %s AND (%s::text IS NULL OR crawl = %s)
ORDER BY seq LIMIT %s FOR UPDATE SKIP LOCKED
"""

_MARK = """
INSERT INTO feeds (node, path, size) VALUES (%s, %s, %s)
ON CONFLICT (node, path) DO UPDATE SET size = excluded.size
"""


@dataclass(frozen=True, slots=True)
class PostgresOutbox:
    """The outbox of one schema; see :class:`fpcrawl.store.base.Outbox`.

    Attributes
    ----------
    node
        The machine whose feeds are written; paths are its own.
    """

    db: PostgresDb
    node: str

    @classmethod
    def here(cls, db: PostgresDb) -> PostgresOutbox:
        """Return the outbox for feeds of this machine."""
        return cls(db, storable(node_name()))

    def marked(self, feed: str) -> int | None:
        """Return how long a feed is by our account, in bytes; ``None`` for an unknown one."""
        sql = "SELECT size FROM feeds WHERE node = %s AND path = %s"
        parameters = (self.node, storable(feed))
        found = self.db.run(lambda connection: connection.execute(sql, parameters).fetchone())
        return None if found is None else int(found[0])

    def mark(self, feed: str, size: int) -> None:
        """Note how long a feed is; on disk when this returns."""
        row = (self.node, storable(feed), size)
        self.db.run(lambda connection: connection.execute(_MARK, row))

    def hand_out(
        self,
        kind: str,
        crawl: str | None,
        feed: str,
        limit: int,
        write: Callable[[Sequence[str]], int],
    ) -> int:
        """Have lines written, then mark the feed and forget them; return how many.

        Raises
        ------
        fpcrawl.exceptions.StateAway
            The server does not answer. The feed may be longer than its mark.
        """
        done = False

        def work(connection: PgConnection) -> int:
            nonlocal done
            if done:
                # The connection broke: whether the lines are forgotten, only the mark tells.
                raise StateAway(
                    f"PostgreSQL, {self.db.target.shown}: the connection broke while {feed} was "
                    "written; it is mended when it is written next"
                )
            with connection.transaction():
                parameters = (kind, crawl, crawl, limit)
                found = connection.execute(_TAKE, parameters).fetchall()
                if not found:
                    return 0
                done = True
                size = write([data for _, data in found])
                connection.execute(
                    "DELETE FROM outbox WHERE seq = ANY(%s)", ([seq for seq, _ in found],)
                )
                connection.execute(_MARK, (self.node, storable(feed), size))
            return len(found)

        return self.db.run(work)
