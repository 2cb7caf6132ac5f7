"""Times that people tell in their words, in boxes that nothing is named after."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, html_page, posts_of, rows

HAN = [
    "我在 2023-05-12 09:30 写过，盖子合上以后水壶就不再响了，换了垫圈也一样安静。",
    "谢谢。",
    "用过，还行。",
    "多泡一会。",
]
LATIN = [
    "It was on 12 May 2023 at 9:30 that I wrote of lids and of rings first, and of spouts later.",
    *WORDS[1:],
]


def _lined(n, said):
    return f"<li><div><b>{NAMES[n]}</b> <i>{TIMES[n]}</i></div><div>{said[n]}</div></li>"


def _bare(n, said):
    return f"""<li><div><a href="/user/{n}">{NAMES[n]}</a></div><div>{TIMES[n]} #{n + 1}</div>
        <div>{said[n]}</div></li>"""


def _signed(n, said):
    return f"""<li><p>{said[n]}</p><p>by <a href="/user/{n}">{NAMES[n]}</a> {TIMES[n]}</p></li>"""


@pytest.mark.parametrize("post", [_lined, _bare, _signed])
@pytest.mark.parametrize("said", [HAN, LATIN])
def test_a_time_in_the_words_beside_a_line_of_another_is_no_post(post, said):
    posts = posts_of(html_page(f"<ul>{rows(lambda n: post(n, said))}</ul>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == said
    assert [p.published[:10] for p in posts] == [time[:10] for time in TIMES]


def test_of_two_times_in_a_box_the_one_in_an_element_is_that_of_the_post():
    def post(n):
        line = f'<span>by <a href="/user/{n}">{NAMES[n]}</a> {TIMES[n]}</span>'
        return f'<div class="item">{line}<br>{LATIN[n]}</div>'

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == LATIN


def test_times_ahead_of_words_of_any_length_are_those_of_posts():
    def post(n):
        said = " ".join([WORDS[n]] * (5 * (n % 2) + 1))
        return f"<div>{TIMES[n]} <b>{NAMES[n]}</b>: <span>{said}</span></div>"

    days = f"<section>{post(0)}{post(1)}</section><section>{post(2)}{post(3)}</section>"
    posts = posts_of(html_page(f"<article>{days}</article>"))
    assert len(posts) == len(NAMES)
