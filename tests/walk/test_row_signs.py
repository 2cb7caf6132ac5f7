"""Signs of rows that are easily mistaken: times in tooltips, names in cells, numbers as words."""

from __future__ import annotations

import re

import pytest
from extraction_kit import WORDS as SAID
from walk_kit import TITLES, reading_of, walker_with

from fpcrawl.extraction.lists.rowtitles import title_of
from fpcrawl.walk.walker import Context

NAMES = {1: "ann", 2: "bert", 3: "carl", 4: "dora"}
OTHERS = {1: "yan", 2: "xu", 3: "ann", 4: "zoe"}


def rows_of(body, path="/forum-5.html"):
    reading = reading_of(body, path, role="index")
    walker = walker_with()
    walker.read_list(reading, Context())
    return reading.rows


def table(row, numbers=tuple(TITLES)):
    rows = "".join(f'<tr class="line">{row(n)}</tr>' for n in numbers)
    return f'<h1>Kitchen</h1><table class="list">{rows}</table>'


def test_a_time_in_the_tooltip_of_a_title_is_none_of_its_words():
    def row(n):
        return f"""<td><a href="/topic.php?f=5&amp;t={n}" title="发表于: 2024-03-0{n} 10:00">
        水壶第{n}次溢水</a></td><td><a href="/user/{n}">{NAMES[n]}</a></td><td>{n}</td>
        <td><p>2024-04-2{n} 10:00</p><p><a href="/user/{n + 4}">{OTHERS[n]}</a>
        <a href="/topic.php?f=5&amp;t={n}&amp;p={n + 70}#p{n + 70}"><img src="/last.gif"
        alt="查看最新的文章"></a></p></td>"""

    rows = rows_of(table(row))
    assert [row.link.text for row in rows] == [f"水壶第{n}次溢水" for n in TITLES]


def test_an_address_in_a_folder_of_forums_can_say_that_it_is_discussed_there():
    def row(n):
        return f"""<th><a href="/mod/forum/discuss.php?d={n}">{TITLES[n]}</a></th>
        <td><img src="/u.png" alt=""><b>{NAMES[n]}</b> <time>2 Mar 2024</time></td>
        <td><b>{OTHERS[n]}</b> <a href="/mod/forum/discuss.php?d={n}&amp;parent={n + 70}">
        <time>{n + 9} Apr 2024</time></a></td><td>{n}</td>"""

    rows = rows_of(table(row), "/mod/forum/view.php?id=2")
    assert [row.link.text for row in rows] == list(TITLES.values())


@pytest.mark.parametrize(
    ("tag", "word", "told"),
    [("cite", "by", True), ("b", "by", True), ("span", "by", True), ("span", "in", False)],
)
def test_what_begins_a_box_for_the_one_who_began_is_his_name(tag, word, told):
    def row(n):
        return f"""<td><h3><a href="/thread-{n}.html">{TITLES[n]}</a></h3><p><span
        class="row-starter">{word} <{tag}>{NAMES[n]}</{tag}></span></p></td><td>{n}</td>
        <td class="lastpost"><a href="/p/{n}">2024-04-2{n} 10:00</a>
        <{tag}>by {OTHERS[n]}</{tag}></td>"""

    rows = rows_of(table(row))
    assert [row.author for row in rows] == (list(NAMES.values()) if told else [None] * 4)


def test_numbers_beside_two_times_of_a_row_are_no_posts():
    def row(n):
        title = f"{'壶盖锅勺'[n - 1]}盖没了"
        return f"""<td><img src="/t.png" alt=""></td><td><a href="/talk.php?id={n}">{title}</a></td>
        <td><a href="/user/{n}">{NAMES[n]}</a></td><td>2024-03-0{n} 10:00</td><td>{n}</td>
        <td>{n * 731}</td><td>2024-04-2{n} 10:00<br><a href="/user/{n + 4}">{OTHERS[n]}</a></td>"""

    assert reading_of(table(row), "/show.php?forum=2").role == "index"


