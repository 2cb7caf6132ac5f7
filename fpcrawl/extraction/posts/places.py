"""Where the same fields of all records stand: paths below the record.

Every field is found once for all records of a group: a place is judged over the records
that have it, so that one odd post does not mislead.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import is_said_to_name
from fpcrawl.extraction.posts.kinds import SHOWN
from fpcrawl.extraction.ranges import Ranges

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "Places",
    "dressed_place",
    "own_place",
    "places_of",
    "similar_path",
    "similar_place",
    "worn_place",
]

#: Signatures without a class whose siblings are told apart by counting, and tags for which this
#: holds with any class: the columns of a row are often dressed alike. Up to so many.
_COUNTED = frozenset({"a", "div", "table"})
_CELLS = frozenset({"dd", "td", "th", "tr"})
MAX_ORDINAL = 8
#: The columns of a grid share a class and have others: "col-md-2" and "col-md-10", "columns side"
#: and "columns main". A row of one has so many at most.
MAX_COLUMNS = 6
#: Characters of a name and its label.
MAX_NAMED = 64
#: What a box without words can show.
_PICTURES = frozenset({"audio", "embed", "iframe", "img", "object", "picture", "svg", "video"})
#: Names with a class that the lower ends of two like paths share.
MIN_NAMED = 1
_LAST_WORD = re.compile(r"[A-Za-z][-_](content|body|text|message)$", re.IGNORECASE)


@dataclass(slots=True)
class Places:
    """For every path below the records: the elements there.

    Attributes
    ----------
    first
        path -> {record number: number of the first element}.
    every
        path -> numbers of the elements in all records, in document order.
    count
        Number of records.
    """

    count: int
    first: dict[str, dict[int, int]] = field(default_factory=dict)
    every: dict[str, list[int]] = field(default_factory=dict)

    def note(self, path: str, record: int, element: int) -> None:
        """Add an element; they come in document order."""
        known = self.first.get(path)
        if known is None:
            self.first[path] = {record: element}
            self.every[path] = [element]
        else:
            known.setdefault(record, element)
            self.every[path].append(element)

    def at(self, path: str | None) -> dict[int, int]:
        """Record -> first element at a path; empty where no record has one there."""
        return self.first.get(path, {}) if path else {}


def places_of(
    tree: PageTree, spans: list[Span], same: Mapping[str, str] = MappingProxyType({})
) -> Places:
    """Collect the elements of all records by their path below the record.

    Where siblings have one signature that does not tell them apart, as the cells of a row,
    an element is known by a second path too, which counts them.

    Parameters
    ----------
    same
        Signatures that stand for others: see :attr:`RecordGroup.same`.
    """
    places = Places(len(spans))
    note = places.note
    ordinals: dict[int, dict[int, int]] = {}
    columns: dict[int, set[str]] = {}
    for n, span in enumerate(spans):
        rows = Counter[str]()
        time = span.time.node
        heads = {tree.parent[i]: tree.sig[i] for i in (time, *tree.ancestors(time))}
        for root in span.roots:
            rows[tree.tag(root)] += 1
            row = rows[tree.tag(root)]
            names: dict[int, str] = {}
            counted: dict[int, str] = {}
            holes = Ranges((hole, tree.end[hole]) for hole in span.holes)
            for i in range(root, tree.end[root]):
                if i in holes:
                    continue
                if i == root:
                    # The record itself is known by its tag: its classes tell posts apart.
                    names[i] = name = tree.tag(i)
                    note(name, n, i)
                    if 1 < row <= MAX_ORDINAL and (name == "tr" or _are_fields(tree, span, i)):
                        # Rows of one record that are of one kind are told apart, too.
                        counted[i] = f"{name}.~{row}"
                        note(counted[i], n, i)
                    continue
                above, sig = tree.parent[i], tree.sig[i]
                if not sig:
                    # The cell of a table that is but a box.
                    names[i] = names[above]
                    if above in counted:
                        counted[i] = counted[above]
                    continue
                if _is_bare(tree, i):
                    sig += ".~bare"
                sig = same.get(sig, sig)
                names[i] = name = f"{names[above]}/{sig}"
                note(name, n, i)
                # A record can be a list of its head and its words, or paragraphs of both.
                is_counted = (
                    sig in _COUNTED
                    or tree.tag(i) in _CELLS
                    or (sig == "li" and above == root)
                    or heads.get(above) == sig
                )
                if not is_counted and "." in sig:
                    if above not in columns:
                        columns[above] = _columns(tree, above)
                    is_counted = sig in columns[above]
                ordinal = 1
                if is_counted:
                    if above not in ordinals:
                        ordinals[above] = _ordinals(tree, above)
                    ordinal = ordinals[above][i]
                holder = counted.get(above)
                if holder is not None or ordinal > 1:
                    name = f"{holder or names[above]}/{sig}" + (f".~{ordinal}" * (ordinal > 1))
                    counted[i] = name
                    note(name, n, i)
    return places


def _are_fields(tree: PageTree, span: Span, row: int) -> bool:
    """Whether a further row of a record holds a field of it.

    The paragraphs behind a day that one of them tells of are no fields, and what is built as the
    first row is another record.
    """
    if span.time.share < SHOWN:
        return False
    first = span.roots[0]
    inside = ({tree.sig[kid] for kid in tree.children(root)} for root in (first, row))
    return tree.sig[row] != tree.sig[first] or not any(
        "." in name for name in set.intersection(*inside)
    )


def _is_bare(tree: PageTree, i: int) -> bool:
    """Whether an element without words stands for itself, though nothing else tells it from others.

    An anchor or a picture is not the link that shows words, a box that only parts others or waits
    for a script none of theirs, and what a browser makes of a paragraph in another not the first
    one of a text.
    """
    sig = tree.sig[i]
    if sig == "div":
        return not tree.text_len[i] and _PICTURES.isdisjoint(tree.tags[i : tree.end[i]])
    return not tree.text_len[i] and (sig == "a" or (sig == "p" and tree.end[i] == i + 1))


def _columns(tree: PageTree, above: int) -> set[str]:
    """Signatures that several boxes in another share, which further classes tell apart.

    Or the label of a name: "Author: ann" beside "Date: 5 May 2024".
    """
    kids = tree.children(above)
    if not 1 < len(kids) <= MAX_COLUMNS:
        return set()
    told: dict[str, set[tuple[str, bool]]] = {}
    for kid in kids:
        is_short = 0 < tree.text_len[kid] <= MAX_NAMED
        kind = tree.nodes[kid].get("class") or "", is_short and is_said_to_name(tree, kid)
        told.setdefault(tree.sig[kid], set()).add(kind)
    return {sig for sig, kinds in told.items() if len(kinds) > 1}


def _ordinals(tree: PageTree, above: int) -> dict[int, int]:
    """Which of those of its signature each element in another is, 1 = first or too many.

    Anchors and boxes that only part others do not count, unlike empty cells.
    """
    counts = Counter[str]()
    out: dict[int, int] = {}
    for kid in tree.children(above):
        sig = tree.sig[kid]
        out[kid] = counts[sig] + 1 if counts[sig] < MAX_ORDINAL else 1
        counts[sig] += not _is_bare(tree, kid)
    return out


def similar_place(places: Places, path: str, n: int) -> int | None:
    """First element of a record at its path that is most like another one."""
    other = similar_path(places, path, n)
    return places.first[other][n] if other is not None else None


def dressed_place(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Element of a record at a path but for its class: with one more than the others', or one less.

    An opening post can be dressed so, and what is dressed comes first in its class. A best answer
    has "best-text" where the others have "answer-text", and a question has that in a box of the
    same class within other boxes.
    """
    above, _, name = path.rpartition("/")
    tag, box = name.partition(".")[0], above.rpartition("/")[2]
    worn = _classes(tree, next(iter(places.first[path].values())))
    elsewhere: int | None = None
    for other, members in places.first.items():
        head, _, name = other.rpartition("/")
        if n not in members or name.partition(".")[0] != tag:
            continue
        is_near = head == above
        if not is_near and ("." not in box or head.rpartition("/")[2] != box):
            continue
        wears = _classes(tree, members[n])
        if is_near and ((wears and wears <= worn) or (worn and worn <= wears)):
            return members[n]
        if not _last_words(wears).isdisjoint(_last_words(worn)):
            if is_near:
                return members[n]
            elsewhere = members[n] if elsewhere is None else elsewhere
    return elsewhere


