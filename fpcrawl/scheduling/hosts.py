"""Hosts that are left alone for a while, as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.store.base import Sites
    from fpcrawl.store.model import HostState

__all__ = ["HostGate"]

_RELOAD_S = 5.0


class HostGate:
    """Says until when a host may not be asked; outlives the process.

    Parameters
    ----------
    sites
        Where the state of hosts is kept.
    clock
        Gives the time, seconds since the epoch.
    """

    def __init__(self, sites: Sites, clock: Callable[[], float]) -> None:
        self._sites = sites
        self._clock = clock
        self._hosts: dict[str, HostState] = {}
        self._blocked: dict[str, float] = {}
        self._loaded = 0.0

    def state(self, host: str) -> HostState:
        """Return what is known of the host."""
        known = self._hosts.get(host)
        if known is None:
            known = self._hosts[host] = self._sites.host(host)
        return known

    def _store(self, state: HostState) -> None:
        if self._hosts.get(state.host) != state:
            self._hosts[state.host] = state
            self._sites.set_host(state)

    def close_until(self, host: str, when: float) -> None:
        """Ask nothing of the host before `when`."""
        state = self.state(host)
        if when > state.not_before:
            self._store(replace(state, not_before=when))
            self._blocked[host] = when

    def failed(self, host: str) -> int:
        """Note a failure of the host; return how many there were in a row."""
        state = self.state(host)
        self._store(replace(state, failures=state.failures + 1))
        return state.failures + 1

    def answered(self, host: str) -> None:
        """Note that the host works."""
        state = self.state(host)
        if state.failures:
            self._store(replace(state, failures=0))

    def set_crawl_delay(self, host: str, delay_s: float | None) -> None:
        """Note the delay that the host's robots.txt asks for, in seconds."""
        self._store(replace(self.state(host), crawl_delay_s=delay_s))

    def closed(self) -> dict[str, float]:
        """Return the hosts not to be asked now, each with the time it may be."""
        now = self._clock()
        if now - self._loaded >= _RELOAD_S:  # other processes close hosts too
            self._loaded = now
            for host, when in self._sites.blocked(now).items():
                self._blocked[host] = max(when, self._blocked.get(host, 0.0))
        for host in [host for host, when in self._blocked.items() if when <= now]:
            del self._blocked[host]
        return self._blocked
