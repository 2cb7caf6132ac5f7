"""The settings of the project for requests that belong to no crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["without_our_parts"]

#: Scrapy's own parts stand where ours were; of ours the name that we give ourselves stays.
_PLAIN: dict[str, Any] = {
    "SCHEDULER": "scrapy.core.scheduler.Scheduler",
    "ITEM_PIPELINES": {},
    "SPIDER_MIDDLEWARES": {},
    "EXTENSIONS": {},
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": None,
        "fpcrawl.middlewares.useragent.UserAgentMiddleware": 500,
    },
}


def without_our_parts(settings: BaseSettings) -> None:
    """Take out what needs a spider of ours and an open state: the page is only looked at."""
    settings.setdict(_PLAIN, "cmdline")
