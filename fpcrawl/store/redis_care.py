"""All that a Redis state holds but for the records, section by section."""

from __future__ import annotations

import json
import math
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from fpcrawl.store.care import CORE, CounterRow, FailureRow, QueueRow, SeenRow, ValueRow
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.mergepatch import patched
from fpcrawl.store.redis_keys import RedisKeys
from fpcrawl.store.redis_prune import prune

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.clustering.clusterstore import ClusterRow
    from fpcrawl.store.care import Prune, Pruned
    from fpcrawl.store.redis_clusters import RedisClusters
    from fpcrawl.store.redis_connection import RedisDb
    from fpcrawl.store.redis_templates import RedisTemplates
    from fpcrawl.store.redis_values import RedisSites, RedisValues

__all__ = ["RedisCare"]

#: Rows read or written at once.
_BATCH = 500
#: Kept pages and clusters are large.
_FEW = 20
_ALL = 2**53

_TIMES = ("last_done", "again")
_OPTIONAL = "detour detour_url detour_host etag last_modified".split()
_PLAIN = "host url payload priority due role tries failures visits".split()


class RedisCare:
    """See :class:`fpcrawl.store.care.Care`.

    Parameters
    ----------
    me
        This worker's number; empty for a state opened read-only.
    """

    def __init__(
        self,
        db: RedisDb,
        values: RedisValues,
        sites: RedisSites,
        clusters: RedisClusters,
        templates: RedisTemplates,
        seen_days: int,
        me: str = "",
    ) -> None:
        self._db = db
        self._keys = RedisKeys(db)
        self._values = values
        self._sites = sites
        self._clusters = clusters
        self._templates = templates
        self._seen_days = seen_days
        self._me = me

    @property
    def sections(self) -> Sequence[str]:
        """All but those of records."""
        return CORE

    # -- giving

    def count(self, section: str) -> int:
        """Count the rows of a section."""
        match section:
            case "frontier":
                return self._sum("HLEN", [f"{key}:rows" for _, key in self._crawls()])
            case "seen":
                hashes = [
                    name for _, key in self._crawls() for name, _ in self._keys.seen_hashes(key)
                ]
                return self._sum("HLEN", hashes)
            case "failures":
                return self._sum("ZCARD", [f"{key}:failed" for _, key in self._crawls()])
            case "counters":
                return self._sum("HLEN", [f"{key}:counters" for _, key in self._crawls()])
            case "values":
                return self._sum("HLEN", self._keys.value_hashes())
            case "clusters":
                return self._sum("ZCARD", [self._db.key("clusters")])
            case "templates":
                return self._sum("ZCARD", [self._db.key("templates", "changes")])
            case "kept_pages":
                crawls = self._templates.crawls()
                return self._sum("ZCARD", [self._db.key("kept", "all", crawl) for crawl in crawls])
            case _:
                return self._sum("HLEN", [self._db.key(section)])

    def _sum(self, command: str, keys: Sequence[str]) -> int:
        total = 0
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            total += sum(self._db.pipeline_read([(command, key) for key in part]))
        return total

    def _crawls(self) -> list[tuple[str, str]]:
        return self._keys.crawls()

    def dump(self, section: str) -> Iterator[Any]:
        """Give the rows of a section, a few in memory at a time."""
        match section:
            case "frontier":
                return self._rows()
            case "seen":
                return self._seen()
            case "failures":
                return self._failures()
            case "counters":
                return self._counters()
            case "values":
                found = self._values.items()
                return (ValueRow(name, json_text(value)) for name, value in found)
            case "hosts":
                return self._sites.hosts()
            case "robots":
                return self._sites.all_robots()
            case "clusters":
                return self._rows_of_clusters()
            case "templates":
                return iter(self._templates.since(0).found)
            case _:
                return self._templates.all_kept()

    def _rows(self) -> Iterator[QueueRow]:
        for crawl, key in self._crawls():
            # Older rows go first among those of one priority: so they must come first.
            numbered: dict[bytes, int] = {}
            for fingerprint, text in self._keys.scan_hash(f"{key}:rows"):
                numbered[fingerprint] = json.loads(text)["id"]
            names = sorted(numbered, key=numbered.__getitem__)
            for start in range(0, len(names), _BATCH):
                part = names[start : start + _BATCH]
                texts = self._db.read("HMGET", f"{key}:rows", *part)
                for fingerprint, text in zip(part, texts, strict=True):
                    if text is not None:
                        yield _queue_row(crawl, fingerprint, json.loads(text))

    def _seen(self) -> Iterator[SeenRow]:
        for crawl, key in self._crawls():
            for name, first in self._keys.seen_hashes(key):
                for field, day in self._db.read("HGETALL", name).items():
                    yield SeenRow(crawl, first + field, int(day))

    def _failures(self) -> Iterator[FailureRow]:
        for crawl, key in self._crawls():
            for url, text in sorted(self._db.read("HGETALL", f"{key}:failures").items()):
                reason, count, dropped = json.loads(text)
                last = self._db.read("ZSCORE", f"{key}:failed", url)
                yield FailureRow(crawl, url.decode(), reason, count, float(last), bool(dropped))

    def _counters(self) -> Iterator[CounterRow]:
        for crawl, key in self._crawls():
            for name, n in sorted(self._db.read("HGETALL", f"{key}:counters").items()):
                yield CounterRow(crawl, name.decode(), int(n))

    def _rows_of_clusters(self) -> Iterator[ClusterRow]:
        rows = self._clusters.since(0)
        while names := [row.core for row in islice(rows, _FEW)]:
            found = self._clusters.read(names)
            yield from (found[name] for name in names)

    # -- taking

    def load(self, section: str, rows: Iterable[Any]) -> None:
        """Add rows of another store to a section."""
        rows = iter(rows)
        size = _FEW if section in ("clusters", "templates", "kept_pages") else _BATCH
        while batch := list(islice(rows, size)):
            self._take(section, batch)
            self._db.flush()

    def _take(self, section: str, rows: Sequence[Any]) -> None:
        match section:
            case "frontier" | "seen" | "failures" | "counters":
                for crawl, group in groupby(rows, lambda row: row.crawl):
                    self._take_of_crawl(section, crawl, list(group))
            case "clusters":
                self._clusters.update([row.core for row in rows], lambda _: rows)
            case "values":
                for row in rows:
                    self._values.set(row.name, json.loads(row.value))
            case "hosts":
                for row in rows:
                    self._sites.set_host(row)
            case "robots":
                for row in rows:
                    self._sites.set_robots(row)
            case "templates":
                for row in rows:
                    self._templates.put(row.entry, row.watch)
            case _:
                for row in rows:
                    self._templates.keep(row, _ALL)

    def _take_of_crawl(self, section: str, crawl: str, rows: Sequence[Any]) -> None:
        key, crawls = self._keys.crawl(crawl), self._db.key("crawls")
        words: list[Any] = [key, crawl, repr(self._db.clock())]
        match section:
            case "frontier":
                for row in rows:
                    words += (row.fingerprint, _row_text(row))
                keys = [crawls, self._db.key("row-number")]
                self._db.write_script("care_rows", keys, words)
            case "seen":
                words.append(self._seen_days)
                for row in rows:
                    words += (row.fingerprint, row.day)
                self._db.write_script("care_seen", [crawls], words)
            case "failures":
                for row in rows:
                    told = json_text([row.reason, row.count, int(row.dropped)])
                    self._db.write("HSET", f"{key}:failures", row.url, told)
                    self._db.write("ZADD", f"{key}:failed", repr(row.last), row.url)
                self._db.write("SADD", crawls, crawl)
            case _:
                for row in rows:
                    self._db.write("HSET", f"{key}:counters", row.name, row.n)
                self._db.write("SADD", crawls, crawl)

    def clear(self, section: str) -> None:
        """Remove all rows of a section."""
        self._keys.drop(self._keys.of_section(section))
        if section in ("frontier", "seen", "failures", "counters"):
            self._keys.forget_names()

    # -- pruning

    def prune(self, what: Prune, *, dry_run: bool = False) -> list[Pruned]:
        """Remove what may go, and tell what went; Redis lets seen pages expire by itself."""
        return prune(self._db, self._keys, self._templates, what, dry_run=dry_run)

    def workers(self) -> int:
        """Count the other workers that are at work."""
        names = self._db.read("HKEYS", self._db.key("workers"))
        return sum(name.decode() != self._me for name in names)

    def shrink(self) -> int:
        """Do nothing: Redis gives memory back by itself."""
        return 0


