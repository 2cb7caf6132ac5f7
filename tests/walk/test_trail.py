"""The trail above the posts, and the board it names."""

from __future__ import annotations

import pytest
from walk_kit import HOST, reading_of, walker_with

from fpcrawl.walk.trail import board_on_trail, trail_of

HOME, BOARD = '<a href="/">Kettles</a>', '<a href="/board-7.html">Descaling</a>'
HERE, JOIN = '<a href="/thread-3.html">A small thread</a>', '<a href="/join">Join</a>'
POSTS = "".join(
    f'<div class="post"><a class="user" href="/user/{name}">{name}</a> '
    f'<span class="date">2024-03-0{n + 1} 10:00</span><p>{name} has said a word on it.</p></div>'
    for n, name in enumerate(["anna", "bert", "carla"])
)


def page(trail):
    menu = '<div class="menu"><a href="/search">Search</a> | <a href="/in">Log in</a></div>'
    return f"{menu}{trail}<h1>A small thread</h1>{POSTS}"


@pytest.mark.parametrize(
    "trail",
    [
        f"<p>{HOME} &raquo; {BOARD}</p>",
        f"<div>{HOME} <em>›</em> {BOARD} <em>›</em> {HERE}</div>",
        f'<div><ul class="crumbs"><li>{HOME}<li>{BOARD}</ul><ul><li>{JOIN}</ul></div>',
        f'<nav aria-label="Breadcrumb"><span>{HOME}</span><span>{BOARD}</span></nav>',
        f"<table><tr><td>{HOME} &gt; {BOARD} &gt; A small thread</td></tr></table>",
        f"<p>{HOME} --> {BOARD}</p>",
        f"<p>{HOME} -> {BOARD}</p><p><a href='/t-2'>Older</a> :: <a href='/t-4'>Newer</a></p>",
    ],
)
def test_the_last_step_of_the_trail_is_the_board(trail):
    reading = reading_of(page(trail), "/thread-3.html")
    assert [link.text for link in trail_of(reading)] == ["Kettles", "Descaling"]
    assert board_on_trail(reading) == "Descaling"


@pytest.mark.parametrize(
    "trail",
    [
        "",
        f"<p>{HOME}</p>",
        f"<p>{HOME} | {BOARD}</p>",
        f"<p>{BOARD}</p>",
        '<p><a href="/help/">Help</a> / <a href="/feed">Atom feed</a></p>',
    ],
)
def test_a_menu_is_no_trail(trail):
    assert board_on_trail(reading_of(page(trail), "/thread-3.html")) is None


def test_a_pager_within_the_trail_is_no_step_of_it():
    pager = (
        '<div class="pagination pagination_breadcrumb" id="breadcrumb_multipage_popup">'
        '<a href="/board-7.html?page=2">2</a><a href="/board-7.html?page=3">3</a>'
        '<a href="/board-7.html?page=2">Next »</a></div>'
    )
    trail = f'<div class="navigation breadcrumb">{HOME} &rsaquo; {BOARD}{pager} › A thread</div>'
    assert board_on_trail(reading_of(page(trail), "/thread-3.html")) == "Descaling"


def test_a_link_of_a_trail_that_shows_no_words_is_not_followed_by_what_words_part_from_it():
    """The links of a trail can have elements that are called like it, the first of all."""
    trail = f"""<nav class="crumbs"><a href="/jump" title="Jump to"></a><b>All of it</b>
    <span class="steps crumbs"><span class="crumb">{HOME}<i></i></span>
    <span class="step"><a href="/boards/">Boards</a> &gt; </span>
    <span class="step">{BOARD} &gt; </span></span></nav>"""
    assert board_on_trail(reading_of(page(trail), "/thread-3.html")) == "Descaling"


def test_the_box_of_an_opening_post_can_hold_the_trail():
    head = f"""<div class="head">{HOME} &rsaquo; {BOARD}<h1>A small thread</h1>
    <a href="/user/dora">dora</a> · <span class="date">2024-03-01 09:00</span></div>"""
    opening = f'<div class="box">{head}<div class="content">Who can tell me more of it?</div></div>'
    reading = reading_of(f'{opening}<div class="list">{POSTS}</div>', "/thread-3.html")
    assert board_on_trail(reading) == "Descaling"


@pytest.mark.parametrize(
    ("last", "board"),
    [("A small th ...", "Descaling"), ("A small…", "A small…"), ("Offers ...", "Offers ...")],
)
def test_a_last_step_that_is_the_title_cut_short_is_the_page(last, board):
    trail = f'<p>{HOME} &raquo; {BOARD} &raquo; <a href="/redirect?goto=3">{last}</a></p>'
    reading = reading_of(page(trail), "/thread-3.html", title="A small thread - Kettles")
    assert board_on_trail(reading) == board


def test_what_stands_below_the_first_post_is_no_trail():
    html = f"{page('')}<p>{HOME} &raquo; {BOARD}</p>"
    assert board_on_trail(reading_of(html, "/thread-3.html")) is None


def test_a_list_is_not_named_by_its_order():
    walker = walker_with()
    for url in ("/list-7/", "/list-7/by-date.html"):
        walker.families.note_role(f"{HOST}{url}", "index", 1.0)
    links = '<a href="/list-7/">{}</a> [<a href="/list-7/by-date.html">Date Index</a>]'
    for name, board in (("Users of kettles", "Users of kettles"), ("[ thread ]", None)):
        assert walker.board_of(reading_of(page(links.format(name)), "/thread-3.html")) == board


def test_a_trail_can_begin_at_the_index():
    trail = f'<p><a href="/">Index</a> &raquo; {BOARD}</p>'
    assert board_on_trail(reading_of(page(trail), "/thread-3.html")) == "Descaling"


@pytest.mark.parametrize("around", ["ul", "nav"])
def test_a_menu_of_all_lists_names_no_board(around):
    walker = walker_with()
    for n in range(3):
        walker.families.note_role(f"{HOST}/list-{n}.html", "index", 1.0)
    links = [f'<a href="/list-{n}.html">{x}</a>' for n, x in enumerate(["Pans", "Lids", "Pots"])]
    menu = "".join(f"<li>{link}</li>" if around == "ul" else link for link in links)
    menu = f"<{around}>{menu}</{around}>"
    for above, board in [
        (menu, None),
        (f"<p>All of it is in {links[0]}</p>{menu}", "Pans"),
        (f"<div>{links[1]}{links[2]}</div>", "Pots"),
        ('<p>Archive: <a href="/list-1.html">2026</a></p>', None),
    ]:
        assert walker.board_of(reading_of(page(above), "/thread-3.html")) == board
