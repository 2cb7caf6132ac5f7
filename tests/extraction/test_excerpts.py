"""Pages with pieces of several threads, and pages of one thread that look like them."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, group_of, html_page


def piece(n, number, home):
    return f"""<div class="post" id="p{number}"><p class="intro"><b class="name">{NAMES[n]}</b>
    <time>{TIMES[n]}</time> <a href="{home}#{number}">No.</a><a href="{home}#q{number}">{number}</a>
    </p><div class="body">{WORDS[n]}</div></div>"""


def board(homes, start=501):
    return html_page("".join(piece(n, start + 3 * n, home) for n, home in enumerate(homes)))


def test_posts_of_several_threads_are_rows_of_a_list():
    homes = ["/b/res/501.html", "/b/res/501.html", "/b/res/480.html", "/b/res/480.html"]
    assert group_of(board(homes)).title_share == 1.0


@pytest.mark.parametrize(
    "homes",
    [
        # One thread; the numbers of its posts, each a page of its own; pages as others count.
        ["/b/res/501.html"] * 4,
        ["/p/501", "/p/504", "/p/507", "/p/510"],
        ["/thread-77/page-1", "/thread-77/page-1", "/thread-77/page-2", "/thread-77/page-2"],
        # Answers to two posts of the page, in turn.
        ["/a/1", "/a/2", "/a/1", "/a/2"],
    ],
)
def test_posts_of_one_thread_are_none(homes):
    assert group_of(board(homes)).title_share == 0.0


def card(n, href):
    return f"""<div class="card"><a href="{href}"><img src="/t/{n}.png"></a>
    <span>{TIMES[n]}</span><div class="said">{WORDS[n]}</div></div>"""


@pytest.mark.parametrize(
    ("kind", "share"), [("/b/res/{}.html", 1.0), ("/src/{}.png", 0.0), ("/b/res/7.html", 0.0)]
)
def test_cards_are_told_by_the_pages_that_their_pictures_lead_to(kind, share):
    group = group_of(html_page("".join(card(n, kind.format(n)) for n in range(4))))
    assert (group.author_path, group.title_share) == (None, share)
