"""Words of rows: what counts answers, who asks, who changed a thread last."""

from __future__ import annotations

import pytest
from extraction_kit import column
from row_kit import BEGUN, LAST, POSTERS, REPLIES, STARTERS, TITLES, rows_in

from fpcrawl.extraction.rowwords import kinds_in, labelled_figures

HOST = "http://code.pots.example"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("回答数：16件", [("replies", 16)]),
        ("回复[26]", [("replies", 26)]),
        ("댓글 3개", [("replies", 3)]),
        ("浏览【31】", [("views", 31)]),
        ("תגובות: 12", [("replies", 12)]),
        # Ages of answers count nothing.
        ("回复3个月前", []),
        ("댓글 3개월 전", []),
    ],
)
def test_figures_stand_in_brackets_and_before_what_counts(text, found):
    assert [(kind, value) for kind, value, _ in labelled_figures(text)] == found


@pytest.mark.parametrize("label", ["来信人", "提问者", "質問者", "질문자", "מאת"])
def test_who_asks_has_begun_the_thread(label):
    assert kinds_in(label) == ("start",)
    rows = "".join(
        f'<li><h3><a href="/q/{n}">{TITLES[n]}</a></h3><p>{label}: {STARTERS[n]}</p>'
        f"<p>{LAST[n]}</p></li>"
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == STARTERS


def test_what_begins_with_who_asks_names_nobody():
    rows = "".join(
        f'<li><h3><a href="/q/{n}">{TITLES[n]}</a></h3><p>質問者も{n}回目でした</p>'
        f"<p>{LAST[n]}</p></li>"
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == [None] * 5


def changed(n, begun=""):
    return (
        f'<li><h3><a href="/q/{n}">{TITLES[n]}</a></h3><div>updated {LAST[n]} by'
        f' <a href="/users/9{n}/">{POSTERS[n]}</a> <i>{n + 40}</i>{begun}</div></li>'
    )


def test_who_changed_a_thread_last_has_not_begun_it():
    rows = "".join(
        changed(n, f' · written by <a href="/users/{n}/">{STARTERS[n]}</a>') for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == STARTERS


def test_the_only_name_of_rows_is_that_of_their_authors():
    _, found = rows_in(f"<ul>{''.join(map(changed, range(5)))}</ul>")
    assert column(found, "author") == POSTERS


def test_columns_of_a_board_in_hebrew():
    rows = "".join(
        f'<li><h3><a href="/t/{n}">{TITLES[n]}</a></h3><ul><li>תגובות: <a>{REPLIES[n]}</a></li>'
        f"<li>צפיות: {n * 40 + 60}</li></ul><b>{LAST[n]}</b></li>"
        for n in range(5)
    )
    _, found = rows_in(f"<ol>{rows}</ol>")
    assert column(found, "replies") == REPLIES
    assert column(found, "views") == [n * 40 + 60 for n in range(5)]
    assert [row.last_post.raw for row in found] == LAST


def issues(number, host=""):
    rows = "".join(
        f'<li><div><a href="/pots/issues/{n + 70}">{TITLES[n]}</a></div><div>'
        f'<a href="/pots/issues/{n + 70}">{number.format(n + 70)}</a> opened {BEGUN[n]} by'
        f' <a href="{host}/{STARTERS[n]}">{STARTERS[n]}</a></div></li>'
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>", url=f"{HOST}/pots/issues")
    return column(found, "author")


@pytest.mark.parametrize("host", ["", "http://people.pots.example"])
@pytest.mark.parametrize("number", ["#{}", "# {}"])
def test_numbers_of_rows_are_no_names_of_members_beside_them(number, host):
    assert issues(number, host) == STARTERS


@pytest.mark.parametrize("host", ["http://pans.example", "http://people.pans.example"])
def test_links_to_other_sites_name_nobody(host):
    assert issues("", host) == [None] * 5


def test_a_count_in_the_link_that_covers_its_row_is_none_of_its_pages():
    rows = "".join(
        f'<li><a href="/t/{n}"><span class="title">{TITLES[n]}</span>'
        f'<span class="all">{REPLIES[n] + 2}</span><time>{LAST[n]}</time></a></li>'
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "replies") == [count + 2 for count in REPLIES]


def test_who_sent_a_message_is_its_author():
    rows = "".join(
        f'<li><span class="subject"><a href="msg{n}1.html">{TITLES[n]}</a></span>'
        f' <span class="sender">{STARTERS[n]}</span><ul><li><span class="subject">'
        f'<a href="msg{n}2.html">Re: {TITLES[n]}</a></span>'
        f' <span class="sender">{POSTERS[n]}</span></li></ul></li>'
        for n in range(5)
    )
    _, found = rows_in(f"<ul>{rows}</ul>")
    assert column(found, "author") == STARTERS
    assert [row.link.text for row in found] == TITLES
