"""Algorithm 1: which stretches of a page may be records.

Time strings are keyed by how they look (font and colour, where a layout is known) or where
they stand (tag path and class). Sibling elements that hold times of one key more than once
are candidates; times that stand alone call the elements around them, one by one. What is a
record among them, the network says. What the finders of posts and of comments choose by
structure alone are candidates like the others: the network learns how far to believe them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.comments import find_comments
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.segment import groups_of, time_key
from fpcrawl.extraction.posts.siblings import join_rows
from fpcrawl.extraction.posts.span import Span

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.extraction.visual.layout import PageLayout

__all__ = ["CandidateGroup", "Shape", "candidate_groups", "shapes_of"]

#: Time strings of a page that are looked at; the rest of a longer page goes by them.
MAX_TIMES = 2_000
#: Candidates of a page.
MAX_CANDIDATES = 6_000
#: Steps from times up to what they stand in; nesting without end is no page people read.
MAX_STEPS = 200_000
#: Elements around a time that stands alone that are candidates.
MAX_AROUND = 12
#: Siblings from which on the elements around each of their times are not looked at.
MANY = 3
#: Times inside one candidate that are looked at.
MAX_INSIDE = 300
_TOP = frozenset({"body", "html"})


@dataclass(slots=True)
class CandidateGroup:
    """Candidates that stand side by side, or one that stands alone.

    Attributes
    ----------
    key
        Key of their times.
    spans
        The candidates, in document order; one lies in another only where that has a hole.
    way
        How they were found: ``posts`` and ``comments`` (what structure alone takes for
        them), ``kind`` (times of one kind, each with the stretch around it),
        ``siblings``, ``nested`` (siblings and their like inside them), ``rows`` (siblings
        with the rows between them), ``alone``.
    """

    key: str
    spans: list[Span]
    way: str


@dataclass(frozen=True, slots=True)
class Shape:
    """What there is to know of a candidate when records are chosen.

    Attributes
    ----------
    name, mark
        Signatures of its first element, and of the one its time stands in.
    roots, holes
        Numbers of the first element and of the first behind, of each part of it.
    """

    name: str
    mark: str
    roots: tuple[tuple[int, int], ...]
    holes: tuple[tuple[int, int], ...] = ()

    def overlaps(self, other: Shape) -> bool:
        """Whether two candidates share an element."""
        return self._holds(other) or other._holds(self)

    def _holds(self, other: Shape) -> bool:
        return any(
            a <= c < b and not any(d <= c < e for d, e in self.holes)
            for a, b in self.roots
            for c, _ in other.roots
        )


def shapes_of(tree: PageTree, groups: list[CandidateGroup]) -> list[list[Shape]]:
    """Return the shapes of the candidates, group by group."""
    end = tree.end
    return [
        [
            Shape(
                tree.sig[span.start],
                tree.sig[span.time.node],
                tuple((root, end[root]) for root in span.roots),
                tuple((hole, end[hole]) for hole in span.holes),
            )
            for span in group.spans
        ]
        for group in groups
    ]


def candidate_groups(tree: PageTree, layout: PageLayout | None = None) -> list[CandidateGroup]:
    """Find the candidates of a page.

    Parameters
    ----------
    tree
        The page.
    layout
        How it looks; without it, times are keyed by tag path and class.

    Returns
    -------
    list of CandidateGroup
        No two hold the same elements.
    """
    times = list(islice((t for t in tree.times if published(tree, t)), MAX_TIMES))
    by_key: dict[str, list[TimeNode]] = {}
    for time in times:
        by_key.setdefault(_key(tree, time, layout), []).append(time)
    found = _Found(tree)
    for way, posts in (("posts", _posts(tree)), ("comments", _comments(tree))):
        # The network knows records by their times.
        if posts is not None and all(post.time.raw for post in posts.posts):
            spans = [Span(list(p.roots), p.time, list(p.holes)) for p in posts.posts]
            found.add(posts.key, spans, way)
    if len(times) < MAX_TIMES:
        for group in groups_of(tree):
            if len(group.spans) > 1:
                found.add(group.key, group.spans, "kind")
    for key, members in by_key.items():
        for time in _siblings(tree, key, members, times, found):
            if found.full:
                return found.groups
            for node in _around(tree, time, members):
                found.add(key, [Span([node], time)], "alone")
    return found.groups


def _posts(tree: PageTree) -> PostGroup | None:
    return find_posts(tree, LayoutBook())


def _comments(tree: PageTree) -> PostGroup | None:
    heading = next((i for i in range(len(tree.nodes)) if tree.tag(i) == "h1"), -1)
    return find_comments(tree, LayoutBook(), heading)


class _Found:
    """Groups found so far, each set of elements once."""

    def __init__(self, tree: PageTree) -> None:
        self.tree = tree
        self.groups: list[CandidateGroup] = []
        self._taken: set[tuple[tuple[int, ...], ...]] = set()
        self._count = 0
        self.steps = 0

    @property
    def full(self) -> bool:
        """Whether enough was found, or looked for."""
        return self._count > 0.9 * MAX_CANDIDATES or self.steps > MAX_STEPS

    def add(self, key: str, spans: list[Span], way: str) -> None:
        name = tuple(tuple(span.roots) for span in spans)
        room = MAX_CANDIDATES - self._count
        if spans and len(spans) <= room and name not in self._taken:
            self._taken.add(name)
            self._count += len(spans)
            self.groups.append(CandidateGroup(key, spans, way))


def _key(tree: PageTree, time: TimeNode, layout: PageLayout | None) -> str:
    box = layout.boxes[time.node] if layout is not None else None
    return box.font if box is not None else time_key(tree, time)


def _siblings(
    tree: PageTree, key: str, times: list[TimeNode], every: list[TimeNode], found: _Found
) -> list[TimeNode]:
    """Add all sets of siblings that hold times of one key; return the times in none."""
    holders: dict[int, dict[int, list[TimeNode]]] = {}
    for time in times:
        child = time.node
        above = tree.parent[child]
        while above >= 0 and tree.tag(child) not in _TOP:
            holders.setdefault(above, {}).setdefault(child, []).append(time)
            child, above = above, tree.parent[above]
    repeated: set[int] = set()
    # From the top down, so that what holds others comes first.
    for above, children in sorted(holders.items()):
        if len(children) < 2:
            continue
        if found.full:
            break
        spans = _spans(found, children, every)
        found.add(key, spans, "siblings")
        inner = _nested(found, spans, every)
        if inner:
            whole = sorted((*spans, *inner), key=lambda span: span.start)
            found.add(key, whole, "nested")
        if len(children) >= MANY:
            repeated.update(time.node for held in children.values() for time in held)
        kids = tree.children(above)
        place = {kid: n for n, kid in enumerate(kids)}
        at = [place[span.start] for span in spans]
        if any(b - a > 1 for a, b in pairwise(at)):
            joined = [Span(list(span.roots), span.time, list(span.holes)) for span in spans]
            join_rows(tree, above, joined)
            found.add(key, joined, "rows")
    return [time for time in times if time.node not in repeated]


def _spans(found: _Found, children: dict[int, list[TimeNode]], every: list[TimeNode]) -> list[Span]:
    """Make candidates of siblings, each with the time that stands where the others' do."""
    tree = found.tree
    places: Counter[str] = Counter()
    for child, held in children.items():
        places.update({tree.path(time.node, child) for time in held})
    spans = []
    for child, held in sorted(children.items()):
        inside = _inside(tree, child, every)
        holes = _holes(found, child, inside)
        own = _outside(tree, holes, held) or _outside(tree, holes, inside)
        if not own:
            holes, own = [], held
        best = max(own, key=lambda t: (places[tree.path(t.node, child)], -t.node))
        spans.append(Span([child], best, holes))
    return spans


