"""From a page to records: posts, threads, articles.

What stands here reads a page from its structure alone. Templates will stand behind the
same :class:`Extractor` interface.
"""

from __future__ import annotations

from fpcrawl.extraction.extractor import Extractor, Found, StructureExtractor
from fpcrawl.extraction.records import Article, Comment, Post, Record, Thread

__all__ = [
    "Article",
    "Comment",
    "Extractor",
    "Found",
    "Post",
    "Record",
    "StructureExtractor",
    "Thread",
]
