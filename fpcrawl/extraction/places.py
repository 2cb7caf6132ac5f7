"""Where the same fields of all records stand: paths below the record.

Every field is found once for all records of a group: a place is judged over the records
that have it, so that one odd post does not mislead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.extraction.segment import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Places", "places_of"]


@dataclass(slots=True)
class Places:
    """For every path below the records: the first element there in each record.

    Attributes
    ----------
    first
        path -> {record number: element number}.
    count
        Number of records.
    """

    count: int
    first: dict[str, dict[int, int]] = field(default_factory=dict)


def places_of(tree: PageTree, spans: list[Span]) -> Places:
    """Collect the elements of all records by their path below the record."""
    places = Places(len(spans))
    first = places.first
    for n, span in enumerate(spans):
        for root in span.roots:
            names: dict[int, str] = {}
            holes = [(hole, tree.end[hole]) for hole in span.holes]
            for i in range(root, tree.end[root]):
                if holes and any(a <= i < b for a, b in holes):
                    continue
                # The record itself is known by its tag: its classes tell posts apart.
                name = tree.tag(i) if i == root else f"{names[tree.parent[i]]}/{tree.sig[i]}"
                names[i] = name
                first.setdefault(name, {}).setdefault(n, i)
    return places
