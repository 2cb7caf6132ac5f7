"""Logs a person can read: pages at DEBUG, no dumps of whole pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter, LogFormatterResult

from fpcrawl.items import PageItem

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.http import Response
    from twisted.python.failure import Failure

__all__ = ["QuietLogFormatter"]


class QuietLogFormatter(LogFormatter):
    """Names a page by its address instead of printing what was read from it."""

    def scraped(
        self, item: Any, response: Response | Failure | None, spider: Spider
    ) -> LogFormatterResult:
        """One DEBUG line for a page that was stored."""
        if not isinstance(item, PageItem):
            return super().scraped(item, response, spider)
        return {
            "level": logging.DEBUG,
            "msg": "Read %(role)s %(url)s: %(records)d records",
            "args": {"role": item.role, "url": item.url, "records": len(item.records)},
        }