def _queue_row(crawl: str, fingerprint: bytes, row: dict[str, Any]) -> QueueRow:
    payload = row["payload"]
    if row.get("patches"):
        payload = patched(payload, row["patches"])
    fields = [
        row["host"],
        row["url"],
        payload,
        int(row["priority"]),
        float(row["due"]),
        bool(row["recurring"]),
        row["role"],
        row["tries"],
        row["failures"],
        row["visits"],
        *(_moment(row.get(name)) for name in _TIMES),
        *(row.get(name) for name in _OPTIONAL),
        row.get("crashes", 0),
    ]
    return QueueRow(crawl, fingerprint, *fields)


def _moment(value: float | None) -> float | None:
    """Return a time to the millisecond, as ``whole_ms`` of the scripts does."""
    return None if value is None else math.floor(value * 1000 + 0.01) / 1000


def _row_text(row: QueueRow) -> str:
    told: dict[str, Any] = {name: getattr(row, name) for name in _PLAIN}
    told["recurring"] = int(row.recurring)
    known = {name: getattr(row, name) for name in _OPTIONAL}
    known |= {name: _moment(getattr(row, name)) for name in _TIMES}
    told |= {name: value for name, value in known.items() if value is not None}
    if row.crashes:
        told["crashes"] = row.crashes
    return json_text(told)
