from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.clustering.index import (
    ExactIndex,
    FingerprintIndex,
    candidate_limit,
)
from fpcrawl.clustering.minhashindex import MinHashIndex
from fpcrawl.clustering.rareindex import RareElementIndex

KINDS = [ExactIndex, FingerprintIndex, MinHashIndex, RareElementIndex]
POOL = np.random.default_rng(5).integers(0, 2**63, 200_000, dtype=np.uint64)


def elements(*numbers):
    return POOL[np.array(numbers, dtype=int)]


def of_template(n, own=30, common=20):
    """Elements of template ``n``: some that all have, and its own."""
    return elements(*range(common), *range(1000 + n * own, 1000 + (n + 1) * own))


@pytest.fixture(params=KINDS)
def index(request):
    return request.param()


class TestEveryIndex:
    def test_empty_one_has_no_candidates(self, index):
        assert len(index) == 0
        assert index.candidates(of_template(1)) == []

    def test_finds_the_cluster_that_is_there(self, index):
        for n in range(40):
            index.add(f"c{n}", of_template(n))
        assert len(index) == 40
        for n in range(40):
            assert f"c{n}" in index.candidates(of_template(n), 40)

    def test_finds_a_cluster_that_is_nearly_the_same(self, index):
        for n in range(40):
            index.add(f"c{n}", of_template(n, own=60))
        for n in range(40):
            assert f"c{n}" in index.candidates(of_template(n, own=60)[:-3], 40)

    def test_forgets_what_was_removed(self, index):
        for n in range(10):
            index.add(f"c{n}", of_template(n))
        index.remove("c3")
        index.remove("never there")
        assert len(index) == 9
        assert "c3" not in index.candidates(of_template(3), 10)

    def test_adding_again_replaces(self, index):
        index.add("a", of_template(1))
        index.add("a", of_template(2))
        assert len(index) == 1
        assert index.candidates(of_template(2)) == ["a"]

    def test_gives_as_many_as_asked_for_each_once(self, index):
        for n in range(30):
            index.add(f"c{n}", of_template(0))
        found = index.candidates(of_template(0), 7)
        assert len(found) == len(set(found)) == 7

    def test_takes_clusters_without_elements(self, index):
        index.add("empty", np.empty(0, np.uint64))
        index.add("full", of_template(1))
        assert "full" in index.candidates(of_template(1), 5)
        assert set(index.candidates(np.empty(0, np.uint64), 5)) <= {"empty", "full"}

    def test_tells_its_size(self, index):
        index.add("a", of_template(1))
        one = index.nbytes
        for n in range(200):
            index.add(f"c{n}", of_template(n))
        assert index.nbytes > one > 0


class TestRareElementIndex:
    @settings(max_examples=25, deadline=None)
    @given(
        st.lists(st.tuples(st.sampled_from("ard"), st.integers(0, 60)), min_size=1, max_size=150)
    )
    def test_holds_exactly_what_was_added_and_not_removed(self, steps):
        index = RareElementIndex(sample=16)
        there = {}
        for what, n in steps:
            if what == "d":
                index.remove(f"c{n}")
                there.pop(f"c{n}", None)
            else:
                template = n if what == "a" else n + 100
                index.add(f"c{n}", of_template(template))
                there[f"c{n}"] = template
        assert len(index) == len(there)
        for name, template in there.items():
            assert index.candidates(of_template(template), 200)[0] == name or any(
                there[other] == template for other in index.candidates(of_template(template), 1)
            )
        found = index.candidates(of_template(0), 500)
        assert set(found) <= set(there)

    def test_ranks_by_what_is_rare(self):
        index = RareElementIndex()
        for n in range(100):
            index.add(f"c{n}", of_template(n, own=10, common=80))
        for n in range(100):
            assert index.candidates(of_template(n, own=10, common=80), 1) == [f"c{n}"]

    def test_needs_little_memory(self):
        index = RareElementIndex()
        for n in range(600):
            index.add(f"c{n}", of_template(n, own=200))
        assert index.nbytes / len(index) < 2000

    def test_looks_at_no_more_entries_than_its_budget(self):
        index = RareElementIndex(budget=500)
        for n in range(400):
            index.add(f"c{n}", of_template(n))
        # The 20 common elements have 400 entries each: all but one are left out.
        assert index.candidates(of_template(7), 1) == ["c7"]

    def test_looks_at_no_more_of_a_query_than_of_a_cluster(self):
        index = RareElementIndex(sample=8)
        for n in range(40):
            index.add(f"c{n}", elements(n))
        assert len(index.candidates(elements(*range(40)), 100)) == 8

    def test_answer_does_not_hang_on_when_the_arrays_were_made(self):
        early, late = RareElementIndex(), RareElementIndex()
        for n in range(90):
            early.add(f"c{n}", of_template(n))
            late.add(f"c{n}", of_template(n))
        late.add("x", of_template(500))
        late.remove("x")
        for n in range(90):
            assert early.candidates(of_template(n), 1) == late.candidates(of_template(n), 1)


def test_paper_index_counts_equal_pieces():
    index = FingerprintIndex(beta=0.45)
    index.add("a", of_template(1, own=8, common=0))
    index.add("b", of_template(2, own=8, common=0))
    same = of_template(1, own=8, common=0)
    assert index.equal_pieces(same)["a"] > index.equal_pieces(same)["b"]
    assert index.candidates(same) == ["a"]


def test_full_pieces_make_no_candidates_unless_wanted():
    many, others = elements(*range(3000)), elements(*range(5000, 8000))
    for skip, found in ((True, []), (False, ["a"])):
        index = FingerprintIndex(skip_full=skip)
        index.add("a", many)
        assert index.candidates(others) == found


@pytest.mark.parametrize(("clusters", "most"), [(0, 4), (10, 4), (300, 6), (500, 10), (10**6, 16)])
def test_candidates_are_two_in_a_hundred(clusters, most):
    assert candidate_limit(clusters) == most


def test_what_nothing_is_near_has_many_candidates():
    index = RareElementIndex()
    for n in range(300):
        index.add(f"c{n}", of_template(n))
    stranger = np.concatenate((elements(0), elements(*range(150_000, 150_100))))
    assert len(index.candidates(stranger)) == 100
    assert len(index.candidates(stranger, 5)) == 5
    assert len(index.candidates(of_template(7))) <= candidate_limit(300)


def test_a_library_of_many_clusters_bounds_them():
    index = RareElementIndex()
    for n in range(900):
        index.add(f"c{n}", of_template(n))
    stranger = np.concatenate((elements(0), elements(*range(150_000, 150_100))))
    assert len(index.candidates(stranger)) == 160
