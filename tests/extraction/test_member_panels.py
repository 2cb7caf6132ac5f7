"""Panels of members beside their posts: what is counted of somebody is none of his words."""

from __future__ import annotations

import time

import pytest
from extraction_kit import ISO, NAMES, TIMES, WORDS, column, html_page, posts_of, rows
from lxml.html import fromstring

from fpcrawl.extraction.bodies.body import without_notes
from fpcrawl.extraction.names.memberdetails import count_figures
from fpcrawl.extraction.text import text_of


def panelled(n, label="Thanked", said=WORDS):
    """A post whose words stand below a line that begins with the name once more."""
    return f"""<div class="item"><div class="side"><b><a href="/user/{NAMES[n]}">{NAMES[n]}</a></b>
    <div class="more"><i>More</i><div class="content"><ul><li>Brews: {n * 7 + 3}</li>
    <li>{label}: {n + 4}</li></ul></div></div></div>
    <div class="main"><small><span>{TIMES[n]}</span> <a href="#m{n}">#{n + 31}</a></small>
    <div class="flap"><div class="line"><a href="/user/{NAMES[n]}">{NAMES[n]}</a> has answered</div>
    <div class="speech"><p>{said[n]}</p></div></div><div class="foot"><p>Please
    <a href="/door">come in</a> to say something.</p></div></div></div>"""


SHORT = ["Mine does.", "Use vinegar for it.", "The lid is loose.", "Thanks to you all!"]


@pytest.mark.parametrize("count", [2, 4])
def test_what_is_counted_of_members_is_none_of_their_words_whatever_its_box_is_called(count):
    posts = posts_of(html_page(rows(lambda n: panelled(n, said=SHORT), count)))
    assert column(posts, "body_text") == SHORT[:count]


def test_people_can_play_at_counting_in_what_is_called_a_body():
    def post(n):
        return f"""<div class="item"><a class="username" href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span>{TIMES[n]}</span><div class="content">This is sheep {n + 3}!</div></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == [f"This is sheep {n}!" for n in (3, 4, 5, 6)]


@pytest.mark.parametrize("since", ["Beigetreten", "Dabei seit"])
def test_a_cell_of_what_is_told_of_a_member_is_no_part_of_the_words_beside_it(since):
    def post(n):
        day = f"0{n + 3}.05.2021"
        rank = "Mitglied der Runde" if n % 2 else "Anfänger in der Küche"
        return f"""<tr><td class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}</a></td>
        <td class="when"><small>{TIMES[n]}</small></td></tr>
        <tr><td class="card"><img src="/a{n}.gif" alt="{NAMES[n]}"><br><i>{rank}</i><br>
        <b>Beiträge:</b> {n * 40 + 7}<br><b>{since}:</b> {day}<br></td>
        <td class="said"><div>{WORDS[n]}</div></td></tr><tr><td></td>
        <td><a href="/pm/{n}">PM</a></td></tr>"""

    posts = posts_of(html_page(f"<table class='talk'>{rows(post)}</table>"))
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    "file",
    [
        "plan.pdf, 120.5 kb, 300 x 200<br>Guests may not look at it.",
        "plan.pdf (34 KB)<br>Opened 12 times so far",
        "<a href='/f/7'>plan.pdf</a><br>(Size: 34.12KB, opened 12 times)",
    ],
)
def test_a_box_of_what_is_attached_is_no_part_of_the_words_above_it(file):
    def post(n):
        box = f'<div class="attachments"><b>Files of this post</b><p>{file}</p></div>'
        return f"""<div class="item"><a class="username" href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span>{TIMES[n]}</span><div class="content"><p>{WORDS[n]}</p>{box if n == 1 else ""}</div>
        </div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == WORDS


def test_a_box_that_only_sounds_like_one_of_files_is_said():
    def post(n):
        box = f'<div class="attachments">Tie {n} ropes to the lid.</div>'
        return f"""<div class="item"><a class="username" href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span>{TIMES[n]}</span><div class="content"><p>{WORDS[n]}</p>{box if n == 1 else ""}</div>
        </div>"""

    posts = posts_of(html_page(rows(post)))
    assert posts[1].body_text.endswith("Tie 1 ropes to the lid.")


