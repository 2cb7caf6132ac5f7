"""One article of the pages it is printed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.records import Article, Comment

__all__ = ["ArticlePart", "is_whole", "join_parts"]


@dataclass(frozen=True, slots=True)
class ArticlePart:
    """What one page shows of an article.

    Attributes
    ----------
    page
        Number of the page, 1 = first.
    pages
        Number of the last page that this one knows of.
    article
        The article as read from this page alone.
    """

    page: int
    pages: int
    article: Article


def is_whole(parts: Sequence[ArticlePart]) -> bool:
    """Whether every page is there that any page knows of."""
    last = max(part.pages for part in parts)
    return {part.page for part in parts} >= set(range(1, last + 1))


def join_parts(parts: Sequence[ArticlePart]) -> Article:
    """Return the article that the parts make, in the order of their pages.

    The first page tells title, author and time, the others what it leaves out. A text that
    stands on several pages (whose comments go on, not the article) is taken once.
    """
    ordered = [part.article for part in sorted(parts, key=lambda part: part.page)]
    first = ordered[0]
    body: list[Article] = []
    comments: list[Comment] = []
    for article in ordered:
        if not any(article.body_text in other.body_text for other in body):
            body.append(article)
        comments += [one for one in article.comments if one not in comments]
    dated = next((a for a in ordered if a.published is not None), first)
    return replace(
        first,
        title=_first(a.title for a in ordered),
        author=_first(a.author for a in ordered),
        published=dated.published,
        published_raw=dated.published_raw,
        body_text="\n".join(a.body_text for a in body),
        body_html="".join(a.body_html for a in body),
        images=list(dict.fromkeys(url for a in body for url in a.images)),
        links=list(dict.fromkeys(url for a in body for url in a.links)),
        comments=comments,
        fetched=max((a.fetched or "" for a in ordered), default=None) or None,
    )


def _first(values: Iterable[str | None]) -> str | None:
    return next(filter(None, values), None)
