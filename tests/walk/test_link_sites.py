"""Pages of communities that gather links: whose rows lead away, and what is said below one."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, html_page, page_of
from row_kit import LAST, REPLIES, STARTERS, TITLES
from walk_kit import HOST, reading_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.families import FamilyTable
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.threadlist import list_rows


def story(n, counted="{} comments"):
    page = f"/story/pots-{n + 70}"
    link = f'<a href="{page}">{counted.format(REPLIES[n] + 1)}</a>'
    return f"""<div class="story"><div class="votes"><a href="{page}">{n + 9}</a></div>
    <h2><a href="http://s{n}.example.org/x">{TITLES[n]}</a></h2>
    <div class="by">por <a href="/user/{STARTERS[n]}/history">{STARTERS[n]}</a> {LAST[n]}</div>
    <div class="text">{WORDS[n % 4]} {WORDS[(n + 1) % 4]}</div><div>{link}</div></div>"""


@pytest.mark.parametrize(("counted", "role"), [("{} comments", "index"), ("More", "thread")])
def test_texts_below_titles_that_lead_away_are_rows_where_answers_are_counted(counted, role):
    html = "".join(story(n, counted) for n in range(5))
    assert reading_of(html, "/").role in ({role, "home"} if role == "index" else {role})


def found(codes, deep=True):
    rows = "".join(
        f"""<li><a class="t" href="/s/{code}/{"pots" if deep else ""}">{TITLES[n % 5]} {n}</a>
        <a href="/~{NAMES[n % 4]}">{NAMES[n % 4]}</a> <i>{TIMES[n % 4]}</i></li>"""
        for n, code in enumerate(codes)
    )
    reading = read_structure(page_of(html_page(f"<ol>{rows}</ol>"), HOST + "/"), LayoutBook())
    return [row.link.url.split("/")[4] for row in list_rows(reading, FamilyTable())]


@pytest.mark.parametrize(
    "codes",
    [
        ["k3qz1n", "1abc2d", "q1490c", "7yq8tx", "1yabcd"],
        ["k3qz1n", "1abc2d", "q1490c", "kqzhzn", "q14931"],
        ["60fd", "6122", "6147", "616c", "6191"],
    ],
)
@pytest.mark.parametrize("deep", [True, False])
def test_short_codes_of_threads_are_of_one_kind(codes, deep):
    assert found(codes, deep) == codes


def test_titles_behind_a_number_can_be_left_out_of_an_address():
    parts = ["912-windows-11", "931-15", "940", "947-x", "950-2024"]
    assert found(parts, deep=False) == parts
    # The pages of one thread have its number.
    assert found([*parts[:3], "912-2", "912-3"], deep=False) != [*parts[:3], "912-2", "912-3"]


def test_words_as_long_as_codes_are_none():
    codes = ["k3qz1n", "1abc2d", "q1490c", "k3qzzn"]
    assert found([*codes, "policy", "credit", "thanks", "donate"], deep=False) == codes


def test_words_of_other_lengths_are_no_codes():
    codes = ["k3qz1n", "1abc2d", "q1490c"]
    assert found([*codes, "about", "statistics"]) == codes


def test_what_comments_are_written_to_makes_their_page_no_list():
    def comment(n, inner=""):
        return f"""<li class="comment"><div class="head"><b class="name">{NAMES[n]}</b>
        <span class="time">{TIMES[n]}</span></div><div class="text">{WORDS[n]}</div>
        <a href="/comments.pl?op=Reply&pid={n}71">Reply to This</a><ul>{inner}</ul></li>"""

    first = f"""<div class="story"><h2>Which oil?</h2>Posted by <span class="w">{NAMES[0]}</span>
        <span class="time">{TIMES[0]}</span><div class="text">{WORDS[0]}</div></div>"""
    answers = comment(1, comment(2)) + comment(3, comment(2) + comment(1))
    html = f'{first}<ul id="comments">{answers}</ul>'
    assert reading_of(html, "/story/26/11/7/slug").role == "thread"


@pytest.mark.parametrize(("folder", "told"), [("/home/pots/thread", 5), ("/home/space", 0)])
def test_threads_of_a_section_called_home_are_no_members(folder, told):
    rows = "".join(
        f'<li><a href="{folder}/{n + 71}-pots">{TITLES[n]}</a> <b>{REPLIES[n]}</b> {LAST[n]}</li>'
        for n in range(5)
    )
    reading = read_structure(page_of(html_page(f"<ul>{rows}</ul>"), HOST + "/pots/"), LayoutBook())
    assert len(list_rows(reading, FamilyTable())) == told


def test_a_count_can_say_in_its_tooltip_what_it_counts():
    def row(n, said):
        return f"""<tr><td><a href="http://s{n}.example.org/x">{TITLES[n]}</a></td>
        <td><a href="/comments/{n + 71}/pots" title="{said}">{REPLIES[n] + 1}</a></td></tr>"""

    def threads(said):
        html = f"<table>{''.join(row(n, said) for n in range(5))}</table>"
        reading = read_structure(page_of(html_page(html), HOST + "/"), LayoutBook())
        return [row.link.text for row in list_rows(reading, FamilyTable())]

    assert threads("Comments") == TITLES
    assert threads("Pages") != TITLES
