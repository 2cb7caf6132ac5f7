"""What a page declares about itself: JSON-LD, OpenGraph and other meta elements."""

from __future__ import annotations

import html
import json
import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.names.names import is_person, split_names
from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.urls import join_url, url_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.pages.page import Page

__all__ = [
    "DeclaredPost",
    "declared_article",
    "declared_posts",
    "is_live",
    "ld_objects",
    "ld_texts",
]

_ARTICLE = re.compile(r"(?:Article|BlogPosting|Report)$")
_POSTING = re.compile(r"^(?:DiscussionForumPosting|Question|SocialMediaPosting)$")
_COMMENT = re.compile(r"^(?:Comment|Answer|DiscussionForumPosting)$")
#: Objects that are looked at in one page, and how deep they nest.
MAX_OBJECTS, MAX_DEPTH = 2000, 12
MAX_NAMES = 30
#: Milliseconds since the epoch that no page tells.
MAX_EPOCH = 10**13
#: Where a block is longer, nothing is repaired in it.
MAX_REPAIR = 500_000
#: What stands around JSON for readers that know no scripts, up to so many characters.
MAX_WRAP = 40
_WRAP_AHEAD = re.compile(r"(?:\s|//|/\*|\*/|<!--|<!\[CDATA\[)*+")
_WRAP_BEHIND = re.compile(r"(?:\s|;|//|/\*|\*/|-->|\]\]>)+$")
#: A string, which stays, or a comma behind which nothing follows.
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*+"?+)|,(?=\s*+[}\]])', re.DOTALL)
#: Below these names other pages are told of.
_OTHERS = frozenset({"isPartOf", "itemListElement", "mentions", "relatedLink"})
#: Articles of one page among which its own is looked for.
MAX_ARTICLES = 50
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
    "dc.date.created",
    "dcterms.created",
    "dcterms.issued",
    "dcterms.date",
    "date",
    "sailthru.date",
    "parsely-pub-date",
    "pub_date",
    "pdate",
    "publish_date",
    "publish_time",
    "article.created",
    "article_date_original",
    "originalpublicationdate",
    "cxenseparse:recs:publishtime",
    "mediator_published_time",
    "published",
    "citation_publication_date",
    "weibo: article:create_at",
)
#: Those of them that can as well tell when the page was made from its text, or changed.
_LOOSE_META = frozenset({"date", "dc.date", "dcterms.date"})
_LIVE = re.compile(r'"@type"\s*:\s*(?:\[[^\]]{0,80})?"LiveBlogPosting"')
#: Last part of the names of meta elements that tell who wrote the page.
_AUTHOR_META = re.compile(r"(?:^|[:._-])(?:\w{0,40}authors?|creator|byl)$")
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
    loose
        Whether ``published`` can be when the page was made, or changed.
    title, titles
        The likeliest title, and all that are declared of an article.
    """

    author: str | None = None
    publisher: str | None = None
    published: str | None = None
    loose: bool = False
    text: str | None = None
    title: str | None = None
    url: str | None = None
    meta_author: str | None = None
    titles: list[str] = field(default_factory=list)
    children: list[DeclaredPost] = field(default_factory=list)


def ld_texts(page: Page) -> Iterator[str]:
    """Texts of the page's blocks of JSON-LD."""
    for script in page.root.iter("script"):
        kind = (script.get("type") or "").partition(";")[0]
        if kind.strip().lower() == "application/ld+json" and script.text:
            yield script.text


def is_live(page: Page) -> bool:
    """Whether a page declares that it is told piece by piece while something goes on."""
    return any(_LIVE.search(text) for text in ld_texts(page))


def _parsed(text: str) -> Any:
    """Read a block of JSON; where that fails, without what is no JSON. ``None`` if it is none."""
    try:
        return json.loads(text, strict=False)
    except RecursionError:
        return None
    except ValueError:
        if len(text) > MAX_REPAIR:
            return None
    text = _WRAP_AHEAD.sub("", text, count=1)
    end = len(text) - MAX_WRAP if len(text) > MAX_WRAP else 0
    text = text[:end] + _WRAP_BEHIND.sub("", text[end:])
    try:
        return json.loads(_COMMA.sub(lambda m: m[1] or "", text), strict=False)
    except (ValueError, RecursionError):
        return None


def ld_objects(page: Page) -> Iterator[dict[str, Any]]:
    """Objects of the page's JSON-LD, outermost first; blocks that are no JSON are skipped."""
    for value, _ in _placed_objects(page):
        yield value


def _placed_objects(page: Page) -> Iterator[tuple[dict[str, Any], bool]]:
    """Objects of the page's JSON-LD, and whether each stands where another page is told of."""
    count = 0
    for text in ld_texts(page):
        queue: deque[tuple[Any, int, bool]] = deque([(_parsed(text), 0, False)])
        while queue and count < MAX_OBJECTS:
            value, depth, other = queue.popleft()
            if isinstance(value, dict):
                count += 1
                yield value, other
                if depth < MAX_DEPTH:
                    queue.extend(
                        (v, depth + 1, other or name in _OTHERS)
                        for name, v in value.items()
                        if isinstance(v, dict | list)
                    )
            elif isinstance(value, list) and depth < MAX_DEPTH:
                queue.extend((v, depth + 1, other) for v in value)


def _type_of(value: dict[str, Any]) -> str:
    kind = value.get("@type")
    if isinstance(kind, list):
        kind = kind[0] if kind else ""
    return kind if isinstance(kind, str) else ""


