"""Logging in by form: find it, fill it, send it, and see whether it worked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from fpcrawl.exceptions import FpcrawlError, PageError
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import join_url
from fpcrawl.spiders.responses import charset_of
from fpcrawl.walk.forms import fill, login_form, login_links, shows_account, shows_entrance
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.walls import wall_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scrapy.http import Response

    from fpcrawl.pages.limits import PageLimits
    from fpcrawl.pages.page import Page
    from fpcrawl.pages.urls import SiteScope
    from fpcrawl.spiders.loginfile import Credentials
    from fpcrawl.walk.forms import LoginForm

__all__ = ["LoginRefusedError", "LoginTroubleError", "SignIn", "quiet_request"]

_MAX_HOPS = 6
_MAX_PLACES = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class LoginRefusedError(FpcrawlError):
    """The login cannot work as it is: the user has to change something."""


class LoginTroubleError(FpcrawlError):
    """The login did not work this time."""


def quiet_request(url: str, *, referer: str | None = None) -> Request:
    """Make a request that no other middleware retries, redirects or hands to the spider."""
    headers = {} if referer is None else {"Referer": referer}
    meta = {
        "dont_redirect": True,
        "handle_httpstatus_all": True,
        "dont_retry": True,
        # The user asks for these pages, no link led here.
        "dont_obey_robotstxt": True,
    }
    return Request(url, headers=headers, callback=NO_CALLBACK, meta=meta, dont_filter=True)


@dataclass(slots=True)
class SignIn:
    """Logs in to one site.

    Attributes
    ----------
    fetch
        Fetches a request past the scheduler.
    site
        Address of the site's start page.
    pause_s
        Seconds between reading the form and sending it: some sites take what comes at once
        for a program's.
    """

    fetch: Callable[[Request], Awaitable[Response]]
    site: str
    scope: SiteScope
    limits: PageLimits
    pause_s: float = 1.0

    async def look(self) -> tuple[bool, bool]:
        """Ask for the start page: whether it offers to log out, and to log in."""
        page = await self._page(quiet_request(self.site))
        return shows_account(page), shows_entrance(page)

    async def sign_in(self, credentials: Credentials) -> bool:
        """Log in.

        Returns
        -------
        bool
            Whether a page proved it; else only nothing speaks against it.

        Raises
        ------
        LoginRefusedError
            Wrong name or password, a captcha, no form that could be used.
        LoginTroubleError
            The site did not answer as it should.
        """
        page, form = await self._find(credentials)
        if form is None:
            return True
        self._check(page, form, credentials)
        await asyncio.sleep(self.pause_s)
        sent = fill(form, credentials.user, credentials.password, credentials.more)
        request = quiet_request(sent.url, referer=page.url).replace(
            method=sent.method, body=sent.body
        )
        request.headers["Content-Type"] = sent.content_type
        request.headers["Origin"] = _origin(page.url)
        answer = await self._page(request)
        if shows_account(answer):
            return True
        again = login_form(answer)
        account, entrance = await self.look()
        if account:
            return True
        self._explain(answer)
        if again is not None and not again.aside:
            raise LoginRefusedError("the site did not accept user and password")
        if entrance:
            raise LoginRefusedError("the site still takes us for a guest after the form was sent")
        return False

    async def _find(self, credentials: Credentials) -> tuple[Page, LoginForm | None]:
        """Return a page with a form; no form when we are logged in already."""
        if credentials.url:
            places, page = [credentials.url], None
        else:
            page = await self._page(quiet_request(self.site))
            if shows_account(page):
                return page, None
            places = [u for u in login_links(page) if self.scope.contains(u)][:_MAX_PLACES]
        for place in places:
            found = await self._page(quiet_request(place, referer=page.url if page else None))
            if shows_account(found):
                return found, None
            form = login_form(found)
            if form is not None:
                return found, form
            self._explain(found)
        form = None if page is None else login_form(page)
        if page is None or form is None:
            where = places[0] if places else self.site
            raise LoginRefusedError(
                f"no login form at {where}; give url in the login file, or cookies"
            )
        return page, form

    def _check(self, page: Page, form: LoginForm, credentials: Credentials) -> None:
        if form.captcha is not None and form.captcha not in credentials.more:
            raise LoginRefusedError(
                "the login form asks for a captcha; log in with a browser and give its cookies"
            )
        if form.method != "POST":
            raise LoginRefusedError(
                "the login form would put the password into an address; give cookies instead"
            )
        here, there = urlsplit(page.url), urlsplit(form.action)
        if there.netloc != here.netloc and not self.scope.contains(form.action):
            raise LoginRefusedError(f"the login form sends to another site, {there.netloc}")
        if here.scheme == "https" != there.scheme:
            raise LoginRefusedError("the login form sends the password unencrypted")

    def _explain(self, page: Page) -> None:
        """Raise if the page is a wall that is not about the login itself."""
        wall = wall_of(read_structure(page, LayoutBook()))
        if wall is not None and wall.kind not in ("login", "permission", "cookies"):
            if wall.kind == "captcha":
                raise LoginRefusedError(
                    "the login asks for a captcha; log in with a browser and give its cookies"
                )
            raise LoginTroubleError(f"the site answers with a wall ({wall.kind})")

    async def _page(self, request: Request) -> Page:
        """Fetch a page, following redirects on the site."""
        for _ in range(_MAX_HOPS):
            response = await self.fetch(request)
            where = response.headers.get("Location")
            if response.status not in _REDIRECTS or not where:
                break
            target = join_url(response.url, where.decode("latin-1"))
            if not target:
                raise LoginTroubleError("the login redirects to a malformed address")
            if response.status in (307, 308) and request.method == "POST":
                if urlsplit(target)[:2] != urlsplit(request.url)[:2]:
                    raise LoginRefusedError("the login form's address sends to another site")
                request = request.replace(url=target)
            else:
                request = quiet_request(target)
        else:
            raise LoginTroubleError("the login redirects without end")
        if response.status >= 500 or response.status == 429:
            raise LoginTroubleError(f"the site answers {response.status}")
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1").lower()
        try:
            return read_page(
                response.body,
                response.url,
                http_charset=charset_of(kind),
                limits=self.limits,
            )
        except PageError:
            return read_page(b"<html><body>-</body></html>", response.url)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
