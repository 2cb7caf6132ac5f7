"""Rows of lists in the many shapes that boards give them: who, how many, when, pinned."""

from __future__ import annotations

import pytest
from extraction_kit import NOW, column, html_page, page_of, place_at, records_of
from row_kit import (
    BEGUN,
    INDEX,
    LAST,
    POSTERS,
    REPLIES,
    SHAPES,
    STARTERS,
    TITLES,
    VIEWS,
    list_of,
    rows_in,
)

from fpcrawl.extraction.build import first_time
from fpcrawl.extraction.lists.rowtitles import title_of
from fpcrawl.extraction.posts.layout import ENOUGH_ONES, LayoutBook
from fpcrawl.extraction.rowwords import (
    class_kind,
    kinds_in,
    label_kind,
    labelled_figures,
    only_figures,
)
from fpcrawl.walk.threadlist import count_replies


def when(rows):
    return [row.last_post.full or row.last_post.raw for row in rows]


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_of_many_shapes(shape):
    tree, rows = rows_in(list_of(shape))
    assert [row.link.text for row in rows] == TITLES
    assert column(rows, "author") == STARTERS
    assert column(rows, "replies") == REPLIES
    assert column(rows, "views") == VIEWS
    assert [raw[:17].replace(",", "")[:16] for raw in when(rows)] == LAST
    assert column(rows, "sticky") == [True, False, False, False, False]
    for row in rows:
        assert row.author in tree.text(row.author_node) or len(tree.text(row.author_node)) < 2
        assert row.root <= row.replies_node < row.end
        assert row.root <= row.views_node < row.end
        assert (row.sticky_node is not None) == row.sticky


@pytest.mark.parametrize("shape", ["table with heads", "blocks with pairs", "lines with words"])
def test_a_list_of_one_row_is_read_alike(shape):
    _, rows = rows_in(list_of(shape, 1))
    assert [row.link.text for row in rows] == TITLES[:1]
    assert column(rows, "author") == STARTERS[:1]
    assert column(rows, "replies") == REPLIES[:1]
    assert column(rows, "views") == VIEWS[:1]


def listing(cells, heads="", count=6):
    """A table with a title and more cells, by row number."""
    rows = "".join(
        f'<tr><td><a href="/t/{n}">Kettle number {n} boils</a></td>{cells(n)}</tr>'
        for n in range(count)
    )
    return f"<table>{heads}{rows}</table>"


def heads(*names):
    return f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"


@pytest.mark.parametrize(
    "names", [("Replies", "Views"), ("回复", "查看"), ("Antworten", "Zugriffe")]
)
def test_heads_tell_columns_in_either_order(names):
    one, two = names

    def plain(n):
        return f"<td>{n + 2}</td><td>{n + 3}</td>"

    _, rows = rows_in(listing(plain, heads("Topic", one, two)))
    assert column(rows, "replies") == [n + 2 for n in range(6)]
    assert column(rows, "views") == [n + 3 for n in range(6)]
    _, rows = rows_in(listing(plain, heads("Topic", two, one)))
    assert column(rows, "replies") == [n + 3 for n in range(6)]
    assert column(rows, "views") == [n + 2 for n in range(6)]


def test_without_words_views_are_the_more():
    _, rows = rows_in(listing(lambda n: f"<td>{n * 40 + 90}</td><td>{n}</td>"))
    assert column(rows, "replies") == [*range(6)]
    assert column(rows, "views") == [n * 40 + 90 for n in range(6)]


@pytest.mark.parametrize(
    "cell",
    [
        "<td>Rikatax: {few}<br>Bemix: {many}</td>",
        "<td>{many} bemix</td><td><i>{few} rikatax</i></td>",
        "<td>Zolim: kettles | Bemix: {many} | Rikatax: {few}</td>",
    ],
)
def test_two_figures_with_words_of_any_language_are_replies_and_views(cell):
    _, rows = rows_in(listing(lambda n: cell.format(few=n, many=n * 40 + 3)))
    assert column(rows, "replies") == [*range(6)]
    assert column(rows, "views") == [n * 40 + 3 for n in range(6)]


