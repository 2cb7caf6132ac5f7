"""Keys of posts: by the site's own number, else by floor, else by what the post says."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.records import record_key
from fpcrawl.extraction.text import weight_of
from fpcrawl.pages.timespans import is_aged, overlap, shown_span
from fpcrawl.pages.urls import url_key, url_numbers, url_shape

if TYPE_CHECKING:
    from fpcrawl.extraction.records import Post

__all__ = [
    "forum_of",
    "is_alone",
    "is_another",
    "moved_keys",
    "post_key",
    "same_post",
    "says_little",
    "text_key",
    "text_keys",
    "thread_key",
    "weaker_keys",
]

#: Floors of opening posts, which further pages can repeat without one.
_OPENING = (1, 0, None)
#: So many posts above one can have been deleted, or put in, since it was stored.
MOST_DELETED, MOST_PUT_IN = 20, 50
#: Characters of two texts that are compared, and of the parts that they can have in common.
MOST_COMPARED, PART = 400, 5
#: Texts that one author says several times in a thread are shorter ("bump", "thanks a lot").
FEW_LETTERS = 30
#: So many posts of a page are told apart in which one author says the same.
MOST_SAID = 9
_HOLE = re.compile(r"\{\w\}")
#: The directory of a year, a month or a day that an address ends in: /2024/03/, /2024-03/.
_DATED = re.compile(
    r"/(?:19|20)\d\d(?:[-_./]?(?:0?[1-9]|1[0-2])(?:[-_./]?(?:0?[1-9]|[12]\d|3[01]))?)?/[^/]*$"
)
_NUMBER = re.compile(r"\d+")


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
        return record_key(site, "post", _counted_under(thread_url, post_id), post_id)
    if own_url is not None and url_key(own_url) != url_key(thread_url):
        return record_key(site, "floor", url_key(own_url), 1)
    if floor is not None:
        return record_key(site, "floor", url_key(thread_url), floor)
    return record_key(site, "text", url_key(thread_url), author, published, text)


def _counted_under(thread_url: str, post_id: str) -> str:
    """Path under which posts are counted: archives of letters begin anew in each month.

    There the number of a letter is that of its page.
    """
    directory, _, name = urlsplit(thread_url).path.rpartition("/")
    if post_id in _NUMBER.findall(name) and _DATED.search(f"{directory}/") is not None:
        return directory
    return forum_of(thread_url)


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
        *((None, floor, post.author) for floor in dict.fromkeys((*floors, None))),
        *((number, None, post.author) for number in numbers),
    ]
    if post.author and post.body_text and "T" in (post.published or ""):
        # Who wrote it may have been learnt since: two say the same on one day, not in one minute.
        places.append((None, None, None))
    if post.post_id is None and post.floor is not None and _can_be_moved(post):
        # It was known by its place until something was put in above, or deleted.
        moved = [post.floor, *_floors_below(post.floor)]
        if post.key in text_keys(post):
            moved += _floors_above(post.floor)
        places.extend((None, floor, post.author) for floor in moved)
    keys = [_key(post, number, floor, author, post.published) for number, floor, author in places]
    if post.published is not None and not (_is_placed(post) and says_little(post)):
        # While it was new, its age was shown.
        keys.append(_key(post, None, None, post.author, None))
    return [key for key in keys if key != post.key]


def moved_keys(post: Post) -> list[str]:
    """Return the keys of a post at whose place another one is stored.

    Those that it had before others above it were deleted or put in, last those that no place
    tells.
    """
    if post.floor is None:
        return []
    near = (*_floors_above(post.floor), *_floors_below(post.floor))
    places = [_floor_key(post, floor) for floor in near]
    # Without a time: while it was new, its age was shown.
    return [*places, _key(post, None, None, post.author, None), *text_keys(post)]


def _floors_above(floor: int) -> range:
    """Floors that a post can have had before others were deleted, the nearest first."""
    return range(floor + 1, floor + MOST_DELETED + 1)


def _floors_below(floor: int) -> range:
    """Floors that a post can have had before others were put in, the nearest first."""
    return range(floor - 1, max(floor - MOST_PUT_IN, 0), -1)


def _can_be_moved(post: Post) -> bool:
    """Whether a post is known by its words, or by a place where no times tell the order."""
    if _is_placed(post) and is_aged(post.published, post.published_raw):
        return not says_little(post)  # else there may be one at both places
    return post.key in text_keys(post)


def _is_placed(post: Post) -> bool:
    return post.floor is not None and post.key == _floor_key(post, post.floor)


def says_little(post: Post) -> bool:
    """Whether the author of a post may have said the same elsewhere in the thread."""
    return weight_of(post.body_text) < FEW_LETTERS


def text_key(post: Post, nth: int = 1) -> str:
    """Return the key of a post that no number and no place tells.

    Parameters
    ----------
    post
        What is told of it.
    nth
        How often its author has said so by then, on the page.
    """
    # An age is another moment at each visit.
    published = None if is_aged(post.published, post.published_raw) else post.published
    return _key(post, None, None, post.author, published, nth)


def text_keys(post: Post) -> list[str]:
    """Return the keys of posts in which the author of one says the same, the first one first."""
    return [text_key(post, nth) for nth in range(1, MOST_SAID + 1)]


def is_another(old: Post, new: Post) -> bool:
    """Tell whether what is stored at a place is another post than the one that stands there now.

    Another writer, time and words: an edit leaves some of them.
    """
    if not _share_place(old, new):
        return False
    if (old.fetched, old.floor) == (new.fetched, new.floor):
        return False  # the same page, read better now
    others = bool(old.author and new.author) and old.author != new.author
    then, now = (shown_span(post.published, post.published_raw) for post in (old, new))
    is_other_time = then is not None and now is not None and not overlap(then, now)
    if not _is_unlike(old.body_text, new.body_text):
        return others and is_other_time  # both have said "thanks"
    if new.floor in _OPENING and not others:
        return False  # nothing is put in above it, and when it was changed can be shown
    if then is None or now is None:
        return others
    return is_other_time or (others and not _same_minute(old, new))


def says_else(old: Post, new: Post) -> bool:
    """Tell whether what stands at a place now has nothing of the words that are stored there.

    It can be an edit of these, or another post that was stored elsewhere.
    """
    if not _share_place(old, new) or says_little(new):
        return False
    return _is_unlike(old.body_text, new.body_text)


def _share_place(old: Post, new: Post) -> bool:
    """Whether nothing but its place tells a post, neither the one there now nor the stored one."""
    return old.post_id is None and new.post_id is None and _is_placed(new)


def _is_unlike(one: str, other: str) -> bool:
    """Whether two texts have little in common."""
    parts = []
    for text in (one, other):
        letters = "".join(text.split())[:MOST_COMPARED]
        last = max(len(letters) - PART, 0)
        parts.append({letters[n : n + PART] for n in range(last + 1)})
    return len(parts[0] & parts[1]) < min(map(len, parts)) / 2


def _floor_key(post: Post, floor: int) -> str:
    return _key(post, None, floor, None, None)


def _key(
    post: Post,
    number: str | None,
    floor: int | None,
    author: str | None,
    published: str | None,
    nth: int = 1,
) -> str:
    return post_key(
        post.site,
        post.thread_url,
        post_id=number,
        floor=floor,
        author=author,
        published=published,
        text=post.body_text if nth == 1 else f"{post.body_text}\n{nth}",
    )


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
    same_time = same_time or _fits_age(old, new)
    if old.author and old.author != new.author:
        # Nobody says the same at the same place within a minute: one of both names is misread.
        told = same_time and "T" in (old.published or "") and same_words and bool(old.body_text)
        return told and old.floor is not None and old.floor == new.floor
    if new.post_id is None:
        if old.published_raw is None and new.published_raw is None:
            # Where no times are told, who wrote so many words tells as much.
            same_time = bool(old.author) and old.author == new.author and not says_little(new)
        # An opening post and its writer's answer of the same day have no numbers, either.
        return same_time and same_words
    return same_time or same_words


def _fits_age(old: Post, new: Post) -> bool:
    """Whether a post can be as old as it was shown to be when it was read first."""
    if not is_aged(old.published, old.published_raw):
        return False
    then = shown_span(old.published, old.published_raw)
    return overlap(then, shown_span(new.published, new.published_raw, new.fetched))


def _same_minute(old: Post, new: Post) -> bool:
    """Whether two times are one to the minute: a page of one post can tell the seconds too."""
    times = [post.published for post in (old, new) if "T" in (post.published or "")]
    moments = {datetime.fromisoformat(time).replace(second=0) for time in times if time}
    return len(times) == 2 and len(moments) == 1
