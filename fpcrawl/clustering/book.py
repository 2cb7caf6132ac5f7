"""The book of a library: cores at hand, what is to be written, and the store behind it."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.clustering.groups import Groups
from fpcrawl.clustering.views import View, one_to_many, view_of
from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from fpcrawl.clustering.clusterstore import ClusterStore
    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.clustering.index import CandidateIndex
    from fpcrawl.clustering.numbers import PageNumbers
    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Book"]

_ID_BYTES = 6
#: A centre is made anew when its core has grown by this share since. So are all its sums in the
#: store, and when this many pages were added to them: until then they are added beside.
_STALE, _MOST_ADDED = 1 / 3, 64
#: How many times too many cores may be at hand before they are written unasked, and how many
#: are looked at when one is to be dropped.
_PATIENCE = 4
_LOOKS = 8


@dataclass(slots=True)
class _Change:
    """What is to be added to a core in the store."""

    sums: Centre = field(default_factory=Centre)
    votes: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Hot:
    """A core that is being added to: its sums in the store, its size when last indexed."""

    saved: Centre
    indexed: int


class Book:
    """Cores by name.

    Sums are kept in the store; here are the changes since the last :meth:`save`, the sums
    of cores lately added to, and the views of cores lately compared with.

    Parameters
    ----------
    max_hot, max_views
        Cores whose sums, and whose views, are kept at hand.

    Attributes
    ----------
    touched
        Cores that are new or have doubled since somebody emptied this.
    groups
        Which cores make a cluster.
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
        # Votes in the store, of cores that were asked for.
        self._votes: dict[str, Mapping[str, int]] = {}
        self._merged: dict[str, str] = {}
        self.groups = Groups()
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

    def resolve(self, core: str) -> str:
        """Return what a core has become part of, or its own name."""
        while core in self._merged:
            core = self._merged[core]
        return core

    def nearest(
        self, view: View, limit: int | None = None, besides: str | None = None
    ) -> list[tuple[str, float]]:
        """Return the cores most like a page or centre with their similarity, best first."""
        names = self._index.candidates(view.elements(self._index.looks_at), limit)
        if besides in names:
            names.remove(besides)
        views = self.at_hand(names)
        if not views:
            return []
        found = one_to_many(view, list(views.values()), self.parameters).tolist()
        return sorted(zip(views, found, strict=True), key=lambda pair: (-pair[1], pair[0]))

    def views(self, cores: Sequence[str]) -> list[View]:
        """Return the views of cores, or of what others have made them part of meanwhile.

        Raises
        ------
        StateError
            When the store no longer has one of them.
        """
        found = self.at_hand(cores)
        return [
            found[name] if name in found else self.views([self.resolve(name)])[0] for name in cores
        ]

    def at_hand(self, cores: Sequence[str]) -> dict[str, View]:
        """Return the views of those cores that others have not made part of another meanwhile.

        Raises
        ------
        StateError
            When the store no longer has one of them.
        """
        missing = [name for name in cores if name not in self._views]
        if missing:
            rows = self._store.views(missing)
            there = {name: row.view for name, row in rows.items() if row.view}
            self._views.update((name, View.from_bytes(view)) for name, view in there.items())
            gone = [name for name in missing if name not in there]
            if gone:
                self.refresh()
                lost = next((name for name in gone if name not in self._merged), None)
                if lost is not None:
                    raise StateError(f"cluster library: core {lost} is gone from the store")
                return self.at_hand([name for name in cores if name not in self._merged])
        out = {}
        for name in cores:
            self._views.move_to_end(name)
            out[name] = self._views[name]
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
        """Make a core of the pages summed up; return its name."""
        view = view_of(sums, self.parameters)
        # Sorted: the order of sets and layers differs from process to process.
        digest = hashlib.blake2b(digest_size=_ID_BYTES)
        layers = int(view.counts[0])
        for numbers in (view.keys[layers:], view.keys[:layers]):
            digest.update(np.sort(numbers).astype("<u8").tobytes())
        name = digest.hexdigest()
        while self._is_known(name):
            digest.update(b"+")
            name = digest.hexdigest()
        self._changes[name] = _Change(sums)
        self._hot[name] = _Hot(Centre(), sums.pages)
        self.groups.put(name, name)
        self._show(name, view)
        self._trim()
        return name

    def _is_known(self, name: str) -> bool:
        return (
            name in self._merged
            or name in self._views
            or name in self._changes
            or bool(self._store.views([name]))
        )

    def add(self, core: str, page: PageFeatures | PageNumbers) -> None:
        """Add a page to a core."""
        core = self.resolve(core)
        change = self._changes.setdefault(core, _Change())
        change.sums.add(page)
        self._freshen(core, change)

    def pour(self, core: str, sums: Centre, votes: Mapping[str, int]) -> None:
        """Add pages that were summed up elsewhere to a core."""
        core = self.resolve(core)
        change = self._changes.setdefault(core, _Change())
        change.sums.merge(sums)
        change.votes.update(votes)
        self._freshen(core, change)

    def vote(self, core: str, page_type: str) -> None:
        """Count a page of a core as of that type."""
        self._changes.setdefault(core, _Change()).votes[page_type] += 1

    def votes(self, core: str) -> Counter[str]:
        """Return the votes on the type of a core's pages."""
        saved = self._votes.get(core)
        if saved is None:
            row = self._store.views([core]).get(core)
            if len(self._votes) >= self._max_views:
                self._votes.clear()
            saved = self._votes[core] = row.votes if row is not None else {}
        votes = Counter(saved)
        if core in self._changes:
            votes.update(self._changes[core].votes)
        return votes

    def sums(self, core: str) -> Centre:
        """Return all sums of a core, with what is not saved yet; not to be changed."""
        saved = self._heat(core).saved
        change = self._changes.get(core)
        if change is None or not change.sums.pages:
            return saved
        if not saved.pages:
            return change.sums
        total = Centre()
        total.merge(saved)
        total.merge(change.sums)
        return total

    def _heat(self, core: str) -> _Hot:
        """Have the sums of a core at hand."""
        hot = self._hot.get(core)
        if hot is None:
            hot = self._hot[core] = _Hot(self._stored(core), self.views([core])[0].pages)
            self._trim()
        self._hot.move_to_end(core)
        return hot

    def _stored(self, core: str) -> Centre:
        row = self._store.read([core]).get(core)
        return Centre.from_bytes(*row.sums) if row is not None else Centre()

    def _freshen(self, core: str, change: _Change) -> None:
        """Make the view anew if the core has grown enough."""
        view = self.views([core])[0]
        if core in self._merged:
            return  # by another writer, just now: saving brings its pages where it went
        if core not in self._hot and change.sums.pages <= max(1, view.pages * _STALE):
            # Not worth fetching its sums: when they are saved, a view is made anyway.
            return
        hot = self._heat(core)
        pages = hot.saved.pages + change.sums.pages
        if pages <= view.pages * (1 + _STALE):
            return
        fresh = view_of(self.sums(core), self.parameters)
        # What is common shows with the second page, and hardly changes later.
        reindex = pages >= 2 * hot.indexed
        if reindex:
            hot.indexed = pages
        self._show(core, fresh, reindex=reindex)

    def _show(self, core: str, view: View, *, reindex: bool = True) -> None:
        self._views[core] = view
        self._views.move_to_end(core)
        if reindex:
            self._index.add(core, view.elements(self._index.looks_at))
            self.touched[core] = None

    def _trim(self) -> None:
        """Keep what is at hand bounded; what is not saved yet stays longer."""
        if len(self._hot) <= self._max_hot:
            return
        if len(self._hot) > _PATIENCE * self._max_hot:
            self.save()
        # A look at the oldest is enough: what is kept now is dropped another time.
        for core in list(islice(self._hot, _LOOKS)):
            if core not in self._changes and len(self._hot) > self._max_hot:
                del self._hot[core]

    def touch_all(self) -> None:
        """Have every core looked at."""
        self.save()
        for row in self._store.since(0):
            if not row.merged_into:
                self.touched[row.core] = None

    def unite(self, loser: str, winner: str) -> None:
        """Make one core part of another."""
        self.save()

        def change(rows: Mapping[str, ClusterRow | None]) -> Iterable[ClusterRow]:
            one, other = rows[loser], rows[winner]
            if one is None or other is None or one.merged_into or other.merged_into:
                return []  # another writer was faster
            total = self._stored(winner)
            total.merge(self._stored(loser))
            votes = Counter(other.votes)
            votes.update(one.votes)
            return [
                self._whole(replace(other, votes=dict(votes)), total),
                ClusterRow(loser, cluster=other.cluster, merged_into=winner),
            ]

        self._take_over(self._store.update([loser, winner], change))
        self.refresh()

    def split(self, core: str, parts: Sequence[Centre]) -> list[str]:
        """Put new cores in the place of one; return their names.

        Parameters
        ----------
        parts
            Sums of pages; the first takes the pages that others may still add to the old
            name.
        """
        names = [self.found(sums) for sums in parts]
        self._changes.pop(core, None)
        self.save()

        def change(rows: Mapping[str, ClusterRow | None]) -> Iterable[ClusterRow]:
            row = rows[core]
            if row is not None and not row.merged_into:
                yield ClusterRow(core, votes=row.votes, merged_into=names[0])

        self._take_over(self._store.update([core], change))
        self._drop(core, names[0])
        return names

    def save(self) -> None:
        """Add what has changed to the store."""
        while self._changes or self.groups.changed:
            for core in self.groups.changed:
                self._changes.setdefault(core, _Change())
            changes, self._changes = self._changes, {}
            moved, self.groups.changed = self.groups.changed, {}
            wholes: dict[str, Centre] = {}

            def change(
                rows: Mapping[str, ClusterRow | None],
                changes: Mapping[str, _Change] = changes,
                moved: Mapping[str, None] = moved,
                wholes: dict[str, Centre] = wholes,
            ) -> Iterable[ClusterRow]:
                for core, new in changes.items():
                    row = rows[core]
                    if row is not None and row.merged_into:
                        continue
                    if row is None:
                        row = ClusterRow(core, cluster=self.groups.of(core))
                    elif core in moved:
                        row = replace(row, cluster=self.groups.of(core))
                    yield self._grown(row, new, wholes)

            try:
                written = self._store.update(list(changes), change)
            except BaseException:
                self._changes, self.groups.changed = changes, moved
                raise
            for row in written:
                hot = self._hot.get(row.core)
                if hot is not None and row.core in wholes:
                    hot.saved = wholes[row.core]
                elif hot is not None:
                    hot.saved.merge(changes[row.core].sums)
            self._take_over(written)
            for core in changes.keys() - {row.core for row in written}:
                # Merged by another writer: its pages go where it went.
                self.refresh()
                new = changes[core]
                target = self.resolve(core)
                kept = self._changes.setdefault(target, _Change())
                kept.sums.merge(new.sums)
                kept.votes.update(new.votes)

    def _grown(self, row: ClusterRow, new: _Change, wholes: dict[str, Centre]) -> ClusterRow:
        """Return what to write of a core: what is added, or all of it where it has grown.

        Sums that are written as a whole are put among ``wholes``.
        """
        votes = Counter(row.votes)
        votes.update(new.votes)
        pages = row.pages + new.sums.pages
        grown = replace(row, pages=pages, votes=dict(votes))
        if pages <= row.viewed + min(row.viewed * _STALE, _MOST_ADDED):
            return replace(grown, sums=(new.sums.to_bytes(),)) if new.sums.pages else grown
        total = wholes[row.core] = Centre()
        hot = self._hot.get(row.core)
        # What others have added is in the store alone.
        known = hot is not None and hot.saved.pages == row.pages
        total.merge(hot.saved if hot is not None and known else self._stored(row.core))
        total.merge(new.sums)
        return self._whole(grown, total)

    def _whole(self, row: ClusterRow, total: Centre) -> ClusterRow:
        total.prune()
        view = view_of(total, self.parameters)
        return replace(
            row,
            pages=total.pages,
            viewed=total.pages,
            sums=(total.to_bytes(),),
            view=view.to_bytes(),
        )

    def _take_over(self, rows: Iterable[ClusterRow]) -> None:
        """Know rows as they now stand in the store."""
        for row in rows:
            if row.version == self._version + 1:
                self._version = row.version
            core = row.core
            if core in self._votes:
                self._votes[core] = row.votes
            if row.merged_into:
                self._drop(core, row.merged_into)
                continue
            if core not in self.groups.changed:
                self.groups.put(core, row.cluster or core)
            hot = self._hot.get(core)
            if hot is not None and hot.saved.pages != row.pages:
                del self._hot[core]
                hot = None
            known = self._views.get(core)
            if row.adds or (known is not None and known.pages >= row.viewed):
                continue
            self._show(
                core,
                View.from_bytes(row.view),
                reindex=known is None or row.viewed >= 2 * known.pages,
            )

    def _drop(self, core: str, into: str) -> None:
        self._merged[core] = into
        self._index.remove(core)
        self.groups.drop(core)
        self._views.pop(core, None)
        self._hot.pop(core, None)
        self._votes.pop(core, None)
        self.touched.pop(core, None)

    def refresh(self) -> None:
        """Take over what others have written since."""
        for row in self._store.since(self._version):
            self._take_over([row])
            self._version = row.version
            self._forget_views()

    def contents(self) -> Iterator[tuple[str, str, Centre, dict[str, int]]]:
        """Yield name, cluster, sums and votes of every core saved."""
        names = [row.core for row in self._store.since(0) if not row.merged_into]
        for name in names:
            row = self._store.read([name]).get(name)
            if row is not None and row.sums:
                yield name, row.cluster, Centre.from_bytes(*row.sums), dict(row.votes)
