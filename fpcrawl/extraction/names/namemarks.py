"""Places of a page that can be the names of who wrote what stands around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.names.barenames import says_whose
from fpcrawl.extraction.names.fieldnames import MAX_LABEL, field_behind, says_field
from fpcrawl.extraction.names.membernames import BOLD, MAX_MEMBER, leads_to_member, says_author
from fpcrawl.extraction.names.usernames import COLONS, MAX_LINE, is_name
from fpcrawl.extraction.text import loose_ahead, squeeze
from fpcrawl.extraction.vocabulary import UI_WORDS

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = ["NameMark", "bold_marks", "name_marks"]

#: Tags of names that nothing but a label before them tells, and of such labels.
_DRESS = frozenset({"a", "b", "cite", "em", "i", "span", "strong"})
_CELLS = frozenset({"dd", "td"})
#: What is called after an author where one is to be written in.
_FILLED = frozenset({"button", "input", "label", "select", "textarea"})
#: What a record can be that begins with its name.
_RECORDS = frozenset({"dd", "div", "dt", "li", "p", "td"})


class NameMark(NamedTuple):
    """A name, and the element that holds it, or the label that it stands loose behind."""

    node: int
    name: str
    is_loose: bool = False


def name_marks(tree: PageTree) -> list[NameMark]:
    """Names that lead to a member, are called after an author or labelled so, in order.

    Of one within another it is the inner one, unless that says no less.
    """
    out: list[NameMark] = []
    field: str | None = None
    for i, length in enumerate(tree.text_len):
        if not 0 < length <= MAX_MEMBER:
            continue
        mark: NameMark | None = None
        if _marks(tree, i):
            text = _first_line(tree, i).rstrip(" :：")
            mark = NameMark(i, text) if is_name(text) else None
        elif told := _field(tree, i):
            label, mark = told
            if label != (field or label):
                continue  # behind "Name:" there stands "From:"
            field = label
        if mark is None or _is_to_fill_in(tree, i):
            continue
        if out and tree.holds(out[-1].node, i):
            if out[-1].name == mark.name:
                continue
            out.pop()
        if mark.is_loose or not _is_in_text(tree, i):
            out.append(mark)
    return out


def _is_to_fill_in(tree: PageTree, i: int) -> bool:
    """Whether an element is to be filled in or pressed: "Name *", "Guest (log in, register)"."""
    inside = range(i, tree.end[i])
    if any(tree.tags[j] in _FILLED for j in inside):
        return True
    if sum(tree.tags[j] == "a" and tree.text_len[j] > 0 for j in inside) > 1:
        return True
    return all(word in UI_WORDS for word in tree.text(i).lower().split())


def bold_marks(tree: PageTree) -> list[NameMark]:
    """Names that records begin with in bold, and a colon behind: "<li><b>ann</b>: hello"."""
    out = []
    for i, tag in enumerate(tree.tags):
        if tag not in BOLD or not 0 < tree.text_len[i] <= MAX_MEMBER:
            continue
        name = tree.text(i)
        is_told = name[-1] in COLONS or squeeze(tree.nodes[i].tail or "")[:1] in COLONS
        begins = tree.tag(tree.parent[i]) in _RECORDS and not loose_ahead(tree.nodes[i])
        if is_told and begins and is_name(name.rstrip(" :：")):
            out.append(NameMark(i, name.rstrip(" :：")))
    return out


def _first_line(tree: PageTree, i: int) -> str:
    """Return what an element says, or of several lines the first: a name can have details below."""
    element = tree.nodes[i]
    loose = squeeze(element.text or "")
    return loose if loose and element.find("br") is not None else tree.text(i)


def _marks(tree: PageTree, i: int) -> bool:
    if leads_to_member(tree, i) or says_author(tree, i):
        return True
    return tree.tag(i) in _DRESS and says_whose(loose_ahead(tree.nodes[i]))


def _field(tree: PageTree, i: int) -> tuple[str, NameMark] | None:
    """Return a label in the cell before a name, or in its line, and the name."""
    tag = tree.tag(i)
    if tag in _CELLS:
        before = tree.nodes[i].getprevious()
        at = tree.number.get(before, -1) if before is not None else -1
        told = at >= 0 and 0 < tree.text_len[at] <= MAX_LABEL and says_field(tree.text(at))
        return (
            (tree.text(at), NameMark(i, tree.text(i))) if told and is_name(tree.text(i)) else None
        )
    found = field_behind(tree, i) if tag in _DRESS else None
    if found is None:
        return None
    behind, name = found
    return tree.text(i), NameMark(i, name, True) if behind is None else NameMark(behind, name)


def _is_in_text(tree: PageTree, i: int) -> bool:
    """Whether a name stands in a paragraph that says more than who wrote."""
    above = tree.parent[i]
    return above >= 0 and tree.tag(above) == "p" and tree.text_len[above] > MAX_LINE
