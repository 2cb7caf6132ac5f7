from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from date_table import no_times, rows
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.pages import dates, find_times, parse_epoch, parse_time
from fpcrawl.pages.dates import MAYBE_TIME, DateOrder, at_clock, guess_order
from fpcrawl.pages.dates_calendars import JALALI_YEARS, buddhist_year, from_jalali
from fpcrawl.pages.dates_words import WEAK_MONTHS, WEAK_WEEKDAYS
from fpcrawl.pages.dates_world import WORD_MONTHS
from fpcrawl.pages.siteclock import SiteClock

CN = timezone(timedelta(hours=8))
NOW = datetime(2024, 5, 15, 14, 20, 33, tzinfo=CN)  # a Wednesday

ABSOLUTE = [
    ("2018-3-4 00:00", "2018-03-04T00:00+08:00"),
    ("2018-3-4 00:00:09", "2018-03-04T00:00:09+08:00"),
    ("2018/3/4", "2018-03-04"),
    ("2018.03.04", "2018-03-04"),
    ("2018-03-04T10:50:00+01:00", "2018-03-04T10:50:00+01:00"),
    ("2018-03-04T10:50:00+0100", "2018-03-04T10:50:00+01:00"),
    ("2018-03-04T10:50:00.123Z", "2018-03-04T10:50:00+00:00"),
    ("2018-03-04.10:50:00", "2018-03-04T10:50:00+08:00"),
    ("2018-03-04T10:50", "2018-03-04T10:50+08:00"),
    ("2018年3月4日 12:30", "2018-03-04T12:30+08:00"),
    ("2018年3月4日下午3:05", "2018-03-04T15:05+08:00"),
    ("2018-3-4 晚上 08:05", "2018-03-04T20:05+08:00"),
    ("2018-3-4 上午 12:05", "2018-03-04T00:05+08:00"),
    ("2018年3月4日 12时30分", "2018-03-04T12:30+08:00"),
    ("2018年3月4日(日) 10:50", "2018-03-04T10:50+08:00"),
    ("2018년 3월 4일 오후 3:05", "2018-03-04T15:05+08:00"),
    ("3月4日 12:30", "2024-03-04T12:30+08:00"),
    ("12月4日", "2023-12-04"),
    ("03-04 12:30", "2024-03-04T12:30+08:00"),
    ("12-04 12:30", "2023-12-04T12:30+08:00"),
    ("3/4(月) 12:30", "2024-03-04T12:30+08:00"),
    ("2018.03.04 日 12:30", "2018-03-04T12:30+08:00"),
    ("3/24/2018\u00a0:\u00a0\u00a012:30:05", "2018-03-24T12:30:05+08:00"),
    ("18-3-4 12:30", "2018-03-04T12:30+08:00"),
    ("Mar 4th, 2018", "2018-03-04"),
    ("4 мар 18, 09:12", "2018-03-04T09:12+08:00"),
    ("10 Mar 18, 23:36", "2018-03-10T23:36+08:00"),
    ("Νοέμ 18, 2018 8:15 μμ", "2018-11-18T20:15+08:00"),
    ("Mar 4", "2024-03-04"),
    ("Dec 24", "2023-12-24"),
    ("Feb 29, 10:00", "2024-02-29T10:00+08:00"),
    ("4 March 2018 09:15", "2018-03-04T09:15+08:00"),
    ("4-Mar-2018 10:50", "2018-03-04T10:50+08:00"),
    ("04 Mar 18 10:50:00", "2018-03-04T10:50:00+08:00"),
    ("4 Mar '18", "2018-03-04"),
    ("Sun Mar 04, 2018 10:50 am", "2018-03-04T10:50+08:00"),
    ("Sun Mar 04 10:50:00 2018", "2018-03-04T10:50:00+08:00"),
    ("Sun, 04 Mar 2018 10:50:00 +0100", "2018-03-04T10:50:00+01:00"),
    ("Sun, 04 Mar 2018 10:50:00 GMT", "2018-03-04T10:50:00+00:00"),
    ("March 4, 2018 at 9:15 pm", "2018-03-04T21:15+08:00"),
    ("March 4, 2018 at 12:15 am", "2018-03-04T00:15+08:00"),
    ("Dec 22, 2023, 03:23 AM", "2023-12-22T03:23+08:00"),
    ("03/04/2018", "2018-03-04"),
    ("14/03/2018", "2018-03-14"),
    ("04.03.2018 18:07", "2018-03-04T18:07+08:00"),
    ("09-12-2018, 10:21 PM", "2018-09-12T22:21+08:00"),
    ("4 mars 2018 à 10:50", "2018-03-04T10:50+08:00"),
    ("1er août 2018", "2018-08-01"),
    ("4. März 2018, 10:50", "2018-03-04T10:50+08:00"),
    ("4 de marzo de 2018", "2018-03-04"),
    ("4 марта 2018 г. 10:50", "2018-03-04T10:50+08:00"),
    ("十一月 27, 2023 10:50", "2023-11-27T10:50+08:00"),
    ("二月 24, 2018", "2018-02-24"),
    ("29.01.19", "2019-01-29"),
    ("11:43pm On Apr 23, 2018", "2018-04-23T23:43+08:00"),
    ("11:43pm On Apr 23", "2024-04-23T23:43+08:00"),
    ("08:05, 2018-3-4", "2018-03-04T08:05+08:00"),
    ("2023-12-31 24:00", "2024-01-01T00:00+08:00"),
]
RELATIVE = [
    ("刚刚", "2024-05-15T14:20:33+08:00"),
    ("just now", "2024-05-15T14:20:33+08:00"),
    ("3 秒前", "2024-05-15T14:20:30+08:00"),
    ("5 分钟前", "2024-05-15T14:15+08:00"),
    ("5分鐘前", "2024-05-15T14:15+08:00"),
    ("半小时前", "2024-05-15T13:50+08:00"),
    ("3 小时前", "2024-05-15T11+08:00"),
    ("1小时5分钟前", "2024-05-15T13:15+08:00"),
    ("三天前", "2024-05-12"),
    ("3 天前", "2024-05-12"),
    ("1 周前", "2024-05-08"),
    ("2 个月前", "2024-03"),
    ("昨天 12:30", "2024-05-14T12:30+08:00"),
    ("昨天下午 2:30", "2024-05-14T14:30+08:00"),
    ("昨天", "2024-05-14"),
    ("前天 08:00", "2024-05-13T08:00+08:00"),
    ("今天 08:00", "2024-05-15T08:00+08:00"),
    ("Yesterday at 04:08 AM", "2024-05-14T04:08+08:00"),
    ("Today, 04:08", "2024-05-15T04:08+08:00"),
    ("Yesterday", "2024-05-14"),
    ("Monday at 4:08 AM", "2024-05-13T04:08+08:00"),
    ("Wednesday at 11:00 PM", "2024-05-08T23:00+08:00"),
    ("周三 12:30", "2024-05-15T12:30+08:00"),
    ("3h", "2024-05-15T11+08:00"),
    ("5m", "2024-05-15T14:15+08:00"),
    ("2d ago", "2024-05-13"),
    ("3 hours ago", "2024-05-15T11+08:00"),
    ("an hour ago", "2024-05-15T13+08:00"),
    ("1 hour, 5 minutes ago", "2024-05-15T13:15+08:00"),
    ("one year ago", "2023"),
    ("il y a 3 heures", "2024-05-15T11+08:00"),
    ("vor 3 Stunden", "2024-05-15T11+08:00"),
    ("hace 3 horas", "2024-05-15T11+08:00"),
    ("1 Jahr 2 Tage her", "2023-05-13"),
    ("3 часа назад", "2024-05-15T11+08:00"),
    ("3時間前", "2024-05-15T11+08:00"),
    ("3시간 전", "2024-05-15T11+08:00"),
]


