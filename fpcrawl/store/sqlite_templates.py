"""Templates and kept pages in SQLite."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.store.jsontext import json_text
from fpcrawl.store.templates import KEPT_PAGES, StoredTemplate, Templates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["KEPT_COLUMNS", "SqliteTemplates", "kept_page"]

KEPT_COLUMNS = "id, crawl, site, cluster, role, url, template, held, about, body"
#: Speed matters more than size: a page is compressed while others wait.
_LEVEL = 3


@dataclass(frozen=True, slots=True)
class SqliteTemplates:
    """Templates of one state file; see :class:`fpcrawl.store.templates.TemplateStore`."""

    db: Connection

    def since(self, change: int) -> Templates:
        """Return the templates changed after a change; after 0 all of them."""
        rows = self.db.read(
            "SELECT data, watch, change FROM templates WHERE change > ? ORDER BY change", (change,)
        )
        found = [
            StoredTemplate(
                TemplateEntry.from_json(json.loads(data)),
                TemplateWatch.from_json(json.loads(watch)) if watch else None,
                number,
            )
            for data, watch, number in rows
        ]
        return Templates(found, found[-1].change if found else change)

    def put(self, entry: TemplateEntry, watch: TemplateWatch | None = None) -> None:
        """Write a version of a template."""
        with self.db.transaction():
            change = self.db.read_one("SELECT coalesce(max(change), 0) FROM templates")[0] + 1
            self.db.write(
                "INSERT INTO templates (id, version, site, cluster, role, state, change, data,"
                " watch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id, version) DO UPDATE SET site = excluded.site,"
                " cluster = excluded.cluster, role = excluded.role, state = excluded.state,"
                " change = excluded.change, data = excluded.data, watch = excluded.watch",
                (
                    entry.id,
                    entry.version,
                    entry.site,
                    entry.cluster,
                    entry.role,
                    entry.state,
                    change,
                    json_text(entry.to_json()),
                    json_text(watch.to_json()) if watch is not None else None,
                ),
            )

    def note(self, entry: TemplateEntry, watch: TemplateWatch) -> None:
        """Write how a template fares, which is no change of it."""
        self.db.write(
            "UPDATE templates SET watch = ? WHERE id = ? AND version = ?",
            (json_text(watch.to_json()), entry.id, entry.version),
        )

    def keep(self, page: KeptPage, limit: int = KEPT_PAGES) -> None:
        """Keep a page; the oldest above the limit that are not held are dropped."""
        with self.db.transaction():
            self.db.write(
                "DELETE FROM kept_pages WHERE crawl = ? AND url = ?", (page.crawl, page.url)
            )
            self.db.write(
                "INSERT INTO kept_pages (crawl, site, cluster, role, url, template, held, about,"
                " body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    page.crawl,
                    page.site,
                    page.cluster,
                    page.role,
                    page.url,
                    page.template,
                    page.held_until,
                    json_text(page.about()),
                    zlib.compress(page.body, _LEVEL),
                ),
            )
            self.db.write(
                "DELETE FROM kept_pages WHERE id IN (SELECT id FROM kept_pages"
                " WHERE crawl = ? AND cluster = ? AND role = ? AND (template = '') = ?"
                " AND held IS NULL ORDER BY id DESC LIMIT -1 OFFSET ?)",
                (page.crawl, page.cluster, page.role, page.template == "", limit),
            )

    def kept(
        self, crawl: str, role: str, cluster: str | None = None, limit: int = 4 * KEPT_PAGES
    ) -> list[KeptPage]:
        """Return kept pages, newest first."""
        sql = f"SELECT {KEPT_COLUMNS} FROM kept_pages WHERE crawl = ? AND role = ?"  # noqa: S608
        given: list[Any] = [crawl, role]
        if cluster is not None:
            sql += " AND cluster = ?"
            given.append(cluster)
        rows = self.db.read(f"{sql} ORDER BY id DESC LIMIT ?", (*given, limit))
        return [kept_page(*row) for row in rows]

    def held(self, crawl: str, until: float) -> list[KeptPage]:
        """Return pages that are to be read by a time, oldest first."""
        sql = f"SELECT {KEPT_COLUMNS} FROM kept_pages WHERE crawl = ? AND held <= ? ORDER BY id"  # noqa: S608
        return [kept_page(*row) for row in self.db.read(sql, (crawl, until))]

    def all_kept(self) -> Iterator[KeptPage]:
        """Give all kept pages, by crawl, oldest first."""
        known = self.db.read("SELECT crawl, id FROM kept_pages ORDER BY crawl, id")
        sql = f"SELECT {KEPT_COLUMNS} FROM kept_pages WHERE id = ?"  # noqa: S608
        for _, number in known:
            yield from (kept_page(*row) for row in self.db.read(sql, (number,)))

    def settle(self, pages: Sequence[KeptPage]) -> None:
        """Note which templates have read kept pages, and that they are not held any more."""
        for page in pages:
            self.db.write(
                "UPDATE kept_pages SET template = ?, held = NULL WHERE id = ?",
                (page.template, page.id),
            )


def kept_page(
    id_: int,
    crawl: str,
    site: str,
    cluster: str,
    role: Any,
    url: str,
    template: str,
    held: float | None,
    about: str,
    body: bytes,
) -> KeptPage:
    """Return a kept page of its row."""
    told = json.loads(about)
    # JSON knows no tuples.
    told["topic_terms"] = tuple(told.get("topic_terms", ()))
    return KeptPage(
        crawl,
        site,
        cluster,
        role,
        url,
        zlib.decompress(body),
        template=template,
        held_until=held,
        id=id_,
        **told,
    )
