"""MKmeans step by step on centres, as the paper writes it down (Algorithm 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.batch import Batch, many_to_many
from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.similarity import similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Cluster", "grouped_by_centres"]


@dataclass(slots=True)
class Cluster:
    """Numbers of the pages of a cluster, ascending, and their centre."""

    members: list[int]
    centre: Centre


def grouped_by_centres(
    features: Sequence[PageFeatures], parameters: FpcParameters
) -> list[Cluster]:
    """Group pages; the clusters come in the order of their first pages.

    Parameters
    ----------
    features
        The pages.
    parameters
        Weights, form, d, alpha, e and the number of iterations.
    """
    clusters = _founded(features, parameters)
    pages = Batch(features, parameters)
    before = -1.0
    for _ in range(parameters.max_iterations if clusters else 0):
        alike = many_to_many(pages, Batch([c.centre for c in clusters], parameters))
        groups: dict[int, list[int]] = {}
        for i, label in enumerate(alike.argmax(axis=1).tolist()):
            groups.setdefault(label, []).append(i)
        clusters = [
            Cluster(members, Centre.of(features[i] for i in members)) for members in groups.values()
        ]
        _merge(clusters, parameters)
        mean = float(alike.max(axis=1).mean())
        if abs(mean - before) < parameters.e:
            break
        before = mean
    return sorted(clusters, key=lambda cluster: cluster.members[0])


def _founded(features: Sequence[PageFeatures], parameters: FpcParameters) -> list[Cluster]:
    clusters: list[Cluster] = []
    for i, page in enumerate(features):
        alike = [similarity(page, cluster.centre, parameters) for cluster in clusters]
        best = max(range(len(alike)), key=alike.__getitem__, default=-1)
        if best < 0 or alike[best] < parameters.d:
            clusters.append(Cluster([i], Centre.of([page])))
        else:
            clusters[best].members.append(i)
            clusters[best].centre.add(page)
    return clusters


def _merge(clusters: list[Cluster], parameters: FpcParameters) -> None:
    batch = Batch([cluster.centre for cluster in clusters], parameters)
    alike = many_to_many(batch, batch)
    np.fill_diagonal(alike, -1)
    while len(clusters) > 1:
        i, j = sorted(map(int, np.unravel_index(alike.argmax(), alike.shape)))
        if alike[i, j] < parameters.alpha:
            return
        clusters[i].members = sorted(clusters[i].members + clusters[j].members)
        clusters[i].centre.merge(clusters[j].centre)
        del clusters[j]
        alike = np.delete(np.delete(alike, j, 0), j, 1)
        batch = Batch([cluster.centre for cluster in clusters], parameters)
        row = many_to_many(Batch([clusters[i].centre], parameters), batch)[0]
        alike[i] = alike[:, i] = row
        alike[i, i] = -1
