"""A site's clock, from texts and from whole pages."""

from __future__ import annotations

import json
from datetime import timedelta, timezone

import pytest
from extraction_kit import NOW, html_page, tree_of
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.extraction.clock import observe_page
from fpcrawl.pages.siteclock import MAX_OFFSET_S, SiteClock

HOUR = timedelta(hours=1)


def zone_after(*texts, now=NOW):
    clock = SiteClock()
    for text in texts:
        clock.observe_text(text, now)
    return clock.zone


@pytest.mark.parametrize(
    ("url", "line", "order"),
    [
        ("http://n.example/2024/03/04/ferry", "Lake Herald, 04/03/2024, 12:29", "dmy"),
        ("http://n.example/2024/03/04/ferry", "Lake Herald, 03/04/2024, 12:29", "mdy"),
        ("http://n.example/a/ferry", "Thứ hai, 4/3/2024, 17:46", "dmy"),
        ("http://n.example/a/ferry", "Monday 03/04/2024 17:46", "mdy"),
        ("http://n.example/a/ferry", "04/03/2024 (Monday)", "dmy"),
        ("http://n.example/a/ferry", "Sunday 03/04/2024 17:46", None),
        ("http://n.example/a/ferry", "03/04/2024 17:46", None),
    ],
)
def test_what_comes_first_by_the_address_and_the_weekday(url, line, order):
    clock = SiteClock()
    observe_page(clock, tree_of(html_page(f"<h1>Ferry</h1><p>{line}</p>"), url), NOW)
    assert clock.order == order


@pytest.mark.parametrize("lang", ["", "en"])
def test_what_comes_first_by_the_words_of_a_page(lang):
    text = (
        "Die Fähre auf dem See ist für den ganzen Winter aus dem Wasser genommen worden, und der "
        "Kapitän sagt, dass die Bretter unter dem Motor weicher waren, als er gedacht hatte. Bis "
        "zum Frühjahr sind die Dörfer nur durch die Straße am Ufer verbunden."
    )
    html = html_page(f"<p>{text}</p><p>04/03/2024</p>").replace("<html", f"<html lang='{lang}'")
    clock = SiteClock()
    observe_page(clock, tree_of(html), NOW)
    assert (clock.lang, clock.order) == ("de", "dmy")


def test_a_time_that_names_its_zone_does_not_tell_that_of_the_site():
    text = f"anna (talk) {NOW - 9.5 * HOUR:%H:%M, %d %B %Y} (UTC)"
    assert zone_after(*[text] * 9) is None


def test_no_place_is_thirteen_hours_behind():
    text = f"It is currently {NOW - 13.5 * HOUR:%H:%M, %d %B %Y}"
    assert zone_after(*[text] * 9) is None


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("All times are GMT+8", 8),
        ("Times are GMT +08:00.", 8),
        ("All times are UTC-05:00", -5),
        ("UTC+5:30", 5.5),
        ("GMT+0800", 8),
        ("GMT+8, 2024-5-1 20:03", 8),
    ],
)
def test_a_stated_zone_settles_it(text, hours):
    assert zone_after(text) == timezone(hours * HOUR)


@pytest.mark.parametrize("text", ["", "GMT", "UTC+99", "UTC+5:10", "GMT+8:00:00", "Nothing +8"])
def test_what_states_no_zone(text):
    assert zone_after(text) is None


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Current time: 2024-05-01 20:01:30", 8),
        ("It is currently Wed May 01, 2024 7:00 am", -5),
        ("当前时间：2024-5-1 20:00", 8),
        ("The time now is 2024-05-01 12:02", 0),
    ],
)
def test_a_printed_clock_settles_it(text, hours):
    assert zone_after(text) == timezone(hours * HOUR)


@pytest.mark.parametrize(
    "text",
    [
        "Current time: 2024-05-01 20:07",
        "Current time: 2024-05-03 20:00",
        "Current time: 2024-05-01",
        "Current time: 3 hours ago",
        "Posted 2024-05-01 20:00",
    ],
    ids=["off a quarter", "days away", "a day", "an age", "no clock"],
)
def test_what_is_no_printed_clock(text):
    assert zone_after(text) is None


def test_evidence_that_is_divided_settles_nothing():
    assert zone_after("GMT+8", "GMT+1") is None
    assert zone_after("GMT+8", "GMT+8", "GMT+1") == timezone(8 * HOUR)


