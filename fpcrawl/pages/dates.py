"""Times as pages show them: finding them in text, and reading them.

``2018-3-4 00:00``, ``3 小时前``, ``Yesterday at 04:08 AM``, ``4. März 2018``: the forms
stand in :mod:`fpcrawl.pages.dates_forms`, the words in :mod:`fpcrawl.pages.dates_words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from fpcrawl.pages.dates_forms import (
    AGE_PART,
    CLOCK,
    CLOCK_BEFORE,
    FROM_DIGIT,
    FROM_WORD,
    HAS_DIGIT,
    SHORT_AGE,
    START,
)
from fpcrawl.pages.dates_words import (
    DAY_WORDS,
    HALF_DAYS,
    MONTHS,
    NOW_WORDS,
    NUMBER_WORDS,
    UNITS,
    WEEKDAYS,
    ZONES,
    trie,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "ParsedTime",
    "Precision",
    "TimeMatch",
    "find_times",
    "guess_day_first",
    "parse_epoch",
    "parse_time",
]

Precision = Literal["second", "minute", "hour", "day", "month", "year"]

# A text without digits is only looked at when it is short: "yesterday" in a post is prose.
_MAX_WORDS_ONLY = 60
_MAX_RAW = 300
_WORD_ONLY = re.compile(
    "(?:" + trie([*NOW_WORDS, *DAY_WORDS, *("ago", "前", "назад", "vor ", "hace ", "il y a")]) + ")"
)
_VERSION = re.compile(r"(?:v|ver|version|release|build|rev|版本|版)\.?[:：\s]{0,2}$")
# Groups of the hour in the forms that may have a time of day before them.
_HOUR_GROUPS: dict[str, tuple[str, ...]] = {
    "ymd": ("ahour",),
    "cjk": ("bhour",),
    "numeric": ("dhour",),
    "name": ("fhour",),
}
# Forms that mean a time if they are the whole text, whatever they lack.
_WHOLE_ONLY = frozenset(["name", "word"])
_RELATIVE = frozenset(["age", "word", "now"])
_MAX_TEXT = 200_000
_LATEST = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """A time found in a text: ``text[start:end] == raw``.

    ``relative`` is true for ages and day words, which mean something only together with
    the moment of fetching.
    """

    start: int
    end: int
    raw: str
    relative: bool


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
    """

    instant: datetime
    iso: str
    precision: Precision
    relative: bool
    raw: str


def find_times(text: str, *, clock_only: bool = False) -> list[TimeMatch]:
    """Return the times shown in ``text``, in order, not overlapping.

    A month and day without year and time of day, a weekday, a day word or a short age
    (``3h``) count only if they are the whole text. The first 200,000 characters are read.

    Parameters
    ----------
    clock_only
        Also take a time of day alone (``12:30``).
    """
    if len(text) <= _MAX_WORDS_ONLY:
        return list(_find_short(text, clock_only))
    if HAS_DIGIT.search(text) is None:
        return []
    return _find(text[:_MAX_TEXT], clock_only)


@lru_cache(maxsize=16_384)
def _find_short(text: str, clock_only: bool) -> tuple[TimeMatch, ...]:
    # Labels and names, which come again on each page of a site.
    if HAS_DIGIT.search(text) is None and _WORD_ONLY.search(_lower(text)) is None:
        return ()
    return tuple(_find(text, clock_only))


def _find(text: str, clock_only: bool) -> list[TimeMatch]:
    low = _lower(text)
    out: list[TimeMatch] = []
    for match, clock in _scan(low):
        start, end = (clock or match).start(), match.end()
        out.append(TimeMatch(start, end, text[start:end], match.lastgroup in _RELATIVE))
    if not out:
        out = _alone(text)
    if not out and clock_only:
        out = [
            TimeMatch(match.start(), match.end(), match.group(), relative=False)
            for match in CLOCK.finditer(low)
        ]
    return out


def parse_time(
    raw: str,
    *,
    now: datetime,
    tz: tzinfo | None = None,
    day_first: bool | None = None,
    clock_only: bool = False,
) -> ParsedTime | None:
    """Return the first time shown in ``raw``, or ``None``.

    Parameters
    ----------
    raw
        Text of a time; more may stand around it. The first 300 characters are read.
    now
        The moment of fetching, aware. A time without a year is not later than a day on.
    tz
        Zone of times that name none; the zone of ``now`` if not given.
    day_first
        How to read 03/04/2018. ``None``: day first with dots, else month first, as forum
        software does out of the box; the other way where that would lie in the future.
    clock_only
        Read a time of day alone as its last occurrence before ``now``.
    """
    raw = raw[:_MAX_RAW].strip()
    low = _lower(raw)
    if now.tzinfo is None:
        now = now.replace(tzinfo=UTC)
    reader = _Reader(now, tz or now.tzinfo or UTC, day_first)
    try:
        for match, clock in _scan(low):
            parsed = reader.read(match, raw, clock)
            if parsed is not None:
                return parsed
        if SHORT_AGE.fullmatch(raw):
            return reader.read_age(raw, raw)
        clock = CLOCK.search(low) if clock_only else None
        return reader.read_clock(clock, raw) if clock else None
    except (ValueError, OverflowError):
        return None


