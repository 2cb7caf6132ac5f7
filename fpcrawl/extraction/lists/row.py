"""A row of a list of threads, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import TimeNode
    from fpcrawl.pages.links import Link

__all__ = ["Row"]


@dataclass(slots=True)
class Row:
    """One row of a thread list.

    Attributes
    ----------
    link
        The link that shows the title.
    root, end
        Number of the element that holds the row, and first number after the row.
    last_post
        Time of the last post as the row shows it, if it does.
    author_node, replies_node, views_node, sticky_node
        Numbers of the elements that show these.
    worded
        Whether a word says that the number shown as replies counts replies or posts.
    opening
        The number shown counts the opening post too, ``replies`` does not.
    """

    link: Link
    root: int
    end: int
    author: str | None = None
    replies: int | None = None
    views: int | None = None
    last_post: TimeNode | None = None
    sticky: bool = False
    author_node: int | None = None
    replies_node: int | None = None
    views_node: int | None = None
    sticky_node: int | None = None
    worded: bool = False
    opening: bool = False
