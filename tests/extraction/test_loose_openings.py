"""Opening posts whose words or names stand loose, and posts beside them."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    group_of,
    html_page,
    posts_of,
    rows,
)

from fpcrawl.extraction.posts.layout import LayoutBook

OPENING = "Since the new year my kettle whistles in two voices, low and high."
FULL_NAMES = ["Anna Berg", "Bert Lund", "Carla Diaz", "Dora Moss"]


@pytest.mark.parametrize("names", [FULL_NAMES, NAMES])
def test_names_whose_class_says_so_are_no_titles_where_little_is_said(names):
    """Names of two words, which lead to pages with addresses that say nothing."""
    page = html_page(
        rows(
            lambda n: (
                f"""<li class="note"><a class="author-link" href="/id/{n + 70}">{names[n]}</a>
            <span class="on">{TIMES[n]}</span><div class="md">Yes, mine too: {n}{n} times.</div>
            </li>"""
            )
        )
    )
    assert group_of(page).title_share == 0.0
    assert column(posts_of(page), "author") == names


def favourites(n):
    return f'<span>[<a href="/favourites/{n}{n}">{n + 1} favourites</a>]</span>'


def signed_page(answers):
    """Words that stand loose above a line that signs them; a heading tells when it all began."""
    comments = "".join(
        f"""<div class="comments">{WORDS[n]}<br><span class="small">posted by
        <a href="/user/{n}7">{NAMES[n]}</a> at {TIMES[n]} {favourites(n)}</span></div><br>"""
        for n in answers
    )
    return html_page(
        f"""<div id="page"><h1>Which oil?<br><span class="small">{TIMES[0]}</span></h1>
        <div class="copy">
        {WORDS[0][:30]}<br><br>{WORDS[0][30:]}<br><span class="small">posted by
        <a href="/user/07">{NAMES[0]}</a> to <a href="/tools">tools</a> {favourites(0)}</span></div>
        {comments}<p>This thread is closed, and nobody can answer here any more.</p></div>"""
    )


@pytest.mark.parametrize("answers", [(), (1,), (1, 2, 3)])
def test_words_that_stand_loose_above_the_line_that_signs_them(answers):
    posts = posts_of(signed_page(answers))
    assert column(posts, "author") == [NAMES[n] for n in (0, *answers)]
    assert column(posts, "published_raw")[0] == TIMES[0]
    assert "".join(posts[0].body_text.split()) == "".join(WORDS[0].split())
    assert column(posts, "body_text")[1:] == [WORDS[n] for n in answers]


def test_what_is_counted_in_brackets_below_words_is_no_title():
    assert group_of(signed_page((1, 2, 3))).title_share == 0.0


def noted(n, said=None):
    """A name and words behind a colon in one box, the time below both."""
    return f"""<div class="item"><div class="text"><a href="/u/{n + 70}">{NAMES[n]}</a>：
        {said or WORDS[n]}</div><ul><li><a href="#">reply</a></li></ul>
        <div class="from">{TIMES[n]}</div></div>"""


def noted_page(answers, said=None):
    return html_page(
        f"""<div class="feed"><div class="info"><a href="/u/70">{NAMES[0]}</a></div>
        <div class="on"><a href="/70/1">{TIMES[0]}</a></div><div class="text">{WORDS[0]}</div></div>
        <div class="list">{"".join(noted(n, said and f"{said} {n}{n}") for n in answers)}</div>"""
    )


@pytest.mark.parametrize("answers", [(1,), (1, 2, 3)])
def test_words_behind_a_name_and_a_colon_in_one_box_with_it(answers):
    posts = posts_of(noted_page(answers))
    assert column(posts, "author") == [NAMES[n] for n in (0, *answers)]
    assert column(posts, "body_text") == [WORDS[n] for n in (0, *answers)]


def test_a_colon_behind_a_name_tells_that_a_word_or_two_are_words():
    assert column(posts_of(noted_page((1, 2), "Good :)")), "body_text")[1:] == [
        "Good :) 11",
        "Good :) 22",
    ]


def tracked(n, number):
    title = f"Comment {number}" if number else "Description"
    return f"""<div id="c{number}" class="note{"" if number else " first_note"}">
        <div class="{"" if number else "first_"}head"><b>{title}</b>
        <span class="who"><span class="fn">{NAMES[n]}</span></span>
        <span class="at">{TIMES[n]}:31</span></div><pre class="note_text">{WORDS[n]}</pre></div>"""


@pytest.mark.parametrize("answers", [(), (1,), (1, 2)])
def test_what_a_table_says_of_the_first_post_is_no_other_one(answers):
    """The head of the first post is told above it, without the seconds, and the last change."""
    notes = "".join(tracked(n, number) for number, n in enumerate((0, *answers)))
    page = html_page(
        f"""<table><tr><td><table><tr><th>Reported:</th><td>{TIMES[0]} by <span class="vcard">
        <span class="fn">{NAMES[0]}</span></span></td></tr><tr><th>Modified:</th>
        <td>{TIMES[2]} (<a href="/log?id=7">log</a>)</td></tr></table></td></tr></table>
        <div id="notes"><table><tr><td>{notes}</td></tr></table></div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == [NAMES[n] for n in (0, *answers)]
    assert column(posts, "published_raw") == [f"{TIMES[n]}:31" for n in (0, *answers)]
    assert column(posts, "body_text") == [WORDS[n] for n in (0, *answers)]


