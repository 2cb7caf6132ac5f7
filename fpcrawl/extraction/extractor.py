"""The interface every way of extracting has, and the first way: structure alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from fpcrawl.extraction.articles.articles import build_article, heading_number, read_article
from fpcrawl.extraction.articles.comments import find_comments
from fpcrawl.extraction.build import build_posts, build_threads, posts_of
from fpcrawl.extraction.declared import declared_posts
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.stateposts import state_sureness
from fpcrawl.extraction.templates.model import ReadRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.articles.articles import RawArticle
    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = ["Extractor", "Found", "StructureExtractor"]

#: How sure posts are that a page declares.
DECLARED = 0.8
#: What records are said to be read by that a page held as data.
PAGE_DATA = "page-data"


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
    told
        Posts that a thread's page tells its scripts, see
        :func:`fpcrawl.extraction.posts.jsonapi.shown_or_told`.
    """

    tree: PageTree
    role: str
    posts: PostGroup | None
    rows: Sequence[Row]
    book: LayoutBook = field(default_factory=LayoutBook)
    told: Sequence[ReadRecord] = ()
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
            if article is not None and found.tree.page.state is not None:
                article.template = PAGE_DATA
                article.confidence = min(article.confidence, state_sureness(found.tree.page))
            return [article] if article is not None else []
        return []

    def _posts(self, found: Found, place: Place) -> Sequence[Record]:
        group = found.posts
        if group is not None and group.instead is not None:
            group = group.instead
        named = group is not None and group.is_named
        posts = build_posts(found.tree, group, place) if group is not None and named else []
        if len(posts) > 1 or (posts and group is not None and group.known):
            return posts
        page = found.tree.page
        if len(found.told) > len(posts):
            name = "json-api" if page.state is None else PAGE_DATA
            sure, told = state_sureness(page), found.told
            if place.page > 1 and page.state is not None and page.state.opened:
                told = told[1:]  # it stands on the first page
            return posts_of(told, page, place, confidence=sure, template=name)
        reads = _declared(page, place)
        if len(reads) > len(posts):
            return posts_of(reads, page, place, confidence=DECLARED, template="json-ld")
        return posts


def _declared(page: Page, place: Place) -> list[ReadRecord]:
    """Return the posts that a page declares in JSON-LD, as a template would have read them."""
    out = []
    for item in declared_posts(page, is_further=place.page > 1):
        values = {"author": item.author, "time_full": item.published}
        known = {name: value for name, value in values.items() if value}
        out.append(ReadRecord(known, text=item.text or ""))
    return out
