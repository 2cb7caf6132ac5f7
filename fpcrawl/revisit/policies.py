"""What others do, to compare with: a fixed interval, the mean rate, Nutch, StormCrawler."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.revisit.visit import bounded

if TYPE_CHECKING:
    from fpcrawl.revisit.visit import Visit

__all__ = ["FixedModel", "MeanModel", "NutchModel", "StormCrawlerModel"]


@dataclass(frozen=True, slots=True)
class FixedModel:
    """Come back after the same time, whatever happens.

    Attributes
    ----------
    period_s
        That time, in seconds.
    """

    period_s: float = 3600.0

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        return visit.time + self.period_s, dict(state or {})


@dataclass(frozen=True, slots=True)
class _Turnover:
    """What rules share that go by the share of rows that are new.

    Attributes
    ----------
    z
        The share.
    start_s
        Interval after the first visit, in seconds.
    min_s, max_s
        Bounds of the interval, in seconds.
    """

    z: float = 0.5
    start_s: float = 3600.0
    min_s: float = 600.0
    max_s: float = 86400.0


@dataclass(frozen=True, slots=True)
class MeanModel(_Turnover):
    """Come back when a share of the rows should be new at the mean rate of all visits."""

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        known = state or {}
        events, seconds = known.get("events", 0.0), known.get("seconds", 0.0)
        last = known.get("last")
        if last is not None and visit.time > last:
            events += min(visit.new, visit.rows)
            seconds += visit.time - last
        if not seconds:
            interval = self.start_s
        elif events <= 0 or visit.rows <= 0:
            interval = self.max_s
        else:
            interval = self.z * visit.rows * seconds / events
        due = bounded(visit.time, interval, self.min_s, self.max_s)
        return due, {"events": events, "seconds": seconds, "last": visit.time}


@dataclass(frozen=True, slots=True)
class _Adaptive(_Turnover, ABC):
    """What the adaptive schedules share: an interval that shrinks and grows by factors.

    A page has changed when the share ``z`` of its rows is new. The originals ask whether a
    byte differs, which on a list is always so.
    """

    def next_visit(
        self, state: dict[str, Any] | None, visit: Visit
    ) -> tuple[float, dict[str, Any]]:
        """See :class:`~fpcrawl.revisit.visit.RevisitModel`."""
        if state is None or not {"interval", "modified"} <= state.keys():
            due = bounded(visit.time, self.start_s, self.min_s, self.max_s)
            return due, {"interval": due - visit.time, "modified": visit.time}
        changed = visit.rows > 0 and visit.new >= self.z * visit.rows
        modified = visit.time if changed else state["modified"]
        interval, wait = self._adapt(state["interval"], visit.time - modified, changed=changed)
        interval = bounded(0.0, interval, self.min_s, self.max_s)
        due = bounded(visit.time, interval - wait, self.min_s, self.max_s)
        return due, {"interval": interval, "modified": modified}

    @abstractmethod
    def _adapt(self, interval: float, unchanged_s: float, *, changed: bool) -> tuple[float, float]:
        """Return the new interval and how much sooner than it to come back."""


@dataclass(frozen=True, slots=True)
class NutchModel(_Adaptive):
    """Apache Nutch's AdaptiveFetchSchedule with its default rates.

    The interval shrinks by ``shrink`` when the page has changed, else grows by ``grow``. It
    is set to the time since the last change where that is longer, and the visit comes sooner
    by ``sync`` of that time.

    References
    ----------
    Nutch 1.x, ``org.apache.nutch.crawl.AdaptiveFetchSchedule`` and ``nutch-default.xml``.
    """

    shrink: float = 0.2
    grow: float = 0.4
    sync: float = 0.3

    def _adapt(self, interval: float, unchanged_s: float, *, changed: bool) -> tuple[float, float]:
        interval *= 1 - self.shrink if changed else 1 + self.grow
        interval = max(interval, unchanged_s)
        return interval, self.sync * unchanged_s


@dataclass(frozen=True, slots=True)
class StormCrawlerModel(_Adaptive):
    """StormCrawler's AdaptiveScheduler with its default rates.

    The interval shrinks by ``shrink`` when the page has changed, else grows by ``grow``.

    References
    ----------
    StormCrawler, ``persistence.AdaptiveScheduler``.
    """

    shrink: float = 0.5
    grow: float = 0.5

    def _adapt(self, interval: float, unchanged_s: float, *, changed: bool) -> tuple[float, float]:
        del unchanged_s
        return interval * (1 - self.shrink if changed else 1 + self.grow), 0.0
