"""Posts of pages whose answers tell no times, and pages of names that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    article_of,
    column,
    html_page,
    posts_of,
    records_of,
    rows,
    tree_of,
)
from template_kit import labelled

from fpcrawl.extraction.keys import same_post
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.compare import Face, believable
from fpcrawl.extraction.templates.kinds import INDUCERS
from fpcrawl.extraction.templates.learn import learn
from fpcrawl.extraction.visual.candidates import candidate_groups
from fpcrawl.walk.reading import read_structure

ASKED = "My kettle has begun to leak from below, and only when it is filled to the mark."
FORM = '<form action="/send" method="post"><h3>{}</h3><textarea name="t"></textarea></form>'
REPLY = FORM.format("Post a reply")


def _answered(kind, n):
    return f"""<div class="{kind}-row" id="{kind}-{7001 + 37 * n}"><div class="{kind}-text">
        <p>{WORDS[n]}</p></div><div class="by"><a href="/users/{n}">{NAMES[n]}</a></div></div>"""


def _question(count, when=""):
    return f"""<h1>A small thread</h1><div class="ask"><div class="ask-text"><p>{ASKED}</p></div>
        <div class="by"><a href="/users/9">dora</a> {when}</div></div><h2>{count} answers</h2>"""


def _boxed(n):
    return f"""<div class="row"><img src="/{n}.png" alt=""><div><a href="/user/{NAMES[n]}">
        {NAMES[n]}</a> <span>#{n + 1}</span></div><div class="said">{WORDS[n]}</div>
        <button>Quote</button></div>"""


def _commented(n):
    return f"""<tr class="line" id="{n + 91}"><td><a href="vote?id={n}"></a></td><td>
        <div class="head"><a class="by-user" href="user?id={NAMES[n]}">{NAMES[n]}</a></div>
        <div class="comment"><div class="comm">{WORDS[n]}</div><a href="reply?id={n}">reply</a>
        </div></td></tr>"""


def _printed(n):
    title = "A small thread" if n == 0 else "Re: A small thread"
    return f"""<div class="post"><h3>{title}</h3><div class="date">by <strong>{NAMES[n]}</strong>
        </div><div class="content">{WORDS[n]}</div></div><hr>"""


def _entry(n):
    return f"""<hr><table><tr><td>Name:</td><td>{NAMES[n]}</td></tr><tr><td>From:</td>
        <td>Ohio, USA</td></tr><tr><td>Comments:</td><td>{WORDS[n]}</td></tr></table>"""


def _guest(n):
    return f"<li><b>{NAMES[n]}</b>: {WORDS[n]}</li>"


def _loose(n):
    return f"""<hr><a name="p{7001 + 37 * n}"></a><b>{NAMES[n]}</b><br>{WORDS[n]}"""


def _lettered(n):
    when = "Date: 2004-05-12 10:20" if n == 0 else ""
    return f"""<div class="msg" id="msg{n + 1}"><div>From: <b>{NAMES[n]}</b> {when}</div>
        <pre class="body">{WORDS[n]}</pre></div>"""


@pytest.mark.parametrize(
    "html",
    [
        f"<h1>A small thread</h1>{rows(_boxed, 3)}{REPLY}",
        f"<h1>A small thread</h1><table>{rows(_commented, 3)}</table>",
        f"<h2>A small thread</h2>{rows(_printed, 3)}",
        f"<h1>My guest book</h1>{rows(_entry, 3)}",
        f"<h1>My guest book</h1><ul>{rows(_guest, 3)}</ul>",
        f"<h1>A small thread</h1>{rows(_lettered, 3)}",
        f"<div><h1>A small thread</h1>{rows(_loose, 3)}</div>",
    ],
)
def test_records_around_names_are_posts_where_the_page_says_so(html):
    posts = posts_of(html_page(html))
    assert column(posts, "author") == NAMES[:3]
    assert column(posts, "body_text") == WORDS[:3]
    assert column(posts, "floor") == [1, 2, 3]


def _plain(n, when="", tag="h4"):
    return f"""<div class="m" id="p{7001 + 37 * n}"><{tag}>{NAMES[n]} <small>{when}</small></{tag}>
        <div>{WORDS[n]}</div></div>"""


def _column(n, when=""):
    return f"""<div class="post" id="post{7001 + 37 * n}"><div class="author">{NAMES[n]}<br>
        <small>Member</small><br><small>Posts: {n + 3}</small></div><div>{when}</div>
        <div class="words">{WORDS[n]}</div></div>"""


def _cells(n, when=""):
    row = f"<tr><th>Date</th><td>{when}</td></tr>" if when else ""
    return f"""<tr id="p{7001 + 37 * n}"><th>Author</th><td>{NAMES[n]}</td></tr>{row}
        <tr><td colspan="2">{WORDS[n]}</td></tr>"""


def _behind(n, when=""):
    return f"""<div class="row" id="p{7001 + 37 * n}"><div class="said"><p>{when}</p>
        <div class="words">{WORDS[n]}</div></div><div class="who"><b>{NAMES[n]}</b>:</div></div>"""


def _defined(n, when=""):
    return f"""<dt id="p{7001 + 37 * n}">{NAMES[n]} <small>Member</small> <i>{when}</i></dt>
        <dd>{WORDS[n]}</dd>"""


def _headed(n, when=""):
    return f"""<p id="p{7001 + 37 * n}">#{n + 1} <b>{NAMES[n]}</b> {when}</p>
        <blockquote>{WORDS[n]}</blockquote>"""


def _anchored(n, when=""):
    return f"""<hr><a name="p{7001 + 37 * n}"></a><span>{NAMES[n]}</span> <i>{when}</i><br>
        <p>{WORDS[n]}</p>"""


def _framed(n, when=""):
    return f"""<fieldset id="p{7001 + 37 * n}"><legend>{NAMES[n]} <i>{when}</i></legend>
        <div>{WORDS[n]}</div><p><a href="/report?p={n}">Denunciar</a></p></fieldset>"""


def _colon(n, when=""):
    told = f"» [{when}]" if when else ""
    return f"""<div class="post" id="p{7001 + 37 * n}"><p class="author"><b>{NAMES[n]}</b>: {told}
        </p><div class="content">{WORDS[n]}</div></div>"""


def _numbered(n, when=""):
    return f"""<tr id="p{7001 + 37 * n}"><td>{n + 1}</td><td>{NAMES[n]}<br>{when}</td>
        <td>{WORDS[n]}</td></tr>"""


_AROUND = {_cells: "<table>{}</table>", _numbered: "<table>{}</table>", _defined: "<dl>{}</dl>"}


@pytest.mark.parametrize("when", ["", TIMES[0]])
@pytest.mark.parametrize(
    "make",
    [
        *(_plain, _column, _cells, _behind, _defined, _headed, _anchored, _framed, _colon),
        _numbered,
    ],
)
def test_names_in_plain_text_are_those_of_numbered_boxes(make, when):
    said = make(0, when) + make(1) + make(2)
    posts = posts_of(html_page(_AROUND.get(make, "{}").format(said)))
    assert column(posts, "author") == NAMES[:3]
    assert column(posts, "body_text") == WORDS[:3]
    assert column(posts, "published") == [ISO[0] if when else None, None, None]


def _said(n, words=None, name=None, inside=""):
    return f"""<div class="node"><h3 id="p{7001 + 37 * n}"><a href="/user/{n}">{name or NAMES[n]}
        </a></h3><div class="text">{words or WORDS[n]}</div>{inside}</div>"""


def _quoting(n):
    return _said(n, f"<i>&gt; {WORDS[n - 1]}</i><br><p>{WORDS[n]}</p>" if n == 2 else None)


@pytest.mark.parametrize(
    ("html", "read"),
    [
        (rows(_said, 3), []),
        (rows(_quoting, 3), NAMES[:3]),
        (_said(0) + _said(1) + _said(2, name=NAMES[0]), [NAMES[0], NAMES[1], NAMES[0]]),
        (_said(0, inside=f"<p>{TIMES[0]}</p>") + _said(1) + _said(2), NAMES[:3]),
        (_said(0, inside=f"<div>{_said(1)}</div>") + _said(2), NAMES[:3]),
    ],
    ids=["alone", "one quotes another", "one returns", "the first is dated", "one answers another"],
)
def test_numbered_records_are_posts_where_people_talk_to_each_other(html, read):
    page = html_page(f"<h1>A small thread</h1>{html}")
    found = find_posts(tree_of(page, "http://f.example/a-small-thread/"), LayoutBook())
    assert [post.author for post in found.posts if post.author] == read if found else not read


def test_time_that_the_opening_alone_tells_is_kept():
    posts = posts_of(html_page(rows(_lettered, 3)))
    assert column(posts, "published") == ["2004-05-12T10:20+00:00", None, None]
    assert column(posts, "published_raw") == ["2004-05-12 10:20", None, None]


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("when", ["", "<span>2024-03-02 10:12</span>"])
def test_question_in_a_box_of_its_own_stands_before_its_answers(count, when):
    answers = "".join(_answered("answer", n) for n in range(count))
    posts = posts_of(html_page(_question(count, when) + answers))
    assert column(posts, "author") == ["dora", *NAMES[:count]]
    assert column(posts, "body_text") == [ASKED, *WORDS[:count]]
    times = ["2024-03-02T10:12+00:00" if when else None, *[None] * count]
    assert column(posts, "published") == times


def test_answers_lie_within_what_they_answer_in_boxes_without_names():
    def said(n, inside=""):
        return f"""<div><div id="p{7001 + 37 * n}"><a href="/user/{n}">{NAMES[n]}</a></div>
            <div><p>{WORDS[n]}</p></div>{f"<div>{inside}</div>" if inside else ""}</div>"""

    posts = posts_of(html_page(f"<div>{said(0, said(1))}{said(2)}</div>"))
    assert column(posts, "author") == NAMES[:3]
    assert column(posts, "body_text") == WORDS[:3]


def _new_keys(before, after):
    known = set(column(posts_of(html_page(before)), "key"))
    return [
        n for n, key in enumerate(column(posts_of(html_page(after)), "key")) if key not in known
    ]


def test_posts_keep_their_keys_when_another_comes_in_between():
    numbered = ["".join(_answered("answer", n) for n in ns) for ns in ([0, 2, 3], [0, 1, 2, 3])]
    assert _new_keys(_question(3) + numbered[0], _question(4) + numbered[1]) == [2]
    entries = ["".join(_entry(n) for n in ns) for ns in ([1, 2, 3], [0, 1, 2, 3])]
    assert _new_keys(*(f"<h1>My guest book</h1>{those}" for those in entries)) == [0]


def test_readings_of_a_post_without_time_are_of_one_post():
    post = posts_of(html_page(f"<h1>My guest book</h1>{rows(_entry, 3)}"))[1]
    assert same_post(post, replace(post, floor=5))
    assert not same_post(post, replace(post, body_text=WORDS[3]))
    assert not same_post(post, replace(post, author="emil"))


def test_post_without_answers_is_read_where_others_of_the_site_stand():
    book, alone = LayoutBook(), html_page(f"<h1>A small thread</h1>{_boxed(1)}")
    assert find_posts(tree_of(alone), book) is None
    for _ in range(3):
        found = find_posts(tree_of(html_page(rows(_boxed, 3) + REPLY)), book)
        book.learn_from(found.layouts)
    (post,) = posts_of(alone, book)
    assert (post.author, post.body_text) == (NAMES[1], WORDS[1])


def test_question_without_answers_is_no_stranger_where_answers_tell_no_times():
    book = LayoutBook()
    html = _question(3, TIMES[0]) + "".join(_answered("answer", n) for n in range(3))
    for _ in range(10):
        book.learn_from(find_posts(tree_of(html_page(html)), book).layouts)
    (post,) = posts_of(html_page(_question(0, TIMES[0])), book)
    assert (post.author, post.body_text, post.published) == ("dora", ASKED, ISO[0])
    assert post.confidence > 0.5


def _card(cls, inner):
    def make(n):
        return f'<div class="{cls}">{inner(n)}</div>'

    return rows(make, 4)


def _member(n):
    return f'<a class="user" href="/user/{n}">{NAMES[n]}</a><div class="text">{WORDS[n]}</div>'


def _titled(n):
    return f'<h3><a href="/t/{n}/x">The kettle number {n} whistles</a></h3>{_member(n)}'


COUNTER_PAGES = {
    "members": _card("member-card", _member),
    "members and a form to write to the owners": _card("post", _member) + FORM.format("Contact us"),
    "team": _card("team post", _member) + REPLY,
    "testimonials": _card("testimonial comment", _member) + REPLY,
    "topics": _card("post", _titled) + REPLY,
    "posts found in several threads": _card(
        "post", lambda n: f'{_member(n)}<a href="/t/{n}/x#post-{n}">Jump to the post</a>'
    )
    + REPLY,
    "beginnings of texts": _card(
        "post", lambda n: f'{_member(n)}<a href="/blog/{n}/x">Read all of it</a>'
    )
    + REPLY,
    "latest comments": _card(
        "comment", lambda n: f'<a href="/t/{n}/x">About the kettle {n}</a>{_member(n)}'
    )
    + REPLY,
    "who writes here, in the margin": f"<aside>{_card('comment', _member)}</aside>{REPLY}",
    "one member's": _card("comment", lambda n: _member(n).replace(NAMES[n], "anna")) + REPLY,
    "photographs": _card("photo", lambda n: f'<a class="user" href="/user/{n}">{NAMES[n]}</a>')
    + REPLY,
    "an interview": "".join(f"<p><b>{NAMES[n]}:</b> {WORDS[n]}</p>" for n in range(4)) + REPLY,
}


@pytest.mark.parametrize("html", COUNTER_PAGES.values(), ids=COUNTER_PAGES)
def test_other_records_around_names_are_no_posts(html):
    page = html_page(f"<h1>What there is</h1>{html}", "What there is")
    assert find_posts(tree_of(page, "http://f.example/all"), LayoutBook()) is None


@pytest.mark.parametrize("count", [0, 1])
def test_members_below_a_question_that_nobody_has_answered_are_no_answers(count):
    html = _question(0, TIMES[0]) * count + _card("box", _member) + REPLY
    page = tree_of(html_page(html), "http://f.example/topic/12")
    found = find_posts(page, LayoutBook())
    assert [post.author for post in (found.posts if found else [])] == ["dora"] * count


@pytest.mark.parametrize(
    "below",
    [
        """<div class="comment-respond"><h3>Leave a reply</h3><form class="comment-form"
        action="/comment.php"><p>Your address is not shown to anybody.</p>
        <p class="author"><label>Name *</label><input name="author"></p>
        <p><textarea></textarea></p><input type="submit" value="Reply"></form></div>""",
        """<ul class="links"><li class="comment_forbidden"><a href="/user/enter/7">Log in</a>
        to post comments</li></ul>
        <a href="/node/9">Mists of Kettleland QA answers</a>""",
        f"""<div class="answer-form comment">{REPLY}<table><tr><td>User:</td><td>Guest
        <a href="/in">Log in</a> | <a href="/new">Register</a></td></tr><tr><td colspan="2">
        Whoever answers keeps to the rules of the house.</td></tr></table></div>""",
    ],
    ids=["field", "button", "guest"],
)
def test_where_an_answer_is_written_there_is_none(below):
    for words in (WORDS[0], "<img src=/kettle.png>"):
        html = f"""<div class="node"><div class="meta">By <a class="user" href="/user/1">anna</a>
            on {TIMES[0]}</div><div class="text">{words}</div>{below}</div>"""
        found = find_posts(tree_of(html_page(html)), LayoutBook())
        assert found is not None
        assert [post.author for post in found.posts] == ["anna"]


def test_line_that_counts_answers_above_a_lone_post_is_no_post():
    html = f"""<div class="info"><ul><li class="topic-description"><span>This topic has 0 replies
        and was last updated</span> <a href="/t/5">1 week, 2 days ago</a> <span>by</span>
        <a class="author-link" href="/user/1"><span class="author-name">anna</span></a></li></ul>
        </div><div class="head"><span class="date">{TIMES[0]}</span></div>
        <div id="post-77" class="reply"><a class="author-link" href="/user/1">
        <span class="author-name">anna</span></a><div class="reply-content"><p>{WORDS[0]}</p></div>
        </div>{REPLY}"""
    (post,) = posts_of(html_page(html))
    assert (post.author, post.body_text, post.published) == ("anna", WORDS[0], ISO[0])


def test_records_with_times_of_their_own_are_left_to_what_reads_these():
    def dated(n):
        return f'<div class="answer">{_member(n)}<i>Edited: 2024-03-0{n + 1} 10:12</i></div>'

    found = find_posts(tree_of(html_page(rows(dated, 4) + REPLY)), LayoutBook())
    assert found is None or not found.key.startswith("~name")


def test_page_of_a_question_is_a_thread():
    html = html_page(_question(3) + "".join(_answered("answer", n) for n in range(3)))
    assert read_structure(tree_of(html).page, LayoutBook()).role == "thread"
    posts = records_of(html, "thread")
    assert [post.published for post in posts] == [None] * 4


def _remark(n):
    return f"""<li class="comment" id="comment-{7001 + 37 * n}"><cite class="fn">{NAMES[n]}</cite>
        <div class="comment-body"><p>{WORDS[n]}</p></div><a href="?to={n}">Reply</a></li>"""


@pytest.mark.parametrize(("named", "read"), [("comments", 3), ("related", 0)])
def test_comments_on_an_article_tell_no_times_either(named, read):
    text = "".join(f"<p>{ASKED} {words}</p>" for words in WORDS)
    below = f'<section id="{named}"><h2>3 comments</h2><ol>{rows(_remark, 3)}</ol></section>'
    if not read:
        below = below.replace("comment", "teaser").replace("Reply", "Read all of it")
    html = f"<article><h1>A small thread</h1><div>{text}</div></article>{below}"
    article = article_of(html_page(html))
    assert column(article.comments, "author") == NAMES[:read]
    assert column(article.comments, "published_raw") == [None] * read
    assert WORDS[3] in article.body_text


def test_network_that_knows_records_by_times_is_not_asked_for_others():
    html = html_page(f"{rows(_boxed, 3)}{REPLY}<p>Until <b>2024-03-04 10:00</b></p>")
    groups = candidate_groups(tree_of(html))
    assert all(span.time.raw for group in groups for span in group.spans)


@pytest.mark.parametrize("kind", INDUCERS)
def test_templates_are_learnt_of_posts_without_times(kind):
    def page(first):
        answers = "".join(_answered("answer", (first + n) % 4) for n in range(3))
        return labelled(html_page(_question(3) + answers), f"http://f.example/q/{first}.html")

    pages = [page(n) for n in range(4)]
    learnt = learn(pages, {kind: INDUCERS[kind]})
    assert learnt is not None
    assert learnt.verification.score == 1.0
    read = learnt.templates[kind].read(page(1).sheet)
    assert [record.values["author"] for record in read] == ["dora", *NAMES[1:4]]
    assert all("time" not in record.values for record in read)


@pytest.mark.parametrize(("usual", "believed"), [(0.0, 1.0), (0.2, 1.0), (1.0, 0.0)])
def test_times_are_missed_where_others_of_a_template_have_them(usual, believed):
    read = [Face({"author": name, "body": text}) for name, text in zip(NAMES, WORDS, strict=False)]
    assert believable("thread", read, {"time": usual}) == believed
