"""Pages whose bytes are kept, to learn from and to be read again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.place import Place
from fpcrawl.pages.limits import PageLimits
from fpcrawl.pages.parse import read_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from fpcrawl.extraction.templates.model import TemplateRole
    from fpcrawl.pages.dates import DateOrder
    from fpcrawl.pages.page import Page

__all__ = ["KeptPage"]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page as it was received, with where it stands: its records come out the same again.

    Attributes
    ----------
    crawl
        Whose feeds its records belong to.
    cluster
        Empty where it was not known.
    fetched, site_time
        ISO 8601.
    thread_url, thread_title, board, page
        As of :class:`~fpcrawl.extraction.place.Place`.
    template
        Name of the template that has read it; empty when none has.
    held_until
        Nothing of it was handed out yet; it is to be read then at the latest (seconds since
        the epoch).
    id
        Set by the store.
    topic_score, topic_terms, on_topic
        What its records are told of the crawl's topic.
    """

    crawl: str
    site: str
    cluster: str
    role: TemplateRole
    url: str
    body: bytes
    http_charset: str | None
    fetched: str
    site_time: str
    thread_url: str
    thread_title: str | None = None
    board: str | None = None
    page: int = 1
    template: str = ""
    held_until: float | None = None
    id: int = 0
    topic_score: float | None = None
    topic_terms: Sequence[str] = ()
    on_topic: bool | None = None

    def read(self, limits: PageLimits = PageLimits()) -> Page:  # noqa: B008  (frozen)
        """Parse the page as it was when it was fetched.

        Raises
        ------
        fpcrawl.exceptions.PageError
            With reason ``empty`` or ``binary``.
        """
        return read_page(
            self.body,
            self.url,
            http_charset=self.http_charset,
            fetched=datetime.fromisoformat(self.fetched),
            site_time=datetime.fromisoformat(self.site_time),
            limits=limits,
        )

    def place(self, zone: tzinfo | None, order: DateOrder | None) -> Place:
        """Where the page stands, with what is known of the site's clock now."""
        return Place(
            self.site,
            self.thread_url,
            datetime.fromisoformat(self.site_time),
            self.thread_title,
            self.board,
            self.page,
            zone,
            order,
            self.cluster or None,
        )

    def about(self) -> dict[str, Any]:
        """All but the bytes and what the store has columns for."""
        names = """
            http_charset fetched site_time thread_url thread_title board page
            topic_score topic_terms on_topic
        """.split()
        return {name: getattr(self, name) for name in names}

    def renamed(self, template: str) -> KeptPage:
        """Return the same page as read by a template; by none when the name is empty."""
        return replace(self, template=template, held_until=None)
