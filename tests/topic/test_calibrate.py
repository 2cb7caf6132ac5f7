from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.topic.calibrate import DEFAULT_ETA, calibrate

SCORES = st.lists(st.floats(0, 1), max_size=12)
MANY = st.lists(st.floats(0, 1), min_size=10, max_size=30)


def test_pages_that_differ_are_parted_in_the_middle():
    found = calibrate([0.3, 0.5], [0.1, 0.05])
    assert found.eta == pytest.approx(0.2)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert (found.accepted, found.rejected) == (2, 2)


def test_of_equal_cuts_the_widest_gap_is_taken():
    # 0.15 keeps all and one page too many, 0.5 loses one: F is 0.8 both times.
    assert calibrate([0.2, 0.7, 0.9], [0.1, 0.3]).eta == pytest.approx(0.5)
    assert calibrate([0.25, 0.4, 0.9], [0.0, 0.3]).eta == pytest.approx(0.125)


def test_many_of_one_kind_do_not_outweigh_the_other():
    found = calibrate([0.5, 0.6], [0.1] * 100 + [0.55])
    assert 0.1 < found.eta < 0.5
    assert found.recall == 1.0
    assert found.precision > 0.98


def test_with_one_kind_only():
    accepted = calibrate([0.2, 0.4], [])
    assert 0.1 < accepted.eta < 0.2
    assert (accepted.precision, accepted.recall) == (None, 1.0)
    rejected = calibrate([], [0.2])
    assert rejected.eta > 0.2
    assert rejected.recall is None
    assert calibrate([], [0.001]).eta == DEFAULT_ETA
    assert calibrate([], []).eta == DEFAULT_ETA
    assert calibrate([], [], default=0.3).eta == 0.3


def test_scores_that_cannot_be_parted_keep_what_was_accepted():
    found = calibrate([0.1], [0.1])
    assert found.recall == 1.0
    assert found.precision == 0.5


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_what_is_no_relevance_is_refused(bad):
    with pytest.raises(ValueError, match="relevances"):
        calibrate([bad], [])


@given(SCORES, SCORES)
def test_the_threshold_is_a_relevance(accepted, rejected):
    found = calibrate(accepted, rejected)
    assert 0 <= found.eta <= 1
    if accepted and rejected and min(len(accepted), len(rejected)) < 10:
        # No better cut is passed by.
        for eta in (*accepted, *rejected):
            kept = sum(score >= eta for score in accepted) / len(accepted)
            wrong = sum(score >= eta for score in rejected) / len(rejected)
            f = 2 * kept / (1 + kept + wrong)
            p, r = found.precision or 0, found.recall or 0
            assert (2 * p * r / (p + r) if p + r else 0) >= f - 1e-9 or eta == max(
                (*accepted, *rejected)
            )


# -- enough pages to tell how they are distributed


@given(MANY, MANY)
def test_of_many_pages_the_threshold_lies_among_them(accepted, rejected):
    eta = calibrate(accepted, rejected).eta
    assert 0 <= eta <= 1
    assert min(*accepted, *rejected) * 0.9 <= eta
    assert eta <= max(*accepted, *rejected, 0.001) + 1e-9


def test_of_many_pages_those_that_differ_are_parted():
    on = [0.2 + n / 100 for n in range(12)]
    off = [0.01 + n / 1000 for n in range(40)]
    found = calibrate(on, off)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert max(off) < found.eta <= min(on)


def test_of_many_pages_a_single_one_moves_the_threshold_little():
    on = [0.1 + n / 50 for n in range(12)]
    off = [0.01 + n / 250 for n in range(40)]
    eta = calibrate(on, off).eta
    for odd in (0.0, 0.05, 0.15, 0.3):
        assert calibrate([*on, odd], off).eta == pytest.approx(eta, rel=0.25)
        assert calibrate(on, [*off, odd]).eta == pytest.approx(eta, rel=0.25)


def test_of_many_pages_the_share_of_the_kinds_does_not_count():
    on = [0.1 + n / 50 for n in range(12)]
    off = [0.01 + n / 250 for n in range(40)]
    assert calibrate(on * 3, off).eta == pytest.approx(calibrate(on, off).eta, rel=0.1)


@pytest.mark.parametrize("score", [0.0, 1e-9, 0.3, 1.0])
def test_many_pages_with_one_score_are_all_kept(score):
    assert calibrate([score] * 10, [score] * 10).recall == 1.0
