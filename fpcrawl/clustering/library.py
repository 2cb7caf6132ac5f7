"""The library of all clusters: pages in, names of templates out; kept over runs and sites."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fpcrawl.clustering.book import Book
from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.clusterstore import MemoryClusterStore
from fpcrawl.clustering.confidence import Calibration, default_calibration
from fpcrawl.clustering.explain import Explanation, explain
from fpcrawl.clustering.mkmeans import mkmeans
from fpcrawl.clustering.numbers import numbers_of
from fpcrawl.clustering.rareindex import RareElementIndex
from fpcrawl.clustering.tidying import Tidier
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
#: Pages, and cores that are new or have doubled, after which cores are grouped anew although
#: nobody has asked for it.
_TIDY_PAGES = 2_000
_TIDY_TOUCHED = 1_000
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
    core
        The part of the cluster that holds what is nearly the same as the page. Clusters are
        grouped anew as more is known, cores are not taken apart: what cluster a page
        belongs to in the end is ``library.resolve(core)``.
    similarity
        How alike page and core are, 0..1; 1 for a core the page founded.
    confidence
        Probability that this is the page's cluster.
    is_new
        Whether the page founded the cluster.
    page_type
        ``index``, ``thread``, ``article`` or ``other`` by votes; None without votes.
    margin
        By how much the similarity exceeds that to the nearest other cluster.
    pages
        Pages of the core.
    """

    cluster: str
    core: str
    similarity: float
    confidence: float
    is_new: bool
    page_type: str | None = None
    margin: float = 1.0
    pages: int = 1


