"""Which state the settings name."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.utils.misc import load_object
from scrapy_redis import defaults
from scrapy_redis.connection import SETTINGS_PARAMS_MAP

from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis_client import make_client

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy.settings import BaseSettings

__all__ = ["state_config", "state_directory", "target_config", "unused_redis"]

_KINDS = ("sqlite", "redis")
_REDIS_PLACES = ("REDIS_URL", "REDIS_HOST")
_SCHEMES = ("redis", "rediss", "unix")
#: Too long for a crawl to stand still: ours are shorter unless the user gave some.
_WAITS = ("socket_timeout", "socket_connect_timeout")


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
        redis=_address(settings) if kind == "redis" else None,
        prefix=_prefix(settings),
        database_url=_database_url(settings),
        lease_s=lease_s,
        seen_days=seen_days,
    )


def _database_url(settings: BaseSettings) -> str:
    # What stands on a command line others can read: the environment will do too.
    given = settings.get("FPCRAWL_DATABASE_URL") or os.environ.get("FPCRAWL_DATABASE_URL")
    url = str(given or "")
    if url:
        # Without the library of the extra it is said when the state is opened.
        with suppress(ImportError):
            from fpcrawl.store.postgres_target import parse_target  # noqa: PLC0415 - an extra

            _refuse_unless(lambda: parse_target(url))
    return url


def _refuse_unless(readable: Callable[[], object]) -> None:
    """Tell an address that is none, which is a fault of a setting, from a state of no use."""
    try:
        readable()
    except StateError as error:
        raise UsageError(str(error)) from None


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


def _address(settings: BaseSettings) -> RedisAddress:
    """Read what scrapy-redis reads: ``REDIS_URL``, ``REDIS_HOST`` and so on, ``REDIS_PARAMS``."""
    params = {name: value for name, value in defaults.REDIS_PARAMS.items() if name not in _WAITS}
    try:
        params |= settings.getdict("REDIS_PARAMS")
    except ValueError:
        raise UsageError("REDIS_PARAMS must be a dictionary of arguments of redis.Redis") from None
    for setting, name in SETTINGS_PARAMS_MAP.items():
        value = settings.get(setting)
        if value:
            params[name] = value
    url = params.pop("url", None)
    if isinstance(params.get("redis_cls"), str):
        params["redis_cls"] = load_object(params["redis_cls"])
    for name in ("port", "db"):
        if name in params:
            try:
                params[name] = int(params[name])
            except (TypeError, ValueError):
                raise UsageError(
                    f"REDIS_{name.upper()} must be a number, not {params[name]!r}"
                ) from None
    address = RedisAddress(str(url) if url else None, params)
    _refuse_unless(lambda: make_client(address.url, address.params))
    return address
