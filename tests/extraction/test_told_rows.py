"""Rows of lists of links and stories: which words are titles, names and counts."""

from __future__ import annotations

import pytest
from extraction_kit import column
from row_kit import LAST, POSTERS, REPLIES, STARTERS, TITLES, VIEWS, rows_in

from fpcrawl.extraction.lists.rowtitles import title_of


def listed(make, count=5, before=""):
    _, rows = rows_in(f"{before}<div class='list'>{''.join(map(make, range(count)))}</div>")
    return rows


def titles(rows):
    return [title_of(row.link) for row in rows]


def test_links_to_the_sites_of_stories_are_no_names():
    def row(n):
        return f"""<section class="story"><h2><a href="/link/{n}/pots">{TITLES[n]}</a></h2>
        <div><a href="/folk/{STARTERS[n]}" class="w"><span>{STARTERS[n]}</span></a>
        <a href="http://s{n}.example.org/x">s{n}.example.org</a> <time>{LAST[n]}</time></div>
        <p><a href="/link/{n}/pots">Lids and pots and whatever else belongs to them</a></p>
        </section>"""

    assert column(listed(row), "author") == STARTERS


@pytest.mark.parametrize("told", [True, False])
def test_links_beside_times_whose_addresses_spell_them_are_names(told):
    names = ["ann", "bert_77", "carl", "ann", "d0ra"]
    others = ["kettles", "lids-of-2024", "on/tour", "x5", "77"]

    def row(n):
        link = names[n] if told else others[n]
        return f"""<div class="row"><b><a href="/{n + 71}/slug-{n}">{TITLES[n]}</a></b><br>
        <span><b><a href="/{link}">{names[n]}</a></b>. <b>{LAST[n]}</b> and so on</span></div>"""

    assert column(listed(row), "author") == (names if told else [None] * 5)


def test_names_stand_alone_in_boxes_for_names():
    def row(inner):
        return lambda n: (
            f"""<div class="row"><a href="/t/{n}">{TITLES[n]}</a>
        <div class="thread-poster">{inner.format(STARTERS[n])}</div><i>{LAST[n]}</i></div>"""
        )

    assert column(listed(row("<span>{}</span>")), "author") == STARTERS
    timed = listed(lambda n: row(f"<span>{{}}</span> <u>- {LAST[n]}</u>")(n))
    assert column(timed, "author") == STARTERS
    tags = ["old", "new", "warm", "cold", "flat"]
    tagged = lambda n: row(f"<span>{tags[n]}</span> <u>{{}}</u>")(n)  # noqa: E731
    assert column(listed(tagged), "author") == [None] * 5


def test_a_title_is_told_again_and_its_first_words_are_not():
    def row(n):
        return f"""<div class="card"><a href="/t/{n}" class="cover"><span>{TITLES[n]}</span></a>
        <a href="/t/{n}">{TITLES[n]}</a><i>{LAST[n]}</i>
        <a href="/t/{n}"><div>My kettle number {n} boils over whenever its lid is closed</div></a>
        </div>"""

    assert titles(listed(row)) == TITLES


def test_counts_at_the_end_of_titles_are_answers():
    def row(count):
        return lambda n: f'<li><a href="/t/{n}">{TITLES[n]} {count.format(REPLIES[n])}</a></li>'

    for count in ("<small>{}</small>", '<span class="badge">{}</span>'):
        rows = listed(row(count))
        assert titles(rows) == TITLES
        assert column(rows, "replies") == REPLIES
    for title in ("CO<sub>{}</sub>", "part <b>{}</b>", "<small>no. {}</small>"):
        rows = listed(row(title))
        assert column(rows, "replies") == [None] * 5
        assert all(str(n) in title for n, title in zip(REPLIES, titles(rows), strict=True))


def test_counts_have_their_words_behind_them_in_longer_lines():
    def row(n):
        return f"""<div class="row"><b><a href="/t/{n}">{TITLES[n]}</a></b><br><span>by
        <a href="/user/{STARTERS[n]}">{STARTERS[n]}</a>. <b>{n + 1}</b> views, in all
        <b>{REPLIES[n]}</b> answers &amp; more to say of them. {LAST[n]}</span></div>"""

    rows = listed(row)
    assert column(rows, "replies") == REPLIES
    assert column(rows, "views") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("comment-count", True),
        ("data-comments-count", True),
        ("data-replies", True),
        ("data-num-comments", True),
        ("data-comment", False),
        ("data-reply", False),
        ("data-post-id", False),
        ("data-post-count", False),
        ("data-rating", False),
    ],
)
def test_rows_tell_scripts_how_many_answers_there_are(name, told):
    def row(n):
        return f"""<story-card {name}="{REPLIES[n]}"><h2><a href="/t/{n}">{TITLES[n]}</a></h2>
        <i>{LAST[n]}</i></story-card>"""

    assert column(listed(row), "replies") == (REPLIES if told else [None] * 5)


