"""Scrapy's cookies, without a download of the public suffix list, and open to be kept."""

from __future__ import annotations

import time
from http.cookiejar import Cookie
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.downloadermiddlewares import cookies
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http.cookies import CookieJar
from tldextract import TLDExtract

from fpcrawl.store.sessions import KeptCookie

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["OfflineCookiesMiddleware", "cookies_of", "get_jar", "put_cookies"]

_jars: WeakKeyDictionary[Crawler, CookieJar] = WeakKeyDictionary()


def get_jar(crawler: Crawler) -> CookieJar:
    """Return the jar of requests that name no other."""
    return _jars.setdefault(crawler, CookieJar())


def put_cookies(jar: CookieJar, kept: Iterable[KeptCookie], host: str) -> None:
    """Put kept cookies into a jar; those without a domain are the host's."""
    for cookie in kept:
        domain = cookie.domain or host
        bare = domain.lstrip(".")
        name = bare if cookie.host_only else f".{bare}"
        if "." not in bare:
            name = f"{bare}.local"  # so the jar calls hosts without a dot
        jar.set_cookie(
            Cookie(
                version=0,
                name=cookie.name,
                value=cookie.value,
                port=None,
                port_specified=False,
                domain=name,
                domain_specified=not cookie.host_only,
                domain_initial_dot=not cookie.host_only,
                path=cookie.path,
                path_specified=True,
                secure=cookie.secure,
                expires=None if cookie.expires is None else int(cookie.expires),
                discard=cookie.expires is None,
                comment=None,
                comment_url=None,
                rest={},
            )
        )


def cookies_of(jar: CookieJar) -> list[KeptCookie]:
    """Return the cookies of a jar that are still good, to be kept."""
    now = time.time()
    return [
        KeptCookie(
            name=cookie.name,
            value=cookie.value or "",
            domain=cookie.domain,
            path=cookie.path,
            expires=None if cookie.expires is None else float(cookie.expires),
            secure=cookie.secure,
            host_only=not cookie.domain.startswith("."),
        )
        for cookie in jar
        if not cookie.is_expired(int(now))
    ]


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
        middleware = super().from_crawler(crawler, *args, **kwargs)
        middleware.jars[None] = get_jar(crawler)
        return middleware

    def _debug_cookie(self, request: Request) -> None:
        """Write no cookie into the log, whatever ``COOKIES_DEBUG`` says: it opens accounts."""

    def _debug_set_cookie(self, response: Response) -> None:
        """As above."""
