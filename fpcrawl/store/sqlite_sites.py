"""What is known of hosts, and small values by name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.store.jsontext import json_text
from fpcrawl.store.model import HostState, RobotsCopy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteSites", "SqliteValues"]

_BATCH = 500


@dataclass(frozen=True, slots=True)
class SqliteSites:
    """Hosts of one state file; see :class:`fpcrawl.store.base.Sites`."""

    db: Connection

    def host(self, host: str) -> HostState:
        """Return the state of a host; an unknown host has the defaults."""
        found = self.db.read_one(
            "SELECT host, not_before, failures, crawl_delay_s FROM hosts WHERE host = ?", (host,)
        )
        return HostState(host) if found is None else HostState(*found)

    def set_host(self, state: HostState) -> None:
        """Store the state of a host; the later time of those that workers know of holds."""
        self.db.write(
            "INSERT INTO hosts VALUES (?, ?, ?, ?) ON CONFLICT (host) DO UPDATE SET"
            " not_before = max(not_before, excluded.not_before), failures = excluded.failures,"
            " crawl_delay_s = excluded.crawl_delay_s",
            (state.host, state.not_before, state.failures, state.crawl_delay_s),
        )

    def blocked(self, now: float) -> dict[str, float]:
        """Return the hosts that are not to be asked now, with the time they may be."""
        return dict(self.db.read("SELECT host, not_before FROM hosts WHERE not_before > ?", (now,)))

    def hosts(self) -> Iterator[HostState]:
        """Give the states of all hosts, by name."""
        sql = "SELECT host, not_before, failures, crawl_delay_s FROM hosts ORDER BY host"
        return (HostState(*row) for row in self.db.read(sql))

    def robots(self, netloc: str) -> RobotsCopy | None:
        """Return the last copy of a site's robots.txt."""
        found = self.db.read_one(
            "SELECT netloc, fetched, status, body FROM robots WHERE netloc = ?", (netloc,)
        )
        return None if found is None else RobotsCopy(*found)

    def set_robots(self, copy: RobotsCopy) -> None:
        """Store a copy of a site's robots.txt."""
        self.db.write(
            "INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?)",
            (copy.netloc, copy.fetched, copy.status, copy.body),
        )

    def all_robots(self) -> Iterator[RobotsCopy]:
        """Give all copies of robots.txt, by site."""
        sql = "SELECT netloc, fetched, status, body FROM robots ORDER BY netloc"
        return (RobotsCopy(*row) for row in self.db.read(sql))


@dataclass(frozen=True, slots=True)
class SqliteValues:
    """Small JSON values of one state file; see :class:`fpcrawl.store.base.Values`."""

    db: Connection

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of that name."""
        found = self.db.read_one("SELECT value FROM named WHERE name = ?", (name,))
        return default if found is None else json.loads(found[0])

    def set(self, name: str, value: Any) -> None:
        """Store a JSON value; None removes it."""
        if value is None:
            self.db.write("DELETE FROM named WHERE name = ?", (name,))
        else:
            self.db.write("INSERT OR REPLACE INTO named VALUES (?, ?)", (name, json_text(value)))

    def change(self, name: str, update: Callable[[Any], Any]) -> Any:
        """Have `update` make a new value of the present one, as one; return the new one."""
        # The transaction takes the right to write before anything is read.
        with self.db.transaction():
            value = update(self.get(name))
            self.set(name, value)
        return value

    def beginning(self, prefix: str) -> Iterator[Any]:
        """Give the values whose names begin so, by name."""
        return (value for _, value in self.items(prefix))

    def items(self, prefix: str = "") -> Iterator[tuple[str, Any]]:
        """Give names and values of which the names begin so, by name."""
        after, comparison = prefix, ">="
        while rows := self.db.read(
            f"SELECT name, value FROM named WHERE name {comparison} ? AND name < ?"  # noqa: S608
            f" ORDER BY name LIMIT {_BATCH}",
            (after, prefix + "\U0010ffff"),
        ):
            yield from ((name, json.loads(value)) for name, value in rows)
            after, comparison = rows[-1][0], ">"
