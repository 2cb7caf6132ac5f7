"""Days of calendars other than the Gregorian one."""

from __future__ import annotations

from datetime import date, timedelta

__all__ = ["JALALI_YEARS", "buddhist_year", "from_jalali"]

#: Years that are read as those of the Persian calendar; the leap years hold from 1210 to 1634.
JALALI_YEARS = range(1300, 1451)
_FIRST_JALALI = date(1921, 3, 21)
_BUDDHIST_YEARS = range(2400, 2651)
_BUDDHA = 543
# Years in two digits are of the Buddhist calendar from 2533, which is 1990.
_FIRST_SHORT = 33


def _is_leap(year: int) -> bool:
    return (year - 1209) % 33 % 4 == 1


def from_jalali(year: int, month: int, day: int) -> date | None:
    """Return the Gregorian day of a day of the Persian solar calendar, ``None`` if none is.

    Six months have 31 days, five have 30, the last has 29, and 30 in a leap year; eight leap
    years in 33, by the table of K. M. Borkowski, "The Persian calendar for 3000 years", Earth,
    Moon and Planets 74 (1996), 223-230.
    """
    if year not in JALALI_YEARS or not 1 <= month <= 12:
        return None
    most = 31 if month <= 6 else 30 if month < 12 or _is_leap(year) else 29
    if not 1 <= day <= most:
        return None
    first = JALALI_YEARS.start
    days = 365 * (year - first) + sum(map(_is_leap, range(first, year)))
    days += 31 * min(month - 1, 6) + 30 * max(month - 7, 0)
    return _FIRST_JALALI + timedelta(days=days + day - 1)


def buddhist_year(digits: str) -> int | None:
    """Return the Gregorian year of one that a Thai page shows, ``None`` if it shows none.

    Years from 1970 to 2099 and short ones below 33 are Gregorian already.
    """
    year = int(digits)
    if len(digits) == 2:
        return year + (1957 if year >= _FIRST_SHORT else 2000)
    if year in _BUDDHIST_YEARS:
        return year - _BUDDHA
    return year if 1970 <= year < 2100 else None
