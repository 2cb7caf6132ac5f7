"""Pages that nobody had in mind: odd posts, empty boards, and sizes meant to hurt."""

from __future__ import annotations

import pytest
from calls_kit import count_calls
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    div_thread,
    html_page,
    page_of,
    posts_of,
    records_of,
    tree_of,
)

from fpcrawl.extraction.articles.articles import heading_number
from fpcrawl.extraction.articles.comments import find_comments
from fpcrawl.extraction.flow import flow_of
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.ranges import Ranges
from fpcrawl.walk.reading import read_structure


def thread_of(bodies):
    """A thread of a list of divs with the given bodies; names and times come again."""
    posts = "".join(
        div_post(n, words=words, time=f"2024-03-{n // 24 + 1:02} {n % 24:02}:00")
        for n, words in enumerate(bodies)
    )
    return html_page(f"<h1>A small thread</h1><div id='posts'>{posts}</div>")


def bodies_of(html):
    return column(posts_of(html), "body_text")


@pytest.mark.parametrize(
    "words", [WORDS[0], "Yes.", "顶", "请问这台车床用什么润滑油比较好？谢谢各位。"]
)
def test_a_post_alone_on_its_page(words):
    (post,) = posts_of(
        html_page(f"<h1>A small thread</h1><div id=p>{div_post(0, words=words)}</div>")
    )
    assert (post.author, post.published, post.body_text) == (NAMES[0], ISO[0], words)


def test_posts_of_one_word_are_told_from_each_other():
    words = ["Thanks", "+1", "顶", "同上", "ok", "🙂", "?", "No."]
    posts = posts_of(thread_of(words))
    assert column(posts, "body_text") == words
    assert column(posts, "author") == [NAMES[n % 4] for n in range(8)]
    assert len(set(column(posts, "key"))) == 8


def test_what_is_quoted_with_name_and_time_is_no_post_of_its_own():
    quote = (
        f"<blockquote><div class='head'><a class='username' href='/user/anna'>anna</a> "
        f"<span class='date'>{TIMES[0]}</span></div><div class='content'>{WORDS[0]}</div>"
        "</blockquote>"
    )
    posts = posts_of(thread_of([WORDS[0], quote + WORDS[1], WORDS[2], quote + quote + WORDS[3]]))
    assert len(posts) == 4
    assert column(posts, "author") == NAMES
    for post, words in zip(posts, WORDS, strict=True):
        assert post.body_text.endswith(words)


@pytest.mark.parametrize(
    "odd",
    [
        "Seen on 2024-01-01 10:00, on 2024-01-02 11:00 and again today at 12:00, three times.",
        (
            "<p>My log:</p><ul><li>2024-01-01 10:00</li><li>2024-01-02 10:00</li><li>2024-01-03 "
            "10:00</li><li>2024-01-04 10:00</li></ul>"
        ),
        "<pre>for i in range(3):\n    print(i)  # 2024-01-01 10:00</pre>",
        (
            "<table><tr><th>Day</th><th>Who</th></tr><tr><td>2024-01-01</td><td>anna</td></tr>"
            "<tr><td>2024-01-02</td><td>bert</td></tr></table>"
        ),
        (
            '<code>&lt;div class="post"&gt;&lt;span class="date"&gt;2024-01-01 10:00&lt;/span&gt;'
            "&lt;/div&gt;</code>"
        ),
        "<div class='quote'><b>bert</b> wrote: <i>Descale it</i></div> I did.",
    ],
    ids=["dates", "list", "code", "table", "markup", "quote"],
)
def test_what_stands_in_a_post_makes_no_posts(odd):
    bodies = [WORDS[0], odd, WORDS[2], WORDS[3], WORDS[1], WORDS[0]]
    posts = posts_of(thread_of(bodies))
    assert len(posts) == 6
    assert [post.published[:13] for post in posts] == [f"2024-03-01T0{n}" for n in range(6)]
    others = [text for n, text in enumerate(column(posts, "body_text")) if n != 1]
    assert others == [words for n, words in enumerate(bodies) if n != 1]
    assert posts[1].body_text


