"""Scrapy's doors into a running crawl, loaded only where one is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured
from scrapy.utils.misc import build_from_crawler, load_object

if TYPE_CHECKING:
    from typing import ClassVar

    from scrapy.crawler import Crawler

__all__ = ["RemoteControl", "TelnetConsole"]


class _Door:
    """Makes an extension of Scrapy's where its setting says so.

    To find that it is off Scrapy loads it first, with a web server: a sixth of a second.
    """

    path: ClassVar[str]
    setting: ClassVar[str]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        """Return Scrapy's own extension."""
        if not crawler.settings.getbool(cls.setting):
            raise NotConfigured
        return build_from_crawler(load_object(cls.path), crawler)


class RemoteControl(_Door):
    """Runs code that it is sent, see Scrapy's documentation."""

    path = "scrapy.extensions.remote_control.RemoteControl"
    setting = "REMOTE_CONTROL_ENABLED"


class TelnetConsole(_Door):
    """A Python console in the crawl, see Scrapy's documentation."""

    path = "scrapy.extensions.telnet.TelnetConsole"
    setting = "TELNETCONSOLE_ENABLED"
