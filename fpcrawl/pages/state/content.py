"""What is read of a page's data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["StateContent", "StatePost", "StateRow"]


@dataclass(slots=True)
class StatePost:
    """A post, a comment or an article as data tells it.

    Attributes
    ----------
    time
        ISO 8601 where it was a number, else as written.
    html
        Its words as markup.
    """

    html: str
    time: str
    author: str | None = None
    author_url: str | None = None
    post_id: str | None = None
    floor: int | None = None
    url: str | None = None


@dataclass(slots=True)
class StateRow:
    """A thread or article as the data of a list tells it."""

    title: str
    url: str
    author: str | None = None
    time: str | None = None
    replies: int | None = None
    views: int | None = None


@dataclass(slots=True)
class StateContent:
    """What a page holds for its scripts alone.

    Attributes
    ----------
    kind
        ``thread`` for posts, ``article`` for a text with what readers say of it, ``index``.
    posts
        In page order; of an article the first is its text.
    rows
        Those of a list, in its order.
    further
        Address of the next page.
    agrees
        Whether the page's title or address says that it is what the page is about.
    opened
        Whether the first post is what the others answer, and not one of them in the data.
    beneath
        Whether all posts but the first are what readers say of that.
    """

    kind: Literal["thread", "article", "index"]
    title: str | None = None
    posts: list[StatePost] = field(default_factory=list)
    rows: list[StateRow] = field(default_factory=list)
    further: str | None = None
    agrees: bool = True
    opened: bool = False
    beneath: bool = False
