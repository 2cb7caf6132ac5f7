"""Moments and waits as text: as people read them on a terminal, and as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["clock_time", "parked_text", "utc_now"]


def utc_now() -> str:
    """Return the present as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def clock_time(epoch_s: float, now_s: float) -> str:
    """Return a moment in local time, without its day when that is today.

    Parameters
    ----------
    epoch_s
        The moment, seconds since the epoch.
    now_s
        The present, seconds since the epoch.
    """
    moment = datetime.fromtimestamp(epoch_s).astimezone()
    today = datetime.fromtimestamp(now_s).astimezone().date()
    return moment.strftime("%H:%M:%S" if moment.date() == today else "%Y-%m-%d %H:%M")


def parked_text(pages: int, lists: int) -> str:
    """Return what waits for a login; lists are those that were read before."""
    told = [f"{n} {what}" for n, what in ((pages, "pages"), (lists, "lists")) if n]
    return f"{', '.join(told)} until there is a login"
