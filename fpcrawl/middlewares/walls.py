"""Downloader middlewares that keep pages waiting for the login, and see walls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from fpcrawl.exceptions import PageError
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.middlewares.login import Walled
from fpcrawl.middlewares.session import entrance_of, get_session
from fpcrawl.pages.parse import read_page
from fpcrawl.pages.urls import MAX_URL_CHARS, canonical_url, join_url
from fpcrawl.spiders.responses import charset_of
from fpcrawl.store.model import Outcome
from fpcrawl.walk.forms import shows_account
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.walls import TELLING, Wall, wall_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["BadRedirect", "LoginRedirectMiddleware", "WallMiddleware"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def _is_page(request: Request) -> bool:
    return request.callback not in (None, NO_CALLBACK)


class BadRedirect(IgnoreRequest):
    """A redirect leads to no address of a page."""

    reason = "bad_redirect"
    outcome = Outcome.FAILED


class LoginRedirectMiddleware:
    """Stands before Scrapy follows redirects: one to a login page is a wall, some lead nowhere."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Let a response pass, or raise :class:`Walled` or :class:`BadRedirect`."""
        if response.headers.getlist("Set-Cookie"):
            get_session(self._crawler).login.cookies_changed()
        meta = request.meta
        where = (response.headers.get("Location") or b"").decode("latin-1").strip()
        if response.status in _REDIRECTS and where:
            target = canonical_url(join_url(response.url, where))
            if not target and len(where) <= MAX_URL_CHARS and not meta.get("dont_redirect"):
                raise BadRedirect(f"{request.url} sends to {where[:100]!r}")
            if not target or not _is_page(request):
                return response
            session = get_session(self._crawler)
            if session.leads_in(target, request):
                wall = Wall("login", f"it sends to {entrance_of(target)[:100]}")
                raise session.met(wall, request)
            session.note_way(request, target)
        return response


class WallMiddleware:
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
        await session.login.ready()
        session.parked.look()
        request.meta["fp_session"] = session.book.session
        if session.book.is_hopeless(request.url) and not request.meta.get("fp_recurring"):
            due = session.parked.due()
            raise Walled("its like all met a wall", "wall_login", put_back=True, not_before=due)

    async def process_response(self, request: Request, response: Response) -> Response:
        """Recognise walls among the answers that are no pages."""
        if response.status not in TELLING or not _is_page(request) or not response.body:
            return response
        kind = (response.headers.get("Content-Type") or b"text/html").decode("latin-1").lower()
        if "html" not in kind:
            return response
        session = get_session(self._crawler)
        try:
            page = read_page(response.body, response.url, http_charset=charset_of(kind))
        except PageError:
            return response
        reading = read_structure(page, LayoutBook())
        wall = wall_of(reading, status=response.status)
        if wall is None:
            return response
        raise session.met(wall, request, account=shows_account(page))