@pytest.mark.parametrize("more", ["", "<p>Joined: 2019-05-03</p>"])
def test_people_can_play_at_counting(more):
    def post(n):
        return f"""<div class="post"><a class="username" href="/user/{n}">{NAMES[n]}</a>{more}
        <span>2024-04-2{n} 10:00</span><div class="content">{n + 30}</div></div>"""

    body = f"<h1>Count to a thousand</h1>{''.join(map(post, TITLES))}"
    assert reading_of(body, "/thread-7.html", title="Count to a thousand").role == "thread"


def test_two_rows_with_names_and_times_make_a_list():
    def row(n):
        return f"""<td>{n}</td><td><a href="/thread-{n}.html">{TITLES[n]}</a></td>
        <td><a href="/user/{n}">{NAMES[n]}</a></td><td>2024-04-2{n} 10:00</td>"""

    assert reading_of(table(row, (1, 2))).role == "index"


def test_a_title_is_shown_without_the_name_that_its_link_ends_with():
    def row(n):
        by = f'<span class="by">{NAMES[n]}</span>'
        return f'<li><a href="/thread-{n}.html"> {TITLES[n]} {by}</a><span>{n}</span></li>'

    rows = rows_of(f"<h1>Kitchen</h1><ul>{''.join(map(row, TITLES))}</ul>")
    assert [title_of(row.link) for row in rows] == list(TITLES.values())
    assert [row.author for row in rows] == list(NAMES.values())


def test_the_word_ahead_of_such_a_name_is_no_part_of_it():
    def row(n):
        by = f'<span class="by">by {NAMES[n]}</span>'
        return f'<li><a href="/thread-{n}.html"> {TITLES[n]} {by}</a><span>{n}</span></li>'

    rows = rows_of(f"<h1>Kitchen</h1><ul>{''.join(map(row, TITLES))}</ul>")
    assert [row.author for row in rows] == list(NAMES.values())


def test_a_title_called_a_name_behind_its_number_is_a_title():
    def row(n):
        title = f'<b>{n}.</b> <span class="author">The lid is lost</span>'
        return f'<li><a href="/thread-{n}.html">{title}</a><span>{n}</span></li>'

    rows = rows_of(f"<h1>Kitchen</h1><ul>{''.join(map(row, TITLES))}</ul>")
    assert [title_of(row.link) for row in rows] == [f"{n}. The lid is lost" for n in TITLES]


@pytest.mark.parametrize("words", ["<b>to all</b>", '<span class="by">to all</span> of you'])
def test_what_a_title_ends_with_can_be_its_own(words):
    def row(n):
        return f'<li><a href="/thread-{n}.html">{TITLES[n]} {words}</a><span>{n}</span></li>'

    rows = rows_of(f"<h1>Kitchen</h1><ul>{''.join(map(row, TITLES))}</ul>")
    assert all("to all" in title_of(row.link) for row in rows)


def test_links_that_head_posts_with_what_their_writers_are_called_name_no_threads():
    names = ("Anneliese", "Bertram", "Carla", "Dorothea")

    def post(n):
        return f"""<table class="post"><tr><td><b>{"Re: " if n > 1 else ""}A lid is lost</b></td>
        <td><i>2024-04-2{n} 10:00</i></td></tr><tr><td colspan="2">
        <a href="/index.php?t=usrinfo&amp;id={n}">{names[n - 1]}</a><br>
        <b>Brews:</b> {n * 7}</td></tr><tr><td colspan="2" class="told"><span>{SAID[n - 1]}</span>
        </td></tr></table>"""

    assert reading_of("".join(map(post, TITLES)), "/index.php?t=msg&th=7&start=0").role == "thread"


def test_rows_can_lead_to_addresses_with_a_tag_of_people():
    def row(n):
        return f"""<td><a href="/?t=people&amp;p={n}">{TITLES[n]}</a></td><td>{NAMES[n]}</td>
        <td>{n}</td><td>2024-04-2{n} 10:00</td>"""

    assert len(rows_of(table(row))) == len(TITLES)


