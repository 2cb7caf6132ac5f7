"""A clock to set and entries to add."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.store.composite import CompositeState
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis import RedisState, open_redis
from fpcrawl.store.sqlite import SqliteState, open_state

if TYPE_CHECKING:
    from fpcrawl.store.base import State


def open_at(place: str, **options) -> SqliteState | RedisState:
    """Open a state by one word: a directory, or that, the address of a Redis and a prefix."""
    directory, *redis = place.split("|")
    if not redis:
        return open_state(Path(directory), **options)
    clock = options.pop("clock", None)
    config = StateConfig(Path(directory), RedisAddress(redis[0]), redis[1], **options)
    return open_redis(config, clock=clock)


def move_elsewhere(state: SqliteState | RedisState) -> None:
    """Have the workers of a state be of another machine."""
    if isinstance(state, SqliteState):
        state.db.write("UPDATE workers SET node = 'elsewhere', boot = 'other'")
        return
    key = state.db.key("workers")
    for number, text in state.db.read("HGETALL", key).items():
        state.db.write("HSET", key, number, json.dumps({**json.loads(text), "place": ["other"]}))
    state.flush()


def vanish(state: SqliteState | RedisState) -> None:
    """End a worker that can put nothing back, but takes its file away."""
    if isinstance(state, SqliteState):
        state.frontier.workers.close()
    else:
        state.frontier._workers.close(left=False)
    state.db.close()


class FakeClock:
    """A clock that goes when told to."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def make_entry(name: str, host: str = "a.example", crawl: str = "forum:a", **changes) -> Entry:
    url = f"http://{host}/{name}"
    values = {
        "crawl": crawl,
        "url": url,
        "fingerprint": hashlib.blake2b(url.encode(), digest_size=FINGERPRINT_BYTES).digest(),
        "host": host,
        "payload": '{"meta":{"depth":1}}',
    }
    return Entry(**{**values, **changes})


def rows_of(state: State, sql: str) -> list[tuple[Any, ...]]:
    """Ask the database that holds the records."""
    if isinstance(state, CompositeState):
        return state.part.db.run(lambda connection: connection.execute(sql).fetchall())
    return state.db.read(sql)


def outbox(state: State) -> list[dict[str, Any]]:
    """Return the lines that wait for a feed."""
    return [json.loads(row[0]) for row in rows_of(state, "SELECT data FROM outbox ORDER BY seq")]
