"""The clusters of a crawl's pages, for ``scrapy status``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.store.siteclusters import SiteClusters

if TYPE_CHECKING:
    from fpcrawl.clustering.clusterstore import ClusterStore
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
        The same of all crawls of the state together.
    """

    cluster: str
    page_type: str | None
    pages: int
    pages_all: int


def cluster_statuses(values: Values, store: ClusterStore, crawl: str) -> list[ClusterStatus]:
    """Return the clusters that a crawl has met, those with the most pages first."""
    met = SiteClusters(values, crawl).pages()
    if not met:
        return []
    clusters: dict[str, str] = {}
    became: dict[str, str] = {}
    votes: dict[str, Counter[str]] = {}
    for row in store.since(0):
        if row.merged_into:
            became[row.core] = row.merged_into
            continue
        cluster = clusters[row.core] = row.cluster or row.core
        votes.setdefault(cluster, Counter()).update(row.votes)

    def by_cluster(cores: Counter[str]) -> Counter[str]:
        pages: Counter[str] = Counter()
        for name, count in cores.items():
            core, seen = name, {name}
            while core in became and became[core] not in seen:
                seen.add(core := became[core])
            pages[clusters.get(core, core)] += count
        return pages

    # The pages of a row are those it was made from, fewer than were met: not all are compared.
    pages, everywhere = by_cluster(met), by_cluster(SiteClusters.pages_of_all(values))
    out = []
    for name, count in sorted(pages.items(), key=lambda pair: (-pair[1], pair[0])):
        found = votes.get(name, Counter())
        kind = min(found, key=lambda t: (-found[t], t), default=None)
        out.append(ClusterStatus(name, kind, count, everywhere[name]))
    return out
