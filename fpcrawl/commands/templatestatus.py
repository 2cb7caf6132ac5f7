"""The templates of a crawl's site, for ``scrapy status``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.store.templates import StoredTemplate

__all__ = ["TemplateStatus", "template_statuses"]


@dataclass(frozen=True, slots=True)
class TemplateStatus:
    """A template in use.

    Attributes
    ----------
    name
        Kind, id and version, such as ``xpath:1f0a3c5e@2``.
    drifting
        Whether it no longer fits the pages of late.
    """

    name: str
    role: str
    drifting: bool
    pinned: bool


def template_statuses(stored: Iterable[StoredTemplate], site: str) -> list[TemplateStatus]:
    """Return the templates in use of a site, by role and name."""
    found = [
        TemplateStatus(
            one.entry.name,
            one.entry.role,
            one.watch is not None and one.watch.drifting,
            one.entry.pinned,
        )
        for one in stored
        if one.entry.site == site and one.entry.state == "live"
    ]
    return sorted(found, key=lambda one: (one.role, one.name))