def parse_epoch(raw: str) -> ParsedTime | None:
    """Return the moment of 10 digits of seconds or 13 of milliseconds, in UTC."""
    digits = raw.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) in {10, 13}):
        return None
    instant = datetime.fromtimestamp(int(digits[:10]), UTC)
    return ParsedTime(instant, instant.isoformat(timespec="seconds"), "second", False, raw)


def guess_day_first(texts: Iterable[str]) -> bool | None:
    """Tell from dates like 03/14/2018 among ``texts`` which comes first; ``None`` = unsure."""
    first = second = 0
    for text in texts:
        for match, _ in _scan(_lower(text[:_MAX_RAW])):
            group = match.groupdict()
            one, two = group.get("done"), group.get("dtwo")
            if one and two:
                first += int(one) > 12
                second += int(two) > 12
    return None if first == second else first > second


def _lower(text: str) -> str:
    low = text.lower()
    # Some letters grow in lower case, and places would no longer agree.
    return low if len(low) == len(text) else "".join(c.lower()[:1] for c in text)


def _scan(low: str) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    """Yield the forms in ``low`` that mean a time where they stand.

    Each with the time of day that stands before it, where it has none of its own.
    """
    at = done = 0
    while True:
        start = START.search(low, at)
        if start is None:
            return
        begin, at = start.span()
        match = (FROM_WORD if start["digit"] is None else FROM_DIGIT).match(low, begin)
        if match is None:
            continue
        hour = _HOUR_GROUPS.get(match.lastgroup or "", ())
        clock = None
        if hour and ":" in low[max(done, begin - 18) : begin] and not any(match.group(*hour, 0)[:-1]):
            clock = CLOCK_BEFORE.search(low, max(done, begin - 24), begin)
        if (
            _certain(match, low)
            or (clock and match.lastgroup == "name")
            or (match.lastgroup in _WHOLE_ONLY and _is_whole(match, low))
        ):
            yield match, clock
            at = done = match.end()


def _is_whole(match: re.Match[str], low: str) -> bool:
    return len(low) <= _MAX_RAW and match.group() == low.strip()


def _certain(match: re.Match[str], low: str) -> bool:
    """Tell whether the form means a time within a longer text."""
    form = match.lastgroup
    if form == "ymd":
        dotted = match["asep"] == "." and not match["ahour"] and len(match.group()) < 10
        return not (dotted and _VERSION.search(low, max(0, match.start() - 12), match.start()))
    if form == "numeric":
        return _numeric_certain(match)
    if form == "name":
        if match["fday"]:
            return bool(match["fyear"] or match["fhour"])
        return bool(match["eyear"] or match["eyear2"] or match["ehour"])
    if form == "word":
        return bool(match["hhour"])
    return True


def _numeric_certain(match: re.Match[str]) -> bool:
    """Tell whether there are digits enough for a date: not in 10.12.15, 1/2/3."""
    three = match["dthree"]
    if len(three) == 4:
        return True
    if len(three) == 1:
        return match["dsep"] == "-" and match["dhour"] is not None and len(match["done"]) == 2
    return match["dhour"] is not None or match["dsep"] == "/"


def _alone(text: str) -> list[TimeMatch]:
    raw = text.strip() if len(text) <= _MAX_WORDS_ONLY else ""
    if not SHORT_AGE.fullmatch(raw):
        return []
    start = text.index(raw)
    return [TimeMatch(start, start + len(raw), raw, relative=True)]


