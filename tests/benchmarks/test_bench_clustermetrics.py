"""Cluster metrics against values worked out by hand and against their definitions."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks._clustermetrics import adjusted_rand, score_clusters, wrong_pairs

CLUSTERING = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=25)


def test_by_hand():
    # The table of Manning, Raghavan and Schuetze, chapter 16: 17 documents, 3 clusters.
    true = list("xxxxxo") + list("xooood") + list("xxddd")
    got = [1] * 6 + [2] * 6 + [3] * 5
    score = score_clusters(true, got)
    assert (score.pages, score.templates, score.clusters) == (17, 3, 3)
    assert score.precision == pytest.approx(20 / 40)
    assert score.recall == pytest.approx(20 / 44)
    assert score.f1 == pytest.approx(2 * 20 / 84)
    assert score.ari == pytest.approx((20 - 40 * 44 / 136) / (42 - 40 * 44 / 136))
    cubed_precision = ((25 + 1) / 6 + (1 + 16 + 1) / 6 + (4 + 9) / 5) / 17
    cubed_recall = (25 / 8 + 1 / 8 + 4 / 8 + 1 / 5 + 16 / 5 + 1 / 4 + 9 / 4) / 17
    assert score.bcubed_f1 == pytest.approx(
        2 * cubed_precision * cubed_recall / (cubed_precision + cubed_recall)
    )
    assert score.keys()["f1"] == 0.4762


@given(CLUSTERING)
def test_pairs_are_counted_as_defined(rows):
    true, got = zip(*rows, strict=True)
    pairs = list(combinations(range(len(rows)), 2))
    together = [p for p in pairs if got[p[0]] == got[p[1]]]
    alike = [p for p in pairs if true[p[0]] == true[p[1]]]
    hits = len(set(together) & set(alike))
    score = score_clusters(true, got)
    assert score.precision == pytest.approx(hits / len(together) if together else 1.0)
    assert score.recall == pytest.approx(hits / len(alike) if alike else 1.0)
    assert 0.0 <= score.f1 <= 1.0
    assert 0.0 < score.bcubed_f1 <= 1.0


@given(CLUSTERING)
def test_names_of_clusters_do_not_matter_and_truth_scores_one(rows):
    true, got = zip(*rows, strict=True)
    renamed = [f"c{7 - name}" for name in got]
    assert score_clusters(true, got) == score_clusters(true, renamed)
    perfect = score_clusters(true, [f"c{name}" for name in true])
    assert (perfect.f1, perfect.bcubed_f1, perfect.ari) == (1.0, 1.0, 1.0)
    assert adjusted_rand(true, got) == pytest.approx(adjusted_rand(got, true))


def test_edges():
    alone = score_clusters(["a"], [1])
    assert (alone.precision, alone.recall, alone.f1, alone.ari) == (1.0, 1.0, 1.0, 1.0)
    nothing = score_clusters([], [])
    assert (nothing.pages, nothing.clusters, nothing.f1) == (0, 0, 1.0)
    apart = score_clusters(["a", "a", "b"], [1, 2, 3])
    assert (apart.precision, apart.recall, apart.f1) == (1.0, 0.0, 0.0)
    crossed = score_clusters(["a", "a", "b", "b"], [1, 2, 1, 2])
    assert crossed.f1 == 0.0
    assert crossed.ari == pytest.approx(-0.5)
    with pytest.raises(ValueError, match="shorter"):
        score_clusters(["a", "b"], [1])


def test_what_cost_most():
    true = ["a"] * 4 + ["b"] * 3 + ["c"] * 2
    got = [1, 1, 1, 2, 1, 1, 3, 4, 4]
    merged, split = wrong_pairs(true, got)
    assert merged == [(6, "a", "b")]
    assert split == [(3, "a", [3, 1]), (2, "b", [2, 1])]
