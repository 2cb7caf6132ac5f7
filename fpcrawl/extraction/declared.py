"""What a page declares about itself: JSON-LD, OpenGraph and other meta elements."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.names import is_person, split_names
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
MAX_NAMES = 30
_DATE_META = (
    "article:published_time",
    "og:published_time",
    "og:article:published_time",
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
    "pub_date",
    "published",
    "citation_publication_date",
    "weibo: article:create_at",
)
#: Last part of the names of meta elements that tell who wrote the page.
_AUTHOR_META = re.compile(r"(?:^|[:._-])(?:\w*authors?|creator|byl)$")
_NOT_AUTHOR_META = re.compile(r"^(?:twitter|generator)")
#: Such names in which sites write their own name, or that of their software.
_OWN_NAME_META = "author"


@dataclass(slots=True)
class DeclaredPost:
    """A post or article as the page declares it.

    Attributes
    ----------
    author
        People (or who is not said to be an organisation), from JSON-LD.
    publisher
        Organisations that are named as authors in JSON-LD.
    meta_author
        From a meta element: often the site's or the software's name instead.
    title, titles
        The likeliest title, and all that are declared of an article.
    """

    author: str | None = None
    publisher: str | None = None
    published: str | None = None
    text: str | None = None
    title: str | None = None
    url: str | None = None
    meta_author: str | None = None
    titles: list[str] = field(default_factory=list)
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


def _name(value: Any, *, groups: bool = False, depth: int = 0) -> str | None:
    """Names of people in a value, or those of organisations."""
    if isinstance(value, list) and depth < MAX_DEPTH:
        found = (_name(v, groups=groups, depth=depth + 1) for v in value[:MAX_NAMES])
        names = dict.fromkeys(name for name in found if name)
        return ", ".join(names) or None
    if isinstance(value, dict):
        if (_type_of(value).endswith(("Organization", "Corporation"))) is not groups:
            return None
        return _name(value.get("name"), depth=depth + 1)
    name = _string(value) if not groups else None
    return name if name and "://" not in name else None


def _read(value: dict[str, Any], depth: int = 0) -> DeclaredPost:
    text = value.get("articleBody") or value.get("text")
    post = DeclaredPost(
        author=_name(value.get("author")),
        publisher=_name(value.get("author"), groups=True),
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
    """Return author, date and titles of an article as the page declares them."""
    found = DeclaredPost()
    people: dict[str, Any] = {}
    read: dict[str, Any] | None = None
    for value in ld_objects(page):
        if isinstance(value.get("@id"), str) and value.get("name"):
            people.setdefault(value["@id"], value)
        if read is None and _ARTICLE.search(_type_of(value)):
            read = value
    if read is not None:
        found = _read({**read, "author": _resolved(read.get("author"), people)})
    meta = page.meta
    if not found.published:
        found.published = next((squeeze(meta[n]) for n in _DATE_META if meta.get(n)), None)
    found.meta_author = _meta_author(page)
    titles = [squeeze(meta.get("og:title", "")), found.title, squeeze(meta.get("headline", ""))]
    found.titles = list(dict.fromkeys(title for title in titles if title))
    if not found.title and found.titles:
        found.title = found.titles[0]
    return found


def _resolved(value: Any, people: dict[str, Any]) -> Any:
    """Replace authors that are only told by their ``@id`` in another object."""
    if isinstance(value, list):
        return [_resolved(v, people) for v in value[:MAX_NAMES] if not isinstance(v, list)]
    if isinstance(value, dict) and not value.get("name") and isinstance(value.get("@id"), str):
        return people.get(value["@id"], value)
    return value


def _meta_author(page: Page) -> str | None:
    """Names in the meta elements for authors; the likeliest to be people first."""
    by_name: dict[str, list[str]] = {}
    for element in page.root.iter("meta"):
        key = (
            element.get("property") or element.get("name") or element.get("itemprop") or ""
        ).lower()
        content = squeeze(element.get("content") or element.get("value") or "")
        if not content or "://" in content or _NOT_AUTHOR_META.match(key):
            continue
        if _AUTHOR_META.search(key) and content not in by_name.setdefault(key, []):
            by_name[key].append(content)
    best = sorted(by_name, key=lambda key: key == _OWN_NAME_META)
    sure = [key for key in best if any(map(is_person, split_names(", ".join(by_name[key]))))]
    for key in (*sure, *best):
        return ", ".join(by_name[key][:MAX_NAMES])
    return None
