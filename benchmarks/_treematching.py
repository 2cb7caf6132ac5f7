"""Simple Tree Matching (Yang 1991): how many nodes of two ordered trees can be paired.

Two trees whose roots differ share nothing; else the root and the best pairing, in order, of
the children's subtrees, by dynamic programming. The similarity of two pages is that number
over the mean of their sizes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

__all__ = [
    "Shapes",
    "Tree",
    "simple_tree_matching",
    "stm_similarity",
    "tree_of",
    "tuned_tree_matching",
]

_MEMO_PAIRS = 4_000_000


@dataclass(frozen=True, slots=True)
class Tree:
    """Tags of a page's elements.

    Attributes
    ----------
    size
        Elements, the root included.
    """

    tag: str
    children: tuple[Tree, ...]
    size: int


def tree_of(element: HtmlElement) -> Tree:
    """Return the tree of an element; comments and processing instructions are left out."""
    children = tuple(tree_of(child) for child in element if isinstance(child.tag, str))
    return Tree(str(element.tag), children, 1 + sum(child.size for child in children))


def simple_tree_matching(a: Tree, b: Tree) -> int:
    """Return the size of the largest matching, as the algorithm is written."""
    if a.tag != b.tag:
        return 0
    row = [0] * (len(b.children) + 1)
    for child in a.children:
        before = left = 0
        for j, other in enumerate(b.children, 1):
            up = row[j]
            left = max(up, left, before + simple_tree_matching(child, other))
            before, row[j] = up, left
    return row[-1] + 1


def tuned_tree_matching(a: Tree, b: Tree) -> int:
    """Return the same, about twice as fast: nothing is called where the answer is seen."""
    if a.tag != b.tag:
        return 0
    mine, theirs = a.children, b.children
    if not mine or not theirs:
        return 1
    row = [0] * (len(theirs) + 1)
    for child in mine:
        tag = child.tag
        before = left = 0
        for j, other in enumerate(theirs, 1):
            up = row[j]
            if up > left:
                left = up
            if tag == other.tag:
                both = before + tuned_tree_matching(child, other)
                if both > left:
                    left = both
            before = up
            row[j] = left
    return row[-1] + 1


def stm_similarity(
    a: Tree, b: Tree, matching: Callable[[Tree, Tree], int] = simple_tree_matching
) -> float:
    """Return the matching over the mean size, 0..1."""
    return matching(a, b) / ((a.size + b.size) / 2)


class Shapes:
    """The same numbers for many pages, sooner.

    Equal subtrees are kept once, and what two of them share is worked out once.
    """

    def __init__(self) -> None:
        self._ids: dict[tuple[str, tuple[int, ...]], int] = {}
        self._tags: list[str] = []
        self._children: list[tuple[int, ...]] = []
        self._sizes: list[int] = []
        self._memo: dict[int, int] = {}

    def add(self, element: HtmlElement | Any) -> int:
        """Return the number of an element's tree."""
        children = tuple(self.add(child) for child in element if isinstance(child.tag, str))
        key = (str(element.tag), children)
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = len(self._tags)
            self._tags.append(key[0])
            self._children.append(children)
            self._sizes.append(1 + sum(self._sizes[child] for child in children))
        return found

    def similarity(self, a: int, b: int) -> float:
        """Return :func:`stm_similarity` of two trees added."""
        if len(self._memo) > _MEMO_PAIRS:
            self._memo.clear()
        return self._match(a, b) / ((self._sizes[a] + self._sizes[b]) / 2)

    def _match(self, a: int, b: int) -> int:
        if a == b:
            return self._sizes[a]
        tags = self._tags
        if tags[a] != tags[b]:
            return 0
        mine, theirs = self._children[a], self._children[b]
        if not mine or not theirs:
            return 1
        key = (a << 32 | b) if a < b else (b << 32 | a)
        known = self._memo.get(key)
        if known is not None:
            return known
        row = [0] * (len(theirs) + 1)
        for child in mine:
            before = left = 0
            tag = tags[child]
            for j, other in enumerate(theirs, 1):
                up = row[j]
                left = max(up, left)
                if tag == tags[other]:
                    left = max(left, before + self._match(child, other))
                before, row[j] = up, left
        self._memo[key] = row[-1] + 1
        return row[-1] + 1
