"""Posts without numbers are known by their place only where that stays theirs."""

from __future__ import annotations

import pytest
from extraction_kit import posts_of

from fpcrawl.extraction.keys import text_key
from fpcrawl.extraction.order import are_in_order, are_newest_first

SAID = ["The gasket leaks again", "Which size is it", "Twelve millimetres", "Try the blue one"]


def thread(times: list[str]) -> list:
    posts = "".join(
        f"<div class=post><a href='/user/{n}'>member{n}</a> <span>{time}</span>"
        f"<div class=body>{said}, I think, since it was closed in a hurry.</div></div>"
        for n, (said, time) in enumerate(zip(SAID, times, strict=True))
    )
    return posts_of(f"<h1>A leaking pump</h1><div>{posts}</div>")


DAYS = [f"2024-04-0{n} 10:00" for n in range(1, 5)]


@pytest.mark.parametrize(
    ("times", "by_words"),
    [
        (DAYS, []),
        # Nothing tells their order; the opening post stays the first.
        (["3 days ago"] * 4, [1, 2, 3]),
        (["2 weeks ago", *["3 days ago"] * 3], [1, 2, 3]),
        (["3 weeks ago", "2 weeks ago", "3 days ago", "1 hour ago"], []),
        # Either of both can be rounded, but both are alike.
        (["3 days ago", "2 days ago", "2 days ago", "1 day ago"], []),
        (["1 day ago", "1 day ago", "2 days ago", "2 days ago"], [0, 1, 2, 3]),
        (DAYS[::-1], [0, 1, 2, 3]),
        # The opening post stays the first.
        ([DAYS[0], *DAYS[:0:-1]], [1, 2, 3]),
        ([DAYS[0], DAYS[3], DAYS[1], DAYS[2]], [1, 2, 3]),
        (["1 hour ago", "3 days ago", "2 weeks ago", "1 month ago"], [0, 1, 2, 3]),
    ],
)
def test_a_place_tells_a_post_where_the_next_one_comes_last(times, by_words):
    posts = thread(times)
    assert [post.floor for post in posts] == [1, 2, 3, 4]
    assert [n for n, post in enumerate(posts) if post.key == text_key(post)] == by_words


@pytest.mark.parametrize(
    ("times", "in_order", "newest_first"),
    [
        (DAYS, True, False),
        (DAYS[::-1], False, True),
        ([DAYS[3], DAYS[1], DAYS[2], DAYS[0]], False, False),
        (["3 days ago"] * 4, True, False),
    ],
)
def test_the_order_of_posts_is_told_by_their_times(times, in_order, newest_first):
    posts = thread(times)
    assert (are_in_order(posts), are_newest_first(posts)) == (in_order, newest_first)


LONG = [f"Number {n} tells that it was closed in a hurry and leaks again." for n in range(3)]


@pytest.mark.parametrize(
    "times",
    [
        ["1 year ago"] * 5,
        ["3 weeks ago", "2 weeks ago", "1 week ago", "1 week ago", "1 day ago"],
        ["1 hour ago", "1 day ago", "1 week ago", "1 week ago", "3 weeks ago"],
        ["2024-04-09", "2024-04-05", "2024-04-03", "2024-04-03", "2024-04-01"],
    ],
)
def test_who_says_the_same_twice_has_two_posts(times) -> None:
    said = [LONG[0], "bump", LONG[1], "bump", LONG[2]]
    posts = posts_of(
        "<h1>A leaking pump</h1>"
        + "".join(
            f"<div class=post><a href='/user/{n % 2}'>member{n % 2}</a> <span>{time}</span>"
            f"<div class=body>{words}</div></div>"
            for n, (words, time) in enumerate(zip(said, times, strict=True))
        )
    )
    assert [post.body_text for post in posts] == said
    assert len({post.key for post in posts}) == len(said)
