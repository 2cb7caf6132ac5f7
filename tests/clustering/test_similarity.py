from __future__ import annotations

import fpc_reference as reference
import numpy as np
import pytest
from fpc_strategies import groups, pages, parameters
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.clustering import (
    Centre,
    FpcParameters,
    PageFeatures,
    PreparedPairs,
    default_parameters,
    similarity,
)
from fpcrawl.clustering import pairs as pairs_module
from fpcrawl.clustering.batch import Batch, many_to_many, one_to_many
from fpcrawl.clustering.similarity import coherence, layer_similarity

# Sums in units of 2**-20: each of a handful of rounded shares may be half a unit off.
ROUNDED = pytest.approx
TOLERANCE = 2e-5
EQUAL = FpcParameters()

ONE = ({"html": 1}, {"head": 0.5, "body": 0.5}, {"meta": 0.5, "div": 0.25, "a": 0.25}, {"p": 1})
TWO = ({"html": 1}, {"head": 0.5, "body": 0.5}, {"meta": 0.4, "div": 0.4, "a": 0.2})


def test_layers_of_the_papers_example():
    centre = Centre.of([PageFeatures(ONE), PageFeatures(TWO)])
    mean = centre.layers()
    assert mean[2] == pytest.approx({"meta": 0.45, "div": 0.325, "a": 0.225}, abs=1e-6)
    assert mean[3] == pytest.approx({"p": 0.5}, abs=1e-6)
    assert layer_similarity(ONE, TWO) == pytest.approx(0.844, abs=5e-4)
    assert layer_similarity(ONE, mean) == pytest.approx(0.997, abs=5e-4)
    assert layer_similarity(TWO, mean) == pytest.approx(0.854, abs=5e-4)


@given(groups, groups, parameters())
@settings(max_examples=40, deadline=None)
def test_a_centre_stands_for_the_mean_over_pairs_of_pages(one, other, p):
    expected = reference.between(one, other, p)
    assert similarity(Centre.of(one), Centre.of(other), p) == ROUNDED(expected, abs=TOLERANCE)
    assert similarity(one[0], Centre.of(other), p) == ROUNDED(
        reference.between(one[:1], other, p), abs=TOLERANCE
    )
    assert similarity(one[0], other[0], p) == pytest.approx(
        reference.between(one[:1], other[:1], p), abs=1e-9
    )


@given(groups, groups, parameters(form="paper"), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_the_papers_form_is_its_formulas(one, other, p, one_centre, other_centre):
    one = one if one_centre else one[:1]
    other = other if other_centre else other[:1]
    got = similarity(
        Centre.of(one) if one_centre else one[0], Centre.of(other) if other_centre else other[0], p
    )
    expected = reference.paper_similarity(one, other, one_centre, other_centre, p)
    assert got == ROUNDED(expected, abs=1e-3)


@given(
    st.lists(pages(), min_size=1, max_size=5),
    groups,
    st.sampled_from(["evidence", "paper"]),
    st.data(),
)
@settings(max_examples=25, deadline=None)
def test_many_at_once_are_the_same_as_one_at_a_time(singles, group, form, data):
    p = data.draw(parameters(form=form))
    items = [*singles, Centre.of(group)]
    batch = Batch(items, p)
    expected = np.array([[similarity(a, b, p) for b in items] for a in items])
    np.testing.assert_allclose(many_to_many(batch, batch), expected, atol=1e-9)
    np.testing.assert_allclose(one_to_many(items[-1], batch), expected[-1], atol=1e-9)


@given(st.lists(pages(), min_size=2, max_size=5), parameters(form="evidence"))
@settings(max_examples=40, deadline=None)
def test_prepared_pairs_are_the_same(singles, p):
    pairs = PreparedPairs(singles, p)
    found = [[pairs.similarity(a, b) for b in range(len(singles))] for a in range(len(singles))]
    expected = [[similarity(a, b, p) for b in singles] for a in singles]
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_prepared_pairs_reach_beyond_the_frequent_elements(monkeypatch):
    monkeypatch.setattr(pairs_module, "_DENSE", 1)
    a = PageFeatures(({"html": 1.0}, {"p": 0.5, "b": 0.5}), (frozenset({1, 2, 3}),) * 8)
    b = PageFeatures(({"html": 1.0}, {"p": 0.8, "b": 0.2}), (frozenset({2, 3, 4}),) * 8)
    p = default_parameters()
    assert PreparedPairs([a, b], p).similarity(0, 1) == pytest.approx(similarity(a, b, p))


@given(pages(), pages(), parameters())
@settings(max_examples=60, deadline=None)
def test_symmetric_bounded_and_one_for_the_same(a, b, p):
    assert similarity(a, b, p) == pytest.approx(similarity(b, a, p), abs=1e-12)
    assert 0 <= similarity(a, b, p) <= 1
    assert similarity(a, a, p) == pytest.approx(1.0)
    assert similarity(a, Centre.of([a]), p) == ROUNDED(1.0, abs=TOLERANCE)


@given(st.lists(pages().filter(lambda page: page.sets[0]), min_size=2, max_size=5), parameters())
@settings(max_examples=40, deadline=None)
def test_coherence_is_the_mean_over_the_pairs_inside(group, p):
    assert coherence(Centre.of(group), p) == ROUNDED(reference.inside(group, p), abs=1e-4)


def test_empty_pages():
    empty = PageFeatures()
    full = PageFeatures(ONE, (frozenset({1}),) * 8)
    assert similarity(empty, empty, EQUAL) == 1.0
    assert similarity(empty, full, EQUAL) == 0.0
    assert similarity(Centre(), empty, EQUAL) == 1.0
    assert coherence(Centre(), EQUAL) == 1.0
    batch = Batch([], EQUAL)
    assert one_to_many(full, batch).shape == (0,)
    assert many_to_many(batch, Batch([full], EQUAL)).shape == (0, 1)


def test_a_set_that_neither_has_counts_for_nothing():
    a = PageFeatures(ONE, (frozenset(), frozenset({1, 2}), *(frozenset(),) * 6))
    b = PageFeatures(ONE, (frozenset(), frozenset({1, 3}), *(frozenset(),) * 6))
    # Layers equal; of three links one common: evidence 3 / 4.
    assert similarity(a, b, EQUAL) == pytest.approx((1 + 1 / 4) / (1 + 3 / 4))
