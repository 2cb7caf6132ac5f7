"""What a page shows, told apart from the address that shows it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Article
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.walk.missing import says_missing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.records import Record
    from fpcrawl.walk.reading import Reading, Role

__all__ = ["PageContent", "content_digest", "content_of", "list_digest"]

#: A list of fewer rows is told by all its words: two short lists can well be equal.
_ROWS = 3
#: Less text than this, in characters, is no content to know a page by.
_MIN_CHARS = 20
_MAX_CHARS = 20_000
#: Weight of a text by which an article is known.
_MIN_PROSE = 200
#: Characters of a time that tell the day.
_DAY = len("2026-03-06")
_DIGITS = re.compile(r"\d+")
#: What a parameter of an address names, by a short number: "7", "the-kettle-7".
_NUMBERED = re.compile(r"(?<==)(?:[^\W\d_]+[-_])*\d{1,7}(?=&|$)")


@dataclass(frozen=True, slots=True)
class PageContent:
    """What tells a page from others.

    Attributes
    ----------
    has_rows
        Whether it shows a list of threads or articles.
    digest, list_digest
        See :func:`content_digest` and :func:`list_digest`.
    is_missing
        Whether it says that what was asked for is not there.
    rows_digest, words_digest
        Of the rows of a list alone, and of all words of its page.
    """

    url: str
    role: Role
    has_rows: bool
    digest: bytes | None
    list_digest: bytes | None
    is_missing: bool
    rows_digest: bytes | None = None
    words_digest: bytes | None = None


def content_of(reading: Reading, records: Sequence[Record] = ()) -> PageContent:
    """Take from a page, with its role, its rows and its records, what tells it from others."""
    return PageContent(
        reading.page.url,
        reading.role,
        bool(reading.rows),
        content_digest(reading, records),
        list_digest(reading),
        reading.role not in {"thread", "home"} and says_missing(reading),
        *_listed(reading),
    )


def _listed(reading: Reading) -> tuple[bytes | None, bytes | None]:
    """Digests of the rows alone and of the words of a page whose rows it is known by."""
    if reading.role not in {"home", "index"} or len(reading.rows) < _ROWS:
        return None, None
    rows = _digest(sorted(row.link.url for row in reading.rows))
    return rows, _digest([_words_of(reading)])


def content_digest(reading: Reading, records: Sequence[Record] = ()) -> bytes | None:
    """Digest of what a page shows; equal for the same page at two addresses.

    Of a thread that is its heading and who said what when, of an article its heading, its day and
    its words, of a list its name without numbers,
    its rows in any order and its heaviest links, if these are others, of anything else its words
    without numbers and without its own address (which pages of the kind "not found" repeat).

    Parameters
    ----------
    reading
        The page, with its role and its rows.
    records
        What was read there.

    Returns
    -------
    bytes or None
        8 bytes; ``None`` when the page shows too little to be known by.
    """
    tree, posts = reading.tree, reading.posts
    if reading.role == "thread" and posts is not None and posts.body_path is not None:
        parts, shown = [reading.title or ""], set[int]()
        for author, time, bodies in posts.told:
            # What no boxes part stands in one that all of it has.
            parts += [author, time, *(tree.text(i) for i in bodies if i not in shown)]
            shown.update(bodies)
    elif reading.role == "thread" and reading.told:
        parts = [part for read in reading.told for part in (*read.values.values(), read.html)]
    elif reading.role in {"home", "index"} and len(reading.rows) >= _ROWS:
        # A block that every page shows can be longer than the list of a small board.
        name = _DIGITS.sub("", squeeze(reading.title or ""))
        # What appears each day under one name is told apart by its address alone.
        places = _places([row.link.url for row in reading.rows])
        told = zip(reading.rows, places, strict=True)
        names = sorted(f"{squeeze(row.link.text)} {place}" for row, place in told)
        rows = {row.link.url for row in reading.rows}
        parts = [name, *names]
        heaviest = reading.lists[0].links if reading.lists else []
        if rows.isdisjoint(link.url for link in heaviest):
            # They may be the latest of the whole site, beside a list that is not known yet.
            parts += sorted(squeeze(link.text) for link in heaviest)
    elif reading.role == "article":
        read = next((record for record in records if isinstance(record, Article)), None)
        words, day = squeeze(tree.text(reading.prose_main)), ""
        if read is not None:
            # What appears each day can have set words: the others tell it, however short.
            words, day = squeeze(read.body_text), (read.published or "")[:_DAY]
        # Little else can be the notice of a wall: then all that the page says tells it.
        known = weight_of(words) >= _MIN_PROSE
        parts = [reading.title or "", day, words if known else tree.text(0)]
    else:
        parts = [_words_of(reading)]
    return _digest(parts, _MIN_CHARS)


def _places(urls: Sequence[str]) -> list[str]:
    """Return of each address its end and its numbers: what stands before can be a session.

    What all of them have is that of the list, or of its page, or of who reads it.
    """
    parts = [url.partition("?") for url in urls]
    pieces = [
        [path.rstrip("/").rpartition("/")[2], *_NUMBERED.findall(query)] for path, _, query in parts
    ]
    shared = set(pieces[0]).intersection(*pieces)
    return [" ".join(piece for piece in own if piece not in shared) for own in pieces]


def _words_of(reading: Reading) -> str:
    """Words of a page without numbers and without its own address."""
    words = _DIGITS.sub("", reading.tree.text(0)[:_MAX_CHARS])
    for piece in re.split(r"[/?&=]", _DIGITS.sub("", reading.page.url.partition("://")[2])):
        if len(piece) > 1:
            words = words.replace(piece, "")
    return squeeze(words)


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
