"""What the structure of a page tells, as labels that templates are learnt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.articles import heading_number, read_article
from fpcrawl.extraction.build import Place
from fpcrawl.extraction.comments import comment_ranges, find_comments
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.labels_articles import label_article
from fpcrawl.extraction.templates.labels_rows import label_rows
from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, TemplateRole

if TYPE_CHECKING:
    from fpcrawl.extraction.extractor import Found
    from fpcrawl.extraction.posts import PostGroup

__all__ = ["label", "role_of_page", "sureness"]

#: How sure the reading of a list or an article is; that of posts tells it itself.
PLAIN_SURENESS = 0.8

_ROLES: dict[str, TemplateRole] = {"thread": "thread", "index": "index", "article": "article"}


def role_of_page(role: str) -> TemplateRole | None:
    """Which templates read pages of a role; ``None``: none do."""
    return _ROLES.get(role)


def label(found: Found, role: TemplateRole, source: str) -> LabelledPage:
    """Label a page by what its structure tells; without records where that is nothing."""
    records: list[LabelledRecord] = []
    if role == "index":
        records = label_rows(found.tree, found.rows)
    elif role == "article":
        tree, page = found.tree, found.tree.page
        comments = find_comments(tree, found.book, heading_number(tree))
        place = Place("", page.url, page.site_time or page.fetched)
        raw = read_article(tree, place, comments)
        one = label_article(tree, raw, comment_ranges(tree, comments))
        records = [one] if one is not None else []
    elif found.posts is not None and has_posts(found.posts):
        records = label_posts(found.tree, found.posts)
    return LabelledPage(found.tree, source, role, records)


def sureness(found: Found, role: TemplateRole) -> float:
    """How sure structure is of what it found, 0..1."""
    if role == "thread":
        return found.posts.confidence if found.posts is not None else 0.0
    return PLAIN_SURENESS


def has_posts(group: PostGroup) -> bool:
    """Whether a group is handed out: one time and some text without a name are any page."""
    return bool(group.author_path or group.known or len(group.posts) > 1)