def _string(value: Any) -> str | None:
    if isinstance(value, str):
        return squeeze(html.unescape(value)) or None
    return None


def _date(value: Any) -> str | None:
    """Return a time, which can be a number of seconds or milliseconds."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        # Infinity is a number too.
        return str(int(value)) if value < MAX_EPOCH else None
    return _string(value)


def _name(value: Any, *, groups: bool = False, depth: int = 0) -> str | None:
    """Names of people in a value, or those of organisations."""
    if isinstance(value, list) and depth < MAX_DEPTH:
        found = (_name(v, groups=groups, depth=depth + 1) for v in value[:MAX_NAMES])
        names = dict.fromkeys(name for name in found if name)
        return ", ".join(names) or None
    if isinstance(value, dict):
        if (_type_of(value).endswith(("Organization", "Corporation"))) is not groups:
            return None
        name = value.get("name") or value.get("@value")
        return _name(name, depth=depth + 1) if depth < MAX_DEPTH else None
    name = _string(value) if not groups else None
    return name if name and "://" not in name else None


def _read(value: dict[str, Any], depth: int = 0) -> DeclaredPost:
    text = value.get("articleBody") or value.get("text")
    author, group = (_name(value.get("author"), groups=groups) for groups in (False, True))
    if author and author == _name(value.get("publisher"), groups=True):
        # Who publishes it is said to be a person.
        author, group = None, group or author
    post = DeclaredPost(
        author=author,
        publisher=group,
        published=_date(value.get("datePublished") or value.get("dateCreated")),
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


def declared_posts(page: Page, *, is_further: bool = False) -> list[DeclaredPost]:
    """Return the posts of a thread in JSON-LD, flattened in page order; empty without any.

    A further page can tell of the opening, which stands on the first: its address says so.
    """
    for value in ld_objects(page):
        if _POSTING.match(_type_of(value)):
            first = _read(value)
            if is_further and first.url and not _is_address(page, first.url):
                first.text = None
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
    articles: list[tuple[dict[str, Any], bool]] = []
    films: list[dict[str, Any]] = []
    for value, other in _placed_objects(page):
        if isinstance(value.get("@id"), str) and value.get("name"):
            people.setdefault(value["@id"], value)
        if _ARTICLE.search(_type_of(value)) and len(articles) < MAX_ARTICLES:
            articles.append((value, other))
        elif _type_of(value).endswith("VideoObject") and not other and len(films) < MAX_ARTICLES:
            films.append(value)
    read = _own_article(page, articles)
    if read is not None:
        found = _read({**read, "author": _resolved(read.get("author"), people)})
    meta = page.meta
    if not found.published:
        name = next((name for name in _DATE_META if meta.get(name)), None)
        if name is not None:
            found.published, found.loose = squeeze(meta[name]), name in _LOOSE_META
    if not found.published and films:
        # A page can show a film of another time beside its own words.
        film = next((film for film in films if _is_of(page, film, _names_of(page))), {})
        found.published = _date(film.get("uploadDate"))
    found.meta_author = _meta_author(page)
    titles = [_string(meta.get("og:title")), found.title]
    titles += [_string(meta.get(name)) for name in ("headline", "articletitle")]
    found.titles = list(dict.fromkeys(title for title in titles if title))
    if not found.title and found.titles:
        found.title = found.titles[0]
    return found


def _own_article(page: Page, articles: list[tuple[dict[str, Any], bool]]) -> dict[str, Any] | None:
    """Return the article of the page itself among those that it declares.

    It is that with the page's address, or its title; else the first that is not told of as
    another page.
    """
    if len(articles) > 1 or any(other for _, other in articles):
        names = _names_of(page)
        for value, _ in articles:
            if _is_of(page, value, names):
                return value
    return next((value for value, other in articles if not other), None)


def _names_of(page: Page) -> set[str]:
    """Titles that a page shows and declares, for comparison."""
    shown = ["".join(heading.itertext()) for heading in page.root.iter("h1")]
    titles = [page.meta.get("og:title", ""), *shown]
    return {title.lower() for text in titles if (title := _string(text))}


def _is_of(page: Page, value: dict[str, Any], names: set[str]) -> bool:
    """Whether a declared object says that it is what the page shows."""
    title = _string(value.get("headline")) or _string(value.get("name"))
    if title and title.lower() in names:
        return True
    entity = value.get("mainEntityOfPage")
    if isinstance(entity, dict):
        entity = entity.get("@id") or entity.get("url")
    return any(_is_address(page, url) for url in (value.get("url"), entity))


def _is_address(page: Page, url: Any) -> bool:
    """Whether an address is that of the page."""
    if not isinstance(url, str) or not url.strip():
        return False
    return url_key(join_url(page.base_url, url)) == url_key(page.url)


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
        content = _string(element.get("content") or element.get("value")) or ""
        if not content or "://" in content or _NOT_AUTHOR_META.match(key):
            continue
        if _AUTHOR_META.search(key) and content not in by_name.setdefault(key, []):
            by_name[key].append(content)
    best = sorted(by_name, key=lambda key: key == _OWN_NAME_META)
    sure = [key for key in best if any(map(is_person, split_names(", ".join(by_name[key]))))]
    for key in (*sure, *best):
        return ", ".join(by_name[key][:MAX_NAMES])
    return None