@pytest.mark.parametrize(
    "cell",
    [
        "<td>{many} bemix</td>",
        "<td>{few} bemix</td><td>{few} rikatax</td>",
        "<td>{few} bemix</td><td>{few} rikatax</td><td>{many} zolim</td>",
        "<td>Bemix: {few}<br>Rikatax: {many}</td><td><a href='#'>Quote</a></td>",
    ],
    ids=["one figure", "alike", "three", "a known language"],
)
def test_other_figures_with_words_of_any_language_are_unknown(cell):
    _, rows = rows_in(listing(lambda n: cell.format(few=n, many=n * 40 + 3)))
    assert column(rows, "replies") == [None] * 6


def test_a_word_ahead_of_a_member_in_two_rows_is_no_name():
    rows = "".join(
        f'<li><a href="/t/{n}">Kettle number {n} boils</a> <span class="topic-starter">kex '
        f'<a class="username" href="/members/{name}">{name}</a></span> <i>2024-03-0{n + 1}</i></li>'
        for n, name in enumerate(["ann", "bert"])
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == ["ann", "bert"]


def test_a_column_of_posts_counts_the_first():
    _, rows = rows_in(listing(lambda n: f"<td>{n + 1}</td>", heads("Topic", "Posts")))
    assert column(rows, "replies") == [*range(6)]

    def cells(n):
        return f"<td>{n + 3}</td><td>{n + 1}</td>"

    _, rows = rows_in(listing(cells, heads("Topic", "Voices", "Posts")))
    assert column(rows, "replies") == [*range(6)]
    assert column(rows, "views") == [None] * 6


def test_posts_that_can_be_none_do_not_count_the_first():
    def cells(n):
        return f"<td>{n + 3}</td><td>{n}</td>"

    _, rows = rows_in(listing(cells, heads("Topic", "Voices", "Posts")))
    assert column(rows, "replies") == [*range(6)]


def test_what_a_sentence_counts_is_no_figure_of_the_row():
    texts = ["Ah."] * 6
    texts[2] = "She had 3 replies within a day, and then the kettle was seen by all the town."
    rows = "".join(
        f'<li><h3><a href="/t/{n}">Kettle number {n} boils</a></h3><p>{texts[n]}</p>'
        f"<i>{n} comments</i></li>"
        for n in range(6)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "replies") == [*range(6)]


def test_a_name_in_the_line_of_the_time_is_the_author():
    names = ["ann", "bert", "carl", "ann"]
    rows = "".join(
        f'<div class="node"><h2><a href="/t/{n}">Kettle number {n} boils</a></h2>'
        f'<span class="line">Saturday 2024-03-0{n + 1} 10:00 - {name}</span><p>Well.</p></div>'
        for n, name in enumerate(names)
    )
    _, found = rows_in(rows)
    assert column(found, "author") == names


def test_who_posted_last_is_no_author():
    def cells(n):
        return f'<td>{n}</td><td>2024-03-0{n + 1} 10:00 by <a href="/user/u{n}">u{n}</a></td>'

    _, rows = rows_in(listing(cells, heads("Topic", "Replies", "Last post")))
    assert column(rows, "author") == [None] * 6


def test_an_initial_in_the_place_of_a_picture_is_read_in_full():
    def cells(n):
        return f'<td><a href="/user/u{n}" title="user{n}"><span>u</span></a></td><td>{n}</td>'

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == [f"user{n}" for n in range(6)]


def test_guests_are_named_without_a_link():
    names = [f'<a href="/user/u{n}">u{n}</a>' for n in range(6)]
    names[3] = "Passer-by"
    _, rows = rows_in(listing(lambda n: f"<td><span>{names[n]}</span></td>"))
    assert column(rows, "author") == ["u0", "u1", "u2", "Passer-by", "u4", "u5"]


@pytest.mark.parametrize("name", ["1984", "♥♥♥", "Profile"])
def test_a_member_is_named_whatever_he_is_called(name):
    names = ["u0", "u1", name, "u3", "u4", "u5"]
    _, rows = rows_in(listing(lambda n: f'<td><a href="/user/u{n}">{names[n]}</a></td>'))
    assert column(rows, "author") == names
    _, rows = rows_in(listing(lambda n: f'<td><a href="/user/u{n}">{name}</a></td>'))
    assert column(rows, "author") == [None] * 6


def test_a_few_members_are_named_among_many_guests():
    names = ["guest", "Guest", "bert", "Passer-by", "Guest", "guest"]
    names[2] = '<a href="/user/2">bert</a>'

    def cells(n):
        return f'<td><span class="name">{names[n]}</span></td><td>{n}</td>'

    _, rows = rows_in(listing(cells, heads("Topic", "Author", "Replies")))
    assert column(rows, "author") == ["guest", "Guest", "bert", "Passer-by", "Guest", "guest"]


def test_a_sign_that_all_rows_bear_makes_none_sticky():
    _, rows = rows_in(listing(lambda _: '<td><i class="fa-thumb-tack"></i></td>'))
    assert not any(column(rows, "sticky"))


def test_a_hidden_sign_makes_no_row_sticky():
    def cells(n):
        state = "badge hidden" if n else "badge"
        return f'<td><span class="{state}"><i class="fa-thumb-tack"></i></span></td>'

    _, rows = rows_in(listing(cells))
    assert column(rows, "sticky") == [True, *[False] * 5]


def test_the_link_in_the_heading_shows_the_title():
    rows = "".join(
        f'<div class="entry"><h2><a href="/t/{n}">The kettle of {name} boils</a></h2><p>It does. '
        f'<a class="more" href="/t/{n}">Continue reading <i>The kettle of {name} boils</i></a></p>'
        f"<time>2024-03-0{n + 1}</time></div>"
        for n, name in enumerate(["ann", "bert", "carl"])
    )
    _, found = rows_in(rows)
    assert [row.link.text for row in found] == [
        f"The kettle of {name} boils" for name in ("ann", "bert", "carl")
    ]


def test_a_title_cut_short_is_read_from_its_tooltip():
    rows = "".join(
        f'<li><a href="/t/{n}" title="The kettle of {name} boils over">The kettle of {name}...</a>'
        f"<i>{n} replies</i></li>"
        for n, name in enumerate(["ann", "bert", "carl"])
    )
    threads = records_of(html_page(f"<ul>{rows}</ul>"), "index", INDEX)
    assert column(threads, "title") == [
        f"The kettle of {name} boils over" for name in ("ann", "bert", "carl")
    ]


def test_the_later_time_is_that_of_the_last_post():
    def cells(n):
        return f"<td>2024-03-1{n} 10:00</td><td>2024-03-0{n + 1} 10:00</td>"

    _, rows = rows_in(listing(cells))
    assert when(rows) == [f"2024-03-1{n} 10:00" for n in range(6)]


def bare_counts(*numbers):
    """Rows of a list with numbers that no word explains."""
    figures = [*numbers]

    def cells(n):
        return f"<td><i class='fa fa-comment'></i> {figures[n]}</td>"

    return rows_in(listing(cells, count=len(figures)))


def test_numbers_that_are_never_zero_count_the_first_post():
    book = LayoutBook()
    tree, rows = bare_counts(4, 2, 1, 7)
    count_replies(tree, rows, book)
    assert column(rows, "replies") == [4, 2, 1, 7]
    tree, rows = bare_counts(1, 9, 1, 3)
    count_replies(tree, rows, book)
    assert book.ones >= ENOUGH_ONES
    assert column(rows, "replies") == [0, 8, 0, 2]
    again = LayoutBook.from_json(book.to_json())
    tree, rows = bare_counts(5, 3, 2, 2)
    count_replies(tree, rows, again)
    assert column(rows, "replies") == [4, 2, 1, 1]
    tree, rows = bare_counts(5, 0, 2, 2)
    count_replies(tree, rows, again)
    assert column(rows, "replies") == [5, 0, 2, 2]
    assert not again.counts_opening


def counted(cells):
    """Tell whether rows with a number from the third on are seen to count the opening."""
    book = LayoutBook(ones=ENOUGH_ONES)
    tree, rows = rows_in(listing(cells, count=6))
    count_replies(tree, rows, book)
    assert column(rows, "replies")[:2] == [None, None]
    return book.counts_opening


@pytest.mark.parametrize("empty", ["<td></td>", "<td><b></b></td>"])
def test_rows_without_a_number_are_those_that_nobody_answered(empty):
    assert not counted(lambda n: f"<td><b>{n}</b></td>" if n > 1 else empty)


@pytest.mark.parametrize(
    "other",
    [
        "<td>99+</td><td>2024-03-05 10:00</td>",
        "<td>-</td><td>2024-03-05 10:00</td>",
        "<td></td><td></td>",
    ],
    ids=["many", "dash", "without a last post"],
)
def test_rows_that_tell_something_else_than_a_number_were_answered(other):
    assert counted(lambda n: f"<td>{n}</td><td>2024-03-0{n} 10:00</td>" if n > 1 else other)


@pytest.mark.parametrize(("head", "opening"), [("Posts", 1), ("Replies", 0)])
def test_a_head_can_be_called_as_its_column_but_for_the_first_word(head, opening):
    def row(n):
        stats = f"""<div class="topic-stat-views">{VIEWS[n]}</div>
        <div class="topic-stat-posts">{REPLIES[n] + opening}</div>"""
        return f"""<div class="topic"><div class="face"><img src="/a.png"></div><div class="info">
        <a href="/t/{n}">{TITLES[n]}</a></div>{stats}<div class="when">{LAST[n]}</div></div>"""

    heads = f"""<div class="head"><div class="head-title">Lids</div><div
    class="head-stat-views">Views</div><div class="head-stat-posts">{head}</div></div>"""
    _, rows = rows_in(f"<div>{heads}{''.join(map(row, range(5)))}</div>")
    assert column(rows, "replies") == REPLIES
    assert column(rows, "views") == VIEWS


def test_a_word_counts_the_number_before_it_and_none_beside_that():
    def row(n):
        counts = f'<b>{n}</b><a href="/t/{n + 70}"><i>{REPLIES[n]} replies</i></a>'
        return f'<li><a href="/t/{n + 70}">{TITLES[n]}</a> <p>{counts}</p> <u>{LAST[n]}</u></li>'

    _, rows = rows_in(f"<ul>{''.join(map(row, range(5)))}</ul>")
    assert column(rows, "replies") == REPLIES


def test_a_word_settles_what_a_number_counts():
    book = LayoutBook(ones=ENOUGH_ONES)
    tree, rows = rows_in(list_of("lines with words"))
    count_replies(tree, rows, book)
    assert column(rows, "replies") == REPLIES


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 replies, 120 views", [("replies", 3), ("views", 120)]),
        ("回复 3 查看 1.2万", [("replies", 3), ("views", 12_000)]),
        ("浏览:31 , 评论:0", [("views", 31), ("replies", 0)]),
        ("(37篇回复)", [("replies", 37)]),
        ("Kettle 2 boils", []),
        ("2024-03-04 10:00", []),
        ("Last post 2024", []),
    ],
)
def test_figures_with_words(text, found):
    assert [(kind, value) for kind, value, _ in labelled_figures(text)] == found


