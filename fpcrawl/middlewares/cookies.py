"""Scrapy's cookies, without a download of the public suffix list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.downloadermiddlewares import cookies
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from tldextract import TLDExtract

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

__all__ = ["OfflineCookiesMiddleware"]


class OfflineCookiesMiddleware(CookiesMiddleware):
    """Reads public suffixes from the list that tldextract brings.

    Scrapy would fetch the list from two hosts at the first cookie, unasked and outside
    every rule of politeness, and log tracebacks where it cannot.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Make the middleware; the list is a module variable of Scrapy's."""
        offline = TLDExtract(suffix_list_urls=(), include_psl_private_domains=True)
        setattr(cookies, "_split_domain", offline)  # noqa: B010 - private there
        return super().from_crawler(crawler, *args, **kwargs)
