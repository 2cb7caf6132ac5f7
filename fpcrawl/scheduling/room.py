"""Which host can take one more request now, so that none waits inside the engine.

A request that waits in a download slot holds one of CONCURRENT_REQUESTS: a few slow hosts
would stop the fast ones. So a request is handed out only when its slot can start it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sized

    from scrapy import Request

__all__ = ["DownloadSlot", "HostRoom"]


class DownloadSlot(Protocol):
    """What is read of Scrapy's download slots."""

    concurrency: int
    delay: float
    lastseen: float

    @property
    def active(self) -> Sized:
        """Requests of the slot, started or not."""
        ...

    @property
    def queue(self) -> Sized:
        """Requests not started."""
        ...

    @property
    def transferring(self) -> Collection[Request]:
        """Requests started."""
        ...


class HostRoom:
    """Counts what is on its way to each host.

    Parameters
    ----------
    slots
        The downloader's slots by host.
    monotonic
        The clock the slots use, in seconds.
    """

    def __init__(self, slots: Mapping[str, DownloadSlot], monotonic: Callable[[], float]) -> None:
        self._slots = slots
        self._monotonic = monotonic
        self._out: defaultdict[str, set[Request]] = defaultdict(set)
        self._host_of: dict[Request, str] = {}

    def enter(self, host: str, request: Request) -> None:
        """Note that the request is handed out."""
        self._out[host].add(request)
        self._host_of[request] = host

    def leave(self, request: Request) -> None:
        """Note that the host is done with the request; twice is harmless."""
        host = self._host_of.pop(request, None)
        if host is not None:
            self._out[host].discard(request)
            if not self._out[host]:
                del self._out[host]

    def hosts(self) -> set[str]:
        """Return the hosts that may lack room."""
        return {*self._out, *self._slots}

    def delayed(self, host: str) -> bool:
        """Tell whether requests to the host are spaced, or nothing is known of it."""
        slot = self._slots.get(host)
        return slot is None or slot.delay > 0

    def wait_s(self, host: str) -> float:
        """Return in how many seconds the host can take a request.

        Returns
        -------
        float
            0 for now; infinity if something must happen first.
        """
        out = self._out.get(host, ())
        slot = self._slots.get(host)
        if slot is None:  # the first request makes the slot
            return math.inf if out else 0.0
        if max(len(out), len(slot.active)) >= slot.concurrency:
            return math.inf
        if slot.delay <= 0:
            return 0.0
        if len(slot.queue) or any(request not in slot.transferring for request in out):
            return math.inf
        return max(0.0, slot.lastseen + slot.delay - self._monotonic())
