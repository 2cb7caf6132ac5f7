"""Times as pages show them: finding them in text, and reading them.

``2018-3-4 00:00``, ``3 小时前``, ``Yesterday at 04:08 AM``, ``4. März 2018``: the forms
stand in :mod:`fpcrawl.pages.dates_forms`, the words in :mod:`fpcrawl.pages.dates_words` and
:mod:`fpcrawl.pages.dates_world`, other calendars in :mod:`fpcrawl.pages.dates_calendars`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from fpcrawl.pages.dates_calendars import from_jalali
from fpcrawl.pages.dates_forms import (
    CLOCK,
    CLOCK_BEFORE,
    COMPACT_DAY,
    DIGITS,
    GAP_AT_END,
    HAS_DIGIT,
    LETTERS,
    OTHER_DIGIT,
    SHORT_AGE,
    START,
    WEEKDAY_AHEAD,
    from_digit,
    from_word,
)
from fpcrawl.pages.dates_read import (
    DateOrder,
    ParsedTime,
    Precision,
    Reader,
    other_day,
    readings,
)
from fpcrawl.pages.dates_words import (
    DAY_WORDS,
    MONTHS,
    NAMED_HOURS,
    PHRASES,
    SPELT_AGO,
    WEAK_MONTHS,
    WEAK_WEEKDAYS,
    trie,
)
from fpcrawl.pages.dates_world import WORD_MONTHS
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "MAYBE_TIME",
    "DateOrder",
    "ParsedTime",
    "Precision",
    "TimeMatch",
    "at_clock",
    "find_times",
    "guess_order",
    "names_zone",
    "parse_epoch",
    "parse_time",
    "prepare_times",
]

# A text without digits is only looked at when it is short: "yesterday" in a post is prose.
_MAX_WORDS_ONLY = 60
_MAX_RAW = 300
_WORD_ONLY = late(f"(?<![{LETTERS}])" + trie([*PHRASES, *DAY_WORDS, *SPELT_AGO]))
_SCRIPTS = "刚剛昨今前\u0590-\u06ff\u0900-\u09ff\u0e00-\u0e7f"
_MAYBE_WORDS = [
    word for word in (*PHRASES, *DAY_WORDS, *SPELT_AGO) if not re.match(f"[{_SCRIPTS}]|her$", word)
]
#: Searched in lower case before :func:`find_times`, which is slower: what texts with a time
#: have, and others.
MAYBE_TIME = late(rf"[\d{_SCRIPTS}]|day|now|(?<![^\W\d_])(?:an?\b|{trie(_MAYBE_WORDS)})")
_PADDED = re.compile(r"[0-3][0-9]\.[01][0-9]\.[0-9]{2}")
_YEAR_FIRST = re.compile(r"(?:9[0-9]|[0-3][0-9])-[01]?[0-9]-[0-3]?[0-9]")
# So many days with one first number tell that it is the year.
_VARIED = 3
# So many times as long are the spans of days that are read in a wrong order.
_NEARER = 4
# What tells that a year is of the Persian calendar, or of the Thai one.
_ARABIC_LETTER = re.compile("[\u0620-\u064a\u0671-\u06d3]")
_THAI_LETTER = re.compile("[\u0e01-\u0e2e]")
_VERSION = re.compile(r"(?:v|ver|version|release|build|rev|版本|版)\.?[:：\s]{0,2}$")
#: Seconds of which zones are whole numbers apart.
_ZONES_APART = 900
_ELSEWHERE = timezone(timedelta(hours=5))
#: Characters of the longest weekday and what stands behind it.
_MAX_WEEKDAY = 20
#: Forms that tell a day, beside which its weekday can stand.
_OF_DAY = frozenset(["ymd", "numeric", "md", "name", "other"])
_RELATIVE = frozenset(["age", "word", "now"])
_MAX_TEXT = 200_000
#: Marks of the direction of writing stand beside the strokes of days in Arabic.
_MARKS = "\u200e\u200f\u061c"
_WIDE = re.compile(rf"\s\s|\d[{_MARKS}]")
_UNMARKED = dict.fromkeys(map(ord, _MARKS))
#: Texts of so many characters are remembered with their times.
_SHORT = 120
_MOST_DAYS = {
    month: 30 if month in {4, 6, 9, 11} else 29 if month == 2 else 31 for month in range(1, 13)
}


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


def prepare_times() -> None:
    """Compile now what the first time would wait for."""
    from_digit()
    from_word()


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
    if _WIDE.search(text) is None:
        return _find_shown(text, clock_only)
    # Markup breaks and indents lines where it likes; a browser shows one blank.
    places = [
        n
        for n, c in enumerate(text)
        if c not in _MARKS and not (c.isspace() and text[n - 1 : n].isspace())
    ]
    out = []
    for match in _find_shown("".join(map(text.__getitem__, places)), clock_only):
        start, end = places[match.start], places[match.end - 1] + 1
        out.append(TimeMatch(start, end, text[start:end], match.relative))
    return out


def _find_shown(text: str, clock_only: bool) -> list[TimeMatch]:
    low = _lower(text)
    done = 0
    out: list[TimeMatch] = []
    for match, clock in _scan(low):
        start, end = (clock or match).start(), match.end()
        if match.lastgroup in _OF_DAY:
            weekday = WEEKDAY_AHEAD.search(low, max(done, start - _MAX_WEEKDAY), start)
            start = start if weekday is None else weekday.start()
        done = end
        out.append(TimeMatch(start, end, text[start:end], match.lastgroup in _RELATIVE))
    if not out:
        out = _alone(text)
    if not out and clock_only:
        out = [
            TimeMatch(match.start(), match.end(), match.group(), relative=False)
            for match in CLOCK.finditer(low)
        ]
    return out


@lru_cache(maxsize=4096)  # a page's times are read to find its posts, to order and to tell them
def parse_time(
    raw: str,
    *,
    now: datetime,
    tz: tzinfo | None = None,
    order: DateOrder | None = None,
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
    order
        How to read 03/04/2018 and 26-1-2. ``None``: day first with dots, else month first,
        as forum software does out of the box, and year first with dashes and two digits;
        another way where that would lie in the future.
    clock_only
        Read a time of day alone as its last occurrence before ``now``.
    """
    raw = " ".join(raw[:_MAX_RAW].split())
    if not raw.isascii() and len(plain := raw.translate(_UNMARKED)) < len(raw):
        # Who writes from the right to the left tells the day before its month.
        raw, order = plain, order or "dmy"
    low = _lower(raw)
    if now.tzinfo is None:
        now = now.replace(tzinfo=UTC)
    reader = Reader(now, tz or now.tzinfo or UTC, order)
    try:
        # No form of a time begins so, and a crawl that is told such ages alone needs none of them.
        if SHORT_AGE.fullmatch(raw):
            return reader.read_age(raw, raw)
        for match, clock in _scan(low):
            parsed = reader.read(match, raw, clock)
            if parsed is not None:
                return parsed
        clock = CLOCK.search(low) if clock_only else None
        if clock:
            return reader.read_clock(clock, raw)
        compact = COMPACT_DAY.fullmatch(raw)
        return reader.read_compact(compact, raw) if compact else None
    except (ValueError, OverflowError):
        return None


