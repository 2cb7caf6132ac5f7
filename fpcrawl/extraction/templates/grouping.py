"""What a template read of a page, in the form in which structure tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.posts import PostGroup, RawPost
from fpcrawl.extraction.tree import TimeNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import LabelledPage, ReadRecord
    from fpcrawl.extraction.tree import PageTree

__all__ = ["group_of_reading", "same_bounds"]


def group_of_reading(
    tree: PageTree, places: Sequence[HtmlElement], records: Sequence[ReadRecord]
) -> PostGroup | None:
    """Make a group of posts of what a template read, ``None`` when it is not in the tree.

    It tells where the posts are and how much they say, which is what is asked of it to find
    the role of a page; authors and times have no places.

    Parameters
    ----------
    places
        Elements that hold the records.
    """
    number = tree.number
    posts = []
    for place, record in zip(places, records, strict=True):
        root = number.get(place)
        bodies = [number[part] for part in record.body if part in number]
        if root is None or not bodies:
            return None
        values = record.values
        raw = values.get("time") or values.get("time_full", "")
        time = TimeNode(root, raw, values.get("time_full"), 1.0)
        author = values.get("author")
        posts.append(RawPost([root], time, author, None, bodies[0], more=bodies[1:]))
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


def same_bounds(page: LabelledPage, places: Sequence[HtmlElement]) -> bool:
    """Whether the records of a page begin and end where a template says."""
    return [record.roots for record in page.records] == [
        [page.tree.number.get(place, -1)] for place in places
    ]
