"""What the forum and the news spider share: one site, read page by page."""

from __future__ import annotations

import logging
import math
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy import Request, Spider, signals
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.defer import deferred_from_coro

from fpcrawl.clustering.settled import SettledFamilies
from fpcrawl.exceptions import StateAway, StateError, UsageError
from fpcrawl.extraction.keys import thread_key
from fpcrawl.extraction.records import Thread
from fpcrawl.items import PageItem
from fpcrawl.pages.urls import SiteScope, canonical_url
from fpcrawl.pipelines.templates import SiteTemplates
from fpcrawl.reader.knowledge import Knowledge
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.scheduling.config import SchedulerConfig
from fpcrawl.scheduling.requests import slot_key
from fpcrawl.scheduling.scheduler import get_scheduler
from fpcrawl.scheduling.state import fail_crawl, get_gate, get_state, when_back
from fpcrawl.settings.zone import site_zone
from fpcrawl.spiders.aim import Aim
from fpcrawl.spiders.arguments import GROUP, SpiderArguments, parse_arguments
from fpcrawl.spiders.detours import ROWS, Detours
from fpcrawl.spiders.endings import (
    end_drifting,
    end_unread,
    is_out_of_reach,
    tell_address,
    tell_empty,
    tell_recordless,
)
from fpcrawl.spiders.hosts import tell_hosts
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.spiders.leftalone import LeftAlone
from fpcrawl.spiders.leftout import LeftOut
from fpcrawl.spiders.misread import Misread
from fpcrawl.spiders.oddpages import ask_later, doubt_gone
from fpcrawl.spiders.readers import render_mode
from fpcrawl.spiders.readings import Readings
from fpcrawl.spiders.responses import header, page_limits, site_time
from fpcrawl.spiders.returns import Returns
from fpcrawl.spiders.sources import SourceReader
from fpcrawl.spiders.topicsettings import check_topic, topic_setup
from fpcrawl.spiders.traps import TrapWatch
from fpcrawl.spiders.turns import Turns
from fpcrawl.spiders.zonewatch import zone_change
from fpcrawl.store.model import FINGERPRINT_BYTES
from fpcrawl.walk.walker import HOME, ROW, Context, Step, Walker, WalkRules

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector
    from twisted.python.failure import Failure

    from fpcrawl.reader.job import PageReport
    from fpcrawl.reader.secondlook import RenderMode
    from fpcrawl.reader.topical import TopicSetup

__all__ = ["SiteSpider"]

logger = logging.getLogger(__name__)

#: Addresses of this run remembered in memory, to ask the frontier less.
KNOWN_URLS = 50_000
GONE_STATUSES = frozenset({400, 401, 403, 404, 405, 410, 451})


