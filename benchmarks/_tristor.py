"""Tristor: records by the time strings of a page.

After the account that X. Wang et al., "Research on Web Information Extraction Based on Visual
Features" (Journal of Chinese Information Processing 33(5), 2019), give of J. Xi et al. (2010):
the time strings of a page are clustered, here by the tags from the root down to them; the
cluster's common parent is the region, and those of its children that hold such a string are
the records. A page with fewer than two is of another type and treated apart: its record is
the smallest element around a time string with at least half of the page's text outside links.

Fields as the paper has them: the time string; the author by the pattern of addresses of
members' pages, else the first link; the body is the node of largest text density, eq. (2).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

from benchmarks.scoring import GotPost
from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.text import text_of
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages.dates import parse_epoch, parse_time

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages import Page

__all__ = ["Tristor"]

_ZONES = (UTC, timezone(timedelta(hours=8)))
_MIN_SHARE = 0.5
"""Part of the page's text that the record of a page with one post holds."""


@dataclass(frozen=True, slots=True)
class _Record:
    root: int
    time: TimeNode


def _tag_path(tree: PageTree, i: int) -> str:
    return "/".join(tree.tag(j) for j in (i, *tree.ancestors(i)))


def _common_parent(tree: PageTree, nodes: list[int]) -> int:
    low, high = min(nodes), max(nodes)
    above = low
    while above >= 0 and not (tree.holds(above, high) and above != low):
        above = tree.parent[above]
    return max(above, 0)


def _members(tree: PageTree, times: list[TimeNode]) -> list[_Record]:
    """Children of the common parent that hold a time string of a cluster, with the first."""
    if len({time.node for time in times}) < 2:
        return []
    above = _common_parent(tree, [time.node for time in times])
    out: list[_Record] = []
    waiting = iter(sorted(times, key=lambda time: time.node))
    time = next(waiting, None)
    for kid in tree.children(above):
        while time is not None and time.node < kid:
            time = next(waiting, None)
        if time is not None and tree.holds(kid, time.node):
            out.append(_Record(kid, time))
    return out


def _lone(tree: PageTree) -> list[_Record]:
    enough = _MIN_SHARE * tree.plain_len(0)
    best: _Record | None = None
    for time in tree.times:
        around = (i for i in (time.node, *tree.ancestors(time.node)) if tree.plain_len(i) >= enough)
        root = next(around, None)
        if root is not None and (best is None or tree.depth[root] > tree.depth[best.root]):
            best = _Record(root, time)
    return [best] if best is not None else []


def _records(tree: PageTree) -> list[_Record]:
    clusters: dict[str, list[TimeNode]] = defaultdict(list)
    for time in tree.times:
        clusters[_tag_path(tree, time.node)].append(time)
    groups = [_members(tree, times) for times in clusters.values()]
    groups = [group for group in groups if len(group) > 1]
    if not groups:
        return _lone(tree)
    return max(groups, key=lambda group: sum(tree.plain_len(record.root) for record in group))


def _author(tree: PageTree, root: int) -> str | None:
    links = [
        i
        for i in range(root, tree.end[root])
        if tree.tag(i) == "a" and tree.nodes[i].get("href") and tree.text_len[i]
    ]
    named = (i for i in links if names_member(tree.nodes[i].get("href") or ""))
    found = next(named, links[0] if links else None)
    return tree.text(found) if found is not None else None


def _densest(tree: PageTree, root: int, time: TimeNode) -> int:
    """Element of largest text density that does not hold the time."""
    candidates = [i for i in range(root, tree.end[root]) if not tree.holds(i, time.node)]
    return max(
        candidates, key=lambda i: tree.text_len[i] / max(tree.end[i] - i - 1, 1), default=root
    )


def _time(raw: str | None, now: datetime) -> str | None:
    """Read a time; one that names no zone is left as the site's clock reads."""
    if raw is None:
        return None
    epoch = parse_epoch(raw)
    if epoch is not None:
        return epoch.iso
    here, elsewhere = (parse_time(raw, now=now, tz=zone) for zone in _ZONES)
    if here is None or elsewhere is None:
        return None
    if here.instant == elsewhere.instant:
        return here.iso
    return here.iso.removesuffix("+00:00")


class Tristor:
    """Reads pages by Tristor."""

    name = "tristor"

    def __init__(self) -> None:
        self.skipped = 0

    def locate(self, page: Page) -> list[str]:
        """Return all text of each record, in page order."""
        tree = build_tree(page)
        return [text_of(tree.nodes[record.root]) for record in _records(tree)]

    def read(self, page: Page) -> list[GotPost]:
        """Return the posts of a page."""
        tree = build_tree(page)
        now = page.site_time or page.fetched
        out = []
        for number, record in enumerate(_records(tree)):
            body = text_of(tree.nodes[_densest(tree, record.root, record.time)])
            out.append(
                GotPost(
                    author=_author(tree, record.root),
                    time=_time(record.time.full, now) or _time(record.time.raw, now),
                    time_raw=record.time.raw,
                    body=body,
                    ref=number,
                )
            )
        return out
