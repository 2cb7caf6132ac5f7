"""The one item the spiders yield: a page that was read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.reader.job import PageReport
    from fpcrawl.store.model import Stored
    from fpcrawl.topic.course import Seen
    from fpcrawl.walk.walker import Context

__all__ = ["PageItem"]


@dataclass(slots=True, repr=False)
class PageItem:
    """A page on its way through the pipelines.

    Attributes
    ----------
    asked
        Address that was asked for and redirected here; ``None`` when none was.
    lease
        Lease of the request, acked by the storage pipeline; ``None`` when the request did
        not come from the frontier.
    report
        What the page holds; ``None`` when it is unchanged (304).
    now
        The site's clock when the page was fetched.
    recurring
        Whether the page is to be visited again.
    new_links
        Links to pages not known before.
    list_links
        Links to threads or articles not known before, on a list.
    entries, titles
        Addresses that a feed or sitemap named, how many, and those with a title.
    trap
        The kind of trap when the page showed nothing of its own: what another address showed
        in this run, or that there is no such page.
    first_visit
        Whether this address was never read before.
    overflowed
        Whether a list has moved on so far that nothing known is left on this page of it.
    last_page
        Number of the last page of the thread or article that the page leads to.
    body, http_charset, fetched
        The page as received, its charset by the header, and when (ISO 8601).
    topic
        What the page is to the crawl's topic, ``None`` where that is not known.
    inherited
        Score of the thread or article of which it is a further page, as its link told it.
    worth
        What a list is worth to the topic by what it lists.
    off_topic
        Records left out because the page is not on the topic.
    records, keep, held
        Filled by the extraction pipeline; what is to be kept of the page, and how many records
        of it are held back until there is a template.
    stored
        Filled by the storage pipeline.
    """

    url: str
    lease: int | None
    context: Context
    report: PageReport | None
    now: datetime
    asked: str | None = None
    recurring: bool = False
    new_links: int = 0
    list_links: int = 0
    entries: int = 0
    titles: list[tuple[str, str]] = field(default_factory=list)
    trap: str | None = None
    first_visit: bool = True
    overflowed: bool = False
    last_page: int = 1
    etag: str | None = None
    last_modified: str | None = None
    cluster: str | None = None
    body: bytes = b""
    http_charset: str | None = None
    fetched: str = ""
    topic: Seen | None = None
    inherited: float = 0.0
    worth: float | None = None
    off_topic: int = 0
    keep: KeptPage | None = None
    held: int = 0
    records: list[Record] = field(default_factory=list)
    stored: list[Stored] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<PageItem {self.url}>"

    @property
    def role(self) -> str:
        """Role of the page."""
        return self.report.role if self.report is not None else (self.context.role or "other")