@pytest.mark.parametrize("heading", ["<h3>{}</h3>", '<span class="subject">{}</span>'])
def test_rows_that_a_button_leads_to_are_called_as_what_stands_above_it(heading):
    def row(n):
        head = heading.format(TITLES[n]) if n != 3 else ""
        return f"""<div class="thread"><div>{head} <b class="name">{STARTERS[n]}</b> {LAST[n]}</div>
        <p>My kettle number {n} boils over whenever its lid is closed.</p>
        <a href="/t/{n}">Open it</a></div>"""

    assert titles(listed(row)) == [*TITLES[:3], None, TITLES[4]]
    assert titles(listed(row, 2)) == ["Open it"] * 2


def test_a_link_that_holds_a_whole_row_is_called_as_what_heads_it():
    def row(head):
        return lambda n: (
            f"""<a class="row" href="/t/{n}"><div class="title-and-more">
        {head.format(TITLES[n])}<div class="first">My kettle boils over, that of {n} does not</div>
        </div><div class="count">{REPLIES[n]} replies</div><div>{LAST[n]}</div></a>"""
        )

    for head in ("<h3>{}</h3>", '<span class="row__title">{}</span>'):
        rows = listed(row(head))
        assert titles(rows) == TITLES
        assert column(rows, "replies") == REPLIES
        assert [row.last_post.raw for row in rows] == LAST
    untold = titles(listed(row("<b>{}</b>")))
    assert all(
        one.startswith(title) and one != title for one, title in zip(untold, TITLES, strict=True)
    )


def test_a_name_in_an_element_behind_a_word_for_it_is_the_starters():
    def row(word):
        return lambda n: (
            f"""<tr><td><a href="/t/{n}">{TITLES[n]}</a></td>
        <td>{word} <span>{STARTERS[n]}</span> · <span title="{LAST[n]}">{n + 2} days ago</span></td>
        </tr>"""
        )

    assert column(listed(row("By")), "author") == STARTERS
    assert column(listed(row("In")), "author") == [None] * 5


def test_a_link_behind_a_word_for_names_is_the_starters():
    def row(n):
        return f"""<tr><td><a href="/t/{n}">{TITLES[n]}</a><p>by <a href="/{STARTERS[n]}">
        {STARTERS[n]}</a></p></td><td>{REPLIES[n]}</td>
        <td><i>{LAST[n]}<br>by <a href="/{POSTERS[n]}">{POSTERS[n]}</a></i></td></tr>"""

    _, rows = rows_in(f"<table>{''.join(map(row, range(5)))}</table>")
    assert column(rows, "author") == STARTERS


def test_hours_of_today_are_told_in_halves_of_the_day_too():
    told = ["1:13 AM", "12:05 a.m.", "11:40 AM", "2024-04-02", "2024-04-01"]
    full = ["2024-05-01 01:13", "2024-05-01 00:05", "2024-05-01 11:40"]

    def row(n):
        return f"""<tr><td><a href="/t/{n}">{TITLES[n]}</a></td><td>{REPLIES[n]}</td>
        <td><a href="/t/{n}#last">{told[n]}</a></td></tr>"""

    _, rows = rows_in(f"<table>{''.join(map(row, range(5)))}</table>")
    assert [row.last_post.full for row in rows[:3]] == full


@pytest.mark.parametrize(
    ("between", "told"), [(" On ", True), (", ", True), (" Kettles on ", False)]
)
def test_the_hour_can_stand_ahead_of_its_day_in_a_long_line(between, told):
    def row(n):
        return f"""<tr><td><b><a href="/t/{n}">{TITLES[n]}</a></b><br><span>by
        <b><a href="/user/{STARTERS[n]}">{STARTERS[n]}</a></b>. <b>{REPLIES[n]}</b> answers and
        <b>{VIEWS[n]}</b> views. <b>1{n}:23pm</b>{between}<b>Apr 2{n}</b> (<b>zoe</b>)</span></td>
        </tr>"""

    _, rows = rows_in(f"<table>{''.join(map(row, range(3)))}</table>")
    raws = [row.last_post.raw for row in rows]
    assert raws == [f"1{n}:23pm{between}Apr 2{n}" if told else f"Apr 2{n}" for n in range(3)]


def test_threads_can_all_be_called_alike():
    def row(n):
        return f'<div class="row"><a href="/t/{n}">What are you reading?</a> {LAST[n]}</div>'

    assert titles(listed(row)) == ["What are you reading?"] * 5
    # And show it where the title of each is looked for.
    assert (
        titles(listed(lambda n: row(n).replace("<a", "<h3><a").replace("</a>", "</a></h3>")))
        == ["What are you reading?"] * 5
    )


@pytest.mark.parametrize("count", ["<small>{}</small>", '<span class="badge">{}</span>'])
def test_a_year_at_the_end_of_a_title_counts_nothing(count):
    def row(n):
        year = count.format(f"({2017 + n})")
        return f'<div class="row"><a href="/t/{n}">{TITLES[n]} {year}</a> {LAST[n]}</div>'

    assert titles(listed(row)) == [f"{title} ({2017 + n})" for n, title in enumerate(TITLES)]
    assert column(listed(row), "replies") == [None] * 5
