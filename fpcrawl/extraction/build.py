"""From found elements to records of the contract."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.body import body_text, quoted_author
from fpcrawl.extraction.records import Post, Thread, record_key
from fpcrawl.extraction.rowtitles import title_of
from fpcrawl.extraction.text import html_of
from fpcrawl.extraction.vocabulary import is_placeholder
from fpcrawl.pages.dates import parse_epoch, parse_time
from fpcrawl.pages.urls import canonical_url, url_key, url_shape

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from lxml.html import HtmlElement

    from fpcrawl.extraction.listing import Row
    from fpcrawl.extraction.posts import PostGroup, RawPost
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.dates import DateOrder, ParsedTime

__all__ = [
    "MAX_HTML",
    "Place",
    "author_address",
    "build_posts",
    "build_threads",
    "media_of",
    "published_of",
]

MAX_LINKS = 200
MAX_HTML = 200_000
_HOLE = re.compile(r"\{\w\}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands, for the records on it.

    Attributes
    ----------
    site
        Host of the site (with port when it is not the usual one).
    page
        Number of the page in its thread, 1 = first.
    now
        The site's clock when the page was fetched.
    zone
        Zone of times without one; ``None`` means UTC.
    order
        What comes first in dates of numbers.
    """

    site: str
    thread_url: str
    now: datetime
    thread_title: str | None = None
    board: str | None = None
    page: int = 1
    zone: tzinfo | None = None
    order: DateOrder | None = None
    cluster: str | None = None
    template: str | None = None


def published_of(time: TimeNode, place: Place) -> ParsedTime | None:
    """Read a time string; the form in an attribute is preferred to the one shown."""
    for raw in (time.full, time.raw):
        if raw:
            epoch = parse_epoch(raw)
            if epoch is not None:
                return epoch
            parsed = parse_time(raw, now=place.now, tz=place.zone, order=place.order)
            if parsed is not None:
                return parsed
    return None


def thread_key(site: str, url: str) -> str:
    """Key of the thread at an address, as a list names it and as its pages are stored."""
    return record_key(site, "thread", url_key(url))


@lru_cache(maxsize=4096)
def forum_of(thread_url: str) -> str:
    """Path under which a forum lives: one host can hold several, each counting its posts.

    The fixed leading directories of the thread's address, without the one that names the
    kind of page: ``/a/thread.php?id=3``, ``/a/topic/3`` and ``/a/thread-3.html`` give ``a``.
    """
    fixed = []
    names_kind = False
    for segment in urlsplit(url_shape(thread_url)).path.split("/")[1:]:
        if "{" in segment or not segment:
            names_kind = any(c.isalpha() for c in _HOLE.sub("", segment))
            break
        fixed.append(segment)
    return "/".join(fixed if names_kind else fixed[:-1])


def build_posts(tree: PageTree, group: PostGroup, place: Place) -> list[Post]:
    """Make posts of the records of a page.

    Parameters
    ----------
    tree
        The page.
    group
        Its records.
    place
        Where the page stands.

    Returns
    -------
    list of Post
        In page order; a record without a body, or with the notice that stands for a deleted
        post, is left out.
    """
    out: list[Post] = []
    for n, raw in enumerate(group.posts):
        if raw.body is None:
            continue
        post = _build(tree, group, raw, n, place)
        if not is_placeholder(post.body_text):
            out.append(post)
    return out


def _build(tree: PageTree, group: PostGroup, raw: RawPost, n: int, place: Place) -> Post:
    page = tree.page
    body = tree.nodes[raw.body] if raw.body is not None else tree.nodes[raw.roots[0]]
    parsed = published_of(raw.time, place)
    parts = [body, *(tree.nodes[i] for i in raw.more)]
    text = body_text(parts, [tree.nodes[i] for i in raw.holes])
    floor = raw.floor
    if floor is None and place.page == 1:
        floor = n + 1
    published = parsed.iso if parsed is not None else None
    if raw.post_id is not None:
        key = record_key(place.site, "post", forum_of(place.thread_url), raw.post_id)
    elif floor is not None:
        key = record_key(place.site, "floor", url_key(place.thread_url), floor)
    else:
        key = record_key(place.site, "text", url_key(place.thread_url), raw.author, published, text)
    images, links = media_of(page.base_url, parts)
    return Post(
        key=key,
        site=place.site,
        url=page.url,
        thread_url=place.thread_url,
        thread_title=place.thread_title,
        board=place.board,
        post_id=raw.post_id,
        floor=floor,
        author=raw.author,
        author_url=author_address(tree, raw),
        published=published,
        published_raw=raw.time.raw,
        body_text=text,
        body_html=html_of(parts)[:MAX_HTML],
        quote_of=quoted_author(parts),
        images=images,
        links=links,
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
        template=place.template,
        confidence=round(group.confidence, 3),
    )


def author_address(tree: PageTree, raw: RawPost) -> str | None:
    """Address of an author's own page, ``None`` when the name leads to none."""
    if raw.author_node is None:
        return None
    holder = tree.nodes[raw.author_node]
    link = holder if holder.tag == "a" else holder.find(".//a")
    href = link.get("href") if link is not None else None
    if not href or href.startswith(("#", "javascript:")):
        return None
    return canonical_url(_join(tree.page.base_url, href)) or None


def media_of(base: str, parts: Sequence[HtmlElement]) -> tuple[list[str], list[str]]:
    """Addresses of the images and of the links in some elements, each once."""
    images: list[str] = []
    links: list[str] = []
    for element in (e for part in parts for e in part.iter("img", "a")):
        if element.tag == "img":
            source = element.get("src") or element.get("data-src")
            if source and not source.startswith("data:") and len(images) < MAX_LINKS:
                url = canonical_url(_join(base, source))
                if url and url not in images:
                    images.append(url)
        elif len(links) < MAX_LINKS:
            href = element.get("href")
            if href and not href.startswith("#"):
                url = canonical_url(_join(base, href))
                if url and url not in links:
                    links.append(url)
    return images, links


@lru_cache(maxsize=4096)
def _join(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return ""


def build_threads(rows: Sequence[Row], tree: PageTree, place: Place) -> list[Thread]:
    """Make threads of the rows of a list."""
    out = []
    for row in rows:
        parsed = published_of(row.last_post, place) if row.last_post else None
        out.append(
            Thread(
                key=thread_key(place.site, row.link.url),
                site=place.site,
                url=row.link.url,
                title=title_of(row.link),
                board=place.board,
                author=row.author,
                replies=row.replies,
                views=row.views,
                last_post=parsed.iso if parsed is not None else None,
                last_post_raw=row.last_post.raw if row.last_post else None,
                sticky=row.sticky,
                fetched=tree.page.fetched.isoformat(timespec="seconds"),
            )
        )
    return out
