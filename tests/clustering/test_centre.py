from __future__ import annotations

import json
import random
import struct
import zlib

import pytest
from fpc_reference import common_elements, mean_layers
from fpc_strategies import groups
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.clustering import Centre, PageFeatures
from fpcrawl.clustering.centre import UNIT
from fpcrawl.clustering.numbers import OFFSETS
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


def test_what_was_packed_by_version_1_is_read():
    group = [
        PageFeatures(({"html": 1.0}, {"a": 0.75, "p": 0.25}), (frozenset({1, 2, n}),) * 8)
        for n in (3, 4)
    ]
    centre = Centre.of(group)
    directions = centre.directions
    small = {
        "pages": 2,
        "depths": 4,
        "totals": [6] * 8,
        "lost": [0] * 8,
        "sums": [{"html": 2 * UNIT}, {"a": 3 * UNIT // 2, "p": UNIT // 2}],
        "directions": directions,
        "sizes": [4] * 8,
    }
    block = zlib.compress(json.dumps(small).encode())
    body = struct.pack("<BI", 1, len(block)) + block
    for counts in centre.counts:
        elements = sorted(counts)
        body += struct.pack("<4Q4I", *elements, *map(counts.get, elements))
    body += struct.pack("<4Q", *map(centre.weights.get, sorted(centre.counts[0])))
    assert Centre.from_bytes(body + struct.pack("<I", zlib.crc32(body))) == centre


def test_equal_hashes_of_two_features_are_two_elements():
    moved = int(OFFSETS[2])
    one = PageFeatures((), (frozenset({moved}), frozenset({0}), *(frozenset(),) * 6))
    centre = Centre.of([one, one, one])
    assert centre.counts[:2] == ({moved: 3}, {0: 3})


def test_several_parts_are_read_as_their_sum():
    one, other = (PageFeatures(({"html": 1.0},), (frozenset({n}),) * 8) for n in (1, 2))
    parts = [Centre.of([page]).to_bytes() for page in (one, other)]
    assert Centre.from_bytes(*parts) == Centre.of([one, other])
    assert Centre.from_bytes() == Centre()