@pytest.mark.parametrize(("raw", "iso"), ABSOLUTE + RELATIVE)
def test_forms(raw: str, iso: str) -> None:
    parsed = parse_time(raw, now=NOW)
    assert parsed is not None
    assert parsed.iso == iso
    assert parsed.relative is ((raw, iso) in RELATIVE)
    assert parsed.instant.tzinfo is not None
    assert [match.raw for match in find_times(raw)] == [raw]
    assert [match.relative for match in find_times(raw)] == [parsed.relative]


@pytest.mark.parametrize(("raw", "iso"), [pair for pair in ABSOLUTE + RELATIVE if len(pair[0]) > 9])
@pytest.mark.parametrize(
    "around", ["发表于 {} 来自手机", "Posted by x » {} | 12 replies", "最后: {}", "({})"]
)
def test_forms_are_found_within_text(raw: str, iso: str, around: str) -> None:
    text = around.format(raw)
    (match,) = find_times(text)
    assert match.raw == text[match.start : match.end]
    parsed = parse_time(match.raw, now=NOW)
    assert parsed is not None
    assert parsed.iso == iso


@pytest.mark.parametrize(
    "text",
    [
        "", "reply", "12 replies", "12:30", "at 12:30:45", "v2018.3.4", "version 2018.3.4",
        "1.2.3",
        "release 10.12.15", "192.168.1.1", "10.0.2018.1", "010-12345678", "+86 138-0013-8000",
        "555-12-2018", "$3/4/18", "1/2/3", "page 3/4", "3-4", "3分", "2018", "March 2018",
        "Mar 4 users", "May 12 of them", "today is a good day", "she said yesterday", "2018-13-01",
        "2018-3-41", "5M", "3.5h", "#3/4/2018", "2018-3-4-5", "ISBN 978-7-302-10-2018",
        "3天前天气预报", "20-4 March 2024", "上午", "a", "1h2", "in 3 days", "x" * 500,
    ],
)  # fmt: skip
def test_what_is_no_time(text: str) -> None:
    assert find_times(text) == []
    assert parse_time(text, now=NOW) is None


