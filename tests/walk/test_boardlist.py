"""A post without answers above the list of its board, or of its thread."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, page_of, place_at, tree_of
from walk_kit import HOST

from fpcrawl.extraction.build import build_posts
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.walk.boardlist import post_above
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide

SHORT = "It does so every morning, and I am tired of it."
POST = (
    '<h3>My kettle boils over</h3><div class="head"><span class="nickname">ann</span> '
    f'<span class="date">2024-03-04 10:00</span></div><div class="text"><p>{SHORT}</p></div>'
)
TITLES = [
    f"{thing} for rice and beans?" for thing in ("Which pot", "Which lid", "An old pan", "Vinegar")
] + ["The lid is lost", "Kettles of the north", "A spoon in the drain", "My stove is cold"]


def table():
    rows = "".join(
        f'<tr><td><a href="/thread-{n}.html">{title}</a> [{n}]</td>'
        f'<td class="user"><b>user {n}</b></td>'
        f'<td class="when">2024-04-2{n} 10:00</td></tr>'
        for n, title in enumerate(TITLES)
    )
    return f'<table class="list">{rows}</table>'


def tree():
    line = '<li><p><a href="/thread-{}.html">{}</a> <b>u</b> <i>2024-04-2{} 10:00</i></p>'
    nested = "".join(f"<ul>{line.format(n, title, n)}" for n, title in enumerate(TITLES))
    return f"{nested}{'</li></ul>' * len(TITLES)}"


def reading_of(body, expected):
    page = page_of(html_page(body, "My kettle boils over"), f"{HOST}/thread-77.html")
    reading = read_structure(page, LayoutBook())
    decide(reading, None, expected)
    return reading


@pytest.mark.parametrize("rows", [table(), tree()], ids=["board", "answers"])
def test_a_post_stands_alone_above_the_rows_of_others(rows):
    reading = reading_of(POST + rows, "thread")
    assert reading.role == "thread"
    posts = build_posts(reading.tree, reading.posts, place_at())
    assert [(p.author, p.body_text) for p in posts] == [("ann", SHORT)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (POST + table(), None),
        (table(), "thread"),
        ("<p>Welcome to the kitchen</p>" + table(), "thread"),
    ],
    ids=["nothing says it is a thread", "rows alone", "rows below a greeting"],
)
def test_rows_are_a_list_where_no_thread_is_named_or_no_post_stands_above(body, expected):
    assert reading_of(body, expected).role == "index"


def test_further_pages_of_threads_have_addresses_of_another_kind_than_the_rows():
    rows = "".join(
        f'<tr><td><a href="/threads/{"ab"[n % 2]}-pot.{n}/">{title}</a></td><td>ben</td>'
        f"<td>2024-02-1{n} 09:00</td></tr>"
        for n, title in enumerate(TITLES[:3])
    )
    said = "".join(
        f'<tr id="p{n}"><th>Author</th><td><a href="/members/{name}.{n}/">{name}</a></td></tr>'
        f"<tr><th>Date</th><td>2024-03-0{n} 10:00</td></tr>"
        f'<tr><td colspan="2"><p>{SHORT}</p></td></tr>'
        for n, name in ((4, "ann"), (5, "bert"))
    )
    body = f"<h1>Kettles</h1><table>{said}</table><h4>Like it</h4><table>{rows}</table>"
    page = page_of(html_page(body, "Kettles"), f"{HOST}/threads/a-kettle.77/page-2")
    reading = read_structure(page, LayoutBook())
    decide(reading, None, "thread")
    posts = build_posts(reading.tree, reading.posts, place_at())
    assert (reading.role, [post.author for post in posts]) == ("thread", ["ann", "bert"])


def test_rows_in_a_table_of_their_own_are_none_of_many_posts():
    names = ["ann", "bert", "carla", "dora"] * 2
    said = "".join(
        f'<tr id="p{n}"><td>{n}</td><td><a href="/u/{name}">{name}</a><br>2024-03-0{n} 10:00</td>'
        f"<td>{SHORT} {SHORT}</td></tr>"
        for n, name in enumerate(names, 1)
    )
    rows = "".join(
        f'<tr><td><a href="/thread-{n}.html">{title}</a></td><td>ben</td><td>2024-02-1{n} 09:00'
        "</td></tr>"
        for n, title in enumerate(TITLES[:3])
    )
    reading = reading_of(f"<table>{said}</table><h4>Like it</h4><table>{rows}</table>", "thread")
    posts = build_posts(reading.tree, reading.posts, place_at())
    assert [post.author for post in posts] == names


def test_answers_headed_by_their_own_addresses_are_no_rows():
    head = "by <a class='user' href='/users/{0}'>{1}</a> <i>2024-03-0{0} 10:00</i>"
    answers = "".join(
        f'<div class="message" id="m{n}"><h4><a href="/thread-77.html?r={n}#m{n}">RE: Kettle</a> - '
        f"{head.format(n, name)}</h4>"
        f'<div class="wiki"><p>{TITLES[n]} {SHORT}</p></div></div>'
        for n, name in enumerate(["bert", "carla", "dora", "emil"], 4)
    )
    opening = f'<p>{head.format(1, "ann")}</p><div class="wiki"><p>{SHORT}</p></div>'
    body = f'<h2>Kettle</h2><div class="message">{opening}</div><div>{answers}</div>'
    page = page_of(html_page(body, "Kettle"), f"{HOST}/thread-77.html?r=7")
    reading = read_structure(page, LayoutBook())
    decide(reading, None, "thread")
    posts = build_posts(reading.tree, reading.posts, place_at())
    assert [post.author for post in posts] == ["ann", "bert", "carla", "dora", "emil"]


def test_a_list_of_like_threads_below_a_post_without_a_box_takes_nothing_off_it():
    rows = "".join(
        f'<tr><td><a href="/thread-{n + 700}.html">{title}</a></td><td>dora</td><td>{n}</td></tr>'
        for n, title in enumerate(TITLES)
    )
    html = f"""<h1>Lids</h1><hr><a name="p4"></a><b>anna</b> 2024-03-04 10:00<br><p>{SHORT}</p>
    <h4>Like it</h4><table>{rows}</table>"""
    tree = tree_of(html_page(html))
    found = find_posts(tree, LayoutBook())
    assert (found.posts[0].author, found.title_share) == ("anna", 0)
    assert post_above(tree, found, LayoutBook()) is None
