"""Dates as headers and feeds write them."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["http_date"]

#: Years that can be meant. Beyond them lie faults, and moments that no zone can be applied to.
_YEARS = range(1970, 2200)


def http_date(text: str) -> datetime | None:
    """Return the moment that an HTTP date tells; ``None`` where it tells none.

    Parameters
    ----------
    text
        As in RFC 9110 section 5.6.7 or RFC 5322 section 3.3; without a zone it is UTC.
    """
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, OverflowError):
        return None
    if moment.year not in _YEARS:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
