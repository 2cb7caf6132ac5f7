"""Redirects that stand in the page: ``<meta http-equiv="refresh">``, a script that only goes on.

Pages that have none are not decoded.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.http import HtmlResponse
from scrapy.utils.response import get_base_url

from fpcrawl.pages.urls import canonical_url, join_url
from fpcrawl.walk.forms import names_login

if TYPE_CHECKING:
    from scrapy.http import Response

__all__ = ["QuickMetaRefreshMiddleware", "script_target"]

#: Bytes that the 4,096 characters which Scrapy looks at can have.
_HEAD = 4 * 4096
#: Bytes of a page that does nothing but go on.
_SMALL = 4096
# Scripts within comments and <noscript> are not run.
_SCRIPTS = re.compile(
    r"<!--.*?-->|<noscript\b.*?</noscript\s*>|<script\b([^>]*)>(.*?)</script\s*>",
    re.DOTALL | re.IGNORECASE,
)
# Nothing else in the script: no condition, no cookie, no function that may never be called.
_GOES_ON = re.compile(
    r"\s*(?:<!--)?\s*(?:(?:window|document|self|top|parent)\.){0,2}location"
    r"(?:(?:\.href)?\s*=\s*(?P<q>[\"'])(?P<to>[^\"'\n]{1,300})(?P=q)"
    r"|\.(?:replace|assign)\(\s*(?P<p>[\"'])(?P<at>[^\"'\n]{1,300})(?P=p)\s*\))"
    r"\s*;?\s*(?://)?\s*(?:-->)?\s*"
)


class QuickMetaRefreshMiddleware(MetaRefreshMiddleware):
    """Asks for a page's text, which costs its decoding, only where the word is in its bytes."""

    def process_response(  # type: ignore[override]  # an argument that Scrapy has deprecated
        self, request: Request, response: Response
    ) -> Request | Response:
        """Follow a refresh, see :class:`scrapy.downloadermiddlewares.redirect`."""
        head = response.body[:_HEAD]
        after: Request | Response = response
        # In UTF-16 and UTF-32 the letters have zeros between them.
        if b"refresh" in head.lower() or b"\0" in head:
            try:
                after = super().process_response(request, response)
            except ValueError:
                return response  # to a script, or to what is no address
        if after is response and b"location" in head and len(response.body) <= _SMALL:
            after = self._by_script(request, response)
        if not isinstance(after, Request) or not _is_same(after.url, request.url):
            return after
        # A page that loads itself anew shows what it has. Once it may test for a cookie.
        came_back = any(_is_same(url, request.url) for url in request.meta.get("redirect_urls", ()))
        return after if "Set-Cookie" in response.headers and not came_back else response

    def _by_script(self, request: Request, response: Response) -> Request | Response:
        if (
            response.status != 200
            or not isinstance(response, HtmlResponse)
            or request.method == "HEAD"
            or request.meta.get("dont_redirect", False)
        ):
            return response
        target = script_target(response.text)
        # A page that sends to the login is a wall, and is known by it.
        if not target or names_login(target):
            return response
        url = join_url(get_base_url(response), target)
        if not url.startswith(("http://", "https://")):
            return response
        redirected = self._redirect_request_using_get(request, response, url)
        return self._redirect(redirected, request, "script")


def script_target(html: str) -> str:
    """Return where a page goes at once by a script that does nothing else, or ``""``.

    Examples
    --------
    >>> script_target("<script>window.location.href = '/bbs/';</script>")
    '/bbs/'
    >>> script_target("<script>if (phone) location.href = '/m/';</script>")
    ''
    """
    for script in _SCRIPTS.finditer(html):
        attributes, code = script.group(1), script.group(2)
        if code is None or "src" in attributes.lower():
            continue
        found = _GOES_ON.fullmatch(code)
        if found:
            target = (found["to"] or found["at"]).replace("\\/", "/")
            return "" if "\\" in target else target
    return ""


def _is_same(one: str, other: str) -> bool:
    return canonical_url(one) == canonical_url(other)
