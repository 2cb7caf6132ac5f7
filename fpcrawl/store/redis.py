"""Opening the part of a state that many workers share in Redis: all but the records."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.redis_care import RedisCare
from fpcrawl.store.redis_client import make_client, shown_address
from fpcrawl.store.redis_clusters import RedisClusters
from fpcrawl.store.redis_connection import RedisDb
from fpcrawl.store.redis_crawls import RedisCrawls
from fpcrawl.store.redis_frontier import RedisFrontier
from fpcrawl.store.redis_hosts import RedisTokens
from fpcrawl.store.redis_records import RedisCommon
from fpcrawl.store.redis_templates import RedisTemplates
from fpcrawl.store.redis_values import RedisSites, RedisValues
from fpcrawl.store.redis_workers import RedisWorkers

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from fpcrawl.store.opening import StateConfig

__all__ = ["APP", "VERSION", "RedisState", "open_redis"]

logger = logging.getLogger(__name__)

APP = "fpcrawl"
VERSION = 2
"""Version of the keys and what they hold."""

_SCANNED_AT_ONCE = 1000


class RedisState:
    """One open state; see :class:`fpcrawl.store.base.State`."""

    def __init__(
        self, db: RedisDb, workers: RedisWorkers | None, seen_days: int, policy: FrontierPolicy
    ) -> None:
        self.db = db
        self._workers = workers
        self._closed = False
        self.values = RedisValues(db)
        self.sites = RedisSites(db)
        self.clusters = RedisClusters(db)
        self.templates = RedisTemplates(db)
        self.common = RedisCommon(db, seen_days)
        self.tokens = RedisTokens(db, lambda: "" if workers is None else workers.me)
        parts = (self.values, self.sites, self.clusters, self.templates)
        self.care = RedisCare(db, *parts, seen_days, "" if workers is None else workers.me)
        self.frontier = RedisFrontier(db, RedisCrawls(db), workers, policy, seen_days)

    @property
    def on_dirty(self) -> Callable[[], None] | None:
        """Called when a write opens a batch, so that the owner can flush it soon."""
        return self.db.on_dirty

    @on_dirty.setter
    def on_dirty(self, action: Callable[[], None] | None) -> None:
        self.db.on_dirty = action

    def clock(self) -> float:
        """Return the time that all workers of this state agree on."""
        return self.db.clock()

    @property
    def away_s(self) -> float:
        """Seconds since the server is away; 0 while it answers."""
        return self.db.away_s

    @property
    def in_batch(self) -> bool:
        """Whether there are writes that were not sent or not answered."""
        return self.db.in_batch

    def transaction(self) -> AbstractContextManager[None]:
        """Write several things as one: all are kept, or on an exception none."""
        return self.db.transaction()

    def flush(self) -> None:
        """Send what has been written; while the server is away, keep it."""
        if not self._closed:
            self.db.flush()

    def close(self) -> None:
        """Send what waits and release this process's leases; twice is harmless."""
        if self._closed:
            return
        self._closed = True
        self.db.on_dirty = None
        try:
            if self._workers is not None:
                self.frontier.release_all()
                self.db.flush()
                with suppress(StateAway):
                    self.values.settle()
                self._workers.close(left=not self.db.in_batch)
        finally:
            self.db.close()


def open_redis(
    config: StateConfig,
    *,
    read_only: bool = False,
    clock: Callable[[], float] | None = None,
    policy: FrontierPolicy | None = None,
) -> RedisState:
    """Open the shared part of a state, making it if needed.

    Parameters
    ----------
    read_only
        Only look; the state must exist.
    clock
        Gives the time; None for that of the server.

    Raises
    ------
    StateError
        The server cannot be reached, or what lies under the prefix is not ours or of a newer
        version.
    """
    assert config.redis is not None
    url, params = config.redis.url, config.redis.params
    shown = shown_address(url, params)
    db = RedisDb(make_client(url, params), config.prefix, shown=shown, clock=clock)
    workers = None
    try:
        _check(db, config, make=not read_only)
        db.sync_clock()
        if not read_only:
            _warn(db)
            workers = RedisWorkers(db, config.directory / "workers", config.lease_s)
        state = RedisState(db, workers, config.seen_days, policy or FrontierPolicy())
        if workers is not None:
            state.frontier.reclaim(db.clock())
            state.flush()
        # One that was emptied while it was away must not be taken for ours.
        db.on_back.insert(0, lambda: _check(db, config, make=False))
    except BaseException:
        if workers is not None:
            workers.close(left=False)
        db.close()
        raise
    return state


def _check(db: RedisDb, config: StateConfig, *, make: bool) -> None:
    """Make sure that what lies under the prefix is ours."""
    key = db.key("meta")
    known: dict[bytes, bytes] = db.read("HGETALL", key)
    other = None if known else _any_key(db)
    if other is not None:
        # Another worker may have made the state between the two looks.
        known = db.read("HGETALL", key)
    if not known:
        if other is not None:
            raise StateError(
                f"{config.shown}: there are keys that are not of fpcrawl, such as "
                f"{other.decode(errors='replace')}: set FPCRAWL_REDIS_PREFIX to another name"
            )
        if not make:
            raise StateError(f"{config.shown}: there is no state: nothing has been crawled there")
        db.write("HSET", key, "app", APP, "version", VERSION, "created", repr(db.clock()))
        db.flush()
        return
    if known.get(b"app") != APP.encode():
        raise StateError(
            f"{config.shown}: the state is another program's: "
            "set FPCRAWL_REDIS_PREFIX to another name"
        )
    version = int(known.get(b"version", 0))
    if version > VERSION:
        raise StateError(
            f"{config.shown}: the state has version {version}, this fpcrawl knows up to "
            f"{VERSION}: upgrade fpcrawl or use another FPCRAWL_REDIS_PREFIX"
        )
    if version < VERSION and make:
        # What older versions wrote is read as it is; they would not read all of ours.
        db.write("HSET", key, "version", VERSION)
        db.flush()


def _any_key(db: RedisDb) -> bytes | None:
    cursor, pattern = 0, db.key("*")
    while True:
        cursor, found = db.read("SCAN", cursor, "MATCH", pattern, "COUNT", _SCANNED_AT_ONCE)
        if found:
            name: bytes = found[0]
            return name
        if not int(cursor):
            return None


def _warn(db: RedisDb) -> None:
    """Say what of the server's settings would lose work."""
    try:
        memory = db.read("INFO", "memory")
        kept = db.read("INFO", "persistence")
    except StateError:
        return  # this user may not ask
    policy = memory.get("maxmemory_policy", "noeviction")
    if memory.get("maxmemory") and policy != "noeviction":
        logger.warning(
            "%s drops keys when its memory is full (maxmemory-policy %s): set it to noeviction",
            db.shown,
            policy,
        )
    if not kept.get("aof_enabled"):
        logger.info(
            "%s keeps no log of what it holds: a restart loses what came since its last snapshot "
            "(set appendonly yes)",
            db.shown,
        )
