from __future__ import annotations

import random

import pytest

from fpcrawl.clustering.confidence import Calibration, default_calibration, fit_calibration
from fpcrawl.exceptions import UsageError


def drawn(n, seed=1):
    rng = random.Random(seed)
    samples = [(rng.random(), rng.random() / 2, rng.randint(1, 50)) for _ in range(n)]
    return samples, [rng.random() < Calibration().confidence(*sample) for sample in samples]


def test_learns_the_probabilities_it_was_shown():
    fitted = fit_calibration(*drawn(4_000))
    samples, right = drawn(4_000, seed=2)
    sure = [fitted.confidence(*sample) for sample in samples]
    for low in (0.0, 0.25, 0.5, 0.75):
        inside = [i for i, p in enumerate(sure) if low <= p < low + 0.25]
        assert len(inside) > 50
        told = sum(sure[i] for i in inside) / len(inside)
        true = sum(right[i] for i in inside) / len(inside)
        assert told == pytest.approx(true, abs=0.08)


def test_what_can_be_told_apart_without_fault_stays_finite():
    samples = [(0.9, 0.5, 5)] * 10 + [(0.1, 0.0, 5)] * 10
    fitted = fit_calibration(samples, [True] * 10 + [False] * 10)
    assert fitted.confidence(0.9, 0.5, 5) > 0.95
    assert fitted.confidence(0.1, 0.0, 5) < 0.05
    assert abs(fitted.similarity) < 1e4


@pytest.mark.parametrize("right", [[True, True], [False, False]])
def test_one_kind_of_answer_teaches_nothing(right):
    with pytest.raises(UsageError, match="right and wrong"):
        fit_calibration([(0.5, 0.1, 1)] * 2, right)


def test_json_and_back():
    calibration = Calibration(bias=-1.0, reject=0.7)
    assert Calibration.from_json(calibration.to_json()) == calibration
    with pytest.raises(UsageError, match="malformed"):
        Calibration.from_json({"bias": "much"})


def test_the_shipped_one_prefers_similar_pages():
    shipped = default_calibration()
    assert shipped.confidence(0.95, 0.4, 10) > 0.9
    assert shipped.confidence(0.3, 0.05, 10) < 0.1
    assert 0 < shipped.reject < 1
