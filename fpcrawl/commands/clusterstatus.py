"""The clusters of a crawl's pages, for ``scrapy status``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.siteclusters import SiteClusters

if TYPE_CHECKING:
    from fpcrawl.clustering.clusterstore import ClusterRow, ClusterStore
    from fpcrawl.store.base import Values

__all__ = ["ClusterStatus", "cluster_statuses"]


@dataclass(frozen=True, slots=True)
class ClusterStatus:
    """Pages of one template.

    Attributes
    ----------
    page_type
        ``index``, ``thread``, ``article`` or ``other``; ``None`` when no page was sure.
    pages
        Pages of the crawl, repeated visits among them.
    pages_all
        Pages of all crawls of the state.
    """

    cluster: str
    page_type: str | None
    pages: int
    pages_all: int


def cluster_statuses(values: Values, store: ClusterStore, crawl: str) -> list[ClusterStatus]:
    """Return the clusters that a crawl has met, those with the most pages first."""
    met = SiteClusters(values, crawl).pages()
    rows: dict[str, ClusterRow] = {}
    wanted = set(met)
    while wanted:
        found = store.read(sorted(wanted))
        rows.update(found)
        wanted = {row.merged_into for row in found.values() if row.merged_into} - rows.keys()
    pages: Counter[str] = Counter()
    for name, count in met.items():
        last, seen = name, {name}
        while last in rows and (into := rows[last].merged_into) and into not in seen:
            seen.add(last := into)
        pages[last] += count
    out = []
    for name, count in sorted(pages.items(), key=lambda pair: (-pair[1], pair[0])):
        row = rows.get(name)
        votes = row.votes if row is not None else {}
        kind = min(votes, key=lambda t: (-votes[t], t), default=None)
        out.append(ClusterStatus(name, kind, count, row.pages if row is not None else count))
    return out
