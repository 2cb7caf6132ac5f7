"""What a page read again changes in a record: the same, refined, or another version.

A site's clutter must not look like an edit, and a poorer reading must not erase a better
one: only an author's own content counts, and nothing known is replaced by nothing.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fpcrawl.extraction.keys import is_alone
from fpcrawl.extraction.records import Article, Comment, Post, Record, Thread
from fpcrawl.pages.timespans import age_unit_s, is_aged, overlap, shown_span, time_span
from fpcrawl.store.jsontext import json_text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MARK_BYTES", "content_changed", "content_mark", "filled", "mark_stands", "merge"]

MARK_BYTES = 3
"""Length of the mark of one thing that an author wrote: one edit in 16 million is not seen."""

#: From so many replies on "1.2k" can be shown of several numbers.
ABBREVIATED = 1000

_NOTHING = bytes(MARK_BYTES)

#: Counted back from now, to the second or to the day.
_AGE = re.compile(r"ago|前|刚刚|just now|^\s*\d+\s*[smhdw]\b", re.IGNORECASE)
_RELATIVE = re.compile(rf"{_AGE.pattern}|昨|今天|yesterday|today", re.IGNORECASE)
_OFFSET = re.compile(r"(Z|[+-]\d\d:?\d\d)$")


def _words(value: str | None) -> str:
    return " ".join((value or "").split())


def _paths(value: list[str]) -> list[str]:
    return sorted(urlsplit(url).path for url in value)


def _comments(value: list[Comment]) -> list[tuple[str, str]]:
    return [(_words(c.author), _words(c.body_text)) for c in value]


_CONTENT: dict[type[Record], dict[str, Callable[[Any], object]]] = {
    Post: {"author": _words, "body_text": _words, "quote_of": _words, "images": _paths},
    Article: {
        "title": _words,
        "author": _words,
        "body_text": _words,
        "images": _paths,
        "comments": _comments,
    },
    Thread: {
        "title": _words,
        "replies": lambda value: value,
        "sticky": bool,
    },
}

#: What tells of a post where it stands.
_PLACE = ("url", "thread_url", "thread_title", "board", "floor")


def _stem(published: str) -> str:
    """Return the part that was surely shown: no offset, no zeros at the end."""
    day, t, time = published.partition("T")
    time = _OFFSET.sub("", time)
    while time.endswith(":00"):
        time = time[:-3]
    return day if time in ("", "00") else f"{day}{t}{time}"


def _is_relative(raw: str | None) -> bool:
    """Whether a time is told from now on: as an age, or by a word for a day."""
    return bool(_RELATIVE.search(raw or "")) or age_unit_s(raw) > 0


def _same_time(old: Post | Article, new: Post | Article) -> bool:
    if old.published is None or new.published is None:
        return old.published == new.published
    a, b = _stem(old.published), _stem(new.published)
    if a.startswith(b) or b.startswith(a):
        return True
    # "3 hours ago" is computed anew at each visit and never twice the same.
    return any(_is_relative(record.published_raw) for record in (old, new))


def _same_last_post(old: Thread, new: Thread) -> bool:
    if _words(old.last_post) == _words(new.last_post):
        return True
    # "3 hours ago" is cut to the hour at each visit: it may seem earlier, as no post makes it.
    before, after = old.last_post or "", new.last_post or ""
    aged = all(_AGE.search(thread.last_post_raw or "") for thread in (old, new))
    if aged and len(before) == len(after) and after < before:
        return True
    return _can_be_same_age(old, new)


def _can_be_same_age(old: Thread, new: Thread) -> bool:
    """Whether what a list shows as an age, now or then, can be one and the same last post.

    "2 weeks ago" is read as a later day each day. What was written since the list was read is
    not as old as that; of what can be either the number of replies tells.
    """
    if not any(is_aged(one.last_post, one.last_post_raw) for one in (old, new)):
        return False
    now = shown_span(new.last_post, new.last_post_raw, new.fetched)
    if not overlap(shown_span(old.last_post, old.last_post_raw), now):
        return False
    read = time_span(old.fetched)
    if now is not None and read is not None and (now[1] <= read[0] or read[1] < now[0]):
        return now[1] <= read[0]  # what was surely written since is counted late by some
    return new.replies is not None and old.replies == new.replies < ABBREVIATED


def content_changed(old: Record, new: Record) -> bool:
    """Tell whether what an author wrote differs between two readings of one record.

    Parameters
    ----------
    old, new
        Records of the same class.
    """
    for name, view in _CONTENT[type(new)].items():
        if view(getattr(old, name)) != view(getattr(new, name)):
            return True
    if isinstance(old, Post | Article) and isinstance(new, Post | Article):
        return not _same_time(old, new)
    if isinstance(old, Thread) and isinstance(new, Thread):
        return not _same_last_post(old, new)
    return False


def content_mark(record: Record) -> bytes:
    """Return a digest of what an author wrote, :data:`MARK_BYTES` of each thing.

    What a reading does not hold is zeros there. Times are left out, as they are shown in
    another way from day to day.
    """
    parts = []
    for name, view in _CONTENT[type(record)].items():
        value = view(getattr(record, name))
        told = json_text(value).encode()
        parts.append(blake2b(told, digest_size=MARK_BYTES).digest() if value else _NOTHING)
    return b"".join(parts)


def mark_stands(old: bytes, new: bytes) -> bool:
    """Tell from the marks of two readings whether the new one changes nothing."""
    return len(old) == len(new) and all(
        new[n : n + MARK_BYTES] in (_NOTHING, old[n : n + MARK_BYTES])
        for n in range(0, len(new), MARK_BYTES)
    )


def filled(record: Record) -> int:
    """Return how many fields of a record hold something."""
    return sum(getattr(record, f.name) not in (None, "", []) for f in fields(record))


def _is_another(old: Post | Article, new: Post | Article) -> bool:
    """Whether neither writer nor words are the same: the floor of a post can have moved."""
    return all(
        _words(getattr(old, name)) != _words(getattr(new, name)) for name in ("author", "body_text")
    )


def _better_time(old: Record, new: Record) -> dict[str, Any]:
    """Return the publish time to keep of two readings that agree."""
    if not (isinstance(old, Post | Article) and isinstance(new, Post | Article)):
        return {}
    if old.published is None or new.published is None or not _same_time(old, new):
        return {}
    if _is_another(old, new):
        return {}
    old_guess = _is_relative(old.published_raw)
    new_guess = _is_relative(new.published_raw)
    finer = len(_stem(new.published)) > len(_stem(old.published))
    if (old_guess and not new_guess) or (old_guess == new_guess and finer):
        return {}
    return {"published": old.published, "published_raw": old.published_raw}


def _thread_of(old: Record, new: Record) -> dict[str, Any]:
    """Return where a post stands, where the new reading shows it on a page of its own."""
    if not (isinstance(old, Post) and isinstance(new, Post)):
        return {}
    if old.thread_url == new.thread_url or not is_alone(new):
        return {}
    return {name: getattr(old, name) for name in _PLACE}


def merge(old: Record, new: Record) -> Record:
    """Return the record as it should stand after reading it again.

    A reading that is less sure and less full than the old one changes nothing; else the
    new one holds, with the old one's values where it has none.

    Parameters
    ----------
    old, new
        Records of the same class and key.
    """
    sure = (getattr(old, "confidence", 0.0), getattr(new, "confidence", 0.0))
    if sure[1] < sure[0] and filled(new) < filled(old):
        return old
    kept = {
        f.name: getattr(old, f.name)
        for f in fields(new)
        if getattr(new, f.name) in (None, "", []) and getattr(old, f.name) not in (None, "", [])
    }
    kept.update(_better_time(old, new))
    kept.update(_thread_of(old, new))
    if isinstance(old, Thread) and isinstance(new, Thread) and _same_last_post(old, new):
        kept.update(last_post=old.last_post, last_post_raw=old.last_post_raw)
    return replace(new, **kept)