def test_words_of_columns():
    assert kinds_in("回复/查看") == ("replies", "views")
    assert kinds_in("Thread / Author") == ("other", "start")
    assert kinds_in("Last post") == ("last",)
    assert label_kind("Replies:") == "replies"
    assert label_kind("All about off topic things") is None
    assert class_kind("topic-views-count") == "views"
    assert class_kind("viewtopic") is None
    assert class_kind("views replies") is None


def test_a_shown_time_of_day_is_better_than_a_tooltip_with_the_day():
    place = place_at()
    assert first_time(("04-30-2024", "Yesterday, 10:15 PM"), place).iso == "2024-04-30T22:15+00:00"
    assert first_time(("2024-03-04", "Yesterday, 10:15 PM"), place).iso == "2024-03-04"
    assert first_time(("2024-03-04 10:00", "3 weeks ago"), place).iso == "2024-03-04T10:00+00:00"
    assert first_time(("2 years ago", "2024-03-04 10:00"), place).iso == "2024-03-04T10:00+00:00"
    assert first_time(("2 years ago", "last week"), place).relative
    assert first_time((None, "words"), place) is None


PEOPLE = ["ann", "bert", "carl", "dora", "eve", "finn"]


@pytest.mark.parametrize(
    "said",
    [
        "{}'s avatar",
        "{} - Original Poster",
        "{} - Original Poster, Most Recent Poster",
        "{} started {n} days ago",
    ],
)
def test_what_the_titles_of_pictures_add_is_no_name(said):
    def cells(n):
        title = said if n % 2 else said.partition(",")[0]
        title = title.format(PEOPLE[n], n=n + 2)
        return f'<td><a href="/user/{n}" title="{title}"><img src="{n}.png"></a></td>'

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == PEOPLE


