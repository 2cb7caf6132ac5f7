"""What is really there: every post, thread, board and article, for tests to compare with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .model import full_text, own_text
from .rhythm import day_curve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .model import Board, Post, Thread
    from .views import NewsView, View

__all__ = ["article_lines", "board_lines", "post_lines", "thread_lines"]

Line = dict[str, Any]


def _post_line(view: View, board: Board, thread: Thread, post: Post, floor: int | None) -> Line:
    base = view.base
    return {
        "family": view.family.key,
        "board": board.spec.name,
        "board_url": base + view.board_path(board),
        "thread_url": base + view.thread_path(thread),
        "thread_title": thread.title,
        "url": base + view.post_path(post),
        "post_id": post.id,
        "floor": floor,
        "author": post.author.name,
        "author_url": base + view.member_path(post.author),
        "published": view.iso(post.published),
        "shown_precision": view.family.spec.precision,
        "body_text": own_text(post.body),
        "body_with_quotes": full_text(post.body),
        "quote_of": post.quote_of,
        "edited": None if post.edited is None else view.iso(post.edited),
        "deleted": post.deleted,
        "login": view.family.needs_login(board),
        "reachable": board.reachable and not post.deleted,
    }


def post_lines(view: View, since: float = 0.0) -> Iterator[Line]:
    """Yield a line for each post of a family written or edited at or after ``since`` (epoch s).

    ``login`` tells that only members see it; such a post is not ``reachable``.
    A deleted post has ``deleted`` true and is not ``reachable``; ``floor`` is its place on the
    pages, ``None`` where it left no trace.
    """
    for board in view.family.boards.values():
        for thread in board.threads.values():
            floors = {post.id: n for n, post in enumerate(view.family.visible(thread), 1)}
            for post in thread.posts:
                if max(post.published, post.edited or 0) >= since:
                    yield _post_line(view, board, thread, post, floors.get(post.id))


def thread_lines(view: View, now: float) -> Iterator[Line]:
    """Yield a line for each thread of a family."""
    for board in view.family.boards.values():
        for thread in board.threads.values():
            yield {
                "family": view.family.key,
                "board": board.spec.name,
                "board_url": view.base + view.board_path(board),
                "url": view.base + view.thread_path(thread),
                "thread_id": thread.id,
                "title": thread.title,
                "author": thread.author.name,
                "created": view.iso(thread.created),
                "last_post": view.iso(thread.last.published),
                "replies": max(0, len(thread.alive) - 1),
                "views": view.views(thread.id, now),
                "pages": view.family.pages(thread),
                "sticky": thread.sticky,
                "deleted": thread.deleted,
                "reachable": board.reachable and not thread.deleted,
            }


def board_lines(view: View) -> Iterator[Line]:
    """Yield a line for each board; ``weekday`` and ``weekend`` are its 24 hourly rates, mean 1."""
    for board in view.family.boards.values():
        spec = board.spec
        parent = view.family.boards.get(spec.parent)
        yield {
            "family": view.family.key,
            "board_id": spec.id,
            "name": spec.name,
            "url": view.base + view.board_path(board),
            "category": spec.category or None,
            "parent_url": None if parent is None else view.base + view.board_path(parent),
            "language": spec.language,
            "threads": len(board.listing()),
            "posts": sum(len(thread.alive) for thread in board.listing()),
            "pages": view.board_pages(board),
            "login": spec.login,
            "robots_allowed": spec.robots,
            "reachable": board.reachable,
            "activity": spec.activity,
            "weekday": [round(rate, 4) for rate in day_curve(spec, weekend=False)],
            "weekend": [round(rate, 4) for rate in day_curve(spec, weekend=True)],
        }


def article_lines(news: NewsView, since: float = 0.0) -> Iterator[Line]:
    """Yield a line for each article printed or commented on at or after ``since`` (epoch s)."""
    for article in news.press.articles.values():
        newest = max([article.published, *(c.published for c in article.comments)])
        if newest < since:
            continue
        yield {
            "section": article.section,
            "section_url": news.base + news.section_path(article.section),
            "url": news.base + news.article_path(article),
            "title": article.title,
            "author": article.author,
            "published": news.iso(article.published),
            "shown_precision": news.precision(article),
            "body_text": article.text,
            "pages": len(article.parts),
            "comments": [
                {
                    "comment_id": comment.id,
                    "author": comment.author.name,
                    "published": news.iso(comment.published),
                    "shown_precision": "minute",
                    "body_text": comment.text,
                }
                for comment in article.comments
            ],
            "reachable": True,
        }
