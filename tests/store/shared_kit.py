"""The parts of a state that several workers share, in a file or in Redis."""

from __future__ import annotations

import uuid
from pathlib import Path

from fpcrawl.store.redis_client import make_client
from fpcrawl.store.redis_clusters import RedisClusters
from fpcrawl.store.redis_connection import RedisDb
from fpcrawl.store.redis_templates import RedisTemplates
from fpcrawl.store.redis_values import RedisSites, RedisValues
from fpcrawl.store.sqlite import open_state


class RedisParts:
    """What one worker has of them in Redis."""

    def __init__(self, url: str, prefix: str) -> None:
        self.db = RedisDb(make_client(url, {}), prefix)
        self.values = RedisValues(self.db)
        self.sites = RedisSites(self.db)
        self.clusters = RedisClusters(self.db)
        self.templates = RedisTemplates(self.db)
        self.transaction, self.flush = self.db.transaction, self.db.flush

    def close(self) -> None:
        self.db.flush()
        self.values.settle()
        self.db.close()


def open_parts(where: str):
    """Open them as one worker does.

    Parameters
    ----------
    where
        ``sqlite <directory>`` or ``redis <address> <prefix>``.
    """
    kind, place, *rest = where.split()
    if kind == "sqlite":
        return open_state(Path(place))
    return RedisParts(place, *rest)


def place_of(kind: str, tmp_path: Path, request) -> str:
    """Return a place for a test: see :func:`open_parts`."""
    if kind == "sqlite":
        return f"sqlite {tmp_path / 'state'}"
    return f"redis {request.getfixturevalue('redis_server').url} {uuid.uuid4().hex}"
