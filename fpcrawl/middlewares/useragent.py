"""Says in each request who crawls and how to reach them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["UserAgentMiddleware", "with_contact"]

#: What a comment of a User-Agent may hold unquoted: printable ASCII but for parentheses.
_PLAIN = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in "()")


def with_contact(user_agent: str, contact: str) -> str:
    """Return the User-Agent with the contact in the place of its comment.

    Parameters
    ----------
    user_agent
        Such as ``fpcrawl/0.1 (+https://example.org/)``.
    contact
        A mail or web address; empty = the User-Agent stays as it is. What cannot stand in
        a header is percent-encoded.
    """
    known = quote(" ".join(contact.split()), safe=_PLAIN)
    if not known or known in user_agent:
        return user_agent
    return f"{user_agent.partition(' (')[0]} (+{known})"


class UserAgentMiddleware:
    """Downloader middleware in the place of Scrapy's: ``USER_AGENT`` and ``FPCRAWL_CONTACT``.

    A User-Agent that a request brings along stays.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        contact = settings.get("FPCRAWL_CONTACT") or ""
        self._agent = with_contact(settings["USER_AGENT"], contact)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Name ourselves."""
        request.headers.setdefault(b"User-Agent", self._agent)
