"""Asks for a page only if it has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["ConditionalMiddleware"]


class ConditionalMiddleware:
    """Sends what the last answer said of its version; lets a 304 through to the spider."""

    async def process_request(self, request: Request) -> None:
        """Add ``If-None-Match`` and ``If-Modified-Since`` to a page that was read before."""
        etag = request.meta.get("fp_etag")
        modified = request.meta.get("fp_last_modified")
        if etag:
            request.headers.setdefault("If-None-Match", etag)
        if modified:
            request.headers.setdefault("If-Modified-Since", modified)
        if etag or modified:
            request.meta["handle_httpstatus_list"] = [304]
