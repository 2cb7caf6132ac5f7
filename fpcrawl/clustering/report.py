"""What came of grouping pages: figures of the run and of each cluster, as text and JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fpcrawl.saved.page import Unread

__all__ = ["ROWS", "ClusterSummary", "Report", "report_lines"]

#: Clusters and reasons shown unless all are asked for.
ROWS = 15


@dataclass(frozen=True, slots=True)
class ClusterSummary:
    """One cluster.

    Attributes
    ----------
    cluster
        Its name, stable as long as the library is kept.
    pages
        Pages of this run.
    page_type
        ``index``, ``thread``, ``article`` or ``other``; ``None`` when none of its pages was
        looked at for it.
    page_types
        Pages of each type, of those that were looked at.
    similarity, least_similarity
        Mean and smallest similarity of its pages to it, 0..1, each when the page came.
    n_sites, sites
        How many sites are known to have such pages, and the pages of the first five; pages
        saved without an address are of no site.
    examples
        Paths of some pages.
    common
        Feature -> strings that most of the pages have, where they were looked at.
    """

    cluster: str
    pages: int
    page_type: str | None
    page_types: dict[str, int]
    similarity: float
    least_similarity: float
    n_sites: int
    sites: dict[str, int]
    examples: list[str]
    common: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """A run.

    Attributes
    ----------
    pages
        Pages that were grouped.
    single
        Clusters of one page.
    unread
        Reason -> pages, or parts of files, that could not be read.
    left_out
        What was passed over because it is no page, by what it is.
    peak_mb
        Largest memory of the process, in MB (10^6 bytes); 0 when not measured.
    unread_pages
        The first of the pages that could not be read.
    clusters
        The largest first.
    """

    pages: int
    single: int
    unread: dict[str, int]
    left_out: dict[str, int]
    seconds: float
    peak_mb: float = 0.0
    version: str = ""
    unread_pages: list[Unread] = field(default_factory=list)
    clusters: list[ClusterSummary] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        data = asdict(self)
        data["n_clusters"] = len(self.clusters)
        data["clusters"] = data.pop("clusters")  # last: it is long
        return data


def report_lines(report: Report, rows: int | None = ROWS) -> Iterator[str]:
    """Yield a report as lines for people.

    Parameters
    ----------
    rows
        At most so many clusters; ``None`` = all.
    """
    found = report.clusters
    rate = report.pages / report.seconds if report.seconds > 0 else 0.0
    took = f"{report.seconds:.0f} s, {rate:.0f} pages a second"
    if report.peak_mb:
        took += f", {report.peak_mb:.0f} MB at most"
    yield f"{report.pages} pages in {len(found)} clusters, {report.single} of them of one page"
    yield f"  unread    {_sums(report.unread)}"
    listed = report.unread_pages if rows is None else report.unread_pages[:ROWS]
    for page in listed:
        yield f"    {page.path}  {page.reason}{f': {page.detail}' if page.detail else ''}"
    if len(listed) < sum(report.unread.values()):
        yield f"    and {sum(report.unread.values()) - len(listed)} more, all of them with --out"
    if report.left_out:
        yield f"  left out  {_sums(report.left_out)}"
    yield f"  took      {took}"
    shown = found if rows is None else found[:rows]
    for one in shown:
        yield from _cluster_lines(one, report.pages)
    if len(shown) < len(found):
        rest = sum(one.pages for one in found[len(shown) :])
        yield f"  and {len(found) - len(shown)} more clusters with {rest} pages"


def _cluster_lines(one: ClusterSummary, pages: int) -> Iterator[str]:
    share = one.pages / pages if pages else 0.0
    yield ""
    head = f"  {one.cluster}  {one.pages} pages ({share:.1%})  {one.page_type or 'type unknown'}"
    yield f"{head}  alike {one.similarity:.2f}, at least {one.least_similarity:.2f}"
    if one.sites:
        names = [f"{site} {n}" for site, n in one.sites.items()]
        rest = one.n_sites - len(names)
        yield f"    sites      {', '.join(names)}{f' and {rest} more' if rest > 0 else ''}"
    for place, path in enumerate(one.examples):
        yield f"    {'such as' if not place else '':<9}  {path}"
    for feature, strings in one.common.items():
        yield f"    {feature:<9}  {', '.join(strings)}"


def _sums(counts: Mapping[str, int]) -> str:
    if not counts:
        return "0"
    most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{name} {n}" for name, n in most[:ROWS]]
    if len(most) > ROWS:
        told.append(f"and {len(most) - ROWS} more kinds")
    return f"{sum(counts.values())} ({', '.join(told)})"
