"""Labelled records that XPath templates are learnt from, and how many of them say enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "MAX_LEARNT",
    "MAX_RULES",
    "MAX_TRIED",
    "MIN_SHARE",
    "Example",
    "examples_of",
    "least_of",
    "owners_of",
    "weight_of",
]

#: Expressions of one field, or of the records, that are tried on the pages.
MAX_TRIED = 60
#: Records that fields are learnt from; they are taken from all pages alike.
MAX_LEARNT = 100
#: Alternatives of one field or of the records.
MAX_RULES = 4
#: Share of the labelled records that an alternative must add, and their least number.
MIN_SHARE, MIN_RECORDS = 0.02, 2


@dataclass(slots=True, eq=False)
class Example:
    """A labelled record among the pages.

    Attributes
    ----------
    chains
        For each of its sibling elements: from it down to what holds all of its fields.
    anchor
        The element that a record rule found for it.
    """

    page: int
    tree: PageTree
    label: LabelledRecord
    chains: list[list[int]]
    anchor: HtmlElement | None = None
    holes: list[HtmlElement] = field(default_factory=list)


def examples_of(pages: Sequence[LabelledPage]) -> list[Example]:
    """Labelled records of all pages, in page order."""
    return [
        Example(n, page.tree, label, _chains(page.tree, label))
        for n, page in enumerate(pages)
        for label in page.records
        if label.roots
    ]


def owners_of(records: list[Example]) -> dict[tuple[int, int], Example]:
    """Record of each element that may stand for it, by page and number."""
    return {
        (record.page, i): record for record in records for chain in record.chains for i in chain
    }


def _chains(tree: PageTree, label: LabelledRecord) -> list[list[int]]:
    marks = [mark.node for places in label.fields.values() for mark in places]
    out = []
    for root in label.roots:
        inside = [i for i in marks if tree.holds(root, i)]
        chain = [root]
        if len(inside) == len(marks) and marks:
            while True:
                below = next(
                    (k for k in tree.children(chain[-1]) if all(tree.holds(k, i) for i in inside)),
                    None,
                )
                if below is None:
                    break
                chain.append(below)
            if chain[-1] in inside and len(chain) > 1:
                chain.pop()
        out.append(chain)
    return out


def least_of(count: int) -> int:
    """Least number of so many records that an alternative must add."""
    return max(min(MIN_RECORDS, count), round(MIN_SHARE * count))


def weight_of(pages: int) -> float:
    """How much more is said by what many pages have: some names are made anew for each page."""
    return 1.0 - 0.5 / pages if pages else 0.0
