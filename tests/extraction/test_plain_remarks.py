"""Remarks below answers whose writers nothing but their place tells, or how they are dressed."""

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, group_of, html_page, posts_of

from fpcrawl.extraction.posts.layout import LayoutBook

ASIDE = [
    "Which kettle is it, and how old?",
    "Does that help with hard water, too?",
    "It helped here, but the smell stayed.",
]
SAID = " ".join(WORDS)


def _answer(n, *remarks, said=None):
    return f"""<section id="p{n + 1}"><h3>{NAMES[n]}</h3><p><span>{TIMES[n]}</span></p>
        <div class="text">{said or WORDS[n]}</div><ul>{"".join(remarks)}</ul></section>"""


def _celled(n, *remarks):
    head = f"<tr><td>{NAMES[n]}</td><td><i>{TIMES[n]}</i></td></tr>"
    words = f"<td>{WORDS[n]}<ul>{''.join(remarks)}</ul></td>"
    return f'<table id="p{n + 1}">{head}<tr><td></td>{words}</tr></table>'


def _signed(n, name, aside=None):
    told = f"<span class='said'>{aside or ASIDE[n]}</span> &ndash; {name} [{TIMES[n + 1]}]"
    return f'<li id="p{n + 61}">{told}</li>'


def _page(*posts):
    return html_page(f'<h1>The kettle boils over</h1><div class="main">{"".join(posts)}</div>')


def test_a_name_in_a_box_and_one_without_it_are_dressed_alike():
    def remark(n, name):
        who = f"<span class='who'>{name}</span>"
        told = f"{who} <span>{TIMES[n + 1]}</span>"
        return f"<li><span class='said'>{ASIDE[n]}</span> &ndash; {told}</li>"

    def answer(n, *remarks):
        head = f"<cite><span class='who'>{NAMES[n]}</span></cite> <span>{TIMES[n]}</span>"
        return f"<li id='p{n + 1}'>{head}<div>{WORDS[n]}</div><ul>{''.join(remarks)}</ul></li>"

    first = answer(0, remark(0, "dora"), remark(1, "emil"))
    posts = posts_of(_page("<ol>", first, answer(2, remark(2, "fred")), "</ol>"))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla", "fred"]
    assert column(posts, "body_text") == [WORDS[0], *ASIDE[:2], WORDS[2], ASIDE[2]]


def test_remarks_are_signed_by_names_that_stand_loose_ahead_of_their_times():
    def remark(n, name):
        return f"<li><div>{name} <i>{TIMES[n + 1]}</i></div><div>{ASIDE[n]}</div></li>"

    first = _celled(0, remark(0, "dora"), remark(1, "emil"))
    posts = posts_of(_page(first, _celled(2, remark(2, "fred"))))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla", "fred"]
    assert column(posts, "body_text") == [WORDS[0], *ASIDE[:2], WORDS[2], ASIDE[2]]


def test_what_is_said_of_all_times_is_no_name_ahead_of_them():
    def remark(n, name):
        line = f"<div>{name} <span>Written on {TIMES[n + 1]}</span></div>"
        return f"<li id='p{n + 61}'>{line}<div class='x'>{ASIDE[n]}</div></li>"

    def answer(n, *remarks):
        head = f"<cite>{NAMES[n]}</cite> <span>Written on {TIMES[n]}</span>"
        return f"<li id='p{n + 1}'>{head}<div>{WORDS[n]}</div><ul>{''.join(remarks)}</ul></li>"

    first = answer(0, remark(0, "dora"), remark(1, "emil"))
    posts = posts_of(_page("<ol>", first, answer(2, remark(2, "fred")), "</ol>"))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla", "fred"]
    assert column(posts, "body_text") == [WORDS[0], *ASIDE[:2], WORDS[2], ASIDE[2]]


def test_the_only_remark_on_each_answer_does_not_take_the_words_around_it():
    def remark(n, name):
        line = f"<div>{name} <i>{TIMES[n + 1]}</i></div>"
        return f"<li id='p{n + 61}'>{line}<div>{ASIDE[n]}</div></li>"

    posts = posts_of(_page(_celled(0, remark(0, "dora")), _celled(2, remark(2, "fred"))))
    assert column(posts, "author") == ["anna", "dora", "carla", "fred"]
    assert column(posts, "body_text") == [WORDS[0], ASIDE[0], WORDS[2], ASIDE[2]]


def test_a_dash_leads_from_the_words_of_remarks_to_who_wrote_them():
    answers = _answer(0, _signed(0, "dora"), _signed(1, "emil"), said=SAID), _answer(2)
    posts = posts_of(_page(*answers))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla"]
    assert column(posts, "body_text") == [SAID, *ASIDE[:2], WORDS[2]]


def test_what_leads_to_all_times_alike_is_no_name():
    page = _page(*(_answer(n, _signed(n, "Seen")) for n in range(3)))
    assert column(posts_of(page), "author") == NAMES[:3]


def test_the_only_remark_on_the_only_answer_is_one_where_it_is_numbered_as_posts_are():
    book = LayoutBook()
    book.learn_from(group_of(_page(_answer(1, _signed(1, "fred")), _answer(2)), book).layouts)
    posts = posts_of(_page(_answer(0, _signed(0, "dora"))), book)
    assert column(posts, "author") == ["anna", "dora"]
    assert column(posts, "body_text") == [WORDS[0], ASIDE[0]]


def test_sentences_beside_times_are_no_names_however_short():
    said = ["蓋を少し開けておく。", "酢で月に一度洗う。", "新しい物を買った。"]
    remarks = [_signed(n, name, said[n]) for n, name in enumerate(("dora", "emil", "fred"))]
    remarks = [one.replace("[", "<i>").replace("]", "</i>") for one in remarks]
    posts = posts_of(_page(_celled(0, *remarks[:2]), _celled(2, remarks[2])))
    assert column(posts, "author") == ["anna", "dora", "emil", "carla", "fred"]
    assert column(posts, "body_text") == [WORDS[0], *said[:2], WORDS[2], said[2]]


@pytest.mark.parametrize(
    "day",
    ["<li><div>{} <i>{}</i></div><div>{}</div></li>", "<li><b>{}</b> <i>{}</i><p>{}</p></li>"],
)
def test_what_an_answer_tells_of_days_to_come_are_no_remarks_on_it(day):
    to_come = [f"2024-06-0{n} 10:00" for n in (1, 2, 3)]
    days = map(day.format, ("Lund", "Oban", "Bergen"), to_come, ASIDE)
    posts = posts_of(_page(_celled(0, *days), _celled(1), _celled(2)))
    assert column(posts, "author") == NAMES[:3]
    assert ASIDE[0] in posts[0].body_text
