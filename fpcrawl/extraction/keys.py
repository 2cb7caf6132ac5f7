"""Keys of posts: by the site's own number, else by floor, else by what the post says."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.records import record_key
from fpcrawl.pages.urls import url_key, url_numbers, url_shape

if TYPE_CHECKING:
    from fpcrawl.extraction.records import Post

__all__ = ["forum_of", "is_alone", "post_key", "same_post", "thread_key", "weaker_keys"]

#: Floors of opening posts, which further pages can repeat without one.
_OPENING = (1, 0, None)
_HOLE = re.compile(r"\{\w\}")


@lru_cache(maxsize=4096)
def forum_of(thread_url: str) -> str:
    """Path under which a forum lives: one host can hold several, each counting its posts.

    The fixed leading directories of the thread's address, without the one that names the
    kind of page: ``/a/thread.php?id=3``, ``/a/topic/3`` and ``/a/thread-3.html`` give ``a``.
    """
    fixed = []
    names_kind = False
    for segment in urlsplit(url_shape(thread_url)).path.split("/")[1:]:
        if "{" in segment or not segment:
            names_kind = any(c.isalpha() for c in _HOLE.sub("", segment))
            break
        fixed.append(segment)
    return "/".join(fixed if names_kind else fixed[:-1])


def thread_key(site: str, url: str) -> str:
    """Key of the thread at an address, as a list names it and as its pages are stored."""
    return record_key(site, "thread", url_key(url))


def post_key(
    site: str,
    thread_url: str,
    *,
    post_id: str | None,
    floor: int | None,
    author: str | None,
    published: str | None,
    text: str,
    own_url: str | None = None,
) -> str:
    """Return the key of a post, by the most stable thing that is known of it.

    One that has a page of its own, at ``own_url``, has the key that it gets there.
    """
    if post_id is not None:
        return record_key(site, "post", forum_of(thread_url), post_id)
    if own_url is not None and url_key(own_url) != url_key(thread_url):
        return record_key(site, "floor", url_key(own_url), 1)
    if floor is not None:
        return record_key(site, "floor", url_key(thread_url), floor)
    return record_key(site, "text", url_key(thread_url), author, published, text)


def weaker_keys(post: Post) -> list[str]:
    """Return the other keys that a post can be stored by.

    Those it had if less was known of it: a page with a single post tells its number only where
    the layout of the site is known, or in its address alone. And where posts have no numbers:
    further pages that repeat the opening post above their answers show no floor for it.
    """
    floors: list[int | None] = [post.floor]
    numbers: list[str] = []
    if post.post_id is not None:
        floors = list(dict.fromkeys((post.floor, None)))
    elif post.floor in _OPENING:
        floors = list(_OPENING)
        numbers = list(map(str, url_numbers(post.thread_url)))
    places: list[tuple[str | None, int | None, str | None]] = [
        *((None, floor, post.author) for floor in floors),
        *((number, None, post.author) for number in numbers),
    ]
    if post.author and post.body_text and "T" in (post.published or ""):
        # Who wrote it may have been learnt since: two say the same on one day, not in one minute.
        places.append((None, None, None))
    keys = [
        post_key(
            post.site,
            post.thread_url,
            post_id=number,
            floor=floor,
            author=author,
            published=post.published,
            text=post.body_text,
        )
        for number, floor, author in places
    ]
    return [key for key in keys if key != post.key]


def is_alone(post: Post) -> bool:
    """Whether a post is known by the address of the page on which it was read."""
    return post.key == record_key(post.site, "floor", url_key(post.thread_url), 1)


def same_post(old: Post, new: Post) -> bool:
    """Tell whether two readings are of one post: floors move when others are deleted."""
    same_words = old.body_text == new.body_text
    if old.post_id is not None and new.post_id is None:
        # A number that an address holds can be that of something else.
        same_author = bool(old.author) and old.author == new.author
        return same_author and same_words and _same_minute(old, new)
    if old.post_id not in (None, new.post_id):
        return False
    same_time = old.published is not None and old.published == new.published
    if old.author and old.author != new.author:
        # Nobody says the same at the same place within a minute: one of both names is misread.
        told = same_time and "T" in (old.published or "") and same_words and bool(old.body_text)
        return told and old.floor is not None and old.floor == new.floor
    if new.post_id is None:
        # An opening post and its writer's answer of the same day have no numbers, either.
        return same_time and same_words
    return same_time or same_words


def _same_minute(old: Post, new: Post) -> bool:
    """Whether two times are one to the minute: a page of one post can tell the seconds too."""
    times = [post.published for post in (old, new) if "T" in (post.published or "")]
    moments = {datetime.fromisoformat(time).replace(second=0) for time in times if time}
    return len(times) == 2 and len(moments) == 1