def test_a_name_that_is_shown_goes_before_the_title_of_a_picture():
    def cells(n):
        picture = f'<a href="/user/{n}"><img alt="{PEOPLE[n]} is {"on" * n}line"></a>'
        return f'<td>{picture}</td><td><a href="/user/{n}">{PEOPLE[n]}</a></td>'

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == PEOPLE


@pytest.mark.parametrize(("did", "authors"), [("replied", PEOPLE), ("is back since", PEOPLE[::-1])])
def test_who_did_something_else_than_begin_a_thread_is_not_its_starter(did, authors):
    def cells(n):
        who, other = PEOPLE[n], PEOPLE[-n - 1]
        return f"""<td><a href="/user/{n}" title="{who} started 5 days ago"><i>{who[0]}</i></a></td>
        <td><b class="username">{other}</b> {did} {LAST[n % 5]}</td>"""

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == authors


@pytest.mark.parametrize(("key", "is_name"), [("T{}", False), ("cat{}", True)])
def test_what_the_address_of_a_row_ends_in_is_no_name(key, is_name):
    def row(n):
        name = f'<span class="name">{key.format(n + 70)}</span>'
        return f'<li>{name} <a href="/T{n + 70}">{TITLES[n]}</a> <i>{LAST[n]}</i></li>'

    _, rows = rows_in(f"<ul>{''.join(map(row, range(5)))}</ul>")
    authors = [key.format(n + 70) if is_name else None for n in range(5)]
    assert column(rows, "author") == authors


