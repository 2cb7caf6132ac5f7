"""Scrapy's redirects by ``<meta http-equiv="refresh">``, where they lead to another page.

Pages that have none are not decoded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware

from fpcrawl.pages.urls import canonical_url

if TYPE_CHECKING:
    from scrapy.http import Response

__all__ = ["QuickMetaRefreshMiddleware"]

#: Bytes that the 4,096 characters which Scrapy looks at can have.
_HEAD = 4 * 4096


class QuickMetaRefreshMiddleware(MetaRefreshMiddleware):
    """Asks for a page's text, which costs its decoding, only where the word is in its bytes."""

    def process_response(  # type: ignore[override]  # an argument that Scrapy has deprecated
        self, request: Request, response: Response
    ) -> Request | Response:
        """Follow a refresh, see :class:`scrapy.downloadermiddlewares.redirect`."""
        head = response.body[:_HEAD]
        # In UTF-16 and UTF-32 the letters have zeros between them.
        if b"refresh" not in head.lower() and b"\0" not in head:
            return response
        try:
            after = super().process_response(request, response)
        except ValueError:
            return response  # to a script, or to what is no address
        if not isinstance(after, Request) or not _is_same(after.url, request.url):
            return after
        # A page that loads itself anew shows what it has. Once it may test for a cookie.
        came_back = any(_is_same(url, request.url) for url in request.meta.get("redirect_urls", ()))
        return after if "Set-Cookie" in response.headers and not came_back else response


def _is_same(one: str, other: str) -> bool:
    return canonical_url(one) == canonical_url(other)
