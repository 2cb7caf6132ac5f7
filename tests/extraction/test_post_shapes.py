"""Names, times and words of posts in any order, written in many ways."""

from __future__ import annotations

import re
from itertools import product

import pytest
from extraction_kit import ISO, NAMES, TIMES, WORDS, column, html_page, posts_of, rows

#: Before and behind all posts, and each.
BOXES = [
    ("<ul>", "<li>", "</li>", "</ul>"),
    ("<div id='all'>", "<div class='post'>", "</div>", "</div>"),
    ("<table>", "<tr><td>", "</td></tr>", "</table>"),
    ("<section>", "<article>", "</article>", "</section>"),
]
NAMED = [
    '<a href="/user/{0}">{0}</a>',
    "<b>{0}</b>",
    '<span class="by">by <b>{0}</b></span>',
]
MIXED = [
    "<p>{0}</p><ul><li>point {1}</li></ul>",
    "{0}<br><b>bold {1}</b> words",
    "<blockquote>quoted {1}</blockquote><p>{0}</p>",
]
SAID = {
    "named box": lambda n: f'<div class="message">{WORDS[n]}</div>',
    "box": lambda n: f"<div>{WORDS[n]}</div>",
    "paragraphs": lambda n: f"<p>{WORDS[n]}</p><p>And {n} more of them.</p>",
    "loose": lambda n: f"{WORDS[n]}<br>and line {n}",
    "mixed": lambda n: MIXED[n % 3].format(WORDS[n], n),
}


def plain(html):
    return re.sub(r"<[^>]*>|\s+", "", html)


@pytest.mark.parametrize("order", ["ntw", "nwt", "tnw", "twn", "wnt", "wtn"])
@pytest.mark.parametrize("said", SAID)
def test_posts_are_read_whatever_their_order(order, said):
    words = SAID[said]
    for (first, begin, end, last), named in product(BOXES, NAMED):
        ahead = order.index("w") < order.index("n")
        if ahead and said == "mixed" and named.startswith("<b>"):
            continue  # the name and a bold word of the text are written alike

        def post(n, begin=begin, end=end, named=named):
            parts = {"n": named.format(NAMES[n]), "t": f"<small>{TIMES[n]}</small>", "w": words(n)}
            return begin + " ".join(parts[part] for part in order) + end

        posts = posts_of(html_page(f"<h1>A small thread</h1>{first}{rows(post)}{last}"))
        assert column(posts, "author") == NAMES
        assert column(posts, "published_raw") == TIMES
        assert list(map(plain, column(posts, "body_text"))) == [plain(words(n)) for n in range(4)]


def test_the_cells_of_every_second_post_can_have_a_class_of_their_own():
    def post(n):
        cell = "cell-" + "ab"[n % 2]
        return f"""<table class="post"><tr><td class="{cell}"><a href="profile.php?id={n % 3}">
        <b>{NAMES[n]}</b></a><br>Posts: 2{n}</td>
        <td class="{cell}"><span>{WORDS[n]}</span></td></tr>
        <tr><td class="{cell}"><span class="small">{TIMES[n]}</span></td>
        <td class="{cell}"><a href="mail.php?id={n}">Mail</a></td></tr></table>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "body_text") == WORDS
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize("site", ["Site Web", "Сайт", "Webbplats"])
def test_the_link_to_a_members_own_site_is_no_name(site):
    def post(n):
        return f"""<div class="post"><h2><a href="/p/{n}">{TIMES[n]}</a></h2><dl><dt>
        <strong>{NAMES[n]}</strong></dt><dd class="usercontacts"><span class="website">
        <a href="http://a.example/" rel="nofollow">{site}</a></span></dd></dl>
        <div class="msg"><p>{WORDS[n]}</p></div></div>"""

    assert column(posts_of(html_page(rows(post, 2))), "author") == NAMES[:2]


def test_what_is_told_of_a_member_is_longer_than_short_posts_and_none_of_them():
    def post(n):
        return f"""<table class="post"><tr><td><b><a href="profile.php?id={n}">{NAMES[n]}</a></b>
        <br><span>Routinier<br>Dabei seit: 03.03.201{n}<br>Herkunft: Jena, Saale {n}</span></td>
        <td><span>{"Ja" * (n + 1)}</span></td></tr>
        <tr><td><i>{TIMES[n]}</i></td><td></td></tr></table>"""

    assert column(posts_of(html_page(rows(post, 2))), "body_text") == ["Ja", "JaJa"]


def test_the_last_of_posts_in_rows_of_two_dresses_has_its_words():
    def post(n):
        return f"""<tr class="head"><td><a href="/user/{n}">{NAMES[n]}</a></td>
        <td>Posted: {TIMES[n]}</td></tr><tr class="{("post", "post_alt")[n % 2]}">
        <td>Rank: Newbie</td><td class="message">{WORDS[n]}</td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    assert column(posts, "body_text") == WORDS


