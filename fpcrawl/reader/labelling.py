"""What the structure of a page tells, as labels that templates are learnt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, TemplateRole

if TYPE_CHECKING:
    from fpcrawl.extraction.extractor import Found
    from fpcrawl.extraction.posts import PostGroup

__all__ = ["label", "role_of_page", "sureness"]

#: How sure the reading of a list or an article is; that of posts tells it itself.
PLAIN_SURENESS = 0.8

_ROLES: dict[str, TemplateRole] = {"thread": "thread"}


def role_of_page(role: str) -> TemplateRole | None:
    """Which templates read pages of a role; ``None``: none do."""
    return _ROLES.get(role)


def label(found: Found, role: TemplateRole, source: str) -> LabelledPage:
    """Label a page by what its structure tells; without records where that is nothing."""
    records: list[LabelledRecord] = []
    if role == "thread" and found.posts is not None and has_posts(found.posts):
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
