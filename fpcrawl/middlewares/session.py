"""The session with a site: logging in, keeping cookies, and what to do about walls."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urljoin, urlsplit
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.defer import deferred_from_coro

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.layout import LayoutBook
from fpcrawl.middlewares.cookies import cookies_of, get_jar, put_cookies
from fpcrawl.middlewares.signin import LoginRefusedError, LoginTroubleError, SignIn
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import canonical_url
from fpcrawl.scheduling.outcomes import reason_of
from fpcrawl.scheduling.requests import slot_key
from fpcrawl.scheduling.state import get_gate, get_state
from fpcrawl.store.base import PARKED
from fpcrawl.store.sessions import SessionStore
from fpcrawl.walk.forms import login_links, names_login, shows_account, shows_entrance
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.wallbook import WAITS_S, Action, Decision, Standing, WallBook
from fpcrawl.walk.walls import TELLING, Wall, wall_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.walk.reading import Reading

__all__ = ["LoginRedirectMiddleware", "Session", "SessionMiddleware", "Walled", "get_session"]

logger = logging.getLogger(__name__)

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_DAY_S = 86_400.0
_LATER_S = 6 * 3600.0
_SAVE_S = 5.0
_TRIES = 3
#: A session that was lost after fewer pages than this did not hold.
_FEW_PAGES = 3
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


class Walled(IgnoreRequest):
    """A wall stands in the place of the page.

    Attributes
    ----------
    put_back
        The request waits to be tried again; else it is over.
    not_before
        When it may be tried, seconds since the epoch; 0 = at once.
    """

    def __init__(
        self, message: str, reason: str, *, put_back: bool = False, not_before: float = 0.0
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.put_back = put_back
        self.not_before = not_before


_sessions: WeakKeyDictionary[Crawler, Session] = WeakKeyDictionary()


def get_session(crawler: Crawler) -> Session:
    """Return the session of a crawler whose spider is open."""
    session = _sessions.get(crawler)
    if session is None:
        session = _sessions[crawler] = Session(crawler)
    return session


class Session:
    """Logs in when the first page is asked for, and again when the session is lost.

    Stats: ``fpcrawl/walls/<kind>``, ``fpcrawl/session/logins``, ``/login_failures``,
    ``/lost``, ``/parked``, ``/unparked``.
    """

    def __init__(self, crawler: Crawler) -> None:
        spider: SiteSpider = crawler.spider  # type: ignore[assignment]
        settings = crawler.settings
        self._crawler = crawler
        self._spider = spider
        self._login = spider.arguments.login
        self._stats: StatsCollector = crawler.stats
        self._state = get_state(crawler)
        self._gate = get_gate(crawler)
        self._store = SessionStore(self._state.values, spider.crawl_key)
        self._entrances = set(self._store.entrances())
        self._doors: set[str] = set()
        self._ways: OrderedDict[str, list[Request]] = OrderedDict()
        self._max_wait_s = settings.getfloat("FPCRAWL_BACKOFF_MAX_S", 900.0)
        self._base_s = settings.getfloat("FPCRAWL_BACKOFF_BASE_S", 2.0)
        standing = Standing.GUEST
        if self._login is not None:
            standing = Standing.COOKIES if self._login.credentials is None else Standing.FORM
        self.book = WallBook(standing, self._max_wait_s)
        self._jar = get_jar(crawler)
        self._identity = "" if self._login is None else self._login.identity
        self._host = urlsplit(spider.arguments.site).hostname or ""
        put_cookies(self._jar, self._store.cookies(self._identity, time.time()), self._host)
        self._kept = len(self._jar) > 0
        self._lock = asyncio.Lock()
        self._wanted = self._login is not None
        self._over = False
        self._failures = 0
        self._not_before = 0.0
        self._short = 0
        self._told: set[str] = set()
        self._next_save = 0.0
        self._signer = SignIn(
            self._fetch,
            spider.arguments.site,
            spider.scope,
            spider.limits,
            settings.getfloat("FPCRAWL_LOGIN_PAUSE_S", 1.0),
        )
        if self._store.begin(self._identity) and self._login is not None:
            self._unpark()
        crawler.signals.connect(self.save, signal=signals.spider_closed)

    def _unpark(self) -> None:
        woken = self._state.frontier.unpark(self._spider.crawl_key)
        if woken:
            self._stats.inc_value("fpcrawl/session/unparked", woken)
            logger.info("%d pages that waited for a login are due now", woken)

    # -- cookies

    def save(self) -> None:
        """Keep the cookies for the next run."""
        now = time.time()
        self._next_save = now + _SAVE_S
        self._store.keep_cookies(self._identity, cookies_of(self._jar), now)

    def cookies_changed(self) -> None:
        """Keep the cookies, not too often."""
        if time.time() >= self._next_save:
            self.save()

    # -- logging in

    async def ready(self) -> None:
        """Wait until there is a session to ask for pages with.

        Raises
        ------
        Walled
            There is none for now; the request is put back.
        """
        if self._over:
            raise Walled("no login", "login_failed", put_back=True)
        if not self._wanted:
            return
        async with self._lock:
            if self._over:
                raise Walled("no login", "login_failed", put_back=True)
            if self._wanted:
                await self._establish()

    async def _establish(self) -> None:
        try:
            await self._try()
        except _RefusedBeforeError as error:
            self._stop(str(error))
        except LoginRefusedError as error:
            self._store.note_refused(self._identity, time.time(), str(error))
            self._stats.inc_value("fpcrawl/session/login_failures")
            self._stop(str(error))
        except LoginTroubleError as error:
            self._trouble(str(error))
        except IgnoreRequest:
            raise
        except Exception as error:
            # Of the request nothing but the kind of error is told: its body is secret.
            self._trouble(reason_of(error))
        else:
            self._wanted = False
            self._failures = 0
            return
        raise Walled("the login failed", "login_failed", put_back=True, not_before=self._not_before)

    def _trouble(self, why: str) -> None:
        self._stats.inc_value("fpcrawl/session/login_failures")
        self._failures += 1
        if self._failures >= _TRIES:
            self._stop(why)
            return
        wait_s = min(self._max_wait_s, self._base_s * 2.0**self._failures)
        self._not_before = time.time() + wait_s
        logger.warning("The login failed, tried again in %.0f s: %s", wait_s, why)

    def _stop(self, why: str) -> None:
        self._over = True
        assert self._login is not None
        detail = f"login with {self._login.path}: {why}"
        logger.error("The crawl ends: %s", detail)
        self._stats.set_value("fpcrawl/end_detail", detail)
        engine = self._crawler.engine
        assert engine is not None
        deferred_from_coro(engine.close_spider_async(reason="login_failed"))

    async def _try(self) -> None:
        login = self._login
        assert login is not None
        first = self.book.session == 0
        if first and login.exposed:
            logger.warning("%s can be read by others on this machine: chmod 600 it", login.path)
        if first and self._kept:
            account, _ = await self._signer.look()
            if account:
                logger.info("The session of an earlier run is still good")
                self._came_in()
                return
            self._jar.clear()
        if login.credentials is None:
            if not first:
                raise LoginRefusedError("the site does not accept its cookies any more")
            put_cookies(self._jar, login.cookies, self._host)
            account, entrance = await self._signer.look()
            if entrance and not account:
                raise LoginRefusedError("the site does not accept its cookies (any more)")
            self._came_in()
            return
        self._check_refused()
        if not first:
            await self._pause()
            self._jar.clear()
        proved = await self._signer.sign_in(login.credentials)
        self._stats.inc_value("fpcrawl/session/logins")
        logger.info("Logged in%s", "" if proved else ", as far as one can see")
        self._came_in()

    def _check_refused(self) -> None:
        """Spare the account: a password that was refused is not sent again and again."""
        count, last, why = self._store.refused(self._identity)
        wait_s = min(_DAY_S, 3600.0 * 2.0 ** (count - 1)) if count else 0.0
        if time.time() < last + wait_s:
            raise _RefusedBeforeError(f"{why} (not tried again before the file is changed)")

    async def _pause(self) -> None:
        """Let a site breathe that loses its sessions at once."""
        if self.book.pages_of_session >= _FEW_PAGES:
            self._short = 0
            return
        self._short += 1
        if self._short > _TRIES:
            raise LoginTroubleError("its sessions do not last")
        await asyncio.sleep(min(self._max_wait_s, self._base_s * 2.0**self._short))

    def _came_in(self) -> None:
        self.book.logged_in()
        self._store.forget_refused()
        self.save()

    async def _fetch(self, request: Request) -> Response:
        engine = self._crawler.engine
        assert engine is not None
        return await engine.download_async(request)

    # -- walls

    def judge(self, reading: Reading, request: Request, status: int = 200) -> Walled | None:
        """Tell whether a page is to be taken as content.

        Returns
        -------
        Walled or None
            What to end or put back the request with, when it is not.
        """
        page = reading.page
        wall = wall_of(reading, status=status)
        session = int(request.meta.get("fp_session", self.book.session))
        url = _asked_for(request)
        if wall is None:
            if self.book.pages_of_session < _PAGES_WITH_DOORS:
                self._doors.update(login_links(page))
            if self._login is None:
                self.book.read(url, account=False, entrance=False, session=session)
                return None
            account = shows_account(page)
            entrance = not account and shows_entrance(page)
            lost = self.book.read(url, account=account, entrance=entrance, session=session)
            return None if lost is None else self._walled(lost, None, request)
        return self.met(wall, request, account=shows_account(page))

    def met(self, wall: Wall, request: Request, *, account: bool = False) -> Walled:
        """Note a wall and decide what becomes of its request."""
        url = _asked_for(request)
        session = int(request.meta.get("fp_session", self.book.session))
        if wall.kind == "login" and url == request.url and self._is_entrance(url):
            decision = Decision(Action.END)  # a login page, and not in the place of another
        else:
            decision = self.book.met(wall, url, account=account, session=session)
        self._stats.inc_value(f"fpcrawl/walls/{wall.kind}")
        self._store.note_wall(wall.kind, time.time(), url)
        if wall.kind not in self._told:
            self._told.add(wall.kind)
            logger.warning("A wall (%s) instead of %s: %s", wall.kind, url, wall.why)
        if decision.wait_s:
            self._gate.close_until(slot_key(request), time.time() + decision.wait_s)
        if wall.kind not in WAITS_S:
            self._bring_back(request)
        if decision.action in (Action.PARK, Action.END) and not request.meta.get("fp_role"):
            self._spider.walker.families.note_error(url)
        return self._walled(decision, wall, request)

    def _walled(self, decision: Decision, wall: Wall | None, request: Request) -> Walled:
        kind = "login" if wall is None else wall.kind
        now = time.time()
        reason, not_before = f"wall_{kind}", 0.0
        match decision.action:
            case Action.AGAIN:
                reason = "session_renewed"
            case Action.LOGIN:
                self._wanted = True
                self._stats.inc_value("fpcrawl/session/lost")
                reason = "session_lost"
            case Action.STOP:
                self._stop("the site does not accept its cookies any more")
                reason = "session_lost"
            case Action.WAIT:
                not_before = now + decision.wait_s
            case Action.LATER:
                not_before = now + max(_LATER_S, decision.wait_s)
            case Action.PARK:
                self._stats.inc_value("fpcrawl/session/parked")
                not_before = now + _DAY_S if request.meta.get("fp_recurring") else PARKED
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
                self._restore(source, PARKED if guest else 0.0)

    def _is_entrance(self, url: str) -> bool:
        address = canonical_url(url)
        known = address in self._ways or address in self._doors
        return known or names_login(url) or _entrance(url) in self._entrances

    def _note_entrance(self, url: str) -> None:
        entrance = _entrance(url)
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
        return names_login(target) or _entrance(target) in self._entrances


class _RefusedBeforeError(LoginRefusedError):
    """The site refused the login in an earlier run."""


def _entrance(url: str) -> str:
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


def _is_page(request: Request) -> bool:
    return request.callback not in (None, NO_CALLBACK)


class LoginRedirectMiddleware:
    """Stands before Scrapy follows redirects: one to a login page is a wall."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Let a response pass, or raise :class:`Walled`."""
        if response.headers.getlist("Set-Cookie"):
            get_session(self._crawler).cookies_changed()
        if response.status in _REDIRECTS and _is_page(request):
            where = (response.headers.get("Location") or b"").decode("latin-1").strip()
            target = canonical_url(urljoin(response.url, where)) if where else ""
            session = get_session(self._crawler)
            if target and session.leads_in(target, request):
                wall = Wall("login", f"it sends to {_entrance(target)[:100]}")
                raise session.met(wall, request)
            if target:
                session.note_way(request, target)
        return response


class SessionMiddleware:
    """Has pages wait for the login, and reads the answers that forbid a page."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Wait for the session; put aside what a guest need not ask for."""
        if not _is_page(request):
            return
        session = get_session(self._crawler)
        await session.ready()
        request.meta["fp_session"] = session.book.session
        if session.book.is_hopeless(request.url) and not request.meta.get("fp_recurring"):
            raise Walled("its like all met a wall", "wall_login", put_back=True, not_before=PARKED)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Recognise walls among the answers that are no pages."""
        if response.status not in TELLING or not _is_page(request) or not response.body:
            return response
        kind = (response.headers.get("Content-Type") or b"text/html").decode("latin-1").lower()
        if "html" not in kind:
            return response
        session = get_session(self._crawler)
        charset = kind.partition("charset=")[2].strip(" \"'") or None
        try:
            page = read_page(response.body, response.url, http_charset=charset)
        except PageError:
            return response
        reading = read_structure(page, LayoutBook())
        wall = wall_of(reading, status=response.status)
        if wall is None:
            return response
        raise session.met(wall, request, account=shows_account(page))
