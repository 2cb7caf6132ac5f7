"""Templates and kept pages in Redis.

Templates are the hash ``{prefix}:templates``, how they fare ``{prefix}:templates:watch``, both
by id and version; ``{prefix}:templates:changes`` has the number of the last change of each. A
kept page is a hash ``{prefix}:kept:page:<number>``; the sorted sets beside tell which there are
of a crawl, role and cluster, and which are held.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.redis_values import packed, unpacked
from fpcrawl.store.templates import KEPT_PAGES, StoredTemplate, Templates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.store.redis_connection import RedisDb

__all__ = ["RedisTemplates"]

_FIELDS = ("about", "template", "held", "body")
_LEVEL = 3
_BATCH = 100


class RedisTemplates:
    """Templates of one Redis state; see :class:`fpcrawl.store.templates.TemplateStore`.

    Parameters
    ----------
    db
        The connection.
    """

    def __init__(self, db: RedisDb) -> None:
        self._db = db
        self._entries = db.key("templates")
        self._watches = db.key("templates", "watch")
        self._changes = db.key("templates", "changes")
        self._kept = db.key("kept")

    # -- templates

    def since(self, change: int) -> Templates:
        """Return the templates changed after a change; after 0 all of them."""
        names = self._db.read("ZRANGEBYSCORE", self._changes, f"({change}", "+inf")
        found = []
        for start in range(0, len(names), _BATCH):
            part = names[start : start + _BATCH]
            entries, watches, changes = self._db.pipeline_read(
                [
                    ("HMGET", self._entries, *part),
                    ("HMGET", self._watches, *part),
                    ("ZMSCORE", self._changes, *part),
                ]
            )
            for entry, watch, number in zip(entries, watches, changes, strict=True):
                if entry is None:
                    continue
                told = TemplateWatch.from_json(json.loads(watch)) if watch else None
                read = TemplateEntry.from_json(unpacked(entry))
                found.append(StoredTemplate(read, told, int(float(number))))
        found.sort(key=lambda one: one.change)
        return Templates(found, found[-1].change if found else change)

    def put(self, entry: TemplateEntry, watch: TemplateWatch | None = None) -> None:
        """Write a version of a template."""
        told = json_text(watch.to_json()) if watch is not None else ""
        self._db.write_script(
            "template_put",
            [self._entries, self._watches, self._changes, self._db.key("templates", "change")],
            [_name(entry), packed(entry.to_json()), told],
        )

    def note(self, entry: TemplateEntry, watch: TemplateWatch) -> None:
        """Write how a template fares, which is no change of it."""
        self._db.write_script(
            "template_note",
            [self._entries, self._watches],
            [_name(entry), json_text(watch.to_json())],
        )

    # -- kept pages

    def keep(self, page: KeptPage, limit: int = KEPT_PAGES) -> None:
        """Keep a page; the oldest above the limit that are not held are dropped."""
        about = {**page.about(), "site": page.site, "cluster": page.cluster}
        held = "" if page.held_until is None else repr(float(page.held_until))
        self._db.write_script(
            "page_keep",
            [self._kept],
            [
                page.crawl,
                page.role,
                page.cluster,
                page.url,
                json_text(about),
                page.template,
                held,
                zlib.compress(page.body, _LEVEL),
                limit,
            ],
        )

    def kept(
        self, crawl: str, role: str, cluster: str | None = None, limit: int = 4 * KEPT_PAGES
    ) -> list[KeptPage]:
        """Return kept pages, newest first."""
        if cluster is None:
            key = f"{self._kept}:role:{role}:{crawl}"
        else:
            key = f"{self._kept}:cluster:{role}:{cluster}:{crawl}"
        return self._pages(self._db.read("ZREVRANGE", key, 0, limit - 1))

    def held(self, crawl: str, until: float) -> list[KeptPage]:
        """Return pages that are to be read by a time, oldest first."""
        key = f"{self._kept}:held:{crawl}"
        numbers = self._db.read("ZRANGEBYSCORE", key, "-inf", repr(float(until)))
        return self._pages(sorted(numbers, key=int))

    def settle(self, pages: Sequence[KeptPage]) -> None:
        """Note which templates have read kept pages, and that they are not held any more."""
        for page in pages:
            self._db.write_script("page_settle", [self._kept], [page.id, page.crawl, page.template])

    def crawls(self) -> list[str]:
        """Return the crawls of which pages are kept."""
        return sorted(name.decode() for name in self._db.read("SMEMBERS", f"{self._kept}:crawls"))

    def all_kept(self) -> Iterator[KeptPage]:
        """Give all kept pages, oldest first of each crawl."""
        for crawl in self.crawls():
            numbers = self._db.read("ZRANGE", f"{self._kept}:all:{crawl}", 0, -1)
            for start in range(0, len(numbers), _BATCH):
                yield from self._pages(numbers[start : start + _BATCH])

    def _pages(self, numbers: Sequence[bytes]) -> list[KeptPage]:
        names = ("crawl", "role", "url", *_FIELDS)
        found = self._db.pipeline_read(
            [("HMGET", f"{self._kept}:page:{int(number)}", *names) for number in numbers]
        )
        pairs = zip(numbers, found, strict=True)
        return [_page(int(number), *values) for number, values in pairs if values[0] is not None]


def _name(entry: TemplateEntry) -> str:
    return f"{entry.id}@{entry.version}"


def _page(
    number: int,
    crawl: bytes,
    role: bytes,
    url: bytes,
    about: bytes,
    template: bytes,
    held: bytes,
    body: bytes,
) -> KeptPage:
    told: dict[str, Any] = json.loads(about)
    # JSON knows no tuples.
    told["topic_terms"] = tuple(told.get("topic_terms", ()))
    known_role: Any = role.decode()
    return KeptPage(
        crawl.decode(),
        told.pop("site"),
        told.pop("cluster"),
        known_role,
        url.decode(),
        zlib.decompress(body),
        template=template.decode(),
        held_until=float(held) if held else None,
        id=number,
        **told,
    )
