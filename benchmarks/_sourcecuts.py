"""Where the records of a page after the first few stand in its source, to be cut out."""

from __future__ import annotations

import re
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from benchmarks._sourceplaces import boundary, find_anchors, shared_depth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._sourceplaces import Anchor, Element, TextSource

__all__ = ["Ranges", "cut_out", "find_cuts"]

Ranges = tuple[tuple[int, int], ...]
"""Where pieces of a source begin and end, in its order."""

_CLASS = re.compile(r"""\sclass\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""", re.IGNORECASE)
_NUMBERED = re.compile(r"\d")
#: Characters around a record and its writer that are no more than its time and links.
_FEW = 60

_Shape = tuple[str, frozenset[str]]


def cut_out(source: str, ranges: Ranges) -> str:
    """Return a source without some pieces."""
    out, at = [], 0
    for start, end in ranges:
        out.append(source[at:start])
        at = end
    return "".join([*out, source[at:]])


def find_cuts(
    page: TextSource, records: Sequence[tuple[str, Sequence[str]]], keep: int
) -> Ranges | None:
    """Find what to cut out of a page that only its first records stay.

    Parameters
    ----------
    records
        The author of each (or nothing) and its text, in any of several forms, in page order.
    keep
        How many stay, at least one.

    Returns
    -------
        ``None`` where it cannot be told what belongs to each record.
    """
    anchors = find_anchors(page, records)
    found = {anchor.number for anchor in anchors}
    if not {keep - 1, keep, len(records) - 1} <= found:
        return None
    paths = [page.owner(anchor.at).path() for anchor in anchors]
    ranges = _Cutter(page, keep, frozenset(one.at for one in anchors)).cuts(anchors, paths)
    return None if ranges is None else tuple(sorted(ranges))


class _Cutter:
    """Finds the elements of the records that go."""

    def __init__(self, page: TextSource, keep: int, at: frozenset[int]) -> None:
        self._page = page
        self._keep = keep
        #: Where the words of all records begin.
        self._at = at

    def cuts(
        self, anchors: Sequence[Anchor], paths: Sequence[list[Element]]
    ) -> list[tuple[int, int]] | None:
        """Return what is to be cut of some records, of which one or more go."""
        if len(anchors) == 1:
            return self._lone(anchors[0], paths[0])
        depth = shared_depth(paths)
        holder = paths[0][depth]
        both = list(zip(anchors, paths, strict=True))
        boxed = [one for one in both if len(one[1]) > depth + 1]
        if len(boxed) < len(both):
            # Answers within the element of the words that they answer.
            if any(one not in boxed and one[0].number >= self._keep for one in both):
                return None
            return self.cuts(*map(list, zip(*boxed, strict=True)))
        groups = [list(some) for _, some in groupby(both, key=lambda one: id(one[1][depth + 1]))]
        heads = [group[0][1][depth + 1] for group in groups]
        if len({id(head) for head in heads}) < len(heads):
            return None
        out: list[tuple[int, int]] = []
        going = [n for n, group in enumerate(groups) if group[-1][0].number >= self._keep]
        for n in going[:1]:
            if groups[n][0][0].number < self._keep:
                del going[0]
                inside = self.cuts(*map(list, zip(*groups[n], strict=True)))
                if inside is None:
                    return None
                out += inside
        if not going:
            return out
        shapes = [self._shape(head) for head in heads]
        ends = [group[0][0] for group in groups], [group[-1][0] for group in groups]
        first, *rest = (shapes[n] for n in going)
        same = all(_alike(first, one) for one in rest) and (
            bool(rest) or any(_alike(first, one) for one in shapes[: going[0]])
        )
        if not same:
            for n in going:
                inside = self.cuts(*map(list, zip(*groups[n], strict=True)))
                if inside is None:
                    whole = self._around([one for n in going for one in groups[n]])
                    return None if whole is None else [*out, whole]
                out += inside
            return out
        run = self._run(holder, heads, ends, going[0])
        return None if run is None else [*out, run]

    def _run(
        self,
        holder: Element,
        heads: Sequence[Element],
        ends: tuple[Sequence[Anchor], Sequence[Anchor]],
        first: int,
    ) -> tuple[int, int] | None:
        """Return where the records from one on begin and the last one ends."""
        kids = holder.children
        shapes = [self._shape(kid) for kid in kids]
        at = [kids.index(head) for head in heads]
        begins: list[int | None] = [None]
        for n in range(1, len(heads)):
            start = boundary(self._page, holder, heads[n - 1], heads[n], ends[1][n - 1], ends[0][n])
            begins.append(next((i for i, kid in enumerate(kids) if kid.start == start), None))
        leads = [shapes[begin : at[n]] for n, begin in enumerate(begins) if begin is not None]
        if not leads:
            return None
        for n, begin in enumerate(begins):
            # Nothing tells where it begins but what the others have before their words.
            before, least = at[n] - len(leads[0]), at[n - 1] + 1 if n else 0
            if begin is None and before >= least and _all_alike(shapes[before : at[n]], leads[0]):
                begins[n] = before
        start = begins[first]
        if start is None:
            return None
        tails = [shapes[at[n] + 1 : b] for n, b in enumerate(begins[1:]) if b is not None]
        pairs = zip(tails[-1], shapes[at[-1] + 1 :], strict=False)
        same = sum(1 for _ in takewhile(lambda pair: _alike(*pair), pairs))
        return kids[start].start, kids[at[-1] + same].end

    def _around(self, group: Sequence[tuple[Anchor, list[Element]]]) -> tuple[int, int] | None:
        """Return the smallest element around some records and who wrote them, if it holds no more.

        So answers hold the answers to them.
        """
        others = self._at - {anchor.at for anchor, _ in group}
        words = sum(anchor.length for anchor, _ in group)
        last = group[-1][0]
        for node in reversed(group[0][1][1:]):
            if any(node.first <= other < node.last for other in others):
                return None
            text = self._page.text(node)
            if node.last < last.at + last.length:
                continue
            if all(anchor.author and anchor.author in text for anchor, _ in group):
                return (node.start, node.end) if len(text) < words + _FEW * len(group) else None
        return None

    def _lone(self, anchor: Anchor, path: Sequence[Element]) -> list[tuple[int, int]] | None:
        """Return the largest element around the words of a record and who wrote it alone."""
        out = None
        for node in reversed(path[1:]):
            if any(node.first <= other < node.last for other in self._at - {anchor.at}):
                break
            text = self._page.text(node)
            if node.last < anchor.at + anchor.length or anchor.author not in text:
                continue
            if out is not None and len(text) > out.last - out.first + _FEW:
                break
            out = node
        return [(out.start, out.end)] if out is not None and anchor.author else None

    def _shape(self, element: Element) -> _Shape:
        """Return the tag of an element and its classes, those with numbers apart."""
        found = _CLASS.search(self._page.source[element.start : element.inside])
        words = found[1].strip("\"'").split() if found else []
        return element.tag, frozenset(one for one in words if not _NUMBERED.search(one))


def _alike(one: _Shape, other: _Shape) -> bool:
    """Tell whether two elements may be of one kind."""
    if one[0] != other[0]:
        return False
    return bool(one[1] & other[1]) or not (one[1] or other[1])


def _all_alike(some: Sequence[_Shape], others: Sequence[_Shape]) -> bool:
    return len(some) == len(others) and all(map(_alike, some, others))
