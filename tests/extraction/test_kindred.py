"""Questions, answers and comments on both, each built otherwise."""

import re

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    html_page,
    posts_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.walk.threadboxes import count_threads

ASIDE = [
    "Which kettle is it, and how old?",
    "Does that help with hard water, too, or with soft water only?",
    "It helped here, but the smell of vinegar stayed for some days.",
]


def _signed(kind, n, name):
    return f"""<div class="{kind}-foot"><span class="{kind}-when">{TIMES[n]}</span>
        <a class="{kind}-who" href="/users/{n}/{name}">{name}</a></div>"""


def _comment(n, name="dora"):
    return f"""<li class="comment"><span class="comment-copy">{ASIDE[n]}</span>
        {_signed("comment", n + 1, name)}</li>"""


def _post(kind, n, comments=""):
    return f"""<div class="{kind}" id="{kind}-{n + 1}"><div class="layout">
        <div class="votes">{n}</div><div class="{kind}-cell"><div class="text">
        <p>{WORDS[n]}</p></div>{_signed(kind, n, NAMES[n])}</div>
        <ul class="comments">{comments}</ul></div></div>"""


def _page(*posts):
    return html_page(f'<h1>The kettle boils over</h1><div class="main">{"".join(posts)}</div>')


def test_comments_on_a_question_and_on_answers_are_read_with_both():
    posts = posts_of(
        _page(
            _post("question", 0, _comment(0)),
            _post("answer", 1, _comment(1) + _comment(2, "emil")),
            _post("answer", 2),
        )
    )
    told = [WORDS[0], ASIDE[0], WORDS[1], ASIDE[1], ASIDE[2], WORDS[2]]
    assert column(posts, "body_text") == told
    assert column(posts, "author") == ["anna", "dora", "bert", "dora", "emil", "carla"]


def test_more_comments_than_answers_do_not_hide_these():
    posts = posts_of(
        _page(
            _post("question", 0, _comment(0) + _comment(1, "emil")),
            _post("answer", 1, _comment(2, "fred")),
        )
    )
    assert column(posts, "body_text") == [WORDS[0], ASIDE[0], ASIDE[1], WORDS[1], ASIDE[2]]
    assert column(posts, "author") == ["anna", "dora", "emil", "bert", "fred"]


def test_what_is_commented_gives_its_number_to_no_comment():
    def post(kind, n, comment):
        made = _post(kind, n, comment).replace("<ul ", f'<ul data-post-id="{n + 71}" ')
        return made.replace(
            '<div class="text">', f'<b data-post-id="{n + 71}">+</b><div class="text">'
        )

    posts = posts_of(
        _page(
            post("question", 0, _comment(0)),
            post("answer", 1, _comment(1)),
            post("answer", 2, _comment(2, "emil")),
        )
    )
    assert len(posts) == len({post.key for post in posts}) == 6


def test_answers_with_comments_are_no_threads_of_their_own():
    """Each has a button of its own, as the threads of boards that show their first posts."""

    def with_button(n, post):
        button = f'<ul class="tools"><li><b><a href="/posts/{n}/log">All of it</a></b></li></ul>'
        return post.replace('<div class="votes">', f'<div class="votes">{button}')

    question = with_button(70, _post("question", 0, _comment(0) + _comment(1)))
    tree = tree_of(_page(question, with_button(71, _post("answer", 1, _comment(2)))))
    posts = find_posts(tree, LayoutBook())
    assert len(posts.posts) == 5
    assert count_threads(tree, posts) == 0


def test_what_a_post_answers_to_is_no_comment_on_it():
    def answer(n):
        parent = _signed("parent", n - 1, "hugo") + f"<div>{WORDS[n - 1]}</div>" if n else ""
        return f"""<li class="item" data-pid="{n}"><div class="parent">{parent}</div>
            {_signed("post", n, NAMES[n])}<div class="prose"><p>{WORDS[n]}</p></div></li>"""

    posts = posts_of(html_page(f"<ul>{rows(answer)}</ul>"))
    assert column(posts, "body_text") == WORDS


def test_a_quotation_with_the_number_of_a_post_is_one():
    def comment(n):
        return f"""<blockquote class="section comment" id="entry-comment-{n}"><header>
            <a class="user" href="/u/{NAMES[n]}">{NAMES[n]}</a>, <time>{TIMES[n]}</time></header>
            <div class="content"><p>{WORDS[n]}</p></div></blockquote>"""

    opening = f"""<article class="entry"><h1>The kettle boils over</h1><div class="content"><p>
        {WORDS[0]}</p></div><aside class="meta"><a class="user" href="/u/anna">anna</a>,
        <time>{TIMES[0]}</time></aside></article>"""
    page = html_page(f"{opening}<section>{''.join(map(comment, (1, 2, 3)))}</section>")
    assert column(posts_of(page), "body_text") == WORDS