def _nested(found: _Found, spans: list[Span], every: list[TimeNode]) -> list[Span]:
    """Candidates inside candidates: answers that stand in what they answer."""
    tree = found.tree
    out: list[Span] = []
    waiting = [hole for span in spans for hole in span.holes]
    while waiting and not found.full:
        root = waiting.pop()
        found.steps += 1
        inside = _inside(tree, root, every)
        holes = _holes(found, root, inside)
        own = _outside(tree, holes, inside)
        if own:
            out.append(Span([root], own[0], holes))
            waiting += holes
    return out


def _inside(tree: PageTree, root: int, times: list[TimeNode]) -> list[TimeNode]:
    first = bisect_left(times, root, key=_node)
    return times[first : bisect_left(times, tree.end[root], key=_node)]


def _outside(tree: PageTree, holes: list[int], times: list[TimeNode]) -> list[TimeNode]:
    out = []
    for time in times:
        # The holes are disjoint and in document order.
        at = bisect_right(holes, time.node) - 1
        if at < 0 or not tree.holds(holes[at], time.node):
            out.append(time)
    return out


def _node(time: TimeNode) -> int:
    return time.node


def _holes(found: _Found, root: int, times: list[TimeNode]) -> list[int]:
    """Outermost elements inside a candidate that are of its kind: answers to it."""
    tree = found.tree
    found.steps += len(times)
    name = tree.sig[root]
    out: list[int] = []
    for time in times[:MAX_INSIDE]:
        if out and tree.holds(out[-1], time.node):
            continue
        hole, i = -1, time.node
        while i > root:
            hole = i if tree.sig[i] == name else hole
            i = tree.parent[i]
            found.steps += 1
        if hole >= 0:
            out.append(hole)
    return out


def _around(tree: PageTree, time: TimeNode, times: list[TimeNode]) -> list[int]:
    """Elements around a time that hold no other of its key, innermost first."""
    places = [other.node for other in times]
    first, after = bisect_left(places, time.node), bisect_right(places, time.node)
    others = [*places[max(first - 1, 0) : first], *places[after : after + 1]]
    out: list[int] = []
    for node in (time.node, *tree.ancestors(time.node)):
        full = len(out) == MAX_AROUND or tree.tag(node) in _TOP
        if full or any(tree.holds(node, other) for other in others):
            break
        out.append(node)
    return out
