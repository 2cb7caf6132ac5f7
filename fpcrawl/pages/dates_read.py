"""From the form of a time to the moment it means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fpcrawl.pages.dates_calendars import JALALI_YEARS, buddhist_year, from_jalali
from fpcrawl.pages.dates_forms import AGE_PART
from fpcrawl.pages.dates_words import (
    AMERICAN_ZONES,
    DAY_WORDS,
    ERAS,
    EVENING_WORDS,
    HALF_DAYS,
    MONTHS,
    NAMED_HOURS,
    NUMBER_WORDS,
    PHRASES,
    UNITS,
    WEEKDAYS,
    ZONES,
)
from fpcrawl.pages.dates_world import HALF_AFTER, JALALI_MONTHS, THAI_MONTHS

__all__ = ["DateOrder", "ParsedTime", "Precision", "Reader", "other_day", "readings"]

Precision = Literal["second", "minute", "hour", "day", "month", "year"]

#: What comes first in a date of numbers: day, month or year.
DateOrder = Literal["dmy", "mdy", "ymd"]

#: Seconds of the units of ages; months and years can be so long. "Just now" lasts no minute.
_UNIT_S = {
    "second": 1.0,
    "minute": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
    "month": 31 * 86400.0,
    "year": 366 * 86400.0,
}
_NOW_S = 59.0
_HABIT: dict[str, DateOrder] = {"-": "ymd", ".": "dmy", "/": "mdy"}
_LEAP_YEAR = 2024
# A site's clock and zone may be ahead of ours.
_LATEST = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ParsedTime:
    """A time that was read.

    Attributes
    ----------
    instant
        The moment, aware; the start of the day, hour or minute that is shown.
    iso
        ISO 8601 to the precision shown, with offset where a time of day is shown.
    precision
        The smallest unit shown.
    relative
        Counted from the moment of fetching.
    raw
        The text it was read from.
    unit_s
        Of an age, seconds of the unit that it is counted in last: "2 weeks ago" is said for a
        week. 0 for other times.
    """

    instant: datetime
    iso: str
    precision: Precision
    relative: bool
    raw: str
    unit_s: float = 0.0


class Reader:
    """Turns matches into times, for one moment and zone."""

    __slots__ = ("_now", "_order", "_tz")

    def __init__(self, now: datetime, tz: tzinfo, order: DateOrder | None) -> None:
        self._tz = tz
        self._now = now.astimezone(tz)
        self._order = order

    def read(
        self, match: re.Match[str], raw: str, clock: re.Match[str] | None = None
    ) -> ParsedTime | None:
        """Read a form found in ``raw``, with the time of day that stands before it."""
        raw = raw[(clock or match).start() : match.end()]
        group = _filled(match)
        kind = match.lastgroup
        if kind == "now":
            unit, number = PHRASES[match.group().lower()]
            return self._age([(unit, number)], raw, _UNIT_S[unit] * number or _NOW_S)
        if kind == "age":
            return self.read_age(group.get("gage") or group["gfront"], raw)
        if kind == "word":
            return self._day_word(group, raw)
        if kind != "name":
            form, find = {
                "ymd": ("a", self._ymd),
                "cjk": ("b", self._cjk),
                "era": ("b", self._era),
                "compact": ("i", self._compact),
                "md": ("c", self._md),
                "numeric": ("d", self._numeric),
                "other": ("m", self._other),
            }[kind or ""]
            found = find(group)
        else:
            form = next(form for form in "efn" if form + "name" in group)
            year = group.get(form + "year") or group.get(form + "year2")
            month, day = MONTHS[group[form + "name"]], int(group[form + "day"])
            if _is_croatian(raw, group[form + "name"]):
                month = 10
            found = self._date(_year(year) if year else None, month, day)
        if found is None:
            return None
        if clock is not None:
            return self._build(found, _filled(clock), "k", raw)
        return self._build(found, group, form, raw)

    def read_compact(self, match: re.Match[str], raw: str) -> ParsedTime | None:
        """Read a day in digits alone."""
        group = _filled(match)
        found = self._compact(group)
        return self._build(found, group, "i", raw) if found else None

    def _day_word(self, group: dict[str, str], raw: str) -> ParsedTime | None:
        today = self._now.date()
        if "hword" in group:
            word = group["hword"]
            day = today - timedelta(days=DAY_WORDS[word])
            if word in EVENING_WORDS and 5 <= int(group.get("hhour", 0)) < 12:
                group.setdefault("hhalf", "晚上")
            return self._build(day, group, "h", raw, relative=True)
        day = today - timedelta(days=(self._now.weekday() - WEEKDAYS[group["hweekday"]]) % 7)
        parsed = self._build(day, group, "h", raw, relative=True)
        if parsed is not None and parsed.instant > self._now:
            parsed = self._build(day - timedelta(days=7), group, "h", raw, relative=True)
        return parsed

    def read_clock(self, match: re.Match[str], raw: str) -> ParsedTime | None:
        """Read a time of day alone as its last occurrence."""
        group = _filled(match)
        parsed = self._build(self._now.date(), group, "k", raw, relative=True)
        if parsed is not None and parsed.instant > self._now:
            day = self._now.date() - timedelta(days=1)
            return self._build(day, group, "k", raw, relative=True)
        return parsed

    def read_age(self, text: str, raw: str) -> ParsedTime | None:
        """Read an age: numbers with units."""
        parts: list[tuple[str, float]] = []
        unit_s = 0.0
        for found in AGE_PART.finditer(text):
            word = found["number"]
            unit, times = UNITS[found["unit"]]
            if found["unit"].startswith("годин") and "тому" in raw.lower():
                # Hours of Ukrainians are years of Bulgarians.
                unit = "hour"
            number = float(word) if word.isdigit() else NUMBER_WORDS[word]
            if word == "半" or found["half"]:
                number += 0.5
            parts.append((unit, number * times))
            unit_s = _UNIT_S[unit] * times
        return self._age(parts, raw, unit_s) if parts else None

    def _age(self, parts: list[tuple[str, float]], raw: str, unit_s: float) -> ParsedTime | None:
        back = timedelta()
        months = 0.0
        for unit, number in parts:
            if unit in {"month", "year"}:
                months += number * (12 if unit == "year" else 1)
            else:
                back += timedelta(**{unit + "s": number})
        instant = self._now - back
        if months:
            instant = _months_back(instant, months)
        unit = parts[-1][0]
        if parts[-1][1] % 1:
            unit = {"hour": "minute", "day": "hour", "month": "day", "year": "month"}.get(
                unit, unit
            )
        iso = _iso(instant, unit)
        return ParsedTime(instant, iso, unit, True, raw, unit_s)  # type: ignore[arg-type]

    def _ymd(self, group: dict[str, str]) -> date | None:
        year, month, day = int(group["ayear"]), int(group["amonth"]), int(group["aday"])
        if year in JALALI_YEARS:
            return self._shown(from_jalali(year, month, day))
        return self._date(year, month, day)

    def _other(self, group: dict[str, str]) -> date | None:
        if "myear" not in group:
            return self._date(None, THAI_MONTHS[group["mname"]], int(group["mday"]))
        return self._shown(other_day(group["mname"], group["myear"], group["mday"]))

    def _shown(self, day: date | None) -> date | None:
        """Return a day that was read by another calendar, unless it is to come.

        Islamic years are numbers like those of the Persian calendar, forty years apart.
        """
        return day if day and day <= (self._now + _LATEST).date() else None

    def _compact(self, group: dict[str, str]) -> date | None:
        return self._date(int(group["iyear"]), int(group["imonth"]), int(group["iday"]))

    def _cjk(self, group: dict[str, str]) -> date | None:
        year = group.get("byear")
        return self._date(_year(year) if year else None, int(group["bmonth"]), int(group["bday"]))

    def _era(self, group: dict[str, str]) -> date | None:
        year = ERAS[group["bera"]] + (1 if group["byear"] == "元" else int(group["byear"]))
        return self._date(year, int(group["bmonth"]), int(group["bday"]))

    def _md(self, group: dict[str, str]) -> date | None:
        one, two, separator = int(group["cone"]), int(group["ctwo"]), group["csep"]
        # A dash is the Chinese habit, month first; so is a stroke unless told otherwise.
        day_first = separator == "." if self._order is None else self._order == "dmy"
        if one > 12 or (two <= 12 and day_first and separator != "-"):
            return self._date(None, two, one)
        return self._date(None, one, two)

    def _numeric(self, group: dict[str, str]) -> date | None:
        """Read three numbers, where only four digits show which is the year.

        In the order that the site has, else in the one that goes with the separator; where
        that would be no day or one to come, in that which gives the latest day not to come.
        """
        found = readings(group["done"], group["dtwo"], group["dthree"])
        if not found:
            return None
        order = self._order or _HABIT[group["dsep"].strip()]
        if order not in found and len(group["dthree"]) == 4:
            order = "mdy"
        latest = (self._now + _LATEST).date()
        past = {name: day for name, day in found.items() if day <= latest}
        if order in past or (order in found and not past):
            return found[order]
        return max((past or found).values())

    def _date(self, year: int | None, month: int, day: int) -> date | None:
        if year is not None:
            return _valid(year, month, day)
        latest = (self._now + _LATEST).date()
        # The last such day that is not to come; back to a leap year for 29 February.
        for back in range(9):
            found = _valid(latest.year - back, month, day)
            if found is not None and found <= latest:
                return found
        return None

    def _build(
        self, day: date, group: dict[str, str], form: str, raw: str, *, relative: bool = False
    ) -> ParsedTime | None:
        get = group.get
        if form + "hour" not in group:
            instant = datetime(day.year, day.month, day.day, tzinfo=self._tz)
            return ParsedTime(instant, day.isoformat(), "day", relative, raw)
        told = group[form + "hour"]
        hour = NAMED_HOURS[told] if told in NAMED_HOURS else int(told)
        minute = get(form + "minute") or get(form + "minute2") or get(form + "minute3")
        minute = minute or get(form + "minute4") or ("00" if told in NAMED_HOURS else None)
        second = get(form + "second") or get(form + "second2")
        half = HALF_DAYS.get(get(form + "half", ""), "")
        if form + "ampm" in group:
            half = group[form + "ampm"] + "m"
        elif form + "late" in group:
            half = HALF_AFTER[group[form + "late"]]
        hour = _hour(hour, half, get(form + "half", ""))
        extra = timedelta(days=1) if hour == 24 else timedelta()
        instant = datetime(
            day.year,
            day.month,
            day.day,
            hour % 24,
            int(minute or 0),
            min(int(second or 0), 59),
            tzinfo=_zone(get(form + "zone") or get(form + "ahead"), get(form + "offset"))
            or self._tz,
        )
        instant += extra
        if form + "place" in group:
            instant = _american(instant, group[form + "place"])
        unit: Precision = "second" if second else "minute" if minute else "hour"
        return ParsedTime(instant, _iso(instant, unit), unit, relative, raw)


def readings(one: str, two: str, three: str) -> dict[DateOrder, date]:
    """Return the days that three numbers may mean, by their order."""
    first, second, third = int(one), int(two), int(three)
    # A year has two digits at least: "24.3.7" begins with it.
    last = _year(three) if len(three) > 1 else 0
    days: dict[DateOrder, date | None] = {
        "dmy": _valid(last, second, first),
        "mdy": _valid(last, first, second),
        "ymd": _valid(_year(one), second, third) if len(one) == 2 and len(three) <= 2 else None,
    }
    return {order: day for order, day in days.items() if day is not None}


def other_day(name: str, year: str | None, day: str) -> date | None:
    """Return the day in a month of the Thai or the Persian calendar, ``None`` if none is.

    Without a year it is that of some leap year.
    """
    if year is None:
        month = THAI_MONTHS.get(name)
        return _valid(_LEAP_YEAR, month, int(day)) if month is not None else None
    if name in THAI_MONTHS:
        # Software that was made elsewhere counts years as there.
        known = (
            int(year)
            if len(year) == 4 and year[0] == "2" and year < "2100"
            else buddhist_year(year)
        )
        return _valid(known, THAI_MONTHS[name], int(day)) if known else None
    return from_jalali(int(year), JALALI_MONTHS[name], int(day))


def _is_croatian(raw: str, month: str) -> bool:
    """Tell whether "listopada" is October: Poles, who mean November, write no dot before it."""
    return (
        month == "listopada"
        and re.search(r"[0-9]\.\s{0,3}listopada", raw, re.IGNORECASE) is not None
    )


def _american(instant: datetime, zone: str) -> datetime:
    try:
        offset = instant.replace(tzinfo=ZoneInfo(AMERICAN_ZONES[zone])).utcoffset()
    except ZoneInfoNotFoundError:
        # A machine without the data of zones: an hour off in summer.
        offset = timedelta(minutes=ZONES[zone[0] + "st"])
    return instant.replace(tzinfo=timezone(offset or timedelta()))


def _filled(match: re.Match[str]) -> dict[str, str]:
    return {name: value for name, value in match.groupdict().items() if value}


def _hour(hour: int, half: str, word: str) -> int:
    if half == "pm" and hour < 12:
        # 晚上 12:30 is past midnight as often as not; take it as it is written.
        return hour + 12
    if half == "am" and hour == 12:
        return 0
    if half == "noon" and hour < 6:
        return hour + 12
    return 0 if half == "pm" and hour == 12 and word == "晚上" else hour


def _zone(name: str | None, offset: str | None) -> tzinfo | None:
    if name is None and offset is None:
        return None
    minutes = ZONES[name] if name else 0
    if offset:
        digits = offset[1:].replace(":", "")
        size = int(digits) * 60 if len(digits) <= 2 else int(digits[:-2]) * 60 + int(digits[-2:])
        minutes = -size if offset[0] == "-" else size
    return timezone(timedelta(minutes=minutes))


def _year(text: str) -> int:
    digits = text.lstrip("'’")
    year = int(digits)
    if len(digits) == 2:
        return year + (1900 if year >= 70 else 2000)
    return (buddhist_year(digits) or year) if year > 2100 else year


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _months_back(instant: datetime, months: float) -> datetime:
    whole = int(months)
    index = instant.year * 12 + instant.month - 1 - whole
    year, month = divmod(index, 12)
    for day in range(instant.day, 27, -1):
        if _valid(year, month + 1, day):
            instant = instant.replace(year=year, month=month + 1, day=day)
            break
    else:
        instant = instant.replace(year=year, month=month + 1)
    return instant - timedelta(days=round((months - whole) * 30))


def _iso(instant: datetime, unit: str) -> str:
    if unit == "second":
        return instant.isoformat(timespec="seconds")
    if unit == "minute":
        return instant.isoformat(timespec="minutes")
    if unit == "hour":
        return instant.isoformat(timespec="hours")
    return instant.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]
