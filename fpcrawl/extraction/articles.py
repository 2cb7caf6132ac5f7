"""Articles: title, author, time, body and the comments below.

What a page declares about itself is preferred to what it shows, and what it shows near the
title to what it shows elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.build import MAX_HTML, media_of
from fpcrawl.extraction.bylines import Surroundings, find_byline, find_published, is_byline
from fpcrawl.extraction.comments import build_comments, comment_ranges
from fpcrawl.extraction.declared import declared_article
from fpcrawl.extraction.headings import find_heading, heading_text, own_title
from fpcrawl.extraction.prose import find_prose, prose_text
from fpcrawl.extraction.records import Article, record_key
from fpcrawl.extraction.text import html_of
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from fpcrawl.extraction.build import Place
    from fpcrawl.extraction.posts import PostGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["build_article", "heading_number"]


def heading_number(tree: PageTree) -> int:
    """Return the number of the heading that names a page's article, -1 without one."""
    heading = find_heading(tree.page, declared_article(tree.page).title)
    return tree.number.get(heading, -1) if heading is not None else -1


def build_article(
    tree: PageTree, place: Place, comments: PostGroup | None, *, section: str | None = None
) -> Article | None:
    """Make an article of a page, ``None`` when it has no body.

    Parameters
    ----------
    tree
        The page.
    place
        Where it stands; ``thread_url`` is the article's first page.
    comments
        The comments found below, if any.
    section
        List that led to the article.
    """
    page = tree.page
    declared = declared_article(page)
    heading = heading_number(tree)
    title = heading_text(tree.nodes[heading], page.title) if heading >= 0 else None
    if not title:
        title = declared.title or own_title(page.title)
    taken = comment_ranges(tree, comments)
    prose = find_prose(tree, heading, taken)
    at = tree.number[prose] if prose is not None else None
    stretch = (at, tree.end[at]) if at is not None else None
    around = Surroundings(heading, stretch, taken)
    published, raw = find_published(tree, place, declared.published, around)
    named = find_byline(tree, around)
    author = declared.author or named or declared.meta_author

    def is_furniture(line: str) -> bool:
        return line == title or any(is_byline(line, name, raw) for name in (author, named))

    told = [piece for piece in (title, author, named, raw) if piece]
    body = prose_text(tree, declared.text, prose, is_furniture, told)
    if not body:
        return None
    images, links = media_of(page.base_url, [prose]) if prose is not None else ([], [])
    sure = 0.4 + 0.2 * bool(title) + 0.2 * bool(published) + 0.2 * bool(author)
    return Article(
        key=record_key(place.site, "article", url_key(place.thread_url)),
        site=place.site,
        url=place.thread_url,
        title=title,
        author=author,
        published=published.iso if published is not None else None,
        published_raw=raw,
        section=section,
        body_text=body,
        body_html=html_of([prose])[:MAX_HTML] if prose is not None else "",
        images=images,
        links=links,
        comments=build_comments(tree, comments, place, stretch),
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
        template=place.template,
        confidence=round(sure, 3),
    )
