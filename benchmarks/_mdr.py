"""MDR: records by repeated structure.

After B. Liu, R. Grossman, Y. Zhai, "Mining Data Records in Web Pages", KDD 2003. A
*generalised node* is a run of sibling elements; a *data region* is a run of generalised nodes
of one length whose tag strings, each with its neighbour's, differ by a normalised edit
distance of at most 0.3. Regions are looked for from the top down, and one inside a
generalised node of a higher one is not kept. A generalised node of a region is a record,
unless it is itself made of records alike.

Of the regions of a page the one with the most text is taken. The paper knows no fields: the
body of a record is all its text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from benchmarks.scoring import GotPost
from fpcrawl.extraction.text import text_of
from fpcrawl.extraction.treebuild import build_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages import Page

__all__ = ["MDR", "Region", "TooMuchWorkError", "edit_distance", "find_regions", "records_of"]

MAX_LENGTH = 10
"""Elements in a generalised node, at most: K of the paper."""
THRESHOLD = 0.3
"""Normalised edit distance of neighbours, at most: T of the paper."""
MIN_HEIGHT = 3
"""Elements whose subtree has fewer levels hold no region."""
MAX_STEPS = 3_000_000
"""Steps that a page may cost, some seconds: one for each comparison, and one of edit distance for
each tag of the longer and each 256 of the shorter string."""
_WORD = 256


class TooMuchWorkError(Exception):
    """A page costs more than :data:`MAX_STEPS`."""


def edit_distance(one: str, other: str) -> int:
    """Return the edit distance of two strings (Myers 1999, in the form of Hyyrö 2003)."""
    if len(one) > len(other):
        one, other = other, one
    if not one:
        return len(other)
    masks: dict[str, int] = {}
    for place, letter in enumerate(one):
        masks[letter] = masks.get(letter, 0) | 1 << place
    full = (1 << len(one)) - 1
    last = 1 << (len(one) - 1)
    up, down, distance = full, 0, len(one)
    for letter in other:
        match = masks.get(letter, 0)
        zero = (((match & up) + up) ^ up) | match | down
        plus = down | (full & ~(zero | up))
        minus = zero & up
        if plus & last:
            distance += 1
        elif minus & last:
            distance -= 1
        plus = (plus << 1) | 1
        up = full & ((minus << 1) | ~(zero | plus))
        down = plus & zero & full
    return distance


@dataclass(frozen=True, slots=True)
class Region:
    """A data region.

    Attributes
    ----------
    length
        Elements in each of its generalised nodes.
    nodes
        Numbers of all its elements, siblings side by side.
    """

    length: int
    nodes: tuple[int, ...]

    @property
    def generalised(self) -> list[tuple[int, ...]]:
        """Its generalised nodes."""
        return [self.nodes[i : i + self.length] for i in range(0, len(self.nodes), self.length)]


@dataclass(slots=True)
class _Search:
    """The tag tree of a page and the work spent on it."""

    tree: PageTree
    steps: int
    letters: str = ""
    height: list[int] = field(default_factory=list)
    known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tree = self.tree
        # A tag is a letter: the tag string of an element is a slice of the page's.
        alphabet: dict[str, str] = {}
        self.letters = "".join(
            alphabet.setdefault(tree.tag(i), chr(0x100 + len(alphabet)))
            for i in range(len(tree.nodes))
        )
        self.height = [1] * len(tree.nodes)
        for i in range(len(tree.nodes) - 1, 0, -1):
            above = tree.parent[i]
            self.height[above] = max(self.height[above], self.height[i] + 1)

    def alike(self, one: Sequence[int], other: Sequence[int]) -> bool:
        """Whether the tag strings of two runs of siblings are within the threshold."""
        tree = self.tree
        a = self.letters[one[0] : tree.end[one[-1]]]
        b = self.letters[other[0] : tree.end[other[-1]]]
        self._spend(1 + len(a) // _WORD)
        if a == b:
            return True
        most = THRESHOLD * (len(a) + len(b)) / 2
        if abs(len(a) - len(b)) > most:
            return False
        answer = self.known.get((a, b))
        if answer is None:
            self._spend(max(len(a), len(b)) * (1 + min(len(a), len(b)) // _WORD))
            answer = self.known[a, b] = edit_distance(a, b) <= most
        return answer

    def _spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooMuchWorkError

    def regions_below(self, kids: Sequence[int]) -> list[Region]:
        """Regions among the children of one element, first to last (IdenDRs)."""
        out: list[Region] = []
        start = 0
        while start < len(kids):
            best = self._longest(kids, start)
            if best is None:
                break
            first, length, count = best
            out.append(Region(length, tuple(kids[first : first + count])))
            start = first + count
        return out

    def _longest(self, kids: Sequence[int], start: int) -> tuple[int, int, int] | None:
        """First element, length of generalised nodes and elements of the best region."""
        best: tuple[int, int, int] | None = None
        for length in range(1, min(MAX_LENGTH, (len(kids) - start) // 2) + 1):
            for offset in range(start, start + length):
                found = self._run(kids, offset, length)
                # More elements win, but not later ones over earlier ones.
                if found and (best is None or (found[1] > best[2] and found[0] <= best[0])):
                    best = (found[0], length, found[1])
        return best

    def _run(self, kids: Sequence[int], offset: int, length: int) -> tuple[int, int] | None:
        first = count = 0
        for j in range(offset, len(kids) - 2 * length + 1, length):
            if self.alike(kids[j : j + length], kids[j + length : j + 2 * length]):
                first, count = (first, count + length) if count else (j, 2 * length)
            elif count:
                break
        return (first, count) if count else None


def find_regions(tree: PageTree, max_steps: int = MAX_STEPS) -> list[Region]:
    """Return the data regions of a page, in no order.

    Raises
    ------
    TooMuchWorkError
        When the page costs more than ``max_steps``.
    """
    return _regions(_Search(tree, max_steps))


def _regions(search: _Search) -> list[Region]:
    tree = search.tree
    out: list[Region] = []
    stack = [0] if tree.nodes else []
    while stack:
        i = stack.pop()
        if search.height[i] < MIN_HEIGHT:
            continue
        kids = tree.children(i)
        found = search.regions_below(kids)
        out += found
        covered = {kid for region in found for kid in region.nodes}
        stack += [kid for kid in kids if kid not in covered]
    return out


def records_of(tree: PageTree, region: Region, max_steps: int = MAX_STEPS) -> list[list[int]]:
    """Return the elements of each record of a region.

    Raises
    ------
    TooMuchWorkError
        When the page costs more than ``max_steps``.
    """
    return _records(_Search(tree, max_steps), region)


def _records(search: _Search, region: Region) -> list[list[int]]:
    tree = search.tree
    kids = [[tree.children(i) for i in node] for node in region.generalised]
    inside = all(_all_alike(search, [[kid] for kid in each]) for node in kids for each in node)
    if region.length == 1:
        # Rows of a table are records, their cells are not.
        if inside and not any(tree.tag(node[0]) == "tr" for node in region.generalised):
            return [[kid] for node in kids for kid in node[0]]
        return [list(node) for node in region.generalised]
    out: list[list[int]] = []
    for node, members in zip(region.generalised, kids, strict=True):
        sizes = {len(each) for each in members}
        if inside and len(sizes) == 1:
            # The parts of a record stand one below the other: a table read by columns.
            out += [list(parts) for parts in zip(*members, strict=True)]
        else:
            out.append(list(node))
    return out


def _all_alike(search: _Search, runs: Sequence[Sequence[int]]) -> bool:
    return len(runs) > 1 and all(search.alike(one, other) for one, other in pairwise(runs))


class MDR:
    """Reads pages by MDR."""

    name = "mdr"

    def __init__(self, max_steps: int = MAX_STEPS) -> None:
        self.skipped = 0
        self._max_steps = max_steps

    def locate(self, page: Page) -> list[str]:
        """Return all text of each record, in page order."""
        tree = build_tree(page)
        search = _Search(tree, self._max_steps)
        try:
            regions = _regions(search)
            if not regions:
                return []
            region = max(regions, key=lambda region: sum(tree.text_len[i] for i in region.nodes))
            records = _records(search, region)
        except TooMuchWorkError:
            self.skipped += 1
            return []
        texts = ("\n".join(text_of(tree.nodes[i]) for i in record) for record in records)
        return [text for text in texts if text]

    def read(self, page: Page) -> list[GotPost]:
        """Return the records of a page; each is all body."""
        return [
            GotPost(None, None, text, ref=number) for number, text in enumerate(self.locate(page))
        ]
