"""How a site writes times: its zone and the order of day and month, from what its pages let slip.

Boards print "All times are GMT+8", or the present time in their footer, or machine-readable
times with an offset, or an age beside the full time; and no post is newer than now.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from fpcrawl.pages.dates import find_times, guess_order, names_zone, parse_time
from fpcrawl.pages.dates_words import WEEKDAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fpcrawl.pages.dates import DateOrder, ParsedTime

__all__ = ["SiteClock", "clock_growth"]

_STATED = re.compile(
    r"\b(?:GMT|UTC)\s*(?:([+-])\s*(\d{1,2})(?::?(\d{2}))?)(?![\d:])", re.IGNORECASE
)
_CLOCK = re.compile(
    r"current time|time (?:is )?now|time now|local time|server time|it is currently|now is"
    r"|GMT|UTC|当前时间|现在时间|现在是|北京时间|服务器时间",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?([+-])(\d\d):?(\d\d)$")
_MOMENT = re.compile(r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:[+-]\d\d:?\d\d|Z)\s*$")
#: An offset or the name of a zone at the end of a time; seconds since the epoch.
_ZONED = re.compile(r"(?:[+-]\d\d:?\d\d|Z|\b(?:[A-Z]{3,4}|[ECMP]T))\s*$|^\d+$")
_ZONE_BEHIND = re.compile(r"\s*\(?(?:UTC|GMT)\b(?!\s*[+-])")
STATED, CLOCK, ATTRIBUTE, PAIR = 3, 5, 1, 2
#: Ages in minutes that are none: half an hour is from twenty to fifty.
_ROUGH = re.compile(r"半|half", re.IGNORECASE)
#: Votes and share of them that settle the zone.
ENOUGH, MAJORITY = 3, 0.6
QUARTER_S = 900
#: How far a printed clock may be off a quarter of an hour, in seconds.
TOLERANCE_S = 200
MIN_OFFSET_S, MAX_OFFSET_S = -12 * 3600, 14 * 3600
MINUTE_S = 60
#: Times of the last three weeks tell the offset of now.
RECENT_S = 21 * 86_400
ORDERS: tuple[DateOrder, ...] = ("dmy", "mdy", "ymd")
# English alone tells nothing.
_ORDER_OF: dict[str, DateOrder] = {
    **dict.fromkeys(["zh", "ja", "ko", "hu", "lt"], "ymd"),
    **dict.fromkeys(
        "ar bg bn bs ca cs da de el es et fi fr he hi hr id it lv ms nb nl no pl pt ro ru sk sl sr "
        "sv th tr uk "
        "vi en-au en-gb en-ie en-in en-nz en-za".split(),
        "dmy",
    ),
}
#: Zones of languages that live in one, in hours from UTC.
_ODD_OFFSETS = frozenset({20_700, 31_500, 45_900, 49_500})
_USUAL_HOURS = {"zh": 8, "ja": 9, "ko": 9, "vi": 7, "th": 7}


def _exists(offset_s: int) -> bool:
    """Whether some place on earth has this offset: few are not of half hours."""
    if not MIN_OFFSET_S <= offset_s <= MAX_OFFSET_S:
        return False
    return offset_s % 1800 == 0 or offset_s in _ODD_OFFSETS


def _days_of(shown: str, now: datetime) -> dict[DateOrder, date]:
    """Days that a time means, by what comes first in it."""
    read = {o: parse_time(shown, now=now, tz=UTC, order=o) for o in ORDERS}
    days = {o: p.instant.date() for o, p in read.items() if p and not p.relative}
    if days.get("ymd") == days.get("mdy"):
        days.pop("ymd", None)  # read as the other one where the year comes last
    return days


def _aged(days: Mapping[DateOrder, date], told: date, today: date) -> list[DateOrder]:
    """Return what comes first if one day alone is of the age that is told.

    One year can mean all but two: what is told is right to as much again.
    """
    leeway = timedelta(days=1) + (today - told)
    near = [order for order, day in days.items() if abs(day - told) <= leeway]
    return near if len(near) == 1 < len(days) else []


@dataclass(slots=True)
class SiteClock:
    """What is known of how a site writes times.

    Attributes
    ----------
    votes
        Offset from UTC in seconds -> votes for it.
    ahead_s
        How far the newest time shown would lie in the future if it were UTC, in seconds.
    orders
        Order of dates of numbers -> pages that speak for it.
    lang
        Language of the pages, ``en`` or ``en-gb``.
    """

    votes: Counter[int] = field(default_factory=Counter)
    ahead_s: float = 0.0
    orders: Counter[DateOrder] = field(default_factory=Counter)
    lang: str = ""

    def observe_dates(self, texts: Iterable[str], now: datetime) -> None:
        """Look at the dates of a page for what comes first, day, month or year.

        Parameters
        ----------
        texts
            Times as they are shown.
        now
            The true time when the page was fetched, aware.
        """
        order = guess_order(texts, now)
        if order is not None:
            self.orders[order] += 1

    def observe_twins(self, pairs: Iterable[tuple[str, str]], now: datetime) -> None:
        """Look at times shown (first) that stand in full in an attribute (second).

        What is shown can be the age of what the attribute tells: "3 weeks ago", 03/04/2018.
        """
        found: Counter[DateOrder] = Counter()
        for shown, full in pairs:
            age = parse_time(shown, now=now, tz=UTC)
            if age is not None and age.instant is not None and age.relative:
                found.update(_aged(_days_of(full, now), age.instant.date(), now.date()))
                continue
            meant = parse_time(full, now=now, tz=UTC)
            days = _days_of(shown, now)
            if meant is None or len(set(days.values())) < 2:
                continue
            found.update(o for o, day in days.items() if day == meant.instant.date())
        self._count_order(found)

    def observe_weekdays(self, pairs: Iterable[tuple[str, str]], now: datetime) -> None:
        """Look at times shown (first) beside which their weekday stands (second)."""
        found: Counter[DateOrder] = Counter()
        for shown, weekday in pairs:
            days = _days_of(shown, now)
            right = [o for o, day in days.items() if day.weekday() == WEEKDAYS.get(weekday.lower())]
            if len({days[o] for o in right}) == 1 < len(set(days.values())):
                found.update(right)
        self._count_order(found)

    def _count_order(self, found: Counter[DateOrder]) -> None:
        for order, n in found.most_common(1):
            if n > sum(found.values()) / 2:
                self.orders[order] += 1

    @property
    def order(self) -> DateOrder | None:
        """What comes first in 03/04/2018 and 26-1-2: by the pages, else by the language.

        ``None`` while nothing tells.
        """
        ranked = self.orders.most_common(2)
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
            return ranked[0][0]
        if self.lang in _ORDER_OF:
            return _ORDER_OF[self.lang]
        return _ORDER_OF.get(self.lang.partition("-")[0])

    def observe_text(self, text: str, now: datetime) -> None:
        """Look at a short text that may state the zone or print the present time.

        Parameters
        ----------
        text
            A text node.
        now
            The true time when the page was fetched, aware.
        """
        stated = _STATED.search(text)
        if stated:
            sign, hours, minutes = stated.groups()
            self._vote(sign, int(hours), int(minutes or 0), STATED)
        elif _CLOCK.search(text):
            for match in find_times(text)[:1]:
                if not _ZONE_BEHIND.match(text, match.end):
                    self.observe_clock(match.raw, now)

    def observe_clock(self, raw: str, now: datetime) -> None:
        """Compare a printed present time with the true one."""
        parsed = parse_time(raw, now=now, tz=UTC)
        if parsed is None or parsed.instant is None or parsed.relative or parsed.precision == "day":
            return
        if names_zone(raw, now=now):
            return  # as the times of posts do
        ahead = (parsed.instant - now).total_seconds()
        quarter = round(ahead / QUARTER_S) * QUARTER_S
        if abs(ahead - quarter) <= TOLERANCE_S and _exists(quarter):
            self.votes[quarter] += CLOCK

    def observe_pair(self, raw: str, full: str, now: datetime) -> None:
        """Compare what is shown with the full time of the same event.

        An age in minutes ("5 minutes ago") tells the offset of a full time without one, a
        clock that is shown is told by a full time with one. Ages in hours are left alone:
        some sites round them, others cut them.

        Parameters
        ----------
        raw
            The age or time as it is shown.
        full
            The time that an attribute beside it tells.
        now
            The true time when the page was fetched, aware.
        """
        exact = {"minute", "second"}
        age, clock = parse_time(raw, now=now, tz=UTC), parse_time(full, now=now, tz=UTC)
        if _ZONED.search(full):
            if age is not None and clock is not None and _MOMENT.match(full):
                self._observe_zoned(age, clock, now)
            return
        if age is None or age.instant is None or not age.relative or age.precision not in exact:
            return
        if clock is None or clock.instant is None or clock.relative or _ROUGH.search(raw):
            return
        if clock.precision not in exact:
            return
        ahead = (clock.instant - age.instant).total_seconds()
        quarter = round(ahead / QUARTER_S) * QUARTER_S
        if abs(ahead - quarter) <= TOLERANCE_S and _exists(quarter):
            self.votes[quarter] += PAIR

    def _observe_zoned(self, shown: ParsedTime, full: ParsedTime, now: datetime) -> None:
        """Compare a clock that is shown with the moment that an attribute tells.

        Of the last weeks only: summer time passes. Equal ones tell nothing, since much
        software writes ``Z`` for a clock that shows local time.
        """
        if shown.relative or not {shown.precision, full.precision} <= {"minute", "second"}:
            return
        ahead = (shown.instant - full.instant).total_seconds()
        quarter = round(ahead / QUARTER_S) * QUARTER_S
        recent = abs((now - full.instant).total_seconds()) <= RECENT_S
        if recent and quarter and abs(ahead - quarter) <= MINUTE_S and _exists(quarter):
            self.votes[quarter] += PAIR

    def observe_attributes(self, values: Iterable[str]) -> None:
        """Count the offset that most machine-readable times of a page carry (not ``Z``)."""
        found: Counter[tuple[str, str, str]] = Counter()
        for value in values:
            match = _OFFSET.match(value)
            if match:
                sign, hours, minutes = match.groups()
                found[sign, hours, minutes] += 1
        if found:
            (sign, hours, minutes), _ = found.most_common(1)[0]
            # Much software writes +00:00 for a clock that shows local time.
            if int(hours) or int(minutes):
                self._vote(sign, int(hours), int(minutes), ATTRIBUTE)

    def observe_shown(self, instant: datetime, now: datetime) -> None:
        """Note a time that was read as if in UTC: it cannot lie in the future."""
        ahead = (instant - now).total_seconds()
        if TOLERANCE_S < ahead <= MAX_OFFSET_S and ahead > self.ahead_s:
            self.ahead_s = ahead

    def _vote(self, sign: str, hours: int, minutes: int, weight: int) -> None:
        seconds = (hours * 3600 + minutes * 60) * (-1 if sign == "-" else 1)
        if abs(seconds) <= MAX_OFFSET_S and minutes % 15 == 0:
            self.votes[seconds] += weight

    @property
    def zone(self) -> timezone | None:
        """The zone, ``None`` while the evidence does not settle one."""
        total = sum(self.votes.values())
        if total >= ENOUGH:
            seconds, count = self.votes.most_common(1)[0]
            if count >= MAJORITY * total:
                return timezone(timedelta(seconds=seconds))
        if self.ahead_s:
            usual = _USUAL_HOURS.get(self.lang.partition("-")[0])
            if usual is not None and self.ahead_s <= usual * 3600 + TOLERANCE_S:
                return timezone(timedelta(hours=usual))
            # The newest post is a little old: the clock is ahead by the next full hour.
            return timezone(timedelta(hours=math.ceil((self.ahead_s - TOLERANCE_S) / 3600)))
        return None

    def absorb(self, grown: dict[str, Any]) -> None:
        """Add what another worker's clock has learnt, as :func:`clock_growth` found it."""
        self.votes.update({int(offset): more for offset, more in grown["votes"].items()})
        self.orders.update(grown["orders"])
        self.ahead_s = max(self.ahead_s, grown["ahead_s"])
        self.lang = self.lang or grown["lang"]

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "votes": {str(k): v for k, v in self.votes.items()},
            "ahead_s": self.ahead_s,
            "orders": dict(self.orders),
            "lang": self.lang,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SiteClock:
        """Read what :meth:`to_json` wrote."""
        votes = Counter({int(k): v for k, v in data["votes"].items()})
        orders: Counter[DateOrder] = Counter({o: data.get("orders", {}).get(o, 0) for o in ORDERS})
        return cls(votes, data["ahead_s"], +orders, data["lang"])


def clock_growth(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what was added between two states of one clock, plain data of both."""
    more = {
        name: {
            key: count - before.get(name, {}).get(key, 0)
            for key, count in now.get(name, {}).items()
            if count != before.get(name, {}).get(key, 0)
        }
        for name in ("votes", "orders")
    }
    return {**more, "ahead_s": now["ahead_s"], "lang": now["lang"]}
