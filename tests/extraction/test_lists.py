"""Lists of links and what their rows say."""

from __future__ import annotations

import pytest
from extraction_kit import column, html_page, records_of, tree_of

from fpcrawl.extraction.lists.listing import link_groups, rows_of

INDEX = "http://f.example/forum-5.html"

TITLES = [
    "Please read the rules first",
    "Kettle boils over",
    "Which pot for rice?",
    "Lid lost, any lid fits",
]


def index_page():
    """One sticky row and three common ones: author, replies, views, last post."""
    figures = [("2", "1,204"), ("17", "3,1k"), ("0", "12"), ("1,024", "88,213")]
    figures[1] = ("17", "3.1k")
    rows = "".join(
        f"""<tr class="{"sticky" if n == 0 else "row"}"><td class="icon">
        <img src="/i/{n}.png" alt="{"Sticky" if n == 0 else "Topic"}"></td>
        <td class="title"><a href="/thread-{40 + n}.html">{title}</a></td>
        <td><a href="/user/u{n}">u{n}</a></td><td>{figures[n][0]}</td><td>{figures[n][1]}</td>
        <td class="last"><span>2024-04-2{n} 10:0{n}</span></td></tr>"""
        for n, title in enumerate(TITLES)
    )
    return html_page(
        '<ul class="nav"><li><a href="/">Home of the kettles</a></li>'
        '<li><a href="/faq.html">Questions</a></li></ul>'
        f"<h1>Kitchen</h1><table>{rows}</table>"
    )


def test_rows_say_title_author_replies_views_last_post_and_sticky():
    threads = records_of(index_page(), "index", INDEX, board="Kitchen")
    assert column(threads, "title") == TITLES
    assert column(threads, "url") == [f"http://f.example/thread-{40 + n}.html" for n in range(4)]
    assert column(threads, "author") == ["u0", "u1", "u2", "u3"]
    assert column(threads, "replies") == [2, 17, 0, 1024]
    assert column(threads, "views") == [1204, 3100, 12, 88213]
    assert column(threads, "last_post") == [f"2024-04-2{n}T10:0{n}+00:00" for n in range(4)]
    assert column(threads, "last_post_raw")[2] == "2024-04-22 10:02"
    assert column(threads, "sticky") == [True, False, False, False]
    assert column(threads, "board") == ["Kitchen"] * 4
    assert len(set(column(threads, "key"))) == 4


@pytest.mark.parametrize(
    ("days", "kept"),
    [
        # Kept above the rest; one newer than the rest among those; none; in no order.
        ([3, 28, 27, 26, 26, 25, 24, 20], 1),
        ([29, 3, 28, 27, 26, 25, 24, 23], 2),
        ([28, 27, 27, 26, 25, 24, 22, 3], 0),
        ([3, 28, 7, 26, 9, 25, 2, 20], 0),
        # Too few, and too many above.
        ([3, 28, 27, 26, 25], 0),
        ([8, 7, 6, 5, 28, 27, 26, 25, 24, 23, 22], 0),
    ],
)
def test_rows_above_those_that_the_last_post_orders_are_kept_there(days, kept):
    rows = "".join(
        f"""<tr><td><a href="/thread-{n}.html">{TITLES[n % 4]}, part {n}</a></td>
        <td><a href="/user/u{n}">u{n}</a></td><td><i>2024-04-{day:02} 10:00</i></td></tr>"""
        for n, day in enumerate(days)
    )
    threads = records_of(html_page(f"<table>{rows}</table>"), "index", INDEX)
    assert column(threads, "sticky") == [n < kept for n in range(len(days))]


@pytest.mark.parametrize(
    ("words", "replies", "views"),
    [
        ("3 replies, 120 views", 3, 120),
        ("Replies: 3 Views: 120", 3, 120),
        ("回复 3 查看 120", 3, 120),
        ("3 条评论", 3, None),
        ("浏览：1,200", None, 1200),
        ("nothing at all", None, None),
    ],
)
def test_figures_with_words_are_told_apart(words, replies, views):
    items = "".join(
        f'<li><h3><a href="/t/{n}">My {name} boils over</a></h3><p>{words}</p></li>'
        for n, name in enumerate(["kettle", "pot", "pan"])
    )
    rows = rows_of(tree := tree_of(f"<ul>{items}</ul>", INDEX), link_groups(tree)[0])
    assert column(rows, "replies") == [replies] * 3
    assert column(rows, "views") == [views] * 3
    assert column(rows, "last_post") == [None] * 3


def test_figures_without_a_class_are_told_by_the_labels_above_their_places():
    labels = "<div><p>Topic</p><p>Voices</p><p>Posts</p><p>Last post</p></div>"
    rows = "".join(
        f"""<div><p><a href="/thread-{n}.html">{title}</a></p><p>{n + 2}</p><p>{3 * n + 7}</p>
        <p><i>2024-04-{20 - n} 10:00</i></p></div>"""
        for n, title in enumerate(TITLES)
    )
    threads = records_of(html_page(f"<div>{labels}<div>{rows}</div></div>"), "index", INDEX)
    assert column(threads, "replies") == [6, 9, 12, 15]