def test_impossible_days_are_not_read() -> None:
    assert parse_time("2018-02-30 10:00", now=NOW) is None
    assert parse_time("31 February 2018", now=NOW) is None


def test_several_times_in_one_text() -> None:
    text = "Mar 4, 2018 10:50 am, last edited 2018-03-05 11:00 by x, 3 hours ago"
    assert [match.raw for match in find_times(text)] == [
        "Mar 4, 2018 10:50 am",
        "2018-03-05 11:00",
        "3 hours ago",
    ]


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        ("5 months ago", "5 months  ago"),
        ("March 4, 2018 10:50 am", "March 4,\n\t\t2018\n\t\t10:50 am"),
        ("2018-03-04 10:50", "2018-03-04 \n            10:50"),
    ],
)
def test_blanks_and_broken_lines_are_one_blank(shown: str, written: str) -> None:
    text = f"by\n\n  ann:  {written}\n  "
    (match,) = find_times(text)
    assert match.raw == text[match.start : match.end] == written
    assert parse_time(match.raw, now=NOW) == parse_time(shown, now=NOW)


def test_a_time_of_day_alone_only_when_asked() -> None:
    assert [match.raw for match in find_times("at 12:30 o'clock", clock_only=True)] == ["12:30"]
    early = parse_time("12:30", now=NOW, clock_only=True)
    late = parse_time("15:30", now=NOW, clock_only=True)
    assert early is not None
    assert late is not None
    assert (early.iso, late.iso) == ("2024-05-15T12:30+08:00", "2024-05-14T15:30+08:00")


MOMENT = "2026-05-13T14:20:33+08:00"
ROWS = rows()
PRECISION = {19: "second", 16: "minute", 13: "hour", 10: "day", 7: "month", 4: "year"}
OFFSET = re.compile(r"[+-]\d\d:\d\d$")


