"""Which last posts a list shows as ages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fpcrawl.extraction.lists.ages import ages_of, is_age
from fpcrawl.extraction.records import Thread

NOW = datetime(2026, 3, 4, 12, 34, 56, tzinfo=UTC)


def thread(last_post, raw):
    made = Thread("k" * 24, "f.example", "http://f.example/t/1")
    made.last_post, made.last_post_raw = last_post, raw
    return made


@pytest.mark.parametrize(
    ("iso", "raw", "aged"),
    [
        ("2026-03-04T10+00:00", "2 hours ago", True),
        ("2026-03-04T12:34:56+00:00", "just now", True),
        # An attribute told the exact time.
        ("2026-03-04T10:31:07+00:00", "2 hours ago", False),
        ("2026-03-04T12:31+00:00", "2026-03-04 12:31", False),
        ("2026-03-04T12:31+00:00", None, False),
        (None, "2 hours ago", False),
        ("never", "2 hours ago", False),
    ],
)
def test_an_age_is_what_the_moment_was_counted_from(iso, raw, aged):
    assert is_age(iso, raw, NOW) is aged


def test_the_ages_of_a_list_are_those_of_its_rows():
    rows = [
        thread("2026-03-04T10+00:00", "2 hours ago"),
        thread("2026-03-04T09+00:00", "3 hours ago"),
        thread("2026-03-03T10:00+00:00", "2026-03-03 10:00"),
        thread(None, None),
    ]
    assert ages_of(rows, NOW) == {
        ("2026-03-04T10+00:00", "2 hours ago"),
        ("2026-03-04T09+00:00", "3 hours ago"),
    }
