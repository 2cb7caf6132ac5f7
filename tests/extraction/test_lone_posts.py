"""Threads that nobody has answered: a page with one post, on a site met for the first time."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    group_of,
    html_page,
    page_of,
    posts_of,
    records_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.posts.bounds import root_path_of
from fpcrawl.extraction.posts.layout import Layout, LayoutBook
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide

WHEN, SAID = TIMES[0], WORDS[0]
#: Shapes of a post of anna's.
FLUX = """<div class="block" id="p77"><h2><a href="#p77">{when}</a></h2><div><div><dl>
    <dt><strong>anna</strong></dt><dd><strong>Member</strong></dd><dd>Registered: 2017-03-14</dd>
    <dd>Posts: 24</dd></dl></div><div><h3>A small thread</h3><div>{said}</div></div></div></div>"""
CELLS = """<table><tr><td><div class="thread-profile-box"><b>anna</b><br>
    <span>Drops in now and then</span></div></td><td>#1 written: {when}</td></tr>
    <tr class="posting"><td colspan="2"><div>{said}</div></td></tr></table>"""
PANE = """<article class="entry"><aside class="pane pane_author"><h3 class="who_author">
    <button>OP</button><span>anna</span><span>5</span></h3><ul><li>Member</li></ul></aside>
    <div><div>Posted <time>{when}</time></div><div><p>{said}</p></div></div></article>"""
ROWS = """<table id="post77"><tr><td>{when}</td><td>#1</td></tr><tr><td><div>anna</div><br>
    <div>Posts: <i>7</i></div></td><td><div>{said}</div></td></tr></table>"""
MENU = (
    """<table><tr><td class="menu"><a href="/memberlist.php">Members List</a></td></tr></table>"""
)
BUTTONS = """<div class="post"><div><strong><a href="/member.php?action=profile&amp;uid=7">anna</a>
    </strong></div><div><span>{when}</span><div>{said}</div></div>
    <div class="post_buttons author_buttons"><a href="/search.php?action=finduser&amp;uid=7">
    <span>Find</span></a></div></div>"""
TOLD = """<ol><li id="post-77" data-author="anna"><div><div><h3><span>{when}</span></h3></div></div>
    <div><article>{said}</article></div></li></ol>"""
FOOT = """<div class="post"><div class="text">{said}</div>
    <div class="meta">Posted on {when} by anna</div></div>"""
CALLED = """<div class="inner"><dl class="postprofile"><dt><a class="username"
    href="/memberlist.php?mode=viewprofile&amp;u=7">anna</a></dt><dt><span>Topic Author</span></dt>
    </dl><div><p class="author"><span>{when}</span></p><div class="content">{said}</div></div></div>
    """


@pytest.mark.parametrize(
    "shape", [FLUX, CELLS, PANE, MENU + ROWS, BUTTONS, TOLD, FOOT, CALLED], ids=range(8)
)
def test_a_post_without_answers_has_a_name(shape):
    html = html_page(f"<h1>A small thread</h1>{shape.format(when=WHEN, said=SAID)}")
    (post,) = records_of(html, "thread")
    assert (post.author, post.body_text) == ("anna", SAID)


@pytest.mark.parametrize(
    "shape",
    [
        """<div class="post"><div class="poster"><h4><a href="/members/7">anna</a></h4><ul>
        <li>Newcomer</li><li>Posts: 39</li></ul></div><div><h5><a href="#7">{when}</a></h5>
        <div>{said}</div></div></div>""",
        """<table id="post77"><tr><td><a href="/members/7">anna</a><p>Friend of kettles</p></td>
        <td><div>Posted {when}</div><table><tr><td>{said}</td></tr></table></td></tr></table>""",
        """<table><tr><td><b><a href="/members/7">anna</a></b></td><td><table><tr><td>Posted:
        {when}</td></tr><tr><td><span class="postbody">{said}</span></td></tr></table></td></tr>
        <tr><td colspan="2">Display posts from previous:</td></tr></table>""",
    ],
)
@pytest.mark.parametrize("said", ["Same here.", "bump"])
def test_what_is_told_of_a_member_is_no_short_post(shape, said):
    (post,) = posts_of(html_page(shape.format(when=WHEN, said=said)))
    assert (post.author, post.body_text) == ("anna", said)


def test_words_can_stand_below_the_member_and_the_title_beside_the_time():
    html = html_page(
        f"""<div><div><h2><span>The kettle boils</span> <span>{WHEN}</span></h2></div>
        <table><tr><td><ul><li><a href="/members/7">anna</a></li><li>Posts: 4</li></ul></td>
        <td><div>{SAID}</div></td></tr></table></div>""",
        title="The kettle boils",
    )
    assert column(posts_of(html), "body_text") == [SAID]


@pytest.mark.parametrize(
    ("card", "role"),
    [
        ("<div>Posts: 24</div><div>Joined: 2017-03-14</div>", "thread"),
        ("<div>Activity: 24</div><div>Merit: 3</div>", "thread"),
        ("<div>Our woman in Oban</div>", "article"),
    ],
)
def test_what_a_member_wrote_is_a_thread(card, role):
    words = " ".join(WORDS)
    said = f"<p>{words}</p>" * 3
    more = "".join(f"<li><a href='/help/{n}'>How to be helped by others</a>" for n in range(40))
    html = f"""<h1>Kettles</h1><div><div><a href="/members/7">anna</a>{card}</div>
        <div><div>Moved on {WHEN} by a keeper of this board, since it is about kettles, not pots
        and pans, of which we have another board</div><div>{said}</div></div></div>
        <ul>{more}</ul>"""
    reading = read_structure(page_of(html_page(html)), LayoutBook())
    decide(reading, None, None)
    assert reading.role == role


QUOTED = """<blockquote><div><a href="/members/3">bert</a> said:</div><p>So it is.</p>
    </blockquote>{0}"""
LIKED = """{0}</div><ul><li><a class="user" href="/members/3">bert</a>, <a class="user"
    href="/members/4">dora</a> and 3 others like this</li></ul><div>"""


@pytest.mark.parametrize("said", [QUOTED, LIKED], ids=["quoted", "liked"])
def test_who_is_quoted_or_likes_it_did_not_write_it(said):
    html = html_page(
        f"""<article><aside><div><h3><a class="user" href="/members/7">anna</a>
        <span>Member</span></h3><p><time>{WHEN}</time></p></div></aside><div id="comment-7_wrap">
        <div><div><span><time>{WHEN}</time></span></div><div class="rich">{said.format(SAID)}</div>
        </div></div></article>"""
    )
    assert column(posts_of(html), "author") == ["anna"]


def test_a_member_named_below_did_not_write_what_its_line_says_another_wrote():
    asked = f"<small>Posted by anna, {WHEN}</small><h3>A small thread</h3><h4><p>{SAID}</p></h4>"
    by = '<div><p>- <b><a href="/profile/{0}/">{1}</a></b></p></div>'
    answers = "".join(f"<div><p>{WORDS[n]}</p>{by.format(n, NAMES[n])}</div>" for n in (1, 2, 1, 2))
    html = html_page(f'<div><div class="row"><div>{asked}</div></div>{answers}</div><p>End</p>')
    assert column(posts_of(html), "author") == ["anna"]


def test_who_stands_below_the_line_of_who_began_the_thread_wrote_the_words_behind():
    began = "<p>Started by bert, <b>Yesterday</b> at 05:06 PM</p>"
    name = '<h4><a href="/index.php?action=profile;u=6">anna</a></h4>'
    post = f"<form><div><div><div>{name}</div><div><div>{SAID}</div></div></div></div></form>"
    page = html_page(f"<div><div>{began}</div><div>{post}</div></div>")
    assert column(posts_of(page), "author") == ["anna"]


def test_names_that_are_told_to_scripts_are_no_words_that_lead_to_pages():
    def post(n):
        return f"""<li id="post-{n}" data-author="{NAMES[n]}"><div><h3>{TIMES[n]}</h3><div>
            <div>Registered: 2017-03-1{n}<br>Posts: 1{n}</div></div></div><div><article>{WORDS[n]}
            <a class="user" href="/wiki/{n}">{("Oban", "Skye", "Iona")[n]}</a></article></div>"""

    posts = posts_of(html_page(f"<ol>{rows(post, 3)}</ol>"))
    assert column(posts, "author") == NAMES[:3]
    assert all(
        words in said for words, said in zip(WORDS, column(posts, "body_text"), strict=False)
    )


def test_where_two_members_live_heads_no_list():
    towns = ["The North End of Oban", "The South End of Skye"]

    def post(n):
        link = f"/misc/location?place={towns[n].replace(' ', '+')}"
        return f"""<article><div><h4><a href="/members/{n}">{NAMES[n]}</a></h4>
            <dl><dt>From</dt><dd><a href="{link}">{towns[n]}</a></dd></dl></div>
            <div><div>{TIMES[n]}</div><div>{WORDS[n]} {WORDS[n]}</div></div></article>"""

    group = group_of(html_page(rows(post, 2)))
    assert (len(group.posts), group.title_share) == (2, 0.0)


@pytest.mark.parametrize("more", ["", '<a href="/report?p=7">Bolukax</a>'])
def test_a_numbered_box_can_hold_the_head_of_a_post_alone(more):
    html = f"""<p><a href="/thread-76.html">Before</a></p><div id="p7"><a href="/user/3">anna</a>
    <i>{WHEN}</i> {more}</div><div class="words">{SAID}</div><p>
    <a href="/thread-78.html">Next</a></p>"""
    (post,) = posts_of(html_page(html))
    assert (post.author, post.body_text) == ("anna", SAID)


def test_the_list_of_all_members_is_none_who_wrote():
    html = f"""<div><div><a href="/">Home</a> <a href="/members">Everybody here</a></div>
    <div class="post" id="p7"><i>{WHEN}</i><div>{SAID}</div></div></div>"""
    posts = posts_of(html_page(html))
    assert [post.author for post in posts if post.author] == []


@pytest.mark.parametrize(
    "told",
    [
        "Last seen: 2024-02-02 20:29<br>Written: 77",
        "Visto por última vez: 02/02/2024<br>Mensajes: 2888",
        "最終ログイン: 昨日<br>投稿: 2888",
    ],
)
def test_a_hidden_card_of_a_member_is_not_what_a_lone_post_says(told):
    card = f"<b>{NAMES[0]}</b><br>{told}<br><a href='/message?to=6'>Message</a>"
    votes = "<div><a href='/v?p=7'>▲</a> <span>9</span> <a href='/w?p=7'>▼</a></div>"
    head = f"<legend>{votes}by <strong>{NAMES[0]}</strong><div style='display:none'>{card}</div>"
    page = f"<fieldset id='p7'>{head} – <small>{TIMES[0]}</small></legend>{WORDS[0]}</fieldset>"
    (post,) = posts_of(html_page(f"<table><tr><td><h1>Lids</h1>{page}</td></tr></table>"))
    assert (post.author, post.body_text) == (NAMES[0], WORDS[0])


def test_a_long_opening_begins_ahead_of_its_first_heading():
    parts = [
        f"<div>{WORDS[0]}</div><h3>Of lids</h3><div>{WORDS[1]}</div>",
        f"<h3>Of vinegar</h3><div>{WORDS[2]} {WORDS[3]} {WORDS[1]}</div><div>{WORDS[0]}</div>",
    ]
    head = f"<h4><b>{NAMES[0]}</b> <small><i>{TIMES[0]}</i></small></h4>"
    (post,) = posts_of(
        html_page(f"""<div class="media" id="p7"><div class="media-body">{head}
        {"".join(parts)}<div class="acts"><a href="/reply?p=7">Reply</a></div></div></div>""")
    )
    told = [WORDS[0], "Of lids", WORDS[1], "Of vinegar", " ".join([*WORDS[2:], WORDS[1]]), WORDS[0]]
    assert post.body_text.replace("\n\n", "\n").split("\n") == told


LID = "Which lid fits the old pot?"
#: A head that is a box of its own, with the title of the thread; the words stand below a rule.
HEADED = html_page(
    f"""<ol class="steps"><li><a href="/">Start</a></li></ol><div class="card"><div class="body">
    <div class="media"><a href="/user-4.htm"><img src="/a.png"></a><div class="media-body">
    <h4 class="break">{LID}</h4><div class="small"><div><span class="username">
    <a href="/user-4.htm">anna</a></span> <span class="date">{WHEN}</span></div><div></div></div>
    </div></div><hr><div class="message">{SAID}</div></div></div>""",
    f"{LID} - Kettles",
)


def test_the_heading_of_a_lone_post_is_not_what_it_says():
    (post,) = records_of(HEADED, "thread")
    assert (post.author, post.body_text) == ("anna", SAID)


def test_a_lone_post_can_have_its_words_elsewhere_than_its_known_layout_says():
    """Where others stand beside answers, the paths of fields begin at a box around them all."""
    found = group_of(HEADED)
    root = root_path_of(tree_of(HEADED), found.posts[0].roots[0])
    book = LayoutBook()
    paths = "ul.answers/li/b.who", "ul.answers/li/div.said"
    book.learn(Layout(found.key, root, (), (), *paths, support=5))
    assert column(posts_of(HEADED, book), "body_text") == [SAID]


def test_a_message_whose_head_calls_its_sender_so_has_the_words_below():
    page = html_page(
        f"""<h1>Kettles</h1><div class="head"><p><span class="sender">{NAMES[0]}</span><br>
        <span class="date"><a href="/by-date">{TIMES[0]}</a></span></p></div>
        <div class="msgBody"><pre>{WORDS[0]}</pre></div><ul><li><a href="12.html">Before</a></li>
        </ul>"""
    )
    (post,) = posts_of(page)
    assert [post.author, post.body_text] == [NAMES[0], WORDS[0]]


@pytest.mark.parametrize("mark", ["", " (Guest)"])
def test_a_name_that_stands_loose_is_known_from_other_pages_without_a_class(mark):
    def page(numbers):
        posts = "".join(
            f"""<div><div id="p{n + 70}">{NAMES[n]}{mark} <span>{TIMES[n]}</span></div>
            <div><div>{WORDS[n]}</div></div><div>-- <br>{WORDS[n][:20]}</div></div>"""
            for n in numbers
        )
        return html_page(f"<table><tr><td><h1>Lids</h1><div>{posts}</div></td></tr></table>")

    book = LayoutBook()
    book.learn_from(group_of(page(range(4))).layouts)
    for n in range(4):
        (post,) = posts_of(page([n]), book)
        assert (post.author, post.body_text) == (NAMES[n], WORDS[n])
