"""Which links of a list page are its rows."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, page_of
from walk_kit import HOST, TITLES, index_body

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import address_kind, list_rows


def rows(body, path="/forum-5.html", roles=(), **more):
    reading = read_structure(page_of(html_page(body), HOST + path), LayoutBook())
    families = FamilyTable()
    for address, role in roles:
        families.note_role(HOST + address, role, 1.0)
    found = list_rows(reading, families, **more)
    return [row.link.url.removeprefix(HOST) for row in found]


def table(cells):
    return f"<table class='list'>{''.join(f'<tr>{cell}</tr>' for cell in cells)}</table>"


def row(address, title, n, *, title_cell='<td class="t"><a href="{}">{}</a></td>', end=""):
    return (
        title_cell.format(address, title)
        + f'<td><a href="/user/u{n}">u{n}</a></td><td>{n}</td><td>2024-04-2{n} 10:00{end}</td>'
    )


THREADS = [f"/thread-{n}.html" for n in TITLES]


def test_rows_of_a_board():
    assert rows(index_body()) == THREADS


def test_many_boards_beside_few_threads_are_no_rows():
    boards = "".join(
        f'<li><a href="/section/{n}">All about kettles, part {n} of many</a></li>'
        for n in range(1, 25)
    )
    assert rows(f"<ul class='all'>{boards}</ul>" + index_body()) == THREADS


def test_recent_posts_in_the_margin_are_no_rows():
    recent = "".join(
        f'<li><a href="/thread-{n}.html">A longer title of a thread of another board {n}</a></li>'
        for n in range(50, 60)
    )
    assert rows(index_body() + f"<ul class='new'>{recent}</ul>") == THREADS


def test_links_to_last_posts_are_no_rows():
    cells = [
        row(f"/topics/{name}.html", name, n)
        + f'<td><a href="/topics/{name}.html?page=9">2 months ago by somebody long-named</a></td>'
        for n, name in enumerate(["pot", "pan", "lid", "cup"], 1)
    ]
    assert rows(table(cells)) == [f"/topics/{n}.html" for n in ("pot", "pan", "lid", "cup")]


@pytest.mark.parametrize("title", ["168", "2024-04-21", "More", "21st November", "Delete"])
def test_titles_that_read_like_something_else(title):
    cells = [row(f"/t/{n}", text, n) for n, text in TITLES.items()]
    cells.insert(2, row("/t/9", title, 3))
    assert rows(table(cells)) == ["/t/1", "/t/2", "/t/9", "/t/3", "/t/4"]


def test_titles_with_a_date_in_their_tooltip():
    cell = '<td class="t"><a title="2024-04-20 09:00" href="{}">{}</a></td>'
    cells = [row(f"/t/{n}", text, n, title_cell=cell) for n, text in TITLES.items()]
    assert rows(table(cells)) == ["/t/1", "/t/2", "/t/3", "/t/4"]


def test_titles_that_speak_of_members():
    names = ["guide-for-users", "a-new-home", "my-space", "members-only"]
    cells = [row(f"/topic/{n}/{name}", TITLES[n], n) for n, name in enumerate(names, 1)]
    assert rows(table(cells)) == [f"/topic/{n}/{name}" for n, name in enumerate(names, 1)]


def test_slugs_of_any_make():
    slugs = ["pot", "my-pot-2-0", "d", "which-pot-for-rice-and-beans"]
    cells = [row(f"/forums/topic/{slug}/", TITLES[n], n) for n, slug in enumerate(slugs, 1)]
    assert rows(table(cells)) == [f"/forums/topic/{slug}/" for slug in slugs]


def test_rows_that_are_dressed_otherwise():
    pinned = row("/t/1", TITLES[1], 1, title_cell='<td><b><em><a href="{}">{}</a></em></b></td>')
    cells = [pinned, *(row(f"/t/{n}", TITLES[n], n) for n in (2, 3, 4))]
    unread = row("/t/7", "Is a wok a pan?", 4, title_cell='<td><i><a href="{}">{}</a></i></td>')
    cells.insert(2, unread)
    found = rows(table(cells))
    assert found == ["/t/1", "/t/2", "/t/7", "/t/3", "/t/4"]


def test_a_mirror_with_parameters_in_file_names():
    cells = [
        row(f"viewtopic.php@t={n}.html", text, n)
        + f'<td><a href="posting.php@mode=reply&amp;t={n}.html">Answer this thread</a></td>'
        f'<td><a href="viewtopic.php@p={n}0.html">View the latest post</a></td>'
        for n, text in TITLES.items()
    ]
    body = '<p><a href="viewforum.php@f=3.html">Kettles and other pots</a></p>' + table(cells)
    wanted = [f"/viewtopic.php@t={n}.html" for n in TITLES]
    assert rows(body, "/viewforum.php@f=3.html") == wanted


def test_a_list_of_boards_has_no_thread_rows():
    boards = table(row(f"/forumdisplay.php?f={n}", text, n) for n, text in TITLES.items())
    assert rows(boards, "/index.php") == []
    assert rows(boards, "/forumdisplay.php?f=77") == []


def test_experience_makes_rows_of_what_looks_like_boards():
    boards = table(row(f"/forum/{n}", text, n) for n, text in TITLES.items())
    assert rows(boards, "/all") == []
    known = [("/forum/8", "thread")]
    assert rows(boards, "/all", known) == [f"/forum/{n}" for n in TITLES]
    assert rows(boards, "/all", known, known_only=True) == [f"/forum/{n}" for n in TITLES]


def test_a_front_page_lists_what_is_known_only():
    assert rows(index_body(), "/", known_only=True) == []
    assert rows(index_body(), "/", [(THREADS[0], "thread")], known_only=True) == THREADS


def test_one_thread_alone_is_a_list():
    boards = "".join(f'<li><a href="/forums/{n}">Kettles {n}</a></li>' for n in range(1, 21))
    cells = [row("/forums/topics/5", "Which pot is it to be?", 1)]
    assert rows(f"<ul>{boards}</ul>" + table(cells), "/forums/3") == ["/forums/topics/5"]


def test_a_page_without_lists_has_no_rows():
    assert rows("<p>Nothing here</p>") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/t/5/a-pot", "/t/6/pan-2-0"),
        ("/forums/topic/pot/", "/forums/topic/topic-12/"),
        ("/thread-5-1-1.html", "/thread-6-1-2.html"),
        ("/viewtopic.php?t=5", "/viewtopic.php?t=6"),
        ("/showthread.php-t=5.html", "/showthread.php-t=6.html"),
        ("/a/topics/pot.html", "/a/topics/my-old-pot.html"),
    ],
)
def test_addresses_of_one_kind(one, other):
    assert address_kind(HOST + one) == address_kind(HOST + other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/thread-5-1-1.html", "/forum-5-1.html"),
        ("/viewtopic.php?t=5", "/viewtopic.php?p=5"),
        ("/index.php?topic=5.0", "/index.php?board=5.0"),
        ("/viewtopic.php@t=5.html", "/viewforum.php@f=5.html"),
        ("/forums/5", "/forums/topics/5"),
        ("/a/topics/pot.html", "/a/topics/pot%3Fpage=1.html"),
    ],
)
def test_addresses_of_two_kinds(one, other):
    assert address_kind(HOST + one) != address_kind(HOST + other)


def test_titles_may_begin_with_a_date():
    cells = [
        row(f"/t/{n}", f"[2024-04-2{n}] {text}", n)
        + f'<td><a href="/t/{n}/last">Last post</a></td>'
        for n, text in TITLES.items()
    ]
    assert rows(table(cells)) == ["/t/1", "/t/2", "/t/3", "/t/4"]


def test_the_last_thread_of_a_board_beside_many_recent_posts():
    recent = "".join(
        f'<li><a href="/post.php?p={n}">Re: What somebody asked about kettles {n}</a> by '
        f'<a href="/user/u{n}">u{n}</a> 2024-04-2{n} 11:00</li>'
        for n in range(1, 6)
    )
    body = table([row("/thread.php?id=23", "How I baked the soup", 2)]) + f"<ul>{recent}</ul>"
    known = [("/thread.php?id=7", "thread")]
    assert rows(body, "/forum.php?id=2&page=2", known) == ["/thread.php?id=23"]


def pinned_row(n):
    """A row with its title in bold, and a picture that leads to the last post."""
    title = '<td class="t"><b><i><a href="{}">{}</a></i></b></td>'
    last = f' <a href="/topic={n}.msg9"><img alt="Last post"></a>'
    return row(f"/topic={n}.0", TITLES[n], n, title_cell=title, end=last)


def test_a_pinned_row_has_one_title():
    plain = [row(f"/topic={n}.0", TITLES[n], n) for n in (2, 3, 4)]
    assert rows(table([pinned_row(1), *plain])) == [f"/topic={n}.0" for n in (1, 2, 3, 4)]


def test_the_only_pinned_row_has_a_box_of_its_own():
    def box(n):
        return (
            f'<div class="item"><h4><a href="/t/{n}">{TITLES[n]}</a></h4><b>2024-04-2{n}</b></div>'
        )

    body = (
        f'<div class="group">{box(1)}</div><div class="group">{"".join(map(box, (2, 3, 4)))}</div>'
    )
    reading = read_structure(page_of(html_page(body), HOST + "/f"), LayoutBook())
    found = list_rows(reading, FamilyTable())
    assert [reading.tree.sig[r.root] for r in found] == ["div.item"] * 4


def test_threads_below_the_address_of_their_board():
    cells = [row(f"/forum/pots/{n}-lid", title, n) for n, title in TITLES.items()]
    found = [f"/forum/pots/{n}-lid" for n in TITLES]
    assert rows(table(cells), "/forum/pots") == found
    assert rows(table(cells), "/forum/pans") == []
    boards = [row(f"/forum/pots/lids-{n}", title, n) for n, title in TITLES.items()]
    assert rows(table(boards), "/forum/pots") == []
    bare = [
        f'<td><a href="{url}">{title}</a></td>'
        for url, title in zip(found, TITLES.values(), strict=True)
    ]
    assert rows(table(bare), "/forum/pots") == []


def test_titles_alone_are_threads_of_their_board_where_rows_tell_who_began_them():
    def begun(n, title, begin):
        return row(f"/forum/pots/the-lid-{n}-hums", title, n, end=begin)

    began = '</td><td><a href="/user/anna">anna</a>, 2024-04-01 09:00'
    found = [f"/forum/pots/the-lid-{n}-hums" for n in TITLES]
    cells = [begun(n, title, began) for n, title in TITLES.items()]
    assert rows(table(cells), "/forum/pots/") == found
    assert rows(table(cells), "/forum/pans/") == []
    assert rows(table(cells), "/forum/") == []
    last = [begun(n, title, "") for n, title in TITLES.items()]
    assert rows(table(last), "/forum/pots/") == []


def test_threads_add_a_number_to_the_parameters_of_their_board():
    found = [f"/bbs/board.php?id=pots&no={n}" for n in TITLES]
    cells = [
        f'<td>{n}</td><td><a href="{url}">{title}</a></td><td><a href="/user/u{n}">u{n}</a></td>'
        f"<td>{3 * n}</td><td>04-2{n}</td>"
        for n, (url, title) in enumerate(zip(found, TITLES.values(), strict=True), 1)
    ]
    assert rows(table(cells), "/bbs/board.php?id=pots") == found
    assert rows(table(cells), "/bbs/board.php?id=pans") == []
    named = [cell.replace("no=", "part=p") for cell in cells]
    assert rows(table(named), "/bbs/board.php?id=pots") == []


def test_a_button_of_every_row_is_no_title_where_threads_were_entered_by_such():
    """The address of a last post has shown a thread, that of a thread itself none so far."""
    cells = (
        row(
            f"/index.cgi?topic={n}.0",
            title,
            n,
            end=f' <a href="/index.cgi?topic={n}.msg{n}7"><img alt="Last post"></a>',
        )
        for n, title in enumerate(["铃响了", "盖子不见了", "水壶漏水", "求购锅盖", "新人报到"], 1)
    )
    found = rows(table(cells), roles=[("/index.cgi?topic=9.msg97", "thread")])
    assert found == [f"/index.cgi?topic={n}.0" for n in range(1, 6)]


def test_a_button_of_every_row_is_no_title():
    says = "Zobrazit poslední příspěvek"
    icon = f'<td><a href="/topics/{{0}}.html?p=9{{0}}#9" title="{says}"><i></i></a></td>'
    cells = [
        row(f"/topics/{name}.html", name, n) + icon.format(n)
        for n, name in enumerate(["pot", "pan", "lid", "cup"], 1)
    ]
    assert rows(table(cells)) == [f"/topics/{n}.html" for n in ("pot", "pan", "lid", "cup")]


@pytest.mark.parametrize(
    ("here", "address"),
    [
        ("/service/board/kin", "/service/board/kin/8803{0}"),
        ("/forum/pots", "/forum/8803{0}/lid"),
        ("/forums/0-51-0-1-0-1-0-pots.htm", "/forums/42-51-8803{0}-1-0-1-0-lid.htm"),
        ("/forum/list_topics/14", "/forum/list_messages/8803{0}"),
    ],
)
def test_high_numbers_tell_threads_from_boards(here, address):
    cells = [row(address.format(10 + n), f"Kettle {n} boils", n) for n in range(1, 6)]
    assert rows(table(cells), here) == [address.format(10 + n) for n in range(1, 6)]


def test_boards_of_low_numbers_are_no_rows():
    cells = [row(f"/forum/{n}/pots", f"All about kettles {n}", n) for n in range(1, 6)]
    assert rows(table(cells), "/forum/pots") == []


def test_a_short_list_below_the_name_of_the_page_goes_before_blocks_with_headings_of_their_own():
    page = "".join(
        f'<tr><td><a href="/t?{n}">Kettles of kinds, {n}</a></td></tr>' for n in range(3)
    )
    block = "".join(f'<li><a href="/t?{n}">Lids of kinds, {n}</a></li>' for n in range(10, 15))
    body = f"<h1>A small thread</h1><table>{page}</table><div><h3>New</h3><ul>{block}</ul></div>"
    assert rows(body, "/b?2") == ["/t?0", "/t?1", "/t?2"]


def test_titles_that_lead_away_head_the_threads_about_them():
    # Each one's site has a list here, too; where nothing was said yet no count stands.
    said = {1: "12&nbsp;comments", 2: "discuss", 3: "1&nbsp;comment", 4: "3&nbsp;comments"}
    cells = "".join(
        f"""<tr class="it"><td>{n}.</td><td><a href="https://s{n}.example/page">{title}</a>
        (<a href="/from?site=s{n}.example">s{n}.example</a>)</td></tr>
        <tr><td></td><td class="sub"><a href="/user?id=u{n}">u{n}</a>
        <span title="2024-04-2{n}T10:00:00"><a href="/item?id=90{n}">{n} days ago</a></span>
        | <a href="/item?id=90{n}">{said[n]}</a></td></tr>"""
        for n, title in TITLES.items()
    )
    assert rows(f"<table>{cells}</table>", "/news") == [f"/item?id=90{n}" for n in TITLES]


def test_titles_that_lead_away_stand_among_those_of_texts():
    def topic(n, title):
        page = f"/topic/{n}/x" if n % 2 else f"https://s{n}.example/page"
        return f"""<li><h2><a href="{page}">{title}</a></h2><a href="/?tag=pots">pots</a>
        <footer><a href="/topic/{n}/x">{n} comments</a> <time>2024-04-2{n} 10:00</time></footer>"""

    topics = "".join(
        topic(n, f"{title} Part {n}") for n, title in enumerate([*TITLES.values()] * 2)
    )
    reading = read_structure(page_of(html_page(f"<ol>{topics}</ol>"), HOST + "/new"), LayoutBook())
    found = list_rows(reading, FamilyTable())
    assert [row.link.url.removeprefix(HOST) for row in found] == [f"/topic/{n}/x" for n in range(8)]
    assert found[0].link.text.startswith("My kettle boils over")
    assert reading.role == "index"


def test_a_board_can_stand_below_the_address_of_a_member_of_the_host():
    cells = "".join(
        f'<tr><td><a href="/~club/pots/{n}.html">{title}</a></td><td>u{n}</td><td>{n}</td></tr>'
        for n, title in TITLES.items()
    )
    found = rows(f"<table>{cells}</table>", "/~club/pots/")
    assert found == [f"/~club/pots/{n}.html" for n in TITLES]


def answered(n, title, last):
    return row(
        f"/topics/{n}", title, n, end=f' <a href="/topics/{n}?r={n}7">{last}</a> by <b>zoe</b>'
    )


def test_titles_of_the_last_answers_head_no_rows():
    titles = list(TITLES.values())
    cells = [answered(n, title, f"Re: {title}") for n, title in enumerate(titles)]
    assert rows(table(cells)) == [f"/topics/{n}" for n in range(len(titles))]


def test_titles_that_begin_with_a_kind_are_none_of_answers():
    kinds = [f"Sale: {title}" for title in TITLES.values()]
    cells = [answered(n, title, f"last page of {n}") for n, title in enumerate(kinds)]
    assert rows(table(cells)) == [f"/topics/{n}" for n in range(len(kinds))]
