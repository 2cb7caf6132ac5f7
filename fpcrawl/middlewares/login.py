"""Logging in when it is needed, and keeping the cookies."""

from __future__ import annotations

import asyncio
import logging
import uuid
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.utils.defer import deferred_from_coro

from fpcrawl.exceptions import StateError
from fpcrawl.middlewares.cookies import cookies_of, get_jar, put_cookies
from fpcrawl.middlewares.signin import LoginRefusedError, LoginTroubleError, SignIn
from fpcrawl.scheduling.outcomes import reason_of
from fpcrawl.scheduling.state import get_state
from fpcrawl.spiders.responses import page_limits
from fpcrawl.store.sessions import SessionStore
from fpcrawl.walk.wallbook import Standing, WallBook

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.spiders.site import SiteSpider

__all__ = ["LoginKeeper", "Walled"]

logger = logging.getLogger(__name__)

_DAY_S = 86_400.0
_SAVE_S = 5.0
_TRIES = 3
#: Seconds between two looks whether another worker has logged in.
_CLAIM_LOOK_S = 0.5
#: A session that was lost after fewer pages than this did not hold.
_FEW_PAGES = 3


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


class _RefusedBeforeError(LoginRefusedError):
    """The site refused the login in an earlier run."""


class LoginKeeper:
    """Logs in when the first page is asked for, and again when the session is lost.

    Stats: ``fpcrawl/session/logins``, ``/login_failures``.

    Attributes
    ----------
    book
        Is told of each login.
    identity
        Names the login; empty = a guest.
    """

    def __init__(self, crawler: Crawler) -> None:
        spider: SiteSpider = crawler.spider  # type: ignore[assignment]
        settings = crawler.settings
        self._crawler = crawler
        self._spider = spider
        self._login = spider.arguments.login
        self._stats: StatsCollector = crawler.stats
        self._state = get_state(crawler)
        key = self._login.key if self._login is not None else None
        self._store = SessionStore(self._state.values, spider.crawl_key, key)
        self._max_wait_s = settings.getfloat("FPCRAWL_BACKOFF_MAX_S", 900.0)
        self._base_s = settings.getfloat("FPCRAWL_BACKOFF_BASE_S", 2.0)
        standing = Standing.GUEST
        if self._login is not None:
            standing = Standing.COOKIES if self._login.credentials is None else Standing.FORM
        self.book = WallBook(standing, self._max_wait_s)
        self._jar = get_jar(crawler)
        self.identity = "" if self._login is None else self._login.identity
        self._host = urlsplit(spider.arguments.site).hostname or ""
        self._me = uuid.uuid4().hex
        self._number = self._store.number(self.identity)
        put_cookies(self._jar, self._store.cookies(self.identity, self._state.clock()), self._host)
        self._kept = len(self._jar) > 0
        self._lock = asyncio.Lock()
        self._wanted = self._login is not None
        self._over = False
        self._failures = 0
        self._not_before = 0.0
        self._short = 0
        self._next_save = 0.0
        self._signer = SignIn(
            self._fetch,
            spider.arguments.site,
            spider.scope,
            page_limits(settings),
            settings.getfloat("FPCRAWL_LOGIN_PAUSE_S", 1.0),
        )
        crawler.signals.connect(self._closed, signal=signals.spider_closed)

    # -- cookies

    def save(self) -> None:
        """Keep the cookies for the next run."""
        now = self._state.clock()
        self._next_save = now + _SAVE_S
        cookies = cookies_of(self._jar)
        self._store.keep_cookies(self.identity, cookies, now, number=self._number)

    def _closed(self) -> None:
        try:
            self.save()
        except StateError as error:
            logger.warning("The cookies are not kept: %s", error)

    def cookies_changed(self) -> None:
        """Keep the cookies, not too often."""
        if self._state.clock() >= self._next_save:
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
            self.stop(str(error))
        except LoginRefusedError as error:
            self._store.note_refused(self.identity, self._state.clock(), str(error))
            self._stats.inc_value("fpcrawl/session/login_failures")
            self.stop(str(error))
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
            self.stop(why)
            return
        wait_s = min(self._max_wait_s, self._base_s * 2.0**self._failures)
        self._not_before = self._state.clock() + wait_s
        logger.warning("The login failed, tried again in %.0f s: %s", wait_s, why)

    def lost(self) -> None:
        """Have the next request wait for a new login."""
        self._wanted = True

    def stop(self, why: str) -> None:
        """End the crawl for want of a login; what waits for one is put back."""
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
            self._kept = False
        if login.credentials is None:
            if not first:
                raise LoginRefusedError("the site does not accept its cookies any more")
            put_cookies(self._jar, login.cookies, self._host)
            account, entrance = await self._signer.look()
            if entrance and not account:
                raise LoginRefusedError("the site does not accept its cookies (any more)")
            self._came_in()
            return
        if not first and self.book.is_in_doubt and (await self._signer.look())[0]:
            logger.info("The session is still good")
            self.book.still_in()
            return
        if not await self._claim():
            logger.info("Another worker has logged in; its session is shared")
            self._came_in()
            return
        try:
            self._check_refused()
            if not first:
                await self._pause()
                self._jar.clear()
            proved = await self._signer.sign_in(login.credentials)
            self._stats.inc_value("fpcrawl/session/logins")
            logger.info("Logged in%s", "" if proved else ", as far as one can see")
            self._number = self._store.number(self.identity) + 1
            self._came_in()
        finally:
            self._store.end_claim(self._me)
            self._state.flush()

    async def _claim(self) -> bool:
        """Wait until no other worker logs in; False when one has, whose session is taken over."""
        while True:
            if await self._take_over():
                return False
            is_granted = self._store.claim(self._me, self._state.clock())
            self._state.flush()
            if is_granted():
                return True
            await asyncio.sleep(_CLAIM_LOOK_S)

    async def _take_over(self) -> bool:
        """Go on with the session of another worker, if there is a newer one that is good."""
        number = self._store.number(self.identity)
        if number <= self._number:
            return False
        self._number = number
        self._jar.clear()
        put_cookies(self._jar, self._store.cookies(self.identity, self._state.clock()), self._host)
        account, _ = await self._signer.look()
        if not account:
            self._jar.clear()
        return account

    def _check_refused(self) -> None:
        """Spare the account: a password that was refused is not sent again and again."""
        count, last, why = self._store.refused(self.identity)
        wait_s = min(_DAY_S, 3600.0 * 2.0 ** (count - 1)) if count else 0.0
        if self._state.clock() < last + wait_s:
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
