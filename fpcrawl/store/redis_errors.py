"""What errors of Redis mean: to wait, or to have a person look."""

from __future__ import annotations

import redis

from fpcrawl.exceptions import StateError

__all__ = ["is_away", "state_error"]

_PASSING = (
    redis.ConnectionError,
    redis.TimeoutError,
    redis.ReadOnlyError,
    redis.exceptions.TryAgainError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.MasterDownError,
    redis.exceptions.OutOfMemoryError,
)
#: First words of replies of a server that cannot write for now.
_PASSING_WORDS = ("OOM", "MISCONF", "NOREPLICAS", "BUSY", "LOADING", "READONLY", "UNBLOCKED")


def is_away(error: redis.RedisError) -> bool:
    """Tell whether the same call may work later without anybody changing the settings."""
    if isinstance(error, redis.AuthenticationError | redis.exceptions.AuthorizationError):
        return False
    return isinstance(error, _PASSING) or str(error).startswith(_PASSING_WORDS)


def state_error(shown: str, error: redis.RedisError) -> StateError:
    """Return an error that says what to do.

    Parameters
    ----------
    shown
        The server's address without a secret.
    """
    text = str(error)
    if isinstance(error, redis.AuthenticationError) or text.startswith(("NOAUTH", "WRONGPASS")):
        hint = "give user and password in REDIS_URL or REDIS_PARAMS"
    elif isinstance(error, redis.exceptions.NoPermissionError) or text.startswith("NOPERM"):
        hint = "this user may not do that: let it run all commands on the keys of the prefix"
    elif text.startswith("WRONGTYPE"):
        hint = "a key of ours holds something else: set FPCRAWL_REDIS_PREFIX to another name"
    elif "MOVED" in text:
        hint = "this is a node of a cluster: REDIS_URL must name the one that holds the prefix"
    else:
        hint = "see the message above"
    return StateError(f"{shown}: {text}; {hint}")