def asked_page(head, answers=(1, 2, 3), name=lambda n: NAMES[n]):
    """A text whose head is a box of its own, above answers by people without pages."""
    items = "".join(
        f"""<li class="item"><div class="meta"><span class="by">{name(n)}</span>
        <span class="on">{TIMES[n]}</span></div><div class="said">{WORDS[n]}</div></li>"""
        for n in answers
    )
    return html_page(
        f"""<div class="board"><div class="top"><h1>Which oil?</h1><div class="line">{head}</div>
        </div><div class="text-content"><p>{WORDS[0]}</p></div>
        <div class="below"><ul>{items}</ul></div></div>"""
    )


def test_who_answers_is_known_by_the_name_above_the_opening_too():
    """All are called the same here, and answers are numbered."""
    page = asked_page(
        f"<i>nobody</i><i>kettles and pans</i><b>{TIMES[0]}</b>",
        name=lambda n: f"{n}. nobody",
    )
    posts = posts_of(page)
    assert column(posts, "author") == ["nobody"] * 4
    assert column(posts, "body_text") == WORDS


def test_the_dress_of_a_name_is_known_above_the_opening_where_its_box_is_another():
    page = asked_page(
        f"<em><u class='q1'>zoe</u></em><i>kettles and pans</i><b>{TIMES[0]}</b>",
        name=lambda n: f"<u class='q1'>{NAMES[n]}</u>",
    )
    assert column(posts_of(page), "author") == ["zoe", *NAMES[1:]]


@pytest.mark.parametrize(
    "beside",
    [
        "<span>추천 0</span> <span>조회 157</span> <a href='#below'>댓글 3</a>",
        "<a href='/kettles'>kettles</a> <span>12 views</span>",
        "",
    ],
)
def test_the_only_name_in_the_line_of_a_time_wrote_the_opening(beside):
    head = f"<a href='javascript:;'>zoe</a> {beside} <span>{TIMES[0]}</span>"
    posts = posts_of(asked_page(head))
    assert column(posts, "author") == ["zoe", *NAMES[1:]]
    assert column(posts, "body_text") == WORDS


def test_of_two_names_in_the_line_of_a_time_none_wrote_the_opening():
    head = f"<a href='#a'>zoe</a> <i>kettles</i> <span>{TIMES[0]}</span>"
    assert column(posts_of(asked_page(head)), "author") == NAMES[1:]


def test_where_an_opening_stands_whose_fields_are_in_several_boxes_is_learnt():
    head = f"<a href='javascript:;'>zoe</a> <span class='at'>{TIMES[0]}</span>"
    book = LayoutBook()
    book.learn_from(group_of(asked_page(head), book).layouts)
    (post,) = posts_of(asked_page(head, ()), book)
    assert (post.author, post.body_text) == ("zoe", WORDS[0])


def test_how_often_a_button_was_pressed_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="item"><p class="name"><span>{NAMES[n]}</span> · <em>{n}***</em></p>
            <p class="said">{WORDS[n]}</p><div class="line"><span class="on">{TIMES[n]}</span>
            <a class="like">Like {n + 1}</a><a class="more">Reply</a></div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_what_is_told_of_a_member_beside_the_head_of_a_lone_post_is_not_what_he_wrote():
    page = html_page(
        f"""<div class="message"><div class="generic"><table><tr><td><div class="by">
        <a href="/profile?7">zoe</a></div><small><strong>Which oil?</strong><br>{TIMES[0]}</small>
        </td><td class="message-user-info">Registered: 14 years ago<br>Posts: 412</td></tr></table>
        </div><div class="message-body">{WORDS[0]}<br><br>{WORDS[1]}</div></div>"""
    )
    (post,) = posts_of(page)
    assert (post.author, post.body_text) == ("zoe", f"{WORDS[0]}\n\n{WORDS[1]}")


