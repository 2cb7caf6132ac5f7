"""In which order the posts of a page were written.

Where ``fetched`` is given all of them are as the page showed them then: ages that were read at one
moment are told apart more sharply than days.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.pages.timespans import shown_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.records import Post
    from fpcrawl.pages.timespans import Span

__all__ = ["are_in_order", "are_newest_first", "is_oldest", "rise"]


def _spans(posts: Iterable[Post], fetched: str | None) -> list[Span]:
    spans = (shown_span(post.published, post.published_raw, fetched) for post in posts)
    return [span for span in spans if span is not None]


def are_in_order(posts: Iterable[Post], fetched: str | None = None) -> bool:
    """Tell whether none is surely older than the one before it."""
    return all(one[0] <= other[1] for one, other in pairwise(_spans(posts, fetched)))


def rise(posts: Iterable[Post], fetched: str | None = None) -> bool:
    """Tell whether some are surely newer than the one before them: ages are often all the same."""
    return any(one[1] < other[0] for one, other in pairwise(_spans(posts, fetched)))


def are_newest_first(posts: Sequence[Post], fetched: str | None = None) -> bool:
    """Tell whether some are surely older than the one before them, and none newer."""
    return not are_in_order(posts, fetched) and not rise(posts, fetched)


def is_oldest(first: Post, posts: Sequence[Post], fetched: str | None = None) -> bool:
    """Tell whether a post may be the oldest of some, by the times they show."""
    own = _spans([first], fetched)
    return bool(own) and all(own[0][0] <= span[1] for span in _spans(posts, fetched))