@pytest.mark.parametrize("box", ["attached", "post-attachments"])
def test_a_box_called_one_of_files_can_hold_all_that_is_said(box):
    def post(n):
        file = "<p>plan.pdf (34 KB)</p>" if n == 1 else ""
        inner = f'<div class="{box if n == 1 else "plain"}"><p>{WORDS[n]}</p>{file}</div>'
        return f"""<div class="item"><a class="username" href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span>{TIMES[n]}</span><div class="content">{inner}</div></div>"""

    posts = posts_of(html_page(rows(post)))
    assert [found.body_text.split("\n")[0] for found in posts] == WORDS


def test_a_title_in_a_table_of_its_own_above_the_words_is_none_of_them():
    def post(n):
        head = f"""<table><tr><td><span class="small"><b>{"RE: " if n else ""}A small thread</b>
        </span></td><td><a href="/quote/{n}"><img src="/q.gif" alt="Quote"></a></td></tr></table>"""
        cited = f"<blockquote><i>ann wrote</i><br>{WORDS[n - 1]}</blockquote>" if n > 1 else ""
        return f"""<table class="post"><tr><td class="who"><b>{NAMES[n]}</b><br>
        <small>Posts: {n + 3}</small></td><td class="said">{head}<hr>{cited}
        <div class="plain">{WORDS[n]}</div></td></tr><tr><td><i>{TIMES[n]}</i></td><td></td></tr>
        </table>"""

    posts = posts_of(html_page(rows(post)), thread_title="A small thread")
    assert column(posts[:2], "body_text") == WORDS[:2]
    for found, words in zip(posts[2:], WORDS[2:], strict=True):
        assert found.body_text.endswith(words)
        assert "A small thread" not in found.body_text


def test_a_line_ahead_in_an_element_of_its_own_says_what_a_time_is_of():
    def post(n):
        return f"""<table class="post"><tr><td colspan="2">Re: A small thread</td></tr><tr>
        <td class="who"><div class="name"><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
        <div class="stat"><span class="label">Joined:</span><br>2019/5/{n + 3} 10:4{n}</div></td>
        <td><div class="words">{SHORT[n]}</div></td></tr>
        <tr><td><div class="when">Posted on: {TIMES[n]}</div></td><td></td></tr></table>"""

    posts = posts_of(html_page(rows(post, 2)))
    assert column(posts, "published") == ISO[:2]


