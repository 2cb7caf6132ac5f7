"""What a list page tells of its threads, as far as visits are to be compared by it."""

from __future__ import annotations

import hashlib
from binascii import b2a_base64
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

    from fpcrawl.extraction.lists.ages import Age
    from fpcrawl.extraction.records import Thread

__all__ = ["ListRow", "row_key", "row_of", "time_span"]

_KEY_BYTES = 9
_HOUR_S = 3600.0
#: Seconds that a time may lie behind its beginning, by the length of what is shown.
_UNIT_S = {19: 1.0, 16: 60.0, 13: _HOUR_S, 10: 24 * _HOUR_S}
#: A day without a zone begins so much earlier or later somewhere.
_ZONES_S = 14 * _HOUR_S
#: "just now" is read to the second.
_JUST_NOW_S = 60.0


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a list.

    Attributes
    ----------
    key
        What the thread is known by, see :func:`row_key`.
    replies
        Their number, if it is shown.
    earliest, latest
        Between these lies the time of the last post (the site's clock, seconds since the
        epoch); ``None`` when none is shown.
    sticky
        Kept at the top.
    """

    key: str
    replies: int | None = None
    earliest: float | None = None
    latest: float | None = None
    sticky: bool = False


def row_key(name: str) -> str:
    """Return twelve characters for a name that may be long, such as an address."""
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
    return b2a_base64(digest, newline=False).decode("ascii")


def row_of(thread: Thread, ages: Container[Age]) -> ListRow:
    """Return a thread of a list as a row.

    Parameters
    ----------
    thread
        As the list tells it.
    ages
        Which last posts the list shows as ages, see :func:`fpcrawl.extraction.lists.ages.ages_of`.
    """
    aged = (thread.last_post, thread.last_post_raw) in ages
    early, late = time_span(thread.last_post, aged=aged) or (None, None)
    return ListRow(row_key(thread.key), thread.replies, early, late, bool(thread.sticky))


def time_span(iso: str | None, *, aged: bool = False) -> tuple[float, float] | None:
    """Return between which moments a time lies, ``None`` for none or one beyond the calendar.

    Parameters
    ----------
    iso
        ISO 8601 to the precision shown.
    aged
        Whether it was read from an age: "3 hours ago" says less than its ISO form.
    """
    if iso is None:
        return None
    clock = iso.removesuffix("Z")
    if "T" in clock:
        clock = clock[: max(clock.rfind("+"), clock.rfind("-", 11)) if _has_offset(clock) else None]
    unit = _UNIT_S.get(len(clock))
    try:
        start = datetime.fromisoformat(iso)
        zoned = start.tzinfo is not None
        begin = (start if zoned else start.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    if unit is None:
        return None
    doubt = 0.0 if zoned else _ZONES_S
    before = max(unit, _JUST_NOW_S) if aged else 0.0
    return begin - doubt - before, begin + unit + doubt


def _has_offset(clock: str) -> bool:
    return "+" in clock or clock.rfind("-") > 10
