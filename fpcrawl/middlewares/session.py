"""The session of a crawl with its site: which pages are walls, and what becomes of them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl
from weakref import WeakKeyDictionary

from scrapy import Request

from fpcrawl.middlewares.login import LoginKeeper, Walled
from fpcrawl.middlewares.parked import ParkedPages
from fpcrawl.pages.urls import canonical_url
from fpcrawl.scheduling.requests import slot_key
from fpcrawl.scheduling.state import get_gate, get_state
from fpcrawl.store.sessions import SessionStore
from fpcrawl.walk.forms import names_login
from fpcrawl.walk.wallbook import WAITS_S, Action, Decision, Standing

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.reader.job import PageReport
    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.walk.walls import Wall

__all__ = ["Session", "entrance_of", "get_session"]

logger = logging.getLogger(__name__)

_DAY_S = 86_400.0
_LATER_S = 6 * 3600.0
#: Redirect targets remembered.
_WAYS = 500
#: Pages whose links are looked at for those that lead to a login.
_PAGES_WITH_DOORS = 5
#: A longer value in the address of a login page tells where it is to lead back to.
_MAX_VALUE = 16
_OF_THE_WAY = (
    "redirect_times",
    "redirect_ttl",
    "redirect_urls",
    "redirect_reasons",
    "fp_lease",
    "fp_session",
    "download_slot",
)


_sessions: WeakKeyDictionary[Crawler, Session] = WeakKeyDictionary()


def get_session(crawler: Crawler) -> Session:
    """Return the session of a crawler whose spider is open."""
    session = _sessions.get(crawler)
    if session is None:
        session = _sessions[crawler] = Session(crawler)
    return session


class Session:
    """Tells pages from walls, and ends or puts back what met one.

    Stats: ``fpcrawl/walls/<kind>``, ``fpcrawl/session/lost``, ``/parked``,
    ``/still_walled``.

    Attributes
    ----------
    login
        Logs in, and keeps the cookies.
    book
        Decides about walls.
    parked
        Pages put aside because of a wall.
    """

    def __init__(self, crawler: Crawler) -> None:
        spider: SiteSpider = crawler.spider  # type: ignore[assignment]
        self._crawler = crawler
        self._spider = spider
        self._stats: StatsCollector = crawler.stats
        self._gate = get_gate(crawler)
        state = get_state(crawler)
        self._clock = state.clock
        self._store = SessionStore(state.values, spider.crawl_key)
        self.login = LoginKeeper(crawler)
        self.book = self.login.book
        self.parked = ParkedPages(crawler, self.login.identity, self.book, self._store)
        self._entrances = set(self._store.entrances())
        self._doors: set[str] = set()
        self._ways: OrderedDict[str, list[Request]] = OrderedDict()
        self._told: set[str] = set()

    @property
    def wants_doors(self) -> bool:
        """Whether links that lead to a login are still looked for."""
        return self.book.pages_of_session < _PAGES_WITH_DOORS

    @property
    def wants_account(self) -> bool:
        """Whether pages are asked for signs of the account."""
        return self.book.standing is not Standing.GUEST

    def judge(self, report: PageReport, request: Request) -> Walled | None:
        """Tell whether a page is to be taken as content.

        Returns
        -------
        Walled or None
            What to end or put back the request with, when it is not.
        """
        session = int(request.meta.get("fp_session", self.book.session))
        url = _asked_for(request)
        if report.wall is not None:
            return self.met(report.wall, request, account=report.has_account)
        self._doors.update(report.doors)
        lost = self.book.read(
            url, account=report.has_account, entrance=report.has_entrance, session=session
        )
        if lost is None:
            self.parked.opened(request)
            return None
        return self._walled(lost, None, request)

    def met(self, wall: Wall, request: Request, *, account: bool = False) -> Walled:
        """Note a wall and decide what becomes of its request."""
        url = _asked_for(request)
        session = int(request.meta.get("fp_session", self.book.session))
        if wall.kind == "login" and url == request.url and self._is_entrance(url):
            decision = Decision(Action.END)  # a login page, and not in the place of another
        else:
            decision = self.book.met(wall, url, account=account, session=session)
        self._stats.inc_value(f"fpcrawl/walls/{wall.kind}")
        if request.meta.get("fp_parked"):
            self._stats.inc_value("fpcrawl/session/still_walled")
        self._store.note_wall(wall.kind, self._clock(), url)
        if wall.kind not in self._told:
            self._told.add(wall.kind)
            logger.warning("A wall (%s) instead of %s: %s", wall.kind, url, wall.why)
        if decision.wait_s:
            self._gate.close_until(slot_key(request), self._clock() + decision.wait_s)
        if wall.kind not in WAITS_S:
            self._bring_back(request)
        # What is put aside may be content: of its kind a guest asks for no more than a few.
        if decision.action is Action.END and not request.meta.get("fp_role"):
            self._spider.walker.families.note_error(url)
        return self._walled(decision, wall, request)

    def _walled(self, decision: Decision, wall: Wall | None, request: Request) -> Walled:
        kind = "login" if wall is None else wall.kind
        now = self._clock()
        reason, not_before = f"wall_{kind}", 0.0
        match decision.action:
            case Action.AGAIN:
                reason = "session_renewed"
            case Action.LOGIN:
                self.login.lost()
                self._stats.inc_value("fpcrawl/session/lost")
                reason = "session_lost"
            case Action.STOP:
                self.login.stop("the site does not accept its cookies any more")
                reason = "session_lost"
            case Action.WAIT:
                not_before = now + decision.wait_s
            case Action.LATER:
                not_before = now + max(_LATER_S, decision.wait_s)
            case Action.PARK:
                self._stats.inc_value("fpcrawl/session/parked")
                not_before = self.parked.due()
                if request.meta.get("fp_recurring"):
                    not_before = now + _DAY_S
                    self._store.note_list(_asked_for(request), now)
            case Action.END:
                return Walled(f"a wall ({kind})", reason)
        meta = request.meta
        if meta.get("redirect_urls") and not meta.get("fp_recurring"):
            # The row of the page that was asked for ended with the redirect.
            self._note_entrance(request.url)
            self._restore(request, not_before)
            return Walled(f"a wall ({kind})", reason)
        return Walled(f"a wall ({kind})", reason, put_back=True, not_before=not_before)

    def note_way(self, request: Request, target: str) -> None:
        """Remember where a page redirects to: what lies there may turn out to be a wall.

        The frontier takes the page for a double if it knows the target.
        """
        self._ways.setdefault(target, []).append(request)
        self._ways.move_to_end(target)
        while len(self._ways) > _WAYS:
            self._ways.popitem(last=False)

    def _bring_back(self, request: Request) -> None:
        """Ask again for the pages that redirected to an address where there is a wall."""
        ways = self._ways.pop(canonical_url(request.url), [])
        if not ways:
            return
        self._note_entrance(request.url)
        guest = self.book.standing is not Standing.FORM
        for source in ways:
            if not source.meta.get("fp_recurring"):
                self._restore(source, self.parked.due() if guest else 0.0)

    def _is_entrance(self, url: str) -> bool:
        address = canonical_url(url)
        known = address in self._ways or address in self._doors
        return known or names_login(url) or entrance_of(url) in self._entrances

    def _note_entrance(self, url: str) -> None:
        entrance = entrance_of(url)
        if entrance not in self._entrances:
            self._entrances.add(entrance)
            self._store.note_entrance(entrance)

    def _restore(self, request: Request, not_before: float) -> None:
        meta = {name: value for name, value in request.meta.items() if name not in _OF_THE_WAY}
        if not_before:
            meta["fp_not_before"] = not_before
        engine = self._crawler.engine
        assert engine is not None
        engine.crawl(
            Request(
                _asked_for(request),
                callback=self._spider.parse,
                errback=self._spider.failed,
                priority=request.priority,
                meta=meta,
                dont_filter=True,
            )
        )

    def leads_in(self, target: str, request: Request) -> bool:
        """Whether a redirect of a page leads to a login page."""
        if names_login(request.url):
            return False
        return names_login(target) or entrance_of(target) in self._entrances


def entrance_of(url: str) -> str:
    """Address of a login page without what it is to lead back to."""
    address, _, query = url.partition("#")[0].partition("?")
    kept = [
        f"{name}={value}"
        for name, value in parse_qsl(query, keep_blank_values=True)
        if len(value) <= _MAX_VALUE and value.replace("_", "").isalpha()
    ]
    return f"{address}?{'&'.join(kept)}" if kept else address


def _asked_for(request: Request) -> str:
    urls = request.meta.get("redirect_urls")
    return urls[0] if urls else request.url