def at_clock(moment: str, clock: str, *, now: datetime) -> str | None:
    """Return the time nearest to a moment at which another clock shows what it shows.

    A letter's own time, that of the sender's zone, can be told beside the site's time of day.

    Parameters
    ----------
    moment
        Day and time of day.
    clock
        A time of day: "7:50 a.m.", "noon".
    now
        The moment of fetching, aware.

    Returns
    -------
    str or None
        Day and time, without a zone. ``None`` where both clocks show the same or no two of
        this earth can, the moment's zone is told, or either is not what it should be.
    """
    plain = _lower(clock.strip())
    if plain in NAMED_HOURS:
        plain = f"{NAMED_HOURS[plain]}:00"
    match = CLOCK.fullmatch(plain)
    if match is None or not (match["kminute"] or match["kampm"]):
        return None  # "22时" is an age as well
    told = parse_time(moment, now=now, tz=UTC)
    if told is None or told.precision == "day" or told.relative or names_zone(moment, now=now):
        return None
    late = told.instant + timedelta(hours=12)
    shown = parse_time(plain, now=late, tz=UTC, clock_only=True)
    if shown is None:
        return None
    apart = (shown.instant - told.instant.replace(second=0)).total_seconds()
    if not apart or apart % _ZONES_APART:
        return None
    return f"{shown.instant:%Y-%m-%d %H:%M}"


def names_zone(raw: str, *, now: datetime) -> bool:
    """Whether a time is the same moment in whatever zone it is read."""
    here, there = (parse_time(raw, now=now, tz=tz) for tz in (UTC, _ELSEWHERE))
    return here is not None and there is not None and here.instant == there.instant


def parse_epoch(raw: str) -> ParsedTime | None:
    """Return the moment of 10 digits of seconds or 13 of milliseconds, in UTC."""
    digits = raw.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) in {10, 13}):
        return None
    instant = datetime.fromtimestamp(int(digits[:10]), UTC)
    return ParsedTime(instant, instant.isoformat(timespec="seconds"), "second", False, raw)


