"""Obeying robots.txt as RFC 9309 says, its Crawl-delay included.

Scrapy's own middleware lets all but the first of several concurrent requests to a new
host through, and takes an error for permission. Here requests wait for the one fetch, and
a robots.txt that cannot be had forbids everything until it can.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest, NotConfigured, StopDownload
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import build_from_crawler, load_object

from fpcrawl.scheduling.config import SchedulerConfig
from fpcrawl.scheduling.outcomes import reason_of
from fpcrawl.scheduling.requests import slot_key
from fpcrawl.scheduling.scheduler import get_scheduler
from fpcrawl.scheduling.state import get_gate, get_state
from fpcrawl.store.model import RobotsCopy

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.robotstxt import RobotParser

__all__ = ["RobotsForbidden", "RobotsMiddleware", "RobotsUnreachable"]

logger = logging.getLogger(__name__)

_MAX_BYTES = 500 * 1024
_FIRST_WAIT_S = 2.0
#: No Crawl-delay is longer: what asks for years is a way to say never.
_MAX_DELAY_S = 30 * 86400.0


class RobotsForbidden(IgnoreRequest):
    """robots.txt forbids the request."""

    reason = "robots"


class RobotsUnreachable(IgnoreRequest):
    """robots.txt cannot be had: nothing may be fetched for now.

    Attributes
    ----------
    not_before
        When it may be tried again, if the host as a whole is not left alone until then.
    """

    reason = "robots_unreachable"
    put_back = True

    def __init__(self, message: str, not_before: float) -> None:
        super().__init__(message)
        self.not_before = not_before


@dataclass(frozen=True, slots=True)
class _Rules:
    """What a site's robots.txt says; ``parser`` is None if it cannot be had."""

    parser: RobotParser | None
    until: float


