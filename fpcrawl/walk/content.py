"""What a page shows, told apart from the address that shows it."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from fpcrawl.walk.reading import Reading

__all__ = ["content_digest", "list_digest"]

#: A list of fewer rows is told by all its words: two short lists can well be equal.
_ROWS = 3
#: Less text than this, in characters, is no content to know a page by.
_MIN_CHARS = 20
_MAX_CHARS = 20_000
_DIGITS = re.compile(r"\d+")


def content_digest(reading: Reading) -> bytes | None:
    """Digest of what a page shows; equal for the same page at two addresses.

    Of a thread that is its heading and its posts, of a list its rows in any order, of
    anything else its words without numbers and without the page's own address (which pages
    of the kind "not found" repeat).

    Parameters
    ----------
    reading
        The page, with its role and its rows.

    Returns
    -------
    bytes or None
        8 bytes; ``None`` when the page shows too little to be known by.
    """
    tree, posts = reading.tree, reading.posts
    if reading.role == "thread" and posts is not None and posts.body_path is not None:
        parts = [tree.text(root) for post in posts.posts for root in post.roots]
        parts.append(reading.title or "")
    elif reading.role in {"home", "index"} and len(reading.rows) >= _ROWS:
        parts = sorted(squeeze(row.link.text) for row in reading.rows)
    else:
        words = _DIGITS.sub("", tree.text(0)[:_MAX_CHARS])
        for piece in re.split(r"[/?&=]", _DIGITS.sub("", reading.page.url.partition("://")[2])):
            if len(piece) > 1:
                words = words.replace(piece, "")
        parts = [squeeze(words)]
    return _digest(parts, _MIN_CHARS)


def list_digest(reading: Reading) -> bytes | None:
    """Digest of a list's name and of what its rows lead to, in any order.

    Where nothing is known of its links yet, as on a start page, the heaviest of its groups of
    links stands for the rows.

    Returns
    -------
    bytes or None
        8 bytes; ``None`` when the page shows no list or too short a one to be known by.
    """
    rows = [row.link for row in reading.rows]
    if not rows and reading.role in {"home", "index"} and reading.lists:
        rows = reading.lists[0].links
    if len(rows) < _ROWS:
        return None
    return _digest([squeeze(reading.page.title), *sorted(link.url for link in rows)])


def _digest(parts: list[str], min_chars: int = 0) -> bytes | None:
    text = "\x1e".join(parts)
    if len(text) < min_chars:
        return None
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
