"""Lists of what other lists hold, told from the lists of a site."""

from __future__ import annotations

from dataclasses import replace

import pytest
from walk_kit import HOST, TITLES, index_body, reading_of, walker_with

from fpcrawl.walk.walker import BESIDE, WORTH, Context

BOARDS = ("/board-1.html", "/board-2.html", "/board-1.html", "/board-2.html")


def view(boards=BOARDS, more=""):
    rows = "".join(
        f'<tr><td class="t"><a href="/thread-{n}.html">{title}</a></td>'
        f'<td>in <a href="{board}">{board}</a></td><td><a href="/user/u{n}">u{n}</a></td>'
        f"<td>{more.format(n=n)}</td><td>2024-04-2{n} 10:00</td></tr>"
        for (n, title), board in zip(TITLES.items(), boards, strict=True)
    )
    return f'<h1>What is new</h1><table class="list">{rows}</table>'


def listed(body, path="/whats-new.html", context=None, *, boards_are="index", home=None):
    walker = walker_with()
    walker.home = home
    if boards_are is not None:
        walker.families.note_role(f"{HOST}/board-1.html", boards_are, 1.0)
    reading = reading_of(body, path, role="index")
    walker.read_list(reading, context or Context())
    assert len(reading.rows) == 4
    assert reading.role == "index"
    return reading


def test_rows_that_name_their_boards_make_a_view():
    reading = listed(view())
    assert reading.page_type == "other"
    assert reading.gathered == "its rows are of 2 lists"
    assert reading.gathered in reading.why


@pytest.mark.parametrize(
    ("body", "path", "boards_are"),
    [
        (index_body(), "/forum-5.html", "index"),
        # All rows name the board that they are on.
        (view(BOARDS[:1] * 4), "/forum-5.html", "index"),
        # The page is one of the lists: it names those below it.
        (view(), "/board-7.html", "index"),
        # Each row its own: a last page, a writer.
        (view([f"/board-{n}.html" for n in range(4)]), "/forum-5.html", "index"),
        # What the rows name is no list, or nothing tells that it is.
        (view(), "/forum-5.html", "other"),
        (view([b.replace("board", "x") for b in BOARDS]), "/forum-5.html", None),
        # Kinds of threads of one board.
        (view([f"/forum-5.html?kind={b[7]}" for b in BOARDS]), "/forum-5.html", "index"),
        # Tags: a row has several of them.
        (view(more='<a href="/board-3.html">x</a>'), "/forum-5.html", "index"),
    ],
)
def test_lists_of_their_own(body, path, boards_are):
    reading = listed(body, path, boards_are=boards_are)
    assert reading.page_type == "index"
    assert reading.gathered == ""


def test_words_of_addresses_tell_boards_that_were_not_read_yet():
    reading = listed(view([b.replace("board-", "category/") for b in BOARDS]), boards_are=None)
    assert reading.page_type == "other"


@pytest.mark.parametrize(
    ("path", "page_type"),
    [
        ("/archives/2024/04/", "other"),
        ("/2024/4", "other"),
        ("/news/2024/04/28", "other"),
        ("/?m=202404", "other"),
        ("/?date=2024-04", "other"),
        ("/board/2024/5", "index"),
        ("/forums/2024/5/", "index"),
        ("/list/2024/88", "index"),
        ("/2024", "index"),
        ("/?page=2024", "index"),
        ("/recent", "other"),
        ("/topics/unanswered/", "other"),
        ("/category/hot", "index"),
        ("/c/7/latest", "index"),
        ("/hot-water", "index"),
    ],
)
def test_addresses_that_name_a_time_or_an_order(path, page_type):
    assert listed(index_body(), path).page_type == page_type


def test_further_pages_of_the_home_page_are_no_board():
    home = f"{HOST}/"
    more = Context("index", board_url=home, page=2)
    assert listed(index_body(), "/?page=2", more, home=home).page_type == "other"
    board = Context("index", board_url=f"{HOST}/forum-5.html", page=2)
    assert listed(index_body(), "/forum-5.html?page=2", board, home=home).page_type == "index"
    # The board that the home page led to is not the home page.
    assert listed(index_body(), "/forum-5.html", Context(board_url=home), home=home).page_type == (
        "index"
    )


def test_the_home_page_stays_the_home_page():
    walker = walker_with()
    reading = reading_of(view(), "/", role="home")
    walker.read_list(reading, Context("home"))
    assert reading.page_type == "home"
    assert walker.home == f"{HOST}/"


def test_further_pages_of_a_view_wait_for_the_boards():
    walker = walker_with()
    pager = '<p class="pager"><a href="/recent?page=2">2</a></p>'
    for path, page_type in (("/recent", "other"), ("/talk", "index")):
        reading = reading_of(index_body(more=pager.replace("/recent", path)), path, role="index")
        walker.read_list(reading, Context("index"))
        assert reading.page_type == page_type
        (step,) = walker.further_pages(reading, Context("index"))
        assert (step.priority < BESIDE) is (page_type == "other")


def test_archives_by_date_wait_for_the_boards():
    home = "".join(
        f'<h3><a href="{path}">A list of many kettles</a></h3>'
        for path in ("/2024/03/", "/2024/04/", "/kettles/", "/teapots/")
    )
    walker = walker_with()
    steps = walker.steps(reading_of(home, "/", role="home"), Context("home"))
    later = {step.url.removeprefix(HOST) for step in steps if step.priority <= BESIDE + WORTH}
    assert later == {"/2024/03/", "/2024/04/"}
    assert len(steps) == 4


def test_pages_of_a_board_know_its_first_page():
    walker = walker_with()
    pager = '<p class="pager"><a href="/forum-5.html?page=2">2</a></p>'
    reading = reading_of(index_body(more=pager), role="index")
    context = Context("index", board_url=f"{HOST}/")
    walker.read_list(reading, context)
    (step,) = walker.further_pages(reading, context)
    assert step.context.board_url == f"{HOST}/forum-5.html"


def test_what_is_no_list_is_left_alone():
    reading = reading_of(index_body(), "/recent", role="thread")
    walker_with().read_list(reading, Context())
    assert reading.rows == []
    assert reading.page_type == "thread"


def test_what_further_pages_of_the_start_page_list_is_of_no_board_they_name():
    walker = walker_with()
    walker.home = f"{HOST}/"
    first = Context("index", board_url=walker.home, page=2)
    other = replace(first, board_url=f"{HOST}/kitchen")
    boards = []
    for path, within in [("/page/2", first), ("/kitchen/page/2", other)]:
        reading = reading_of(index_body(), path, role="index")
        walker.read_list(reading, within)
        rows = [step for step in walker.steps(reading, within) if "/thread-" in step.url]
        assert len(rows) == 4
        boards.append({step.context.board for step in rows})
    assert boards == [{None}, {"Kitchen"}]