class RobotsMiddleware:
    """Downloader middleware in the place of Scrapy's ``RobotsTxtMiddleware``.

    Settings: ``ROBOTSTXT_OBEY``, ``ROBOTSTXT_USER_AGENT``, ``ROBOTSTXT_PARSER``,
    ``FPCRAWL_ROBOTS_TTL_S`` (how long a copy is good), ``FPCRAWL_BACKOFF_MAX_S`` (longest
    wait before an unreachable one is tried again), ``RETRY_TIMES``.

    Stats: ``fpcrawl/robots/fetched``, ``/forbidden``, ``/forbidden_start`` (the site's
    start page is among them), ``/unreachable``, ``/crawl_delays``.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self._crawler = crawler
        self._stats = crawler.stats
        self._state = get_state(crawler)
        self._gate = get_gate(crawler)
        self._agent: str = settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"]
        self._parser_class: type[RobotParser] = load_object(settings["ROBOTSTXT_PARSER"])
        self._ttl_s = settings.getfloat("FPCRAWL_ROBOTS_TTL_S", 86400.0)
        self._max_wait_s = settings.getfloat("FPCRAWL_BACKOFF_MAX_S", 900.0)
        # Longer than a run of no time stays for: else it would never end.
        self._last_wait_s = max(
            self._max_wait_s, SchedulerConfig.from_settings(settings).retry_wait_s + 1.0
        )
        self._retries = settings.getint("RETRY_TIMES")
        self._rules: dict[str, _Rules] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._failures: defaultdict[str, int] = defaultdict(int)
        self._asked: defaultdict[str, int] = defaultdict(int)
        self._told: set[str] = set()
        self._reasons: dict[str, str] = {}
        for signal, receiver in (
            (signals.request_reached_downloader, self._keep_delay),
            (signals.response_downloaded, self._keep_delay),
            (signals.request_left_downloader, self._leave_alone),
            (signals.bytes_received, self._limit_body),
        ):
            crawler.signals.connect(receiver, signal=signal)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let the request pass if its site's robots.txt does.

        Raises
        ------
        RobotsForbidden
            It does not.
        RobotsUnreachable
            It cannot be had.
        """
        if request.meta.get("dont_obey_robotstxt"):
            return
        parts = urlparse_cached(request)
        if parts.scheme not in ("http", "https"):
            return
        site = f"{parts.scheme}://{parts.netloc}"
        asked = self._asked[site]
        async with self._locks[site]:
            rules = self._rules.get(site)
            if rules is None or rules.until <= self._state.clock():
                rules = self._rules[site] = await self._get(site, request)
        if rules.parser is None:
            self._stats.inc_value("fpcrawl/robots/refused_unreachable")
            not_before = 0.0 if self._closed_for(site) else rules.until
            raise RobotsUnreachable(f"{site}/robots.txt cannot be had", not_before)
        if not rules.parser.allowed(request.url, self._agent_of(request)):
            self._forbid(request, site)
        scheduler = get_scheduler(self._crawler)
        is_slow = self._is_slow(slot_key(request))
        if self._asked[site] != asked and scheduler is not None and not is_slow:
            # The turn at the host went to robots.txt.
            await scheduler.turns.again(request)

    def _agent_of(self, request: Request) -> str | bytes:
        if self._crawler.settings["ROBOTSTXT_USER_AGENT"]:
            return self._agent
        return request.headers.get(b"User-Agent") or self._agent

    def _forbid(self, request: Request, site: str) -> None:
        self._stats.inc_value("fpcrawl/robots/forbidden")
        if request.meta.get("fp_role") == "home" or request.meta.get("is_start_request"):
            self._stats.inc_value("fpcrawl/robots/forbidden_start")
            logger.warning("robots.txt of %s forbids its start page %s", site, request.url)
        else:
            level = logging.DEBUG if site in self._told else logging.INFO
            logger.log(level, "robots.txt of %s forbids %s", site, request.url)
        self._told.add(site)
        raise RobotsForbidden(f"robots.txt forbids {request.url}")

    # -- getting the rules

    async def _get(self, site: str, page: Request) -> _Rules:
        host = slot_key(page)
        now = self._state.clock()
        copy = self._state.sites.robots(site)
        if copy is None or not 0 <= now - copy.fetched < self._ttl_s:
            self._asked[site] += 1
            scheduler = get_scheduler(self._crawler)
            if scheduler is not None:
                scheduler.turns.use(page)
            copy = await self._fetch(site)
        if copy is None:
            return self._unreachable(site, host)
        self._failures.pop(site, None)
        parser = build_from_crawler(self._parser_class, self._crawler, copy.body)
        self._note_delay(host, parser)
        await self._crawler.signals.send_catch_log_async(
            signal=signals.robots_parsed, robotparser=parser, request=Request(site)
        )
        return _Rules(parser, copy.fetched + self._ttl_s)

    async def _fetch(self, site: str) -> RobotsCopy | None:
        """Return the robots.txt, empty if there is none; None if that cannot be known."""
        request = Request(
            f"{site}/robots.txt",
            callback=NO_CALLBACK,
            meta={
                "dont_obey_robotstxt": True,
                "dont_retry": True,
                "allow_offsite": True,
                "fp_robots_bytes": 0,
                # However long it says it is, reading ends at the bound.
                "download_maxsize": 0,
                "download_fail_on_dataloss": True,
            },
        )
        self._stats.inc_value("fpcrawl/robots/fetched")
        try:
            response = await self._crawler.engine.download_async(request)
            status, body = response.status, response.body[:_MAX_BYTES]
        except IgnoreRequest:
            status, body = 404, b""  # it redirects without end: as if there were none
        except Exception as error:
            self._note_failure(site, reason_of(error))
            return None
        if status >= 500 or status == 429:
            self._note_failure(site, f"http_{status}")
            return None
        if not 200 <= status < 300:
            body = b""
        copy = RobotsCopy(site, self._state.clock(), status, body)
        self._state.sites.set_robots(copy)
        return copy

    def _note_failure(self, site: str, reason: str) -> None:
        logger.warning("%s/robots.txt cannot be had: %s", site, reason)
        self._reasons[site] = reason
        self._stats.set_value("fpcrawl/end_detail", f"robots.txt: {reason}")

    def _unreachable(self, site: str, host: str) -> _Rules:
        self._stats.inc_value("fpcrawl/robots/unreachable")
        self._failures[site] += 1
        tries = self._failures[site]
        wait_s = self._last_wait_s
        if tries <= self._retries:
            wait_s = min(self._max_wait_s, _FIRST_WAIT_S * 2 ** (tries - 1))
        until = self._state.clock() + wait_s
        if self._closed_for(site):
            self._gate.close_until(host, until)
            logger.warning("%s is left alone for %.0f s (no robots.txt)", host, wait_s)
        return _Rules(None, until)

    def _closed_for(self, site: str) -> bool:
        """Tell whether a site without robots.txt speaks for its host: no other site there works."""
        if self._reasons.get(site) == "no_tls":
            return False  # a wrong scheme is put right with the next run, not after a wait
        name = urlsplit(site).hostname
        return not any(
            rules.parser is not None and urlsplit(other).hostname == name
            for other, rules in self._rules.items()
            if other != site
        )

    # -- keeping the delay

    def _note_delay(self, host: str, parser: RobotParser) -> None:
        delay_s = parser.crawl_delay(self._agent)
        if delay_s is None or not 0 < delay_s < math.inf:
            delay_s = None
        else:
            delay_s = min(delay_s, _MAX_DELAY_S)
            self._stats.inc_value("fpcrawl/robots/crawl_delays")
            level = logging.WARNING if delay_s > self._last_wait_s else logging.INFO
            logger.log(level, "robots.txt of %s asks for %g s between requests", host, delay_s)
        self._gate.set_crawl_delay(host, delay_s)
        self._raise_delay(host)

    def _is_slow(self, host: str) -> bool:
        """Tell whether a host wants longer waits than a run should stay for."""
        return (self._gate.state(host).crawl_delay_s or 0.0) > self._last_wait_s

    def _leave_alone(self, request: Request) -> None:
        host = str(request.meta.get("download_slot"))
        # After robots.txt one page may follow at once: else the copy grew old before any did.
        if self._is_slow(host) and "fp_robots_bytes" not in request.meta:
            delay_s = self._gate.state(host).crawl_delay_s or 0.0
            self._gate.close_until(host, self._state.clock() + delay_s)

    def _keep_delay(self, request: Request) -> None:
        # Slots are made anew after a minute without requests, and AutoThrottle lowers
        # delays after each response: so before each request and after each response.
        self._raise_delay(str(request.meta.get("download_slot")))

    def _raise_delay(self, host: str) -> None:
        slot = self._crawler.engine.downloader.slots.get(host)
        delay_s = self._gate.state(host).crawl_delay_s
        # A slow host is closed after each page: nothing need wait in its slot.
        if slot is not None and delay_s is not None and not self._is_slow(host):
            slot.delay = max(slot.delay, delay_s)
            slot.jitter = 0.0

    def _limit_body(self, data: bytes, request: Request) -> None:
        received = request.meta.get("fp_robots_bytes")
        if received is None:
            return
        request.meta["fp_robots_bytes"] = received + len(data)
        request.meta.pop("download_maxsize", None)  # what it is unpacked to has one
        if received + len(data) >= _MAX_BYTES:
            raise StopDownload(fail=False)
