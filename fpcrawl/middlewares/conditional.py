"""Asks for a page only if it has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["ConditionalMiddleware", "ask_if_changed"]


def ask_if_changed(request: Request, etag: str | None, modified: str | None) -> bool:
    """Add ``If-None-Match`` and ``If-Modified-Since``; return whether there was anything to add.

    Parameters
    ----------
    etag, modified
        What the last answer said of its version (``ETag``, ``Last-Modified``).
    """
    if etag:
        request.headers.setdefault("If-None-Match", etag)
    if modified:
        request.headers.setdefault("If-Modified-Since", modified)
    return bool(etag or modified)


class ConditionalMiddleware:
    """Sends what the last answer said of its version; lets a 304 through to the spider."""

    async def process_request(self, request: Request) -> None:
        """Ask for a page that was read before only if it has changed."""
        meta = request.meta
        if ask_if_changed(request, meta.get("fp_etag"), meta.get("fp_last_modified")):
            meta["handle_httpstatus_list"] = [304]
