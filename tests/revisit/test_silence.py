"""How strange it is that nothing comes."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.revisit.past import PastVisit
from fpcrawl.revisit.silence import last_news, silence_of

HOUR = 3600.0


def visits(*news: int, rows: int = 40) -> list[PastVisit]:
    """One an hour, the first of which finds all new."""
    return [PastVisit(n * HOUR, rows, new) for n, new in enumerate((rows, *news))]


def test_the_first_visit_brings_no_news():
    assert last_news([]) is None
    assert last_news(visits()) is None
    assert last_news(visits(0, 0)) is None
    assert last_news(visits(0, 3, 0)) == 2 * HOUR


def test_the_longer_nothing_comes_the_stranger_it_is():
    known = visits(*[5] * 24, *[0] * 10)
    since = 24 * HOUR
    found = [silence_of(known, since, since + n * HOUR) for n in range(11)]
    assert found[0].surprise == found[0].expected == 0
    assert all(a.surprise < b.surprise for a, b in pairwise(found))
    assert abs(found[10].expected - 50) < 1
    # Were their rate known, it would be 50.
    assert 35 < found[10].surprise < 50


def test_what_is_little_known_surprises_little():
    much = silence_of(visits(*[5] * 24), 24 * HOUR, 48 * HOUR)
    little = silence_of(visits(5), 1 * HOUR, 25 * HOUR)
    assert much.surprise > 40
    assert little.surprise < 13
    assert silence_of(visits(1), 1 * HOUR, 100 * HOUR).surprise == 0
    assert silence_of([], 0.0, HOUR).surprise == 0


def test_scattered_counts_surprise_less():
    plain = silence_of(visits(*[5] * 24), 24 * HOUR, 34 * HOUR)
    scattered = silence_of(visits(*[5] * 24), 24 * HOUR, 34 * HOUR, scatter=4.0)
    assert scattered.expected == plain.expected
    assert math.isclose(scattered.surprise, plain.surprise / 4)


def test_a_quiet_night_is_no_surprise_where_nights_are_known():
    def by_day(begin: float, end: float) -> float:
        hours = range(round(begin / HOUR), round(end / HOUR))
        return sum(1.0 if 8 <= hour % 24 < 23 else 0.001 for hour in hours)

    counts = [round(8 * by_day(n * HOUR, (n + 1) * HOUR)) for n in range(24 * 2)]
    known = [PastVisit(0.0, 40, 40)]
    known += [PastVisit((n + 1) * HOUR, 40, new) for n, new in enumerate(counts)]
    evening, morning = 47 * HOUR, 56 * HOUR
    assert silence_of(known, evening, morning, usual=by_day).surprise < 0.2
    assert silence_of(known, evening, morning).surprise > 12
    assert silence_of(known, evening, morning + 3 * HOUR, usual=by_day).surprise > 12


def test_boards_that_live_as_before_are_not_called_silent():
    rng = random.Random(5)
    alarms = 0
    for _ in range(200):
        rate = 10 ** rng.uniform(-1.5, 1)
        times, now = [], 0.0
        while now < 60:
            now += rng.expovariate(rate)
            times.append(now)
        known = [PastVisit(0.0, 100, 100)]
        known += [
            PastVisit(n * HOUR, 100, sum(n - 1 <= t < n for t in times)) for n in range(1, 60)
        ]
        since = last_news(known)
        if since is not None:
            alarms += silence_of(known, since, 59 * HOUR).surprise > 12
    assert alarms == 0


@given(
    st.lists(st.integers(0, 40), max_size=12),
    st.floats(0, 1e6),
    st.floats(0, 1e6),
    st.floats(1, 25),
)
def test_it_is_a_number_whatever_was_seen(news, since, ahead, scatter):
    found = silence_of(visits(*news), since, since + ahead, scatter=scatter)
    assert 0 <= found.surprise <= found.expected + 1e-9 or found.expected == 0
    assert math.isfinite(found.expected)
