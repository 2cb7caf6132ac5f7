"""Logs a person can read: pages at DEBUG, no dumps of whole pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter, LogFormatterResult

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.items import PageItem

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

__all__ = ["QuietLogFormatter"]

logger = logging.getLogger(__name__)


class QuietLogFormatter(LogFormatter):
    """Names a page by its address instead of printing what was read from it.

    Parameters
    ----------
    level
        Lines of pages below this level, which nobody will see, are not even made.
    """

    def __init__(self, level: int = logging.DEBUG) -> None:
        self._shows_pages = level <= logging.DEBUG

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the formatter for a crawler's ``LOG_LEVEL``."""
        level = crawler.settings.get("LOG_LEVEL")
        number = logging.getLevelNamesMapping().get(str(level).upper(), level)
        return cls(number if isinstance(number, int) else logging.DEBUG)

    # Scrapy logs nothing where these return None, though their types do not say so.

    def crawled(  # type: ignore[override]
        self, request: Request, response: Response, spider: Spider
    ) -> LogFormatterResult | None:
        """One DEBUG line for an answer."""
        return super().crawled(request, response, spider) if self._shows_pages else None

    def spider_error(
        self, failure: Failure, request: Request, response: Response | Failure, spider: Spider
    ) -> LogFormatterResult:
        """Give Scrapy's line; at DEBUG only for a page that is put back."""
        told = super().spider_error(failure, request, response, spider)
        return _calmed(told, failure)

    def item_error(
        self, item: Any, exception: BaseException, response: Any, spider: Spider
    ) -> LogFormatterResult:
        """Name the page that met an error; at DEBUG only if it is put back."""
        told = super().item_error(item, exception, response, spider)
        if isinstance(item, PageItem):
            told = {
                "level": logging.ERROR,
                "msg": "Error processing %(role)s %(url)s",
                "args": {"role": item.role, "url": item.url},
            }
        return _calmed(told, exception)

    def scraped(  # type: ignore[override]
        self, item: Any, response: Response | Failure | None, spider: Spider
    ) -> LogFormatterResult | None:
        """One DEBUG line for a page that was stored."""
        if not self._shows_pages:
            return None
        if not isinstance(item, PageItem):
            return super().scraped(item, response, spider)
        return {
            "level": logging.DEBUG,
            "msg": "Read %(role)s %(url)s: %(records)d records",
            "args": {"role": item.role, "url": item.url, "records": len(item.records)},
        }


def _calmed(told: LogFormatterResult, error: Any) -> LogFormatterResult:
    """Have what is no fault of ours be a line for a debugger only, since Scrapy adds a traceback.

    That a server is away was told of already; a full disk is told in a line for each page.
    """
    cause = getattr(error, "value", error)
    if not isinstance(cause, StateError):
        return told
    if not isinstance(cause, StateAway):
        logger.error("%s: %s", told["msg"] % told["args"], cause)
    return {**told, "level": logging.DEBUG}
