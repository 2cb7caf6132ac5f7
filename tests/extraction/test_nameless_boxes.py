"""Pages whose boxes have names of no language, or none: position tells what they hold."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, html_page, posts_of, rows, tree_of

from fpcrawl.extraction.posts.places import places_of
from fpcrawl.extraction.posts.segment import groups_of


def test_a_name_heads_the_column_beside_the_words_below_the_line_of_the_time():
    def post(n):
        shown = "2024-03-04" if n == 1 else TIMES[n]
        name = "Advertisement" if n == 1 else NAMES[n]
        words = "" if n == 1 else f"<h2>Re: {WORDS[n][:9]}</h2><div>{WORDS[n]}</div>"
        return f"""<li class="zu"><div class="ka"><span class="gu">{shown}</span></div>
        <div class="re"><div class="ne"><div class="mu"><span>{name}</span></div>
        {"" if n == 1 else f"<span class='gi'>Rank {n}</span>"}</div>
        <div class="fu"><div class="pu">{words}</div></div></div></li>"""

    posts = posts_of(html_page(f"<ol>{rows(post)}</ol>"))
    kept = [n for n in range(4) if n != 1]
    assert column(posts, "author") == [NAMES[n] for n in kept]
    assert column(posts, "body_text") == [WORDS[n] for n in kept]


def test_a_box_without_words_shifts_none_of_those_beside_it():
    def post(n):
        parted = "<div></div>" * (n % 2)
        return f"""<li><div><div>{NAMES[n]}</div><div>{TIMES[n]}</div>{parted}<div>{WORDS[n]}</div>
        </div></li>"""

    tree = tree_of(html_page(f"<ul>{rows(post)}</ul>"))
    (group,) = groups_of(tree)
    words = places_of(tree, group.spans).at("li/div/div.~3")
    assert [tree.text(i) for i in words.values()] == WORDS


def test_a_link_in_the_midst_of_what_somebody_writes_names_nobody():
    things = ["Kettles", "Lids", "Kettles", "Vinegar"]

    def post(n):
        link = f'<a href="/things/{things[n].lower()}/">{things[n]}</a>'
        return f"""<div class="zu"><b>{NAMES[n]}</b> says:<br><i>{TIMES[n]}</i><br><br>
        <span class="fu">{WORDS[n]} That is what I know of {link} of the old kind, and of what can
        be done about them, with or without help from others.</span><br></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("form", ["form", "article"])
