"""Hours below the headings of their days, and hours that are none of a day above them."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    html_page,
    posts_of,
    rows,
    tree_of,
)

HOURS = ["09:15", "11:40", "08:05", "19:45"]
DAYS = ["4 March 2024", "4 March 2024", "5 March 2024", "5 March 2024"]
TOLD = [
    "2024-03-04T09:15+00:00",
    "2024-03-04T11:40+00:00",
    "2024-03-05T08:05+00:00",
    "2024-03-05T19:45+00:00",
]


def post(n, hour=None, number=""):
    return f"""<div class="line"{number}><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span>{hour or HOURS[n]}</span></div><div class="said">{WORDS[n]}</div></div>"""


def below_days(head='<h4 class="day">{}</h4>', days=DAYS, **changes):
    def one(n):
        is_new = not n or days[n] != days[n - 1]
        return (head.format(days[n]) if is_new else "") + post(n, **changes)

    return html_page(f"<div>{rows(one)}</div>")


@pytest.mark.parametrize(
    "head",
    [
        '<h4 class="day">{}</h4>',
        '<div class="rule"><span>{}</span></div>',
        "<p><b>{}</b></p>",
        "<p><time datetime='2024-03-0{0[0]}'>{0}</time></p>",
    ],
)
def test_posts_below_the_heading_of_their_day_tell_the_hour_alone(head):
    posts = posts_of(below_days(head))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == TOLD
    assert column(posts, "body_text") == WORDS


def test_numbered_posts_of_one_day_need_no_other_day():
    posts = posts_of(below_days(days=DAYS[:1] * 4, number=' id="p7"').replace("08:05", "13:05"))
    assert column(posts, "body_text") == WORDS
    assert posts[0].published == TOLD[0]


def test_numbers_can_stand_at_places_ahead_of_posts():
    def one(n):
        return f"<h4>{n + 3} March 2024</h4><a name='p{n + 71}'></a>{post(n)}"

    posts = posts_of(html_page(f"<div>{rows(one)}</div>"))
    assert column(posts, "published") == [
        f"2024-03-0{n + 3}T{hour}+00:00" for n, hour in enumerate(HOURS)
    ]


@pytest.mark.parametrize(
    "clocks",
    [
        ["9:15 am", "9:05 pm", "12:05 am", "1:45 pm"],
        ["上午 9:15", "下午 9:05", "上午 0:05", "下午 1:45"],
    ],
)
def test_hours_of_half_a_day(clocks):
    hours = iter(clocks)

    def one(n):
        head = f"<h4>{DAYS[n]}</h4>" if n % 2 == 0 else ""
        return head + post(n, hour=next(hours))

    posts = posts_of(html_page(f"<div>{rows(one)}</div>"))
    clocks = ["04T09:15", "04T21:05", "05T00:05", "05T13:45"]
    assert column(posts, "published") == [f"2024-03-{clock}+00:00" for clock in clocks]


@pytest.mark.parametrize(
    "page",
    [
        below_days(days=DAYS[:1] * 4),
        below_days().replace("11:40", "03:10").replace("19:45", "21:10"),
        rows(lambda n: f"<div><p>{n + 3} days ago</p>{post(0)}{post(1)}</div>", 2),
        rows(lambda n: f"<div id='p{n + 7}'><p>{n + 3} March 2024</p>{post(n)}</div>"),
        html_page(f"<p>Opened on <b>{DAYS[0]}</b>.</p><div>{rows(post)}</div>"),
        html_page(f"<div><div><i>{DAYS[0]}</i></div></div><p><i>{DAYS[2]}</i></p>{rows(post)}"),
    ],
)
def test_lengths_and_other_hours_are_of_no_day_above_them(page):
    assert {time.full for time in tree_of(page).times} == {None}


TALKS = rows(lambda n: f"<li><b>1{n}:15</b> Talk of kettles, number {n + 1}</li>", 3)
MEETING = f"<h3>4 March 2024</h3><ul>{TALKS}</ul><h3>5 March 2024</h3><ul>{TALKS}</ul>"
RESULTS = "<table><tr><td>Ann</td><td>2:15</td></tr><tr><td>Bert</td><td>3:15</td></tr></table>"


def test_hours_of_a_meeting_that_a_post_tells_of_are_none_of_posts():
    def one(n):
        return div_post(n, words=f"<div>{WORDS[n]}</div>{MEETING if n == 0 else ''}")

    page = html_page(rows(one))
    assert {time.full for time in tree_of(page).times} == {None}
    assert column(posts_of(page), "published") == ISO


def test_hours_beside_members_are_of_posts_whatever_else_is_told_when():
    newest = rows(lambda n: f"<li><a href='/t/{n}'>Kettles {n}</a> <i>{TIMES[n]}</i></li>")
    posts = posts_of(below_days().replace("<body>", f"<body><ul>{newest}</ul>"))
    assert column(posts, "published") == TOLD


@pytest.mark.parametrize("words", [f"{WORDS[0]}{RESULTS}", RESULTS])
def test_what_posts_of_a_day_measured_is_no_hour_of_theirs(words):
    def one(n):
        who = f'<div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>'
        return f"<div>{who}<div>{TIMES[n][:10]}</div><div>{words}{WORDS[n]}</div></div>"

    posts = posts_of(html_page(rows(one)))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == [time[:10] for time in TIMES]


def test_posts_of_a_list_without_boxes_begin_with_their_time():
    def one(n):
        return f"<h4>{NAMES[n]}</h4><div>{n + 3} March 2024</div><p>{WORDS[n]}</p>{RESULTS}"

    assert {time.full for time in tree_of(f"<div>{rows(one)}</div>").times} == {None}


def test_comments_of_today_are_not_of_the_day_of_the_article():
    head = f"<h1>Lids</h1><div>4 March 2024</div><p>{WORDS[0]}</p>"
    comments = rows(lambda n: f"<div id='comment-{n + 5}'>{post(n, hour=f'1{n}:15')}</div>")
    assert {time.full for time in tree_of(f"<div>{head}{comments}</div>").times} == {None}
