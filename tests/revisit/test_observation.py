"""What a visit to a list page is taken for."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.extraction.lists.ages import ages_of, is_age
from fpcrawl.extraction.records import Thread
from fpcrawl.pages.timespans import time_span
from fpcrawl.revisit.observation import ListMemory
from fpcrawl.revisit.rows import ListRow, row_key, row_of

T0 = 1_772_625_600.0
HOUR = 3600.0
NOW = datetime(2026, 3, 4, 12, 34, 56, tzinfo=UTC)


def rows(*names, replies=None, sticky=()):
    return [ListRow(str(name), replies, sticky=name in sticky) for name in names]


def after(*pages, memory=None):
    """Return what a memory saw of pages, an hour apart, kept as JSON between."""
    memory = memory or ListMemory()
    begin = T0 if memory.last is None else memory.last + HOUR
    seen = []
    for n, page in enumerate(pages):
        memory = ListMemory(json.loads(json.dumps(memory.dump())))
        seen.append(memory.look(page, begin + n * HOUR))
    return seen, memory


def counts(seen):
    return [(one.visit.rows, one.visit.new) for one in seen]


def test_new_rows_are_counted_against_everything_seen():
    pages = [rows(*"abcd"), rows(*"xabc"), rows(*"yzxa"), rows(*"zxab"), rows(*"abcd")]
    seen, _ = after(*pages)
    assert counts(seen) == [(4, 4), (4, 1), (4, 2), (4, 0), (4, 0)]
    assert seen[2].fresh == {"y", "z"}
    assert not any(one.overflowed for one in seen)


def test_a_thread_with_more_replies_has_moved():
    seen, _ = after(rows(*"abc", replies=3), [ListRow("c", 4), *rows(*"ab", replies=3)])
    assert counts(seen)[-1] == (3, 1)
    assert seen[-1].fresh == {"c"}


def test_a_thread_that_lost_a_reply_has_not():
    seen, _ = after(rows(*"abc", replies=3), [ListRow("a", 2), *rows(*"bc", replies=3)])
    assert counts(seen)[-1] == (3, 0)


def minute(name, time, replies=None):
    return ListRow(name, replies, time, time + 60)


def test_a_later_last_post_is_a_move_without_any_number():
    first = [minute("a", T0 - 600), minute("b", T0 - 1200)]
    seen, _ = after(first, [minute("b", T0 + 600), minute("a", T0 - 600)])
    assert seen[-1].fresh == {"b"}
    assert seen[-1].visit.times == (T0 + 630,)


def test_views_that_grow_are_no_replies():
    first = [minute("a", T0 - 600, 10), minute("b", T0 - 1200, 7)]
    seen, _ = after(first, [minute("a", T0 - 600, 25), minute("b", T0 - 1200, 9)])
    assert counts(seen)[-1] == (2, 0)


def test_times_counted_from_now_do_not_move_a_thread():
    vague = [ListRow("a", None, T0 - 2 * HOUR, T0), ListRow("b", None, T0 - 9 * HOUR, T0 - HOUR)]
    later = [
        ListRow("a", None, T0 - 1.5 * HOUR, T0 + 0.5 * HOUR),
        ListRow("b", None, T0 - 8 * HOUR, T0),
    ]
    seen, _ = after(vague, later)
    assert counts(seen)[-1] == (2, 0)


def test_sticky_rows_are_no_part_of_the_page_that_turns_over():
    seen, _ = after(rows(*"!abc", sticky="!"), rows(*"!xab", sticky="!"))
    assert counts(seen) == [(3, 3), (3, 1)]


def test_a_new_reply_to_a_sticky_thread_is_told_but_not_counted():
    first = [ListRow("!", 1, sticky=True), *rows(*"abc", replies=0)]
    seen, _ = after(first, [ListRow("!", 2, sticky=True), *rows(*"abc", replies=0)])
    assert counts(seen)[-1] == (3, 0)
    assert seen[-1].fresh == {"!"}


def test_a_row_that_stays_above_new_ones_is_kept_at_the_top():
    names = "abcdefghijklmnop"
    pages = [rows("!", *reversed(names[n : n + 6])) for n in range(8)]
    seen, memory = after(*pages)
    assert counts(seen)[-1] == (6, 1)
    assert counts(seen)[1] == (7, 1)
    # Taken down, it is a thread like others.
    seen, _ = after(rows("o", "n", "!", *"mlkj"), memory=memory)
    assert counts(seen) == [(7, 2)]


def test_a_deleted_thread_brings_back_one_that_was_pushed_off():
    seen, _ = after(rows(*"abcd"), rows(*"acde"))
    assert counts(seen)[-1] == (4, 0)  # e was never seen here, but stands below all
    seen, _ = after(rows(*"abcd"), rows(*"xacd"))
    assert counts(seen)[-1] == (4, 1)  # b is gone, x is new
    seen, _ = after(rows(*"abcd"), rows(*"xacde"))
    assert counts(seen)[-1] == (5, 1)


def test_a_row_below_that_is_older_than_the_last_visit_came_back():
    first = [minute(name, T0 - 600 * n) for n, name in enumerate("abc", 1)]
    seen, _ = after(first, [*first[:2], minute("z", T0 - 9000)])
    assert counts(seen)[-1] == (3, 0)


def test_a_full_turnover_is_at_least_so_many():
    seen, memory = after(rows(*"abcd"), rows(*"wxyz"))
    assert counts(seen)[-1] == (4, 4)
    assert seen[-1].overflowed
    assert memory.behind == T0


def test_what_page_one_showed_does_not_end_the_catching_up():
    _, memory = after(rows(*"abcd"), rows(*"wxyz"))
    now = T0 + HOUR + 60
    assert not memory.look_deeper(rows(*"zuvt"), now)  # z was on page 1 a minute ago
    assert memory.look_deeper(rows(*"tsba"), now + 1)
    assert memory.behind is None
    seen, _ = after(rows(*"wxyz"), memory=memory)
    assert counts(seen) == [(4, 0)]
    assert not seen[0].overflowed


def test_a_page_out_of_turn_ends_no_catching_up():
    _, memory = after(rows(*"abcd"))
    memory.look_deeper(rows(*"mnop"), T0 + 1800, in_turn=False)  # before page 1 is seen again
    assert after(rows(*"wxyz"), memory=memory)[0][0].overflowed
    now = T0 + HOUR + 1
    assert memory.look(rows(*"wxyz"), now).overflowed
    assert memory.look_deeper(rows(*"abcd"), now + 1, in_turn=False)
    assert not memory.look_deeper(rows(*"stuv"), now + 2)
    assert not memory.look_deeper(rows(*"mnop"), now + 3)
    assert memory.look_deeper(rows(*"abcd"), now + 4)


def test_catching_up_that_broke_off_begins_again_at_the_next_visit():
    _, memory = after(rows(*"abcd"), rows(*"wxyz"))
    seen, memory = after(rows(*"wxyz"), memory=memory)
    assert counts(seen) == [(4, 0)]
    assert seen[0].overflowed
    seen, memory = after(rows(*"xyza"), memory=memory)
    assert not seen[0].overflowed


def test_nothing_was_missed_when_a_deeper_page_is_read_for_the_first_time():
    _, memory = after(rows(*"abcd"))
    assert memory.look_deeper(rows(*"efgh"), T0 + 1)
    seen, _ = after(rows(*"xabe"), memory=memory)
    assert counts(seen) == [(4, 1)]  # e was seen on page 2


def test_an_unchanged_page_is_a_visit_with_nothing_new():
    _, memory = after(rows(*"abcd"))
    visit = memory.unchanged(T0 + 60)
    assert (visit.time, visit.rows, visit.new) == (T0 + 60, 4, 0)
    assert memory.last == T0 + 60
    assert ListMemory().unchanged(T0).rows == 0


def test_another_page_in_its_place_is_no_change():
    memory = after(rows(*"abcdefgh"))[1]
    for page in ([], rows("login", "register"), rows(*"!?", sticky="!?")):
        (sighting,), memory = after(page, memory=memory)
        assert sighting.visit.rows == 0
        assert not sighting.fresh
        assert not sighting.overflowed
        assert memory.last == T0
    seen, memory = after(rows(*"xabcdefg"), memory=memory)
    assert counts(seen) == [(8, 1)]


def test_a_list_that_stays_short_is_believed():
    memory = after(rows(*"abcdefgh"))[1]
    seen, _ = after(rows("x", "y"), rows("x", "y"), memory=memory)
    assert counts(seen) == [(0, 0), (2, 2)]


def test_times_of_another_zone_are_no_samples():
    first = [minute(name, T0 - 600 * n) for n, name in enumerate("abc", 1)]
    for hours in (-8, 8):
        moved = minute("x", T0 + 1800 + hours * HOUR)
        seen, _ = after(first, [moved, *first[:2]])
        assert seen[-1].visit.new == 1
        assert seen[-1].visit.times == ()


def test_times_are_told_by_our_clock():
    memory = ListMemory()
    (row,) = [minute("a", T0 - 60)]
    sighting = memory.look([row], T0 + 500, shift_s=500.0)
    assert sighting.visit.times == (T0 + 470,)


def test_memory_is_bounded():
    pages = [rows(*(f"r{n}-{k}" for k in range(30))) for n in range(20)]
    _, memory = after(*pages)
    assert len(memory.dump()["known"]) == 120
    assert len(memory.dump()["visits"]) == 20


@pytest.mark.parametrize(
    "state", [{}, {"version": 9}, {"version": 1}, {"version": 1, "known": [], "rows": "x"}]
)
def test_a_strange_state_is_begun_anew(state):
    assert ListMemory(state).dump() == ListMemory().dump()


@given(
    st.lists(
        st.lists(
            st.builds(
                ListRow,
                st.sampled_from([f"k{n}" for n in range(12)]),
                st.none() | st.integers(0, 5),
                sticky=st.booleans(),
            ),
            max_size=9,
        ),
        max_size=9,
    )
)
def test_whatever_a_page_shows_the_sample_is_sound(pages):
    seen, memory = after(*pages)
    for page, sighting in zip(pages, seen, strict=True):
        visit = sighting.visit
        assert 0 <= visit.new <= visit.rows <= len({row.key for row in page})
        assert sighting.fresh <= {row.key for row in page}
        assert len(visit.times) in {0, visit.new}
    assert ListMemory(memory.dump()).dump() == memory.dump()


# -- rows


def test_a_row_is_what_its_thread_says():
    thread = Thread("k" * 24, "f.example", "http://f.example/t/1", replies=3, sticky=True)
    thread.last_post, thread.last_post_raw = "2026-03-04T12:00+00:00", "2026-03-04 12:00"
    row = row_of(thread, ages_of([thread], NOW))
    noon = datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp()
    assert row == ListRow(row_key("k" * 24), 3, noon, noon + 60, sticky=True)
    assert len(row.key) == 12


@pytest.mark.parametrize(
    ("iso", "raw", "early_s", "late_s"),
    [
        ("2026-03-04T12:34:50+00:00", "2026-03-04 12:34:50", -6, -5),
        ("2026-03-04T20:31+08:00", "2026-03-04 20:31", -236, -176),
        ("2026-03-04T12:31+00:00", "3 minutes ago", -296, -176),
        ("2026-03-04T10+00:00", "2 hours ago", -12896, -5696),
        ("2026-03-04T12:34:56+00:00", "just now", -60, 1),
        # An attribute told the exact time.
        ("2026-03-04T12:31:07+00:00", "3 minutes ago", -229, -228),
        ("2026-03-04T07:31-05:00", None, -236, -176),
        ("2026-03-04T12:31Z", None, -236, -176),
    ],
)
def test_a_time_lies_between_two_moments(iso, raw, early_s, late_s):
    early, late = time_span(iso, aged=is_age(iso, raw, NOW))
    assert (early - NOW.timestamp(), late - NOW.timestamp()) == (early_s, late_s)


def test_a_day_without_a_zone_is_any_of_them():
    early, late = time_span("2026-03-04")
    assert late - early == 52 * HOUR


@pytest.mark.parametrize("iso", [None, "never", "2026-99-99"])
def test_no_time_is_no_time(iso):
    assert time_span(iso, aged=is_age(iso, "3 hours ago", NOW)) is None
