"""Between which moments a time lies that pages show: to the minute, to the day, as an age.

What is shown as "2 weeks ago" is shown so for a week, and is read as another day each day.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

from fpcrawl.pages.dates import parse_time

__all__ = ["Span", "age_moment", "age_unit_s", "is_aged", "overlap", "shown_span", "time_span"]

#: Earliest and latest moment, seconds since the epoch.
Span = tuple[float, float]

_HOUR_S = 3600.0
#: Seconds that a time may lie behind its beginning, by the length of what is shown.
_UNIT_S = {
    19: 1.0,
    16: 60.0,
    13: _HOUR_S,
    10: 24 * _HOUR_S,
    7: 31 * 24 * _HOUR_S,
    4: 366 * 24 * _HOUR_S,
}
#: Most characters of what is read from an age, by the least seconds of its unit.
_SIZES = ((7, 28 * 24 * _HOUR_S), (10, 24 * _HOUR_S), (13, _HOUR_S), (16, 60.0), (19, 0.0))
#: What makes a day of a month and of a year, by their length.
_FIRST = {7: "-01", 4: "-01-01"}
#: A day without a zone begins so much earlier or later somewhere.
_ZONES_S = 14 * _HOUR_S
#: "just now" is read to the second.
_JUST_NOW_S = 60.0
#: Some round ages: so much of its unit an age can be less than it says.
_ROUNDED = 0.5
#: A time of day, a year, a day in numbers: to see that is cheaper than to read them.
_NO_AGE = re.compile(r"\d:\d|\d{4}|\d[./-]\d")
#: Any moment: how long the unit of an age is does not depend on it.
_SOME_DAY = datetime(2026, 3, 4, 12, tzinfo=UTC)


@lru_cache(maxsize=4096)
def age_unit_s(raw: str | None) -> float:
    """Return the seconds of the unit that an age is counted in; 0 for what is none.

    Parameters
    ----------
    raw
        A time as a page shows it.
    """
    if not raw or _NO_AGE.search(raw):
        return 0.0
    parsed = parse_time(raw, now=_SOME_DAY, tz=UTC)
    return parsed.unit_s if parsed is not None else 0.0


def is_aged(iso: str | None, raw: str | None) -> bool:
    """Tell whether a time was read from an age, not from an attribute that tells it exactly.

    Parameters
    ----------
    iso
        ISO 8601 to the precision read.
    raw
        As the page shows it.
    """
    unit_s = age_unit_s(raw)
    if not iso or not unit_s:
        return False
    return len(_clock_of(iso)) <= next(size for size, least_s in _SIZES if unit_s >= least_s)


def shown_span(iso: str | None, raw: str | None, fetched: str | None = None) -> Span | None:
    """Return between which moments a time lies that a page shows.

    Parameters
    ----------
    iso, raw
        As for :func:`is_aged`.
    fetched
        When the page was fetched, ISO 8601 with an offset, where the age was read then: its
        words tell more than what was made of them.
    """
    if not is_aged(iso, raw):
        return time_span(iso)
    if not fetched:
        return time_span(iso, aged=True, unit_s=age_unit_s(raw))
    said = age_moment(raw, fetched)
    if said is None:
        return None
    unit_s = age_unit_s(raw)
    return said - unit_s, said + _ROUNDED * unit_s


def age_moment(raw: str | None, fetched: str) -> float | None:
    """Return the moment that an age tells if it is neither cut nor rounded; ``None`` for no age.

    Ages that one page shows are cut or rounded alike: so their moments tell which is older.
    """
    if not age_unit_s(raw):
        return None
    try:
        parsed = parse_time(raw or "", now=datetime.fromisoformat(fetched), tz=UTC)
    except ValueError:
        return None
    return parsed.instant.timestamp() if parsed is not None else None


def overlap(one: Span | None, other: Span | None) -> bool:
    """Tell whether two times can be the same moment; of one that is not known nothing is told."""
    return one is not None and other is not None and one[0] <= other[1] and other[0] <= one[1]


def time_span(iso: str | None, *, aged: bool = False, unit_s: float = 0.0) -> Span | None:
    """Return between which moments a time lies, ``None`` for none or one beyond the calendar.

    Parameters
    ----------
    iso
        ISO 8601 to the precision shown.
    aged
        Whether it was read from an age: "3 hours ago" says less than its ISO form.
    unit_s
        Seconds of the unit that the age is counted in, where that is known.
    """
    if iso is None:
        return None
    unit = _UNIT_S.get(len(_clock_of(iso)))
    try:
        start = datetime.fromisoformat(iso + _FIRST.get(len(iso), ""))
        zoned = start.tzinfo is not None
        begin = (start if zoned else start.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    if unit is None:
        return None
    doubt = 0.0 if zoned else _ZONES_S
    before = max(unit, _JUST_NOW_S, unit_s) if aged else 0.0
    return begin - doubt - before, begin + unit + doubt


def _clock_of(iso: str) -> str:
    """Return a time without its offset."""
    clock = iso.removesuffix("Z")
    if "T" in clock:
        clock = clock[: max(clock.rfind("+"), clock.rfind("-", 11)) if _has_offset(clock) else None]
    return clock


def _has_offset(clock: str) -> bool:
    return "+" in clock or clock.rfind("-") > 10
