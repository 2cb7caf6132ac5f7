"""Records of the contract, as the scoring takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.scoring import GotPost
from fpcrawl.extraction.records import Article, Post

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.records import Comment, Record

__all__ = ["got_posts", "got_record"]


def got_posts(records: Sequence[Record]) -> list[GotPost]:
    """Return posts, and the comments of articles, as the scoring takes them."""
    out: list[GotPost] = []
    for record in records:
        if isinstance(record, Post):
            out.append(got_record(record))
        elif isinstance(record, Article):
            out += [got_record(comment) for comment in record.comments]
    return out


def got_record(record: Post | Comment) -> GotPost:
    """Return one post or comment as the scoring takes it."""
    return GotPost(
        author=record.author,
        time=record.published,
        body=record.body_text,
        time_raw=record.published_raw,
        post_id=record.post_id,
    )