def test_a_tooltip_of_several_rows_is_no_title():
    rows = "".join(
        f'<tr><td class="c1"><a href="/t/{n}" title="Open in a new window"><i></i></a></td>'
        f'<td class="c2"><a href="/t/{n}">The kettle of {name} boils</a></td><td>{n}</td></tr>'
        for n, name in enumerate(PEOPLE)
    )
    _, found = rows_in(f"<table>{rows}</table>")
    assert [row.link.text for row in found] == [f"The kettle of {name} boils" for name in PEOPLE]


@pytest.mark.parametrize("shown", ["{} / {}", "<em>{}</em>/{}"])
def test_two_numbers_in_one_text_are_replies_and_views(shown):
    _, rows = rows_in(listing(lambda n: f"<td>{shown.format(3 * n, 40 * n)}</td>"))
    assert column(rows, "replies") == [3 * n for n in range(6)]
    assert column(rows, "views") == [40 * n for n in range(6)]


def test_a_mark_out_of_so_many_is_no_number_of_replies():
    _, rows = rows_in(listing(lambda n: f"<td>{n % 5} / 5</td>"))
    assert column(rows, "replies") == [None] * 6


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("3 days ago", None),
        ("41 comments", None),
        ("3 days ago my kettle broke", "3 days ago my kettle broke"),
        # Threads of a day bear its name.
        ("2024-03-05", "2024-03-05"),
        ("168", "168"),
    ],
)
def test_an_age_or_a_count_is_no_title(said, title):
    assert title_of(page_of(html_page(f'<a href="/t/5">{said}</a>'), INDEX).links[0]) == title