class SiteSpider(Spider):
    """Walks one site and yields a :class:`~fpcrawl.items.PageItem` for each page read."""

    kind: ClassVar[str]
    #: Lists are planned where they are stored, not by the revisit middleware.
    plans_lists: ClassVar[bool] = True
    #: Says itself when a page is read, see :class:`~fpcrawl.scheduling.middleware.LeaseMiddleware`.
    tells_reading: ClassVar[bool] = True
    #: Has no use for what was cut off on its way, see :class:`~fpcrawl.middlewares.backoff`.
    wants_whole_pages: ClassVar[bool] = True
    readings: Readings

    def __init__(self, arguments: SpiderArguments, settings: BaseSettings, name: str) -> None:
        super().__init__(name)
        self.arguments = arguments
        self.crawl_key = f"{name}:{arguments.host}"
        self.fixed_zone = site_zone(settings)
        self.scope = SiteScope(arguments.site)
        rules = WalkRules(self.kind, arguments.boards, arguments.allow, arguments.deny)
        self.known = Knowledge()
        self.walker = Walker(self.scope, rules, self.known.families, self.known.twins)
        self.left_alone = LeftAlone(self.walker)
        self.sources = SourceReader(self)
        self.returns = Returns(self)
        self.detours = Detours(self)
        self.settled = SettledFamilies()
        self.aim: Aim | None = None
        self.group = ""
        #: Whether what earlier runs learnt is known.
        self.is_open = False
        self.pages_read = 0
        #: Pages that may still come, by the argument ``max_pages``: walls count too.
        self.pages_left: float = arguments.max_pages or math.inf
        #: Whether a page has led to others, held records, or had not changed.
        self.found_something = False
        #: Whether a page held records, also such as are left out, or had not changed.
        self.has_records = False
        #: Where the site's start page was found instead.
        self.sent_to = ""
        #: Whether a start page that led nowhere is made by scripts.
        self.needs_scripts = False
        self._known: OrderedDict[str, None] = OrderedDict()
        self._refused: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler, *_: Any, **kwargs: Any) -> SiteSpider:
        """Make the spider from ``-a`` arguments; raises :class:`UsageError` on a bad one."""
        given = {name: value for name, value in kwargs.items() if isinstance(value, str)}
        group = given.pop(GROUP, "")
        spider = cls(parse_arguments(given), crawler.settings, cls.name)
        spider.group = group
        spider._set_crawler(crawler)
        spider.readings = Readings(spider, crawler)
        crawler.signals.connect(spider._opened, signal=signals.spider_opened)
        crawler.signals.connect(spider._idle, signal=signals.spider_idle)
        crawler.signals.connect(spider._closed, signal=signals.spider_closed)
        return spider

    @classmethod
    def check(cls, given: Mapping[str, str], settings: BaseSettings) -> None:
        """Check arguments and settings without starting; raises :class:`UsageError`."""
        arguments = parse_arguments(given)
        if arguments.login is not None and not settings.getbool("COOKIES_ENABLED"):
            raise UsageError("login: a session needs cookies; leave COOKIES_ENABLED on")
        site_zone(settings)
        render_mode(settings)
        check_topic(arguments.topic, settings)
        SchedulerConfig.from_settings(settings)

    @property
    def stats(self) -> StatsCollector:
        """The crawl's statistics."""
        stats = self.crawler.stats
        assert stats is not None
        return stats

    async def _opened(self) -> None:
        """Know what earlier runs learnt; else not a page is asked for, which would be lost."""
        try:
            await when_back(self.crawler, self._open)
        except StateError as error:
            fail_crawl(self.crawler, error)
            raise CloseSpider("state_error") from error
        except Exception as error:
            logger.exception("%s cannot be crawled", self.arguments.site)
            raise CloseSpider("not_begun") from error
        self.is_open = True

    def _open(self) -> None:
        self.state = get_state(self.crawler)
        self.knowledge = SiteKnowledge(self.state.values, self.crawl_key)
        known = self.known = self.knowledge.load()
        known.families.give_another_chance()
        self.walker.families, self.walker.twins = known.families, known.twins
        self.left_alone.open(self.state.values, self.crawl_key)
        changed = zone_change(
            self.state, self.crawl_key, self.arguments.host, self.fixed_zone, known.clock.zone
        )
        if changed is not None:
            logger.warning("%s", changed)
        self.traps = TrapWatch(self.walker, self.stats)
        self.templates = SiteTemplates(
            self.state,
            self.crawl_key,
            self.arguments.host,
            known,
            self.stats,
            self.settings.getfloat("FPCRAWL_HOLD_S"),
            self._render_mode(),
            self.traps.unsaid,
        )
        self.turns = Turns(self.crawler, known.families)
        arguments = self.arguments
        if arguments.topic is not None:
            self.aim = Aim(self)
            self.walker.max_trail = self.settings.getint("FPCRAWL_TOPIC_TUNNEL")
        since = arguments.since.date().isoformat() if arguments.since is not None else None
        self.left_out = LeftOut(self, since)
        self.misread = Misread(self)
        self.readings.open(
            DeskSetup(
                arguments.site,
                arguments.host,
                self.walker.rules,
                page_limits(self.settings),
                self.fixed_zone,
                since,
                known,
                self._topic_setup(),
                self.walker.max_trail,
            )
        )

    def _render_mode(self) -> RenderMode:
        mode, reason = render_mode(self.settings)
        if reason:
            logger.debug("No page is laid out: %s", reason)
        return mode

    def _topic_setup(self) -> TopicSetup | None:
        library = self.arguments.topic
        # One of a name alone has no terms, and is a topic.
        return topic_setup(library, self.settings) if library is not None else None

    def _closed(self) -> None:
        self.readings.close()

    async def start(self) -> AsyncIterator[Request]:
        """Yield the start pages; what an earlier run left is in the frontier already."""
        role = "index" if self.arguments.boards else "home"
        for url in self.first_urls:
            step = Step(url, HOME, Context(role="board" if role == "index" else role))
            request = self._request(step, recurring=True)
            if not self.walker.families.families:
                # Nothing of the site was ever read: it is asked, whatever an earlier run met.
                request.dont_filter = await when_back(
                    self.crawler, partial(self._met_in_vain, request)
                )
            yield self._first(request)
        for url in self.arguments.starts:
            yield self._first(self._request(Step(url, HOME, Context())))
        for request in self.left_out.requests():
            yield request

    @property
    def first_urls(self) -> tuple[str, ...]:
        """Where the crawl begins: the boards asked for, else the site's start page."""
        return self.arguments.boards or (canonical_url(self.arguments.site),)

    def hosts_left_alone(self) -> dict[str, float]:
        """Hosts of the start pages that are not to be asked now, each with the time it may be."""
        closed = get_gate(self.crawler).closed()
        return {host: closed[host] for host in self._first_hosts() if host in closed}

    def failures_in_a_row(self) -> int:
        """How often the hosts of the start pages have failed since they last answered."""
        gate = get_gate(self.crawler)
        return sum(gate.state(host).failures for host in self._first_hosts())

    def _first_hosts(self) -> list[str]:
        return sorted({slot_key(Request(url)) for url in self.first_urls})

    def time_is_lost(self) -> bool:
        """Tell whether the site was away until the time of the run was over.

        Details go to ``fpcrawl/end_detail``.
        """
        if not is_out_of_reach(self):
            return False
        tell_address(self)
        return True

    def _met_in_vain(self, request: Request) -> bool:
        """Whether an earlier run, and no other worker just now, has asked for nothing."""
        place = self.state.frontier.place(self.crawl_key, self._fingerprint(request))
        if place is None:
            return False
        return place.state == "done" or (place.state == "waiting" and not place.visits)

    def fingerprint_of(self, url: str) -> bytes:
        """Fingerprint under which the frontier knows a page."""
        return self._fingerprint(Request(url))

    def _fingerprint(self, request: Request) -> bytes:
        fingerprinter = self.crawler.request_fingerprinter
        assert fingerprinter is not None
        return fingerprinter.fingerprint(request)[:FINGERPRINT_BYTES]

    def _first(self, request: Request) -> Request:
        if self.aim is not None:
            request.priority = self.aim.first(request.priority)
        return request

    def _request(self, step: Step, *, recurring: bool = False, again: bool = False) -> Request:
        meta = step.context.to_meta()
        if recurring:
            meta["fp_recurring"] = True
        return Request(
            step.url,
            callback=self.parse,
            errback=self.failed,
            priority=step.priority,
            meta=meta,
            dont_filter=again,
        )

    def _item(self, response: Response) -> PageItem:
        meta = response.meta
        context = Context.from_meta(meta)
        self.pages_read += 1
        self.pages_left -= 1
        scheduler = get_scheduler(self.crawler)
        if scheduler is not None:
            scheduler.book.answer(meta.get("fp_lease"))
        if not self.pages_left:
            engine = self.crawler.engine
            assert engine is not None
            deferred_from_coro(engine.close_spider_async(reason="max_pages"))
        return PageItem(
            url=canonical_url(response.url) or response.url,
            inherited=float(meta.get("fp_topic") or 0.0),
            lease=meta.get("fp_lease"),
            context=context,
            report=None,
            now=site_time(response),
            asked=(meta.get("redirect_urls") or [None])[0],
            recurring=bool(meta.get("fp_recurring")),
            first_visit=not (context.again or meta.get("fp_visits")),
            etag=header(response, "ETag"),
            last_modified=header(response, "Last-Modified"),
        )

    async def parse_source(self, response: Response, **_: Any) -> AsyncIterator[Request | PageItem]:
        """Read a feed or a sitemap; yield what it names and, last, the page itself."""
        item = self._item(response)
        if response.status == 304:
            self.stats.inc_value("fpcrawl/pages/unchanged")
            self.found_something = self.has_records = True
        else:
            for request in self.sources.read(response, item):
                yield request
        yield item

    async def parse(self, response: Response, **_: Any) -> AsyncIterator[Request | PageItem]:
        """Read a page once; yield the links to follow and, last, the page itself."""
        item = self._item(response)
        if response.status == 304:
            self.stats.inc_value("fpcrawl/pages/unchanged")
            self.found_something = self.has_records = True
            yield item
            return
        await self.turns.enter(item)
        handed_on = False
        try:
            report = await self.readings.read(response, item)
            if report is None:
                return
            assert response.request is not None
            if report.alias is None and ask_later(self, response.request, item, report):
                return
            for request in self._take_report(item, report):
                yield request
            if item.report is not None:
                handed_on = True
                yield item
        finally:
            # Else it ends when the item has gone through the pipelines.
            if not handed_on:
                self.turns.leave(item)

    def _take_report(self, item: PageItem, report: PageReport) -> Iterator[Request]:
        """Ask for what a page leads to; note in the item what the page is."""
        self.stats.inc_value(f"fpcrawl/pages/{report.page_type}")
        context = item.context = report.context
        if report.steps or report.records or report.left_out or report.alias or report.feeds:
            self.found_something = True
        self.needs_scripts = self.needs_scripts or report.is_bare
        if context.role == "home" and item.asked and canonical_url(item.asked) != item.url:
            self.sent_to = item.url
        self.note_refused(report.refused)
        families = self.walker.families
        tell_hosts(report, families)
        if report.alias is not None:
            self.stats.inc_value("fpcrawl/walk/aliases")
            request = self.request_for(Step(report.alias, ROW, context))
            self.detours.copy_read(report, is_new=request is not None)
            if request is not None:
                yield request
            return
        item.report = report
        self.traps.remember(report.url)
        if item.first_visit or self.misread.is_asked(item.url):
            item.trap = self.traps.judge(report, asked_for=item.recurring)
        else:
            self.traps.judge_again(report)
        yield from self.sources.feeds(report)
        if item.trap is None:
            families.note_page_size(report.first_page, report.size)
            item.recurring = item.recurring or self._comes_back(report)
        yield from self._given_back()
        # Two lists can begin alike and go on differently.
        if item.trap is None or (item.trap == "twin" and report.role == "index"):
            yield from self._links(item, report.steps)

    @property
    def is_busy(self) -> bool:
        """Whether enough pages wait to be read and stored; the scheduler then hands out none."""
        return self.turns.are_full

    def _comes_back(self, report: PageReport) -> bool:
        """First pages of lists are visited again; deeper ones when the first has changed."""
        assert report.content is not None
        # One of two addresses of a list is enough to come back to.
        twin = self.traps.is_known_list(report.content)
        first = report.role in {"index", "home"} and report.context.page == 1
        return first and report.confidence > 0.4 and not twin

    def _links(self, item: PageItem, steps: Sequence[Step]) -> Iterator[Request]:
        item.last_page = item.context.page
        for step, request in zip(steps, self.requests_for(steps), strict=True):
            if step.context.thread_url is not None:
                self.walker.families.note_turned(step.url)
                item.last_page = max(item.last_page, step.context.page)
            if request is None:
                continue
            item.new_links += 1
            item.list_links += step.row
            yield request

    def _given_back(self) -> Iterator[Request]:
        """Ask for what was left alone as it seemed to be known, and is not."""
        for step in self.left_alone.given_back():
            self.stats.inc_value("fpcrawl/walk/given_back")
            # It may have been queued once.
            yield self._request(step, again=True)

    def note_refused(self, urls: Iterable[str]) -> None:
        """Count addresses that the user's rules refuse, each once."""
        for url in urls:
            if url not in self._refused and len(self._refused) < KNOWN_URLS:
                self._refused.add(url)
                self.stats.inc_value("fpcrawl/outcome/not_allowed")

    def request_for(self, step: Step) -> Request | None:
        """Request for a step whose address was never queued, ``None`` for another."""
        return self.requests_for([step])[0]

    def requests_for(self, steps: Sequence[Step]) -> list[Request | None]:
        """See :meth:`request_for`; the frontier is asked once for all of them."""
        found: list[tuple[Request, bytes] | None] = []
        for step in steps:
            whole = self._was_met(step.url)
            if whole and (self.traps.was_read(step.url) or self.left_alone.is_twin(step)):
                found.append(None)
                continue
            request = self._request(step)
            if whole:
                request.meta["fp_whole"] = True
            found.append((request, self._fingerprint(request)))
        try:
            known = self.state.frontier.known(self.crawl_key, {one[1] for one in found if one})
        except StateAway:
            known = set()  # what is known after all will be left out when they are added
        return [one[0] if one and one[1] not in known else None for one in found]

    def _was_met(self, url: str) -> bool:
        known = self._known
        key = self.walker.twins.key(url)
        if key in known:
            known.move_to_end(key)
            return True
        known[key] = None
        if len(known) > KNOWN_URLS:
            known.popitem(last=False)
        return False

    def left_site(self, request: Request) -> None:
        """Note a redirect that left the site; for the start page that ends the crawl."""
        if request.meta.get("fp_role") == "home":
            self.stats.inc_value("fpcrawl/outcome/elsewhere")
            self.stats.set_value("fpcrawl/end_detail", request.url)
            logger.error(
                "%s sends to %s; crawl that with -a site=%s if it is what you want",
                self.arguments.site,
                request.url,
                request.url,
            )

    def thread_key(self, url: str) -> str:
        """Key of the thread (or article) at an address."""
        return thread_key(self.arguments.host, url)

    def page_stored(self, item: PageItem) -> None:
        """Learn from what a stored page was worth; ask again for threads that changed."""
        report = item.report
        if report is None:
            return
        kinds = [s for s in item.stored if not isinstance(s.record, Thread)]
        # What is left out for the topic's sake is a record all the same, or is held back.
        beside = item.off_topic + item.held
        fresh = sum(s.status in {"new", "held"} for s in kinds) + beside
        self.has_records = bool(self.has_records or kinds or beside or report.left_out)
        families = self.walker.families
        families.note_role(item.url, report.own_role, report.own_weight, report.why)
        if item.first_visit and item.context.role not in {"home", "board"}:
            # A page that gave no record may still be content.
            read = bool(kinds or beside) or item.trap is not None
            unread = not read and report.role in {"thread", "article"}
            useful = bool(fresh or item.list_links or unread)
            self.detours.page_stored(item, useful=useful)
            families.note_fetch(
                item.url,
                useful=useful,
                duplicate=item.trap is not None or (bool(kinds) and not fresh),
                found=bool(fresh or report.left_out),
                other=unread and report.role == "article",
                trapped=item.trap is not None,
                ended=item.trap == "beyond_end",
            )
        self.returns.page_stored(item)
        self.left_out.page_stored(item)
        self.misread.page_stored(item)

    def crawl_again(self, step: Step, topic: float | None = None) -> None:
        """Ask for an address whether or not it was read before; see :meth:`request_again`."""
        self._ask(self.request_again(step, topic))

    def request_again(self, step: Step, topic: float | None = None) -> Request:
        """Request for an address whether or not it was read before.

        Parameters
        ----------
        topic
            Its score so far, in a crawl on a topic; a list has none.
        """
        request = self._request(step, again=True)
        if self.aim is not None:
            request.priority = self.aim.priority_again(request.priority, topic)
        return request

    def _ask(self, request: Request) -> None:
        engine = self.crawler.engine
        assert engine is not None
        engine.crawl(request)

    @property
    def layouts_learnt(self) -> int:
        """Layouts learnt anew or replaced in this run."""
        return sum(book.changes for book in self.known.layouts.values())

    def has_none_stored(self) -> bool:
        """Whether no record of the site is stored, of this run or one before.

        Raises
        ------
        StateError
            When the state cannot be read.
        """
        kind = "post" if self.kind == "forum" else "article"
        return self.state.records.count(kind, self.arguments.host) == 0

    def save_knowledge(self) -> None:
        """Keep what is known of the site."""
        if not self.is_open:
            return
        self.knowledge.save(self.known)
        self.left_alone.save()
        self.templates.save()
        if self.aim is not None:
            self.aim.save()

    def failed(self, failure: Failure) -> None:
        """Count an address that the site does not know."""
        error = failure.value
        # A site in trouble says nothing of its addresses; a 404 does.
        if isinstance(error, HttpError) and error.response.status in GONE_STATUSES:
            self._note_gone(error.response)
            doubt_gone(self, error.response)

    def _note_gone(self, response: Response) -> None:
        meta = response.meta
        if meta.get("fp_again") or meta.get("fp_visits"):
            return  # a page that was read before, and has gone since
        if meta.get("fp_failures"):
            return  # it was counted when it was doubted
        named = meta.get("fp_role") in ROWS
        self.walker.families.note_error(response.url, named=named)

    def _idle(self) -> None:
        """Look at sitemaps last; name the reason when a run ends without having read anything."""
        sitemaps = list(self.sources.sitemaps())
        for request in sitemaps:
            self._ask(request)
        if self.misread.ask_at_end() or sitemaps:
            raise DontCloseSpider
        if self.pages_read:
            end_drifting(self.templates, self.stats)
            if not self.found_something:
                tell_empty(self)
            elif not self.has_records:
                tell_recordless(self)
            return
        end_unread(self)
