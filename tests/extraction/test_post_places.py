"""Posts whose fields stand in places that need telling apart."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    html_page,
    posts_of,
    records_of,
    tree_of,
)


def rows(make, count=4):
    return "".join(make(n) for n in range(count))


def joined_thread(label):
    """Each author's day of joining stands beside the name, before the time of the post."""
    return html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="who"><a href="/user/{NAMES[n]}">{NAMES[n]}
            </a><dl><dt>{label}</dt><dd>{2004 + (7 * n) % 5}-03-1{n}</dd></dl></div>
            <span class="when">{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )


@pytest.mark.parametrize("label", ["With us since", '<i title="Joined"></i>', "Da dal"])
def test_the_day_of_joining_is_not_when_a_post_was_written(label):
    posts = posts_of(joined_thread(label))
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


def test_cells_without_classes_are_told_apart_by_their_order():
    page = html_page(
        rows(
            lambda n: (
                f"""<table id="post{40 + n}"><tr><td>{TIMES[n]}</td><td></td></tr>
            <tr><td><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <div>Of the town of Lathe since long ago, number {n}</div></td>
            <td><div>{WORDS[n]}</div></td></tr></table>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "body_text") == WORDS
    assert column(posts, "author") == NAMES


def test_a_page_kept_for_readers_without_scripts_is_the_page():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <time datetime="{ISO[n]}">{TIMES[n]}</time><div class="body">{WORDS[n]} {"And so on. " * 9}
        </div></div>"""
        )
    )
    page = html_page(f"<div id='app'></div><noscript><h1>Lathes</h1>{posts}</noscript>")
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(("beside", "read"), [("Lathes", True), ("All about lathes. " * 20, False)])
def test_a_short_list_for_readers_without_scripts_is_read_where_it_is_the_page(beside, read):
    links = "".join(f'<li><a href="/t/{n}">Lathe {n} hums</a></li>' for n in range(6))
    page = html_page(f"<p>{beside}</p><noscript><ul>{links}</ul></noscript>")
    assert ("li" in tree_of(page).sig) is read


def test_a_notice_for_readers_without_scripts_is_no_part_of_the_page():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <span class="when">{TIMES[n]}</span><div class="body"><noscript>Switch it on</noscript>
        {WORDS[n]}</div></div>"""
        )
    )
    assert column(posts_of(html_page(posts)), "body_text") == WORDS


def test_words_that_stand_loose_between_heads_are_bodies():
    page = html_page(
        "<div id='all'>"
        + rows(
            lambda n: (
                f"""<p class="head"><strong>{NAMES[n]}</strong> wrote on {TIMES[n]}</p>
            <h3>Title {n}</h3>{WORDS[n]}<br>and more of it<br>"""
            )
        )
        + "</div><div class='foot'>All rights kept</div>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{words}\nand more of it" for words in WORDS]


def test_words_behind_the_head_within_one_element_are_a_body():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="item"><b>{NAMES[n]}</b> says:<br>
            <small>{TIMES[n]}</small><br>{WORDS[n]}<br></div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_name_in_the_line_of_the_time_is_the_author():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="body">{WORDS[n]}</div>
            <div class="meta">Posted on {TIMES[n]} by {NAMES[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_names_without_link_or_class_head_their_records():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="entry"><dl><dt><strong>{NAMES[n]}</strong></dt>
            <dd class="rank"><strong>Member</strong></dd></dl><p class="date">{TIMES[n]}</p>
            <div class="words">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_guest_has_a_name_without_a_link():
    def name(n):
        linked = f'<a href="/user/{n}">{NAMES[n]}</a>' if n != 2 else NAMES[n]
        return f'<span class="poster">{linked}</span>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post">{name(n)}<i class="when">{TIMES[n]}</i>
            <div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_the_letter_in_place_of_a_picture_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}"><span>{NAMES[n][0].upper()}
            </span> <i>Online</i></a><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_time_in_two_elements_is_one_time():
    page = html_page(
        rows(
            lambda n: (
                f"""<li class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <span class="date">{TIMES[n].split()[0]},&nbsp;<span class="time">{TIMES[n].split()[1]}
            </span></span><div class="body">{WORDS[n]}</div></li>"""
            )
        )
    )
    assert column(posts_of(page), "published") == ISO


def test_an_opening_post_in_other_boxes_belongs_to_its_answers():
    def fields(n):
        return f"""<div class="name"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <time class="stamp">{TIMES[n]}</time></div><div class="message">{WORDS[n]}</div>"""

    answers = "".join(
        f'<li class="answer"><div class="in">{fields(n)}</div></li>' for n in (1, 2, 3)
    )
    page = html_page(
        f"<section class='question'><h1>Which oil?</h1>{fields(0)}</section><ul>{answers}</ul>"
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_line_below_a_heading_is_no_opening_post():
    posts = rows(
        lambda n: (
            f"""<div class="post"><ul class="head"><li><a href="/user/{NAMES[n]}">{NAMES[n]}
        </a></li><li class="at"><time class="dt">{TIMES[n]}</time></li></ul>
        <div class="body">{WORDS[n]}</div></div>"""
        )
    )
    page = html_page(
        f"""<div class="top"><h1>A small thread about lathes</h1><ul class="head">
        <li><a href="/user/{NAMES[0]}">{NAMES[0]}</a></li>
        <li class="at"><time class="dt">{TIMES[0]}</time></li></ul></div>{posts}"""
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_answers_inside_what_they_answer_are_records_of_their_own():
    def comment(n, inner=""):
        return f"""<ul class="msg" id="c{n}"><li class="head"><b class="name">{NAMES[n]}</b>
        <i>{TIMES[n]}</i></li><li class="words">{WORDS[n]}{inner}</li></ul>"""

    page = html_page(f"<h1>Lathes</h1>{comment(0, comment(1))}{comment(2)}{comment(3)}")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_body_in_pieces_is_read_whole():
    quote = (
        "<table class='quote'><tr><td>Somebody said so before me, at some length.</td></tr></table>"
    )

    def cell(n):
        pieces = f'<span class="postbody">{WORDS[n]}</span>'
        return (f'<span class="postbody"></span>{quote}' if n % 2 else "") + pieces

    page = html_page(
        "<table>"
        + rows(
            lambda n: (
                f"""<tr><td><b class="name">{NAMES[n]}</b></td><td><table>
            <tr><td>Posted: {TIMES[n]}</td></tr><tr><td><hr></td></tr>
            <tr><td>{cell(n)}</td></tr></table></td></tr>"""
            )
        )
        + "</table>"
    )
    posts = posts_of(page)
    assert all(words in post.body_text for words, post in zip(WORDS, posts, strict=True))
    assert "Somebody said so" in posts[1].body_text


def test_what_stands_below_a_rule_is_a_signature():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}<br>_________________<br>
            I turn, therefore I am {n}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "body_text") == WORDS


def test_a_post_alone_on_its_page_is_bounded_by_the_box_that_says_so():
    page = html_page(
        f"""<div class="all"><h1>A small thread</h1><div class="bar">Pages: 1</div>
        <div id="post_17"><div class="who"><a href="/user/{NAMES[0]}">{NAMES[0]}</a></div>
        <div class="it"><div class="head"><i>{TIMES[0]}</i> #1</div><div class="post_body">
        {WORDS[0]}</div></div></div><div class="foot">Similar threads and what else there is to
        read on this board, written at length for those who have the time for it.</div></div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES[:1]
    assert column(posts, "body_text") == WORDS[:1]


def test_a_page_of_nothing_but_comments_gives_posts():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="comment"><a class="author" href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(records_of(page, "comments"), "body_text") == WORDS
