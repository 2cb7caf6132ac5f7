"""What fpcrawl reads on a page, handed to the callbacks of any Scrapy project.

``DOWNLOADER_MIDDLEWARES = {"fpcrawl.middlewares.pages.PageMiddleware": 50}`` with
``FPCRAWL_ADDON`` naming what is wanted; see docs/own-projects.md.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.http import HtmlResponse
from scrapy.http.request import NO_CALLBACK

from fpcrawl.clustering.library import Library
from fpcrawl.exceptions import StateError
from fpcrawl.extraction.records import Thread, record_dict
from fpcrawl.pages.charset import charset_of, decide_charset
from fpcrawl.pages.urls import canonical_url
from fpcrawl.pipelines.clustering import SAVE_PAGES
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import SURE_ENOUGH, PageJob
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.scheduling.state import get_state
from fpcrawl.settings.zone import site_zone
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.spiders.responses import header, page_limits, site_time
from fpcrawl.walk.walker import Context, WalkRules

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from fpcrawl.reader.job import PageReport

__all__ = ["PAGE_PARTS", "PageMiddleware"]

logger = logging.getLogger(__name__)

PAGE_PARTS = frozenset({"charset", "clustering", "extraction"})
"""Parts of ``FPCRAWL_ADDON`` that this middleware does."""

#: Sites whose layouts are kept in memory.
_SITES = 64
_OK = 200


class PageMiddleware:
    """Tells callbacks the true charset of a page, its cluster and its records.

    A page is read once, in the crawl's own process: 10 to 50 ms each.

    Stats: ``fpcrawl/pages/charset_overridden``, ``/{role}``, ``fpcrawl/clustering/pages``,
    ``/new``, ``/errors``, ``fpcrawl/extraction/errors``, ``fpcrawl/walls/{kind}``,
    ``fpcrawl/outcome/page_{reason}``.

    Raises
    ------
    UsageError
        When a setting makes no sense.
    StateError
        When ``FPCRAWL_STATE_DIR`` cannot be used.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        parts = PAGE_PARTS.intersection(settings.getlist("FPCRAWL_ADDON")) or PAGE_PARTS
        self._crawler = crawler
        self._parts = parts
        self._limits = page_limits(settings)
        self._zone = site_zone(settings)
        self._name = str(crawler.spidercls.name)
        self._desks: OrderedDict[str, ReadingDesk] = OrderedDict()
        self._unsaved = 0
        self._library: Library | None = None
        if parts - {"charset"}:
            self._state = get_state(crawler)
        if "clustering" in parts:
            self._library = Library(self._state.clusters)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        middleware = cls(crawler)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        return middleware

    async def process_response(self, request: Request, response: Response) -> Response:
        """Read a page; what it holds stands in ``response.meta``."""
        if (
            response.status != _OK
            or not isinstance(response, HtmlResponse)
            or request.callback is NO_CALLBACK
            or request.meta.get("fp_read") is False
        ):
            return response
        charset = charset_of((header(response, "Content-Type") or "").lower())
        if "charset" in self._parts:
            response = self._in_its_charset(response, charset)
        if self._parts - {"charset"}:
            self._read(request, response, charset)
        return response

    def _in_its_charset(self, response: HtmlResponse, charset: str | None) -> HtmlResponse:
        decision = decide_charset(response.body, charset)
        if decision.overridden:
            self._count("fpcrawl/pages/charset_overridden")
        if decision.encoding.lower() == response.encoding.lower():
            return response
        return response.replace(encoding=decision.encoding)

    def _read(self, request: Request, response: Response, charset: str | None) -> None:
        url = canonical_url(response.url) or response.url
        host = url.partition("://")[2].partition("/")[0]
        context = Context.from_meta(request.meta)
        job = PageJob(
            url,
            response.body,
            charset,
            datetime.now(UTC),
            site_time(response),
            context,
            # A copy of another page is read all the same: it was asked for.
            recurring=True,
            wants_clock=self._zone is None,
        )
        report = self._desk(host, url).read(job)
        meta = request.meta
        if report.failure is not None:
            self._count(f"fpcrawl/outcome/page_{report.failure}")
            logger.info("%s cannot be read: %s", url, report.failure_text)
            return
        meta["fp_wall"] = report.wall.kind if report.wall is not None else None
        if report.wall is not None:
            self._count(f"fpcrawl/walls/{report.wall.kind}")
            return
        self._count(f"fpcrawl/pages/{report.page_type}")
        meta["fp_page_role"] = report.role
        cluster = self._cluster(report)
        if cluster is not None:
            meta["fp_cluster"] = cluster
        if "extraction" in self._parts:
            meta["fp_records"] = self._records(report, cluster)
        self._unsaved += 1
        if self._unsaved >= SAVE_PAGES:
            self._save()

    def _desk(self, host: str, url: str) -> ReadingDesk:
        desk = self._desks.get(host)
        if desk is None:
            known = SiteKnowledge(self._state.values, f"{self._name}:{host}").load()
            setup = DeskSetup(url, host, WalkRules("any"), self._limits, self._zone, known=known)
            desk = self._desks[host] = ReadingDesk(setup)
            if len(self._desks) > _SITES:
                self._keep(*self._desks.popitem(last=False))
        self._desks.move_to_end(host)
        return desk

    def _cluster(self, report: PageReport) -> str | None:
        if self._library is None:
            return None
        if report.clustering_error is not None or report.features is None:
            self._count("fpcrawl/clustering/errors")
            return None
        role = report.role if report.confidence >= SURE_ENOUGH else None
        found = self._library.assign(report.features, role)
        self._count("fpcrawl/clustering/pages")
        if found.is_new:
            self._count("fpcrawl/clustering/new")
            self._save()  # records name their cluster: after a kill it must not be another one
        return found.cluster

    def _records(self, report: PageReport, cluster: str | None) -> list[dict[str, object]]:
        if report.extraction_error is not None:
            self._count("fpcrawl/extraction/errors")
            logger.error("Error in the extraction of %s\n%s", report.url, report.extraction_error)
        found = []
        for record in report.records:
            if not isinstance(record, Thread):
                record.cluster = cluster
            found.append({"kind": type(record).__name__.lower(), **record_dict(record)})
        return found

    def spider_closed(self) -> None:
        """Keep what was learnt of sites and clusters."""
        if not self._desks:
            return
        if self._library is not None:
            self._library.tidy()
        self._save()

    def _save(self) -> None:
        self._unsaved = 0
        try:
            with self._state.transaction():
                if self._library is not None:
                    self._library.save()
                for host, desk in self._desks.items():
                    self._keep(host, desk)
        except StateError as error:
            logger.error("What was learnt is not saved: %s", error)  # noqa: TRY400

    def _keep(self, host: str, desk: ReadingDesk) -> None:
        SiteKnowledge(self._state.values, f"{self._name}:{host}").save(desk.known)

    def _count(self, name: str) -> None:
        assert self._crawler.stats is not None
        self._crawler.stats.inc_value(name)
