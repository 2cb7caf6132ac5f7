"""Articles of several pages in PostgreSQL: handed out once all their pages are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Article
from fpcrawl.store.model import Stored
from fpcrawl.store.parts import ArticlePart, is_whole, join_parts
from fpcrawl.store.postgres_rows import storable
from fpcrawl.store.recordtext import decode_record, encode_record

if TYPE_CHECKING:
    from typing import Any

    from fpcrawl.store.postgres_connection import PgConnection, PostgresDb
    from fpcrawl.store.postgres_records import PostgresRecords

__all__ = ["PostgresArticles"]

_PARTS = "SELECT page, pages, data FROM article_parts WHERE article = %s ORDER BY page"

_ADD = """
WITH o AS (
    SELECT EXISTS (SELECT FROM records WHERE kind = 'article' AND key = %(article)s) AS is_out
)
INSERT INTO article_parts (article, page, pages, crawl, held, data)
SELECT %(article)s, %(page)s, %(pages)s, %(crawl)s,
    CASE WHEN is_out THEN NULL ELSE to_timestamp(%(now)s) END, %(data)s
FROM o
ON CONFLICT (article, page) DO UPDATE SET pages = excluded.pages, data = excluded.data
RETURNING (SELECT is_out FROM o)
"""

_LATE = """
SELECT article FROM article_parts WHERE crawl = %s AND held IS NOT NULL
GROUP BY article HAVING min(held) < to_timestamp(%s) ORDER BY article
"""


class PostgresArticles:
    """Parts of articles in one schema; see :class:`fpcrawl.store.base.Articles`."""

    def __init__(self, db: PostgresDb, records: PostgresRecords) -> None:
        self.db = db
        self.records = records

    def add(self, part: ArticlePart, now: float, *, crawl: str = "") -> Stored:
        """Store a page of an article, and the article when that makes it whole.

        Returns
        -------
        Stored
            Its status is ``held`` while other pages are awaited.
        """
        key = storable(part.article.key)
        if part.page == part.pages == 1 and not self._parts(key):
            return self.records.upsert([part.article], now, crawl=crawl)[0]
        row: dict[str, Any] = {
            "article": key,
            "page": part.page,
            "pages": part.pages,
            "crawl": storable(crawl),
            "now": now,
            "data": encode_record(part.article),
        }

        def work(connection: PgConnection) -> tuple[bool, list[ArticlePart]]:
            # Two transactions in one round trip: of two workers that add the last two pages,
            # the one that looks later sees both.
            with connection.pipeline() as pipeline:
                added = connection.execute(_ADD, row)
                pipeline.sync()
                parts = connection.execute(_PARTS, (key,))
            found = added.fetchone()
            return bool(found and found[0]), _as_parts(parts.fetchall())

        is_out, parts = self.db.run(work)
        if is_out or is_whole(parts):
            return self._hand_out(key, parts, now, crawl)
        return Stored(part.article, "held", 0)

    def release(self, crawl: str, now: float, *, before: float) -> list[Stored]:
        """Hand out what there is of articles that are held since before a time."""
        rows = self.db.run(
            lambda connection: connection.execute(_LATE, (storable(crawl), before)).fetchall()
        )
        return [self._hand_out(key, self._parts(key), now, crawl) for (key,) in rows]

    def _hand_out(self, key: str, parts: list[ArticlePart], now: float, crawl: str) -> Stored:
        (stored,) = self.records.upsert([join_parts(parts)], now, crawl=crawl)
        # Last: who dies before leaves them held, and they are handed out again.
        self.db.run(
            lambda connection: connection.execute(
                "UPDATE article_parts SET held = NULL WHERE article = %s AND held IS NOT NULL",
                (key,),
            )
        )
        return stored

    def _parts(self, key: str) -> list[ArticlePart]:
        return self.db.run(lambda found: _as_parts(found.execute(_PARTS, (key,)).fetchall()))


def _as_parts(rows: list[tuple[Any, ...]]) -> list[ArticlePart]:
    out = []
    for page, pages, data in rows:
        article = decode_record("article", data)
        assert isinstance(article, Article)
        out.append(ArticlePart(page, pages, article))
    return out
