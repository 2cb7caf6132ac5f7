"""Groups saved pages as they come: what the library is told, and what is kept of each page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from fpcrawl.clustering.features import FEATURES, page_features
from fpcrawl.clustering.report import ClusterSummary
from fpcrawl.clustering.tally import Tally
from fpcrawl.exceptions import PageError
from fpcrawl.saved.page import SavedPage, Unread, load_saved

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.readahead import ReadPage
    from fpcrawl.pages.page import Page

__all__ = ["Clusters", "Grouped", "Grouping", "Row"]

#: Pages given to the library at once, and bytes of pages that wait for it at most.
BATCH = 500
BATCH_BYTES = 64_000_000
#: Looking at a page's structure takes several times as long as its features: so many pages
#: may be looked at, and one in so many more.
LOOKS = 300
LOOKS_ONE_IN = 20
#: Clusters whose common strings are kept, and strings of each.
NAMED_CLUSTERS = 5_000
NAMES = 60
#: Pages that could not be read are kept up to this number.
UNREAD_KEPT = 100
#: Strings of a feature, and sites, shown of a cluster.
SHOWN = 6
NAME_CHARS = 48
SHOWN_SITES = 5


class Assigned(Protocol):
    """What the library says of a page."""

    @property
    def core(self) -> str:
        """What stays together, whatever clusters are made of it later."""
        ...

    @property
    def cluster(self) -> str:
        """Name of its cluster, as things stand."""
        ...

    @property
    def similarity(self) -> float:
        """How alike they are, 0..1."""
        ...

    @property
    def confidence(self) -> float:
        """How sure that is, 0..1."""
        ...


class Clusters(Protocol):
    """What grouping needs of a library."""

    def assign_all(self, batch: Sequence[PageFeatures]) -> Sequence[Assigned]:
        """Add pages; each gets a cluster."""
        ...

    def note_type(self, name: str, page_type: str) -> None:
        """Vote for the type of the pages of a core."""
        ...

    def page_type(self, cluster: str) -> str | None:
        """Return the type of a cluster's pages."""
        ...

    def resolve(self, name: str) -> str:
        """Return the cluster of a core, or what has become of a cluster."""
        ...

    def common(self, cluster: str) -> Sequence[Collection[int]]:
        """Return the elements that most pages of a cluster have, f2 to f9."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """A page that has been given a core, and by it a cluster in the end."""

    path: str
    id: str
    url: str
    core: str
    similarity: float
    confidence: float


class Grouping:
    """One run of pages into a library.

    Parameters
    ----------
    library
        Gives the clusters.
    page_type_of
        Tells what a page is by its structure; ``None`` = nobody looks.
    looks
        Pages of each cluster whose structure is read, while there are not too many clusters.

    Attributes
    ----------
    pages
        Pages grouped so far.
    unread
        Reason -> pages that could not be read.
    unread_pages
        The first of them.
    """

    def __init__(
        self,
        library: Clusters,
        page_type_of: Callable[[Page], str | None] | None = None,
        looks: int = 3,
    ) -> None:
        self._library = library
        self._page_type_of = page_type_of
        self._looks = looks if page_type_of is not None else 0
        self._looked: Counter[str] = Counter()
        self._tallies: dict[str, Tally] = {}
        self._names: dict[str, dict[int, str]] = {}
        self.pages = 0
        self.unread: Counter[str] = Counter()
        self.unread_pages: list[Unread] = []

    @property
    def clusters(self) -> int:
        """Clusters with pages of this run so far."""
        return len(set(map(self._library.resolve, self._tallies)))

    def run(self, pages: Iterable[ReadPage | Unread]) -> Iterator[Row | Unread]:
        """Group pages; yield each, in order, once it has a cluster or cannot be read."""
        batch: list[ReadPage] = []
        size = 0
        for page in pages:
            if isinstance(page, Unread):
                self.unread[page.reason] += 1
                if len(self.unread_pages) < UNREAD_KEPT:
                    self.unread_pages.append(page)
                yield page
                continue
            batch.append(page)
            size += len(page.saved.body)
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                yield from self._assign(batch)
                batch, size = [], 0
        if batch:
            yield from self._assign(batch)

    def _assign(self, batch: list[ReadPage]) -> Iterator[Row]:
        found = self._library.assign_all([page.features for page in batch])
        for page, assigned in zip(batch, found, strict=True):
            self.pages += 1
            tally = self._tallies.setdefault(assigned.core, Tally())
            site = page.saved.site or _site(page.url)
            tally.add(page.saved.path, site, assigned.similarity)
        # After the batch: what its pages have in common is known then.
        for page, assigned in zip(batch, found, strict=True):
            saved = page.saved
            self._look(saved, assigned)
            similarity, confidence = assigned.similarity, assigned.confidence
            yield Row(saved.path, saved.id, page.url, assigned.core, similarity, confidence)

    def _look(self, saved: SavedPage, assigned: Assigned) -> None:
        """Read a page's structure, for its type and the strings it shares with its cluster."""
        core, cluster = assigned.core, assigned.cluster
        if self._looked[cluster] >= self._looks:
            return
        if self._looked.total() >= LOOKS + self.pages // LOOKS_ONE_IN:
            return
        self._looked[cluster] += 1
        try:
            page = load_saved(saved)
        except PageError:  # it was read before
            return
        tally = self._tallies[core]
        if tally.pages > 1 and (cluster in self._names or len(self._names) < NAMED_CLUSTERS):
            self._name(page, cluster)
        assert self._page_type_of is not None
        try:
            page_type = self._page_type_of(page)
        except Exception:  # a page nobody thought of costs its vote
            return
        if page_type is not None:
            tally.votes[page_type] += 1
            self._library.note_type(core, page_type)

    def _name(self, page: Page, cluster: str) -> None:
        names = page_features(page, keep_names=True).names
        kept = self._names.setdefault(cluster, {})
        for elements in self._library.common(cluster):
            shared = sorted(element for element in elements if element in names)
            for element in shared[:NAMES]:
                kept.setdefault(element, names[element])

    def finish(self) -> Grouped:
        """Sum up the run; to be called after the last page."""
        library = self._library
        tallies: dict[str, Tally] = {}
        names: dict[str, dict[int, str]] = {}
        final: dict[str, str] = {}
        for core, tally in self._tallies.items():
            name = final[core] = library.resolve(core)
            tallies.setdefault(name, Tally()).merge(tally)
        for cluster, known in self._names.items():
            names.setdefault(library.resolve(cluster), {}).update(known)
        types = {name: library.page_type(name) for name in tallies}
        held_by = Counter(element for known in names.values() for element in known)
        order = sorted(tallies, key=lambda name: -tallies[name].pages)
        summaries = [
            _summary(
                name, tallies[name], types[name], self._common(name, names.get(name, {}), held_by)
            )
            for name in order
        ]
        return Grouped(final, types, summaries)

    def _common(
        self, cluster: str, names: dict[int, str], held_by: Counter[int]
    ) -> dict[str, list[str]]:
        """Return what most pages of a cluster have; what few other clusters have comes first."""
        if not names:
            return {}
        out = {}
        for feature, elements in zip(FEATURES[1:], self._library.common(cluster), strict=True):
            shared = [element for element in elements if element in names]
            shared.sort(key=lambda e: (held_by[e], len(names[e]) > NAME_CHARS, names[e]))
            if shared:
                out[feature] = [_cut(names[element]) for element in shared[:SHOWN]]
        return out


@dataclass(frozen=True, slots=True)
class Grouped:
    """What a run ended with.

    Attributes
    ----------
    final
        Core -> its cluster at the end.
    types
        Cluster -> page type.
    """

    final: dict[str, str]
    types: dict[str, str | None]
    summaries: list[ClusterSummary]


def _cut(text: str) -> str:
    return text if len(text) <= NAME_CHARS else f"{text[: NAME_CHARS - 3]}..."


def _site(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def _summary(
    name: str, tally: Tally, page_type: str | None, common: dict[str, list[str]]
) -> ClusterSummary:
    return ClusterSummary(
        cluster=name,
        pages=tally.pages,
        page_type=page_type,
        page_types=dict(tally.votes.most_common()),
        similarity=round(tally.alike / tally.pages, 4),
        least_similarity=round(tally.least_alike, 4),
        n_sites=len(tally.sites),
        sites=dict(tally.sites.most_common(SHOWN_SITES)),
        examples=list(tally.examples),
        common=common,
    )
