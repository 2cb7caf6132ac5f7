"""Pages of their own that the posts of a thread have, as a link on each of them tells.

Archives of mailing lists and boards without numbers show a post in its thread and alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import leads_nowhere, names_permalink
from fpcrawl.pages.urls import canonical_url, join_url, url_key, url_shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.posts.postgroup import RawPost
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = ["find_own_pages", "own_addresses"]

#: Links that are looked at: what no boxes part can have those of all in common.
MAX_LINKS = 200_000
#: Characters in the link of a time beside it.
MAX_BESIDE = 12
#: The archive of a day or a month, which a time can lead to as well.
_DAY = re.compile(r"\d{1,2}|\d{4}(?:-?\d\d?){0,2}")
#: What tells a link to a post, the surest first.
_KINDS = ("said", "time", "floor")
_PIECES = re.compile(r"[/?&]")
_FLOOR = re.compile(r"(?:#|№|no\.)\s?(\d{1,6})", re.IGNORECASE)


def find_own_pages(tree: PageTree, posts: Sequence[RawPost]) -> None:
    """Note of each post the link to the page that shows it alone, where all have such links.

    That is what a link says, or it holds the time, or "#5" of the fifth post. Posts with numbers
    are known by these.
    """
    if not posts or any(post.post_id is not None for post in posts):
        return
    found: dict[str, list[int]] = {}
    every = [i for i, tag in enumerate(tree.tags) if tag == "a"]
    looked_at = 0
    for n, post in enumerate(posts):
        mine: dict[str, int] = {}
        for i in _links_of(tree, post, every):
            looked_at += 1
            if looked_at > MAX_LINKS:
                return
            kind = _kind_of(tree, post, i)
            if kind is not None:
                mine.setdefault(kind, i)
        for kind, i in mine.items():
            if len(found.setdefault(kind, [])) == n:
                found[kind].append(i)
    for kind in _KINDS:
        links = found.get(kind, [])
        hrefs = [tree.nodes[i].get("href") for i in links]
        if len(links) == len(posts) and own_addresses(tree.page, hrefs):
            for post, i in zip(posts, links, strict=True):
                post.own_link = i
            return


def own_addresses(page: Page, hrefs: Sequence[str | None]) -> list[str]:
    """Return the addresses of the pages that show the posts of a page alone.

    Parameters
    ----------
    hrefs
        What a link of each post says where it leads to.

    Returns
    -------
    list of str
        Empty where these cannot be such pages: all are of the site, and differ in one piece that
        can be what a post is known by. Of one post alone only a hash or the name of a letter
        tells that.
    """
    urls = [url for href in hrefs if href and (url := _address(page, href))]
    if len(urls) < len(hrefs) or len(set(urls)) < len(urls):
        return []
    if len(urls) == 1:
        (url,) = urls
        is_named = "@" in url or "{h}" in url_shape(url)
        is_here = "#" in (hrefs[0] or "") or url_key(url) == url_key(page.url)
        return urls if is_named and not is_here else []
    parts = [_PIECES.split(url) for url in urls]
    if len({len(pieces) for pieces in parts}) > 1:
        return []
    columns = [set(column) for column in zip(*parts, strict=True)]
    differing = [column for column in columns if len(column) > 1]
    is_own = len(differing) == 1 and not all(map(_DAY.fullmatch, differing[0]))
    return urls if is_own else []


def _links_of(tree: PageTree, post: RawPost, links: list[int]) -> Iterator[int]:
    """Give those of the links of a page that stand in a post and outside its words."""
    bodies = [i for i in (post.body, *post.more) if i is not None and post.loose is None]
    boxes = (*post.holes, *(i for i in bodies if i not in post.roots))
    inside = Ranges((box, tree.end[box]) for box in boxes)
    for root in post.roots:
        for i in links[bisect_left(links, root) : bisect_left(links, tree.end[root])]:
            if i not in inside:
                yield i


def _address(page: Page, href: str) -> str | None:
    """Address of a page of the site that a link leads to."""
    if leads_nowhere(href):
        return None
    url = canonical_url(join_url(page.base_url, href))
    return url if urlsplit(url).netloc == urlsplit(page.url).netloc else None


def _kind_of(tree: PageTree, post: RawPost, i: int) -> str | None:
    """By what a link tells that it leads to the post that it stands on."""
    text, node = tree.text(i), tree.nodes[i]
    if "bookmark" in (node.get("rel") or "").lower().split() or any(
        map(names_permalink, (text, squeeze(node.get("title") or "")))
    ):
        return "said"
    time = post.time
    if tree.holds(i, time.node) or (tree.holds(time.node, i) and time.raw in text):
        return "time" if len(text) <= len(time.raw) + MAX_BESIDE else None
    match = _FLOOR.fullmatch(text)
    return "floor" if match is not None and int(match[1]) == post.floor else None