def test_the_heading_of_the_only_comment_is_no_words_of_it():
    comment = f"""<div id="comment_7" class="remarks"><h3 class="of">Remarks on this</h3>
        <div class="row"><div class="by"><a href="/users/9/dora">dora</a></div>
        <div class="said">Yes <span class="when">posted on {TIMES[3]}</span></div></div></div>"""

    def post(n):
        return f"""<div id="post-{n + 1}"><div class="cell"><div class="head"><a class="who"
            href="/users/{n}/{NAMES[n]}">{NAMES[n]}</a><span class="at">{TIMES[n]}</span></div>
            <div class="text">{WORDS[n]}</div>{comment if n == 1 else ""}</div></div>"""

    assert column(posts_of(html_page(rows(post, 3))), "body_text") == WORDS[:3]


def test_what_was_done_to_a_thread_is_no_post():
    def post(n):
        return f"""<li class="item" id="post-{n + 1}"><div class="head"><a class="who"
            href="/users/{n}/{NAMES[n]}">{NAMES[n]}</a><span class="at">{TIMES[n]}</span></div>
            <div class="text">{WORDS[n]}</div></li>"""

    done = f"""<li class="done"><span class="told"><a class="who" href="/users/9/dora">dora</a>
        closed this on <em class="on">{TIMES[3]}</em></span></li>"""
    stats = '<div class="info">Open to all and pinned at the top by dora, 3 posts</div>'
    page = html_page(
        f"""<div itemtype="https://schema.org/DiscussionForumPosting">{stats}
        <ul>{rows(post, 2)}{done}{post(2)}</ul></div>"""
    )
    assert column(posts_of(page), "body_text") == WORDS[:3]


def test_comments_whose_heads_are_built_as_those_of_answers_are_read_with_them():
    def head(kind, n, name):
        return f"""<div class="{kind}-head"><div class="card"><div class="card-lines">
            <a href="/users/{n}/{name}">{name}</a><span class="stamp">{TIMES[n]}</span>
            </div></div></div>"""

    def answer(n, *comments):
        said = "".join(
            f"""<article class="comment" id="comment-{10 * n + i}">{head("comment", i, "dora")}
            <div class="comment-body">{ASIDE[i]}</div></article>"""
            for i in comments
        )
        return f"""<li><div class="answer" id="answer-{n + 1}">{head("answer", n, NAMES[n])}
            <div class="answer-text">{WORDS[n]}</div><div>0 found this helpful</div>{said}
            </div></li>"""

    posts = posts_of(_page(answer(0), answer(1, 2), answer(2), answer(3)))
    assert column(posts, "body_text") == [WORDS[0], WORDS[1], ASIDE[2], WORDS[2], WORDS[3]]
    assert column(posts, "author") == [*NAMES[:2], "dora", *NAMES[2:]]


def test_members_whose_pages_stand_right_below_the_site_sign_comments_and_answers():
    page = _page(
        _post("answer", 0, _comment(0)),
        _post("answer", 1, _comment(1) + _comment(2, "emil")),
        _post("answer", 2),
    )
    posts = posts_of(re.sub(r"/users/\d/", "/", page))
    assert column(posts, "author") == ["anna", "dora", "bert", "dora", "emil", "carla"]


def test_buttons_below_the_name_of_who_asks_are_no_words_of_the_question():
    buttons = "<div class='controls'><span>edit</span> <span>flag as offensive</span></div>"
    foot = f"<div class='foot'>{_signed('question', 0, 'anna')}{buttons}</div>"
    asked = f"""<div class="post question" id="post-1"><div class="cell"><div class="body">
        <div class="text"><p>{WORDS[0]}</p></div></div>{foot}
        <ul class="comments">{_comment(0)}{_comment(1)}</ul></div></div>"""
    posts = posts_of(_page(asked))
    assert column(posts, "body_text") == [WORDS[0], ASIDE[0], ASIDE[1]]


def test_the_hidden_box_from_which_a_script_makes_comments_is_none():
    spare = _comment(0, "").replace(ASIDE[0], "").replace("/users/1/", "")
    third = _comment(1, "finn").replace(ASIDE[1], "It is the third of mine.")
    asides = _comment(0) + _comment(1, "emil")
    page = _page(_post("question", 0, asides), _post("answer", 1, third + _comment(2)))
    spare = f'<div class="templates" style="display: none">{spare}</div></body>'
    posts = posts_of(page.replace("</body>", spare))
    assert column(posts, "author") == ["anna", "dora", "emil", "bert", "finn", "dora"]


