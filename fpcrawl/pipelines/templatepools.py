"""Pages that no template reads, by role and cluster: when it is worth while to learn from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.learn import MIN_PAGES, MIN_RECORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.extraction.templates.model import TemplateRole

__all__ = ["Pool", "Pools"]

#: Pages of a cluster that no template reads after which learning is tried; after each attempt
#: in vain, twice as many.
FIRST_TRY = 4
#: The same of lists and articles: their records come from structure, a template only watches.
FIRST_TRY_BESIDE = 16
#: So many times as many of them are waited for while pages come as fast as they can be read.
PATIENCE = 10
#: Pages without records after which the network is asked whether there are any.
MANY_BARE = 8


@dataclass(slots=True)
class Pool:
    """Pages of one cluster and role that no template reads.

    Attributes
    ----------
    next_try
        Pages at which learning is tried.
    pages, records
        Since the last time that something was learnt.
    """

    next_try: int
    pages: int = 0
    records: int = 0


class Pools:
    """The pools of a site."""

    def __init__(self) -> None:
        self._pools: dict[tuple[TemplateRole, str], Pool] = {}

    def add(self, role: TemplateRole, cluster: str, records: int) -> Pool:
        """Count a page."""
        pool = self._pool(role, cluster)
        pool.pages += 1
        pool.records += records
        return pool

    def hurry(self, role: str) -> None:
        """Have the next page of each pool of a role tried: its template no longer fits."""
        for (one, _), pool in self._pools.items():
            if one == role:
                pool.next_try = min(pool.next_try, pool.pages)

    def due(self, *, last: bool, busy: bool) -> Iterator[tuple[TemplateRole, str, Pool]]:
        """Yield pools with enough pages, those of threads first.

        Parameters
        ----------
        last
            Whether no page is to come any more in this run: fewer pages then suffice.
        busy
            Whether learning takes time from pages that are there to be read.
        """
        by_role = sorted(self._pools.items(), key=lambda item: item[0][0] != "thread")
        for (role, cluster), pool in by_role:
            is_beside = role != "thread"
            if is_beside and last:
                continue  # nothing waits for it
            least = min(pool.next_try, MIN_PAGES) if last else pool.next_try
            if is_beside and busy:
                least *= PATIENCE
            if pool.pages < least:
                continue
            # Where structure finds nothing, the network may; that is tried later.
            unseen = not is_beside and not last and pool.pages >= MANY_BARE
            if pool.records < MIN_RECORDS and not unseen:
                continue
            if last and pool.next_try > _first_try(role) and pool.pages < pool.next_try:
                continue  # an attempt was in vain, and not much has come since
            yield role, cluster, pool

    def settle(self, role: TemplateRole, cluster: str, *, learnt: bool) -> None:
        """Note what came of an attempt."""
        pool = self._pool(role, cluster)
        if not learnt:
            pool.next_try = 2 * max(pool.pages, FIRST_TRY)
            return
        # What is left is of yet another template, or of none.
        pool.pages = pool.records = 0
        pool.next_try = _first_try(role)

    def _pool(self, role: TemplateRole, cluster: str) -> Pool:
        return self._pools.setdefault((role, cluster), Pool(_first_try(role)))


def _first_try(role: TemplateRole) -> int:
    return FIRST_TRY if role == "thread" else FIRST_TRY_BESIDE
