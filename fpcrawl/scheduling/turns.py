"""Turns at hosts: workers that share a state keep the delay of a host together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Self

    from scrapy import Request
    from scrapy.crawler import Crawler

    from fpcrawl.scheduling.hosts import HostGate
    from fpcrawl.scheduling.room import DownloadSlot
    from fpcrawl.store.base import HostTokens

__all__ = ["HostTurns", "SlotDefaults"]


@dataclass(frozen=True, slots=True)
class SlotDefaults:
    """What a download slot begins with.

    Attributes
    ----------
    delay_s, concurrency
        Of a host that ``of_slots`` says nothing of.
    of_slots
        ``DOWNLOAD_SLOTS``.
    """

    delay_s: float
    concurrency: int
    of_slots: Mapping[str, Mapping[str, Any]]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Read the settings that the downloader reads."""
        settings = crawler.settings
        delay_s = settings.getfloat("DOWNLOAD_DELAY")
        if settings.getbool("AUTOTHROTTLE_ENABLED"):
            delay_s = max(delay_s, settings.getfloat("AUTOTHROTTLE_START_DELAY", 5.0))
        return cls(
            delay_s,
            settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"),
            settings.getdict("DOWNLOAD_SLOTS"),
        )

    def of(self, host: str) -> tuple[float, int]:
        """Return the delay in seconds and the concurrency of a host not yet asked."""
        given = self.of_slots.get(host, {})
        return (
            float(given.get("delay", self.delay_s)),
            int(given.get("concurrency", self.concurrency)),
        )


class HostTurns:
    """Takes a turn before a row is handed out, and gives it back when the host is done with it.

    Parameters
    ----------
    tokens
        Where the turns are kept.
    slots
        The downloader's slots by host: their delays are kept among all workers.
    gate
        Knows the Crawl-delay of hosts that this worker has not asked yet.
    defaults
        What a slot begins with.
    monotonic
        A clock in seconds.
    """

    def __init__(
        self,
        tokens: HostTokens,
        slots: Mapping[str, DownloadSlot],
        gate: HostGate,
        defaults: SlotDefaults,
        monotonic: Callable[[], float],
    ) -> None:
        self._tokens = tokens
        self._slots = slots
        self._gate = gate
        self._defaults = defaults
        self._monotonic = monotonic
        self._until: dict[str, float] = {}
        self._turns: dict[Request, tuple[str, int]] = {}
        self._used: set[Request] = set()
        self._last = 0

    def wait_s(self, host: str) -> float:
        """Return how long to ask for no turn at the host."""
        until = self._until.get(host)
        if until is None:
            return 0.0
        wait_s = until - self._monotonic()
        if wait_s <= 0:
            del self._until[host]
            return 0.0
        return wait_s

    def hosts(self) -> set[str]:
        """Return the hosts for which a turn is awaited."""
        return {host for host in list(self._until) if self.wait_s(host) > 0}

    def take(self, host: str) -> int | None:
        """Take a turn; return its number, or None where it is not our turn yet."""
        self._last += 1
        wait_s = self._ask(host, self._last)
        if wait_s <= 0:
            return self._last
        self._until[host] = self._monotonic() + wait_s
        return None

    def _ask(self, host: str, turn: int) -> float:
        slot = self._slots.get(host)
        if slot is None:
            delay_s, concurrency = self._defaults.of(host)
        else:
            delay_s, concurrency = slot.delay, slot.concurrency
        delay_s = max(delay_s, self._gate.state(host).crawl_delay_s or 0.0)
        return self._tokens.take(host, delay_s, concurrency, turn)

    def begin(self, host: str, turn: int, request: Request) -> None:
        """Note for which request the turn is."""
        self._turns[request] = (host, turn)

    def cancel(self, host: str, turn: int) -> None:
        """Give a turn back for which there is no request."""
        self._tokens.give(host, turn, unused=True)

    def use(self, request: Request) -> None:
        """Note that the host is asked."""
        found = self._turns.get(request)
        if found is not None and request not in self._used:
            self._used.add(request)
            self._tokens.use(*found)

    def leave(self, request: Request) -> None:
        """Give the turn of a request back; twice is harmless."""
        found = self._turns.pop(request, None)
        if found is not None:
            self._tokens.give(*found, unused=request not in self._used)
            self._used.discard(request)

    async def again(self, request: Request) -> None:
        """Wait for another turn: the host was asked for something else meanwhile."""
        found = self._turns.get(request)
        if found is None:
            return
        host, turn = found
        self._tokens.give(host, turn)
        self._used.discard(request)
        self._last += 1
        turn = self._last
        self._turns[request] = (host, turn)
        wait_s = self._ask(host, turn)
        while wait_s > 0:
            await asyncio.sleep(wait_s)
            wait_s = self._ask(host, turn)
