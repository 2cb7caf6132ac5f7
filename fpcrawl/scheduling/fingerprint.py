"""By what a request is known: its page, not the way its address is written."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from scrapy.utils.request import RequestFingerprinter

from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["PageFingerprinter", "key_fingerprint"]


def key_fingerprint(key: str) -> bytes:
    """Return the 20 bytes for the key of a page (:meth:`TwinRules.key`)."""
    return hashlib.blake2b(key.encode(), digest_size=20).digest()


class PageFingerprinter(RequestFingerprinter):
    """Scrapy's fingerprints, but one for all known addresses of a page.

    For a plain GET that is http or https, with or without ``www.``, with or without what the
    spider has learnt to be of no matter (:class:`fpcrawl.walk.twins.TwinRules`), unless the
    request shall prove that (``fp_whole``).
    """

    def __init__(self, crawler: Crawler | None = None) -> None:
        super().__init__(crawler)
        self._crawler = crawler

    def fingerprint(self, request: Request) -> bytes:
        """Return 20 bytes."""
        if request.method != "GET" or request.body:
            return super().fingerprint(request)
        walker = getattr(self._crawler.spider, "walker", None) if self._crawler else None
        if walker is None or request.meta.get("fp_whole"):
            key = url_key(request.url)
        else:
            key = walker.twins.key(request.url)
        if not key:
            return super().fingerprint(request)
        return key_fingerprint(key)
