"""Addresses that lead into a thread: to one of its posts, its last page, its newest post.

Lists put them beside a thread's own address: ``/t/5/title/27``, ``/threads/title.5/post-88``,
``/t-5?do=findComment&comment=88``. Whoever has read the thread has what they show.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["addresses_above"]

#: Last part of a path that names a place in what stands before it: a number, with or without
#: a word before it, or where to jump to.
_PLACE = re.compile(
    r"(?:[a-z]{1,12}[-_.=]?)?\d{1,12}"
    r"|latest|newest|last|lastpost|last-post|unread|new|newpost|new-post|first|firstpost",
    re.IGNORECASE,
)
#: Parts of a path that name what follows: "/t/5/post/88".
_WORD = re.compile(r"(?:post|posts|comment|comments|reply|replies|message|p|page)", re.IGNORECASE)


def addresses_above(url: str) -> Iterator[str]:
    """Yield the addresses that ``url`` can be a place in, nearest first.

    Parameters
    ----------
    url
        A canonical address.

    Yields
    ------
    str
        An address with a hole in its shape: it names one thing among many.
    """
    bare, mark, query = url.partition("?")
    root = bare.find("/", bare.find("://") + 3)
    if root < 0:
        return
    if mark:
        parts = query.split("&")
        # Parameters that say where in the thread come after the one that says which.
        for end in range(len(parts) - 1, -1, -1):
            above = "?".join(filter(None, (bare, "&".join(parts[:end]))))
            if "{" in url_shape(above):
                yield above
    head, _, last = bare.rstrip("/").rpartition("/")
    if len(head) <= root or not _PLACE.fullmatch(last):
        return
    if "{" in url_shape(head):
        yield head
    head, _, last = head.rpartition("/")
    if len(head) > root and _WORD.fullmatch(last) and "{" in url_shape(head):
        yield head
