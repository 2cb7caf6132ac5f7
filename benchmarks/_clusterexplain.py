"""Which templates a clustering confused, and what makes their pages alike or unlike."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from benchmarks._clustermetrics import wrong_pairs
from fpcrawl.clustering import FEATURES, Centre, PageFeatures, default_parameters, similarity
from fpcrawl.clustering.similarity import layer_similarity

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from benchmarks._clusterdata import LabelledPage

__all__ = ["explain"]


def explain(
    pages: Sequence[LabelledPage],
    features: Sequence[PageFeatures],
    clusters: Sequence[Hashable],
    most: int,
) -> None:
    """Print the ``most`` worst merges and splits of templates on standard error.

    With each stand the similarity of the two centres and, by feature, the share of elements
    they have in common and how many each has.
    """
    labels = [page.label for page in pages]
    of_label: defaultdict[str, list[int]] = defaultdict(list)
    for number, label in enumerate(labels):
        of_label[label].append(number)
    merged, split = wrong_pairs(labels, clusters)
    for pairs, first, second in merged[:most]:
        one = Centre.of(features[i] for i in of_label[first])
        other = Centre.of(features[i] for i in of_label[second])
        _tell(f"merged {first} + {second}, {pairs} pairs", one, other)
    for pairs, label, sizes in split[:most]:
        pieces = Counter(clusters[i] for i in of_label[label]).most_common(2)
        one, other = (
            Centre.of(features[i] for i in of_label[label] if clusters[i] == piece)
            for piece, _ in pieces
        )
        example = [
            next(pages[i].id for i in of_label[label] if clusters[i] == piece)
            for piece, _ in pieces
        ]
        _tell(f"split {label} {sizes}, {pairs} pairs, {' | '.join(example)}", one, other)


def _tell(what: str, one: Centre, other: Centre) -> None:
    parameters = default_parameters()
    layers = layer_similarity(one.layers(parameters.tau_layer), other.layers(parameters.tau_layer))
    cells = [f"dom {layers:.2f}"]
    sets = zip(
        FEATURES[1:], one.sets(parameters.tau_set), other.sets(parameters.tau_set), strict=True
    )
    for name, a, b in sets:
        share = len(a & b) / len(a | b) if a | b else 0.0
        cells.append(f"{name} {share:.2f} ({len(a)}/{len(b)})")
    total = similarity(one, other, parameters)
    print(f"{what}: {total:.3f}: {', '.join(cells)}", file=sys.stderr)