class _Reader:
    """Turns matches into times, for one moment and zone."""

    __slots__ = ("_day_first", "_now", "_tz")

    def __init__(self, now: datetime, tz: tzinfo, day_first: bool | None) -> None:
        self._tz = tz
        self._now = now.astimezone(tz)
        self._day_first = day_first

    def read(self, match: re.Match[str], raw: str) -> ParsedTime | None:
        raw = raw[match.start() : match.end()]
        group = {name: value for name, value in match.groupdict().items() if value}
        kind = match.lastgroup
        if kind == "now":
            return self._age([("second", 0)], raw)
        if kind == "age":
            return self.read_age(group.get("gage") or group["gfront"], raw)
        if kind == "word":
            return self._day_word(group, raw)
        if kind != "name":
            form, find = {
                "ymd": ("a", self._ymd),
                "cjk": ("b", self._cjk),
                "md": ("c", self._md),
                "numeric": ("d", self._numeric),
            }[kind or ""]
            found = find(group)
            return self._build(found, group, form, raw) if found else None
        form = "e" if "ename" in group else "f"
        year = group.get(form + "year") or group.get(form + "year2")
        month, day_n = MONTHS[group[form + "name"]], int(group[form + "day"])
        found = self._date(_year(year) if year else None, month, day_n)
        return self._build(found, group, form, raw) if found else None

    def _day_word(self, group: dict[str, str], raw: str) -> ParsedTime | None:
        today = self._now.date()
        if "hword" in group:
            day = today - timedelta(days=DAY_WORDS[group["hword"]])
            return self._build(day, group, "h", raw, relative=True)
        day = today - timedelta(days=(self._now.weekday() - WEEKDAYS[group["hweekday"]]) % 7)
        parsed = self._build(day, group, "h", raw, relative=True)
        if parsed is not None and parsed.instant > self._now:
            parsed = self._build(day - timedelta(days=7), group, "h", raw, relative=True)
        return parsed

    def read_clock(self, match: re.Match[str], raw: str) -> ParsedTime | None:
        group = {name: value for name, value in match.groupdict().items() if value}
        parsed = self._build(self._now.date(), group, "k", raw, relative=True)
        if parsed is not None and parsed.instant > self._now:
            day = self._now.date() - timedelta(days=1)
            return self._build(day, group, "k", raw, relative=True)
        return parsed

    def read_age(self, text: str, raw: str) -> ParsedTime | None:
        parts: list[tuple[str, float]] = []
        for found in AGE_PART.finditer(text):
            word = found["number"]
            unit, times = UNITS[found["unit"]]
            number = float(word) if word.isdigit() else NUMBER_WORDS[word]
            if word == "半" or found["half"]:
                number += 0.5
            parts.append((unit, number * times))
        return self._age(parts, raw) if parts else None

    def _age(self, parts: list[tuple[str, float]], raw: str) -> ParsedTime | None:
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
        return ParsedTime(instant, _iso(instant, unit), unit, True, raw)  # type: ignore[arg-type]

    def _ymd(self, group: dict[str, str]) -> date | None:
        return self._date(int(group["ayear"]), int(group["amonth"]), int(group["aday"]))

    def _cjk(self, group: dict[str, str]) -> date | None:
        year = group.get("byear")
        return self._date(_year(year) if year else None, int(group["bmonth"]), int(group["bday"]))

    def _md(self, group: dict[str, str]) -> date | None:
        one, two = int(group["cone"]), int(group["ctwo"])
        # A dash is the Chinese habit, month first; so is a stroke unless told otherwise.
        day_first = one > 12 or (two <= 12 and self._day_first is True and group["csep"] == "/")
        return self._date(None, two, one) if day_first else self._date(None, one, two)

    def _numeric(self, group: dict[str, str]) -> date | None:
        one, two, year = int(group["done"]), int(group["dtwo"]), group["dthree"]
        if len(year) <= 2 and (one > 31 or (group["dsep"] == "-" and self._day_first is None)):
            return self._date(_year(group["done"]), two, int(year))
        by_month, by_day = _valid(_year(year), one, two), _valid(_year(year), two, one)
        if by_month is None or by_day is None:
            return by_month or by_day
        if self._day_first is not None:
            return by_day if self._day_first else by_month
        first, second = (by_day, by_month) if group["dsep"] == "." else (by_month, by_day)
        latest = (self._now + _LATEST).date()
        return second if first > latest >= second else first

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
        hour = int(group[form + "hour"])
        minute = get(form + "minute") or get(form + "minute2") or get(form + "minute3")
        second = get(form + "second") or get(form + "second2")
        half = HALF_DAYS.get(get(form + "half", ""), "")
        if form + "ampm" in group:
            half = group[form + "ampm"] + "m"
        hour = _hour(hour, half, get(form + "half", ""))
        extra = timedelta(days=1) if hour == 24 else timedelta()
        instant = datetime(
            day.year,
            day.month,
            day.day,
            hour % 24,
            int(minute or 0),
            min(int(second or 0), 59),
            tzinfo=_zone(get(form + "zone"), get(form + "offset")) or self._tz,
        )
        instant += extra
        unit: Precision = "second" if second else "minute" if minute else "hour"
        return ParsedTime(instant, _iso(instant, unit), unit, relative, raw)


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
    return year


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
