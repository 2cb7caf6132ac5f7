"""Labels as places of the source: which tag stands before a value, and what lies between."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from html import unescape
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.softmealy_align import SourceMap, align
from fpcrawl.extraction.templates.tokens import attribute_of, text_between
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, Mark
    from fpcrawl.extraction.templates.softmealy_align import Place
    from fpcrawl.extraction.tree import PageTree

__all__ = ["LabelledSource", "SourceRecord", "Spot", "locate"]

#: Characters of an element that is taken for one that holds a time.
MAX_AROUND = 200


@dataclass(frozen=True, slots=True)
class Spot:
    """A labelled value in the source.

    Attributes
    ----------
    tag, start, inner
        Index of the tag next to it on its left, where that begins and ends.
    place
        As in a rule: ``text``, ``inner``, ``@name``, ``element``, ``run`` or ``loose``.
    content
        The words among which the value stands, as the rule will see them.
    holder
        Name of the element; of the one around, for a run or loose words.
    end
        Where a body ends.
    behind
        Index of the tag behind a body, -1 for none.
    around
        The elements that hold it, as places of the kind ``inner``; only of times.
    """

    tag: int
    start: int
    inner: int
    place: str
    value: str = ""
    content: str = ""
    holder: str = ""
    end: int = 0
    behind: int = -1
    around: tuple[Spot, ...] = ()


@dataclass(slots=True)
class SourceRecord:
    """A labelled record: its range, the tag it begins with, and its fields."""

    start: int
    end: int
    begin: int
    holder: str = ""
    fields: dict[str, Spot] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """Where its first field begins."""
        return min((spot.start for spot in self.fields.values()), default=self.start)

    @property
    def last(self) -> int:
        """Where its last field begins."""
        return max((spot.start for spot in self.fields.values()), default=self.start)


@dataclass(slots=True)
class LabelledSource:
    """A labelled page as source.

    Attributes
    ----------
    bodies
        Ranges of bodies in order, without records in them.
    skipped
        Labels that have no counterpart in the source.
    nested
        Whether records stand in the bodies of others.
    """

    map: SourceMap
    records: list[SourceRecord]
    bodies: list[tuple[int, int]]
    skipped: int
    nested: bool = False

    def in_body(self, at: int) -> bool:
        """Whether a place lies within a labelled body."""
        n = bisect_left(self.bodies, (at, 0))
        return n > 0 and at < self.bodies[n - 1][1]


def locate(page: LabelledPage) -> LabelledSource:
    """Find the labels of a page in its source."""
    tree = page.tree
    # A page is learnt from several times, each time with other pages.
    source = page.source_map = page.source_map or align(tree, page.source)
    records = []
    skipped = 0
    for labelled in page.records:
        record = _record(tree, source, labelled)
        if record is None:
            skipped += 1
            continue
        if page.role == "article":
            record.start, record.end = 0, len(page.source)
        for name, marks in labelled.fields.items():
            if name == "body":
                spot = _body(tree, source, marks)
            else:
                spot = _value(source, marks[0], tree.parent[marks[0].node])
            if spot is not None:
                record.fields[name] = spot
            else:
                skipped += 1
        records.append(record)
    bodies, nested = _own_ranges(records)
    return LabelledSource(source, records, bodies, skipped, nested)


def _own_ranges(records: Sequence[SourceRecord]) -> tuple[list[tuple[int, int]], bool]:
    """Ranges of bodies without the records in them; whether there are such records."""
    spans = sorted((record.start, record.end) for record in records)
    out: list[tuple[int, int]] = []
    nested = False
    for spot in (spot for record in records for spot in record.fields.values() if spot.end):
        done = spot.inner
        for start, end in spans[bisect_left(spans, (spot.inner, 0)) :]:
            if start >= spot.end:
                break
            if start >= done:
                nested = True
                out.append((done, start))
                done = end
        if done < spot.end:
            out.append((done, spot.end))
    return sorted(out), nested


def _record(tree: PageTree, source: SourceMap, labelled: LabelledRecord) -> SourceRecord | None:
    places = [source.places.get(root) for root in labelled.roots]
    first = places[0] if places else None
    if first is None:
        return None
    end = max(place.end for place in places if place is not None)
    holder = source.tags[first.tag].name if len(places) == 1 else ""
    for mark in labelled.fields.get("body", ()):
        if mark.until is not None:
            end, holder = max(end, _loose_end(tree, source, mark)), ""
    return SourceRecord(first.start, end, first.tag, holder)


def _loose_end(tree: PageTree, source: SourceMap, mark: Mark) -> int:
    """Where a body ends that no element holds; 0 when that is not in the source."""
    if mark.until is not None and mark.until >= 0:
        stop = source.places.get(mark.until)
        return stop.start if stop is not None else 0
    above = source.places.get(tree.parent[mark.node])
    return above.close if above is not None else 0


def _loose(tree: PageTree, source: SourceMap, mark: Mark) -> Spot | None:
    """Place of a body that no element holds: behind a head, and behind headings below that."""
    head, end = source.places.get(mark.node), _loose_end(tree, source, mark)
    if head is None or end < head.end:
        return None
    at = head.end
    i = tree.end[mark.node]
    while i < len(tree.nodes) and tree.parent[i] == tree.parent[mark.node]:
        place = source.places.get(i)
        if tree.tag(i) not in HEADINGS or place is None or place.end > end:
            break
        if source.source[at : place.start].strip():
            break
        at, i = place.end, tree.end[i]
    n = bisect_left(source.tags, at, key=lambda tag: tag.end)
    if n >= len(source.tags) or source.tags[n].end != at:
        return None
    return Spot(
        n, source.tags[n].start, at, "loose",
        holder=tree.tag(tree.parent[mark.node]), end=end, behind=_tag_from(source, end),
    )  # fmt: skip


def _body(tree: PageTree, source: SourceMap, marks: Sequence[Mark]) -> Spot | None:
    if marks[0].until is not None:
        return _loose(tree, source, marks[0])
    nodes = [mark.node for mark in marks]
    places = [place for place in map(source.places.get, nodes) if place is not None]
    if not places or places[0] is not source.places.get(nodes[0]):
        return None
    first, last = places[0], max(places, key=lambda place: place.end)
    behind = _tag_from(source, last.end)
    if len(nodes) == 1:
        name = source.tags[first.tag].name
        return Spot(
            first.tag, first.start, first.inner, "element",
            holder=name, end=max(first.close, first.inner), behind=behind,
        )  # fmt: skip
    if not first.tag:
        return None
    before = source.tags[first.tag - 1]
    holder = tree.tag(tree.parent[nodes[0]])
    return Spot(
        first.tag - 1, before.start, before.end, "run",
        holder=holder, end=last.end, behind=behind,
    )  # fmt: skip


def _tag_from(source: SourceMap, at: int) -> int:
    n = bisect_left(source.tags, at, key=lambda tag: tag.start)
    return n if n < len(source.tags) else -1


def _value(source: SourceMap, mark: Mark, above: int) -> Spot | None:
    place = source.places.get(mark.node)
    value = " ".join(mark.value.split())
    if place is None or not value:
        return None
    tag = source.tags[place.tag]
    if mark.attribute is not None:
        content = " ".join((attribute_of(source.raw(place.tag), mark.attribute) or "").split())
        if value not in content:
            return None
        return Spot(place.tag, tag.start, tag.end, f"@{mark.attribute}", value, content)
    own = _inner(source, place, value)
    parent = source.places.get(above)
    wider = _inner(source, parent, value) if parent is not None else None
    # "<b>Yesterday</b>, 12:15" stands in the element around the one that is labelled.
    spot = _flat(source, place, value) or own or wider
    if spot is None:
        return None
    return replace(spot, around=tuple(
        inner
        for inner in (own, wider)
        if inner is not None and len(inner.content) <= MAX_AROUND and _first_time(inner) == value
    ))  # fmt: skip


def _first_time(spot: Spot) -> str:
    found = next(iter(find_times(spot.content)), None)
    return found.raw if found is not None else ""


def _flat(source: SourceMap, place: Place, value: str) -> Spot | None:
    """Find the text between two tags that is the value, or the first that holds it."""
    best: Spot | None = None
    n = place.tag
    while n < len(source.tags) and source.tags[n].end <= place.close:
        tag = source.tags[n]
        n += 1
        if tag.name in {"script", "style"}:
            continue
        stop = source.source.find("<", tag.end)
        text = source.source[tag.end : stop if stop >= 0 else len(source.source)]
        content = " ".join((unescape(text) if "&" in text else text).split())
        if value in content and (best is None or content == value):
            best = Spot(n - 1, tag.start, tag.end, "text", value, content)
            if content == value:
                break
    return best


def _inner(source: SourceMap, place: Place, value: str) -> Spot | None:
    content = text_between(source.source, place.inner, place.close)
    if value not in content:
        return None
    tag = source.tags[place.tag]
    return Spot(place.tag, tag.start, tag.end, "inner", value, content, tag.name)
