"""What a template read of a page, in the form in which structure tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
from fpcrawl.extraction.tree import TimeNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import ReadRecord
    from fpcrawl.extraction.tree import PageTree

__all__ = ["group_of_reading"]


def group_of_reading(
    tree: PageTree, places: Sequence[HtmlElement], records: Sequence[ReadRecord]
) -> PostGroup | None:
    """Make a group of posts of what a template read, ``None`` when it is not in the tree.

    It tells where the posts are and how much they say, which is what is asked of it to find
    the role of a page; authors and times have no places. What stands between two posts is
    taken for a part of the first.

    Parameters
    ----------
    places
        Elements that hold the records.
    """
    number = tree.number
    posts = []
    for n, (place, record) in enumerate(zip(places, records, strict=True)):
        bodies = [number[part] for part in record.body if part in number]
        if place not in number or not bodies:
            return None
        roots = _rows(tree, place, places[n + 1] if n + 1 < len(places) else None)
        roots += [body for body in bodies if not any(r <= body < tree.end[r] for r in roots)]
        values = record.values
        raw = values.get("time") or values.get("time_full", "")
        time = TimeNode(roots[0], raw, values.get("time_full"), 1.0)
        author = values.get("author")
        posts.append(RawPost(roots, time, author, None, bodies[0], more=bodies[1:]))
    if not posts:
        return None
    named = sum(post.author is not None for post in posts)
    return PostGroup(
        "template",
        posts,
        "template" if 2 * named > len(posts) else None,
        "template",
        sum(tree.plain_len(post.body) for post in posts if post.body is not None),
        title_share=0.0,
        known=True,
    )


def _rows(tree: PageTree, place: HtmlElement, following: HtmlElement | None) -> list[int]:
    """Return what holds a record and the siblings up to the next one."""
    number = tree.number
    rows = [number[place]]
    if following is None or following.getparent() is not place.getparent():
        return rows
    stop = number.get(following, 0)
    for sibling in place.itersiblings():
        row = number.get(sibling)
        if row is not None:
            if row >= stop:
                break
            rows.append(row)
    return rows
