"""The client with which a state is reached, with short waits and no repeats of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["make_client", "shown_address"]

CONNECT_S = 2.0
REPLY_S = 5.0


def make_client(url: str | None, params: Mapping[str, Any]) -> redis.Redis:
    """Return a client that has not connected yet.

    Parameters
    ----------
    url
        ``redis://``, ``rediss://`` or ``unix://``; None to go by `params`.
    params
        Arguments of :class:`redis.Redis`, or of another class under ``redis_cls``.

    Raises
    ------
    StateError
        The address or a parameter cannot be understood.
    """
    given: dict[str, Any] = {
        "socket_connect_timeout": CONNECT_S,
        "socket_timeout": REPLY_S,
        "socket_keepalive": True,
        **params,
        # A repeat that we do not know of could run a batch twice, and hold up the crawl.
        "retry": Retry(NoBackoff(), 0),
        "decode_responses": False,
        "protocol": 2,
    }
    given.pop("retry_on_timeout", None)
    kind = given.pop("redis_cls", None) or redis.Redis
    try:
        client: redis.Redis = kind.from_url(url, **given) if url else kind(**given)
    except (ValueError, TypeError) as error:
        where = shown_address(url, params)
        raise StateError(f"REDIS_URL or REDIS_PARAMS cannot be used for {where}: {error}") from None
    return client


def shown_address(url: str | None, params: Mapping[str, Any]) -> str:
    """Return the address for messages, without user and password."""
    if not url:
        host, port = params.get("host", "localhost"), params.get("port", 6379)
        return f"Redis at {host}:{port}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "Redis"
    if not parts.scheme:
        return "Redis"
    if parts.scheme == "unix":
        return f"Redis at {parts.path}"
    return f"Redis at {parts.scheme}://{host}:{port or 6379}{parts.path}"
