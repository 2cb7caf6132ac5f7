"""Quotations as cards: the member who is quoted and when, above what was said."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, div_post, html_page, posts_of, rows
from lxml.html import fromstring

from fpcrawl.extraction.bodies.quotations import quoted_author

QUOTED = "It leaks from below, whatever one does."
HEADS = [
    '<div><a href="/user/bert"><img src="/b.png" alt=""> bert</a> {when}</div>',
    """<div class="k"><a href="/user/bert"><img src="/b.png" alt=""></a>
    <a href="/user/bert">bert</a> <small>Posted: {when}</small></div>""",
]


def thread(above):
    """Return the posts of a thread each of which has something above its words."""
    return posts_of(html_page(rows(lambda n: div_post(n, words=f"{above}<p>{WORDS[n]}</p>"))))


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("when", [TIMES[0], "3 days ago"])
def test_the_head_of_a_card_is_no_words_of_the_post_that_quotes_it(head, when):
    card = f"<div>{head.format(when=when)}<div>{QUOTED}</div></div>"
    posts = thread(card)
    assert column(posts, "author") == NAMES
    assert column(posts, "quote_of") == ["bert"] * 4
    said = [post.body_text.split("\n") for post in posts]
    assert said == [[QUOTED, "", words] for words in WORDS]


@pytest.mark.parametrize(
    "line",
    [
        '<div><a href="/user/bert">bert</a> leaves us on 4 March 2024 at 10:00</div>',
        '<div><a href="/trips/graz">Graz</a> 2024-03-04 10:00</div>',
        '<div><a href="/user/bert">bert</a> <a href="/user/ann">ann</a> 2024-03-04 10:00</div>',
        '<div><a href="/user/bert">@bert</a> 2024-03-04 10:00</div>',
        """<div><a href="/user/bert">bert</a> 2024-03-04 10:00</div>
        <div><a href="/user/ann">ann</a> 2024-03-05 10:00</div>""",
        """<table><tr><td><a href="/user/bert">bert</a> 2024-03-04 10:00</td><td>12 pots</td></tr>
        </table>""",
    ],
)
def test_lines_with_times_that_authors_write_stay(line):
    posts = thread(f"<div>{line}<div>{QUOTED}</div></div>")
    assert all("10:00" in post.body_text for post in posts)
    assert column(posts, "quote_of") == [None] * 4


def test_who_edited_a_post_is_not_whom_it_quotes():
    line = '<div>Edited by <a href="/user/bert">bert</a>, 2024-03-04 10:00</div>'
    assert quoted_author([fromstring(f"<div><div>{line}<div>{QUOTED}</div></div></div>")]) is None