def test_offsets_of_attributes_count_once_a_page():
    clock = SiteClock()
    for _ in range(2):
        clock.observe_attributes(["2024-05-01T10:00:00+02:00"] * 40)
    assert clock.zone is None
    clock.observe_attributes(["2024-05-01T10:00:00+0200", "2024-05-01T10:00:00.123+02:00"])
    assert clock.zone == timezone(2 * HOUR)


def test_utc_in_an_attribute_tells_nothing():
    clock = SiteClock()
    for _ in range(9):
        clock.observe_attributes(["2024-05-01T10:00:00+00:00", "2024-05-01T10:00:00Z", "x"])
    assert not clock.votes


@pytest.mark.parametrize(
    ("ahead", "lang", "hours"),
    [
        (timedelta(hours=7, minutes=50), "zh", 8),
        (timedelta(hours=3), "zh-cn", 8),
        (timedelta(hours=1, minutes=40), "de", 2),
        (timedelta(hours=2, minutes=2), "", 2),
        (timedelta(hours=9, minutes=30), "zh", 10),
    ],
)
def test_no_post_is_newer_than_now(ahead, lang, hours):
    clock = SiteClock(lang=lang)
    clock.observe_shown(NOW + ahead, NOW)
    clock.observe_shown(NOW - 5 * HOUR, NOW)
    assert clock.zone == timezone(hours * HOUR)


@pytest.mark.parametrize("ahead", [timedelta(seconds=90), timedelta(hours=15), timedelta(days=-2)])
def test_times_that_tell_no_zone(ahead):
    clock = SiteClock()
    clock.observe_shown(NOW + ahead, NOW)
    assert clock.zone is None


def test_day_and_month():
    clock = SiteClock()
    assert clock.order is None
    clock.observe_dates(["03/04/2024"], NOW)
    assert clock.order is None
    clock.observe_dates(["03/04/2024", "14/03/2024"], NOW)
    assert clock.order == "dmy"
    clock.observe_dates(["03/25/2024"], NOW)
    assert clock.order is None
    clock.observe_dates(["12/31/2023", "03/25/2024"], NOW)
    assert clock.order == "mdy"


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["24-1-2 12:30", "24-1-31 08:05"], "ymd"),
        (["24-1-2 12:30", "24-1-3 12:30"], "ymd"),
        (["24-01-02 12:30", "24-01-03 12:30", "24-02-04 08:05"], "ymd"),
        (["14/03 08:05", "03/04 08:05"], "dmy"),
        (["03/14 08:05", "03-14 08:05", "14.03. 08:05"], "dmy"),
        (["2024-03-14", "14 March 2024", "no date"], None),
    ],
)
def test_what_comes_first(texts, order):
    clock = SiteClock()
    clock.observe_dates(texts, NOW)
    assert clock.order == order


def test_no_date_is_to_come():
    clock = SiteClock()
    later = (NOW + timedelta(days=40)).replace(day=3)
    assert later > NOW + timedelta(days=1)
    clock.observe_dates([f"{later.month:02}/{later.day:02}/{later.year}"], NOW)
    assert clock.order == "dmy"


def test_a_full_time_beside_the_one_shown_settles_the_order():
    clock = SiteClock()
    clock.observe_twins([("03/04/2024", "2024-04-03T10:00:00Z"), ("soon", "2024-04-03")], NOW)
    assert clock.order == "dmy"


@pytest.mark.parametrize(
    ("age", "full", "order"),
    [
        ("4 weeks ago", "04/02/2024 10:00", "mdy"),
        ("8 weeks ago", "01/03/2024 10:00", "dmy"),
        ("1 year ago", "03/04/2023 10:00", None),
    ],
)
def test_an_age_beside_the_full_time_settles_the_order(age, full, order):
    clock = SiteClock()
    clock.observe_twins([(age, full)], NOW)
    assert clock.order == order


@pytest.mark.parametrize(
    ("lang", "order"),
    [("fr", "dmy"), ("vi", "dmy"), ("zh", "ymd"), ("en", None), ("en-gb", "dmy"), ("xx", None)],
)
def test_languages_have_their_order(lang, order):
    clock = SiteClock(lang=lang)
    assert clock.order == order
    clock.observe_dates(["03/25/2024"], NOW)
    assert clock.order == "mdy"


def test_a_clock_survives_being_stored():
    clock = SiteClock(lang="zh")
    clock.observe_text("GMT-3", NOW)
    clock.observe_dates(["14/03/2024"], NOW)
    clock.observe_shown(NOW + HOUR, NOW)
    again = SiteClock.from_json(json.loads(json.dumps(clock.to_json())))
    assert again == clock
    assert again.zone == clock.zone == timezone(-3 * HOUR)