@pytest.mark.parametrize("odd", ["<p title='a&#11;b'>", '<p"c">'])
def test_a_part_of_an_element_is_cut_whatever_it_is_called(odd):
    tree = tree_of(f"<div>{odd}The first line<br>and the second</div>")
    line = flow_of(tree).lines[-1]
    part = flow_of(tree).cut(0, line.start, line.stop)
    assert part.text_content().strip() == "and the second"


@pytest.mark.parametrize(
    "notice",
    [
        "[deleted]",
        "This post has been removed.",
        "提示: 作者被禁止或删除 内容自动屏蔽",
        "该帖已被删除",
    ],
)
def test_the_notice_of_a_deleted_post_is_no_post(notice):
    posts = posts_of(thread_of([WORDS[0], notice, WORDS[2], WORDS[3]]))
    assert column(posts, "body_text") == [WORDS[0], WORDS[2], WORDS[3]]
    # The others keep their floors.
    assert column(posts, "floor") == [1, 3, 4]


def test_five_hundred_posts_are_five_hundred_posts():
    bodies = [f"{WORDS[n % 4]} For the {n}th time." for n in range(500)]
    posts = posts_of(thread_of(bodies))
    assert column(posts, "body_text") == bodies
    assert column(posts, "floor") == list(range(1, 501))


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Kitchen</h1><table class='threads'><tr><th>Thread</th><th>Replies</th></tr></table>",
        "<h1>Kitchen</h1><p>There are no threads in this board yet.</p>",
        "<h1>厨房</h1><div class='list'><p>本版块暂无主题</p></div><p>2024-05-01 12:00</p>",
        "",
    ],
)
def test_an_empty_board_has_nothing(body):
    html = html_page(body, "Kitchen")
    reading = read_structure(page_of(html, "http://f.example/forum-5.html"), LayoutBook())
    assert reading.scores["thread"] < 0.5
    if reading.lists:
        assert records_of(html, "index") == []


# -- sizes meant to hurt: work is counted, not timed


def calls_of(html):
    """How many functions are called to read a page as a thread and as an article."""
    page = page_of(html)

    def read():
        reading = read_structure(page, LayoutBook())
        find_comments(reading.tree, LayoutBook(), heading_number(reading.tree))

    return count_calls(read)[0]