def test_a_line_ahead_without_a_colon_is_no_label_of_a_time():
    def post(n):
        return f"""<div class="post"><a href="/user/{n}">{NAMES[n]}</a><div>
        <strong>Birthday of my kettle</strong><br>{TIMES[n]}</div>
        <div class="content">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "published") == ISO


def test_the_next_field_is_no_name():
    page = f"""<table><tr><td>Author:</td><td>Subject: A small thread</td></tr>
    <tr><td rowspan="2"><font class="big"><strong><a name="p7"> </a>hettie</strong></font><br>
    <div class="small">Member<br>Posts: 12<br>Registered: 3-4-2020<br></div></td>
    <td class="small"><strong>posted on {TIMES[0]}</strong></td></tr>
    <tr><td class="said"><font class="big">{WORDS[0]}</font></td></tr></table>"""
    assert column(posts_of(html_page(page)), "author") == ["hettie"]


def test_a_name_behind_its_label_can_hold_a_colon():
    def post(n):
        return f"""<table><tr><td>Author:</td><td>ex:{NAMES[n]}</td></tr><tr><td>Date:</td>
        <td>{TIMES[n]}</td></tr></table><p>{WORDS[n]}</p>"""

    posts = posts_of(html_page(f"<h1>A small thread</h1>{rows(post)}"))
    assert column(posts, "author") == [f"ex:{name}" for name in NAMES]


def test_words_without_blanks_cost_no_time():
    began = time.process_time()
    assert count_figures("a" * 20_000) == 0
    assert time.process_time() - began < 0.5


def test_a_note_of_an_edit_can_stand_above_a_signature():
    body = fromstring(
        "<div>The lid is loose.<br><br>[Bearbeitet am 28.02.2024 um 10:32 von bert]"
        "<br><br>____________________<br>Pour slowly</div>"
    )
    assert without_notes(text_of(body)) == "The lid is loose."


def test_the_words_of_a_first_post_stand_where_those_of_others_do_whatever_they_are_called():
    def post(n):
        name = "answer" if n else "question"
        card = f"""<div class="card"><p>said <b>{TIMES[n]}</b></p><img src="/a{n}.png" alt="x">
        <p><a href="/users/{n}/x/">{NAMES[n]}</a> <i>{n * 40 + 7}</i></p></div>"""
        tags = '<div class="tags"><a href="/tagged/lid/">lid</a></div>' if not n else ""
        side = 'class="right"' if n else 'id="right"'
        box = f"""<table><tr><td><b>{n}</b></td><td><div {side}>
        <div class="{name}-body"><p>{WORDS[n]}</p></div>{tags}<div class="does">
        <a href="/p/{n}">link</a></div>{card}</div></td></tr></table>"""
        return f'<a name="{n}"></a><div class="answer">{box}</div>' if n else box

    posts = posts_of(html_page(f"<h1>A small thread</h1>{rows(post, 3)}"))
    assert column(posts, "body_text") == WORDS[:3]


@pytest.mark.parametrize(
    "shown",
    [
        '<div class="menu"><a href="/q">Quote</a> | <a href="/r">Report this</a></div>',
        '<div class="content"><img src="/k.jpg" alt=""></div>',
    ],
)
def test_a_first_post_without_words_takes_neither_buttons_nor_its_time_for_them(shown):
    def post(n):
        said = f'<div class="content">{WORDS[n]}</div>' if n else shown
        return f"""<div class="post"><a class="username" href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <span class="date">{TIMES[n]}</span>{said}<p><a href="/like">Like</a></p></div>"""

    posts = posts_of(html_page(f"<h1>A small thread</h1>{rows(post)}"))
    assert [found.body_text for found in posts if found.body_text] == WORDS[1:]


@pytest.mark.parametrize("count", [2, 3])
def test_every_other_post_can_be_dressed_in_another_letter(count):
    def post(n):
        c = "ab"[n % 2]
        return f"""<table class="border"><tr><td class="cell{c}"><table class="cell{c}_in"><tr>
        <td class="plain"><span class="plain"><b>{NAMES[n]}</b> <a href="/profile?userid={n}"><img
        src="/off.gif" alt="{NAMES[n]} is offline"></a></span><span class="small">Member<br>
        Registered: 0{n + 3}.05.2021<br>Posts: {n * 40 + 7}<br></span></td>
        <td class="plain"><table><tr><td><span class="small"><b>{"RE: " if n else ""}A small thread
        </b></span></td><td><a href="/quote/{n}"><img src="/q.gif" alt="Quote"></a></td></tr>
        </table><hr><div class="plain">{WORDS[n]}</div></td></tr></table></td></tr><tr>
        <td class="cell{c}"><table><tr><td class="small"><span class="small">{TIMES[n]}</span></td>
        <td class="small">
        <a href="/mail/{n}"><img src="/m.gif" alt="Mail"></a></td></tr></table></td></tr></table>"""

    heads = """<table class="border"><tr><td class="cella"><a href="/">The Pot Club</a> » A small
    thread</td></tr></table><table class="border"><tr><td class="head"><table><tr><td><b>Author</b>
    </td><td><b>Post</b></td></tr></table></td></tr></table>"""
    all_of_it = (
        f'<table class="all"><tr><td class="main">{heads}{rows(post, count)}</td></tr></table>'
    )
    page = html_page(all_of_it, title="The Pot Club | A small thread")
    posts = posts_of(page, thread_title="A small thread")
    # "RE: A small thread" is bold as well, and no name.
    assert column(posts, "author") == NAMES[:count]
    assert column(posts, "body_text") == WORDS[:count]


def test_boxes_called_by_letters_can_be_columns():
    def post(n):
        return f"""<div class="grida"><b class="user">{NAMES[n]}</b> <i>{TIMES[n]}</i>
        <p>{WORDS[n]}</p></div><div class="gridb"><a href="/lid/{n}">Buy a lid</a>
        <i>{TIMES[3 - n]}</i><p>Cheap lids for everybody in town, number {n}</p></div>"""

    posts = posts_of(html_page(f"<h1>A small thread</h1>{rows(post)}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_boxes_called_by_letters_can_be_the_head_and_the_words_of_a_post():
    def post(n):
        return f"""<div><div class="areaa"><b class="user">{NAMES[n]}</b> <i>{TIMES[n]}</i></div>
        </div><div><div class="areab">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(f"<h1>A small thread</h1>{rows(post)}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