def short_times_of(last, mark):
    def cells(n):
        return f'<td class="begun">2020-01-1{n}</td><td class="{mark}">{last[n]}</td>'

    return [t and (t.full or t.raw) for t in (r.last_post for r in rows_in(listing(cells))[1])]


def test_times_without_a_day_or_a_year_are_those_of_the_last_posts():
    day, year = f"{NOW:%Y-%m-%d}", NOW.year
    last = ["00:00", "0:01:30", "01-01", f"{NOW:%m-%d}", "2021-05-06", "01-01"]
    known = [f"{day} 00:00", f"{day} 00:01:30", f"{year}-01-01", day, "2021-05-06", f"{year}-01-01"]
    assert short_times_of(last, "x") == known
    # Alike in all rows, they need a word.
    clocks = ["00:00"] * 6
    assert short_times_of(clocks, "lastpost") == [f"{day} 00:00"] * 6
    assert short_times_of(clocks, "x") == [f"2020-01-1{n}" for n in range(6)]


def test_months_and_days_of_one_figure_are_days():
    now, year = f"{NOW:%Y-%m-%d}", NOW.year
    last = ["00:00", "1-1", "1-02", "01-3", "1-4", "1-1"]
    days = [
        f"{year - (day > f'{NOW:%m-%d}')}-{day}" for day in ("01-01", "01-02", "01-03", "01-04")
    ]
    assert short_times_of(last, "x") == [f"{now} 00:00", *days, days[0]]


def test_scores_are_no_days():
    scores = ["3-1", "02-01", "10-02", "1-1", "0-0", "2-4"]
    assert short_times_of(scores, "lastpost") == [f"2020-01-1{n}" for n in range(6)]


@pytest.mark.parametrize("address", [lambda n: 47100 - 9 * n, lambda n: f"kettle-{n}"])
def test_a_column_that_numbers_the_rows_counts_nothing(address):
    step = 9 if address(0) == 47100 else 1
    rows = "".join(
        f"<tr><td>{47100 - step * n}</td>"
        f'<td><a href="/t/{address(n)}">Kettle number {n} boils</a></td></tr>'
        for n in range(6)
    )
    _, found = rows_in(f"<table>{rows}</table>")
    assert column(found, "replies") == [None] * 6


def test_heads_of_two_characters_set_apart():
    page = listing(
        lambda n: f"<td>maker{n % 3}</td><td>{n * n + 1}</td>", heads("主 题", "作 者", "回 复")
    )
    _, found = rows_in(page)
    assert column(found, "author") == [f"maker{n % 3}" for n in range(6)]
    assert column(found, "replies") == [n * n + 1 for n in range(6)]
    assert kinds_in("two words") == ()


@pytest.mark.parametrize(
    ("shown", "count"), [("1.204", 1204), ("4,4k", 4400), ("1,204", 1204), ("1.5k", 1500)]
)
def test_figures_of_other_languages(shown, count):
    page = listing(
        lambda n: f"<td>{n}</td><td>{shown}</td>", heads("Thema", "Antworten", "Zugriffe")
    )
    _, found = rows_in(page)
    assert column(found, "views") == [count] * 6


@pytest.mark.parametrize(
    "starter", ['<a href="/u/{n}">{who}</a>', '<span class="starter">{who}</span>']
)
@pytest.mark.parametrize(
    "last",
    [
        '{when}<br>by <a href="/u/9{n}">{poster}</a>',
        '<a href="/t/{n}?last=1">{when}</a> by {poster}',
    ],
)
@pytest.mark.parametrize("between", ["</div><div>", " · "])
def test_by_beside_the_last_time_tells_of_the_last_poster(starter, last, between):
    rows = "".join(
        f'<div class="row"><div><a href="/t/{n}">{TITLES[n]}</a></div><div>'
        + between.join([starter, "{replies} replies", last]).format(
            n=n, who=STARTERS[n], poster=POSTERS[n], when=LAST[n], replies=REPLIES[n]
        )
        + "</div></div>"
        for n in range(5)
    )
    _, found = rows_in(f"<div>{rows}</div>")
    assert column(found, "author") == STARTERS
    assert column(found, "replies") == REPLIES
    assert [raw[:16] for raw in when(found)] == LAST


