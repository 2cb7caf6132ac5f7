"""Where the elements of a tree stand in the source they were read from.

Parsers repair broken HTML: they put elements where none was written and drop tags that fit
nowhere. What has no counterpart is left out; the rest keeps its order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.tokens import VOID, Tag, attribute_of, scan

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["Place", "SourceMap", "align"]

#: Elements or tags without counterpart that are looked past at one place.
WINDOW = 24
#: Neighbours that must agree behind such a place.
AGREE = 2
_TELLING = ("id", "class", "href", "src", "name")


@dataclass(frozen=True, slots=True)
class Place:
    """An element in the source.

    Attributes
    ----------
    tag
        Index of its start tag among the tags.
    inner
        Where its content begins.
    close
        Where its content ends.
    end
        Where the element ends.
    """

    tag: int
    start: int
    inner: int
    close: int
    end: int


@dataclass(slots=True)
class SourceMap:
    """A page's tags and the places of its elements by their numbers in the tree."""

    source: str
    tags: list[Tag]
    places: dict[int, Place]

    def raw(self, index: int) -> str:
        """Return a tag as written."""
        tag = self.tags[index]
        return self.source[tag.start : tag.end]


def align(tree: PageTree, source: str) -> SourceMap:
    """Find the elements of a tree in its source."""
    tags = list(scan(source))
    starts = [n for n, tag in enumerate(tags) if tag.name[0] != "/"]
    elements = [e for e in tree.page.root.iter() if isinstance(e.tag, str)]
    ends = _subtree_ends(elements)
    at = _pair(
        elements, [_signature(source[tags[n].start : tags[n].end], tags[n].name) for n in starts]
    )
    places = {}
    for i, element in enumerate(elements):
        if at[i] is None or element not in tree.number:
            continue
        tag = starts[at[i]]  # type: ignore[index]
        after = next((at[j] for j in range(ends[i], len(at)) if at[j] is not None), None)
        stop = starts[after] if after is not None else len(tags)
        places[tree.number[element]] = _place(source, tags, tag, stop)
    return SourceMap(source, tags, places)


def _subtree_ends(elements: list[HtmlElement]) -> list[int]:
    number = {element: i for i, element in enumerate(elements)}
    ends = [i + 1 for i in range(len(elements))]
    for i in range(len(elements) - 1, 0, -1):
        above = elements[i].getparent()
        j = number.get(above) if above is not None else None
        if j is not None and ends[i] > ends[j]:
            ends[j] = ends[i]
    return ends


@lru_cache(maxsize=4096)  # most tags are written alike again and again
def _signature(raw: str, name: str) -> tuple[str, ...]:
    return (name, *((attribute_of(raw, told) or "").strip() for told in _TELLING))


def _pair(elements: list[HtmlElement], written: list[tuple[str, ...]]) -> list[int | None]:
    """Index of the start tag of each element, ``None`` where there is none."""
    made = [
        (str(e.tag).lower(), *((e.get(name) or "").strip() for name in _TELLING)) for e in elements
    ]
    out: list[int | None] = [None] * len(made)
    i = j = 0
    while i < len(made) and j < len(written):
        if made[i] == written[j]:
            out[i] = j
            i, j = i + 1, j + 1
            continue
        di, dj = _resume(made, written, i, j)
        i, j = i + di, j + dj
    return out


def _resume(
    made: list[tuple[str, ...]], written: list[tuple[str, ...]], i: int, j: int
) -> tuple[int, int]:
    """Smallest numbers of elements and tags to pass over so that what follows agrees."""
    for total in range(1, WINDOW):
        for di in range(total + 1):
            dj = total - di
            here, there = made[i + di : i + di + AGREE], written[j + dj : j + dj + AGREE]
            if here and here == there:
                return di, dj
    # An element that reads differently from its tag (attributes repaired) keeps its place.
    return 1, 1


def _place(source: str, tags: list[Tag], index: int, stop: int) -> Place:
    tag = tags[index]
    if tag.name in VOID:
        return Place(index, tag.start, tag.end, tag.end, tag.end)
    depth = 1
    for other in tags[index + 1 : stop]:
        if other.name == tag.name:
            depth += 1
        elif other.name[1:] == tag.name and other.name[0] == "/":
            depth -= 1
            if not depth:
                return Place(index, tag.start, tag.end, other.start, other.end)
    end = _closed_by(source, tags, index, stop)
    return Place(index, tag.start, tag.end, end, end)


def _closed_by(source: str, tags: list[Tag], index: int, stop: int) -> int:
    """Where an element without an end tag ends: at one that closes what holds it."""
    opened: Counter[str] = Counter()
    for other in tags[index + 1 : stop]:
        if other.name[0] != "/":
            opened[other.name] += 1
        elif opened[other.name[1:]]:
            opened[other.name[1:]] -= 1
        else:
            return other.start
    return tags[stop].start if stop < len(tags) else len(source)
