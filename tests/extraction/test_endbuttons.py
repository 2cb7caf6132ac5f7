"""Links that the words of all records end with, in a language that no list has."""

from __future__ import annotations

import pytest

from tests.extraction.extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    article_of,
    column,
    div_post,
    html_page,
    posts_of,
)

BUTTON = '<i><a href="#r{n}">Bolukax</a></i>'


def thread(end, count=3, **changes):
    posts = (div_post(n, words=WORDS[n] + end.format(n=n), **changes) for n in range(count))
    return html_page(f'<h1>A small thread</h1><div id="posts">{"".join(posts)}</div>')


@pytest.mark.parametrize(
    "end",
    [
        f" {BUTTON}",
        f"<p>{BUTTON} <button>Ziregux</button></p>",
        f"{BUTTON}<span></span> ",
        f'<p>{BUTTON} | <a href="#z{{n}}">Ziregux</a> | <a href="/p/{{n}}">#{{n}}</a></p>',
    ],
)
def test_the_same_links_at_the_end_of_all_posts_are_buttons(end):
    assert column(posts_of(thread(end)), "body_text") == WORDS[:3]


@pytest.mark.parametrize(
    ("end", "changes"),
    [
        ('<a href="/p/{n}">Bolukax {n}</a>', {}),
        ('<a href="/p/{n}">Bolukax</a> {n}', {}),
        (BUTTON, {"name": "anna"}),
        (BUTTON, {"count": 2}),
        (f"{BUTTON}。", {}),
        ('<a href="/p">Bolukax zirevan temolix godurax</a>', {}),
    ],
    ids=["other words", "words behind", "one writer", "two posts", "in a sentence", "a long one"],
)
def test_other_links_at_the_end_are_words(end, changes):
    said = column(posts_of(thread(f" {end}", **changes)), "body_text")
    assert said[0].startswith(f"{WORDS[0]} Bolukax")


@pytest.mark.parametrize("end", ['<a href="/a">Bolukax</a> | <a href="/p/7">#7</a>'])
def test_links_with_the_number_of_the_post_are_no_words_of_the_only_one(end):
    html = thread(f"<br><div>{end}</div>", count=1)
    assert column(posts_of(html), "body_text") == WORDS[:1]


def test_the_same_links_at_the_end_of_all_comments_are_buttons():
    comments = "".join(
        f"<li><b>{NAMES[n]}</b> <i>{TIMES[n]}</i><div>{WORDS[n]} {BUTTON}</div></li>"
        for n in range(3)
    )
    text = "".join(f"<p>The {one} harbour was dug by hand in a year of ice.</p>" for one in NAMES)
    page = f'<article><h1>The harbour</h1>{text * 3}</article><ul id="comments">{comments}</ul>'
    found = article_of(html_page(page))
    assert [comment.body_text for comment in found.comments] == WORDS[:3]
