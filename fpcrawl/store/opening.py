"""The one way to open a state: of one machine in SQLite, of many in Redis."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError
from fpcrawl.store.composite import CompositeState
from fpcrawl.store.sqlite import STATE_FILE, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from fpcrawl.store.base import State
    from fpcrawl.store.composite import FrontierPart, RecordsPart
    from fpcrawl.store.sqlite import SqliteState

__all__ = ["RedisAddress", "StateConfig", "open_configured"]


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """Where a Redis is.

    Attributes
    ----------
    url
        ``redis://``, ``rediss://`` or ``unix://``; None to go by the parameters.
    params
        Arguments of its client. They may hold a password: it is not shown.
    """

    url: str | None = field(default=None, repr=False)
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class StateConfig:
    """Which state to open, and how.

    Attributes
    ----------
    directory
        Of the SQLite file; with Redis, of what stays on this machine.
    redis
        None to keep all in SQLite.
    prefix
        Name of the project in Redis: all its keys begin with it.
    database_url
        PostgreSQL for records; empty for the SQLite file of the directory.
    lease_s
        How long a lease stands for workers on other machines, in seconds.
    seen_days
        Age in days at which a page that is done is forgotten.
    """

    directory: Path
    redis: RedisAddress | None = None
    prefix: str = "fpcrawl"
    database_url: str = field(default="", repr=False)
    lease_s: float = 300.0
    seen_days: int = 180

    @property
    def shown(self) -> str:
        """Where the state is, for messages."""
        if self.redis is None:
            return str(self.directory)
        from fpcrawl.store.redis_client import shown_address  # noqa: PLC0415

        return f"{shown_address(self.redis.url, self.redis.params)}, prefix {self.prefix}"

    @property
    def exists(self) -> bool:
        """Whether there may be a state: with Redis one is made when it is opened."""
        return self.redis is not None or (self.directory / STATE_FILE).exists()


def open_configured(
    config: StateConfig,
    *,
    read_only: bool = False,
    clock: Callable[[], float] | None = None,
) -> State:
    """Open a state, making it if needed.

    Parameters
    ----------
    read_only
        Only look; the state must exist. Nothing can be leased or written.
    clock
        Gives the time; None for the time of this machine, with Redis for that of Redis.

    Raises
    ------
    StateError
        It cannot be reached, used or written, is damaged, another program's, or of a newer
        version.
    """
    if config.redis is None and not config.database_url:
        return _open_file(config, read_only, clock)
    with ExitStack() as stack:
        core: FrontierPart
        part: RecordsPart
        if config.redis is None:
            core = _open_file(config, read_only, clock)
            stack.callback(core.close)
            part = _open_database(config.database_url, read_only)
        else:  # one machine needs no client of Redis
            from fpcrawl.store.local_records import open_local_records  # noqa: PLC0415
            from fpcrawl.store.redis import open_redis  # noqa: PLC0415

            core = shared = open_redis(config, read_only=read_only, clock=clock)
            stack.callback(core.close)
            if config.database_url:
                part = _open_database(config.database_url, read_only)
            else:
                part = open_local_records(config, shared.common, read_only=read_only, clock=clock)
        stack.pop_all()
        return CompositeState(core, part)


def _open_file(
    config: StateConfig, read_only: bool, clock: Callable[[], float] | None
) -> SqliteState:
    return open_state(
        config.directory,
        read_only=read_only,
        lease_s=config.lease_s,
        seen_days=config.seen_days,
        clock=clock or time.time,
    )


def _open_database(url: str, read_only: bool) -> RecordsPart:
    try:
        from fpcrawl.store.postgres import open_postgres  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise StateError(
            f"FPCRAWL_DATABASE_URL needs a library that is missing ({error}): "
            "pip install 'fpcrawl[postgres]'"
        ) from error
    return open_postgres(url, read_only=read_only)