class Library:
    """Clusters of pages, added to as pages come (Leader-Follower, section 3.3 of FPC).

    A page joins the nearest core that it is similar to by ``d``, or founds one. From time to
    time the cores that something has happened to are grouped into clusters as step 4 of
    MKmeans does, see :mod:`fpcrawl.clustering.groups`: so pages that come one by one end in
    the clusters they would make together.

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
        # Of clusters that were asked for; pages that vote are counted here, too.
        self._votes: dict[str, Counter[str]] = {}
        self._watched: OrderedDict[str, list[PageFeatures]] = OrderedDict()
        self._since_tidy = 0
        # No core of one template was below 0.8; two that are unlike make about 0.5.
        self._incoherent = (self.parameters.alpha + self.parameters.d) / 2
        self._tidier = Tidier(self._book)

    def __len__(self) -> int:
        """Return the number of clusters."""
        return len(self._book.groups)

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

        Grouping and writing are put off: call :meth:`tidy` and :meth:`save` when there is
        time. Until then a new core is a cluster by itself.

        Parameters
        ----------
        page_type
            What the page is known to be: a vote for its cluster.
        """
        numbers = numbers_of(features)
        found = self._nearest(view_of(numbers, self.parameters))
        book = self._book
        if found is None or found.similarity < self.parameters.d:
            core = book.found(Centre.of([numbers]))
            found = Assignment(core, core, 1.0, self._sure(1.0, 1.0, 1), is_new=True)
        else:
            book.add(found.core, numbers)
            self._watch(found.core, features)
        if page_type is not None:
            self.note_type(found.core, page_type)
        self._since_tidy += 1
        if self._since_tidy >= _TIDY_PAGES or len(book.touched) >= _TIDY_TOUCHED:
            self.tidy()
        cluster = self.resolve(found.core)
        return replace(found, cluster=cluster, page_type=self.page_type(cluster))

    def assign_all(
        self, batch: Sequence[PageFeatures], page_types: Sequence[str | None] | None = None
    ) -> list[Assignment]:
        """Assign pages that come together; each gets the cluster its core has at the end."""
        types = page_types if page_types is not None else [None] * len(batch)
        found = [self.assign(page, kind) for page, kind in zip(batch, types, strict=True)]
        self.tidy()
        out = []
        for one in found:
            cluster = self.resolve(one.core)
            out.append(replace(one, cluster=cluster, page_type=self.page_type(cluster)))
        return out

    def classify(self, features: PageFeatures) -> Assignment | None:
        """Return the cluster of a page without adding the page.

        None where no cluster is likely enough, see :class:`Calibration`.
        """
        found = self._nearest(view_of(features, self.parameters))
        if found is None or found.confidence < self.calibration.reject:
            return None
        return replace(found, page_type=self.page_type(found.cluster))

    def _nearest(self, view: View) -> Assignment | None:
        near = self._book.nearest(view)
        if not near:
            return None
        core, similarity = near[0]
        cluster = self.resolve(core)
        # How far the next cluster is, not another core of the same.
        second = next((s for name, s in near[1:] if self.resolve(name) != cluster), 0.0)
        pages = self._book.views([core])[0].pages
        margin = similarity - second
        sure = self._sure(similarity, margin, pages)
        return Assignment(cluster, core, similarity, sure, is_new=False, margin=margin, pages=pages)

    def _sure(self, similarity: float, margin: float, pages: int) -> float:
        return self.calibration.confidence(similarity, margin, pages)

    def resolve(self, name: str) -> str:
        """Return the cluster of a core, or what has become of a cluster that was."""
        return self._book.groups.of(self._book.resolve(name))

    def cores(self) -> int:
        """Return the number of cores, see :mod:`fpcrawl.clustering.groups`."""
        return len(self._book)

    def _cores(self, cluster: str) -> list[str]:
        return self._book.groups.members(self.resolve(cluster))

    def note_type(self, name: str, page_type: str) -> None:
        """Vote for the type of a page; any role of a page may be given.

        Parameters
        ----------
        name
            The core of the page, or its cluster.
        """
        core = self._book.resolve(name)
        kind = _TYPES.get(page_type, "other")
        self._book.vote(core, kind)
        votes = self._votes.get(self.resolve(core))
        if votes is not None:
            votes[kind] += 1

    def page_type(self, cluster: str) -> str | None:
        """Return what most votes say a cluster's pages are; None without votes."""
        cluster = self.resolve(cluster)
        votes = self._votes.get(cluster)
        if votes is None:
            votes = self._votes[cluster] = Counter()
            for core in self._cores(cluster):
                votes.update(self._book.votes(core))
        return min(votes, key=lambda kind: (-votes[kind], kind), default=None)

    def common(self, cluster: str) -> tuple[frozenset[int], ...]:
        """Return the elements that most pages of a cluster have, f2 to f9."""
        return self.centre(cluster).sets(self.parameters.tau_set)

    def centre(self, cluster: str) -> Centre:
        """Return the centre of a cluster."""
        total = Centre()
        for core in self._cores(cluster):
            total.merge(self._book.sums(core))
        return total

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
        self._votes.clear()

    def tidy(self, *, everything: bool = False) -> int:
        """Group the cores that are new or have doubled with their neighbours.

        Parameters
        ----------
        everything
            Look at all cores, also those that others wrote before this library was opened;
            some milliseconds each.

        Returns
        -------
        int
            Cores that are in another cluster now or have become part of another core.
        """
        self._since_tidy = 0
        moved = self._tidier.tidy(everything=everything)
        if moved:
            self._votes.clear()
        return moved

    def merge(self, other: Library) -> dict[str, str]:
        """Add all clusters of another library (Algorithm 3).

        Returns
        -------
        dict
            Name of each cluster there -> the name here of the cluster most of its pages are
            in now.
        """
        went: dict[str, Counter[str]] = {}
        for _, cluster, sums, votes in other.contents():
            near = self._book.nearest(view_of(sums, self.parameters))
            if near and near[0][1] >= self.parameters.d:
                core = near[0][0]
                self._book.pour(core, sums, votes)
            else:
                core = self._book.found(sums)
                self._book.pour(core, Centre(), votes)
            went.setdefault(cluster, Counter())[core] += sums.pages
        self.tidy()
        self._votes.clear()
        return {old: self.resolve(cores.most_common(1)[0][0]) for old, cores in went.items()}

    def contents(self) -> Iterable[tuple[str, str, Centre, dict[str, int]]]:
        """Yield name, cluster, sums and votes of every core."""
        self.save()
        return self._book.contents()

    def _watch(self, core: str, features: PageFeatures) -> None:
        """Gather pages of a core whose pages differ; split it when they fall apart."""
        pages = self._watched.get(core)
        if pages is None:
            view = self._book.views([core])[0]
            if view.pages < _MIN_PAGES or view.coherence >= self._incoherent:
                return
            pages = self._watched[core] = []
            if len(self._watched) > _MAX_WATCHED:
                self._watched.popitem(last=False)
        pages.append(features)
        if len(pages) >= _WATCHED_PAGES:
            del self._watched[core]
            self.split(core, pages)

    def split(self, core: str, pages: Sequence[PageFeatures]) -> list[str]:
        """Split a core if these pages of it fall into parts that are unlike.

        The parts start from these pages alone: what the sums of the others hold cannot be
        told apart any more. The old name then means the biggest part.

        Returns
        -------
        list of str
            Names of the parts, biggest first; only the core's own if it stays.
        """
        core = self._book.resolve(core)
        parts = mkmeans(pages, self.parameters)
        parts.sort(key=lambda part: -len(part.members))
        big = [part for part in parts if len(part.members) >= _MIN_SHARE * len(pages)]
        if len(big) < 2:
            return [core]
        names = self._book.split(core, [part.centre for part in big])
        self._votes.clear()
        return names
