"""Keeping the clusters of a book right: which cores are twins, which belong together."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from fpcrawl.clustering.groups import grouped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.clustering.book import Book

__all__ = ["Tidier"]

#: Cores looked at around one, the share of alpha from which they may matter, and cores
#: grouped at once.
_NEIGHBOURS = 24
_EDGE = 0.8
_MAX_REGION = 200
_MAX_NEAR = 20_000


class Tidier:
    """Groups the cores of a book where something has changed.

    Parameters
    ----------
    book
        The cores; its ``touched`` tells where.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        # Cores lately looked at, and those near them.
        self._near: OrderedDict[str, list[str]] = OrderedDict()

    def tidy(self, *, everything: bool = False) -> int:
        """Merge twins and group what is new or has doubled with its neighbours.

        Parameters
        ----------
        everything
            Look at all cores.

        Returns
        -------
        int
            Cores that are in another cluster now or have become part of another core.
        """
        book = self._book
        if everything:
            book.touch_all()
        cores = len(book)
        touched = self._look_around()
        near = self._near
        moved = cores - len(book)
        done: set[str] = set()
        for core in touched:
            if core in done or not book.groups.is_core(core):
                continue
            region = self._region(core, near)
            done.update(region)
            found = book.at_hand(region)
            region, views = list(found), list(found.values())
            parts = [[region[i] for i in part] for part in grouped(views, book.parameters)]
            before = len(book.groups.changed)
            pages = {name: view.pages for name, view in zip(region, views, strict=True)}
            book.groups.regroup(parts, pages)
            moved += len(book.groups.changed) - before
        return moved

    def _look_around(self) -> list[str]:
        """Find the neighbours of the cores that were touched; merge those that are twins."""
        book = self._book
        found: dict[str, None] = {}
        while book.touched:
            core = next(iter(book.touched))
            del book.touched[core]
            view = book.views([core])[0]
            near = book.nearest(view, _NEIGHBOURS, besides=core)
            if near and near[0][1] >= book.parameters.d:
                other = near[0][0]
                other_pages = book.views([other])[0].pages
                (_, loser), (_, winner) = sorted([(view.pages, core), (other_pages, other)])
                book.unite(loser, winner)
                found.pop(loser, None)
                self._near.pop(loser, None)
                if book.groups.is_core(winner):
                    book.touched[winner] = None
                continue
            least = _EDGE * book.parameters.alpha
            found[core] = None
            self._near[core] = [name for name, similarity in near if similarity >= least]
            self._near.move_to_end(core)
            if len(self._near) > _MAX_NEAR:
                self._near.popitem(last=False)
        return list(found)

    def _region(self, start: str, near: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the cores whose grouping may depend on a core: whole clusters, bounded."""
        groups = self._book.groups
        region: dict[str, None] = {}
        clusters: set[str] = set()
        waiting = [start]
        while waiting:
            core = waiting.pop(0)
            if not groups.is_core(core):
                continue
            cluster = groups.of(core)
            if cluster in clusters:
                continue
            members = groups.members(cluster)
            if region and len(region) + len(members) > _MAX_REGION:
                continue
            clusters.add(cluster)
            region.update(dict.fromkeys(members))
            for member in members:
                waiting += near.get(member, ())
        return list(region)