def test_every_other_row_has_a_word_more_before_its_own():
    def post(n):
        return f"""<tr class="{("row", "altrow")[n % 2]}"><td><b><a href="/user/{n}">{NAMES[n]}</a>
        </b><br><span class="small">Member<br>Joined: 5/{n + 3}/2019</span></td><td><table><tr>
        <td class="small"><b>RE: Lids</b> <span>{TIMES[n]} (<a href="/p/{n}">permalink</a>)</span>
        </td><td><a href="/quote/{n}">Quote</a></td></tr></table><hr>
        <div class="said">{WORDS[n]}</div></td></tr>"""

    head = '<tr class="header"><td>Author</td><td>Message</td></tr>'
    posts = posts_of(html_page(f"<h2>Lids</h2><table>{head}{rows(post)}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("behind", ["", f"<tr><td>Now</td><td>{TIMES[3]}</td></tr>"])
def test_the_words_of_a_single_post_stand_in_the_rows_behind_its_head(behind):
    (post,) = posts_of(
        html_page(
            f"""<table><tr><td>A small thread</td></tr></table><table><tr>
            <td><span class="member"><a href="index.php?showuser=3">ann</a></span></td>
            <td><div><span>{TIMES[0]}</span></div><div>Post <a href="#">#1</a></div></td></tr>
            <tr><td><span>Group: Members<br>Posts: 7<br>Joined: 4-March 05</span></td>
            <td><div class="words">{WORDS[0]}</div></td></tr>
            <tr><td><a href="#top">Top</a></td><td></td></tr>{behind}</table>"""
        )
    )
    assert (post.author, post.body_text) == ("ann", WORDS[0])


def test_boxes_that_count_what_there_is_do_not_begin_posts():
    """The busiest day stands below the first post, and once more in the margin."""
    count = """<div class="overview"><ul><li><b>2</b> replies</li><li><a href="#c71">
    <span>Most popular day</span> <span class="strong">Mar 5 2024</span></a></li></ul></div>"""

    def post(n, words):
        return f"""<article id="c{70 + n}"><aside class="who"><h3>
        <a href="/profile/{n}-{NAMES[n]}/">{NAMES[n]}</a></h3></aside><div class="entry">
        <div class="meta">Posted <time datetime="{ISO[n]}">March {4 + n}, 2024</time></div>
        <div class="words">{words}</div></div></article>"""

    words = ["Which kettle?", "A small one."]
    page = html_page(
        f"""<main><section><div class="list"><h1>A small thread with a title of many words</h1>
        <p>Featured replies of this small thread</p>{post(0, words[0])}{count}{post(1, words[1])}
        </div></section><aside class="side">{count}</aside></main>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES[:2]
    assert column(posts, "body_text") == words


def test_the_box_of_all_answers_that_tells_of_the_last_one_is_no_post():
    """The opening and the box of the answers are headed alike: by a line with a time."""
    asked = WORDS[0] * 6

    def answer(n):
        return f"""<div class="cell answer"><table><tr><td class="face"></td><td>
            <div class="fr"><b><small class="snow">#{n} - {TIMES[n]} <a href="/reply/{n}">quote</a>
            </small></b></div><b><a href="/profile/{n}">{NAMES[n]}</a></b>
            <div class="text">{WORDS[n]}</div></td></tr></table></div>"""

    page = html_page(
        f"""<main><div class="box"><div class="cell"><h1>A small thread</h1><small class="fade">
        By <a href="/profile/0">anna</a> at {TIMES[3]}, 7 hits</small></div>
        <div class="inner"><div class="text">{asked}</div></div>
        <div class="inner"><a href="/reply/0">quote</a></div></div>
        <div class="box"><div class="cell"><span class="fade">Posts [ 3 ] Last post {TIMES[3]}
        </span></div><div id="answers">{rows(lambda n: answer(n + 1), 3)}</div></div></main>"""
    )
    posts = posts_of(page)
    assert column(posts, "author")[-3:] == NAMES[1:]
    assert column(posts, "body_text")[-3:] == WORDS[1:]
