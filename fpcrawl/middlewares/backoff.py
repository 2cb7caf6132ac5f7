"""Trying again later, and leaving alone a host that fails or asks for it."""

from __future__ import annotations

import logging
import math
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured, ResponseDataLossError

from fpcrawl.pages.httpdate import http_date
from fpcrawl.pages.urls import url_shape
from fpcrawl.scheduling.outcomes import reason_of
from fpcrawl.scheduling.requests import slot_key
from fpcrawl.scheduling.state import get_gate, get_state

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

__all__ = ["BackoffConfig", "BackoffMiddleware", "retry_after_s"]

logger = logging.getLogger(__name__)

_RETRIED_ONCE = frozenset({"dns", "certificate", "no_tls"})
_RETRIED = frozenset({"timeout", "refused", "connection", "truncated"}) | _RETRIED_ONCE
#: What does not speak against the host: with another scheme it may answer.
_OF_THE_PAGE = frozenset({"truncated", "no_tls"})
#: At the end of a page that came whole, and how far from its last byte.
_PAGE_END, _TAIL_BYTES = b"</html", 4096
#: Seconds for which an answer shows that a host works, and kinds of addresses remembered of one.
_LATELY_S, _MAX_KINDS = 60.0, 64


def retry_after_s(value: bytes | None, now: float) -> float | None:
    """Return the seconds that a Retry-After header asks for; None if it says nothing.

    Parameters
    ----------
    value
        A number of seconds or an HTTP date.
    now
        Seconds since the epoch.
    """
    text = (value or b"").decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    when = http_date(text)
    return None if when is None else max(0.0, when.timestamp() - now)


@dataclass(frozen=True, slots=True)
class BackoffConfig:
    """Settings of :class:`BackoffMiddleware`.

    Attributes
    ----------
    retry_times
        Tries after the first, within a run.
    base_s, max_s
        A wait is ``base_s`` x 2 ** tries, give or take half, and at most ``max_s``.
    host_failures
        So many failures in a row close the host as a whole.
    """

    retry_times: int = 2
    base_s: float = 2.0
    max_s: float = 900.0
    host_failures: int = 3

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """Read ``RETRY_TIMES`` and ``FPCRAWL_BACKOFF_*``."""
        return cls(
            retry_times=settings.getint("RETRY_TIMES", 2),
            base_s=settings.getfloat("FPCRAWL_BACKOFF_BASE_S", 2.0),
            max_s=settings.getfloat("FPCRAWL_BACKOFF_MAX_S", 900.0),
            host_failures=max(1, settings.getint("FPCRAWL_BACKOFF_HOST_FAILURES", 3)),
        )

    def wait_s(self, tries: int, rng: random.Random) -> float:
        """Return how long to wait after so many tries."""
        wait_s = self.base_s * 2.0 ** min(tries, 60) * rng.uniform(0.5, 1.5)
        return min(wait_s, self.max_s)


class _Answered:
    """Kinds of addresses that a host has answered, and when it last did."""

    __slots__ = ("kinds", "when")

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.when = -math.inf

    def note(self, url: str, now: float) -> None:
        """Note an answer."""
        self.when = now
        if len(self.kinds) < _MAX_KINDS:
            self.kinds.add(url_shape(url))

    def blames(self, url: str, now: float) -> bool:
        """Whether an error at an address is that of its kind: other kinds are answered."""
        is_new = len(self.kinds) < _MAX_KINDS and url_shape(url) not in self.kinds
        return is_new and now - self.when < _LATELY_S


class BackoffMiddleware:
    """Downloader middleware in the place of Scrapy's ``RetryMiddleware``.

    A retry is a copy of the request with ``fp_not_before``: it waits in the frontier. Server
    errors at addresses of one kind alone (a search, reports) say nothing against the host.
    Stats: ``fpcrawl/retry/<reason>``, ``fpcrawl/retry/gave_up``,
    ``fpcrawl/backoff/host_closed``.
    """

    def __init__(
        self,
        crawler: Crawler,
        *,
        rng: random.Random | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if not crawler.settings.getbool("RETRY_ENABLED"):
            raise NotConfigured
        self._crawler = crawler
        self._config = BackoffConfig.from_settings(crawler.settings)
        self._stats = crawler.stats
        self._gate = get_gate(crawler)
        self._rng = rng or random.Random()  # noqa: S311
        self._clock = clock or get_state(crawler).clock
        self._answered: defaultdict[str, _Answered] = defaultdict(_Answered)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """Retry what the server could not answer now, and what was cut off.

        Raises
        ------
        scrapy.exceptions.ResponseDataLossError
            It was cut off each time.
        """
        if "dataloss" in response.flags and self._is_cut_off(response):
            again = self._failed(request, "truncated")
            if again is None:
                raise ResponseDataLossError(f"{response} was cut off")
            return again
        status = response.status
        if status < 500 and status not in (408, 429):
            host = slot_key(request)
            self._gate.answered(host)
            self._answered[host].note(request.url, self._clock())
            return response
        asked_s = None
        if status in (429, 503):
            asked_s = retry_after_s(response.headers.get("Retry-After"), self._clock())
        return self._failed(request, f"http_{status}", asked_s) or response

    def _is_cut_off(self, response: Response) -> bool:
        if not getattr(self._crawler.spider, "wants_whole_pages", False):
            return False
        # Some servers announce more than they have, or end chunks as they like.
        return _PAGE_END not in response.body[-_TAIL_BYTES:].lower()

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Retry what did not come through."""
        reason = reason_of(exception)
        return self._failed(request, reason) if reason in _RETRIED else None

    def _failed(
        self, request: Request, reason: str, asked_s: float | None = None
    ) -> Request | None:
        host = slot_key(request)
        of_its_kind = (
            reason.startswith("http_5")
            and asked_s is None
            and self._answered[host].blames(request.url, self._clock())
        )
        if reason not in _OF_THE_PAGE and not of_its_kind:
            self._close_host(host, reason, asked_s)
        tries = request.meta.get("retry_times", 0)
        limit = min(
            request.meta.get("max_retry_times", self._config.retry_times),
            1 if reason in _RETRIED_ONCE else math.inf,
        )
        if request.meta.get("dont_retry"):
            return None
        if tries >= limit:
            self._stats.inc_value("fpcrawl/retry/gave_up")
            logger.info("%s: %s, given up after %d tries", request, reason, tries + 1)
            return None
        wait_s = self._config.wait_s(tries, self._rng)
        self._stats.inc_value(f"fpcrawl/retry/{reason}")
        logger.info("%s: %s, tried again in %.1f s", request, reason, wait_s)
        again = request.copy()
        again.dont_filter = True
        again.meta["retry_times"] = tries + 1
        again.meta["fp_not_before"] = self._clock() + wait_s
        return again

    def _close_host(self, host: str, reason: str, asked_s: float | None) -> None:
        now = self._clock()
        state = self._gate.state(host)
        if asked_s is not None:
            wait_s = min(asked_s, self._config.max_s)
        elif state.not_before > now:
            return  # what fails now was on its way when the host was closed
        else:
            failures = self._gate.failed(host)
            if failures < self._config.host_failures:
                return
            wait_s = self._config.wait_s(failures - self._config.host_failures, self._rng)
        if wait_s > 0 and now + wait_s > state.not_before:
            self._gate.close_until(host, now + wait_s)
            self._stats.inc_value("fpcrawl/backoff/host_closed")
            logger.warning("%s is left alone for %.0f s (%s)", host, wait_s, reason)
