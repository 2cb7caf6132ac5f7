"""Which leased requests are under way, and how each lease ends, whatever happens."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.scheduling.outcomes import judge
from fpcrawl.store.model import Outcome

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.statscollectors import StatsCollector

    from fpcrawl.scheduling.engine import EngineDoor
    from fpcrawl.store.base import Frontier
    from fpcrawl.store.model import Leased

__all__ = ["Flight", "LeaseBook", "item_lease"]

logger = logging.getLogger(__name__)


def item_lease(item: Any) -> int | None:
    """Return the lease an item took over, from its ``lease`` attribute or key."""
    lease = item.get("lease") if isinstance(item, dict) else getattr(item, "lease", None)
    return lease if isinstance(lease, int) else None


@dataclass(slots=True, eq=False)
class Flight:
    """A request that was handed out.

    Attributes
    ----------
    answered
        The spider has the page.
    outcome, reason
        What is to be acked when the engine is done with it; None until known.
    finished
        The callback's output is exhausted, or nothing came of the request.
    taken
        A page item took the lease over: pipelines ack it.
    kept
        The pipelines hold the page back: they ack it later.
    released
        The row is to stay as it was.
    not_before
        A released row is not to be tried before this time.
    """

    leased: Leased
    request: Request
    answered: bool = False
    outcome: Outcome | None = None
    reason: str = ""
    finished: bool = False
    taken: bool = False
    kept: bool = False
    released: bool = False
    not_before: float = 0.0


class LeaseBook:
    """The flights of one crawl.

    Parameters
    ----------
    frontier
        Where leases end.
    door
        Tells when the engine is done with a request.
    stats
        Counts acks by outcome.
    """

    def __init__(self, frontier: Frontier, door: EngineDoor, stats: StatsCollector) -> None:
        self._frontier = frontier
        self._door = door
        self._stats = stats
        self._flights: dict[int, Flight] = {}

    def begin(self, leased: Leased, request: Request) -> None:
        """Note that the request is handed out."""
        self._flights[leased.lease_id] = Flight(leased, request)

    def reading(self, lease_id: Any, *, at_once: bool) -> None:
        """Note that the page is read now: should this process die, it may be why.

        While it is only waited for, or waits itself, a worker that is killed has died of
        something else.

        Parameters
        ----------
        at_once
            Whether nothing else will soon be written together with this.
        """
        flight = self.get(lease_id)
        if flight is not None:
            self._frontier.start(flight.leased.lease_id, at_once=at_once)

    def answer(self, lease_id: Any) -> None:
        """Note that the spider has the page."""
        flight = self.get(lease_id)
        if flight is not None:
            flight.answered = True

    @property
    def awaited(self) -> int:
        """Pages asked for of which nothing has come yet."""
        return sum(not (one.answered or one.finished) for one in self._flights.values())

    def get(self, lease_id: Any) -> Flight | None:
        """Return the flight of a lease that this process still holds."""
        if not isinstance(lease_id, int) or not self._frontier.is_leased(lease_id):
            return None
        return self._flights.get(lease_id)

    def fail(self, lease_id: int | None, error: BaseException | None) -> None:
        """Note that an error met the request or its page; the first one counts."""
        flight = self.get(lease_id)
        if flight is None or error is None:
            return
        flight.finished = True
        if flight.outcome is None or flight.outcome is Outcome.DONE:
            outcome, flight.reason = judge(error)
            flight.outcome = outcome
            flight.released = outcome is None
            flight.not_before = getattr(error, "not_before", 0.0)

    def doubt(self, lease_id: int | None) -> None:
        """Have a page that is told to be gone asked for again later, like one that failed."""
        flight = self.get(lease_id)
        if flight is not None and flight.outcome is Outcome.GONE:
            flight.outcome = Outcome.FAILED

    def drop(self, lease_id: int | None, reason: str) -> None:
        """Note that a pipeline dropped the page."""
        flight = self.get(lease_id)
        if flight is not None and flight.outcome is None:
            flight.outcome, flight.reason = Outcome.DROPPED, reason

    def finish(self, lease_id: int | None) -> None:
        """Note that the callback has nothing more to give."""
        flight = self.get(lease_id)
        if flight is not None:
            flight.finished = True

    def take(self, lease_id: int | None) -> None:
        """Note that a page item took over the lease."""
        flight = self.get(lease_id)
        if flight is not None:
            flight.taken = True

    def keep(self, lease_id: int | None) -> None:
        """Note that the pipelines hold the page back to ack it later."""
        flight = self.get(lease_id)
        if flight is not None:
            flight.kept = True
            self._frontier.start(flight.leased.lease_id, started=False)

    def is_busy(self) -> bool:
        """Tell whether a page is worked on, not only held back."""
        return any(not flight.kept for flight in self._flights.values())

    def settle(self) -> list[Request]:
        """Ack what the engine is done with; return those requests."""
        over: list[Request] = []
        for lease_id, flight in list(self._flights.items()):
            if not self._frontier.is_leased(lease_id):
                # Acked by a pipeline, or put back as a retry.
                if not self._door.has(flight.request):
                    del self._flights[lease_id]
                    over.append(flight.request)
                continue
            if self._door.has(flight.request) or flight.kept:
                continue
            if not flight.finished and not self._door.sees_requests:
                continue
            self._end(lease_id, flight)
            over.append(flight.request)
        return over

    def _end(self, lease_id: int, flight: Flight) -> None:
        del self._flights[lease_id]
        outcome = flight.outcome
        reason = flight.reason
        if outcome is None and not flight.released:
            # Neither answer nor error reached the spider: a signal handler filtered
            # what a redirect or retry led to.
            outcome = Outcome.DONE if flight.finished else Outcome.DROPPED
            reason = "done" if flight.finished else "filtered"
        self._stats.inc_value(f"fpcrawl/outcome/{reason}")
        if reason not in ("done", "robots", "state_away"):
            logger.info("%s: %s (%s)", flight.request, reason, outcome or "put back")
        if outcome is not None:
            # A plan would make it a page to come back to, which the spider has to ask for.
            planned = outcome is Outcome.DONE and flight.leased.recurring
            due = flight.request.meta.get("fp_due") if planned else None
            self.ack(lease_id, outcome, reason, due)
        elif flight.not_before:
            self._frontier.retry(lease_id, flight.not_before)
        else:
            self._frontier.release([lease_id])

    def ack(
        self, lease_id: int, outcome: Outcome, reason: str = "", next_due: float | None = None
    ) -> None:
        """Ack a lease and count it."""
        if self._frontier.ack(lease_id, outcome, next_due, reason=reason):
            self._stats.inc_value(f"fpcrawl/frontier/acked/{outcome}")

    def close(self) -> None:
        """Settle what is over and put back the rest."""
        self.settle()
        self._frontier.release(list(self._flights))
        self._flights.clear()
