"""Responses on their way through the reader: which are pages, and which of those are content."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fpcrawl.middlewares.session import get_session
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.load import ReadingLoad
from fpcrawl.scheduling.scheduler import get_scheduler
from fpcrawl.spiders.oddpages import ask_later
from fpcrawl.spiders.readers import make_reader
from fpcrawl.spiders.responses import charset_of, header

if TYPE_CHECKING:
    from datetime import tzinfo

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from fpcrawl.items import PageItem
    from fpcrawl.reader.job import LearnJob, LearnReport, PageReport
    from fpcrawl.reader.setup import DeskSetup
    from fpcrawl.scheduling.leases import LeaseBook
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["Readings"]

logger = logging.getLogger(__name__)

#: Pages of a run whose times are asked for the zone of the site.
CLOCK_PAGES = 200
#: Words of a Content-Type that can be a page's.
_PAGE_TYPES = ("html", "text/plain", "octet", "xml")


class Readings:
    """Has the pages of a spider read.

    Stats: ``fpcrawl/outcome/not_html``, ``/page_<reason>``, ``fpcrawl/pages/limit_<limit>``,
    ``/charset_overridden``.
    """

    def __init__(self, spider: SiteSpider, crawler: Crawler) -> None:
        self._spider = spider
        self._crawler = crawler
        # A process is started before it is needed.
        self._reader = make_reader(crawler.settings)
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._load = ReadingLoad()

    def open(self, setup: DeskSetup) -> None:
        """Take what must be known before the first page."""
        self._fixed_zone = setup.zone
        self._known = setup.known
        self._session = get_session(self._crawler)
        self._reader.open(setup)

    def close(self) -> None:
        """Read no more."""
        self._reader.close()

    async def read(self, response: Response, item: PageItem) -> PageReport | None:
        """Read a page; ``None`` when it is no content, which is then counted and told."""
        kind = (header(response, "Content-Type") or "").lower()
        if kind and not any(word in kind for word in _PAGE_TYPES):
            self._spider.stats.inc_value("fpcrawl/outcome/not_html")
            logger.info("%s is no page (%s)", response.url, kind)
            return None
        await self._may_read.wait()
        zone = self._known.clock.zone
        job = self._job(response, charset_of(kind), item)
        item.body, item.http_charset = job.body, job.http_charset
        item.fetched = job.fetched.isoformat()
        book = self._book
        if book is not None:
            # Else the end of another page writes it, before this one can do any harm here.
            at_once = self._reader.is_here or not self._spider.turns.are_others
            book.reading(response.meta.get("fp_lease"), at_once=at_once)
        clock = asyncio.get_running_loop().time
        self._load.begin(clock())
        try:
            report = await self._reader.read(job)
        finally:
            self._load.end(clock())
        assert response.request is not None
        if self._is_unreadable(report):
            ask_later(self._spider, response.request, item, report)
            return None
        if self._is_walled(report, response):
            return None
        self._tell_zone(zone)
        return report

    @property
    def are_busy(self) -> bool:
        """Whether pages come, of late, about as fast as they can be read."""
        return self._load.is_high

    async def learn(self, job: LearnJob) -> LearnReport:
        """Have a template learnt from kept pages, or kept pages read again.

        Pages are read meanwhile, except where it takes the place of one that no longer fits:
        the sooner it is there, the fewer pages are read without it.
        """
        if job.rival is not None:
            self._may_read.clear()
        try:
            return await self._reader.learn(job)
        finally:
            self._may_read.set()

    def _job(self, response: Response, charset: str | None, item: PageItem) -> PageJob:
        return PageJob(
            item.url,
            response.body,
            charset,
            datetime.now(UTC),
            item.now,
            item.context,
            item.recurring,
            self._session.wants_doors,
            self._session.wants_account,
            self._spider.pages_read <= CLOCK_PAGES,
            self._spider.settled.role_of(item.url),
        )

    def _is_unreadable(self, report: PageReport) -> bool:
        stats = self._spider.stats
        if report.failure is not None:
            stats.inc_value(f"fpcrawl/outcome/page_{report.failure}")
            logger.info("%s cannot be read: %s", report.url, report.failure_text)
            return True
        if report.charset_overridden:
            stats.inc_value("fpcrawl/pages/charset_overridden")
        for limit in report.limits_hit:
            stats.inc_value(f"fpcrawl/pages/limit_{limit}")
            logger.info("%s is cut: %s", report.url, limit)
        return False

    def _is_walled(self, report: PageReport, response: Response) -> bool:
        """Whether the page is no content; its request is then ended or put back."""
        assert response.request is not None
        walled = self._session.judge(report, response.request)
        if walled is None:
            return False
        self._spider.pages_read -= 1
        book = self._book
        if book is not None:
            book.fail(response.meta.get("fp_lease"), walled)
        return True

    @property
    def _book(self) -> LeaseBook | None:
        scheduler = get_scheduler(self._crawler)
        return None if scheduler is None else scheduler.book

    def _tell_zone(self, before: tzinfo | None) -> None:
        zone = self._known.clock.zone
        if zone is not None and zone != before and self._fixed_zone is None:
            logger.info(
                "%s shows times in %s (set FPCRAWL_TIMEZONE if that is wrong)",
                self._spider.arguments.host,
                zone,
            )
