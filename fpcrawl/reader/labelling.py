"""What the structure of a page tells, as labels that templates are learnt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.comments import comment_ranges
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.labels_articles import label_article
from fpcrawl.extraction.templates.labels_rows import label_rows
from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, TemplateRole

if TYPE_CHECKING:
    from fpcrawl.extraction.extractor import Found
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup

__all__ = ["label", "relabel", "role_of_page", "sureness"]

#: How sure the reading of a list or an article is; that of posts tells it itself.
PLAIN_SURENESS = 0.8

_ROLES: dict[str, TemplateRole] = {"thread": "thread", "index": "index", "article": "article"}


def role_of_page(role: str) -> TemplateRole | None:
    """Which templates read pages of a role; ``None``: none do."""
    return _ROLES.get(role)


def label(found: Found, role: TemplateRole, place: Place, source: str = "") -> LabelledPage:
    """Label a page by what its structure tells; without records where that is nothing.

    Parameters
    ----------
    place
        Where the page stands.
    source
        The page as text, for templates that are learnt from it.
    """
    records: list[LabelledRecord] = []
    if role == "index":
        records = label_rows(found.tree, found.rows)
    elif role == "article":
        raw = found.article(place)
        one = label_article(found.tree, raw, comment_ranges(found.tree, found.posts))
        records = [one] if one is not None else []
    elif found.posts is not None and found.posts.is_named and not found.posts.headed:
        # A template reads no number that is a part of a line.
        records = label_posts(found.tree, found.posts)
    return LabelledPage(found.tree, source, role, records)


def relabel(page: LabelledPage, group: PostGroup | None) -> LabelledPage:
    """Label a thread's page by posts that were found otherwise; as it was, where there are none."""
    if group is None or not group.is_named:
        return page
    records = label_posts(page.tree, group)
    return LabelledPage(page.tree, page.source, page.role, records) if records else page


def sureness(found: Found, role: TemplateRole) -> float:
    """How sure structure is of what it found, 0..1."""
    if role == "thread":
        return found.posts.confidence if found.posts is not None else 0.0
    return PLAIN_SURENESS
