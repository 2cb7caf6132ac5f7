"""Which state the settings name."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store.opening import StateConfig

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from fpcrawl.store.opening import RedisAddress

__all__ = ["state_config", "state_directory", "target_config", "unused_redis"]

_KINDS = ("sqlite", "redis")
_REDIS_PLACES = ("REDIS_URL", "REDIS_HOST")
_SCHEMES = ("redis", "rediss", "unix")


def state_directory(settings: BaseSettings) -> Path:
    """Return ``FPCRAWL_STATE_DIR``."""
    return Path(settings.get("FPCRAWL_STATE_DIR") or ".fpcrawl")


def state_config(settings: BaseSettings, directory: str | None = None) -> StateConfig:
    """Return which state to open.

    Parameters
    ----------
    directory
        The directory of a state in SQLite that is meant instead, such as ``--state`` gives.

    Raises
    ------
    UsageError
        A setting has a bad value.
    """
    kind = str(settings.get("FPCRAWL_STATE") or "sqlite").lower()
    if kind not in _KINDS:
        raise UsageError(f"FPCRAWL_STATE must be {' or '.join(_KINDS)}, not {kind!r}")
    lease_s = settings.getfloat("FPCRAWL_LEASE_S", 300.0)
    seen_days = settings.getint("FPCRAWL_SEEN_DAYS", 180)
    if kind == "redis" and directory is None:
        _check_kept(settings)
    if directory is not None:
        return StateConfig(Path(directory), lease_s=lease_s, seen_days=seen_days)
    return StateConfig(
        state_directory(settings),
        redis=_redis_address(settings) if kind == "redis" else None,
        prefix=_prefix(settings),
        database_url=_database_url(settings),
        lease_s=lease_s,
        seen_days=seen_days,
    )


def _redis_address(settings: BaseSettings) -> RedisAddress:
    from fpcrawl.settings.redisaddress import redis_address  # noqa: PLC0415  (loads its library)

    return redis_address(settings)


def _database_url(settings: BaseSettings) -> str:
    # What stands on a command line others can read: the environment will do too.
    given = settings.get("FPCRAWL_DATABASE_URL") or os.environ.get("FPCRAWL_DATABASE_URL")
    url = str(given or "")
    if url:
        # Without the library of the extra it is said when the state is opened.
        with suppress(ImportError):
            from fpcrawl.store.postgres_target import parse_target  # noqa: PLC0415 - an extra

            try:
                parse_target(url)
            except StateError as error:
                raise UsageError(str(error)) from None
    return url


def unused_redis(settings: BaseSettings) -> str | None:
    """Return the setting that says where Redis is, where the state is not kept there."""
    if state_config(settings).redis is not None:
        return None
    return next((name for name in _REDIS_PLACES if settings.get(name)), None)


def target_config(settings: BaseSettings, place: str) -> StateConfig:
    """Return which state a place means that a user names to move one there.

    Parameters
    ----------
    place
        The address of a Redis, for which all other settings go, or a directory.

    Raises
    ------
    UsageError
        A setting has a bad value, or there is no such kind of address.
    """
    scheme, separator, _ = place.partition("://")
    changed = settings.copy()
    if separator and scheme not in _SCHEMES:
        raise UsageError(f"--to {scheme}://: say {', '.join(_SCHEMES)}, or a directory")
    changed.set("FPCRAWL_STATE", "redis" if separator else "sqlite", priority="cmdline")
    if separator:
        changed.set("REDIS_URL", place, priority="cmdline")
        return state_config(changed)
    return replace(state_config(changed), directory=Path(place))


def _check_kept(settings: BaseSettings) -> None:
    """Refuse what would have the first worker that ends empty the queue of all."""
    for name, wanted in (("SCHEDULER_PERSIST", True), ("SCHEDULER_FLUSH_ON_START", False)):
        if settings.get(name) is not None and settings.getbool(name) is not wanted:
            raise UsageError(
                f"{name} must be {wanted}: the queue in Redis outlives each run; "
                "to begin anew, set FPCRAWL_REDIS_PREFIX to another name"
            )


def _prefix(settings: BaseSettings) -> str:
    prefix = str(settings.get("FPCRAWL_REDIS_PREFIX") or "fpcrawl")
    if not prefix.isprintable() or set(prefix) & set("{}*?[]\\ "):
        raise UsageError(
            f"FPCRAWL_REDIS_PREFIX must be a name without spaces, braces and *?[]\\, not {prefix!r}"
        )
    return prefix