@pytest.mark.parametrize(("shown", "meant", "options"), ROWS)
def test_the_table(shown: str, meant: str, options: dict[str, str]) -> None:
    now = datetime.fromisoformat(options.get("now", MOMENT))
    # Sites without evidence have the order of their language, or none.
    known: DateOrder | None = options.get("order")  # type: ignore[assignment]
    for order in {known} if known else {None, SiteClock(lang=options["lang"][:2]).order}:
        parsed = parse_time(shown, now=now, order=order)
        assert parsed is not None
        assert parsed.iso == meant
        assert PRECISION[len(OFFSET.sub("", meant))] == parsed.precision
    assert MAYBE_TIME.search(shown.lower())
    (found,) = find_times(shown)
    assert found.raw == shown[found.start : found.end]
    # What is found is read like the text it stood in.
    again = parse_time(found.raw, now=now, order=known)
    assert again is not None
    assert again.iso == meant


@pytest.mark.parametrize(
    ("moment", "clock", "here"),
    [
        ("Oct. 27, 2025, 3:50 p.m.", "7:50 a.m.", "2025-10-27 07:50"),
        ("Oct. 27, 2025, 1:50 a.m.", "16:50", "2025-10-26 16:50"),
        ("Oct. 27, 2025, 4 p.m.", "midnight", "2025-10-28 00:00"),
        ("Oct. 27, 2025, 3:50 p.m.", "3:50 p.m.", None),
        ("Oct. 27, 2025, 3:50:20 p.m.", "15:50", None),
        ("2025-10-27T07:50:00Z", "15:50", None),
        ("2025-10-27", "15:50", None),
        ("2025-10-27 11:00", "22时", None),
        ("2025-10-27 11:49", "22:00", None),
        ("2025-10-27 15:50", "at home", None),
    ],
)
def test_a_moment_of_another_zone_by_the_clock_here(
    moment: str, clock: str, here: str | None
) -> None:
    assert at_clock(moment, clock, now=NOW) == here


def test_an_hour_that_has_a_name_is_prose_without_a_year() -> None:
    assert not find_times("We met on 4 May, noon, near the old bridge")
    assert find_times("4 May, noon")


@pytest.mark.parametrize("text", no_times())
def test_the_table_of_what_is_no_time(text: str) -> None:
    now = datetime.fromisoformat(MOMENT)
    assert find_times(text) == []
    assert find_times(f"{text} | x") == []
    for order in (None, "dmy", "mdy", "ymd"):
        assert parse_time(text, now=now, order=order) is None


def test_the_tables_are_long_enough() -> None:
    assert len({(shown, str(options)) for shown, _, options in ROWS}) >= 300
    assert len(set(no_times())) >= 100
    languages = {options["lang"] for _, _, options in ROWS}
    assert languages >= {"zh", "zh-hant", "en", "ja", "fr", "de", "ru", "es", "vi", "iso"}
    assert len(languages) >= 39


