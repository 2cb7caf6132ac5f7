"""The one module that touches private parts of Scrapy.

Scrapy looks for work when something happens, else every 5 seconds; and it says nowhere
when a request is over. Both are answered by the engine's slot. Where that is not as we
know it, wake-ups come with the heartbeat, and requests end when their page is read.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.utils.asyncio import call_later

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.utils.asyncio import CallLaterResult

__all__ = ["EngineDoor"]

logger = logging.getLogger(__name__)


class EngineDoor:
    """Wakes the engine up, and tells which requests it still works on.

    Parameters
    ----------
    crawler
        Its engine must have a slot, as it has when it opens the scheduler.
    """

    def __init__(self, crawler: Crawler) -> None:
        slot: Any = getattr(crawler.engine, "_slot", None)
        schedule = getattr(getattr(slot, "nextcall", None), "schedule", None)
        inside = getattr(slot, "inprogress", None)
        self._schedule: Callable[[], object] | None = schedule if callable(schedule) else None
        self._inside: Container[Request] | None = (
            inside if hasattr(inside, "__contains__") else None
        )
        self._timer: CallLaterResult | None = None
        self._when = 0.0
        if self._schedule is None or self._inside is None:
            logger.warning(
                "This Scrapy's engine is not as expected: requests due later may start up to "
                "5 seconds late. Please report the Scrapy version to fpcrawl."
            )

    @property
    def sees_requests(self) -> bool:
        """Whether :meth:`has` can be believed."""
        return self._inside is not None

    def has(self, request: Request) -> bool:
        """Tell whether the engine still works on the request."""
        return self._inside is not None and request in self._inside

    def wake(self) -> None:
        """Have the engine look for work in its next round."""
        if self._schedule is not None:
            self._schedule()

    def wake_at(self, when: float, now: float) -> None:
        """Have the engine look for work at a time, unless it does so earlier anyway.

        Parameters
        ----------
        when, now
            Seconds on the same clock.
        """
        if self._timer is not None:
            if now < self._when <= when:
                return
            self._timer.cancel()
        self._when = when
        self._timer = call_later(max(0.0, when - now), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.wake()

    def close(self) -> None:
        """Forget the wake-up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