def guess_order(texts: Iterable[str], now: datetime) -> DateOrder | None:
    """Tell from dates like 03/14/2018 among ``texts`` what comes first; ``None`` = unsure.

    A date that makes sense in one order only speaks for that: no day is to come, and no
    year has more than twelve months. Where all make sense in both, those with a time of day
    tell by where they lie: posts of a page follow each other, and closely.

    Parameters
    ----------
    now
        The moment of fetching, aware.
    """
    votes: Counter[DateOrder] = Counter()
    firsts, lasts = set(), set()
    timed: list[dict[DateOrder, date]] = []
    latest = (now + timedelta(days=1)).date()
    for text in dict.fromkeys(texts):
        for match, _ in _scan(_lower(text[:_MAX_RAW].translate(_UNMARKED))):
            if match.lastgroup == "numeric":
                one, two, three = match.group("done", "dtwo", "dthree")
                days = readings(one, two, three)
                possible = [o for o, day in days.items() if day <= latest]
                if len(possible) == 1:
                    votes[possible[0]] += 1
                elif match["dhour"]:
                    timed.append({o: days[o] for o in possible})
                if len(possible) != 1 and len(one) == 2 and len(three) == 2:
                    firsts.add(one)
                    lasts.add(three)
            elif match.lastgroup == "md" and match["csep"] != "-" and int(match["cone"]) > 12:
                votes["dmy"] += 1
    if len(firsts) == 1 and len(lasts) >= _VARIED:
        # What stays the same on a page of posts is the year.
        votes["ymd"] += 1
    if not votes:
        return _order_by_course(timed)
    (first, count), (_, second) = [*votes.most_common(2), ("mdy", 0), ("mdy", 0)][:2]
    return first if count > second else None


def _order_by_course(days: list[dict[DateOrder, date]]) -> DateOrder | None:
    """Tell what comes first in days of which each makes sense in several orders.

    In the right order they rise or fall, or are much nearer to each other: of three days in
    05/01, 05/03, 05/04 the month is what stays the same.
    """
    shared = set[DateOrder](days[0]).intersection(*days) if days else set()
    spans: dict[DateOrder, timedelta] = {}
    steady: set[DateOrder] = set()
    for order in shared:
        read = [found[order] for found in days]
        if len(set(read)) < _VARIED:
            return None
        spans[order] = max(read) - min(read)
        if read in (sorted(read), sorted(read, reverse=True)):
            steady.add(order)
    if len(spans) < 2:
        return None
    if len(steady) == 1:
        return steady.pop()
    nearest, *others = sorted(steady or spans, key=spans.__getitem__)
    near = all(spans[nearest] * _NEARER <= spans[other] for other in others)
    return nearest if near else None


def _lower(text: str) -> str:
    low = text.lower()
    # Some letters grow in lower case, and places would no longer agree.
    if len(low) != len(text):
        low = "".join(c.lower()[:1] for c in text)
    return low if low.isascii() or OTHER_DIGIT.search(low) is None else low.translate(DIGITS)


def _scan(low: str) -> Iterable[tuple[re.Match[str], re.Match[str] | None]]:
    """Give the forms in ``low`` that mean a time where they stand.

    Each with the time of day that stands before it, where it has none of its own.
    """
    return _scan_short(low) if len(low) <= _SHORT else _scan_long(low)


@lru_cache(maxsize=4096)
def _scan_short(low: str) -> tuple[tuple[re.Match[str], re.Match[str] | None], ...]:
    return tuple(_scan_long(low))


def _scan_long(low: str) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    at = done = 0
    while True:
        start = START.search(low, at)
        if start is None:
            return
        begin, at = start.span()
        match = (from_word() if start["digit"] is None else from_digit()).match(low, begin)
        if match is None:
            continue
        clock = None
        if ":" in low[max(done, begin - 24) : begin] and not _has_hour(match):
            clock = CLOCK_BEFORE.search(low, max(done, begin - 24), begin)
        if (
            _certain(match, low)
            or (clock and (match.lastgroup == "name" or _is_jalali(match)))
            or _is_whole(match, low)
        ) and _possible(match):
            yield match, clock
            at = done = match.end()


# Of the forms without a time of day, those that may have one before them.
_HOURS = {"ymd": "ahour", "cjk": "bhour", "era": "bhour", "numeric": "dhour", "other": "mhour"}


def _has_hour(match: re.Match[str]) -> bool:
    form = match.lastgroup or ""
    if form == "name":
        if match.re is from_digit() and match["nhour"]:
            return True
        return bool(match["fhour"] or match["ehour"])
    hour = _HOURS.get(form)
    return hour is None or match[hour] is not None