def test_the_order_by_evidence() -> None:
    def iso(raw: str, order: DateOrder | None) -> str | None:
        parsed = parse_time(raw, now=NOW, order=order)
        return parsed.iso if parsed else None

    assert iso("03/04/2018", None) == "2018-03-04"
    assert iso("03/04/2018", "dmy") == "2018-04-03"
    assert iso("04.03.2018", "mdy") == "2018-04-03"
    assert iso("14/03/2018", "mdy") == "2018-03-14"
    assert iso("11-02-2018", None) == "2018-11-02"
    # No post is of August as long as it is May.
    assert iso("08-05-2024", None) == iso("08-05-2024", "mdy") == "2024-05-08"
    assert guess_order(["03/04/2018", "14/03/2018"], NOW) == "dmy"
    assert guess_order(["03/14/2018 10:00"], NOW) == "mdy"
    assert guess_order(["03/04/2018", "no date"], NOW) is None


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("Verfasst: Fr 5. Jan 2024, 00:07", "Fr 5. Jan 2024, 00:07"),
        ("pá 05. led 2024 0:07", "pá 05. led 2024 0:07"),
        ("Posted on Saturday 2024-01-06 10:00 by Ann", "Saturday 2024-01-06 10:00"),
        ("Sat, 06/01/2024 - 10:00", "Sat, 06/01/2024 - 10:00"),
        ("Di 12.05.15", "Di 12.05.15"),
        ("Di 12.05.2015 (10:00) Ann", "Di 12.05.2015 (10:00)"),
        ("op do 12-12-2023 om 10:00 uur geplaatst", "12-12-2023 om 10:00 uur"),
        # A short word among others is none.
        ("we go to 5 Jan 2024, 10:00", "5 Jan 2024, 10:00"),
        ("We're in so 5 Jan 2024", "5 Jan 2024"),
    ],
)
def test_a_weekday_before_its_day_is_part_of_the_time(text: str, raw: str) -> None:
    (found,) = find_times(text)
    assert found.raw == raw


@pytest.mark.parametrize(
    ("shown", "order"),
    [
        # Near to each other, and in order both ways.
        ("05/01/2023 05/03/2023 05/04/2023 05/11/2023", "mdy"),
        ("01/05/2023 03/05/2023 04/05/2023 11/05/2023", "dmy"),
        # In order in one way only.
        ("11/02/2023 05/03/2023 06/03/2023 02/04/2023", "dmy"),
        ("04/09/2023 04/10/2023 05/02/2023", "mdy"),
        # Too few, and nothing that tells.
        ("05/01/2023 05/03/2023", None),
        ("01/02/2023 02/04/2023 03/06/2023", None),
    ],
)
def test_the_order_of_days_that_make_sense_in_two_by_where_posts_lie(
    shown: str, order: DateOrder | None
) -> None:
    days = shown.split()
    assert guess_order([f"{day} 10:00" for day in days], NOW) == order
    assert guess_order(days, NOW) is None


@pytest.mark.parametrize("order", ["dmy", "mdy", "ymd"])
def test_a_site_that_disambiguates_is_never_read_with_day_and_month_swapped(
    order: DateOrder,
) -> None:
    form = {"dmy": "%d/%m/%y", "mdy": "%m/%d/%y", "ymd": "%y/%m/%d"}[order]
    for first in range(0, 360, 7):
        days = [NOW - timedelta(days=first + n) for n in range(25)]
        shown = [day.strftime(form + " 08:05") for day in days]
        clock = SiteClock()
        clock.observe_dates(shown, NOW)
        assert clock.order == order
        for text, day in zip(shown, days, strict=True):
            parsed = parse_time(text, now=NOW, order=clock.order)
            assert parsed is not None
            assert parsed.iso[:10] == day.strftime("%Y-%m-%d")


def test_the_zone_of_the_site_holds_where_none_is_shown() -> None:
    tokyo = timezone(timedelta(hours=9))
    shown = parse_time("2018-3-4 10:50", now=NOW, tz=tokyo)
    own = parse_time("2018-3-4 10:50 UTC", now=NOW, tz=tokyo)
    today = parse_time("Today 00:10", now=datetime(2024, 5, 15, 16, 0, tzinfo=UTC), tz=CN)
    assert shown is not None
    assert own is not None
    assert today is not None
    assert shown.iso == "2018-03-04T10:50+09:00"
    assert own.iso == "2018-03-04T10:50+00:00"
    assert today.iso == "2024-05-16T00:10+08:00"


def test_precision() -> None:
    raws = ["2018-3-4 1:02:03", "2018-3-4 1:02", "3h", "2018-3-4", "2 months ago", "1 year ago"]
    parsed = [parse_time(raw, now=NOW) for raw in raws]
    assert [p.precision for p in parsed if p] == [
        "second",
        "minute",
        "hour",
        "day",
        "month",
        "year",
    ]


