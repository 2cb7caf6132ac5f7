"""What the headers of a response say, and the limits of a page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fpcrawl import settings as defaults
from fpcrawl.pages.charset import charset_of
from fpcrawl.pages.httpdate import http_date
from fpcrawl.pages.limits import PageLimits

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

__all__ = ["charset_of", "header", "page_limits", "site_time"]


def page_limits(settings: BaseSettings) -> PageLimits:
    """Limits of one page from the settings."""
    return PageLimits(
        settings.getint("FPCRAWL_PAGE_MAX_BYTES", defaults.FPCRAWL_PAGE_MAX_BYTES),
        settings.getint("FPCRAWL_PAGE_MAX_NODES", defaults.FPCRAWL_PAGE_MAX_NODES),
        settings.getint("FPCRAWL_PAGE_MAX_DEPTH", defaults.FPCRAWL_PAGE_MAX_DEPTH),
        settings.getfloat("FPCRAWL_PAGE_MAX_S", defaults.FPCRAWL_PAGE_MAX_S),
    )


def header(response: Response, name: str) -> str | None:
    """Return a header as text."""
    value = response.headers.get(name)
    return value.decode("latin-1") if value else None


def site_time(response: Response) -> datetime:
    """Return the site's clock: its Date header, else ours."""
    return http_date(header(response, "Date") or "") or datetime.now(UTC)