def test_figures_with_words_are_read_in_the_line_of_the_times():
    rows = "".join(
        f'<li><div><a href="/t/{n}">{TITLES[n]}</a></div><div><a href="/u/{n}">{STARTERS[n]}</a>'
        f" {BEGUN[n]} · {REPLIES[n]} replies · {VIEWS[n]} views · {LAST[n]}</div></li>"
        for n in range(5)
    )
    _, found = rows_in(f"<ol>{rows}</ol>")
    assert column(found, "replies") == REPLIES
    assert column(found, "views") == VIEWS


@pytest.mark.parametrize(
    ("by", "replies", "views", "last"),
    [
        ("av", "Svar", "Visningar", "Senaste inlägg"),
        ("od", "Odpovědí", "Zobrazení", "Poslední příspěvek"),
        ("przez", "Odpowiedzi", "Wyświetlenia", "Ostatni post"),
        ("door", "Antwoorden", "Weergaven", "Laatste bericht"),
        ("от", "Ответов", "Просмотров", "Последнее сообщение"),
        ("από", "Απαντήσεις", "Εμφανίσεις", "Τελευταίο μήνυμα"),
        ("bởi", "Trả lời", "Lượt xem", "Bài viết cuối"),
        ("oleh", "Balasan", "Dilihat", "Pesan terakhir"),
        ("โดย", "ตอบ", "อ่าน", "ข้อความล่าสุด"),
        ("بواسطة", "الردود", "المشاهدات", "آخر مشاركة"),
        ("توسط", "پاسخ‌ها", "بازدید", "آخرین ارسال"),
    ],
)
def test_columns_are_called_by_their_names_in_many_languages(by, replies, views, last):
    heads = f"<tr><th>-</th><th>{replies}</th><th>{views}</th><th>{last}</th></tr>"
    rows = "".join(
        f'<tr><td><i>{n + 1}</i> <a href="/t/{n}">{TITLES[n]}</a>'
        f" <span>{by} {STARTERS[n]}</span></td>"
        f"<td>{REPLIES[n]}</td><td>{VIEWS[n]}</td>"
        f"<td><a href='/p/{n}'>{LAST[n]}</a> <span>{by} {POSTERS[n]}</span></td></tr>"
        for n in range(5)
    )
    _, found = rows_in(f"<table>{heads}{rows}</table>")
    assert column(found, "author") == STARTERS
    assert column(found, "replies") == REPLIES
    assert column(found, "views") == VIEWS


def test_figures_of_one_cell_are_told_by_their_words_in_many_languages():
    assert labelled_figures("3 Odpovědí 107 Zobrazení")[:2] == (
        ("replies", 3, len("3 Odpovědí")),
        ("views", 107, len("107 Zobrazení")),
    )


def test_the_heads_of_all_columns_in_one_line_are_none_of_the_last_posts():
    heads = "Argomenti</dt><dd>Risposte</dd><dd>Visite</dd><dd>Ultimo messaggio</dd>"
    rows = "".join(
        f'<li class="bit"><dl class="item"><dt><div><a href="/t/{n}">{TITLES[n]}</a>'
        f'<div>by <a href="/user/{n}">'
        f"{STARTERS[n]}</a> » {BEGUN[n]}</div></div></dt><dd>{REPLIES[n]}</dd><dd>{VIEWS[n]}</dd>"
        f'<dd>by <a href="/user/7{n}">{POSTERS[n]}</a><br>{LAST[n]}</dd></dl></li>'
        for n in range(5)
    )
    _, found = rows_in(f'<ul><li><dl class="item"><dt>{heads}</dl></li></ul><ul>{rows}</ul>')
    assert column(found, "author") == STARTERS