def letters(n):
    return "".join(chr(97 + n // 26**k % 26) for k in range(3))


def clock(n):
    return f"2024-03-04 10:{n % 60:02}"


def answer(n):
    return (
        f'<div class="comment"><div class="own"><a class="username" href="/u/{n}">user {n}</a> '
        f"<i>{clock(n)}</i><p>{WORDS[n % 4]}</p></div></div>"
    )


SHAPES = {
    "times in a row": lambda n: "".join(f"<span>{clock(i)}</span>" for i in range(n)),
    "times in boxes": lambda n: "".join(f"<div><i>{clock(i)}</i></div>" for i in range(n)),
    "times of all kinds": lambda n: "".join(
        f"<div class='c{letters(i)}x'><i>{clock(i)}</i></div>" for i in range(n)
    ),
    "times between breaks": lambda n: "".join(f"{clock(i)}<br>" for i in range(n)),
    "two kinds far apart": lambda n: "".join(
        f"<p class='{'ab'[i % (n // 2) == 0]}x'>{clock(i)}</p>" for i in range(n)
    ),
    "posts": lambda n: "".join(div_post(i) for i in range(n)),
    "answers to one post": lambda n: answer(0)[:-6] + "".join(map(answer, range(n))) + "</div>",
    "rows of a list": lambda n: "".join(
        f"<li><a href='/thread-{i}.html'>Title {i}</a> {clock(i)}</li>" for i in range(n)
    ),
    "an index that is none": lambda n: (
        "<ul>"
        + "".join(f"<li><a href='/thread-{i}.html'>Title {i}</a> {clock(i)}" for i in range(n))
        + "<li>nothing<li>here</ul>"
    ),
    "nested times": lambda n: "".join(f"<div><i>{clock(i)}</i>" for i in range(n)),
    "open quotes": lambda n: "<blockquote>" * n + clock(0),
    "one time again and again": lambda n: (
        f"<div class='post'><a href='/u/1'>ann</a> <b>{clock(0)}</b>"
        + "".join(
            f"<p class='{letters(i)}x'>words of a post</p><i>{clock(0)}</i>" for i in range(n)
        )
        + "</div>"
    ),
    "words within words": lambda n: (
        "<div>some words of nobody " * (n // 8) + "<p>more</p>" * n + f"<i>{clock(0)}</i>"
    ),
    "posts that rules part": lambda n: "".join(
        f"<hr><b>{NAMES[i % 4]}</b> {clock(i)}<br>{WORDS[i % 4]}<br>" for i in range(n)
    ),
    "posts with hidden cards": lambda n: "".join(
        f"<div style='display:none'>{NAMES[i % 4]} {clock(i)} joined</div>{div_post(i)}"
        for i in range(n)
    ),
    "numbered boxes around times": lambda n: (
        "<div class='box'>" * (n // 8) + "".join(f"<p><i>{clock(i)}</i> word</p>" for i in range(n))
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_work_grows_as_the_page_does(name):
    make = SHAPES[name]
    calls_of(html_page(make(400)))  # what is remembered of texts is remembered now
    small, large = (calls_of(html_page(f"<div id=all>{make(n)}</div>")) for n in (400, 1600))
    # Four times the page; a search that compares all with all would cost sixteen times as much.
    assert large < 6.5 * small


def test_a_hundred_thousand_times_are_read_once_each():
    tree = tree_of(html_page("".join(f"<b>{clock(n)}</b>" for n in range(100_000))))
    assert len(tree.times) == 100_000
    group = find_posts(tree, LayoutBook())
    # Side by side in one box they are no records with words of their own.
    assert group is None or group.body_path is None


@pytest.mark.parametrize(
    "piece", ["word ", "2024-03-04 10:00 ", "1", "1-1:1 ", "昨天 ", "&lt;", "a@b.c "]
)
def test_five_megabytes_in_one_line_are_read(piece):
    html = html_page(f"<p>{piece * (5_000_000 // len(piece))}</p>")
    reading = read_structure(page_of(html), LayoutBook())
    # Times are looked for in short texts only.
    assert reading.tree.times == []
    assert reading.posts is None


@pytest.mark.parametrize(
    ("pairs", "inside", "outside"),
    [
        ([], [], [0, 1]),
        ([(2, 4), (8, 9)], [2, 3, 8], [0, 1, 4, 7, 9]),
        ([(8, 9), (2, 6), (3, 4)], [2, 5, 8], [6, 7]),
        ([(1, 3), (3, 5), (7, 7)], [1, 2, 3, 4], [0, 5, 7]),
    ],
)
def test_ranges(pairs, inside, outside):
    ranges = Ranges(pairs)
    assert bool(ranges) == bool(inside)
    assert all(number in ranges for number in inside)
    assert not any(number in ranges for number in outside)


def test_a_thread_is_read_the_same_with_a_hostile_page_before_it():
    book = LayoutBook()
    read_structure(page_of(html_page(SHAPES["times of all kinds"](2000))), book)
    assert column(posts_of(div_thread(), book), "body_text") == WORDS


def test_a_picture_for_those_without_scripts_is_nobodys_name():
    lazy = '<img src="/blank.gif"><noscript><img src="/{0}.png"></noscript>'

    def post(n):
        return f"""<div class="post"><div class="face">{lazy.format(n)}</div><div class="head">
            {NAMES[n]} <i>{TIMES[n]}</i></div><div class="content">{WORDS[n]}</div></div>"""

    page = html_page(f"<h1>A small thread</h1><div>{''.join(map(post, range(4)))}</div>")
    assert column(posts_of(page), "body_text") == WORDS
