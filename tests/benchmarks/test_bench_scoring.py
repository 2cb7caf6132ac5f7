from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scoring import (
    GotPost,
    TruePost,
    align,
    author_matches,
    body_score,
    score_page,
    summarise,
    time_matches,
    token_f1,
    tokens,
    wall_clock_matches,
)


def true(body: str, author: str | None = "ann", time: str | None = None, **extra) -> TruePost:
    return TruePost(author=author, time=time, bodies=(body,), **extra)


def got(body: str, author: str | None = "ann", time: str | None = None, **extra) -> GotPost:
    return GotPost(author=author, time=time, body=body, **extra)


def test_token_is_a_word_or_one_cjk_character():
    assert tokens("机床 lathe_2, 机!") == {"机": 2, "床": 1, "lathe_2": 1}
    assert tokens("mixed机床word") == {"mixed": 1, "机": 1, "床": 1, "word": 1}


def test_body_score():
    assert body_score("a b\n c", ["abc"]) == 1.0
    assert body_score("one two three four", ["one two three five"]) == pytest.approx(0.75)
    assert body_score("own words", ["quoted text own words", "own words"]) == 1.0
    assert body_score("", [""]) == 1.0
    assert body_score("", ["text"]) == 0.0
    assert body_score("!!!", ["???"]) == 0.0
    assert body_score("text", []) == 0.0


def test_author_is_equal_after_trimming():
    assert author_matches(" ann ", "ann")
    assert not author_matches("ann", "Ann")
    assert not author_matches(None, None)


@pytest.mark.parametrize(
    ("right", "value", "expected"),
    [
        ("2026-03-04T09:15:59+08:00", "2026-03-04T09:15:00+08:00", True),
        ("2026-03-04T09:15:59+08:00", "2026-03-04T01:15Z", True),
        ("2026-03-04T09:15:59+08:00", "2026-03-04T09:15:00", True),
        ("2026-03-04T09:15:59+08:00", "2026-03-04 09:15", True),
        ("2026-03-04T09:15:59+08:00", "2026-03-04T09:16:00+08:00", False),
        ("2026-03-04T09:15:59+08:00", "2026-03-04T09:15:00+00:00", False),
        ("2026-03-04T09:15:59+08:00", "2026-03-04", False),
        ("2026-03-04T09:15:59+08:00", None, False),
        ("2026-03-04T09:15:59+08:00", "yesterday", False),
        ("2026-03-04T09:15:59+08:00", "2026-99-04T09:15", False),
        ("2026-03-04", "2026-03-04", True),
        ("2026-03-04", "2026-03-04T23:59:00+08:00", True),
        ("2026-03-04", "2026-03-05", False),
        ("2026-03", "2026-03-09", True),
        ("2026-03-04T01:15", "2026-03-04T01:15-05:00", True),
        ("2026-03-04T01:15-05:00", "2026-03-04T01:16-05:00", False),
        ("2026-03-04-1", "2026-03-04", False),
        (None, "2026-03-04", False),
    ],
)
def test_time(right, value, expected):
    assert time_matches(right, got("x", time=value)) is expected


def test_time_to_the_shown_precision():
    right = "2026-03-04T01:15:00+08:00"
    for value, expected in (("2026-03-04", True), ("2026-03-03", False), ("2026-03", True)):
        assert time_matches(right, got("x", time=value), shows_minute=False) is expected
    wrong_minute = got("x", time="2026-03-04T01:16:00+08:00")
    assert not time_matches(right, wrong_minute, shows_minute=False)


def test_time_that_is_only_text():
    assert time_matches("3 days ago", got("x", time_raw=" 3 days  ago"))
    assert not time_matches("3 days ago", got("x", time="2026-03-04"))


def test_wall_clock_ignores_the_offset():
    value = got("x", time="2026-03-04T09:15:00+00:00")
    assert wall_clock_matches("2026-03-04T09:15:30+08:00", value)


def test_align_keeps_the_order_and_takes_most():
    truths = [true("alpha beta"), true("gamma delta"), true("eps zeta")]
    gots = [got("gamma delta"), got("alpha beta"), got("eps zeta")]
    pairs = align(truths, gots)
    assert len(pairs) == 2
    assert [p.true for p in pairs] == sorted(p.true for p in pairs)
    assert [p.got for p in pairs] == sorted(p.got for p in pairs)


def test_align_tells_equal_bodies_apart_by_id_then_author():
    truths = [true("+1", "ann", post_id="1"), true("+1", "bob", post_id="2")]
    assert [p.true for p in align(truths, [got("+1", "bob")])] == [1]
    assert [p.true for p in align(truths, [got("+1", "ann", post_id="2")])] == [1]
    assert [p.true for p in align(truths, [got("+1", None, post_id="1")])] == [0]


def test_page_by_equation_four():
    truths = [
        true("one two three four five", "ann", "2026-01-01T10:00:00+00:00"),
        true("six seven", "bob", "2026-01-01T11:00:00+00:00"),
    ]
    gots = [
        got("one two three four", "ann", "2026-01-01T10:00:00+00:00"),
        got("six seven", "eve", None),
        got("an advertisement", None, None),
    ]
    page = score_page(truths, gots)
    assert [(p.true, p.got) for p in page.pairs] == [(0, 0), (1, 1)]
    assert page.author.f1 == pytest.approx(2 * 1 / (2 + 2))
    assert page.time.f1 == pytest.approx(2 * 1 / (1 + 2))
    assert page.body.f1 == pytest.approx(2 * (8 / 9 + 1) / (3 + 2))
    assert page.exact == 0


def test_a_page_without_records_or_posts_is_right():
    assert score_page([], []).author.f1 == 1.0
    empty = score_page([true("text")], [])
    assert (empty.author.f1, empty.body.f1, empty.labelled, empty.extracted) == (0, 0, 1, 0)


def test_summary_averages_pages_and_counts_strays():
    good = score_page([true("a b c")], [got("a b c")])
    bad = score_page([true("a b c")], [])
    keys = summarise([good, bad], stray=1)
    assert keys["posts"] == 2
    assert keys["record_precision"] == 0.5
    assert keys["record_recall"] == 0.5
    assert keys["f1_author"] == 0.5
    assert keys["exact_post_share"] == 0.5
    assert summarise([])["record_f1"] == 1.0


@given(st.lists(st.text(alphabet="ab 机", max_size=8), max_size=6))
def test_perfect_records_are_all_found(bodies):
    page = score_page([true(b) for b in bodies], [got(b) for b in bodies])
    assert len(page.pairs) == len(bodies)
    assert page.body.f1 == pytest.approx(1.0)


@given(st.text(max_size=30), st.text(max_size=30))
def test_token_f1_is_symmetric_and_bounded(a, b):
    assert token_f1(a, b) == token_f1(b, a)
    assert 0.0 <= token_f1(a, b) <= 1.0
