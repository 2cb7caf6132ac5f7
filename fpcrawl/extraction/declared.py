"""What a page declares about itself: JSON-LD, OpenGraph and other meta elements."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.pages.page import Page

__all__ = ["DeclaredPost", "declared_article", "declared_posts", "ld_objects"]

_ARTICLE = re.compile(r"(?:Article|BlogPosting|Report)$")
_POSTING = re.compile(r"^(?:DiscussionForumPosting|Question|SocialMediaPosting)$")
_COMMENT = re.compile(r"^(?:Comment|Answer|DiscussionForumPosting)$")
#: Objects that are looked at in one page, and how deep they nest.
MAX_OBJECTS, MAX_DEPTH = 2000, 12
_DATE_META = (
    "article:published_time",
    "og:published_time",
    "datepublished",
    "pubdate",
    "publishdate",
    "publish-date",
    "publication_date",
    "dc.date.issued",
    "dc.date",
    "date",
    "sailthru.date",
    "parsely-pub-date",
    "weibo: article:create_at",
)
_AUTHOR_META = (
    "author",
    "article:author",
    "dc.creator",
    "byl",
    "parsely-author",
    "sailthru.author",
)


@dataclass(slots=True)
class DeclaredPost:
    """A post or article as the page declares it.

    Attributes
    ----------
    author
        From JSON-LD.
    meta_author
        From a meta element: often the site's or the software's name instead.
    """

    author: str | None = None
    published: str | None = None
    text: str | None = None
    title: str | None = None
    url: str | None = None
    meta_author: str | None = None
    children: list[DeclaredPost] = field(default_factory=list)


def ld_objects(page: Page) -> Iterator[dict[str, Any]]:
    """Objects of the page's JSON-LD, outermost first; blocks that are no JSON are skipped."""
    count = 0
    for script in page.root.iter("script"):
        if script.get("type") != "application/ld+json" or not script.text:
            continue
        try:
            data = json.loads(script.text, strict=False)
        except (ValueError, RecursionError):
            continue
        queue: deque[tuple[Any, int]] = deque([(data, 0)])
        while queue and count < MAX_OBJECTS:
            value, depth = queue.popleft()
            if isinstance(value, dict):
                count += 1
                yield value
                if depth < MAX_DEPTH:
                    queue.extend(
                        (v, depth + 1) for v in value.values() if isinstance(v, dict | list)
                    )
            elif isinstance(value, list) and depth < MAX_DEPTH:
                queue.extend((v, depth + 1) for v in value)


def _type_of(value: dict[str, Any]) -> str:
    kind = value.get("@type")
    if isinstance(kind, list):
        kind = kind[0] if kind else ""
    return kind if isinstance(kind, str) else ""


def _string(value: Any) -> str | None:
    if isinstance(value, str):
        return squeeze(value) or None
    return None


def _name(value: Any) -> str | None:
    if isinstance(value, list):
        names = [name for name in (_name(v) for v in value[:8]) if name]
        return ", ".join(names) or None
    if isinstance(value, dict):
        return _string(value.get("name"))
    return _string(value)


def _read(value: dict[str, Any], depth: int = 0) -> DeclaredPost:
    text = value.get("articleBody") or value.get("text")
    post = DeclaredPost(
        author=_name(value.get("author")),
        published=_string(value.get("datePublished") or value.get("dateCreated")),
        text=text.strip() if isinstance(text, str) else None,
        title=_string(value.get("headline") or value.get("name")),
        url=_string(value.get("url")),
    )
    if depth < MAX_DEPTH:
        for name in ("comment", "suggestedAnswer", "acceptedAnswer"):
            inner = value.get(name)
            for item in inner if isinstance(inner, list) else [inner]:
                if isinstance(item, dict) and _COMMENT.match(_type_of(item)):
                    post.children.append(_read(item, depth + 1))
    return post


def declared_posts(page: Page) -> list[DeclaredPost]:
    """Return the posts of a thread in JSON-LD, flattened in page order; empty without any."""
    for value in ld_objects(page):
        if _POSTING.match(_type_of(value)):
            first = _read(value)
            out: list[DeclaredPost] = []
            stack = [first]
            while stack:
                post = stack.pop()
                if post.text:
                    out.append(post)
                stack.extend(reversed(post.children))
            return out
    return []


def declared_article(page: Page) -> DeclaredPost:
    """Return author, date and title of an article as the page declares them."""
    found = DeclaredPost()
    for value in ld_objects(page):
        if _ARTICLE.search(_type_of(value)):
            found = _read(value)
            break
    meta = page.meta
    if not found.published:
        found.published = next((squeeze(meta[n]) for n in _DATE_META if meta.get(n)), None)
    named = (squeeze(meta[n]) for n in _AUTHOR_META if meta.get(n))
    found.meta_author = next((name for name in named if name and "://" not in name), None)
    if not found.title and meta.get("og:title"):
        found.title = squeeze(meta["og:title"])
    return found
