"""What other software puts around and into the posts of a page."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    article_of,
    column,
    group_of,
    html_page,
    posts_of,
    rows,
)

READERS = ("dora", "emil", "fritz", "gerda", "hugo")


def listed(n):
    links = [f'<a href="/members/{m}">{READERS[m]}</a>' for m in (n, n + 1)]
    return ", ".join(links)


def threads(post):
    """Return the posts of a page, by who wrote them and what they say."""
    posts = posts_of(html_page(rows(post)))
    return column(posts, "author"), column(posts, "body_text")


@pytest.mark.parametrize("thanks", ["{} say thanks", "Applause from {}", "{} ti děkují"])
def test_members_in_a_list_wrote_no_post(thanks):
    def post(n):
        foot = f"<section>{thanks.format(listed(n))}</section>"
        return f"""<div class="p"><h4>{TIMES[n]}</h4><dl><dt><strong>{NAMES[n]}</strong></dt></dl>
        <div class="right"><div class="msg">{WORDS[n]}</div>{foot}</div></div>"""

    assert threads(post)[0] == NAMES


@pytest.mark.parametrize("label", ["投稿者: ", "Author: ", "by ", ""])
def test_a_label_before_a_name_can_stand_below_the_votes_of_a_column(label):
    def post(n):
        votes = f'<div><a href="/v?p={n}">▲</a> <span>{7 * n - 3}</span> <a href="/w">▼</a></div>'
        return f"""<div id="p1{n}"><div><p>{TIMES[n]} <span>from Lund</span></p>
        <div><p>{WORDS[n]}</p></div></div><div>{votes}
        <div>{label}<strong>{NAMES[n]}</strong></div></div></div>"""

    assert threads(post)[0] == NAMES


@pytest.mark.parametrize(
    "badge", ["<i>began this</i>", "<span>Rank 3</span>", "<div>From: Lund</div>"]
)
def test_what_stands_behind_some_linked_names_is_no_part_of_them(badge):
    def post(n):
        name = f'<a href="/members/{n}">{NAMES[n]}</a>{badge if n in (0, 3) else ""}'
        return f"""<div class="p"><div class="author">{name}</div><small>{TIMES[n]}</small>
        <div class="msg">{WORDS[n]}</div></div>"""

    assert threads(post)[0] == NAMES


def test_boxes_below_a_linked_name_are_no_part_of_it():
    def post(n):
        told = f"<div>Rank {n}</div><div>Posts: {90 + 7 * n}</div>"
        return f"""<div class="p"><div class="author"><a href="/members/{n}">{NAMES[n]}</a><div>
        {told}</div></div><small>{TIMES[n]}</small><div class="msg">{WORDS[n]}</div></div>"""

    assert threads(post)[0] == NAMES


def test_what_all_have_behind_a_label_is_no_name():
    def post(n):
        return f"""<blockquote><cite><b><a href="">{NAMES[n]}</a></b>
        <div class="member-info">From: Lund</div> <time>{TIMES[n]}</time></cite>
        <q>{WORDS[n]}</q></blockquote>"""

    assert threads(post)[0] == NAMES


def test_a_line_of_who_has_the_best_answer_is_no_post():
    def post(n):
        return f"""<li class="message"><div class="user">Member</div><div class="info">
        <h3>{NAMES[n]} <span>{TIMES[n]}</span></h3><article>{WORDS[n]}</article></div></li>"""

    best = f'<div>Best answer by <a href="/members/7">dora</a>, {TIMES[2]}</div>'
    page = html_page(f"<form>{best}<ol>{rows(post)}</ol></form>")
    assert column(posts_of(page), "body_text") == WORDS


def test_hidden_forms_and_rows_behind_the_words_are_none_of_them():
    def post(n):
        thanks = f"<aside>{listed(n)} and {n + 2} more say thanks</aside>" if n else ""
        form = f"""<div style="display: none"><form>Answer to {NAMES[n]} <textarea></textarea>
        Signs of all kinds can be used in answers, and you will be told of the next one.
        </form></div>"""
        return f"""<div class="p"><b>{NAMES[n]}</b> <small>{TIMES[n]}</small><div class="left">
        <div class="body"><div class="text">{WORDS[n]}</div></div>{thanks}{form}</div></div>"""

    assert threads(post)[1] == WORDS


def test_comments_with_buttons_below_their_words_are_read():
    def comment(n):
        buttons = "".join(f"<button>{sign} <b>{n}</b></button>" for sign in "👍❤")
        return f"""<ul class="msg" id="cmt{n}"><li class="who"><span>{NAMES[n]}</span>
        <small>{TIMES[n]}</small></li><li class="said">{WORDS[n]}<div>{buttons}</div></li></ul>"""

    said = "".join(f"<p>{words} {words}</p>" for words in WORDS)
    page = html_page(f"<h1>A small thread</h1><div class='text'>{said}</div>{rows(comment)}")
    comments = article_of(page).comments
    assert column(comments, "author") == NAMES
    assert column(comments, "body_text") == WORDS


@pytest.mark.parametrize(("end", "listed"), [(" …", True), ("...", True), (".", False)])
def test_words_that_break_off_below_titles_are_rows_of_a_list(end, listed):
    def row(n):
        title = f'<a href="/thread-{n % 2}.html">{WORDS[n % 2][:20]}</a>'
        return f"""<div class="one"><b>{NAMES[n]}</b> <i>{TIMES[n]}</i> {title}
        <div>{WORDS[n].rstrip(".?")}{end}</div></div>"""

    assert (group_of(html_page(rows(row))).title_share == 1.0) == listed


@pytest.mark.parametrize("count", [2, 3])
def test_rows_of_like_threads_built_as_the_posts_are_none(count):
    def post(n):
        return f"""<tr><td><span title="{TIMES[n]}">{n + 2} days ago</span> #{n + 1}</td></tr>
        <tr><td><a href="/user/{n % 3}">{NAMES[n]}</a></td><td><p>{WORDS[n]}</p></td></tr>"""

    def row(n):
        title = f'<a href="/thread-{n + 5}.html">What of the pots and the lids, {n}?</a>'
        return f"<tr><td>{title}</td><td>{READERS[n]}</td><td>{TIMES[n]}</td></tr>"

    advert = '</table><div>Ad: <a href="http://shop.example/">Bolts</a></div><table>'
    posts = f"<table>{post(0)}{post(1)}{advert}{post(2)}{post(3)}</table>"
    page = html_page(f"<div>{posts}<h4>Like it</h4><table>{rows(row, count)}</table></div>")
    assert column(posts_of(page), "author") == NAMES
