"""A page as lines of running text, and the stretches between two places in it.

Talk pages, letters and the oldest boards have no boxes: a post is so many lines, from one place
in the text to another.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree, html

from fpcrawl.extraction.text import BLOCKS
from fpcrawl.pages.slowparse import NOT_XML

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["Flow", "Line", "Piece", "Point", "child_around", "flow_of"]

#: What holds lines of its own.
_HOLDERS = BLOCKS | {"body", "center"}
#: What is cut through is nested no deeper.
MAX_DEPTH = 120


class Piece(NamedTuple):
    """A text of a page: number of the element it stands in, and of the link around it or -1."""

    node: int
    link: int
    text: str


class Point(NamedTuple):
    """A place in the text of a page: a piece, and how many of its characters stand before."""

    piece: int
    offset: int = 0


@dataclass(slots=True)
class Line:
    """A line of a page.

    Attributes
    ----------
    start, stop
        Where it begins, and where it ends.
    text
        What it says, white space as in the source.
    block
        The element that it is a line of.
    gap
        Whether an empty line stands before it.
    """

    start: Point
    stop: Point
    text: str
    block: int
    gap: bool


@dataclass(slots=True)
class Flow:
    """The pieces and the lines of a page, or of an element of it, in reading order.

    Attributes
    ----------
    before
        For each element of it: how many pieces stand before it and in it, and before it.
    rules
        How many lines stand above each rule.
    """

    tree: PageTree
    pieces: list[Piece] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    before: dict[HtmlElement, tuple[int, int]] = field(default_factory=dict)
    rules: list[int] = field(default_factory=list)
    _children: dict[HtmlElement, list[HtmlElement]] = field(default_factory=dict)

    def link_chars(self, line: Line) -> int:
        """Characters of a line that stand in links."""
        found = range(line.start.piece, line.stop.piece + (line.stop.offset > 0))
        return sum(len(self.pieces[n].text.strip()) for n in found if self.pieces[n].link >= 0)

    def links_in(self, line: Line) -> list[int]:
        """Numbers of the links of a line."""
        found = range(line.start.piece, line.stop.piece + (line.stop.offset > 0))
        return list(dict.fromkeys(i for n in found if (i := self.pieces[n].link) >= 0))

    def children(self, element: HtmlElement) -> list[HtmlElement]:
        """Return all that an element holds, comments too; remembered."""
        if element not in self._children:
            self._children[element] = list(element)
        return self._children[element]

    def cut(self, box: int, start: Point, stop: Point) -> HtmlElement:
        """Make an element of what stands between two places in an element."""
        # Lines of code are lines in what is made of them, too.
        part = html.Element("pre" if self.tree.tag(box) == "pre" else "div")
        _copy_between(self, self.tree.nodes[box], part, (start, stop), MAX_DEPTH)
        return part


def flow_of(tree: PageTree, root: int = 0) -> Flow:
    """Read an element in lines: its blocks part them, its line breaks, and the lines of code."""
    flow = Flow(tree)
    number, pieces, before = tree.number, flow.pieces, flow.before
    opened, gap, code = Point(0), False, 0

    def end_line(block: int, offset: int = 0, *, broken: bool = False) -> None:
        nonlocal opened, gap
        start, opened = opened, Point(len(pieces) - (offset > 0), offset)
        text = _text_between(pieces, start, opened)
        if text.strip():
            flow.lines.append(Line(start, opened, text, block, gap))
            gap = False
        elif broken:
            gap = True

    def note(text: str | None, holder: HtmlElement) -> None:
        if not text:
            return
        pieces.append(Piece(number[holder], links[-1], text))
        at = text.find("\n") if code else -1
        while at >= 0:
            end_line(_block_around(tree, holder), at + 1, broken=True)
            at = text.find("\n", at + 1)

    links = [-1]
    node_root = tree.nodes[root]
    walk = etree.iterwalk(node_root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element not in number:
                before[element] = len(pieces), len(pieces)
                walk.skip_subtree()
                continue
            if element.tag in _HOLDERS or element.tag == "br":
                end_line(_block_around(tree, element.getparent()), broken=element.tag == "br")
            if element.tag == "hr":
                flow.rules.append(len(flow.lines))
            code += element.tag == "pre"
            before[element] = len(pieces), len(pieces)
            links.append(number[element] if element.tag == "a" else links[-1])
            note(element.text, element)
            continue
        if event == "end" and element in number:
            before[element] = before[element][0], len(pieces)
            links.pop()
            code -= element.tag == "pre"
            if element.tag in _HOLDERS:
                end_line(number[element])
        elif event != "end":
            before[element] = len(pieces), len(pieces)
        if element is not node_root and (above := element.getparent()) in number:
            note(element.tail, above)
    end_line(root)
    return flow


def child_around(tree: PageTree, box: int, i: int) -> int:
    """Return the child of an element that holds another, which can be the element itself."""
    while i != box and tree.parent[i] != box:
        i = tree.parent[i]
    return i


def _block_around(tree: PageTree, element: HtmlElement | None) -> int:
    """Return the block that an element is, or that is nearest around it."""
    above = element
    while above is not None and above.tag not in _HOLDERS:
        above = above.getparent()
    return tree.number.get(above, 0) if above is not None else 0


def _text_between(pieces: list[Piece], start: Point, stop: Point) -> str:
    if start >= stop:
        return ""
    out = [piece.text for piece in pieces[start.piece : stop.piece]]
    if stop.offset:
        out.append(pieces[stop.piece].text[: stop.offset])
    if out and start.offset:
        out[0] = out[0][start.offset :]
    return "".join(out)


def _copy_between(
    flow: Flow, element: HtmlElement, into: HtmlElement, ends: tuple[Point, Point], depth: int
) -> None:
    """Copy what stands in an element between two places into another."""
    start, stop = ends
    if element.text:
        into.text = _kept(element.text, flow.before[element][0], start, stop)
    last: HtmlElement | None = None
    children = flow.children(element)
    # A page of which each post is copied is not walked over again for each.
    at = bisect_left(children, start.piece, key=lambda child: flow.before[child][1])
    while at < len(children):
        child = children[at]
        at += 1
        first, behind = map(Point, flow.before[child])
        if first >= stop:
            break
        copied: HtmlElement | None = None
        if isinstance(child.tag, str) and (behind > start or first >= start):
            if first >= start and behind <= stop:
                copied = deepcopy(child)
                copied.tail = None
            elif depth:
                copied = _empty_like(child)
                _copy_between(flow, child, copied, ends, depth - 1)
        if copied is not None:
            into.append(copied)
            last = copied
        tail = _kept(child.tail, behind.piece, start, stop) if child.tail else ""
        if last is not None:
            last.tail = (last.tail or "") + tail
        else:
            into.text = (into.text or "") + tail


def _empty_like(element: HtmlElement) -> HtmlElement:
    """Return an element like another, without what that holds.

    lxml makes none with some of the names and values that libxml2 has read.
    """
    try:
        return html.Element(element.tag, dict(element.attrib))
    except ValueError:
        return html.Element("div")


def _kept(text: str, at: int, start: Point, stop: Point) -> str:
    """Return the part of a piece that stands between two places."""
    if Point(at) >= stop or at < start.piece:
        return ""
    first = start.offset if at == start.piece else 0
    last = stop.offset if at == stop.piece else len(text)
    return NOT_XML.sub("", text[first:last])
