"""Where the settings say that Redis is; apart, since its library takes long to load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.utils.misc import load_object
from scrapy_redis import defaults
from scrapy_redis.connection import SETTINGS_PARAMS_MAP

from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store.opening import RedisAddress
from fpcrawl.store.redis_client import make_client

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["redis_address"]

#: Too long for a crawl to stand still: ours are shorter unless the user gave some.
_WAITS = ("socket_timeout", "socket_connect_timeout")


def redis_address(settings: BaseSettings) -> RedisAddress:
    """Read what scrapy-redis reads: ``REDIS_URL``, ``REDIS_HOST`` and so on, ``REDIS_PARAMS``.

    Raises
    ------
    UsageError
        A setting has a bad value.
    """
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
    try:
        make_client(address.url, address.params)
    except StateError as error:
        # A fault of a setting is told from a state of no use.
        raise UsageError(str(error)) from None
    return address
