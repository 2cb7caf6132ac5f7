"""MKmeans (Algorithm 1): k-means that finds k by merging.

1. A page less similar than d to every centre founds a cluster, else it joins the nearest.
2. Every page goes to the nearest centre. 3. Centres are made anew. 4. The most similar
clusters are merged until none is similar enough. 2 to 4 are repeated until the mean
similarity of pages to their centres changes by less than e, T times at most.

In the form ``"evidence"`` of the similarity, what a centre is to a page or to another centre
follows from the products of pairs of pages by adding, so these are computed once. The form
``"paper"`` goes by the centres themselves, see :mod:`fpcrawl.clustering.bycentre`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.batch import Batch, combined
from fpcrawl.clustering.bycentre import Cluster, grouped_by_centres
from fpcrawl.clustering.centre import Centre

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.weights import FpcParameters

    Floats = NDArray[np.float64]

__all__ = ["MAX_PAGES", "Cluster", "ClusterSums", "PreparedPages", "merge_threshold", "mkmeans"]

#: Pages whose pairs are held at once; more are grouped in parts, and the clusters merged.
MAX_PAGES = 1_500


def merge_threshold(
    pages_a: int,
    coherence_a: float,
    pages_b: int,
    coherence_b: float,
    parameters: FpcParameters,
) -> float:
    """Return the similarity from which two clusters are merged.

    How alike the pages of one template are differs from template to template: a board's
    list pages are nearly equal, a newspaper's articles share half. Two clusters are one when
    they are about as alike as the pages inside them; the share ``density`` of that is
    enough. The less is known of a cluster, the nearer its bound is to ``alpha``: the
    coherence of n pages weighs n (n - 1) / 2 pairs against one.

    Parameters
    ----------
    pages_a, pages_b
        Pages in the clusters.
    coherence_a, coherence_b
        Mean similarity of two pages inside each, see
        :func:`fpcrawl.clustering.similarity.coherence`.
    """
    one = _bound(pages_a, coherence_a, parameters)
    return (one + _bound(pages_b, coherence_b, parameters)) / 2


def _bound(pages: float, coherence: float, parameters: FpcParameters) -> float:
    if not parameters.density:
        return parameters.alpha
    pairs = pages * (pages - 1) / 2
    return (parameters.alpha + parameters.density * coherence * pairs) / (1 + pairs)


def mkmeans(features: Sequence[PageFeatures], parameters: FpcParameters) -> list[Cluster]:
    """Group pages; the clusters come in the order of their first pages.

    Parameters
    ----------
    features
        The pages.
    parameters
        Weights, d, alpha, density, e and the number of iterations.
    """
    if parameters.form == "paper":
        return grouped_by_centres(features, parameters)
    clusters: list[Cluster] = []
    for start in range(0, len(features), MAX_PAGES):
        part = features[start : start + MAX_PAGES]
        for members in _grouped(part, parameters):
            centre = Centre.of(part[i] for i in members)
            clusters.append(Cluster([start + i for i in members], centre))
    if len(features) > MAX_PAGES:
        clusters = _merged(clusters, parameters)
    return sorted(clusters, key=lambda cluster: cluster.members[0])


class PreparedPages:
    """Pages with the products of all pairs, to be grouped with various parameters.

    Parameters
    ----------
    pages
        The pages; memory grows with the square of their number.
    parameters
        Only their form matters here.
    """

    def __init__(self, pages: Sequence[PageFeatures], parameters: FpcParameters) -> None:
        batch = Batch(pages, parameters)
        self._pairs = batch.products(batch)
        self._sizes = batch.sizes

    def labels(self, parameters: FpcParameters) -> NDArray[np.int64]:
        """Return the number of the cluster of each page."""
        pairs, sizes = self._pairs, self._sizes
        labels = _founded(pairs, sizes, parameters)
        before = -1.0
        for _ in range(parameters.max_iterations):
            labels = ClusterSums.of_pages(pairs, sizes, labels).merged_labels(labels, parameters)
            _, labels = np.unique(labels, return_inverse=True)
            labels, mean = _nearest(pairs, sizes, labels, parameters)
            _, labels = np.unique(labels, return_inverse=True)
            if abs(mean - before) < parameters.e:
                break
            before = mean
        return labels


def _grouped(pages: Sequence[PageFeatures], parameters: FpcParameters) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for i, label in enumerate(PreparedPages(pages, parameters).labels(parameters).tolist()):
        groups.setdefault(label, []).append(i)
    return list(groups.values())


def _merged(clusters: list[Cluster], parameters: FpcParameters) -> list[Cluster]:
    """Merge clusters that were found in parts of the pages."""
    batch = Batch([cluster.centre for cluster in clusters], parameters)
    sums = ClusterSums.of_centres(batch, np.array([c.centre.pages for c in clusters], np.float64))
    labels = sums.merged_labels(np.arange(len(clusters)), parameters)
    out: dict[int, Cluster] = {}
    for cluster, label in zip(clusters, labels.tolist(), strict=True):
        known = out.get(label)
        if known is None:
            out[label] = cluster
        else:
            known.members = sorted(known.members + cluster.members)
            known.centre.merge(cluster.centre)
    return list(out.values())


def _founded(
    pairs: NDArray[np.float32], sizes: Floats, parameters: FpcParameters
) -> NDArray[np.int64]:
    """Make the first clusters in one pass over the pages (step 1)."""
    n = sizes.shape[1]
    labels = np.zeros(n, np.int64)
    room = 64
    sums = np.zeros((len(sizes), room, n), np.float32)
    totals = np.zeros((len(sizes), room))
    counts = np.zeros(room)
    k = 0
    for i in range(n):
        best, at = -1.0, k
        if k:
            common = sums[:, :k, i] / counts[:k]
            alike = combined(common, sizes[:, i, None], totals[:, :k] / counts[:k], parameters)
            at = int(alike.argmax())
            best = float(alike[at])
        if best < parameters.d:
            at = k
            k += 1
            if k > room:
                room *= 2
                sums = np.concatenate([sums, np.zeros_like(sums)], axis=1)
                totals = np.concatenate([totals, np.zeros_like(totals)], axis=1)
                counts = np.concatenate([counts, np.zeros_like(counts)])
        labels[i] = at
        sums[:, at] += pairs[:, i]
        totals[:, at] += sizes[:, i]
        counts[at] += 1
    return labels


def _nearest(
    pairs: NDArray[np.float32],
    sizes: Floats,
    labels: NDArray[np.int64],
    parameters: FpcParameters,
) -> tuple[NDArray[np.int64], float]:
    """Move each page to the nearest centre (steps 2, 3); also return the mean similarity."""
    members = np.zeros((labels.max(initial=-1) + 1, len(labels)), np.float32)
    members[labels, np.arange(len(labels))] = 1
    counts = members.sum(axis=1).astype(np.float64)
    totals = sizes @ members.T
    common = np.stack([members @ part for part in pairs]) / counts[:, None]
    alike = combined(common, (totals / counts)[:, :, None], sizes[:, None, :], parameters)
    best = alike.argmax(axis=0)
    column = np.arange(len(labels))
    # Rounding must not move a page between equals.
    stay = alike[best, column] <= alike[labels, column] + 1e-6
    best = np.where(stay, labels, best)
    return best, float(alike[best, column].mean()) if len(labels) else 1.0


class ClusterSums:
    """Products of all pairs of pages, added up by clusters.

    Attributes
    ----------
    products
        For each feature and two clusters, the sum over the pairs of their pages; of a cluster
        with itself each pair twice, and each page with itself.
    totals
        For each feature the sum of the pages' sizes.
    pages
        Pages in each cluster.
    """

    __slots__ = ("pages", "products", "totals")

    def __init__(self, products: Floats, totals: Floats, pages: Floats) -> None:
        self.products = products
        self.totals = totals
        self.pages = pages

    @classmethod
    def of_pages(
        cls, pairs: NDArray[np.float32], sizes: Floats, labels: NDArray[np.int64]
    ) -> ClusterSums:
        """Add up the products of pages by their labels."""
        members = np.zeros((labels.max(initial=-1) + 1, len(labels)), np.float32)
        members[labels, np.arange(len(labels))] = 1
        products = np.stack([members @ part @ members.T for part in pairs]).astype(np.float64)
        return cls(products, sizes @ members.T, members.sum(axis=1).astype(np.float64))

    @classmethod
    def of_centres(cls, batch: Batch, pages: Floats) -> ClusterSums:
        """Take clusters by their centres, of so many pages each."""
        products = batch.products(batch).astype(np.float64) * pages[:, None] * pages
        return cls(products, batch.sizes * pages, pages)

    def merged_labels(
        self, labels: NDArray[np.int64], parameters: FpcParameters
    ) -> NDArray[np.int64]:
        """Merge the most similar clusters while they are similar enough (step 4)."""
        k = len(self.pages)
        into = np.arange(k)
        # How far the similarity of two clusters lies above their threshold decides whether,
        # the similarity itself in what order.
        alike = np.full((k, k), -1.0)
        bounds = np.zeros(k)
        for i in range(k):
            bounds[i] = self._bound(i, parameters)
        for i in range(k):
            alike[i] = self._row(i, bounds, parameters)
            alike[i, i] = -1
        best = alike.max(axis=1, initial=-1)
        while k and best.max() >= 0:
            i = int(best.argmax())
            j = int(alike[i].argmax())
            i, j = min(i, j), max(i, j)
            self._join(i, j)
            into[into == j] = i
            stale = (best >= 0) & ((best <= alike[:, i]) | (best <= alike[:, j]))
            alike[j] = alike[:, j] = -1
            best[j] = -1
            stale[j] = False
            bounds[i] = self._bound(i, parameters)
            row = self._row(i, bounds, parameters)
            row[self.pages == 0] = -1
            row[i] = -1
            alike[i] = alike[:, i] = row
            best = np.maximum(best, row)
            best[i] = row.max()
            for at in np.flatnonzero(stale):
                best[at] = alike[at].max()
        return into[labels]

    def _join(self, i: int, j: int) -> None:
        self.products[:, i] += self.products[:, j]
        self.products[:, :, i] += self.products[:, :, j]
        self.products[:, j] = self.products[:, :, j] = 0
        self.totals[:, i] += self.totals[:, j]
        self.totals[:, j] = 0
        self.pages[i] += self.pages[j]
        self.pages[j] = 0

    def _bound(self, i: int, parameters: FpcParameters) -> float:
        n = self.pages[i]
        if n < 2:
            return parameters.alpha
        # A page with itself: its layers and f2 are of length 1.
        own = self.totals[:, i].copy()
        own[1] = n
        inside = np.maximum(self.products[:, i, i] - own, 0) / (n * (n - 1))
        sizes = self.totals[:, i] / n
        coherence = float(combined(inside, sizes, sizes, parameters))
        return _bound(float(n), coherence, parameters)

    def _row(self, i: int, bounds: Floats, parameters: FpcParameters) -> Floats:
        """Similarities of a cluster to all; -1 where they are too small to merge."""
        pages = np.maximum(self.pages, 1)
        common = self.products[:, i] / (pages[i] * pages)
        sizes = self.totals / pages
        alike = combined(common, sizes[:, i, None], sizes, parameters)
        return np.where(alike >= (bounds[i] + bounds) / 2, alike, -1.0)
