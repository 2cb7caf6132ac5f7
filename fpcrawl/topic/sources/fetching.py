"""Fetching a document or an answer over HTTP: slow, bounded, and only that."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from fpcrawl.exceptions import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Fetched", "Fetcher"]

_BLOCK_BYTES = 65_536
_ROBOTS_BYTES = 500_000
#: The name that rules in robots.txt are looked up for.
_ROBOT = "fpcrawl"


@dataclass(frozen=True, slots=True)
class Fetched:
    """What was fetched.

    Attributes
    ----------
    url
        After redirects.
    charset
        As the header says, or ``None``.
    """

    url: str
    body: bytes
    charset: str | None
    content_type: str


class Fetcher:
    """Fetches one thing after another, with a pause between two of the same host.

    Parameters
    ----------
    user_agent
        Who asks.
    timeout_s
        For the whole of one answer, in seconds.
    max_bytes
        Of one answer; a longer one is refused.
    pause_s
        Between two requests to a host, in seconds.
    clock, sleep
        Seconds that only go forward, and waiting for some.
    """

    def __init__(
        self,
        user_agent: str,
        *,
        timeout_s: float = 15.0,
        max_bytes: int = 4_000_000,
        pause_s: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._agent = user_agent
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes
        self._pause_s = pause_s
        self._clock = clock
        self._sleep = sleep
        self._last: dict[str, float] = {}
        # Rules, or why a site cannot be asked for them.
        self._robots: dict[str, RobotFileParser | str] = {}
        # Nothing but the web: no files, no FTP, wherever a redirect leads.
        self._opener = urllib.request.OpenerDirector()
        for handler in (
            urllib.request.ProxyHandler(),
            urllib.request.HTTPHandler(),
            urllib.request.HTTPSHandler(),
            urllib.request.HTTPRedirectHandler(),
            urllib.request.HTTPDefaultErrorHandler(),
            urllib.request.HTTPErrorProcessor(),
            urllib.request.UnknownHandler(),
        ):
            self._opener.add_handler(handler)

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> Fetched:
        """Fetch an address.

        Raises
        ------
        SourceError
            With a reason that holds nothing of the address but its host: it may hold a key.
        """
        host = _host(url)
        self._wait(host)
        request = urllib.request.Request(  # noqa: S310  (the opener knows the web only)
            url, headers={"User-Agent": self._agent, **(headers or {})}
        )
        try:
            with self._opener.open(request, timeout=self._timeout_s) as answer:
                return self._read(answer, host)
        except urllib.error.HTTPError as error:
            error.close()
            raise SourceError(f"{host} answers {error.code}") from None
        except urllib.error.URLError as error:
            raise SourceError(f"{host}: {error.reason}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise SourceError(f"{host}: {type(error).__name__}") from None
        finally:
            self._last[host] = self._clock()

    def json(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
        """Fetch an address and read the JSON it gives.

        Raises
        ------
        SourceError
            As above, and when it gives something else.
        """
        fetched = self.get(url, {"Accept": "application/json", **(headers or {})})
        try:
            return json.loads(fetched.body)
        except (ValueError, RecursionError):
            raise SourceError(f"{_host(url)} answers with something that is no JSON") from None

    def allowed(self, url: str) -> bool:
        """Tell whether the site's robots.txt lets us fetch an address.

        Raises
        ------
        SourceError
            When the site cannot be asked for it: RFC 9309 takes that for a no.
        """
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        rules = self._robots.get(site)
        if rules is None:
            rules = self._robots[site] = self._read_robots(site)
        if isinstance(rules, str):
            raise SourceError(rules)
        return rules.can_fetch(_ROBOT, url)

    def _read_robots(self, site: str) -> RobotFileParser | str:
        rules = RobotFileParser()
        try:
            body = self.get(f"{site}/robots.txt").body
            rules.parse(body[:_ROBOTS_BYTES].decode("utf-8", "replace").splitlines())
        except SourceError as error:
            # RFC 9309: what is not there forbids nothing.
            code = str(error).rpartition(" ")[2]
            absent = len(code) == 3 and code.startswith("4") and code.isdigit()
            if not absent:
                return f"the robots.txt of the site cannot be read: {error}"
            rules.parse([])
        return rules

    def _wait(self, host: str) -> None:
        last = self._last.get(host)
        if last is not None and (wait := last + self._pause_s - self._clock()) > 0:
            self._sleep(wait)

    def _read(self, answer: Any, host: str) -> Fetched:
        until = self._clock() + self._timeout_s
        blocks, size = [], 0
        while block := answer.read1(_BLOCK_BYTES):
            size += len(block)
            if size > self._max_bytes:
                raise SourceError(f"{host} answers with more than {self._max_bytes} bytes")
            if self._clock() > until:
                raise SourceError(f"{host} takes too long to answer")
            blocks.append(block)
        headers = answer.headers
        return Fetched(
            answer.url, b"".join(blocks), headers.get_content_charset(), headers.get_content_type()
        )


def _host(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise SourceError("not a web address")
    return parts.netloc.rpartition("@")[2]
