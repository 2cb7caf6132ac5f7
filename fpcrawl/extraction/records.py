"""What fpcrawl hands out: posts, threads and articles.

Field names stay close to schema.org ``DiscussionForumPosting`` and ``NewsArticle``
(mapping in ``docs/data-model.md``). A value that is not known is ``None``, never a guess.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "Article",
    "Comment",
    "Post",
    "Record",
    "Thread",
    "mark_topic",
    "record_dict",
    "record_key",
]


@dataclass(slots=True)
class Post:
    """One post of a thread.

    Attributes
    ----------
    key
        Stable over re-crawls and page numbers, see :func:`record_key`.
    published
        ISO 8601 with offset, to the precision the page shows; ``None`` when unknown.
    published_raw
        The time as the page shows it.
    floor
        Position in the thread, 1 = opening post; ``None`` when it is not known.
    confidence
        0..1, how sure the extractor is that this is one whole post.
    topic_score, topic_terms
        How much the page is of the crawl's topic, 0..1, and which words of the topic it holds,
        those that gave most first; ``None`` and empty when the crawl has no topic.
    on_topic
        Whether that is enough to be on the topic; ``None`` when pages are only counted.
    """

    key: str
    site: str
    url: str
    thread_url: str
    thread_title: str | None = None
    board: str | None = None
    post_id: str | None = None
    floor: int | None = None
    author: str | None = None
    author_url: str | None = None
    published: str | None = None
    published_raw: str | None = None
    body_text: str = ""
    body_html: str = ""
    quote_of: str | None = None
    images: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    fetched: str | None = None
    cluster: str | None = None
    template: str | None = None
    confidence: float = 0.0
    topic_score: float | None = None
    topic_terms: list[str] = field(default_factory=list)
    on_topic: bool | None = None


@dataclass(slots=True)
class Comment:
    """A reader's comment under an article."""

    author: str | None = None
    author_url: str | None = None
    published: str | None = None
    published_raw: str | None = None
    body_text: str = ""
    post_id: str | None = None


@dataclass(slots=True)
class Article:
    """One news article, with the comments shown on its page."""

    key: str
    site: str
    url: str
    title: str | None = None
    author: str | None = None
    published: str | None = None
    published_raw: str | None = None
    section: str | None = None
    body_text: str = ""
    body_html: str = ""
    images: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    fetched: str | None = None
    cluster: str | None = None
    template: str | None = None
    confidence: float = 0.0
    topic_score: float | None = None
    topic_terms: list[str] = field(default_factory=list)
    on_topic: bool | None = None


@dataclass(slots=True)
class Thread:
    """A thread as a board lists it."""

    key: str
    site: str
    url: str
    title: str | None = None
    board: str | None = None
    author: str | None = None
    replies: int | None = None
    views: int | None = None
    last_post: str | None = None
    last_post_raw: str | None = None
    sticky: bool | None = None
    fetched: str | None = None


Record = Post | Article | Thread


def record_key(site: str, *parts: str | int | None) -> str:
    """Return a 24-digit hexadecimal key of the given parts.

    Parameters
    ----------
    site
        Host of the site.
    parts
        What identifies the record on its site, most stable first.
    """
    text = "\x1f".join([site, *("" if part is None else str(part) for part in parts)])
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()


def mark_topic(
    records: Iterable[Record], score: float | None, terms: Sequence[str], on_topic: bool | None
) -> None:
    """Tell records what their page is to the crawl's topic; rows of lists tell nothing of it."""
    for record in records:
        if not isinstance(record, Thread):
            record.topic_score, record.topic_terms = score, list(terms)
            record.on_topic = on_topic


def record_dict(record: Record) -> dict[str, Any]:
    """Return the record as a plain dictionary in the order of its fields."""
    out: dict[str, Any] = {}
    for spec in fields(record):
        value = getattr(record, spec.name)
        if spec.name == "comments":
            value = [{f.name: getattr(c, f.name) for f in fields(c)} for c in value]
        out[spec.name] = value
    return out