@pytest.mark.parametrize(
    ("beside", "authors"),
    [
        (" <em>{}</em></td>", STARTERS),
        # What a link without a time beside it names is as well a tag of the thread.
        ("</td><td><em>{}</em></td>", [None] * 5),
    ],
)
def test_links_beside_times_name_members_where_no_address_does(beside, authors):
    rows = "".join(
        f'<tr><td><a href="/t/{n}">{TITLES[n]}</a></td><td><a href="/deska-7.html">Pots</a></td>'
        f'<td><a href="/clen-{n + 30}.html">{STARTERS[n]}</a>{beside.format(BEGUN[n])}'
        f"<td>{REPLIES[n]}</td>"
        f'<td><a href="/clen-{n + 90}.html">{POSTERS[n]}</a>{beside.format(LAST[n])}</tr>'
        for n in range(5)
    )
    _, found = rows_in(f"<table>{rows}</table>")
    assert column(found, "author") == authors


@pytest.mark.parametrize(
    ("words", "are_names"),
    [
        (["York", "Leeds", "Bath", "Hull", "Ely"], False),
        (["York", "Leeds", "Bath", "hull_77", "Ely"], True),
        (["york", "leeds", "bath", "hull", "ely"], True),
        (["york"] * 5, False),
        (["政治", "体育", "文化", "财经", "科技"], False),
    ],
)
def test_links_beside_times_are_names_where_people_call_themselves_so(words, are_names):
    rows = "".join(
        f'<li><a href="/t/{n}">{TITLES[n]}</a>'
        f'<p><a href="/where/{n + 70}">{words[n]}</a> <em>{LAST[n]}</em></p></li>'
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == (words if are_names else [None] * 5)


@pytest.mark.parametrize(
    "text",
    [
        "7votes6 answers",
        "1vote1answer12views",
        "3 赞 12 回答",
        "3 Stimmen 2 Antworten",
        "2 голоса 3 ответа",
        "4 votos 1 respuesta",
    ],
)
def test_votes_and_answers_are_nothing_but_figures(text):
    assert only_figures(text)
    assert not only_figures(f"{text} of ben")


@pytest.mark.parametrize(
    "shown",
    [
        '<span class="nick"><img src="/l/{n}.gif" alt=""> {name}</span>',
        '<span class="nickname"><span title="x">{name}</span></span>',
        '<span class="author"> / {name}</span>',
        '<i class="nick">{name}</i>',
    ],
    ids=["behind a picture", "in an element of its own", "behind a stroke", "alone"],
)
def test_names_stand_in_elements_called_so(shown):
    def cells(n):
        return f"<td>{shown.format(n=n, name=f'maker{n}')}</td><td>{n}</td>"

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == [f"maker{n}" for n in range(6)]


def test_a_word_ahead_of_a_picture_in_an_element_for_names_is_not_one():
    def cells(n):
        return f"""<td><span class="user">Maker <i>since</i> 201{n}</span></td><td>{n}</td>"""

    _, rows = rows_in(listing(cells))
    assert column(rows, "author") == [None] * 6


@pytest.mark.parametrize("head", ["글쓴이", "작성자"])
def test_names_stand_below_their_head_in_korean(head):
    page = listing(
        lambda n: f"<td>maker{n % 3}</td><td>{n * n + 1}</td>", heads("제목", head, "댓글")
    )
    _, rows = rows_in(page)
    assert column(rows, "author") == [f"maker{n % 3}" for n in range(6)]


def test_cells_are_told_by_the_labels_above_them_whatever_both_are_called():
    labels = "".join(f'<div class="th">{word}</div>' for word in ("主题", "最新回复", "回复"))
    rows = "".join(
        f"""<div class="tr"><div class="td title"><a href="/t/{n + 500}">The kettle of {name}</a>
        </div><div class="td"><a href="/user/{name}">{name}</a><p>2024-03-0{n + 1} 10:00</p></div>
        <div class="td count"><div class="small">{n + 3}</div></div></div>"""
        for n, name in enumerate(["ann", "bert", "carl", "dora"])
    )
    page = f'<div class="head"><div class="tr">{labels}</div></div><div class="all">{rows}</div>'
    _, found = rows_in(page)
    assert column(found, "replies") == [3, 4, 5, 6]
