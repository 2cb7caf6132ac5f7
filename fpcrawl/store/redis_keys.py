"""Which keys a Redis state has, for what goes through all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["RedisKeys"]

_BATCH = 500
_HEX = "0123456789abcdef"
_SETS = "rows hosts first revisit retrying leased lists".split()


class RedisKeys:
    """Finds keys and drops them.

    Parameters
    ----------
    db
        The connection.
    """

    def __init__(self, db: RedisDb) -> None:
        self._db = db

    def crawl(self, name: str) -> str:
        """Return the beginning of a crawl's keys."""
        return self._db.key("crawl", name)

    def crawls(self) -> list[tuple[str, str]]:
        """Return name and beginning of the keys of each crawl."""
        names = sorted(name.decode() for name in self._db.read("SMEMBERS", self._db.key("crawls")))
        return [(name, self.crawl(name)) for name in names]

    def rows(self, key: str) -> list[str]:
        """Return the keys of a crawl's rows."""
        hosts = self._db.read("ZRANGE", f"{key}:hosts", 0, -1)
        return [
            *(f"{key}:ready:{host.decode()}" for host in hosts),
            *(f"{key}:{name}" for name in _SETS),
        ]

    def seen_hashes(self, key: str) -> Iterator[tuple[str, bytes]]:
        """Give each hash of a crawl's done pages that is not split, and what its fields lack.

        What they lack are the first bytes of the fingerprints.
        """
        for found, is_split in self._seen_tree(key):
            if not is_split:
                hexes = found.rpartition(":")[2]
                yield found, bytes.fromhex(hexes[: len(hexes) // 2 * 2])

    def _seen_tree(self, key: str) -> Iterator[tuple[str, bool]]:
        names = [f"{key}:seen:{digit}" for digit in _HEX]
        while names:
            below: list[str] = []
            for start in range(0, len(names), _BATCH):
                part = names[start : start + _BATCH]
                split = self._db.pipeline_read([("HEXISTS", name, "") for name in part])
                for name, is_split in zip(part, split, strict=True):
                    yield name, bool(is_split)
                    if is_split:
                        below += [name + digit for digit in _HEX]
            names = below

    def seen(self, key: str) -> list[str]:
        """Return the keys of a crawl's done pages."""
        return [name for name, _ in self._seen_tree(key)]

    def value_groups(self) -> list[str]:
        """Return the names of the hashes of values."""
        found = self._db.read("ZRANGE", self._db.key("values"), 0, -1)
        return [name.decode() for name in found]

    def value_hashes(self) -> list[str]:
        """Return the keys of the hashes of values."""
        return [self._db.key("values", group) for group in self.value_groups()]

    def kept(self, crawl: str) -> list[str]:
        """Return the keys of a crawl's kept pages."""
        kept = self._db.key("kept")
        numbers = [int(one) for one in self._db.read("ZRANGE", f"{kept}:all:{crawl}", 0, -1)]
        names = {f"{kept}:{what}:{crawl}" for what in ("all", "urls", "held")}
        for start in range(0, len(numbers), _BATCH):
            pages = [f"{kept}:page:{number}" for number in numbers[start : start + _BATCH]]
            names.update(pages)
            told = self._db.pipeline_read([("HMGET", page, "role", "cluster") for page in pages])
            for role, cluster in told:
                if role is not None:
                    names.add(f"{kept}:role:{role.decode()}:{crawl}")
                    names.add(f"{kept}:cluster:{role.decode()}:{cluster.decode()}:{crawl}")
        return sorted(names)

    def of_section(self, section: str) -> list[str]:
        """Return all keys of a section of :data:`fpcrawl.store.care.CORE`."""
        key = self._db.key
        match section:
            case "frontier":
                return [name for _, crawl in self.crawls() for name in self.rows(crawl)]
            case "seen":
                return [name for _, crawl in self.crawls() for name in self.seen(crawl)]
            case "failures":
                crawls = [crawl for _, crawl in self.crawls()]
                return [f"{crawl}:{name}" for crawl in crawls for name in ("failures", "failed")]
            case "counters":
                return [f"{crawl}:counters" for _, crawl in self.crawls()]
            case "values":
                return [*self.value_hashes(), key("values")]
            case "hosts":
                return [key("hosts"), key("closed")]
            case "clusters":
                cores = self._db.read("ZRANGE", key("clusters"), 0, -1)
                rows = [key("cluster", core.decode()) for core in cores]
                return [*rows, key("clusters"), key("clusters", "version")]
            case "templates":
                return [
                    key("templates"),
                    *(key("templates", name) for name in ("watch", "changes", "change")),
                ]
            case "kept_pages":
                names = self._db.read("SMEMBERS", key("kept", "crawls"))
                pages = [one for name in names for one in self.kept(name.decode())]
                return [*pages, key("kept", "crawls")]
            case _:
                return [key(section)]

    def drop(self, names: Iterable[str]) -> None:
        """Remove keys, in small steps."""
        known = list(names)
        for start in range(0, len(known), _BATCH):
            self._db.read("UNLINK", *known[start : start + _BATCH])

    def forget_names(self) -> None:
        """Forget the crawls of which nothing is left."""
        for name, key in self.crawls():
            left = [
                *(f"{key}:{what}" for what in ("rows", "failures", "counters")),
                *self.seen(key),
            ]
            if not self._db.read("EXISTS", *left):
                self._db.read("SREM", self._db.key("crawls"), name)

    def scan_hash(self, name: str) -> Iterator[tuple[bytes, bytes]]:
        """Give fields and values of a large hash; a field may come twice."""
        cursor = 0
        while True:
            cursor, found = self._db.read("HSCAN", name, cursor, "COUNT", _BATCH)
            yield from found.items()
            if not int(cursor):
                return