def test_a_title_that_begins_with_the_site_and_a_colon_ends_with_what_is_shown():
    posts = "".join(
        f'<div class="post"><a href="/user/{n}">{NAMES[n]}</a> <i>2024-04-2{n} 10:00</i>'
        f'<div class="content">{SAID[n - 1]}</div></div>'
        for n in TITLES
    )
    trail = (
        '<a href="/">The Pot Club</a> » <a href="/forum-2.html">Lids and rims</a> » <b>No lid</b>'
    )
    body = f'<div class="way">{trail}</div>{posts}'
    reading = reading_of(body, "/talk-7.html", title="The Pot Club: Lids and rims » No lid")
    assert reading.title == "No lid"


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("The Pot Club: my review - The Pot Club", "The Pot Club: my review"),
        ("The Pot Club: my review | Lids and rims", "The Pot Club: my review"),
    ],
)
def test_the_title_of_a_thread_can_begin_with_the_name_of_the_site_and_a_colon(title, found):
    posts = "".join(
        f'<div class="post"><a href="/user/{n}">{NAMES[n]}</a> <i>2024-04-2{n} 10:00</i>'
        f'<div class="content">{SAID[n - 1]}</div></div>'
        for n in TITLES
    )
    trail = '<a href="/">The Pot Club</a> » <a href="/forum-2.html">Lids and rims</a>'
    more = '<a href="/talk-7.html?p=2">my review</a>'
    body = f'<div class="way">{trail} {more}</div><h2>The Pot Club: my review</h2>{posts}'
    assert reading_of(body, "/talk-7.html", title=title).title == found


def test_what_heads_rows_that_say_by_whom_they_are_is_no_name():
    def row(n):
        return f"""<div class="line"><h3><a href="/talk.php?id={n}">{"壶盖"[n - 1]}没了</a></h3>
        <p>作者 {NAMES[n]}</p><ul><li>{n}</li><li><i>最后发表</i>
        <a href="/talk.php?last={n}">2024-04-2{n} 10:00</a></li></ul></div>"""

    assert reading_of(f"<h1>Kitchen</h1>{row(1)}{row(2)}").role == "index"


def test_two_posts_can_say_by_what_something_was_made():
    def post(n):
        return f"""<div class="post"><h3><a href="/talk/{n}">{NAMES[n]}</a></h3>
        <i>2024-04-2{n} 10:00</i><p>by {"hand" if n == 1 else "machine"}</p></div>"""

    body = f"<h1>A small thread</h1>{post(1)}{post(2)}"
    assert reading_of(body, "/thread-7.html", title="A small thread").role == "thread"


def test_the_number_of_a_thread_can_stand_in_the_name_of_its_script():
    def row(n):
        return f"""<td><img src="/f.gif" alt=""></td><th><a href="/showtopic-{n + 300}.aspx">
        {TITLES[n]}</a></th><td><a href="/userinfo-{n}.aspx">{NAMES[n]}</a></td><td>{n}</td>
        <td><a href="/userinfo-{n + 4}.aspx">{OTHERS[n]}</a> <i>2024-04-2{n} 10:00</i></td>"""

    rows = rows_of(table(row), "/showforum-2.aspx")
    assert [row.link.text for row in rows] == list(TITLES.values())


@pytest.mark.parametrize("words", [("голосов", "ответов"), ("votes", "answers")])
def test_a_figure_has_the_word_of_its_own_box(words):
    def row(n):
        figures = (0, words[0], n + 3, words[1], n * 731, "hits")
        boxes = "".join(f"<div>{figure}</div>" for figure in figures)
        pairs = re.sub(r"(<div>\d+</div><div>\w+</div>)", r'<div class="x">\1</div>', boxes)
        return f"""<td><div class="all">{pairs}</div></td><td><h2><a href="/thread-{n}.html">
        {TITLES[n]}</a></h2><a href="/user/{n}">{NAMES[n]}</a> <i>2024-04-2{n} 10:00</i></td>"""

    rows = rows_of(table(row))
    assert [(row.replies, row.views) for row in rows] == [(n + 3, n * 731) for n in TITLES]
