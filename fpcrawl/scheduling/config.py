"""The settings of the scheduler, read once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from typing import Self

    from scrapy.settings import BaseSettings

__all__ = ["SchedulerConfig"]


@dataclass(frozen=True, slots=True)
class SchedulerConfig:
    """Settings of :class:`fpcrawl.scheduling.scheduler.FrontierScheduler`.

    Attributes
    ----------
    run_for_s
        0 to do what is due and finish; infinity to stay.
    lease_s
        How long leases stand for other machines.
    retry_wait_s
        A run of 0 seconds waits this long for first-time work that is tried again.
    away_s
        How long to stand still while the server of the state does not answer.
    """

    run_for_s: float
    lease_s: float
    retry_wait_s: float
    away_s: float = 300.0

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """Read ``FPCRAWL_RUN_FOR``, ``FPCRAWL_LEASE_S`` and the waits.

        Raises
        ------
        UsageError
            A value is not a number or is negative.
        """
        return cls(
            run_for_s=_seconds(settings, "FPCRAWL_RUN_FOR", 0.0, endless=True),
            lease_s=_seconds(settings, "FPCRAWL_LEASE_S", 300.0),
            retry_wait_s=_seconds(settings, "FPCRAWL_RETRY_WAIT_S", 120.0),
            away_s=_seconds(settings, "FPCRAWL_REDIS_WAIT_S", 300.0),
        )


def _seconds(settings: BaseSettings, name: str, default: float, *, endless: bool = False) -> float:
    value = settings.get(name)
    if value is None:
        return default
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = math.nan
    if seconds >= 0 and (endless or seconds < math.inf):
        return seconds
    raise UsageError(
        f"{name} must be a number of seconds{' or inf' if endless else ''}, not {value!r}"
    )
