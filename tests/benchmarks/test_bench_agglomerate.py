"""Average link along chains gives what merging the nearest two again and again gives."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks._agglomerate import average_link, cut


def naive(similarity, threshold):
    clusters = [[i] for i in range(len(similarity))]
    while len(clusters) > 1:
        best, a, b = max(
            (float(np.mean([similarity[i][j] for i in one for j in other])), x, y)
            for x, one in enumerate(clusters)
            for y, other in enumerate(clusters)
            if x < y
        )
        if best < threshold:
            break
        clusters[a] += clusters.pop(b)
    return {frozenset(cluster) for cluster in clusters}


def groups(labels):
    return {frozenset(i for i, x in enumerate(labels) if x == label) for label in labels}


@pytest.mark.parametrize("seed", range(5))
def test_same_as_the_naive_algorithm(seed):
    points = np.random.default_rng(seed).random((14, 2))
    similarity = 1 - np.linalg.norm(points[:, None] - points[None], axis=2)
    merges = average_link(similarity)
    assert len(merges) == 13
    heights = [height for _, _, height in merges]
    assert heights == sorted(heights, reverse=True)
    for threshold in (0.3, 0.5, 0.7, 0.9):
        assert groups(cut(14, merges, threshold)) == naive(similarity, threshold)


def test_edges():
    assert average_link(np.ones((1, 1))) == []
    assert cut(1, [], 0.5) == [0]
    assert cut(0, [], 0.5) == []
    alike = average_link(np.ones((5, 5)))
    assert len(set(cut(5, alike, 1.0))) == 1
    assert len(set(cut(5, alike, 1.1))) == 5


def test_the_matrix_given_is_not_changed():
    matrix = np.array([[1.0, 0.5], [0.5, 1.0]])
    average_link(matrix)
    assert matrix.tolist() == [[1.0, 0.5], [0.5, 1.0]]


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="no number"):
        average_link(np.array([[1.0, np.nan], [np.nan, 1.0]]))