SHORT_AGES = [
    f"{number}{gap}{unit}"
    for unit in "s sec secs m min mins h hr hrs d w wk wks mo mos y yr yrs".split()
    for number in ("1", "4", "12", "26", "365")
    for gap in ("", " ")
]


def test_a_short_age_waits_for_no_other_form(monkeypatch):
    assert {text for text in SHORT_AGES if list(dates._scan(text))} == set()

    def compiled():
        raise AssertionError("the forms are compiled, a fifth of a second")

    monkeypatch.setattr(dates, "from_digit", compiled)
    monkeypatch.setattr(dates, "from_word", compiled)
    now = NOW - timedelta(microseconds=1)  # nothing of it is remembered
    assert all(parse_time(text, now=now).relative for text in SHORT_AGES)


def test_a_time_without_year_is_not_to_come() -> None:
    new_year = datetime(2024, 1, 1, 0, 10, tzinfo=CN)
    parsed = parse_time("12-31 23:50", now=new_year)
    # The site's clock may be ahead of ours by some hours.
    ahead = parse_time("01-02 00:05", now=new_year)
    assert parsed is not None
    assert ahead is not None
    assert parsed.iso == "2023-12-31T23:50+08:00"
    assert ahead.iso == "2024-01-02T00:05+08:00"


def test_a_day_in_digits_alone_is_read_from_metadata_and_not_found_in_text() -> None:
    meant = {
        "20240305": "2024-03-05",
        "20240305 14:02": "2024-03-05T14:02+08:00",
        " 20240305 14:02:00 ": "2024-03-05T14:02:00+08:00",
    }
    for raw, iso in meant.items():
        parsed = parse_time(raw, now=NOW)
        assert parsed is not None
        assert parsed.iso == iso
        assert find_times(raw) == []
    for raw in ("20240231", "20241301", "no 20240305", "20240305 users", "202403051"):
        assert parse_time(raw, now=NOW) is None


@pytest.mark.parametrize(
    ("jalali", "day"),
    [
        ((1300, 1, 1), "1921-03-21"), ((1357, 11, 22), "1979-02-11"),
        ((1375, 1, 1), "1996-03-20"), ((1399, 12, 30), "2021-03-20"),
        ((1402, 12, 29), "2024-03-19"), ((1403, 1, 1), "2024-03-20"),
        ((1403, 12, 30), "2025-03-20"), ((1408, 12, 30), "2030-03-20"),
    ],
)  # fmt: skip
def test_days_of_the_persian_calendar(jalali: tuple[int, int, int], day: str) -> None:
    found = from_jalali(*jalali)
    assert found is not None
    assert found.isoformat() == day


def test_each_day_of_the_persian_calendar_follows_the_one_before() -> None:
    days = [
        found
        for year in JALALI_YEARS
        for month in range(14)
        for day in range(33)
        if (found := from_jalali(year, month, day))
    ]
    assert [(b - a).days for a, b in pairwise(days)] == [1] * (len(days) - 1)
    assert from_jalali(1402, 12, 30) is None
    assert from_jalali(1299, 1, 1) is None


def test_years_of_the_thai_calendar() -> None:
    shown = ["2567", "2400", "2650", "67", "33", "24", "2024", "2399", "1900", "2651"]
    meant = [2024, 1857, 2107, 2024, 1990, 2024, 2024, None, None, None]
    assert [buddhist_year(year) for year in shown] == meant


def test_a_day_of_another_calendar_is_not_to_come() -> None:
    # An Islamic year: as a Persian one it would be 2066.
    assert parse_time("1445/08/24", now=NOW) is None
    assert parse_time("24 اسفند 1445", now=NOW) is None


def test_digits_of_other_scripts_keep_their_places() -> None:
    text = "منذ ٣ ساعات - ٥ مارس ٢٠٢٤ ۱۴:۰۲ | ２０２４年３月５日"
    found = find_times(text)
    assert [match.raw for match in found] == [
        "منذ ٣ ساعات", "٥ مارس ٢٠٢٤ ۱۴:۰۲", "２０２４年３月５日"
    ]  # fmt: skip
    assert all(match.raw == text[match.start : match.end] for match in found)


