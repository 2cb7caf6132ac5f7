"""Posts of a thread that its page held as data, see :mod:`fpcrawl.pages.state`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.model import ReadRecord

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page
    from fpcrawl.pages.state.content import StatePost

__all__ = ["state_posts", "state_sureness"]

#: How sure posts are whose page says by its title or address that they are its own, and others.
SURE, UNSURE = 0.8, 0.5


def state_posts(page: Page) -> list[ReadRecord]:
    """Return the posts, in page order; empty for a page that shows its posts, or has none.

    One alone that nobody wrote is what is offered or announced: a job, a fair.
    """
    content = page.state
    if content is None or content.kind != "thread":
        return []
    if len(content.posts) == 1 and content.posts[0].author is None:
        return []
    return [_read(post) for post in content.posts]


def state_sureness(page: Page) -> float:
    """How sure such posts are."""
    return SURE if page.state is None or page.state.agrees else UNSURE


def _read(post: StatePost) -> ReadRecord:
    values = {
        "author": post.author,
        "author_url": post.author_url,
        "time_full": post.time,
        "post_id": post.post_id,
        "floor": str(post.floor) if post.floor is not None else None,
        "own_url": post.url,
    }
    return ReadRecord({name: value for name, value in values.items() if value}, html=post.html)
