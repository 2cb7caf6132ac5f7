from __future__ import annotations

import random

import pytest
from fpc_reference import common_elements, mean_layers
from fpc_strategies import groups
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.clustering import Centre, PageFeatures
from fpcrawl.exceptions import StateError


@given(groups, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_order_of_pages_does_not_matter(group, chance):
    shuffled = list(group)
    chance.shuffle(shuffled)
    assert Centre.of(group) == Centre.of(shuffled)


@given(groups, groups)
@settings(max_examples=40, deadline=None)
def test_merging_is_the_centre_of_all_pages(one, other):
    merged = Centre.of(one)
    merged.merge(Centre.of(other))
    assert merged == Centre.of([*one, *other])
    back = Centre.of(other)
    back.merge(Centre.of(one))
    assert back == merged


@given(groups, st.sampled_from([0.0, 0.5, 0.9]), st.sampled_from([0.0, 0.3, 0.5]))
@settings(max_examples=40, deadline=None)
def test_layers_and_sets_are_the_definitions(group, tau_layer, tau_set):
    centre = Centre.of(group)
    expected = mean_layers(group, tau_layer)
    got = centre.layers(tau_layer)
    assert len(got) == len(expected)
    for one, other in zip(got, expected, strict=True):
        assert one == pytest.approx(other, abs=2e-6)
    for i, elements in enumerate(centre.sets(tau_set)):
        assert elements == common_elements(group, i, tau_set)


def test_a_layer_unlike_those_of_the_pages_is_dropped_and_keeps_its_place():
    one = PageFeatures(({"html": 1.0}, {"a": 1.0}, {"p": 1.0}))
    other = PageFeatures(({"html": 1.0}, {"b": 1.0}, {"p": 1.0}))
    layers = Centre.of([one, other]).layers(0.8)
    assert layers[1] == {}
    assert layers[2] == pytest.approx({"p": 1.0})


@given(groups)
@settings(max_examples=40, deadline=None)
def test_bytes_bring_back_the_centre(group):
    centre = Centre.of(group)
    assert Centre.from_bytes(centre.to_bytes()) == centre


def test_damaged_bytes_and_other_versions_are_refused():
    data = Centre.of([PageFeatures(({"html": 1.0},), (frozenset({1}),) * 8)]).to_bytes()
    with pytest.raises(StateError, match="damaged"):
        Centre.from_bytes(data[:-1])
    with pytest.raises(StateError, match="damaged"):
        Centre.from_bytes(b"")
    with pytest.raises(StateError, match="damaged"):
        Centre.from_bytes(data[:20] + bytes([data[20] ^ 1]) + data[21:])
    with pytest.raises(StateError, match="version 9"):
        Centre.from_bytes(b"\x09" + data[1:])


def test_pruning_bounds_the_sets_and_tells_its_error():
    chance = random.Random(4)
    common = frozenset(range(1, 20))
    group = [
        PageFeatures((), (common | {chance.getrandbits(64) for _ in range(30)},) * 8)
        for _ in range(40)
    ]
    exact = Centre.of(group)
    pruned = Centre.of(group[:20])
    pruned.prune(50)
    pruned.merge(Centre.of(group[20:]))
    pruned.prune(50)
    assert all(len(counts) == 50 for counts in pruned.counts)
    assert set(pruned.weights) == set(pruned.counts[0])
    assert pruned.totals == exact.totals
    assert pruned.sets(0.5) == exact.sets(0.5)
    for mine, true, lost in zip(pruned.counts, exact.counts, pruned.lost, strict=True):
        for element, n in true.items():
            assert n - lost <= mine.get(element, 0) <= n
