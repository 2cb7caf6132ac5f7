"""What becomes of a request that the engine wants scheduled: new, retried, redirected."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import Request

from fpcrawl.scheduling.requests import RequestFormatError, encode_request, slot_key
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Spider
    from scrapy.statscollectors import StatsCollector
    from scrapy.utils.request import RequestFingerprinterProtocol

    from fpcrawl.scheduling.leases import Flight, LeaseBook
    from fpcrawl.store.base import State

__all__ = ["Intake"]

logger = logging.getLogger(__name__)

_PERMANENT = frozenset({301, 308})


class Intake:
    """Turns requests into rows.

    Parameters
    ----------
    crawl
        Name of the crawl.
    on_error
        The scheduler's stand-in for errbacks, to be taken off before storing.
    """

    def __init__(
        self,
        crawl: str,
        spider: Spider,
        state: State,
        book: LeaseBook,
        fingerprinter: RequestFingerprinterProtocol,
        stats: StatsCollector,
        on_error: Callable[..., Any],
    ) -> None:
        self._crawl = crawl
        self._spider = spider
        self._state = state
        self._frontier = state.frontier
        self._book = book
        self._fingerprinter = fingerprinter
        self._stats = stats
        self._on_error = on_error

    def take(self, request: Request) -> bool:
        """Store the request; False if it was seen before or cannot be stored."""
        flight = self._book.get(request.meta.get("fp_lease"))
        try:
            if flight is None or flight.request is request:
                return self._add(self._entry(request))
            if self._fingerprint(request) != self._fingerprint(flight.request):
                return self._redirect(flight, request)
            if request.url != flight.request.url:
                # Another way to write the address, with a slash at its end or by https.
                return self._detour(flight, self._entry(request, follow_up=True))
            return self._retry(flight, request)
        except (RequestFormatError, TypeError, ValueError, OverflowError) as error:
            logger.error("Request %s not stored: %s", request, error)  # noqa: TRY400
            self._stats.inc_value("fpcrawl/frontier/not_storable")
            return False

    def _fingerprint(self, request: Request) -> bytes:
        return self._fingerprinter.fingerprint(request)[:FINGERPRINT_BYTES]

    def _entry(self, request: Request, *, follow_up: bool = False) -> Entry:
        errback = request.errback
        if isinstance(errback, partial) and errback.func == self._on_error:
            errback = errback.args[0]
        meta = request.meta
        return Entry(
            crawl=self._crawl,
            url=request.url,
            fingerprint=self._fingerprint(request),
            host=slot_key(request),
            payload=json.dumps(
                encode_request(request, self._spider, errback, lenient=follow_up),
                separators=(",", ":"),
            ),
            priority=request.priority,
            not_before=float(meta.get("fp_not_before") or 0.0),
            recurring=bool(meta.get("fp_recurring")),
            role=str(meta.get("fp_role") or ""),
            force=request.dont_filter,
        )

    def _add(self, entry: Entry) -> bool:
        added = self._frontier.add(entry)
        self._stats.inc_value(f"fpcrawl/frontier/{'enqueued' if added else 'duplicates'}")
        return added

    def _retry(self, flight: Flight, request: Request) -> bool:
        # Scrapy lets retries through its filters; what they lead to is filtered as before.
        request.dont_filter = flight.request.dont_filter
        entry = self._entry(request, follow_up=True)
        self._stats.inc_value("fpcrawl/frontier/retried")
        when = entry.not_before or self._state.clock()
        return self._frontier.retry(flight.leased.lease_id, when, entry.payload)

    def _detour(self, flight: Flight, entry: Entry) -> bool:
        self._stats.inc_value("fpcrawl/frontier/detours")
        return self._frontier.detour(flight.leased.lease_id, entry.url, entry.host, entry.payload)

    def _redirect(self, flight: Flight, request: Request) -> bool:
        leased = flight.leased
        entry = self._entry(request, follow_up=True)
        reason = (request.meta.get("redirect_reasons") or [None])[-1]
        on_detour = leased.fingerprint != self._fingerprint(flight.request)
        if leased.recurring and (on_detour or reason not in _PERMANENT):
            # The page to come back to keeps its address; this once it lies elsewhere.
            return self._detour(flight, entry)
        with self._state.transaction():
            again = replace(entry, force=entry.force or entry.recurring)
            # Asked first: with other workers, adding does not tell what they have done.
            known = not again.force and self._frontier.is_known(self._crawl, entry.fingerprint)
            added = self._add(again) and not known
            if not added and entry.fingerprint in self._chain(request):
                # Back to a page it came from, as when a cookie was set on the way;
                # Scrapy bounds how often.
                added = self._add(replace(entry, force=True))
            outcome = Outcome.REDIRECTED if added else Outcome.DUPLICATE
            self._book.ack(leased.lease_id, outcome)
        return added

    def _chain(self, request: Request) -> set[bytes]:
        urls = request.meta.get("redirect_urls") or ()
        return {self._fingerprint(Request(url)) for url in urls}
