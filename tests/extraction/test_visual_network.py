from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.visual.network import Network, _slopes, train_network


def examples(count=400, seed=1):
    """Points inside and outside a ring: no line parts them."""
    random = np.random.default_rng(seed)
    rows = random.uniform(-2, 2, (count, 2))
    labels = (np.hypot(*rows.T) < 1.2).astype(float)
    return rows, labels, np.ones(count)


def trained(**changes):
    settings = {"epochs": 80, "noise": 0.0, "drop": 0.0, "batch": 32, **changes}
    return train_network(("x", "y"), *examples(), **settings)


def test_the_network_learns_what_no_line_parts():
    rows, labels, _ = examples(seed=2)
    right = (trained().predict(rows) > 0.5) == (labels > 0.5)
    assert right.mean() > 0.93


def test_the_same_seed_gives_the_same_network():
    rows, _, _ = examples(50)
    assert np.array_equal(trained(epochs=2).predict(rows), trained(epochs=2).predict(rows))
    assert not np.array_equal(
        trained(epochs=2).predict(rows), trained(epochs=2, seed=1).predict(rows)
    )


def test_slopes_are_those_of_the_cross_entropy():
    random = np.random.default_rng(0)
    sizes = (3, 5, 4, 1)
    values = [random.normal(size=(a, b)) for a, b in pairwise(sizes)]
    values += [random.normal(size=b) for b in sizes[1:]]
    rows, labels = random.normal(size=(7, 3)), random.integers(0, 2, 7).astype(float)
    share = random.uniform(0.5, 2, 7)

    def loss():
        network = Network(
            ("a", "b", "c"), np.zeros(3), np.ones(3), tuple(values[:3]), tuple(values[3:])
        )
        guess = network.predict(rows)
        one = labels * np.log(guess) + (1 - labels) * np.log(1 - guess)
        return -(share * one).mean()

    slopes = _slopes(values, rows, labels, share)
    for value, slope in zip(values, slopes, strict=True):
        at = (0,) * value.ndim
        was = value[at]
        value[at] = was + 1e-6
        above = loss()
        value[at] = was - 1e-6
        below = loss()
        value[at] = was
        assert slope[at] == pytest.approx((above - below) / 2e-6, abs=1e-6)


def test_weights_survive_packing():
    rows, _, _ = examples(50)
    network = trained(epochs=2)
    again = Network.from_bytes(network.to_bytes())
    assert again.names == ("x", "y")
    assert np.allclose(again.predict(rows), network.predict(rows), atol=1e-4)


def test_what_are_no_weights_is_an_error():
    network = trained(epochs=1)
    other = Network(("x",), network.mean, network.scale, network.weights, network.biases)
    for data in (b"", b"something", other.to_bytes()):
        with pytest.raises(FpcrawlError):
            Network.from_bytes(data)


def test_examples_of_one_kind_only_are_an_error():
    rows, labels, weights = examples(10)
    with pytest.raises(FpcrawlError, match="records and of others"):
        train_network(("x", "y"), rows, labels * 0, weights)


def test_far_inputs_do_not_run_away():
    network = trained(epochs=2)
    out = network.predict(np.array([[1e12, -1e12], [0.0, 0.0]]))
    assert np.isfinite(out).all()
    assert ((out >= 0) & (out <= 1)).all()
