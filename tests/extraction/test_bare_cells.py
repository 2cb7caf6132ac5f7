"""Rows whose cells nothing names: who began a thread, who wrote last, what a number counts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from extraction_kit import NOW, column, html_page, page_of
from row_kit import INDEX, LAST, POSTERS, TITLES, rows_in

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide

NAMES = ["ann", "bob77", "carla", "dora", "eve"]
KINDS = ["Help", "Market", "Help", "News", "Market"]
REPLIES = [41, 5, 17, 0, 3]
VIEWS = [1204, 312, 88, 13, 950]
BEGUN = [f"2024-03-0{n} 10:00" for n in (1, 5, 4, 3, 2)]
NUMBERS = [8995, 8984, 8972, 8960, 8954]


def title(n):
    return f'<a href="/t/{n + 500}">{TITLES[n]}</a>'


def table(row, head=""):
    return f"<table>{head}{''.join(f'<tr>{row(n)}</tr>' for n in range(5))}</table>"


def read(html):
    return rows_in(html)[1]


def role_of(html):
    reading = read_structure(page_of(html_page(html), INDEX), LayoutBook())
    decide(reading, None, None, kind="forum")
    return reading.role


def two_times(n, name="{}"):
    began, last = name.format(NAMES[n]), name.format(POSTERS[n])
    return f"""<td>{title(n)}</td><td>{began}<br>{BEGUN[n]}</td><td>{REPLIES[n]}/{VIEWS[n]}</td>
    <td>{last}<br>{LAST[n]}</td>"""


@pytest.mark.parametrize("name", ["{}", '<a href="/u/{}">{}</a>'])
def test_times_of_two_columns_are_no_posts(name):
    html = table(lambda n: two_times(n, name.replace("{}", "{0}")))
    assert role_of(html) == "index"
    assert column(read(html), "author") == NAMES


def test_the_title_can_stand_in_the_cell_of_who_began_its_thread():
    def row(n):
        return f"""<td><em>{KINDS[n]}</em> {title(n)}<br>Автор: <a href="/u/{n}">{NAMES[n]}</a>,
        {BEGUN[n]}</td><td>Ответов: {REPLIES[n]}<br>Просмотров: {VIEWS[n]}</td>
        <td>{LAST[n]}<br>от <a href="/u/{n + 7}">{POSTERS[n]}</a></td>"""

    assert role_of(table(row)) == "index"


def test_rows_can_bear_times_beside_those_of_their_cells():
    rows = table(two_times)
    for n in range(5):
        rows = rows.replace(f"<tr><td>{title(n)}", f'<tr data-time="{LAST[n]}"><td>{title(n)}')
    assert role_of(rows) == "index"


def test_posts_side_by_side_stay_posts():
    def post(n):
        return f"<td>{NAMES[n]}<br>{LAST[n]}<br>The lid of my kettle is lost, number {n}.</td>"

    html = table(lambda n: f"<td>#{n}</td>{post(n)}{post(4 - n)}")
    assert role_of(html) == "thread"


def test_what_a_thread_is_filed_under_can_stand_ahead_of_its_title():
    def row(n):
        return f"""<td>{KINDS[n]}</td><td>{title(n)}</td>
        <td><a href="/u/{n}">{NAMES[n]}</a></td><td>{LAST[n]}</td>"""

    assert role_of(table(row)) == "index"


def test_short_titles_beside_names_are_no_names():
    titles = "水壶一直漏水怎么办 新人报到 锅盖丢了 求推荐一款好用的铜壶 发错了请删除".split()
    names = ["修车师傅", "老王", "北方的风", "老王", "阿明"]

    def row(n):
        return f"""<td>{LAST[n]}</td><td><a href="/t/{n + 500}">{titles[n]}</a></td>
        <td>{names[n]}</td><td>{REPLIES[n]}</td><td>{VIEWS[n]}</td>"""

    assert role_of(table(row)) == "index"


def test_a_name_can_have_a_cell_of_its_own():
    def row(n):
        return f"<td>{title(n)}</td><td>{NAMES[n]}</td><td>{REPLIES[n]}</td><td>{LAST[n]}</td>"

    assert column(read(table(row)), "author") == NAMES
    # Whoever stands beside the last time wrote last.
    beside = table(lambda n: row(n).replace(LAST[n], f"{LAST[n]} | {POSTERS[n]}"))
    assert column(read(beside), "author") == NAMES
    # What comes again and again is a kind of threads, and so may be what stands ahead.
    assert (
        column(read(table(lambda n: row(n).replace(NAMES[n], KINDS[n % 2]))), "author")
        == [None] * 5
    )
    ahead = table(lambda n: f"<td>{NAMES[n]}</td>{row(n).replace(NAMES[n], 'x y z')}")
    assert column(read(ahead), "author") == [None] * 5


def test_names_of_those_who_wrote_last_are_names_of_those_who_began_threads():
    began, last = (
        ["Ravi", "Olga", "Uwe", "Ravi", "Petra"],
        ["moss77", "Uwe", "Olga", "jo_kim", "Uwe"],
    )

    def row(n):
        beside = f"<td>{REPLIES[n]}</td><td>{last[n]}<br>{LAST[n]}</td>"
        return f"<td>{title(n)}</td><td>{began[n]}</td>{beside}"

    assert column(read(table(row)), "author") == began


def cells(n, count):
    return f"""<div class="row"><div>{title(n)}</div><div>{NAMES[n]}</div><div>{count}</div>
    <div>{LAST[n]}</div></div>"""


def test_a_row_without_a_table_has_cells_where_one_is_a_number():
    assert column(read("".join(cells(n, REPLIES[n]) for n in range(5))), "author") == NAMES
    others = "".join(cells(n, f"in the {KINDS[n]}") for n in range(5))
    assert column(read(others), "author") == [None] * 5


def test_numbers_beside_icons_stand_in_the_line_of_a_name():
    def row(n):
        icon = '<svg viewBox="0 0 9 9"><path d="M1 1h5"/></svg>'
        return f"""<li><h3>{title(n)}</h3><div><span>{NAMES[n]}</span><span>{LAST[n]}</span>
        <span>{icon} {REPLIES[n]}</span><span>{icon} {VIEWS[n]}</span></div></li>"""

    assert column(read(f"<ul>{''.join(map(row, range(5)))}</ul>"), "author") == NAMES


@pytest.mark.parametrize("names", [["moss77", "Ravi"], ["ann", "jo_kim"]])
def test_few_members_can_have_begun_all_threads(names):
    names = [names[n % 2] for n in range(5)]

    def row(n):
        return f"<div>{title(n)}<p><i>{names[n]}</i> <i>{LAST[n]}</i></p></div>"

    assert column(read("".join(map(row, range(5)))), "author") == names


def test_the_verb_of_all_rows_is_no_part_of_their_names():
    def row(n, verb):
        return f"<div><h3>{title(n)}</h3><p>{NAMES[n]} {verb} <time>{LAST[n]}</time></p></div>"

    asked = "".join(row(n, "preguntó") for n in range(5))
    assert column(read(asked), "author") == NAMES
    surnames = ["Winter", "Sommer", "Winter", "Mai", "Sommer"]
    named = "".join(row(n, surnames[n]) for n in range(5))
    assert column(read(named), "author") == [
        f"{name} {surname}" for name, surname in zip(NAMES, surnames, strict=True)
    ]


@pytest.mark.parametrize("by", ["by {0} {1}", "12 points by {0} {1} |", "作者：{0} {1} | x"])
@pytest.mark.parametrize("form", ["%Y-%m-%d %H:%M", "%m-%d"])
def test_a_time_behind_a_name_is_no_part_of_it(by, form):
    days = [f"{NOW - timedelta(days=n):{form}}" for n in range(5)]

    def row(n):
        return f"<div>{title(n)}<p>{by.format(NAMES[n], days[n])} <b>{n} replies</b></p></div>"

    rows = read("".join(map(row, range(5))))
    assert column(rows, "author") == NAMES
    assert [row.last_post.raw for row in rows] == days


@pytest.mark.parametrize("name", ["{0}", '<a href="/u/{0}">{0}</a>'])
def test_a_day_ahead_of_a_name_is_none(name):
    days = [f"{NOW - timedelta(days=n):%m-%d}" for n in range(5)]

    def row(n):
        return f'<div>{title(n)}<p class="who">{days[n]} {name.format(NAMES[n])}</p></div>'

    rows = read("".join(map(row, range(5))))
    assert column(rows, "author") == NAMES
    assert [row.last_post.raw for row in rows] == days


def test_links_to_pages_of_a_thread_move_no_name():
    def row(n):
        pages = f'<span>[ <a href="/t/{n + 500}?p=2">2</a> ]</span>' if n % 2 else ""
        return f"<li>{title(n)} {pages} <span>by {NAMES[n]} · {LAST[n]} · 7 replies</span></li>"

    assert column(read(f"<ul>{''.join(map(row, range(5)))}</ul>"), "author") == NAMES


def test_dashes_part_what_a_line_tells():
    def row(n):
        told = f"by {NAMES[n]} — {REPLIES[n]} replies — {VIEWS[n]} views"
        return f"<p>{title(n)} — {told} — Last post by {POSTERS[n]}, {LAST[n]}</p>"

    rows = read("".join(map(row, range(5))))
    assert column(rows, "author") == NAMES
    assert column(rows, "replies") == REPLIES
    assert column(rows, "views") == VIEWS

    def sentence(n):
        said = f"We went there — by car — and counted 30 replies of the echo, {n + 9} or so"
        return f"<div>{title(n)}<p>{said}</p><i>{LAST[n]}</i></div>"

    rows = read("".join(map(sentence, range(5))))
    assert column(rows, "author") == [None] * 5
    assert column(rows, "replies") == [None] * 5


def test_numbers_of_rows_count_nothing():
    def row(n):
        return f"""<td>{NUMBERS[n]}</td><td><a href="/t/a{n}bq">{TITLES[n]}</a></td>
        <td>{REPLIES[n]}</td><td>{LAST[n]}</td>"""

    rows = read(table(row))
    assert column(rows, "replies") == REPLIES
    assert column(rows, "views") == [None] * 5
    # Those that go up and down may be the views, ahead of the title or not.
    views = [8995, 8984, 9972, 8960, 9954]
    counted = read(table(lambda n: row(n).replace(str(NUMBERS[n]), str(views[n]))))
    assert column(counted, "views") == views


def korean(n, beside):
    number = "공지" if n == 0 else str(NUMBERS[n])
    return f"""<td>{number}</td><td>{title(n)} {beside}</td><td>{NAMES[n]}</td><td>{LAST[n]}</td>
    <td>{VIEWS[n]}</td><td>{n % 3 + 4}</td>"""


@pytest.mark.parametrize("box", ["<span>[{}]</span>", '<a href="/t/{1}#c">({0})</a>'])
@pytest.mark.parametrize("heads", ["", "번호 제목 글쓴이 날짜 조회 추천"])
def test_what_stands_in_brackets_behind_a_title_counts_its_replies(box, heads):
    head = "".join(f"<th>{word}</th>" for word in heads.split())
    html = table(lambda n: korean(n, box.format(n + 1, n + 500)), head and f"<tr>{head}</tr>")
    rows = read(html)
    assert column(rows, "replies") == [1, 2, 3, 4, 5]
    assert column(rows, "views") == VIEWS
    # They count no opening post, though none of them is 0.
    assert all(row.worded for row in rows)
    assert column(rows, "author") == NAMES
