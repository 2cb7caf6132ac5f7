"""The library of all clusters: pages in, names of templates out; kept over runs and sites."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fpcrawl.clustering.book import Book
from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.clusterstore import MemoryClusterStore
from fpcrawl.clustering.confidence import Calibration, default_calibration
from fpcrawl.clustering.explain import Explanation, explain
from fpcrawl.clustering.mkmeans import mkmeans
from fpcrawl.clustering.rareindex import RareElementIndex
from fpcrawl.clustering.views import view_of
from fpcrawl.clustering.weights import FpcParameters, default_parameters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fpcrawl.clustering.clusterstore import ClusterStore
    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.index import CandidateIndex
    from fpcrawl.clustering.views import View

__all__ = ["Assignment", "Library"]

#: What a page's role means for its cluster; all else is ``other``.
_TYPES = {
    "index": "index",
    "home": "index",
    "thread": "thread",
    "article": "article",
    "comments": "article",
}
#: Pages after which twins are looked for and the store is written.
_TIDY_PAGES = 500
#: Pages of a cluster that are less alike than this share of what is merged are looked at.
_INCOHERENT = 1.0
_MIN_PAGES = 8
#: Pages of a suspect that are looked at before it is split, suspects watched at once, and
#: the share of those pages that a part must have.
_WATCHED_PAGES = 24
_MAX_WATCHED = 32
_MIN_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Assignment:
    """The cluster of a page.

    Attributes
    ----------
    similarity
        How alike page and centre are, 0..1; 1 for a cluster the page founded.
    confidence
        Probability that this is the page's cluster.
    is_new
        Whether the page founded it.
    page_type
        ``index``, ``thread``, ``article`` or ``other`` by votes; None without votes.
    """

    cluster: str
    similarity: float
    confidence: float
    is_new: bool
    page_type: str | None = None


class Library:
    """Clusters of pages, added to as pages come (Leader-Follower, section 3.3 of FPC).

    Parameters
    ----------
    store
        Where the clusters are kept; without one they end with the process. Several
        libraries may share a store, also in several processes: see :meth:`save`.
    parameters
        Of similarity and clustering; by default the learnt ones.
    index
        Finds candidates; it must be empty.
    calibration
        Of confidences.
    max_hot, max_views
        Clusters whose sums, and whose centres, are kept in memory.

    Raises
    ------
    StateError
        Here and in all methods, when the store cannot be read or written.
    """

    def __init__(
        self,
        store: ClusterStore | None = None,
        *,
        parameters: FpcParameters | None = None,
        index: CandidateIndex | None = None,
        calibration: Calibration | None = None,
        max_hot: int = 256,
        max_views: int = 20_000,
    ) -> None:
        self.parameters = parameters or default_parameters()
        self.calibration = calibration or default_calibration()
        self._book = Book(
            store if store is not None else MemoryClusterStore(),
            self.parameters,
            index if index is not None else RareElementIndex(),
            max_hot=max_hot,
            max_views=max_views,
        )
        self._book.touched.clear()
        self._types: dict[str, str | None] = {}
        self._watched: OrderedDict[str, list[PageFeatures]] = OrderedDict()
        self._since_tidy = 0

    def __len__(self) -> int:
        return len(self._book)

    @property
    def version(self) -> int:
        """Version of the store: grows with every change that anybody saves."""
        return self._book.version

    @property
    def index_bytes(self) -> int:
        """Memory of the index."""
        return self._book.index.nbytes

    def assign(self, features: PageFeatures, page_type: str | None = None) -> Assignment:
        """Return the cluster of a page and add the page to it; found one if none is near.

        Parameters
        ----------
        page_type
            What the page is known to be: a vote for its cluster.
        """
        view = view_of(features, self.parameters)
        found = self._decide(view)
        if found is None:
            cluster = self._book.found(Centre.of([features]))
            assignment = Assignment(cluster, 1.0, self._sure(1.0, 1.0, 1), is_new=True)
        else:
            assignment = found
            self._book.add(found.cluster, features)
            self._watch(found.cluster, features)
        if page_type is not None:
            self.note_type(assignment.cluster, page_type)
        self._since_tidy += 1
        if self._since_tidy >= _TIDY_PAGES:
            self.tidy()
            self.save()
        cluster = self._book.resolve(assignment.cluster)
        return replace(assignment, cluster=cluster, page_type=self.page_type(cluster))

    def assign_all(
        self, batch: Sequence[PageFeatures], page_types: Sequence[str | None] | None = None
    ) -> list[Assignment]:
        """Assign pages that come together; each gets the name its cluster has at the end."""
        types = page_types if page_types is not None else [None] * len(batch)
        found = [self.assign(page, kind) for page, kind in zip(batch, types, strict=True)]
        self.tidy()
        return [
            replace(a, cluster=self.resolve(a.cluster), page_type=self.page_type(a.cluster))
            for a in found
        ]

    def classify(self, features: PageFeatures) -> Assignment | None:
        """Return the cluster of a page without adding the page.

        None where no cluster is likely enough, see :class:`Calibration`.
        """
        found = self._nearest(view_of(features, self.parameters))
        if found is None or found.confidence < self.calibration.reject:
            return None
        return replace(found, page_type=self.page_type(found.cluster))

    def _decide(self, view: View) -> Assignment | None:
        found = self._nearest(view)
        return found if found is not None and found.similarity >= self.parameters.d else None

    def _nearest(self, view: View) -> Assignment | None:
        near = self._book.nearest(view)
        if not near:
            return None
        cluster, similarity = near[0]
        margin = similarity - (near[1][1] if len(near) > 1 else 0.0)
        pages = self._book.views([cluster])[0].pages
        return Assignment(cluster, similarity, self._sure(similarity, margin, pages), is_new=False)

    def _sure(self, similarity: float, margin: float, pages: int) -> float:
        return self.calibration.confidence(similarity, margin, pages)

    def resolve(self, cluster: str) -> str:
        """Return the cluster that one has become part of, or its own name."""
        return self._book.resolve(cluster)

    def note_type(self, cluster: str, page_type: str) -> None:
        """Vote for the type of a cluster's pages; any role of a page may be given."""
        cluster = self.resolve(cluster)
        self._book.vote(cluster, _TYPES.get(page_type, "other"))
        self._types.pop(cluster, None)

    def page_type(self, cluster: str) -> str | None:
        """Return what most votes say a cluster's pages are; None without votes."""
        cluster = self.resolve(cluster)
        if cluster not in self._types:
            votes = self._book.votes(cluster)
            self._types[cluster] = min(votes, key=lambda t: (-votes[t], t), default=None)
        return self._types[cluster]

    def common(self, cluster: str) -> tuple[frozenset[int], ...]:
        """Return the elements that most pages of a cluster have, f2 to f9."""
        return self.centre(cluster).sets(self.parameters.tau_set)

    def centre(self, cluster: str) -> Centre:
        """Return the centre of a cluster; not to be changed."""
        return self._book.sums(self.resolve(cluster))

    def explain(
        self,
        a: PageFeatures | str,
        b: PageFeatures | str,
        *,
        names: Mapping[int, str] | None = None,
    ) -> Explanation:
        """Tell which features make two pages or clusters alike or unlike.

        Parameters
        ----------
        a, b
            Features of a page, or the name of a cluster.
        names
            Strings of hashes; pages made with ``keep_names`` bring their own.
        """
        one, other = (self.centre(x) if isinstance(x, str) else x for x in (a, b))
        return explain(one, other, self.parameters, names=names)

    def save(self) -> None:
        """Add what this library has learnt to the store and take over what others have.

        Sums of pages commute: writers need not know of each other. A page is in the store
        once its library was saved.
        """
        self._book.save()
        self._book.refresh()
        self._types.clear()

    def tidy(self, *, everything: bool = False) -> int:
        """Merge clusters that have become twins; return how many.

        A cluster is compared with others when it is new and when it has doubled.

        Parameters
        ----------
        everything
            Compare all clusters, also those that others wrote before this library was
            opened; some milliseconds each.
        """
        self._since_tidy = 0
        if everything:
            self._book.touch_all()
        merged = 0
        touched = self._book.touched
        while touched:
            cluster = next(iter(touched))
            del touched[cluster]
            twin = self._twin(cluster)
            if twin is not None:
                self._book.unite(*twin)
                touched[self.resolve(twin[1])] = None
                self._types.pop(twin[1], None)
                merged += 1
        return merged

    def _twin(self, cluster: str) -> tuple[str, str] | None:
        """Return the smaller and the bigger of two clusters that are one."""
        if self.resolve(cluster) != cluster:
            return None
        view = self._book.views([cluster])[0]
        for other, similarity in self._book.nearest(view, besides=cluster):
            twin = self._book.views([other])[0]
            if similarity < self._merge_threshold(view, twin):
                continue
            if (twin.pages, other) < (view.pages, cluster):
                return other, cluster
            return cluster, other
        return None

    def merge(self, other: Library) -> dict[str, str]:
        """Add all clusters of another library (Algorithm 3).

        Returns
        -------
        dict
            Name of each cluster there -> its name here.
        """
        names = {}
        for cluster, sums, votes in other.contents():
            view = view_of(sums, self.parameters)
            near = self._book.nearest(view)[:1]
            twin = next(iter(self._book.views([near[0][0]]))) if near else None
            if twin is not None and near[0][1] >= self._merge_threshold(view, twin):
                name = near[0][0]
                self._book.pour(name, sums, votes)
            else:
                name = self._book.found(sums)
                self._book.pour(name, Centre(), votes)
            self._types.pop(name, None)
            names[cluster] = name
        self.tidy()
        return {old: self.resolve(new) for old, new in names.items()}

    def _merge_threshold(self, one: View, other: View) -> float:
        known = [view.coherence for view in (one, other) if view.pages > 1]
        if not known or not self.parameters.density:
            return self.parameters.alpha
        return self.parameters.density * min(known)

    def contents(self) -> Iterable[tuple[str, Centre, dict[str, int]]]:
        """Yield name, sums and votes of every cluster."""
        self.save()
        return self._book.contents()

    def _watch(self, cluster: str, features: PageFeatures) -> None:
        """Gather pages of a cluster whose pages differ; split it when they fall apart."""
        pages = self._watched.get(cluster)
        if pages is None:
            view = self._book.views([cluster])[0]
            # Looked at now and then: what differs today differs tomorrow.
            if view.pages < _MIN_PAGES or self._since_tidy % _MIN_PAGES:
                return
            if view.coherence >= _INCOHERENT * self.parameters.alpha:
                return
            pages = self._watched[cluster] = []
            if len(self._watched) > _MAX_WATCHED:
                self._watched.popitem(last=False)
        pages.append(features)
        if len(pages) >= _WATCHED_PAGES:
            del self._watched[cluster]
            self.split(cluster, pages)

    def split(self, cluster: str, pages: Sequence[PageFeatures]) -> list[str]:
        """Split a cluster if these pages of it fall into parts that are unlike.

        The parts start from these pages alone: what the sums of the others hold cannot be
        told apart any more. The old name then means the biggest part.

        Returns
        -------
        list of str
            Names of the parts, biggest first; only the cluster's own if it stays.
        """
        cluster = self.resolve(cluster)
        parts = mkmeans(pages, self.parameters)
        parts.sort(key=lambda part: -len(part.members))
        big = [part for part in parts if len(part.members) >= _MIN_SHARE * len(pages)]
        if len(big) < 2:
            return [cluster]
        names = self._book.split(cluster, [part.centre for part in big])
        self._types.clear()
        return names
