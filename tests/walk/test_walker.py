"""Which links are followed, in what order, under which rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from extraction_kit import div_thread
from walk_kit import (
    HOST,
    PAGER,
    TITLES,
    home_body,
    index_body,
    paths_of,
    reading_of,
    steps_of,
    thread_link,
    walker_with,
)

from fpcrawl.walk.families import PROBES
from fpcrawl.walk.walker import MORE_ROWS, ROW, Context, Step


def test_an_index_leads_to_its_threads_and_further_pages():
    steps = steps_of(walker_with(), reading_of(index_body(more=PAGER)))
    # Deeper pages wait for the threads of the page before them: a list can be endless.
    assert paths_of(steps)[4:6] == ["/forum-5.html?page=2", "/forum-5.html?page=3"]
    threads = [step for step in steps if "/thread-" in step.url]
    assert len(threads) == 4
    assert all(step.row and step.context.role == "thread" for step in threads)
    assert {step.context.board for step in threads} == {"Kitchen"}
    assert {step.context.board_url for step in threads} == {f"{HOST}/forum-5.html"}
    assert {step.context.trail for step in threads} == {0}


def test_threads_with_replies_go_first():
    steps = steps_of(walker_with(), reading_of(index_body(replies=(4, 0, 31, 2))))
    assert paths_of(steps)[:4] == [f"/thread-{n}.html" for n in (3, 1, 4, 2)]
    assert [step.priority - ROW for step in steps[:4]] == [9, 4, 2, 0]


def test_further_pages_of_a_list_know_their_number_and_list():
    steps = steps_of(walker_with(), reading_of(index_body(more=PAGER)))
    pages = steps[4:6]
    assert [step.context.page for step in pages] == [2, 3]
    assert [step.priority for step in pages] == [MORE_ROWS - 2, MORE_ROWS - 3]
    assert {step.context.role for step in pages} == {"index"}
    assert {step.context.board_url for step in pages} == {f"{HOST}/forum-5.html"}


def test_further_pages_of_a_thread_know_their_thread():
    body = '<h1>My kettle</h1><p>words</p><a href="/thread-1.html?page=2">2</a>'
    reading = reading_of(body, "/thread-1.html", role="thread", title="My kettle - Kitchen")
    (step,) = steps_of(walker_with(), reading, Context("thread", "Kitchen", f"{HOST}/forum-5.html"))
    assert step.context == Context(
        "thread", "Kitchen", f"{HOST}/forum-5.html", thread_link(1), "My kettle", 2
    )
    later = reading_of(
        body.replace('page=2">2', 'page=3">3'), "/thread-1.html?page=2", role="thread", title="x"
    )
    (step,) = steps_of(walker_with(), later, step.context)
    assert (step.context.thread_url, step.context.page) == (thread_link(1), 3)
    assert step.context.thread_title == "My kettle"


def test_the_next_thread_is_no_page_of_this_one():
    body = '<h1>My kettle</h1><p>words</p><a href="/thread-2.html">Next</a>'
    reading = reading_of(body, "/thread-1.html", role="thread")
    assert steps_of(walker_with(), reading) == []


def test_a_thread_leads_nowhere_else():
    reading = reading_of(index_body(), "/thread-1.html", role="thread")
    assert steps_of(walker_with(), reading) == []


def test_a_home_page_leads_to_its_boards():
    reading = reading_of(home_body(), "/", expected="home")
    steps = steps_of(walker_with(), reading, Context("home"))
    assert paths_of(steps) == [f"/forum-{n}.html" for n in range(1, 5)]
    assert {step.context.role for step in steps} == {None}
    assert reading.rows == []


def test_a_home_page_of_threads_has_rows_once_they_are_known_as_threads():
    walker = walker_with()
    reading = reading_of(index_body(), "/", expected="home")
    assert walker.thread_rows(reading, Context("home")) == []
    walker.families.note_role(thread_link(9), "thread", 1.0)
    rows = walker.thread_rows(reading, Context("home"))
    assert [row.link.text for row in rows] == list(TITLES.values())
    assert [row.replies for row in rows] == [4, 0, 31, 2]


def test_proven_lists_go_before_guesses():
    walker = walker_with()
    walker.families.note_role(f"{HOST}/forum-1.html", "index", 1.0)
    walker.families.note_fetch(f"{HOST}/forum-1.html", useful=True)
    body = index_body(more=home_body() + '<p><a href="/odd.html">odd</a></p>')
    reading = reading_of(body, "/board.html")
    order = paths_of(steps_of(walker, reading, Context("home")))
    assert order[:4] == [f"/forum-{n}.html" for n in range(1, 5)]
    assert order[-1] == "/odd.html"
    # Lists that lists name can be endless: what is no list goes first.
    order = paths_of(steps_of(walker, reading))
    assert order[0] == "/thread-3.html"
    assert order[4:8] == [f"/forum-{n}.html" for n in range(1, 5)]
    assert order[-1] == "/odd.html"


def test_a_blocked_family_is_not_followed():
    walker = walker_with()
    for n in range(PROBES):
        walker.families.note_fetch(thread_link(n), useful=False)
    assert paths_of(steps_of(walker, reading_of(index_body()))) == []


def test_chrome_and_other_sites_are_not_followed():
    more = (
        '<p><a href="/login">Log in to the kitchen</a> <a href="/memberlist.php">Who we are</a> '
        '<a href="http://else.example/thread-9.html">A thread elsewhere</a></p>'
    )
    assert set(paths_of(steps_of(walker_with(), reading_of(index_body(more=more))))) == {
        f"/thread-{n}.html" for n in TITLES
    }


def test_guesses_end_after_a_few_steps():
    walker = walker_with()
    reading = reading_of('<p><a href="/about.html">About all of us here</a></p>', role="other")
    (step,) = steps_of(walker, reading)
    assert step.context.trail == 1
    assert steps_of(walker, reading, Context(trail=walker.max_trail)) == []


@pytest.mark.parametrize(("kind", "left"), [("forum", ["/projects/kettle/boards"]), ("news", [])])
def test_a_forum_is_looked_for_where_a_guess_has_led(kind, left):
    links = '<p><a href="/projects/kettle/boards">Forums</a> <a href="/gantt">Gantt</a></p>'
    reading = reading_of(links, role="other")
    assert paths_of(steps_of(walker_with(kind=kind), reading, Context(trail=1))) == left


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ({"allow": re.compile(r"thread-[12]\.")}, {1, 2}),
        ({"deny": re.compile(r"thread-[12]\.")}, {3, 4}),
        ({"allow": re.compile("thread"), "deny": re.compile("-4")}, {1, 2, 3}),
        ({}, {1, 2, 3, 4}),
    ],
)
def test_allow_and_deny(rules, left):
    steps = steps_of(walker_with(**rules), reading_of(index_body()))
    assert set(paths_of(steps)) == {f"/thread-{n}.html" for n in left}


def test_rules_hold_for_further_pages_as_well():
    walker = walker_with(deny=re.compile("page=3"))
    order = paths_of(steps_of(walker, reading_of(index_body(more=PAGER))))
    assert "/forum-5.html?page=2" in order
    assert "/forum-5.html?page=3" not in order


def test_with_boards_given_no_other_board_is_read():
    walker = walker_with(boards=(f"{HOST}/forum-5.html",))
    walker.families.note_role(f"{HOST}/forum-1.html", "index", 1.0)
    body = index_body(more=PAGER + home_body() + '<p><a href="/odd.html">odd</a></p>')
    assert set(paths_of(steps_of(walker, reading_of(body)))) == {
        "/forum-5.html?page=2",
        "/forum-5.html?page=3",
        *(f"/thread-{n}.html" for n in TITLES),
    }
    other = reading_of(index_body(), "/about.html", role="other")
    assert steps_of(walker, other) == []


def test_a_list_met_on_the_way_is_unasked_where_boards_are_given():
    walker = walker_with(boards=(f"{HOST}/forum-5.html",))
    met = Context("index", board_url=f"{HOST}/forum-5.html")
    assert walker.is_unasked(reading_of(index_body(), "/forum-7.html", role="index"), met)
    asked = reading_of(index_body(), "/forum-5.html", role="index")
    assert not walker.is_unasked(asked, Context("index"))
    assert not walker.is_unasked(asked, replace(met, page=2))
    assert not walker.is_unasked(reading_of(div_thread(), "/thread-7.html", role="thread"), met)
    assert not walker_with().is_unasked(asked, met)


def test_a_row_with_a_short_title_is_followed_where_boards_are_given():
    walker = walker_with(boards=(f"{HOST}/forum-5.html",))
    row = "<tr><td><a href='/thread-9.html'>Oil</a></td><td>ann</td><td>2024-03-04 10:00</td></tr>"
    reading = reading_of(f"<h1>Kitchen</h1><table>{row}</table>", role="index")
    walker.families.note_role(f"{HOST}/thread-1.html", "thread", 1.0)
    context = Context("index", board_url=f"{HOST}/forum-5.html", page=2)
    walker.read_list(reading, context)
    assert paths_of(steps_of(walker, reading, context)) == ["/thread-9.html"]


def test_what_is_queued_is_asked_for_again_only_while_it_may_pay():
    walker = walker_with()
    assert walker.why_not(thread_link(1), None) is None
    walker.families.wasted = 10_000
    assert walker.why_not(thread_link(1), None) == "probed_out"
    assert walker.why_not(thread_link(1), "home") is None
    assert walker.why_not(thread_link(1), "board") is None
    walker.families.note_fetch(thread_link(1), useful=True)
    assert walker.why_not(thread_link(1), None) is None
    walker.families.dry = 10_000
    assert walker.why_not(thread_link(1), None) == "dry"


def test_why_a_family_is_given_up_is_told():
    walker = walker_with()
    for n in range(PROBES):
        walker.families.note_fetch(f"{HOST}/events/2026/3/{n + 1}", useful=False)
        walker.families.note_fetch(f"{HOST}/help-{n}.html", useful=False)
    assert walker.why_not(f"{HOST}/events/2031/12/31", None) == "calendar"
    assert walker.why_not(f"{HOST}/help-99.html", None) == "barren"


def test_copies_under_a_mark_say_nothing_of_other_pages_under_it():
    walker = walker_with()
    for n in range(PROBES):
        walker.families.note_fetch(f"{HOST}/town/{n}.html?from=list", useful=False)
    unread = f"{HOST}/town/99.html?from=list"
    assert walker.why_not(unread, None) == "barren"
    walker.twins.adopt({"*?from"})
    assert walker.why_not(unread, None) is None


def test_numbers_of_a_pager_that_lied_are_believed_one_by_one():
    walker = walker_with()
    pagers = walker.families.pagers
    pagers.note_size(f"{HOST}/forum-1.html", 4)
    for _ in range(2):
        pagers.note_end(f"{HOST}/forum-1.html")
    full = paths_of(steps_of(walker, reading_of(index_body(more=PAGER))))
    assert [path for path in full if "page=" in path] == ["/forum-5.html?page=2"]
    pagers.note_size(f"{HOST}/forum-1.html", 20)
    short = paths_of(steps_of(walker, reading_of(index_body(more=PAGER))))
    assert not [path for path in short if "page=" in path]


def test_what_pagers_of_threads_lead_to_is_no_place_in_a_thread():
    walker = walker_with()
    thread, post = f"{HOST}/thread-5", f"{HOST}/thread-5/2"
    assert walker.leads_inside(post, {thread}.__contains__)
    assert not walker.leads_inside(post, set().__contains__)
    walker.families.note_turned(f"{HOST}/thread-8/3")
    assert not walker.leads_inside(post, {thread}.__contains__)


@pytest.mark.parametrize("text", ["查看完整版本: kettle", "View the full version", "电脑版"])
def test_a_page_of_the_archive_stands_for_its_thread(text):
    body = f'<h1>My kettle</h1><p>words</p><a href="/thread-7.html">{text}</a>'
    reading = reading_of(body, "/archiver/tid-7.html", role="thread")
    assert walker_with().alias_of(reading, Context()) == thread_link(7)
    other = reading_of(body, "/archiver/tid-8.html", role="thread")
    assert walker_with().alias_of(other, Context()) is None


@pytest.mark.parametrize(
    "link",
    [
        'View Full Version : <a href="{}">Kettle</a>',
        '<b>查看完整版本: <a href="{}">我的水壶</a></b>',
    ],
)
def test_a_title_behind_the_words_for_a_full_version_leads_to_it(link):
    body = f"<h1>My kettle</h1><p>words</p><p>{link.format('/thread-7.html')}</p>"
    page = reading_of(body, "/archive/index.php/t-7.html", role="thread")
    assert walker_with().alias_of(page, Context()) == thread_link(7)
    listed = f"{index_body()}<p>{link.format('/forum-3.html')}</p>"
    page = reading_of(listed, "/archive/index.php/f-3.html", role="index")
    assert walker_with().alias_of(page, Context()) == f"{HOST}/forum-3.html"
    plain = f'{index_body()}<p>See: <a href="/forum-3.html">Kettles</a></p>'
    assert (
        walker_with().alias_of(reading_of(plain, "/list/f-3.html", role="index"), Context()) is None
    )


def test_the_face_for_telephones_is_not_followed():
    home = "".join(
        f'<h3><a href="http://{host}/forum-{n}.html">Board of many kettles</a></h3>'
        for n, host in enumerate(["m.f.example", "www.f.example", "wap.f.example", "f.example"])
    )
    steps = steps_of(walker_with(), reading_of(home, "/", role="home"), Context("home"))
    assert {step.url for step in steps} == {
        "http://www.f.example/forum-1.html",
        f"{HOST}/forum-3.html",
    }


def test_scope_is_the_first_rule():
    walker = walker_with(allow=re.compile("."))
    assert walker.permitted(thread_link(1))
    assert walker.permitted("https://www.f.example/thread-1.html")
    assert not walker.permitted("http://else.example/thread-1.html")
    assert not walker.permitted("http://f.example:81/thread-1.html")


@pytest.mark.parametrize(
    ("path", "canonical", "alias"),
    [
        ("/post/99", "/thread-1.html", "/thread-1.html"),
        ("/post/99", "http://www.f.example/thread-1.html", "http://www.f.example/thread-1.html"),
        ("/thread-1.html", "/thread-1.html", None),
        ("/thread-1.html", "/thread-2.html", None),
        ("/thread-1.html?page=2", "/thread-1.html", None),
        ("/thread-1.html", "/", None),
        ("/thread-1.html", "http://else.example/kettle", None),
        ("/thread-1.html", "not an address at all", None),
        ("/p/kettle/", "/p/kettle/index.html", None),
        ("/thread-1.html", None, None),
    ],
    ids=[
        "post",
        "twin",
        "itself",
        "another",
        "first page",
        "home",
        "elsewhere",
        "broken",
        "index",
        "none",
    ],
)
def test_aliases(path, canonical, alias):
    head = f'<link rel="canonical" href="{canonical}">' if canonical else ""
    reading = reading_of(index_body(), path, head=head, role="thread")
    found = walker_with().alias_of(reading, Context())
    if path == "/thread-1.html" and canonical and canonical.startswith("not "):
        assert found in (None, f"{HOST}/not%20an%20address%20at%20all")
    else:
        assert (found.removeprefix(HOST) if found else None) == alias


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("?cid=47700", True),
        ("?action=recommend&pid=47700", True),
        ("?contributions", True),
        ("?from=rss", True),
        ("?id=5&print=1", True),
        ("?page=2", False),
        ("?from=20", False),
        ("?after=x81", False),
        # Its pager has more of these.
        ("?part=2", False),
    ],
)
def test_an_article_with_a_query_is_the_one_that_it_names(query, same):
    plain = "/town/ferry-17.html?id=5" if "id=" in query else "/town/ferry-17.html"
    head = f'<link rel="canonical" href="{plain}">'
    pager = "".join(f'<a href="/town/ferry-17.html?part={n}">{n}</a>' for n in (1, 2, 3))
    path = f"/town/ferry-17.html{query}"
    reading = reading_of(f"<p>Words.</p><div>{pager}</div>", path, head=head, role="article")
    assert walker_with().alias_of(reading, Context()) == (f"{HOST}{plain}" if same else None)


@pytest.mark.parametrize("path", ["/post/99", "/post/99/"])
def test_a_page_of_comments_is_a_further_page_of_the_article_above_them(path):
    link = f'<a href="{path}">Which oil?</a>'
    here = "/post/99/comment-page-2"
    reading = reading_of(f"{link}<p>Words.</p>", here, role="article")
    walker = walker_with()
    met = walker.placed(reading, Context("article", "Oils"))
    assert (met.thread_url, met.page) == (f"{HOST}{path}", 2)
    assert walker.alias_of(reading, met) is None
    # It may be met before the article is.
    (step,) = steps_of(walker, reading, met)
    assert (step.url, step.context) == (f"{HOST}{path}", Context("article", "Oils"))
    assert not steps_of(walker_with(deny=re.compile("post/99/?$")), reading, met)
    lone = reading_of("<p>Words.</p>", here, role="article")
    assert walker.placed(lone, Context()).thread_url == f"{HOST}/post/99"
    led = Context("article", thread_url=f"{HOST}/post/99", page=3)
    assert walker.placed(reading, led) == led


OLDER = '<div class="nav-previous"><a href="/post/99/comment-page-{}#c">Older comments</a></div>'
OLDER_NUMBERED = (
    '<nav><a class="prev page-numbers" href="/post/99/comment-page-{}">Older comments</a>'
    ' <a href="/post/99/comment-page-1">1</a> <span>…</span> <span class="current">4</span></nav>'
)


@pytest.mark.parametrize(
    ("pager", "asked"),
    [
        (OLDER.format(1), {1: 2}),
        (OLDER.format(3), {3: 4}),
        (OLDER_NUMBERED.format(3), {3: 4, 1: 4}),
    ],
)
def test_an_address_of_an_article_can_show_the_latest_comments(pager, asked):
    walker = walker_with()
    reading = reading_of(f"<h1>Which oil?</h1><p>Words.</p>{pager}", "/post/99", role="article")
    context = walker.placed(reading, Context("article"))
    steps = steps_of(walker, reading, context)
    assert {step.context.page: step.context.shows for step in steps} == asked
    (shown,) = set(asked.values())
    assert (context.page, context.shows) == (shown, shown)
    assert {step.context.thread_url for step in steps} == {f"{HOST}/post/99"}


def test_a_page_with_all_comments_is_made_from_the_article_that_it_links():
    link = '<a href="/post/99">Which oil?</a>'
    path = "/post/99/comments"
    reading = reading_of(f"{link}<p>Words.</p>", path, role="article")
    assert walker_with().alias_of(reading, Context()) == f"{HOST}/post/99"
    assert (
        walker_with().alias_of(reading_of("<p>Words.</p>", path, role="article"), Context()) is None
    )
    latest = reading_of('<a href="/blog">Blog</a><p>Words.</p>', "/blog/comments", role="article")
    assert walker_with().alias_of(latest, Context()) is None


def test_an_alias_that_the_rules_forbid_is_not_followed():
    reading = reading_of(
        index_body(), "/post/99", head='<link rel="canonical" href="/thread-1.html">'
    )
    assert walker_with(deny=re.compile("thread")).alias_of(reading, Context()) is None


@pytest.mark.parametrize(
    "context",
    [
        Context(),
        Context("thread", "Kitchen", "http://f.example/f", "http://f.example/t", "My kettle", 3, 1),
        Context(again=True, page=2),
        Context("thread", page=1, shows=3),
    ],
)
def test_a_context_survives_in_the_meta_of_a_request(context):
    meta = context.to_meta()
    assert Context.from_meta(meta) == context
    assert None not in meta.values()


def test_an_empty_context_costs_no_meta():
    assert Context().to_meta() == {}
    assert Step("http://f.example/", 1, Context()).row is False


def test_among_equals_what_paid_goes_first():
    walker = walker_with()
    for n in range(3):
        walker.families.note_fetch(f"{HOST}/help/{n}", useful=n == 0)
        walker.families.note_fetch(f"{HOST}/news/{n}", useful=True)
    links = (
        '<p><a href="/help/7">Help with the kettle</a></p>'
        '<p><a href="/news/7">News of the kettle</a></p>'
    )
    order = paths_of(steps_of(walker, reading_of(links, "/x.html", role="index")))
    assert order == ["/news/7", "/help/7"]


def test_a_last_page_beside_a_row_is_left_to_its_thread():
    more = '<a href="/thread-2.html?page=7">»</a> <a href="/thread-3.html?page=4">4</a>'
    paths = paths_of(steps_of(walker_with(), reading_of(index_body(more=more))))
    assert not [path for path in paths if "?page=" in path]


def test_what_was_written_last_beside_a_row_is_left_to_its_thread():
    rows = "".join(
        f"""<li><a href="/topic.php?f=3&t={n}">Which kettle is the best, part {n}</a> by
        <a href="/user/{n}">ann</a> <a href="/topic.php?f=3&t={n}&p={n % 2 + 1}#{n}81">2024-03-0{n}
        10:15</a></li>"""
        for n in range(1, 9)
    )
    reading = reading_of(f"<h1>Kitchen</h1><ul>{rows}</ul>", "/list.php?f=3", role="index")
    paths = paths_of(steps_of(walker_with(), reading))
    assert "/topic.php?f=3&t=4" in paths
    assert not [path for path in paths if "&p=" in path]


def test_a_thread_entered_by_its_last_page_is_known_by_its_first():
    pager = '<a href="/thread-1.html">1</a> <a href="/thread-1.html?page=6">6</a>'
    reading = reading_of(f"<h1>My kettle</h1>{pager}", "/thread-1.html?page=7", role="thread")
    placed = walker_with().placed(reading, Context("thread", "Kitchen"))
    assert placed == Context("thread", "Kitchen", thread_url=thread_link(1), page=7)
    assert walker_with().placed(reading, placed) == placed
    first, _ = steps_of(walker_with(), reading, placed)
    assert (first.url, first.context.page) == (thread_link(1), 1)
    alone = reading_of("<h1>My kettle</h1>", "/thread-1.html?page=7", role="thread")
    assert walker_with().placed(alone, Context("thread")) == Context("thread")
    # No word in its address tells the page.
    pager = '<div><a href="/list/61.page">1</a> <b>2</b> <a href="/list/30/61.page">3</a></div>'
    further = reading_of(pager, "/list/15/61.page", role="thread")
    placed = walker_with().placed(further, Context("thread"))
    assert (placed.thread_url, placed.page) == (f"{HOST}/list/61.page", 2)


def last_first(number, pager, path="/free/20", head=""):
    """A page of a thread whose own address shows its last page of answers."""
    link = '<a href="/index.php?mid=free&document_srl=20&cpage={0}#c">{1}</a>'
    shown = "".join(link.format(n, text) if n != number else f"<b>{text}</b>" for n, text in pager)
    body = f"<h1>My kettle</h1><p>words</p><div>{shown}</div>"
    return reading_of(body, path, head=head, role="thread")


@pytest.mark.parametrize(
    ("number", "pager", "asked"),
    [
        (2, [(1, "Prev"), (1, "1"), (2, "2"), (2, "Next")], [1]),
        (3, [(2, "Prev"), (1, "1"), (2, "2"), (3, "3")], [1, 2]),
        (3, [(1, "1"), (2, "[2]"), (3, "[3]")], [1, 2]),
        (1, [(1, "1"), (2, "2"), (2, "Next")], [2]),
        (0, [(1, "1"), (2, "2"), (3, "3")], [2, 3]),
        (5, [(1, "1"), (5, "5")], []),
    ],
)
def test_a_thread_whose_address_shows_its_last_page_leads_to_the_first(number, pager, asked):
    walker = walker_with()
    reading = last_first(number, pager)
    context = walker.placed(reading, Context("thread", "Free"))
    pages = [step for step in steps_of(walker, reading, context) if "cpage" in step.url]
    assert [step.context.page for step in pages] == asked
    assert {step.context.thread_url for step in pages} <= {f"{HOST}/free/20"}
    backwards = number > 1 and bool(asked)
    assert (context.page, context.shows) == ((number, number) if backwards else (1, 1))


def test_a_thread_whose_address_shows_its_last_page_has_grown():
    walker = walker_with()
    known = Context("thread", "Free", thread_url=f"{HOST}/free/20", page=2, again=True)
    reading = last_first(3, [(1, "1"), (2, "2"), (3, "3")])
    context = walker.placed(reading, known)
    assert (context.page, context.shows, context.thread_url) == (3, 3, f"{HOST}/free/20")
    steps = steps_of(walker, reading, context)
    assert [(step.context.page, step.context.shows) for step in steps] == [(1, 3), (2, 3)]


def test_a_further_page_that_calls_itself_the_thread_is_read():
    walker = walker_with()
    shown = last_first(3, [(1, "1"), (2, "2"), (3, "3")])
    context = walker.placed(shown, Context("thread"))
    step = steps_of(walker, shown, context)[0]
    path = step.url.removeprefix(HOST)
    own = f'<link rel="canonical" href="{HOST}/free/20">'
    first = last_first(1, [(1, "1"), (2, "2"), (3, "3")], path, own)
    assert walker.placed(first, step.context) == step.context
    assert walker.alias_of(first, step.context) is None
    assert walker.alias_of(first, Context("thread")) == f"{HOST}/free/20"
    # The third is what the thread's own address shows.
    assert [one.context.page for one in steps_of(walker, first, step.context)] == [2]


def test_a_post_of_a_row_and_the_first_page_of_the_list_are_no_way_on():
    rows = "".join(
        f'<tr><td><a href="/topic/{n}/a-title-of-{n}">Title of the {n}th thread</a></td>'
        f"<td>{n}</td><td>2024-04-2{n} 10:00</td>"
        f'<td><a href="/topic/{n}/a-title-of-{n}/17">What somebody said last</a></td></tr>'
        for n in range(1, 6)
    )
    pager = '<a href="/forum-5.html?lang=en&page=1">1</a> <a href="/forum-5.html?page=2">2</a>'
    paths = paths_of(steps_of(walker_with(), reading_of(f"<table>{rows}</table>{pager}")))
    assert "/forum-5.html?page=2" in paths
    assert "/topic/3/a-title-of-3" in paths
    assert not [path for path in paths if path.endswith(("/17", "page=1"))]


def dressed(body, mark):
    return re.sub(r'href="/([^"?]+)(\??)', rf'href="/\1?{mark}&\2', body).replace("&?", "&")


def test_a_site_for_telephones_is_read_like_any_other():
    body = dressed(index_body(more=PAGER), "mobile=2")
    reading = reading_of(body, "/forum-5.html?mobile=2")
    assert reading.role == "index"
    found = paths_of(steps_of(walker_with(), reading))
    assert "/thread-1.html?mobile=2" in found
    assert "/forum-5.html?mobile=2&page=2" in found


@pytest.mark.parametrize("mark", ["kw=kettles", "order=desc"])
def test_a_list_whose_pager_keeps_its_parameter_is_an_address(mark):
    body = index_body(more=dressed(PAGER, mark))
    first = reading_of(body, f"/forum-5.html?{mark}")
    assert first.role == "index"
    assert f"/forum-5.html?{mark}&page=2" in paths_of(steps_of(walker_with(), first))
    second = reading_of(index_body(), f"/forum-5.html?{mark}&page=2", expected="index")
    assert second.role == "index"
    assert reading_of(index_body(), f"/forum-5.html?{mark}").role == "other"


def test_what_one_author_wrote_is_no_list_though_it_has_pages():
    body = index_body(more=dressed(PAGER, "auth=3"))
    assert reading_of(body, "/forum-5.html?auth=3").role == "other"


TITLED = {n: f"Which kettle is the best, part {n}" for n in range(1, 7)}


@pytest.mark.parametrize(
    ("thread", "page"),
    [
        ("/cooking/kettle-{n}", "/cooking/kettle-{n}/2"),
        ("/cooking/kettle-{n}/", "/cooking/kettle-{n}/2"),
        ("/cooking/kettle-{n}/", "/cooking/kettle-{n}/page/2/"),
        ("/topic/8{n}", "/topic/8{n}/p2"),
    ],
)
def test_pages_of_threads_beside_the_rows_of_a_first_list_are_left_to_them(thread, page):
    rows = "".join(
        f"""<div class="row"><a href="{thread.format(n=n)}">{title}</a>
        <small>[ <a href="{thread.format(n=n)}">1</a> <a href="{page.format(n=n)}">2</a> ]</small>
        </div>"""
        for n, title in TITLED.items()
    )
    reading = reading_of(f"<h1>Cooking</h1>{rows}", "/cooking", role="index", title="Cooking")
    paths = [path.rstrip("/") for path in paths_of(steps_of(walker_with(), reading))]
    assert set(paths) >= {thread.format(n=n).rstrip("/") for n in TITLED}
    assert not [path for path in paths if path.endswith(("/2", "/p2"))]


def test_a_time_that_leads_to_the_last_page_of_a_row_is_left_to_its_thread():
    rows = "".join(
        f"""<li><a href="/thread-81{n}-1-1.html">{title}</a> ann
        <a href="/thread-81{n}-{n}-1.html">2024-03-0{n} 10:15</a></li>"""
        for n, title in TITLED.items()
    )
    reading = reading_of(f"<h1>Cooking</h1><ul>{rows}</ul>", "/forum-3-1.html", role="index")
    paths = paths_of(steps_of(walker_with(), reading))
    assert "/thread-814-1-1.html" in paths
    assert "/thread-814-4-1.html" not in paths


@pytest.mark.parametrize(
    ("here", "there", "leads"),
    [
        ("/thread-81-1-1.html", "/thread-81-2-1.html", True),
        ("/thread-81-1-1.html?from=home", "/thread-81-2-1.html", True),
        ("/thread-81-1-1.html?from=home", "/thread-82-1-1.html", False),
        ("/thread-1-1-1.html", "/thread-2-1-1.html", False),
        ("/thread-81-1-1.html", "/thread-81-3-1.html", False),
        ("/topic/1", "/topic/2", False),
    ],
)
def test_next_leads_to_the_second_page_where_pages_are_always_numbered(here, there, leads):
    body = f'<h1>My kettle</h1><p>words</p><p><a href="{there}">Next</a></p>'
    reading = reading_of(body, here, role="thread")
    steps = walker_with().further_pages(reading, Context("thread", "Cooking"))
    assert paths_of(steps) == ([there] if leads else [])


def test_rows_at_addresses_like_that_of_their_list_may_be_threads():
    walker = walker_with()
    rows = index_body().replace("/thread-1.html", "/which-pot.html")
    for n, word in ((2, "rice-and-beans"), (3, "lost-lids"), (4, "old-vinegar")):
        rows = rows.replace(f"/thread-{n}.html", f"/{word}.html")
    reading = reading_of(rows, "/the-kitchen.html", role="index")
    walker.families.note_role(reading.page.url, "index", 1.0)
    expected = {step.url: step.context.role for step in steps_of(walker, reading)}
    assert expected[f"{HOST}/lost-lids.html"] == "thread"
