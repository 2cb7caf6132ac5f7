"""How a clustering is judged against true labels. Pure: counts of a contingency table.

With n_ij pages of true label i in cluster j, a_i and b_j its sums and C(x) = x (x - 1) / 2:
pairwise precision = sum C(n_ij) / sum C(b_j), recall = sum C(n_ij) / sum C(a_i); B-cubed
precision = sum n_ij^2 / b_j / n, recall = sum n_ij^2 / a_i / n (Bagga and Baldwin 1998);
adjusted Rand index after Hubert and Arabie 1985.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

__all__ = ["ClusterScore", "adjusted_rand", "score_clusters", "wrong_pairs"]


@dataclass(frozen=True, slots=True)
class ClusterScore:
    """Figures of one clustering; each is 1 when it agrees with the labels.

    Attributes
    ----------
    precision, recall, f1
        Over pairs of pages. No pair in one cluster: precision 1; no pair of one label:
        recall 1.
    bcubed_f1
        Harmonic mean of B-cubed precision and recall, over pages.
    ari
        Adjusted Rand index: 0 for chance.
    """

    pages: int
    templates: int
    clusters: int
    precision: float
    recall: float
    f1: float
    bcubed_f1: float
    ari: float

    def keys(self) -> dict[str, float | int]:
        """Return the figures, rounded."""
        return {
            "pages": self.pages,
            "templates": self.templates,
            "clusters": self.clusters,
            **{
                name: round(getattr(self, name), 4)
                for name in ("precision", "recall", "f1", "bcubed_f1", "ari")
            },
        }


def score_clusters(true: Sequence[Hashable], got: Sequence[Hashable]) -> ClusterScore:
    """Judge clusters ``got`` against labels ``true``, one of each a page.

    Raises
    ------
    ValueError
        When the lengths differ.
    """
    cells = Counter(zip(true, got, strict=True))
    rows, columns = Counter(true), Counter(got)
    both = sum(_pairs(n) for n in cells.values())
    precision = _share(both, sum(_pairs(n) for n in columns.values()))
    recall = _share(both, sum(_pairs(n) for n in rows.values()))
    pages = len(true)
    cubed_precision = _share(sum(n * n / columns[j] for (_, j), n in cells.items()), pages)
    cubed_recall = _share(sum(n * n / rows[i] for (i, _), n in cells.items()), pages)
    return ClusterScore(
        pages=pages,
        templates=len(rows),
        clusters=len(columns),
        precision=precision,
        recall=recall,
        f1=_harmonic(precision, recall),
        bcubed_f1=_harmonic(cubed_precision, cubed_recall),
        ari=adjusted_rand(true, got),
    )


def adjusted_rand(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """Return the adjusted Rand index of two clusterings of the same pages; symmetric.

    Raises
    ------
    ValueError
        When the lengths differ.
    """
    both = sum(_pairs(n) for n in Counter(zip(one, other, strict=True)).values())
    rows = sum(_pairs(n) for n in Counter(one).values())
    columns = sum(_pairs(n) for n in Counter(other).values())
    everything = _pairs(len(one))
    if not everything:
        return 1.0
    chance = rows * columns / everything
    most = (rows + columns) / 2
    # Both all in one, or both all apart: they agree.
    return 1.0 if most == chance else (both - chance) / (most - chance)


def wrong_pairs(
    true: Sequence[str], got: Sequence[Hashable]
) -> tuple[list[tuple[int, str, str]], list[tuple[int, str, list[int]]]]:
    """Return what cost most pairs.

    Returns
    -------
    merged
        (pairs, label, label) of labels that share clusters, most first.
    split
        (pairs, label, sizes of its pieces) of labels that are spread, most first.
    """
    cells = Counter(zip(true, got, strict=True))
    of_cluster: defaultdict[Hashable, list[tuple[str, int]]] = defaultdict(list)
    of_label: defaultdict[str, list[int]] = defaultdict(list)
    for (label, cluster), n in cells.items():
        of_cluster[cluster].append((label, n))
        of_label[label].append(n)
    merged: Counter[tuple[str, str]] = Counter()
    for members in of_cluster.values():
        members.sort()
        for at, (first, n) in enumerate(members):
            for second, m in members[at + 1 :]:
                merged[first, second] += n * m
    split = [
        (_pairs(sum(sizes)) - sum(map(_pairs, sizes)), label, sorted(sizes, reverse=True))
        for label, sizes in of_label.items()
        if len(sizes) > 1
    ]
    return (
        [(n, first, second) for (first, second), n in merged.most_common()],
        sorted(split, key=lambda item: (-item[0], item[1])),
    )


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 1.0


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
