"""In which order the posts of a page were written.

Where ``fetched`` is given all of them are as the page showed them then: ages that were read at one
moment are told apart more sharply than days.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.pages.timespans import age_moment, is_aged, shown_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.records import Post
    from fpcrawl.pages.timespans import Span

__all__ = ["are_in_order", "are_newest_first", "is_oldest", "rise"]


class _Shown(NamedTuple):
    """When a post was written, and the moment that its age tells if it shows one."""

    span: Span
    said: float | None

    def is_before(self, other: _Shown) -> bool:
        """Whether it is surely older than another."""
        if self.said is not None and other.said is not None:
            return self.said < other.said
        return self.span[1] < other.span[0]


def _shown(posts: Iterable[Post], fetched: str | None) -> list[_Shown]:
    out = []
    for post in posts:
        iso, raw = post.published, post.published_raw
        span = shown_span(iso, raw, fetched)
        if span is not None:
            said = age_moment(raw, fetched) if fetched and is_aged(iso, raw) else None
            out.append(_Shown(span, said))
    return out


def are_in_order(posts: Iterable[Post], fetched: str | None = None) -> bool:
    """Tell whether none is surely older than the one before it."""
    return not any(other.is_before(one) for one, other in pairwise(_shown(posts, fetched)))


def rise(posts: Iterable[Post], fetched: str | None = None) -> bool:
    """Tell whether some are surely newer than the one before them: ages are often all the same."""
    return any(one.is_before(other) for one, other in pairwise(_shown(posts, fetched)))


def are_newest_first(posts: Sequence[Post], fetched: str | None = None) -> bool:
    """Tell whether some are surely older than the one before them, and none newer."""
    return not are_in_order(posts, fetched) and not rise(posts, fetched)


def is_oldest(first: Post, posts: Sequence[Post], fetched: str | None = None) -> bool:
    """Tell whether a post may be the oldest of some, by the times they show."""
    own = _shown([first], fetched)
    return bool(own) and not any(one.is_before(own[0]) for one in _shown(posts, fetched))
