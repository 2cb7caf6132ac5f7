"""The book of a library: clusters at hand, what is to be written, and the store behind it."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.clustering.views import View, one_to_many, view_of
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fpcrawl.clustering.clusterstore import ClusterStore
    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.index import CandidateIndex
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Book"]

_ID_BYTES = 6
#: A centre is made anew when its cluster has grown by this share since.
_STALE = 0.1
#: A bigger cluster that is not at hand is not fetched for a page or two.
_SMALL = 16


@dataclass(slots=True)
class _Change:
    """What is to be added to a cluster in the store."""

    sums: Centre = field(default_factory=Centre)
    votes: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Hot:
    """A cluster that is being added to: its sums in the store, its size when last indexed."""

    saved: Centre
    indexed: int


class Book:
    """Clusters by name.

    Sums are kept in the store; here are the changes since the last :meth:`save`, the sums
    of clusters lately added to, and the views of clusters lately compared with.

    Parameters
    ----------
    max_hot, max_views
        Clusters whose sums, and whose views, are kept at hand.

    Attributes
    ----------
    touched
        Clusters that are new or changed since somebody emptied this.
    """

    def __init__(
        self,
        store: ClusterStore,
        parameters: FpcParameters,
        index: CandidateIndex,
        *,
        max_hot: int = 256,
        max_views: int = 20_000,
    ) -> None:
        self.parameters = parameters
        self.touched: dict[str, None] = {}
        self._store = store
        self._index = index
        self._max_hot = max_hot
        self._max_views = max_views
        self._version = 0
        self._changes: dict[str, _Change] = {}
        self._hot: OrderedDict[str, _Hot] = OrderedDict()
        self._views: OrderedDict[str, View] = OrderedDict()
        self._merged: dict[str, str] = {}
        self.refresh()

    def __len__(self) -> int:
        return len(self._index)

    @property
    def version(self) -> int:
        """Version of the store that is known here."""
        return self._version

    @property
    def index(self) -> CandidateIndex:
        """The index of candidates."""
        return self._index

    def resolve(self, cluster: str) -> str:
        """Return what a cluster has become part of, or its own name."""
        while cluster in self._merged:
            cluster = self._merged[cluster]
        return cluster

    def nearest(
        self, view: View, limit: int | None = None, besides: str | None = None
    ) -> list[tuple[str, float]]:
        """Return the clusters most like a page or centre with their similarity, best first."""
        names = self._index.candidates(view.elements(self._index.looks_at), limit)
        if besides in names:
            names.remove(besides)
        if not names:
            return []
        found = one_to_many(view, self.views(names), self.parameters).tolist()
        return sorted(zip(names, found, strict=True), key=lambda pair: (-pair[1], pair[0]))

    def views(self, clusters: Sequence[str]) -> list[View]:
        """Return the views of clusters.

        Raises
        ------
        StateError
            When the store no longer has one of them.
        """
        missing = [name for name in clusters if name not in self._views]
        if missing:
            rows = self._store.read(missing)
            for name in missing:
                if name not in rows or not rows[name].view:
                    raise StateError(f"cluster library: cluster {name} is gone from the store")
                self._views[name] = View.from_bytes(rows[name].view)
        out = []
        for name in clusters:
            self._views.move_to_end(name)
            out.append(self._views[name])
        self._forget_views()
        return out

    def _forget_views(self) -> None:
        while len(self._views) > max(self._max_views, len(self._hot)):
            oldest = next(iter(self._views))
            if oldest in self._hot:
                # Its pages since the last save are in no row yet.
                self._views.move_to_end(oldest)
            else:
                del self._views[oldest]

    def found(self, sums: Centre) -> str:
        """Make a cluster of the pages summed up; return its name."""
        view = view_of(sums, self.parameters)
        digest = hashlib.blake2b(view.to_bytes(), digest_size=_ID_BYTES)
        name = digest.hexdigest()
        while self._is_known(name):
            digest.update(b"+")
            name = digest.hexdigest()
        self._changes[name] = _Change(sums)
        self._hot[name] = _Hot(Centre(), sums.pages)
        self._show(name, view)
        self._trim()
        return name

    def _is_known(self, name: str) -> bool:
        return (
            name in self._merged
            or name in self._views
            or name in self._changes
            or bool(self._store.read([name]))
        )

    def add(self, cluster: str, features: PageFeatures) -> None:
        """Add a page to a cluster."""
        change = self._changes.setdefault(cluster, _Change())
        change.sums.add(features)
        self._freshen(cluster, change)

    def pour(self, cluster: str, sums: Centre, votes: Mapping[str, int]) -> None:
        """Add pages that were summed up elsewhere to a cluster."""
        change = self._changes.setdefault(cluster, _Change())
        change.sums.merge(sums)
        change.votes.update(votes)
        self._freshen(cluster, change)

    def vote(self, cluster: str, page_type: str) -> None:
        """Count a page of a cluster as of that type."""
        self._changes.setdefault(cluster, _Change()).votes[page_type] += 1

    def votes(self, cluster: str) -> Counter[str]:
        """Return the votes on a cluster's type."""
        row = self._store.read([cluster]).get(cluster)
        votes = Counter(row.votes if row is not None else {})
        if cluster in self._changes:
            votes.update(self._changes[cluster].votes)
        return votes

    def sums(self, cluster: str) -> Centre:
        """Return all sums of a cluster, with what is not saved yet; not to be changed."""
        saved = self._heat(cluster).saved
        change = self._changes.get(cluster)
        if change is None or not change.sums.pages:
            return saved
        if not saved.pages:
            return change.sums
        total = Centre()
        total.merge(saved)
        total.merge(change.sums)
        return total

    def _heat(self, cluster: str) -> _Hot:
        """Have the sums of a cluster at hand."""
        hot = self._hot.get(cluster)
        if hot is None:
            row = self._store.read([cluster]).get(cluster)
            saved = Centre.from_bytes(row.sums) if row is not None and row.sums else Centre()
            hot = self._hot[cluster] = _Hot(saved, self.views([cluster])[0].pages)
            self._trim()
        self._hot.move_to_end(cluster)
        return hot

    def _freshen(self, cluster: str, change: _Change) -> None:
        """Make the view anew if the cluster has grown enough."""
        view = self.views([cluster])[0]
        if (
            cluster not in self._hot
            and view.pages >= _SMALL
            and change.sums.pages < view.pages * _STALE
        ):
            return
        hot = self._heat(cluster)
        pages = hot.saved.pages + change.sums.pages
        if pages <= view.pages * (1 + _STALE):
            return
        fresh = view_of(self.sums(cluster), self.parameters)
        # What is common shows with the second page, and hardly changes later.
        reindex = pages >= 2 * hot.indexed
        if reindex:
            hot.indexed = pages
        self._show(cluster, fresh, reindex=reindex)

    def _show(self, cluster: str, view: View, *, reindex: bool = True) -> None:
        self._views[cluster] = view
        self._views.move_to_end(cluster)
        if reindex:
            self._index.add(cluster, view.elements(self._index.looks_at))
            self.touched[cluster] = None

    def _trim(self) -> None:
        while len(self._hot) > self._max_hot:
            cluster = next(iter(self._hot))
            if cluster in self._changes:
                self.save()
            self._hot.pop(cluster, None)

    def touch_all(self) -> None:
        """Have every cluster looked at."""
        self.save()
        for row in self._store.since(0):
            if not row.merged_into:
                self.touched[row.cluster] = None

    def unite(self, loser: str, winner: str) -> None:
        """Make one cluster part of another."""
        self.save()

        def change(rows: Mapping[str, ClusterRow | None]) -> Iterable[ClusterRow]:
            one, other = rows[loser], rows[winner]
            if one is None or other is None or one.merged_into or other.merged_into:
                return []  # another writer was faster
            return [
                self._sum(other, Centre.from_bytes(one.sums), one.votes),
                ClusterRow(loser, merged_into=winner),
            ]

        self._take_over(self._store.update([loser, winner], change))
        self.refresh()

    def split(self, cluster: str, parts: Sequence[Centre]) -> list[str]:
        """Put new clusters in the place of one; return their names.

        Parameters
        ----------
        parts
            Sums of pages; the first takes the pages that others may still add to the old
            name.
        """
        names = [self.found(sums) for sums in parts]
        self._changes.pop(cluster, None)
        self.save()

        def change(rows: Mapping[str, ClusterRow | None]) -> Iterable[ClusterRow]:
            row = rows[cluster]
            if row is not None and not row.merged_into:
                yield ClusterRow(cluster, votes=row.votes, merged_into=names[0])

        self._take_over(self._store.update([cluster], change))
        self._drop(cluster, names[0])
        return names

    def save(self) -> None:
        """Add what has changed to the store."""
        while self._changes:
            changes, self._changes = self._changes, {}

            def change(
                rows: Mapping[str, ClusterRow | None],
                changes: Mapping[str, _Change] = changes,
            ) -> Iterable[ClusterRow]:
                for cluster, new in changes.items():
                    row = rows[cluster]
                    if row is not None and row.merged_into:
                        continue
                    yield self._sum(row or ClusterRow(cluster), new.sums, new.votes)

            try:
                written = self._store.update(list(changes), change)
            except BaseException:
                self._changes = changes
                raise
            for row in written:
                hot = self._hot.get(row.cluster)
                if hot is not None:
                    hot.saved.merge(changes[row.cluster].sums)
            self._take_over(written)
            for cluster in changes.keys() - {row.cluster for row in written}:
                # Merged by another writer: its pages go where it went.
                self.refresh()
                new = changes[cluster]
                target = self.resolve(cluster)
                kept = self._changes.setdefault(target, _Change())
                kept.sums.merge(new.sums)
                kept.votes.update(new.votes)

    def _sum(self, row: ClusterRow, sums: Centre, votes: Mapping[str, int]) -> ClusterRow:
        total = Centre.from_bytes(row.sums) if row.sums else Centre()
        total.merge(sums)
        total = total.pruned()
        view = view_of(total, self.parameters)
        all_votes = Counter(row.votes)
        all_votes.update(votes)
        return ClusterRow(
            row.cluster,
            pages=total.pages,
            sums=total.to_bytes(),
            view=view.to_bytes(),
            votes=dict(all_votes),
        )

    def _take_over(self, rows: Iterable[ClusterRow]) -> None:
        """Know rows as they now stand in the store."""
        for row in rows:
            if row.version == self._version + 1:
                self._version = row.version
            cluster = row.cluster
            if row.merged_into:
                self._drop(cluster, row.merged_into)
                continue
            hot = self._hot.get(cluster)
            if hot is not None and hot.saved.pages != row.pages:
                del self._hot[cluster]
                hot = None
            known = self._views.get(cluster)
            if known is not None and known.pages >= row.pages:
                continue
            self._show(
                cluster,
                View.from_bytes(row.view),
                reindex=known is None or row.pages >= 2 * known.pages,
            )

    def _drop(self, cluster: str, into: str) -> None:
        self._merged[cluster] = into
        self._index.remove(cluster)
        self._views.pop(cluster, None)
        self._hot.pop(cluster, None)
        self.touched.pop(cluster, None)

    def refresh(self) -> None:
        """Take over what others have written since."""
        for row in self._store.since(self._version):
            self._take_over([row])
            self._version = row.version
            self._forget_views()

    def contents(self) -> Iterator[tuple[str, Centre, dict[str, int]]]:
        """Yield name, sums and votes of every cluster saved."""
        names = [row.cluster for row in self._store.since(0) if not row.merged_into]
        for name in names:
            row = self._store.read([name]).get(name)
            if row is not None and row.sums:
                yield name, Centre.from_bytes(row.sums), dict(row.votes)
