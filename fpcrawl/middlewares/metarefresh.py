"""Scrapy's redirects by ``<meta http-equiv="refresh">``, without decoding pages that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware

if TYPE_CHECKING:
    from scrapy import Request
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
        return super().process_response(request, response)