def _last_words(names: Set[str]) -> set[str]:
    """Return what classes of two words say that they hold."""
    return {match[1].lower() for name in names if (match := _LAST_WORD.search(name))}


def worn_place(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Element of a record of a class that what is at a path wears in others, whatever its tag.

    The words of a question can be the heading of its page.
    """
    inside: int | None = next(iter(places.first[path].values()))
    worn = set[str]()
    while inside is not None:
        worn.add(tree.sig[inside].partition(".")[2])
        whole = (i for i in tree.children(inside) if tree.text_len[i] == tree.text_len[inside])
        inside = next(whole, None)
    worn.discard("")
    found = (
        members[n]
        for other, members in places.first.items()
        if n in members and other.rpartition("/")[2].partition(".")[2] in worn
    )
    return min(found, default=None)


def own_place(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Element of a record beside where others have something at a path, of a kind they lack there.

    The words of an opening can stand in a box of another name than those of the answers.
    """
    above = path.rpartition("/")[0]
    around = places.first.get(above, {}).get(n)
    if around is None:
        return None
    worded = [kid for kid in tree.children(around) if tree.plain_len(kid)]
    own = [i for i in worded if places.first.get(f"{above}/{tree.sig[i]}", {}).keys() == {n}]
    return own[0] if len(own) == 1 else None


def _classes(tree: PageTree, i: int) -> set[str]:
    return set((tree.nodes[i].get("class") or "").split())


def similar_path(places: Places, path: str, n: int) -> str | None:
    """Path of a record that has nothing at another path, which it is most like.

    An opening post stands in other boxes than the answers; what is inside them is alike. Two
    paths are alike when their lower ends agree and say enough.
    """
    wanted = path.split("/")
    best, most = None, 0
    for other, members in places.first.items():
        if n not in members:
            continue
        have = other.split("/")
        alike = 0
        while alike < min(len(wanted), len(have)) and wanted[-alike - 1] == have[-alike - 1]:
            alike += 1
        named = sum("." in name for name in wanted[len(wanted) - alike :])
        if named >= MIN_NAMED and alike > most:
            best, most = other, alike
    return best