def test_single_comments_within_answers_do_not_take_their_words():
    def post(n, comments=()):
        said = "".join(
            f"""<div class="aside"><div class="aside-text">{ASIDE[i]}</div>
            <p class="aside-foot"><a href="/users/{i + 7}/{NAMES[i]}">{NAMES[i]}</a>
            <span class="when">(2026-03-0{n + 4} 08:1{i}:09)</span></p></div>"""
            for i in comments
        )
        return f"""<div class="entry"><div class="said"><p>{WORDS[n]}</p></div>
            {_signed("entry", n, NAMES[n])}<div class="asides">{said}</div></div>"""

    posts = posts_of(_page(post(0), post(1, [0]), post(2, [1]), post(3, [2])))
    told = [WORDS[0], WORDS[1], ASIDE[0], WORDS[2], ASIDE[1], WORDS[3], ASIDE[2]]
    assert column(posts, "body_text") == told


def _remarked(n, remarks, said=None, dress="<a href='/users/{n}/{name}'>{name}</a>"):
    """Return an answer with remarks below its words."""
    name = dress.format(n=n, name=NAMES[n])
    return f"""<section id="p{n + 1}"><h3>{name}</h3><p><span>{TIMES[n]}</span></p>
        <div class="text">{said or WORDS[n]}</div><ul>{remarks}</ul></section>"""


def test_the_line_of_a_remark_names_who_wrote_it_and_not_the_remark_before():
    def remark(n, name):
        face = f"<a href='/users/{n}/{name}'><img src='/{n}.png' alt=''></a>"
        who = f"{face} <a href='/users/{n}/{name}'>{name}</a>"
        return f"<li><div>{who} {TIMES[n + 1]}</div><div class='said'>{ASIDE[n]}</div></li>"

    said = " ".join(WORDS)
    asides = remark(0, "dora") + remark(1, "emil")
    posts = posts_of(_page(_remarked(0, asides, said), _remarked(3, remark(2, "fred"))))
    assert column(posts, "author") == ["anna", "dora", "emil", "anna", "fred"]
    assert column(posts, "body_text") == [said, *ASIDE[:2], WORDS[3], ASIDE[2]]


def test_who_wrote_remarks_and_when_is_not_missed_among_the_words_of_answers():
    def remark(n, name):
        who = f"<a href='/users/{n}/{name}'>{name}</a>"
        told = f"<i>{who} <span>Written on: {TIMES[n + 1]}</span></i>"
        return f"<li><span class='said'>{ASIDE[n]}</span> &ndash; {told}</li>"

    said = ["It leaks.", "Mine is new.", "Thanks to you."]
    names = ["dora", "emil", "fred"]
    posts = posts_of(
        _page(
            *(_remarked(n, remark(n, names[n]), said[n]) for n in range(2)),
            _remarked(2, "", said[2]),
        )
    )
    assert column(posts, "author") == ["anna", "dora", "bert", "emil", "carla"]
    assert column(posts, "body_text") == ["It leaks.", ASIDE[0], "Mine is new.", ASIDE[1], said[2]]


def test_names_in_bold_sign_remarks_and_answers_where_nobody_has_a_page():
    def remark(n, name):
        line = f"by <b>{name}</b> <i>{TIMES[n + 1]}</i>"
        return f"<li><div>{line}</div><div>{ASIDE[n]}</div></li>"

    bold = {"dress": "by <b>{name}</b>"}
    asides = remark(0, "dora") + remark(1, "emil")
    posts = posts_of(_page(_remarked(0, asides, **bold), _remarked(2, "", **bold)))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla"]
    assert column(posts, "body_text") == [WORDS[0], *ASIDE[:2], WORDS[2]]


def test_what_an_answer_lists_in_bold_and_when_are_no_remarks_on_it():
    def release(n):
        return f"<li><b>Lid {n}.0</b> <i>{TIMES[n + 1]}</i> <span>{ASIDE[n]}</span></li>"

    bold = {"dress": "by <b>{name}</b>"}
    said = f"<p>{WORDS[0]}</p><ul>{release(0)}{release(1)}{release(2)}</ul>"
    answers = [_remarked(n, "", said if n == 0 else None, **bold) for n in range(3)]
    posts = posts_of(_page(*answers))
    assert column(posts, "author") == NAMES[:3]
    assert all(aside in posts[0].body_text for aside in ASIDE[:3])