def _is_whole(match: re.Match[str], low: str) -> bool:
    """Tell whether the form is all of the text but its weekday, and enough then.

    Behind a word for a day "at" may lead to a time of day elsewhere.
    """
    text = low.strip()
    if match.lastgroup == "word":
        text = GAP_AT_END.sub("", text)
    if len(low) > _MAX_RAW or not text.endswith(match.group()):
        return False
    before = text[: -len(match.group())]
    if before and (len(before) > _MAX_WEEKDAY or WEEKDAY_AHEAD.fullmatch(before) is None):
        return False
    form = match.lastgroup
    if form == "numeric":
        return bool(
            len(match["dthree"]) == 4
            or _PADDED.fullmatch(match.group())
            or _YEAR_FIRST.fullmatch(match.group())
        )
    if form == "name":
        # 5 March, not 5 lis.
        return (match["fname"] or match["ename"]) not in WEAK_MONTHS
    if form == "word":
        return match["hweekday"] not in WEAK_WEEKDAYS
    return form == "ymd"


def _is_jalali(match: re.Match[str]) -> bool:
    return match.lastgroup == "ymd" and match["ayear"] < "1500"


def _certain(match: re.Match[str], low: str) -> bool:
    """Tell whether the form means a time within a longer text."""
    form = match.lastgroup
    if form == "ymd":
        if _is_jalali(match):
            return bool(match["ahour"]) or _ARABIC_LETTER.search(low) is not None
        dotted = match["asep"] == "." and not match["ahour"] and len(match.group()) < 10
        return not (dotted and _VERSION.search(low, max(0, match.start() - 12), match.start()))
    if form == "numeric":
        return _numeric_certain(match, low)
    if form == "md" and match["csep"] == ".":
        # 04.03. 12:30, not 1.12 at 12:30.
        return len(match["cone"]) == len(match["ctwo"]) == 2 and not _VERSION.search(
            low, max(0, match.start() - 12), match.start()
        )
    if form == "name":
        if match["fday"]:
            year = match["fname"] not in WORD_MONTHS and match["fyear"]
            return bool(year or _has_digit(match["fhour"]))
        if match.re is from_digit() and match["nyear"]:
            return True
        year = match["ename"] not in WORD_MONTHS and (match["eyear"] or match["eyear2"])
        return bool(year or _has_digit(match["ehour"]))
    if form == "word":
        return bool(match["hhour"])
    return True


def _has_digit(hour: str | None) -> bool:
    """Whether an hour is told by a number: "on 4 May, noon" can be prose."""
    return hour is not None and hour[0].isdigit()


@cache
def _day_groups(*, of_word: bool) -> list[tuple[str, str, str]]:
    """Names of the groups of a day, and of its month as a number or as a word, of each form."""
    there = (from_word() if of_word else from_digit()).groupindex
    return [
        (day, month if month in there else "", name)
        for day, month, name in ((f + "day", f + "month", f + "name") for f in "abefin")
        if day in there
    ]


def _possible(match: re.Match[str]) -> bool:
    """Tell whether there is such a day in some year."""
    if match.lastgroup == "numeric":
        return bool(readings(*match.group("done", "dtwo", "dthree")))
    if match.lastgroup == "md":
        one, two = map(int, match.group("cone", "ctwo"))
        return min(one, two) > 0 and _MOST_DAYS.get(min(one, two), 0) >= max(one, two)
    if match.lastgroup == "other":
        return other_day(*match.group("mname", "myear", "mday")) is not None
    if _is_jalali(match):
        return from_jalali(*map(int, match.group("ayear", "amonth", "aday"))) is not None
    # By identity: a compiled pattern is slow to hash.
    for day, month, name in _day_groups(of_word=match.re is from_word()):
        if match[day] is not None:
            number = match[month] if month else None
            return int(match[day]) <= _MOST_DAYS[int(number or MONTHS[match[name]])]
    return True


def _numeric_certain(match: re.Match[str], low: str) -> bool:
    """Tell whether there are digits enough for a date: not in 10.12.15, 1/2/3."""
    three = match["dthree"]
    if len(three) == 4:
        return three < "2500" or _THAI_LETTER.search(low) is not None
    if len(three) == 1:
        # 24.3.5 5:01 PM: behind the number of a version no half of the day is told.
        told = match["dampm"] or match["dhalf"] if match["dsep"] == "." else match["dhour"]
        return bool(told) and len(match["done"]) == 2
    return match["dhour"] is not None or match["dsep"] == "/"


def _alone(text: str) -> list[TimeMatch]:
    raw = text.strip() if len(text) <= _MAX_WORDS_ONLY else ""
    if not SHORT_AGE.fullmatch(raw):
        return []
    start = text.index(raw)
    return [TimeMatch(start, start + len(raw), raw, relative=True)]
