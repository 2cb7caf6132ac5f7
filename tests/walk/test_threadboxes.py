"""Lists that show posts of many threads, or whole texts."""

from __future__ import annotations

from extraction_kit import WORDS
from walk_kit import reading_of


def post(n, more=""):
    return (
        f'<div class="post"><b class="name">u{n}</b> <span class="time">2024-03-04 10:0{n}</span>'
        f'{more}<div class="text">{WORDS[n % len(WORDS)]}</div></div>'
    )


NAMES = ("Anna", "Zed_Two", "Lake", "New_York")


def boxes(button):
    return "".join(
        f'<div class="box">{post(n, button.format(n))}{post(n + 1)}{post(n + 2)}</div>'
        for n in range(3)
    )


def test_a_list_that_shows_posts_of_many_threads_is_none_itself():
    assert reading_of(boxes('<a href="/b/res/{}.html">Show all</a>'), "/b/").role == "index"


def test_links_of_single_posts_and_those_to_one_thread_make_no_list():
    each = "".join(post(n, f'<a href="/b/post/{n}.html">Link</a>') for n in range(6))
    assert reading_of(each, "/b/res/5.html").role == "thread"
    assert reading_of(boxes('<a href="/b/res/5.html">Show all</a>'), "/b/x.html").role == "thread"


def test_buttons_of_comments_lead_to_what_they_answer():
    html = boxes('<a href="/b/res/{}.html">Parent</a>')
    assert reading_of(f'<ul id="comments">{html}</ul>', "/b/").role == "thread"


def test_texts_that_nobody_signed_are_those_of_pages_they_lead_to():
    def text(n, link):
        return (
            f'<div class="entry"><b>On a day by the lake</b><div class="text">{WORDS[n]}</div>'
            f'<span class="day">2024-03-0{n + 1}</span> '
            f'<a href="{link.format(NAMES[n])}">Permalink</a></div>'
        )

    def page(link):
        return reading_of("".join(text(n, link) for n in range(4)), "/archive/2024/03/")

    assert page("/day-by-the-lake-of-{}.html").role == "index"
    assert page("/{}.html").role == "index"
    assert page("/archive/2024/03/#e{}").role != "index"
