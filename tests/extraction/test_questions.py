"""Questions above their answers: what they are called, who asks, and that nobody says so."""

from __future__ import annotations

import pytest
from extraction_kit import ISO, NAMES, WORDS, column, html_page, posts_of
from opening_kit import OPENING, QUESTION_HEAD, answers_of

ASKED = "2024-03-01 09:00"


@pytest.mark.parametrize("called", ["q-desc", "question-description", "article_txt"])
@pytest.mark.parametrize("signed", [False, True])
def test_the_words_of_a_question_are_called_a_description(called, signed):
    words = f'<div class="{called}">{WORDS[0]}</div>'
    parts = [words, QUESTION_HEAD] if signed else [QUESTION_HEAD, words]
    page = html_page(f"<div><h1>Which oil?</h1>{''.join(parts)}</div>{answers_of(1, 2, 3)}")
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == ISO


def test_a_title_called_so_is_no_question():
    head = f'<h1 class="q-desc">Which oil is it that lathes are fond of?</h1>{QUESTION_HEAD}'
    posts = posts_of(html_page(f"<div>{head}</div>{answers_of(1, 2, 3)}"))
    assert column(posts, "author") == NAMES[1:]


@pytest.mark.parametrize("label", ["質問者：", "提问者：", "Asked by"])
def test_who_asks_is_known_by_the_word_ahead(label):
    head = f'<ul><li>{label} <a href="/asking/zoe">zoe</a></li><li>{ASKED}</li></ul>'
    page = html_page(
        f'<div><h1>Kettles</h1>{head}<p class="q_txt">{OPENING}</p></div>{answers_of(0, 1, 2)}'
    )
    posts = posts_of(page)
    assert column(posts, "author") == ["zoe", *NAMES[:3]]
    assert posts[0].body_text == OPENING


def unsigned(count="3 answers", head="", words="question-body"):
    return html_page(
        f"""<div class="question"><h1>Kettles</h1><ul><li>Where the sea is: Oban</li>
        <li>Asked on {ASKED}</li><li>{count}</li></ul>
        <div class="{words}">{OPENING}</div></div>{answers_of(0, 1, 2)}""",
        head=head,
    )


@pytest.mark.parametrize("count", ["3 answers", "3 回答", "3 Antworten", "律师回答 共3条回答"])
def test_a_question_that_nobody_signed_is_a_post_without_a_name(count):
    posts = posts_of(unsigned(count))
    assert column(posts, "author") == [None, *NAMES[:3]]
    assert column(posts, "body_text") == [OPENING, *WORDS[:3]]
    assert posts[0].published == "2024-03-01T09:00+00:00"


@pytest.mark.parametrize(
    "page",
    [
        unsigned("3 comments"),
        unsigned("7 answers"),
        unsigned(words="rules"),
        unsigned(head='<meta property="og:type" content="article">'),
        unsigned().replace("h1>", "h2>"),
    ],
    ids=["comments", "of others", "called otherwise", "article", "no heading"],
)
def test_what_is_no_question_above_its_answers(page):
    assert column(posts_of(page), "author") == NAMES[:3]


@pytest.mark.parametrize("added", ["<div class='votes'><b>71</b></div>", "<div>Votes: 7</div>"])
def test_votes_beside_the_words_of_an_opening_are_none_of_them(added):
    box = f'<div class="info"><div class="post-body"><p>{OPENING}</p></div>{added}</div>'
    topic = f'<div class="topic"><h1>Kettles</h1>{QUESTION_HEAD}{box}</div>'
    posts = posts_of(html_page(topic + answers_of(1, 2, 3)))
    assert [posts[0].author, posts[0].body_text] == [NAMES[0], OPENING]


def test_what_else_stands_in_the_box_of_an_opening_belongs_to_it():
    more = "And since May it does not whistle at all."
    box = f'<div class="info"><div class="post-text"><p>{OPENING}</p></div><div>{more}</div></div>'
    topic = f'<div class="topic"><h1>Kettles</h1>{QUESTION_HEAD}{box}</div>'
    posts = posts_of(html_page(topic + answers_of(1, 2, 3)))
    assert more in posts[0].body_text


@pytest.mark.parametrize("label", ["提问者：", "質問者：", "Asked by: "])
def test_who_asks_is_told_by_plain_text_behind_a_word(label):
    posts = posts_of(unsigned().replace("Where the sea is: Oban", f"{label}zoe"))
    assert column(posts, "author") == ["zoe", *NAMES[:3]]