def test_years_of_other_calendars_need_their_script_or_the_whole_text() -> None:
    assert [m.raw for m in find_times("در 1402/12/15 نوشته شد")] == ["1402/12/15"]
    assert [m.raw for m in find_times("ลงวันที่ 05/03/2567 แล้ว")] == ["05/03/2567"]
    assert find_times("item 1402/12/15 sold") == []
    assert find_times("item 05/03/2567 sold") == []


def test_a_word_for_a_month_or_weekday_alone_is_no_time() -> None:
    for word in sorted(WEAK_MONTHS):
        assert find_times(f"5 {word}") == find_times(word) == []
        assert len(find_times(f"5 {word} 14:02")) == 1
        assert bool(find_times(f"5 {word} 2024")) == (word not in WORD_MONTHS)
    for word in sorted(WEAK_WEEKDAYS):
        assert find_times(word) == []
        assert len(find_times(f"{word} 14:02")) == 1


def test_american_zones_without_the_data_of_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ZoneInfo:
        raise ZoneInfoNotFoundError(name)

    monkeypatch.setattr("fpcrawl.pages.dates_read.ZoneInfo", missing)
    parsed = parse_time("July 6, 2023 2:02 pm ET", now=NOW)
    assert parsed is not None
    assert parsed.iso == "2023-07-06T14:02-05:00"


def test_two_letters_are_a_zone_behind_am_and_pm_alone() -> None:
    assert [match.raw for match in find_times("le 5 mars 2024 à 14:02 et après")] == [
        "5 mars 2024 à 14:02"
    ]


def test_epochs() -> None:
    seconds, millis = parse_epoch("1520131800"), parse_epoch(" 1520131800123 ")
    assert seconds is not None
    assert millis is not None
    assert seconds.iso == millis.iso == "2018-03-04T02:50:00+00:00"
    assert parse_epoch("12345") is None
    assert parse_epoch("１５２０１３１８００") is None
    assert parse_time("1520131800", now=NOW) is None


@pytest.mark.parametrize(
    "unit",
    [
        "2018-3-4 00:00 ",
        "1 ",
        "mar ",
        "mon mar 1 ",
        "3 h ",
        "3天",
        "1/1/1",
        "12:",
        "1月1",
        "İ1 ",
        "一 ",
        "٣ ",
        "2024. ",
        "5 มี.ค. ",
        "kl. 1.",
        "منذ 3 ",
    ],
)
def test_huge_texts_are_read_in_bounded_time(unit: str) -> None:
    text = unit * (3_000_000 // len(unit))
    found = find_times(text)
    assert all(match.raw == text[match.start : match.end] for match in found[:50])
    parse_time(text, now=NOW)


@given(st.text(max_size=80))
def test_never_raises(text: str) -> None:
    for match in find_times(text, clock_only=True):
        assert match.raw == text[match.start : match.end] != ""
    parse_time(text, now=NOW, clock_only=True)
    parse_epoch(text)


WORDS = """2018 3 4 12 31 99 - / . : 年 月 日 前 天 小时 mar march am pm ago hours yesterday at ,
' + z 昨天 下午 半 utc 0 24 60 vor il y a de
٣ ۵ มี.ค. 67 اسفند 1402 / مارس منذ kl. 14.02 et pt temu listopada gada"""
PIECES = st.sampled_from([*WORDS.split(), " ", "\u0130", "\xa0"])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_never_raises_on_what_looks_like_times(text: str) -> None:
    find_times(text, clock_only=True)
    parse_time(text, now=datetime.min.replace(tzinfo=UTC), clock_only=True)
    parsed = parse_time(text, now=NOW, clock_only=True)
    if parsed is not None:
        assert parsed.raw in " ".join(text.split())
        assert parsed.instant.utcoffset() is not None
