"""What the rest of fpcrawl may ask of the templates in the store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from fpcrawl.extraction.templates.book import TemplateBook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.templates.book import TemplateEntry
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.watch import TemplateWatch

__all__ = [
    "KEPT_PAGES",
    "StoredTemplate",
    "TemplateStore",
    "Templates",
    "stored_book",
    "take_stored",
]

KEPT_PAGES = 24
"""Pages kept of one site, cluster and role that no template reads, and as many of the others."""


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """A template as stored.

    Attributes
    ----------
    watch
        How it fared so far, ``None`` where nothing is known.
    change
        Set by the store: grows with each change of any template.
    """

    entry: TemplateEntry
    watch: TemplateWatch | None = None
    change: int = 0


@dataclass(slots=True)
class Templates:
    """Templates read from the store, and the latest change among them."""

    found: list[StoredTemplate] = field(default_factory=list)
    change: int = 0


class TemplateStore(Protocol):
    """Templates of all sites with their versions, and the pages they are learnt from."""

    def since(self, change: int) -> Templates:
        """Return the templates changed after a change; after 0 all of them."""
        ...

    def put(self, entry: TemplateEntry, watch: TemplateWatch | None = None) -> None:
        """Write a version of a template."""
        ...

    def note(self, entry: TemplateEntry, watch: TemplateWatch) -> None:
        """Write how a template fares, which is no change of it."""
        ...

    def keep(self, page: KeptPage, limit: int = KEPT_PAGES) -> None:
        """Keep a page; the oldest above the limit that are not held are dropped.

        The limit is that of the pages of one crawl, cluster and role that a template reads,
        and of those that none does.
        """
        ...

    def kept(
        self, crawl: str, role: str, cluster: str | None = None, limit: int = 4 * KEPT_PAGES
    ) -> list[KeptPage]:
        """Return kept pages, newest first."""
        ...

    def held(self, crawl: str, until: float) -> list[KeptPage]:
        """Return pages that are to be read by a time, oldest first."""
        ...

    def all_kept(self) -> Iterator[KeptPage]:
        """Give all kept pages, by crawl, oldest first."""
        ...

    def settle(self, pages: Sequence[KeptPage]) -> None:
        """Note which templates have read kept pages, and that they are not held any more."""
        ...


def stored_book(store: TemplateStore) -> tuple[TemplateBook, int]:
    """Return all templates of a store, how those in use fare, and the latest change."""
    book = TemplateBook()
    templates = store.since(0)
    take_stored(book, templates)
    return book, templates.change


def take_stored(book: TemplateBook, templates: Templates) -> list[TemplateEntry]:
    """Put templates read from the store into a book; return those that were not there like that.

    How a template fares is known best by the run that uses it: what the book has of that stays.
    """
    new = []
    for stored in templates.found:
        entry = stored.entry
        if book.get(*entry.key) != entry:
            new.append(entry)
            book.put(entry)
        if stored.watch is not None:
            book.watches.setdefault(entry.key, stored.watch)
    return new
