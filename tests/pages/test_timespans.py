"""Between which moments shown times lie."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fpcrawl.pages.timespans import age_unit_s, is_aged, overlap, shown_span

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
HOUR, DAY = 3600.0, 86400.0


@pytest.mark.parametrize(
    ("raw", "unit_s"),
    [
        ("2 weeks ago", 7 * DAY),
        ("a week ago", 7 * DAY),
        ("1 year, 2 months ago", 31 * DAY),
        ("3 小时前", HOUR),
        ("hace 3 días", DAY),
        ("3h", HOUR),
        ("just now", 59.0),
        ("Yesterday, 12:30", 0.0),
        ("2026-03-04 12:30", 0.0),
        ("never", 0.0),
        (None, 0.0),
    ],
)
def test_the_unit_of_an_age(raw, unit_s):
    assert age_unit_s(raw) == unit_s


@pytest.mark.parametrize(
    ("iso", "raw", "aged"),
    [
        ("2026-02-18", "2 weeks ago", True),
        ("2026-01", "2 months ago", True),
        ("2026-03-04T09+00:00", "3 hours ago", True),
        ("2026-03-04T11:57+00:00", "3 minutes ago", True),
        ("2026-03-04T12:00:00+00:00", "just now", True),
        # An attribute told it exactly.
        ("2026-03-04T08:31+00:00", "3 hours ago", False),
        ("2026-02-14T10:00:07+00:00", "2 weeks ago", False),
        ("2026-03-04", "2026-03-04", False),
        (None, "3 hours ago", False),
    ],
)
def test_an_age_is_no_more_exact_than_its_unit(iso, raw, aged):
    assert is_aged(iso, raw) is aged


def test_an_age_lasts_as_long_as_its_unit():
    early, late = shown_span("2026-02-18", "2 weeks ago", NOW.isoformat())
    said = NOW.timestamp() - 14 * DAY
    assert (early - said, late - said) == (-7 * DAY, 3.5 * DAY)


def test_one_moment_is_told_in_several_ways():
    weeks = shown_span("2026-02-25", "1 week ago", NOW.isoformat())
    assert overlap(weeks, shown_span("2026-02-19", "Feb 19, 2026"))
    assert overlap(weeks, shown_span("2026-02-25", "1 week ago"))
    assert not overlap(weeks, shown_span("2026-02-10", "Feb 10, 2026"))
    assert not overlap(weeks, shown_span(None, None))
