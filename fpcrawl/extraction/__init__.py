"""From a page to records: posts, threads, articles.

:mod:`~fpcrawl.extraction.extractor` reads a page from its structure,
:mod:`~fpcrawl.extraction.templates` by what it has learnt of pages like it. They are not
imported here: what only knows records, as the store does, starts twice as fast without them.
"""

from __future__ import annotations

from fpcrawl.extraction.records import Article, Comment, Post, Record, Thread

__all__ = ["Article", "Comment", "Post", "Record", "Thread"]