def test_labels_of_days_are_no_posts():
    told = "".join(
        f"<dl><dt>{label}:</dt><dd>{TIMES[n]}</dd></dl>"
        for n, label in enumerate(("Solved", "Last query", "Last reply"))
    )
    facts = f"<div class='facts'>{told}</div>"
    (post,) = posts_of(html_page(f"<h1>Which oil?</h1>{div_post(1, words='Mine too.')}{facts}"))
    assert (post.author, post.body_text) == (NAMES[1], "Mine too.")


def test_titles_of_answers_are_not_the_names_that_head_them():
    """Nobody writes twice, but the titles of the answers are all the same."""
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="blockpost"><h2><span>#{n + 1} <a href="?pid={n + 50}">{TIMES[n]}</a>
            </span></h2><dl><dt><strong>{FULL_NAMES[n]}</strong></dt><dd><strong>Member</strong></dd>
            </dl><h3>{"Re: " * bool(n)}A small thread</h3>
            <div class="said">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == FULL_NAMES


def test_one_name_with_a_blank_among_names_without():
    names = [*NAMES[:3], "dora of kettles"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="item"><div class="a1"><span>{names[n]}</span></div>
            <div class="e2"><span>B{n + 1}</span><i>{TIMES[n]}</i></div>
            <div class="b3">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == names


def test_what_heads_a_row_is_none_of_the_words_in_it():
    notes = rows(
        lambda n: (
            f"""<tr class="note"><td><a href="/u/{NAMES[n]}">{NAMES[n]}</a><i>{TIMES[n]}</i></td>
        <td class="said"><p>{WORDS[n]}</p></td></tr>"""
        )
    )
    page = html_page(
        f"""<table class="facts"><tr><th>ID</th><th>Submitted</th></tr><tr><td>7</td>
        <td>2024-03-04 09:00</td></tr><tr><th>Reporter</th><td><a href="/u/zoe">zoe</a></td></tr>
        <tr><th>Description</th><td><p>{OPENING}</p></td></tr></table><table>{notes}</table>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == ["zoe", *NAMES]
    assert column(posts, "body_text") == [OPENING, *WORDS]


def test_of_several_days_above_an_opening_the_one_beside_the_name_is_when_it_was_written():
    notes = rows(
        lambda n: (
            f"""<div class="note"><h4>Updated by <a class="user" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <i title="{TIMES[n]}">long</i> ago</h4><div class="wiki">{WORDS[n]}</div></div>"""
        )
    )
    page = html_page(
        f"""<div class="issue"><p class="author">Added by <a class="user" href="/u/zoe">zoe</a>
        <i title="2024-03-04 09:00">long</i> ago.</p><div class="value">2024-03-01</div>
        <div class="value"><a class="user" href="/u/dora">dora</a></div>
        <div class="wiki"><p>{OPENING}</p></div></div><div>{notes}</div>"""
    )
    first = posts_of(page)[0]
    assert (first.author, first.body_text) == ("zoe", OPENING)
    assert first.published == "2024-03-04T09:00+00:00"


def test_a_link_that_shows_when_a_post_was_written_is_not_the_title_of_another_page():
    def head(n):
        return f"""<div class="head"><a href="/u/{NAMES[n]}">{NAMES[n]}</a> <span class="age"
            title="{TIMES[n]}"><a href="/thread-7{n}.html">58 days ago</a></span></div>"""

    page = html_page(
        f"""<table class="top"><tr><td>{head(0)}</td></tr><tr><td><div class="toptext">{WORDS[0]}
        </div></td></tr></table><table class="tree"><tr><td><div class="in">{head(1)}<div
        class="commtext">{WORDS[1]}</div></div></td></tr></table>"""
    )
    assert column(posts_of(page, url="http://f.example/thread-70.html"), "author") == NAMES[:2]


def stored(n):
    return f"""<div class="wrapper"><div class="left"><div class="story">{WORDS[n]}</div>
        <div class="foot"><a class="display-name" href="/u/{NAMES[n]}">{NAMES[n]}</a>
        <span class="stamp">written on {TIMES[n]}</span></div></div></div>"""


def test_an_opening_that_stands_ahead_of_the_list_of_answers_is_known_without_one():
    def page(answers):
        return html_page(
            f"""<div class="main"><h1>Which oil?</h1>{stored(0)}
            <div id="answers"><b>{len(answers)}</b>{"".join(map(stored, answers))}</div></div>"""
        )

    book = LayoutBook()
    book.learn_from(group_of(page((1, 2, 3))).layouts)
    (post,) = posts_of(page(()), book)
    assert (post.author, post.body_text) == (NAMES[0], WORDS[0])


def voted(n, head):
    return f"""<div class="item"><div class="byline">{head} <i title="{TIMES[n]}">long ago</i> |
        <a href="/t/1#c{n}">{"3 comments" if n == 0 else "link"}</a></div>"""


def test_the_count_of_comments_wrote_no_opening_and_who_did_is_no_word_of_it():
    comments = "".join(
        voted(n, f'<a href="/~{NAMES[n]}">{NAMES[n]}</a>') + f"<span>{WORDS[n]}</span></div>"
        for n in (1, 2, 3)
    )
    head = f'<span>authored by</span> <a class="u-card" href="/~zoe">{"zoe"}</a>'
    page = html_page(
        f"""<div class="top">{voted(0, head)}</div></div><div class="story_text"><p>{OPENING}</p>
        </div><div class="list">{comments}</div>"""
    )
    posts = posts_of(page)
    assert column(posts, "author") == ["zoe", *NAMES[1:]]
    assert column(posts, "body_text") == [OPENING, *WORDS[1:]]


def paged(count):
    """The words of the first post stand in a box of another name than those of the others."""

    def post(n):
        tag = "article" if n else "div"
        return f"""<div class="page"><div class="who"><a href="/u/{NAMES[n]}">{NAMES[n]}</a>
            <p>Score: {n}{n}</p></div><div class="publish"><i>{TIMES[n]}</i>
            <{tag} class="{"limit" if n else "first"}">{WORDS[n]}</{tag}></div></div>"""

    return html_page(f"<h1>Which oil?</h1><div>{rows(post, count)}</div>")


def test_the_words_of_an_opening_in_a_box_that_only_it_has():
    assert column(posts_of(paged(4)), "body_text") == WORDS


def test_what_is_known_of_words_is_believed_where_one_of_two_posts_has_them():
    book = LayoutBook()
    book.learn_from(group_of(paged(4)).layouts)
    assert column(posts_of(paged(2), book), "body_text") == WORDS[:2]


def handmade(top):
    """Answers whose heads are lines of text, below a box."""
    answers = "".join(
        f"""<dl class="answer"><dt>From <b>{NAMES[n]}</b> on {TIMES[n]}</dt><dd>{WORDS[n]}</dd>
        </dl>"""
        for n in (1, 2, 3)
    )
    return html_page(f"<div class='text'><h2>Which oil?</h2>{top}</div>{answers}")


def test_loose_words_behind_a_head_in_a_box_that_ends_before_the_answers():
    head = f"<p class='head'>Written by <b>zoe</b> on {TIMES[0]}</p>"
    posts = posts_of(handmade(f"{head}{OPENING}<br>{WORDS[0]}"))
    assert column(posts, "author") == ["zoe", *NAMES[1:]]
    assert posts[0].body_text == f"{OPENING}\n{WORDS[0]}"


def test_what_is_told_loose_in_the_line_of_a_head_is_no_opening():
    line = f"Started by <b>zoe</b> <i>{TIMES[0]}</i> and since then 3 replies, 7 people follow"
    assert column(posts_of(handmade(f"<div>{line}</div>")), "author") == NAMES[1:]


def _led_by(name, when, said, post):
    """Return a thread with somebody's words ahead of the posts, in other boxes."""
    ahead = f"<div><h3>Bolukax</h3><div>by <strong>{name}</strong> <i>{when}</i></div>{said}</div>"
    return html_page(f"<h1>A small thread</h1>{ahead}{rows(post, 3)}")


def _signed_below(n, when, words, name):
    return f"""<div id="p{n + 7001}"><div><p><i>{when}</i></p>{words}<div>
        <a href="/reply?p={n}">Bolux</a></div></div><div>by <strong>{name}</strong></div></div>"""


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("{}", "{}"),
        (
            "<time datetime='2024-03-05T08:15:00Z'>{}</time>",
            "<time datetime='2024-03-05T10:15:00+02:00'>{}</time>",
        ),
    ],
)
def test_the_best_answer_that_is_told_above_all_posts_is_no_opening(above, below):
    said = f"<div><div>{WORDS[2]}</div><div>{WORDS[3]}</div></div>"

    def post(n):
        words, time = (said, below) if n == 2 else (f"<div><div>{WORDS[n]}</div></div>", "{}")
        return _signed_below(n, time.format(TIMES[n]), words, NAMES[n])

    posts = posts_of(_led_by("carla", above.format(TIMES[2]), said, post))
    assert column(posts, "author") == NAMES[:3]
    assert [post.body_text.split("\n")[0] for post in posts] == WORDS[:3]


def test_of_one_day_an_opening_and_an_answer_can_begin_alike():
    def post(n):
        words = "Is it you? Or are you not here?" if n == 1 else WORDS[n]
        name = "zoe" if n == 1 else NAMES[n]
        return _signed_below(n, "3 days ago", f"<div><div>{words}</div></div>", name)

    said = "<div><div>Is it you?</div></div>"
    posts = posts_of(_led_by("zoe", "3 days ago", said, post))
    assert column(posts, "author") == ["zoe", "anna", "zoe", "carla"]
