"""Pieces of threads beside others: boards of imageboards, and what was written last."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.text import weight_of
from fpcrawl.pages.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["are_cut", "are_excerpts", "lead_elsewhere"]

#: Share of the records whose own address must be told.
MOST = 0.8
#: Weight of the title of a thread.
MIN_TITLE = 8
#: Threads of which one post each is shown, at least: an answer can have a title of its own.
MANY_THREADS = 3
_ENDING = re.compile(r"/$|\.\w{2,5}$")
_NUMBERS = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"(\d+)\D*$")


def are_excerpts(tree: PageTree, spans: Sequence[Span], post_ids: Sequence[str | None]) -> bool:
    """Whether records are posts of several threads.

    Each has a link to itself, with its number behind the "#", on the page of its thread. The
    links are called after the threads: what was written last. Or one thread stands after the
    other, several posts of each, and none of their pages is the one that shows them.

    Parameters
    ----------
    post_ids
        Number of each record, as :func:`fpcrawl.extraction.posts.numbers.find_post_ids` tells.
    """
    numbered = [
        (post_id, link)
        for span, post_id in zip(spans, post_ids, strict=True)
        if post_id is not None and (link := _own_link(tree, span, post_id)) is not None
    ]
    links = [link for _, link in numbered]
    homes = [home for home, _ in links]
    different = set(homes)
    if len(homes) < MOST * len(spans) or len(different) < 2:
        return False
    titles = {title for _, title in links}
    if len(set(links)) == len(titles) == len(different) and all(
        weight_of(title) >= MIN_TITLE for title in titles
    ):
        # A comment with a title can have a page of its own, by its number.
        own = sum(post_id in _NUMBERS.findall(home) for post_id, (home, _) in numbered)
        return len(different) < len(homes) or (len(different) >= MANY_THREADS and own < 2)
    here = _ENDING.sub("", urlsplit(tree.page.url).path)
    if here and any(home.startswith(here) for home in different):
        # The pages of one thread, by which its posts are numbered otherwise than shown.
        return False
    return len(list(groupby(homes))) == len(different) < len(homes)


def are_cut(tree: PageTree, bodies: Mapping[int, int]) -> bool:
    """Whether the words of nearly all of several records break off: "Mine does the same, so…"."""
    cut = sum(tree.text(i).endswith(("…", "...", "[…]", "[...]")) for i in bodies.values())
    return len(bodies) > 1 and cut >= MOST * len(bodies)


def lead_elsewhere(
    tree: PageTree, spans: Sequence[Span], authors: Mapping[int, int], bodies: Mapping[int, int]
) -> bool:
    """Whether records are each headed by what leads to another page of the site.

    In the margin of a page so does what was written last anywhere. Comments shown there lead to
    their own page, if they lead anywhere.

    Parameters
    ----------
    authors, bodies
        Elements of the name and of the words of each record that has them, by its number.
    """
    heads = [
        head
        for n, span in enumerate(spans)
        if (head := _head_of(tree, span, authors.get(n), bodies.get(n))) is not None
    ]
    # What leads each comment to a page of its own is called the same all over.
    return len(heads) >= MOST * len(spans) and len({t for _, t in heads}) >= len(
        {page for page, _ in heads}
    )


def _head_of(
    tree: PageTree, span: Span, author: int | None, body: int | None
) -> tuple[str, str] | None:
    """Return the other page that the first link ahead of the words leads to, and its title."""
    stop = tree.end[span.roots[-1]] if body is None else body
    for i in (i for root in span.roots for i in range(root, tree.end[root]) if i < stop):
        if tree.tag(i) != "a" or weight_of(tree.text(i)) < MIN_TITLE:
            continue
        if author is not None and (tree.holds(i, author) or tree.holds(author, i)):
            continue
        if tree.holds(i, span.time.node):
            continue
        page = _other_page(tree, tree.nodes[i].get("href") or "")
        if page:
            return page, tree.text(i)
    return None


def _other_page(tree: PageTree, href: str) -> str:
    """Return the address of another page of the site that a link leads to, else nothing."""
    here, there = urlsplit(tree.page.url), urlsplit(join_url(tree.page.base_url, href))
    if there.hostname != here.hostname or (there.path, there.query) == (here.path, here.query):
        return ""
    return f"{there.path}?{there.query}"


def _own_link(tree: PageTree, span: Span, post_id: str) -> tuple[str, str] | None:
    """Return the path of the page on which a record says that it stands, and what it is called."""
    for root in span.roots:
        for i in range(root, tree.end[root]):
            href = tree.nodes[i].get("href") if tree.tag(i) == "a" else None
            if not href or "#" not in href:
                continue
            address, _, fragment = href.partition("#")
            told = _LAST_NUMBER.search(fragment)
            if address and told is not None and told[1] == post_id:
                return urlsplit(join_url(tree.page.base_url, address)).path, tree.text(i)
    return None
