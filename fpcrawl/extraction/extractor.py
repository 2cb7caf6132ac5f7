"""The interface every way of extracting has, and the first way: structure alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from fpcrawl.extraction.articles import build_article, heading_number, read_article
from fpcrawl.extraction.build import build_posts, build_threads
from fpcrawl.extraction.comments import find_comments
from fpcrawl.extraction.declared import declared_posts
from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.extraction.records import Post, record_key
from fpcrawl.pages.dates import parse_time
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.articles import RawArticle
    from fpcrawl.extraction.build import Place
    from fpcrawl.extraction.listing import Row
    from fpcrawl.extraction.posts import PostGroup
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Extractor", "Found", "StructureExtractor"]


@dataclass(slots=True)
class Found:
    """What the reading of a page found, for an extractor to make records of.

    Attributes
    ----------
    role
        ``index``, ``home``, ``thread``, ``comments``, ``article`` or ``other``.
    posts
        The likeliest records. For an article the extractor puts the comments here.
    rows
        Rows of a list; empty on other pages.
    book
        Layouts known of the site.
    """

    tree: PageTree
    role: str
    posts: PostGroup | None
    rows: Sequence[Row]
    book: LayoutBook = field(default_factory=LayoutBook)
    _article: tuple[Place, RawArticle] | None = None

    def article(self, place: Place) -> RawArticle:
        """Find the parts of the page's article, and its comments, which become the posts.

        It costs more than all else that is found, and both records and labels are made of it.
        """
        if self._article is None or self._article[0] != place:
            self.posts = find_comments(self.tree, self.book, heading_number(self.tree))
            self._article = (place, read_article(self.tree, place, self.posts))
        return self._article[1]


class Extractor(Protocol):
    """Makes records of a page."""

    def extract(self, found: Found, place: Place) -> Sequence[Record]:
        """Return the records of a page; an empty list when there are none."""
        ...


class StructureExtractor:
    """Records from repeated structure, declared data and, for articles, trafilatura."""

    def extract(self, found: Found, place: Place) -> Sequence[Record]:
        """Return posts of a thread or of comments, threads of a list, or the article of a page."""
        if found.role in {"thread", "comments"}:
            return self._posts(found, place)
        if found.role in {"index", "home"}:
            return build_threads(found.rows, found.tree, place)
        if found.role == "article":
            raw = found.article(place)
            article = build_article(raw, found.tree, place, found.posts, section=place.board)
            return [article] if article is not None else []
        return []

    def _posts(self, found: Found, place: Place) -> Sequence[Record]:
        group = found.posts
        named = group is not None and group.is_named
        posts = build_posts(found.tree, group, place) if group is not None and named else []
        if len(posts) > 1 or (posts and group is not None and group.known):
            return posts
        declared = declared_posts(found.tree.page)
        if len(declared) <= len(posts):
            return posts
        out = []
        for n, item in enumerate(declared):
            parsed = (
                parse_time(item.published, now=place.now, tz=place.zone) if item.published else None
            )
            floor = n + 1 if place.page == 1 else None
            published = parsed.iso if parsed is not None else None
            if floor is not None:
                key = record_key(place.site, "floor", url_key(place.thread_url), floor)
            else:
                key = record_key(
                    place.site, "text", url_key(place.thread_url), item.author, published, item.text
                )
            out.append(
                Post(
                    key=key,
                    site=place.site,
                    url=found.tree.page.url,
                    thread_url=place.thread_url,
                    thread_title=place.thread_title,
                    board=place.board,
                    floor=floor,
                    author=item.author,
                    published=published,
                    published_raw=item.published,
                    body_text=item.text or "",
                    fetched=found.tree.page.fetched.isoformat(timespec="seconds"),
                    cluster=place.cluster,
                    template="json-ld",
                    confidence=0.8,
                )
            )
        return out