def test_a_board_list_is_one_group_of_boards():
    boards = "".join(
        f'<div class="board"><h2><a href="/forum-{n}.html">Board of the {word}</a></h2>'
        f'<p>All about {word}</p><a href="/thread-{n + 60}.html">Newest: {word} again</a></div>'
        for n, word in enumerate(["kettles", "pots", "pans"])
    )
    groups = link_groups(tree_of(f"<div>{boards}</div>", "http://f.example/"))
    assert [len(group.links) for group in groups] == [3, 3]
    assert {group.shape.rpartition("/")[2] for group in groups} == {
        "forum-{n}.html",
        "thread-{n}.html",
    }
    assert groups[0].chars >= groups[1].chars
    assert groups[0].mean_chars == groups[0].chars / 3


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/t/9">9</a>',
        '<a href="/t/9">Reply</a>',
        '<a href="/t/9">回复</a>',
        '<a href="/user/anna">anna from the kitchen</a>',
        '<a href="http://else.example/t/9">A thread elsewhere</a>',
        '<a href="/t/9">2024-04-20 10:00</a>',
        '<a href="/t/9"></a>',
        '<nav><a href="/t/9">A thread in the navigation</a></nav>',
    ],
)
def test_what_is_no_content_link(link):
    assert link_groups(tree_of(f"<div>{link}</div>", INDEX)) == []


def test_an_address_counts_once_in_a_group():
    links = '<p><a href="/t/1">The thread</a></p><p><a href="/t/1#new">The thread again</a></p>'
    (group,) = link_groups(tree_of(f"<div>{links}</div>", INDEX))
    assert len(group.links) == 1
    assert link_groups(tree_of(f"<div>{links}</div>", INDEX), minimum=2) == []


def test_a_lone_row_ends_at_its_list():
    html = "<ul><li><a href='/t/1'>The only kettle</a> <i>5 replies</i></li></ul><p>7 replies</p>"
    tree = tree_of(html, INDEX)
    (row,) = rows_of(tree, link_groups(tree)[0])
    assert tree.tag(row.root) == "li"
    assert row.replies == 5


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Kettle 1", "3 replies"),
        ("My only thread", "3 replies"),
        ("Read these 12 books", "3 replies"),
    ],
    ids=["number before", "word inside", "title alone"],
)
def test_a_title_is_not_read_as_figures(title, words):
    html = f'<ul><li><a href="/t/1">{title}</a><p>{words}</p></li></ul>'
    tree = tree_of(html, INDEX)
    (row,) = rows_of(tree, link_groups(tree)[0])
    assert (row.replies, row.views) == (3, None)


def mixed_rows(*rows):
    return "".join(
        f"<div class='row'><div class='title'><a href='{href}'>{title}</a></div>"
        f"<div class='n'><i class='icon'></i> {replies}</div>"
        f"<div class='when' title='2024-04-2{day} 10:00'><i></i> {day}d</div></div>"
        for href, title, replies, day in rows
    )


def test_a_row_ends_before_one_whose_address_looks_different():
    html = mixed_rows(
        ("/t/kettle", "A kettle boils", 4, 7),
        ("/t/pot-77/x-1", "A pot does not", 9, 1),
        ("/t/pan", "A pan is hot", 2, 5),
    )
    tree = tree_of(f"<div>{html}</div>", INDEX)
    group = next(group for group in link_groups(tree) if len(group.links) == 2)
    rows = rows_of(tree, group)
    assert column(rows, "replies") == [4, 2]
    assert [row.last_post.full for row in rows] == ["2024-04-27 10:00", "2024-04-25 10:00"]


def test_what_stands_between_two_headings_belongs_to_the_first():
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>The kettle of {name}</a> <i>2024-04-1{n} 08:00</i></td></tr>"
        f"<tr><td>last: <a href='/user/{name}'>{name}</a> <i>2024-04-2{n} 10:00</i></td></tr>"
        for n, name in enumerate(["anna", "bert", "carl"])
    )
    tree = tree_of(f"<table>{rows}</table>", INDEX)
    lasts = [row.last_post.raw for row in rows_of(tree, link_groups(tree)[0])]
    assert lasts == [f"2024-04-2{n} 10:00" for n in range(3)]


def test_a_list_beside_the_content_comes_after_those_in_it():
    latest = "".join(
        f'<li><a href="/story-{n}.html">A story of quite another section of the paper {n}</a></li>'
        for n in range(90, 95)
    )
    rows = "".join(f'<h3><a href="/town/{n}/">Kettles in the town {n}</a></h3>' for n in (1, 2, 3))
    tree = tree_of(f"<main>{rows}</main><aside><h3>Latest</h3><ul>{latest}</ul></aside>")
    assert [len(group.links) for group in link_groups(tree)] == [3, 5]


def test_pages_of_a_thread_are_not_its_replies():
    rows = "".join(
        f'<tr><td><a href="/t-{n}.html">Kettle number {n} boils over</a> '
        f'<small><a href="/t-{n}.html?p=1">1</a> <a href="/t-{n}.html?p=2">2</a></small></td>'
        f"<td>{n + 11}</td><td>99</td><td>2024-04-2{n} 10:00</td></tr>"
        for n in range(3)
    )
    threads = records_of(html_page(f"<table>{rows}</table>"), "index", INDEX)
    assert column(threads, "replies") == [11, 12, 13]
    assert column(threads, "views") == [99] * 3


def test_figures_that_are_links_are_no_pages():
    rows = "".join(
        f'<tr><td><a href="/t-{n}.html">Kettle number {n} boils over</a></td>'
        f'<td><a href="/who/{n}">17</a> <a href="/seen/{n}">204</a></td>'
        f"<td>2024-04-2{n} 10:00</td></tr>"
        for n in range(3)
    )
    threads = records_of(html_page(f"<table>{rows}</table>"), "index", INDEX)
    assert column(threads, "replies") == [17] * 3