def test_remarks_in_the_cell_of_the_words_are_cut_out_of_these():
    def remark(n, name):
        who = f"<a href='/users/{n}/{name}'>{name}</a>"
        return f"<li><span class='said'>{ASIDE[n]}</span> &ndash; {who} <i>{TIMES[n + 1]}</i></li>"

    def answer(n, *asides):
        head = f"<td><a href='/users/{n}/{NAMES[n]}'>{NAMES[n]}</a></td><td><i>{TIMES[n]}</i></td>"
        words = f"{WORDS[n]}<ul class='remarks'>{''.join(asides)}</ul>"
        return (
            f"<table id='p{n + 1}'><tr>{head}</tr><tr><td>Member</td><td>{words}</td></tr></table>"
        )

    first, second = answer(0, remark(0, "dora"), remark(1, "emil")), answer(3, remark(2, "fred"))
    posts = posts_of(_page(first, second))
    assert column(posts, "author") == ["anna", "dora", "emil", "anna", "fred"]
    assert column(posts, "body_text") == [WORDS[0], *ASIDE[:2], WORDS[3], ASIDE[2]]


def test_the_name_behind_a_remark_is_its_own_however_near_the_one_before_is():
    def remark(n, name):
        who = f"<b><a href='/users/{n}/{name}'>{name}</a></b>"
        return f"<li><span class='said'>{ASIDE[n]}</span> &ndash; {who} {TIMES[n + 1]}</li>"

    said = " ".join(WORDS)
    asides = remark(0, "dora") + remark(1, "emil")
    posts = posts_of(_page(_remarked(0, asides, said), _remarked(3, remark(2, "fred"))))
    assert column(posts, "author") == ["anna", "dora", "emil", "anna", "fred"]


SHORT = ["我也想知道", "用过，还行。", "多泡一会", "谢谢"]


def _floor(n, asides=""):
    words = ("水壶的盖子关上以后为什么漏水呢？", "我的也是一样，把盖子打开以后就都好了。")
    buttons = f"<a>举报</a> | {n}楼 | <a>回复</a> | <a>评论</a>"
    said = f"{words[n % 2]}<br>第{n + 1}次来问，请各位帮忙看一看。"
    return f"""<div class="item" id="{n}"><div class="item-head"><a href="/u/7{n}">{NAMES[n]}</a>
        <i>{TIMES[n]}</i></div><div class="item-con"><div class="item-content">{said}</div>
        <div class="item-foot">{buttons}</div>{asides}</div></div>"""


def _short(n, name, words=None):
    return f"""<li><p><a href="/u/9{n}">{name}</a>：</p><span class="con">{words or SHORT[n]}</span>
        <p class="at">2024-03-04 12:0{n}</p></li>"""


def test_a_few_chinese_characters_by_members_are_comments():
    asides = f"<ul>{_short(0, '阿土')}{_short(1, '夜行船')}</ul>"
    posts = posts_of(html_page(f"<div>{_floor(0)}{_floor(1, asides)}{_floor(2)}{_floor(3)}</div>"))
    assert column(posts, "author") == ["anna", "bert", "阿土", "夜行船", "carla", "anna"]
    assert column(posts[2:4], "body_text") == SHORT[:2]
    # What stands below the words of each floor is none of them, nor are the comments.
    assert all(post.body_text.endswith("帮忙看一看。") for post in posts[:2] + posts[4:])


def test_what_was_done_with_a_post_is_no_comment_however_often():
    asides = f"<ul>{_short(0, '阿土', '已修改')}{_short(1, '夜行船', '已修改')}</ul>"
    posts = posts_of(html_page(f"<div>{_floor(0)}{_floor(1, asides)}{_floor(2)}{_floor(3)}</div>"))
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize("marked", [1, 2])
def test_one_answer_marked_as_such_stands_among_the_others(marked):
    def answer(n):
        mark = ' class="re"' if n == marked else ""
        head = f'<b class="who">{NAMES[n]}</b> <i class="day">{TIMES[n]}</i>'
        return f"""<li{mark}><dl><dt>{head}</dt><dd>{WORDS[n]}</dd></dl></li>"""

    posts = posts_of(html_page(f"<ul>{rows(answer)}</ul>"))
    assert column(posts, "body_text") == WORDS


def test_a_note_beside_the_list_of_answers_is_none_of_them():
    def answer(n):
        return f"""<li><dl><dt><b class="who">{NAMES[n]}</b> <i class="day">{TIMES[n]}</i></dt>
            <dd>{WORDS[n]}</dd></dl></li>"""

    note = f"""<ul class="notes"><li class="note"><dl><dt><b class="who">Board</b>
        <i class="day">2024-01-01 10:00</i></dt><dd>{ASIDE[0]}</dd></dl></li></ul>"""
    posts = posts_of(html_page(f"<div><ul>{rows(answer)}</ul>{note}</div>"))
    assert column(posts, "body_text") == WORDS
