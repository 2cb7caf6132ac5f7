"""Feeds and sitemaps as further ways to what a site holds."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from protego import Protego
from scrapy import Request

from fpcrawl.exceptions import PageError
from fpcrawl.pages.shapes import url_shape
from fpcrawl.walk.chrome import is_chrome
from fpcrawl.walk.families import PROBES
from fpcrawl.walk.listed import listed_title
from fpcrawl.walk.sources import Source, read_source
from fpcrawl.walk.walker import CONTENT, GUESS, ROW, Context, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response

    from fpcrawl.items import PageItem
    from fpcrawl.reader.job import PageReport
    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.walk.sources import SourceEntry

__all__ = ["SourceReader"]

logger = logging.getLogger(__name__)

#: Sitemaps read of one site and of one index, the newest that tell their time.
MAX_SITEMAPS = 4
MAX_PARTS = 20
#: Kinds of addresses of a sitemap that are tried on a site without records, and addresses that
#: are kept until it is known whether they are worth it.
MAX_KINDS, MAX_KEPT = 24, 20_000
#: Addresses looked up at once.
ASKED_AT_ONCE = 500


class SourceReader:
    """Finds and reads the feeds and sitemaps of a spider's site.

    A feed is visited like a board. A sitemap names everything there is: only addresses of
    kinds that have brought records are taken from it. Where a site has brought none, as one
    whose lists only scripts make, a few of each kind are tried.
    """

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider
        self._home = ""
        #: What sitemaps name beside what is tried, until that has told.
        self._untold: list[SourceEntry] = []

    @property
    def _wanted(self) -> bool:
        spider = self._spider
        return not spider.arguments.boards and spider.settings.getbool("FPCRAWL_WALK_SOURCES")

    def feeds(self, report: PageReport) -> Iterator[Request]:
        """Ask for the feeds that the home page names."""
        if not self._wanted:
            return
        spider = self._spider
        self._home = report.url
        priority = ROW if spider.kind == "news" else CONTENT
        for url in report.feeds:
            if spider.scope.contains(url):
                yield self._request(url, "feed", priority)

    def sitemaps(self) -> Iterator[Request]:
        """Ask once a run for the sitemaps that robots.txt names, then for what they have left.

        That is for when nothing else is left: by then the walk has taught which addresses
        are content.
        """
        home, self._home = self._home, ""
        for url in self._named(home) if home else ():
            yield self._request(url, "sitemap", GUESS)
        untold, self._untold = self._untold, []
        if untold and self._spider.has_records:
            yield from self._follow(Source("sitemap", tuple(untold)))

    def _named(self, home: str) -> list[str]:
        parts = urlsplit(home)
        copy = self._spider.state.sites.robots(f"{parts.scheme}://{parts.netloc}")
        if copy is None or not copy.body:
            return []
        named = Protego.parse(copy.body.decode("utf-8", "replace")).sitemaps
        return [url for url in dict.fromkeys(named) if self._spider.scope.contains(url)][
            :MAX_SITEMAPS
        ]

    def _request(self, url: str, role: str, priority: int, *, recurring: bool = True) -> Request:
        spider = self._spider
        meta = {"fp_role": role, **({"fp_recurring": True} if recurring else {})}
        return Request(
            url,
            callback=spider.parse_source,
            errback=spider.failed,
            priority=priority,
            meta=meta,
        )

    def read(self, response: Response, item: PageItem) -> Iterator[Request]:
        """Ask for what a feed or sitemap names and nobody has asked for."""
        spider = self._spider
        role = item.context.role
        try:
            source = read_source(response.body, response.url)
        except PageError as error:
            spider.stats.inc_value("fpcrawl/sources/unreadable")
            logger.info("%s is no %s: %s", response.url, role, error)
            return
        spider.stats.inc_value(f"fpcrawl/sources/{source.kind}")
        item.entries = len(source.entries)
        item.titles = [(entry.url, entry.title) for entry in source.entries if entry.title]
        for request in self._follow(source):
            item.new_links += 1
            yield request

    def _follow(self, source: Source) -> Iterator[Request]:
        spider, walker = self._spider, self._spider.walker
        if source.kind == "sitemaps":
            for n, entry in enumerate(source.entries[:MAX_PARTS]):
                if spider.scope.contains(entry.url):
                    # What is new is told by the newest.
                    grows = n == 0 and entry.time is not None
                    yield self._request(entry.url, "sitemap", GUESS, recurring=grows)
            return
        expected = "thread" if spider.kind == "forum" else "article"
        is_new = source.kind == "sitemap" and not spider.has_records and spider.has_none_stored()
        tried: Counter[str] | None = Counter() if is_new else None
        steps = []
        for entry in source.entries:
            if not spider.scope.contains(entry.url) or is_chrome(entry.url):
                continue
            if walker.refused(entry.url):
                spider.note_refused([entry.url])
                continue
            family = walker.families.of(entry.url)
            content = family.role in {"thread", "article"} and family.verdict == "proven"
            if walker.families.is_barren(entry.url):
                continue
            if source.kind == "sitemap" and not content and not self._is_tried(entry, tried):
                continue
            priority = CONTENT if source.kind == "feed" else GUESS
            steps.append(
                Step(entry.url, priority, Context(expected, listed=listed_title(entry.title)))
            )
        for start in range(0, len(steps), ASKED_AT_ONCE):
            for request in spider.requests_for(steps[start : start + ASKED_AT_ONCE]):
                if request is not None:
                    spider.stats.inc_value("fpcrawl/sources/found")
                    yield request

    def _is_tried(self, entry: SourceEntry, tried: Counter[str] | None) -> bool:
        """Whether an address of a kind that is not known is one of the first; keep the others."""
        if tried is None:
            return False
        shape = url_shape(entry.url)
        if tried[shape] < PROBES and (shape in tried or len(tried) < MAX_KINDS):
            tried[shape] += 1
            return True
        if len(self._untold) < MAX_KEPT:
            self._untold.append(entry)
        return False