@given(
    st.lists(
        st.text(max_size=40) | st.from_regex(r"(GMT|UTC) ?[+-] ?\d{1,2}(:\d\d)?", fullmatch=True)
    ),
    st.lists(st.floats(-1e6, 1e6)),
)
def test_any_clock_is_within_bounds_and_survives_being_stored(texts, aheads):
    clock = SiteClock()
    for text in texts:
        clock.observe_text(text, NOW)
    for ahead in aheads:
        clock.observe_shown(NOW + timedelta(seconds=ahead), NOW)
    zone = clock.zone
    assert zone is None or abs(zone.utcoffset(None)) <= timedelta(seconds=MAX_OFFSET_S)
    assert SiteClock.from_json(json.loads(json.dumps(clock.to_json()))) == clock


@pytest.mark.parametrize(
    ("body", "lang", "zone"),
    [
        pytest.param(
            "<p>Posted 2024-04-30 10:00</p><div class='foot'>All times are UTC+02:00</div>",
            "",
            2,
        ),
        ("<div><span>GMT+8</span>, <b>2024-5-1 20:00</b></div>", "", 8),
        ("<p>发表于 <i>2024-5-1 19:48</i> 这里的水壶都很好</p>", "zh", 8),
        ("<p>Posted 2024-04-30 10:00</p>", "", None),
    ],
    ids=["footer", "clock beside its zone", "newest post", "nothing"],
)
def test_a_page_lets_its_clock_slip(body, lang, zone):
    clock = SiteClock()
    observe_page(clock, tree_of(html_page(body)), NOW)
    assert clock.lang == lang
    assert clock.zone == (None if zone is None else timezone(zone * HOUR))


def test_machine_readable_times_of_pages_add_up():
    clock = SiteClock()
    html = html_page(
        "<p><time datetime='2024-04-30T10:00:00+09:00'>yesterday</time></p>",
        head='<meta property="article:published_time" content="2024-04-30T10:00:00+09:00">',
    )
    for _ in range(2):
        observe_page(clock, tree_of(html), NOW)
    assert clock.votes == {9 * 3600: 4}
    assert clock.zone == timezone(9 * HOUR)


def test_ages_are_no_evidence():
    clock = SiteClock()
    observe_page(clock, tree_of("<p>5 minutes ago</p><p>today 23:00</p>"), NOW)
    assert clock.zone is None


@pytest.mark.parametrize(
    ("raw", "full", "hours"),
    [
        ("40m", "May 1, 2024, 7:19 p.m.", 8),
        ("5 minutes ago", "2024-05-01 06:55", -5),
        ("30 秒前", "2024-5-1 19:59:30", 8),
        ("12 minutes ago", "2024-05-01 11:48", 0),
        ("5 minutes ago", "2024-05-01T17:25:00", 5.5),
    ],
)
def test_ages_beside_full_times_settle_it(raw, full, hours):
    clock = SiteClock()
    clock.observe_pair(raw, full, NOW)
    assert clock.zone is None
    clock.observe_pair(raw, full, NOW)
    assert clock.zone == timezone(hours * HOUR)


@pytest.mark.parametrize(
    ("raw", "full"),
    [
        ("2h", "2024-05-01 18:00"),
        ("1 May", "2024-05-01 18:00"),
        ("40m", "2024-05-01"),
        ("40m", "2024-05-01T11:20:00Z"),
        ("40m", "2024-05-01T13:20:00+02:00"),
        ("40m", "2024-05-01 11:20 GMT"),
        ("40m", "1714562400"),
        ("40m", "an hour ago"),
        ("40m", "2024-05-01 19:27"),
        ("40m", "2023-05-01 19:20"),
    ],
)
def test_pairs_that_tell_no_zone(raw, full):
    clock = SiteClock()
    clock.observe_pair(raw, full, NOW)
    assert not clock.votes


def test_a_list_with_ages_lets_its_clock_slip():
    rows = (
        f"<li><a href='/t/{n}'>Kettle number {n}</a>"
        f"<span title='May 1, 2024, {at} p.m.'><i></i> {age}</span></li>"
        for n, (age, at) in enumerate([("4m", "7:55"), ("20m", "7:39"), ("3h", "4:30")])
    )
    clock = SiteClock()
    observe_page(clock, tree_of(f"<ul>{''.join(rows)}</ul>"), NOW)
    assert clock.zone == timezone(8 * HOUR)
