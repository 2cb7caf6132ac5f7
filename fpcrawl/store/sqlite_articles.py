"""Articles of several pages in SQLite: handed out once all their pages are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Article
from fpcrawl.store.model import Stored
from fpcrawl.store.parts import ArticlePart, is_whole, join_parts
from fpcrawl.store.recordtext import decode_record, encode_record

if TYPE_CHECKING:
    from fpcrawl.store.base import Records
    from fpcrawl.store.sqlite_connection import Connection

__all__ = ["SqliteArticles"]


@dataclass(frozen=True, slots=True)
class SqliteArticles:
    """Parts of articles in one state file; see :class:`fpcrawl.store.base.Articles`."""

    db: Connection
    records: Records

    def add(self, part: ArticlePart, now: float, *, crawl: str = "") -> Stored:
        """Store a page of an article, and the article when that makes it whole.

        Parameters
        ----------
        crawl
            Whose feeds are to hold it.

        Returns
        -------
        Stored
            Its status is ``held`` while other pages are awaited.
        """
        key = part.article.key
        if part.page == part.pages == 1 and not self._parts(key):
            return self.records.upsert([part.article], now, crawl=crawl)[0]
        is_out = self.records.get("article", key) is not None
        self.db.write(
            "INSERT INTO article_parts VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (article, page) DO UPDATE SET pages = excluded.pages,"
            " data = excluded.data",
            (
                key,
                part.page,
                part.pages,
                crawl,
                None if is_out else now,
                encode_record(part.article),
            ),
        )
        parts = self._parts(key)
        if is_out or is_whole(parts):
            return self._hand_out(key, parts, now, crawl)
        return Stored(part.article, "held", 0)

    def release(self, crawl: str, now: float, *, before: float) -> list[Stored]:
        """Hand out what there is of articles that are held since before a time."""
        rows = self.db.read(
            "SELECT article FROM article_parts WHERE crawl = ? AND held IS NOT NULL"
            " GROUP BY article HAVING min(held) < ?",
            (crawl, before),
        )
        return [self._hand_out(key, self._parts(key), now, crawl) for (key,) in rows]

    def _hand_out(self, key: str, parts: list[ArticlePart], now: float, crawl: str) -> Stored:
        self.db.write(
            "UPDATE article_parts SET held = NULL WHERE article = ? AND held IS NOT NULL", (key,)
        )
        return self.records.upsert([join_parts(parts)], now, crawl=crawl)[0]

    def _parts(self, key: str) -> list[ArticlePart]:
        rows = self.db.read(
            "SELECT page, pages, data FROM article_parts WHERE article = ? ORDER BY page", (key,)
        )
        out = []
        for page, pages, data in rows:
            article = decode_record("article", data)
            assert isinstance(article, Article)
            out.append(ArticlePart(page, pages, article))
        return out