def test_answers_stand_in_boxes_like_that_around_the_form_of_what_they_answer(form):
    def post(n):
        answer = post(n + 1) if n in {0, 1} else ""
        return f"""<div><div><{form}><div><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
        <div><time>{TIMES[n]}</time></div></div><div><p>{WORDS[n]}</p></div></{form}></div>
        {answer}</div>"""

    posts = posts_of(html_page(f"<div>{post(0)}{post(3)}</div>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_times_in_the_words_and_in_another_list_are_none_of_those_in_the_lines_above_the_words():
    def post(n):
        edited = f"<br><b><small>[Beitrag von bert am {TIMES[3]} bearbeitet]</small></b>" * (n < 3)
        return f"""<tr><td><div><b>{NAMES[n % 4]}</b></div></td><td>#{n + 1} {TIMES[n % 4]}</td>
        </tr><tr><td></td><td><div>{n} times. {WORDS[n % 4]} {WORDS[0]}</div>{edited}</td></tr>"""

    def other(n):
        return f"""<tr><td><a href="thread-{n + 80}.html">Kettles of the year {n}</a><br>
        <span>carla {TIMES[n]}</span></td></tr>"""

    html = f"<div><table>{rows(post, 8)}</table></div><div><table>{rows(other)}</table></div>"
    posts = posts_of(html_page(html))
    assert column(posts, "author") == NAMES * 2
    assert column(posts, "published_raw") == TIMES * 2


def test_a_day_that_the_words_of_another_text_tell_begins_no_record():
    def post(n):
        return f"""<div><b>{NAMES[n]}</b><br><span><time>{TIMES[n]}</time></span><br>
        <span>{WORDS[n]} {WORDS[0]}</span></div>"""

    other = f'<a href="/t/8">Kettles of the year</a><br>I bought one 5 days ago and ask: {WORDS[0]}'
    html = f"<div><div>{rows(post)}</div><div><div>{other}</div></div></div>"
    assert [len(group.spans) for group in groups_of(tree_of(html_page(html)))] == [4, 1]


def test_a_box_of_a_picture_is_what_somebody_posts():
    def post(n):
        words = '<img src="lid.jpg">' if n == 2 else WORDS[n]
        return f"<li><div><div>{NAMES[n]}</div><div>{TIMES[n]}</div><div>{words}</div></div></li>"

    tree = tree_of(html_page(f"<ul>{rows(post)}</ul>"))
    (group,) = groups_of(tree)
    assert len(places_of(tree, group.spans).at("li/div/div.~3")) == len(WORDS)


def test_the_second_link_of_a_line_is_the_name_that_its_address_spells():
    names = ["anna", "bert", "carla", "dora"]

    def post(n):
        title = f'<a href="/77/a-small-thread#{n}">Re: {WORDS[0]} {WORDS[1]}</a>'
        return f"""<tr><td>{'<a name="x"></a>' * (n % 3)}{title} by
        <a href="/{names[n]}">{names[n]}</a>: <span>{TIMES[n]}</span></td></tr>
        <tr><td><div>{WORDS[n]}</div></td></tr>"""

    assert column(posts_of(html_page(f"<table>{rows(post)}</table>")), "author") == names


def test_sentences_that_head_what_holds_all_words_are_no_names():
    # Names stand loose before the time; behind the words there is a line of the software.
    said = ["老车间下雨的星期天还在等厨房炉子。", "第二台发动机两班火车之间更愿意卖掉公道的价格。"]

    def post(n):
        return f"""<div class="box" id="p{n + 60}">{NAMES[n]} &middot; <small>{TIMES[n]}</small>
        <span class="from">来自： 广东</span></div><div class="text"><div><div>{said[n]}</div></div>
        <div class="share">分享到: <a href="/share?p={n}">Facepage</a></div></div>"""

    posts = posts_of(html_page(f"<table><tr><td>{rows(post, 2)}</td></tr></table>"))
    assert column(posts, "author") == NAMES[:2]
    assert column(posts, "body_text") == said


def test_one_chain_of_numbered_answers_is_read_below_the_line_about_the_thread():
    def post(n, inside=""):
        inside = inside and f"<div>{inside}</div>"
        return f"""<div><div id="p{n + 60}"><b><a href="/author/{n}/">{NAMES[n]}</a></b>
        <a href="#p{n + 60}"><span>{TIMES[n]}</span></a></div><div><div>{WORDS[n]}</div></div>
        {inside}</div>"""

    began = f"<div>Started by {NAMES[0]}, 2024-02-01 08:00 · Replies: 7</div>"
    page = html_page(f"<h1>A small thread</h1>{began}<div>{post(0, post(1, post(2)))}</div>")
    assert column(posts_of(page), "author") == NAMES[:3]
    assert column(posts_of(page), "body_text") == WORDS[:3]


@pytest.mark.parametrize(
    "times",
    [TIMES, ["27/02/2024 10:00", "28/02/2024 10:00", "01/03/2024 10:00", "02/03/2024 9:00"]],
)
def test_answers_within_quotations_are_later_than_what_they_answer_in_one_order_of_days(times):
    def post(n, inside=""):
        inside = inside and f"<blockquote>{inside}</blockquote>"
        return f"""<div><div id="p{n + 60}"><b>{NAMES[n]}</b>: <span>{times[n]}</span></div>
        <div><div>{WORDS[n]}</div></div>{inside}</div>"""

    answers = post(0, post(1, post(2))) + post(3)
    posts = posts_of(html_page(f"<h1>A small thread</h1><blockquote>{answers}</blockquote>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_boxes_of_a_name_with_one_paragraph_each_are_the_paragraphs_of_a_post():
    def post(n):
        more = f'<div class="ka"><p>{WORDS[n][::-1]}</p></div>' * (n > 1)
        return f"""<div class="zu"><div class="re"><b>{NAMES[n]}</b> <time>{TIMES[n]}</time></div>
        <div class="mu"><div class="ka"><p>{WORDS[n]} {WORDS[0]}</p></div>{more}</div></div>"""

    posts = posts_of(html_page(rows(post, 4)))
    said = [f"{WORDS[n]} {WORDS[0]}" + f"\n\n{WORDS[n][::-1]}" * (n > 1) for n in range(4)]
    assert column(posts, "body_text") == said
