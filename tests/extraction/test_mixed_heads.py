"""Openings, remarks and guests whose heads are dressed otherwise than those beside them."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    group_of,
    html_page,
    posts_of,
    rows,
)

REMARK = "Does that help with hard water, too, or with soft water only?"


def _answer(n, number=None):
    number = f"p{n + 40}" if number is None else number
    return f"""<tr id="{number}"><td>{n + 1}</td><td>{NAMES[n]}<br><i>{TIMES[n]}</i></td>
        <td>{WORDS[n]}</td></tr>"""


def _opened(box='<div id="p40">', ahead=f"{NAMES[0]}, ", numbers=(None, None, None)):
    """An opening in boxes of its own above answers in the rows of a table."""
    opening = f"{box}<div>{ahead}<i>{TIMES[0]}</i></div><div>{WORDS[0]}</div></div>"
    answers = "".join(_answer(n, number) for n, number in zip((1, 2, 3), numbers, strict=True))
    return html_page(f"<b>A small thread</b>{opening}<h3>3 more</h3><table>{answers}</table>")


def test_an_opening_is_numbered_as_its_answers_are():
    posts = posts_of(_opened())
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == ISO


@pytest.mark.parametrize(
    "page",
    [
        _opened('<div id="notice40">'),
        _opened(numbers=("p41", "q42", "p43")),
        _opened(ahead="Posted: "),
    ],
    ids=["another number", "numbers of two kinds", "no name"],
)
def test_what_is_numbered_otherwise_or_tells_no_name_is_no_opening(page):
    assert column(posts_of(page), "body_text") == WORDS[1:]


def test_a_signature_is_not_what_an_opening_says():
    signed = (
        "<div>-- <br>The harbour office found the apple trees of last summer again.</div></div>"
    )
    page = _opened().replace(f"<div>{WORDS[0]}</div></div>", f"<div>Ok.</div>{signed}", 1)
    assert not [text for text in column(posts_of(page), "body_text") if text.startswith("--")]


def test_the_best_answer_is_not_read_twice():
    page = _opened().replace(WORDS[0], WORDS[2]).replace(TIMES[0], TIMES[2])
    page = page.replace(f"{NAMES[0]}, ", f"{NAMES[2]}, ", 1)
    assert column(posts_of(page), "body_text") == WORDS[1:]


def _asked(n):
    return f"""<div id="a{n + 7}"><div><b>{n}</b></div><div><div>{WORDS[n]}</div><div>
        <div>on {TIMES[n]}</div><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div></div></div>
        </div>"""


def test_a_question_alone_in_its_list_is_a_record_like_its_answers():
    """No box has a name, so that many elements stand in one like that of the answers."""
    page = html_page(f"<div>{_asked(0)}</div><h3>3 more</h3><div>{rows(_asked, 4)}</div>")
    page = page.replace(_asked(0), "", 2).replace("<div></div>", f"<div>{_asked(0)}</div>", 1)
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def _guest(n, name=None):
    """A post of a member, whose name is a link, or of a guest."""
    shown = f"<span>{NAMES[n]}</span>" if n % 2 else NAMES[n]
    return f"""<div id="p{n + 3}"><div>{name or shown}, <i>{TIMES[n]}</i></div>
        <p>{WORDS[n]}</p></div>"""


def test_names_of_two_dresses_stand_in_the_lines_of_the_times():
    posts = posts_of(html_page(rows(_guest)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_one_word_ahead_of_all_times_is_no_name():
    posts = posts_of(html_page(rows(lambda n: _guest(n, "Posted"))))
    assert set(column(posts, "author")) == {None}


def test_the_rounds_of_a_programme_have_no_writers():
    rounds = ("Knockout", "Last 16", "Semifinals", "Final")
    dressed = [name if n % 2 else f"<u>{name}</u>" for n, name in enumerate(rounds)]
    page = rows(lambda n: f"<div>{dressed[n]} - <i>{TIMES[n]}</i></div><p>{WORDS[n]}</p>")
    found = group_of(html_page(f"<div>{page}</div>"))
    assert found is None or not any(post.author in rounds for post in found.posts)


def _remarked(n, remark=""):
    below = f"<ul>{remark}</ul>" if remark else ""
    return f"""<div class="post" id="p{n + 1}"><div class="card"><b>{NAMES[n]}</b></div>
        <div class="main"><div class="meta"><i>{TIMES[n]}</i></div><div class="words">{WORDS[n]}
        </div>{below}</div></div>"""


@pytest.mark.parametrize(
    "remark",
    [
        "<div><b>dora</b> <i>{0}</i></div><div class='said'>{1}</div>",
        "<span class='said'>{1}</span> – <b>dora</b> <i>{0}</i>",
    ],
)
def test_a_single_remark_is_signed_as_the_answers_are(remark):
    inside = f'<li id="comment-9">{remark.format("2024-03-04 12:00", REMARK)}</li>'
    page = html_page(f"<div>{rows(lambda n: _remarked(n, inside if n == 1 else ''))}</div>")
    posts = posts_of(page)
    assert column(posts, "author") == [*NAMES[:2], "dora", *NAMES[2:]]
    assert column(posts, "body_text") == [*WORDS[:2], REMARK, *WORDS[2:]]


def _faced(n, ahead="", behind=""):
    """A post whose writer shows but a picture, beside what is no name."""
    return f"""<div class="post"><div class="foot"><a href="/user/{len(NAMES[n])}-{NAMES[n]}">
        <img src="/f/{n}.png" alt="{NAMES[n]}"></a>{ahead}<i>{TIMES[n]}</i>{behind}</div>
        <div class="text">{WORDS[n]}</div></div>"""


def test_what_several_members_have_is_not_their_name():
    ranks = ("Novice", "Master", "Master", "Novice")
    posts = posts_of(html_page(rows(lambda n: _faced(n, behind=f" <span>{ranks[n]}</span>"))))
    assert column(posts, "author") == NAMES


def test_a_name_beside_a_picture_that_says_another_is_the_name():
    shown = {"anna": "Anna B", "bert": "Bert K", "carla": "Carla M"}
    page = rows(lambda n: _faced(n, ahead=f"<b>{shown[NAMES[n]]}</b> "))
    posts = posts_of(html_page(page))
    assert column(posts, "author") == [shown[name] for name in NAMES]


def test_loose_words_end_at_the_line_that_signs_them():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="entry" id="p{n + 5}">{WORDS[n]}<br>{REMARK}
            <p><a href="/user/{NAMES[n]}">{NAMES[n]}</a> <i>{TIMES[n]}</i> |</p></div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{words}\n{REMARK}" for words in WORDS]


@pytest.mark.parametrize(
    "head",
    [
        "bert 发表于 {}",
        "<b>bert</b> schrieb am {}:",
        "<b>bert</b> a écrit le {} :",
        "bert 님이 {} 작성",
        "от bert, {}",
    ],
)
def test_who_wrote_a_post_alone_is_told_ahead_of_its_time(head):
    line = head.format(f"<i>{TIMES[0]}</i>")
    page = html_page(
        f'<h1>A small thread</h1><div id="p7"><div>{line}</div><p>{WORDS[0]}</p></div>'
    )
    assert column(posts_of(page), "author") == ["bert"]


@pytest.mark.parametrize("head", ["Kettles {}", "<b>Kettles</b> | {}", "Site closed on {}"])
def test_other_words_ahead_of_the_time_of_a_post_alone_are_no_name(head):
    line = head.format(f"<i>{TIMES[0]}</i>")
    page = html_page(f"<h1>A small thread</h1><section><p>{line}</p><p>{WORDS[0]}</p></section>")
    assert column(posts_of(page), "author") == [None]


@pytest.mark.parametrize("tag", ["fieldset", "details"])
def test_posts_are_boxed_in_other_elements_too(tag):
    def boxed(n):
        shown = f"<span>{NAMES[n]}</span>" if n % 2 else NAMES[n]
        return f"""<{tag} id="post-{n + 3}"><legend>{shown} <i>{TIMES[n]}</i></legend>
            <div>{WORDS[n]}</div></{tag}>"""

    assert column(posts_of(html_page(rows(boxed))), "author") == NAMES
