"""What is noted per crawl in Redis beside its rows: names, counters, failures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fpcrawl.store.model import Failure
from fpcrawl.store.redis_connection import pairs

if TYPE_CHECKING:
    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["RedisCrawls"]


class RedisCrawls:
    """Names, counters and failures of crawls."""

    def __init__(self, db: RedisDb) -> None:
        self._db = db
        self._pending: dict[tuple[str, str], int] = {}
        db.before_commit.append(self._write_counters)

    def key(self, crawl: str) -> str:
        """Return the beginning of a crawl's keys."""
        return self._db.key("crawl", crawl)

    def names(self) -> list[str]:
        """Return the names of all crawls."""
        return sorted(name.decode() for name in self._db.read("SMEMBERS", self._db.key("crawls")))

    def count(self, crawl: str, name: str, n: int = 1) -> None:
        """Add to a counter; written with the next batch."""
        key = (crawl, name)
        if not self._pending and self._db.on_dirty is not None:
            self._db.on_dirty()
        self._pending[key] = self._pending.get(key, 0) + n
        self._db.undo(lambda: self._pending.__setitem__(key, self._pending.get(key, 0) - n))

    def _write_counters(self) -> None:
        for (crawl, name), n in self._pending.items():
            if n:
                self._db.write("SADD", self._db.key("crawls"), crawl)
                self._db.write("HINCRBY", f"{self.key(crawl)}:counters", name, n)
        self._pending.clear()

    def counters(self, crawl: str) -> dict[str, int]:
        """Return the counters of a crawl."""
        kept = self._db.read("HGETALL", f"{self.key(crawl)}:counters")
        found = {name.decode(): int(n) for name, n in kept.items()}
        for (owner, name), n in self._pending.items():
            if owner == crawl and n:
                found[name] = found.get(name, 0) + n
        return dict(sorted(found.items()))

    def failures(self, crawl: str, limit: int) -> list[Failure]:
        """Return the latest failures, newest first."""
        key = self.key(crawl)
        newest = self._db.read("ZREVRANGE", f"{key}:failed", 0, max(limit, 1) - 1, "WITHSCORES")
        latest = list(pairs(newest))
        if not latest or limit <= 0:
            return []
        told = self._db.read("HMGET", f"{key}:failures", *(url for url, _ in latest))
        found = []
        for (url, last), text in zip(latest, told, strict=True):
            if text is not None:
                reason, count, dropped = json.loads(text)
                found.append(Failure(url.decode(), reason, count, float(last), bool(dropped)))
        return found
