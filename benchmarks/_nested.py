"""Recorded pages in other nesting: the same things in more boxes, in fewer, or in other groups.

Component frameworks, page builders and themes put what one program writes as a box into two, and
old pages put it into tables and fonts. A page is parsed, changed as its site has it and written
again: nothing that a person sees is another, and lists and tables hold what they may hold.
"""

from __future__ import annotations

import hashlib
import random
import re
from itertools import groupby
from typing import TYPE_CHECKING

from lxml import etree
from lxml import html as lxml_html

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["WAYS", "nested"]

#: Stand for "&" and for control characters while the page is a tree: references stay as they are
#: written, and no tree takes the others.
_STANDING = {ord("&"): 0xE026} | {n: 0xE000 + n for n in range(1, 32) if n not in {9, 10, 12, 13}}
_AS_BLANK = {0: 32, 12: 32}
_BACK = {there: here for here, there in _STANDING.items()}
_DOCTYPE = re.compile(r"<!doctype[^<>]*>", re.IGNORECASE)
_VOID = frozenset(
    "area base br col embed frame hr img input link meta param source track wbr".split()
)
_RAW = frozenset({"script", "style"})
#: What is not looked into: nothing in there can be put into boxes.
_CLOSED = frozenset(
    "audio button canvas datalist head iframe map math noscript object option picture pre ruby"
    " script select style svg template textarea title video".split()
)
#: Boxes that can hold boxes.
_BOXES = frozenset(
    "article aside blockquote body center dd details div fieldset figure footer form header li"
    " main nav section td th".split()
)
#: Boxes that can stand in a box.
_BLOCKS = frozenset(
    "article aside blockquote center div dl fieldset figure footer h1 h2 h3 h4 h5 h6 header hr main"
    " nav ol p section table ul".split()
)
_LINES = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "figcaption", "label"})
#: Parts of lists and tables, which only stand in these.
_PARTS = frozenset(
    "caption col colgroup dd dt figcaption legend li source summary tbody td tfoot th thead tr"
    " track".split()
)
_PHRASES = frozenset("a b bdi big cite em font i small span strong u".split())
_SHOWN = frozenset("a audio button canvas embed hr iframe img input object svg video".split())
#: Below this depth nothing is put into further boxes: no parser reads without end.
_DEEPEST = 90
_FEWEST_HALVED, _FEWEST_CHUNKED = 3, 4


class _Site:
    """How a site nests: what it decides once for all its pages."""

    def __init__(self, site: str, way: str) -> None:
        digest = hashlib.blake2b(f"{way} {site}".encode(), digest_size=8).digest()
        self.chance = random.Random(int.from_bytes(digest))
        mark = digest.hex()[:6]
        self.named = self.chance.choice(("", "", f"css-{mark}"))
        self.own_tag = f"x-{self.chance.choice(('card', 'item', 'panel', 'block'))}"
        self.phrase = self.chance.choice(("span", "span", "font", "bdi"))
        self.layers = self.chance.choice((1, 1, 2))
        self.together = self.chance.choice((2, 3, 5))

    def make(self, tag: str) -> HtmlElement:
        """Return a new element."""
        made = lxml_html.Element(tag)
        if self.named:
            made.set("class", self.named)
        return made


def _is(node: HtmlElement, tags: frozenset[str]) -> bool:
    return isinstance(node.tag, str) and node.tag in tags


def _open(node: HtmlElement) -> Iterator[HtmlElement]:
    """Yield an element and all below it that can be changed, in page order."""
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one.tag, str) and one.tag not in _CLOSED:
            yield one
            stack.extend(reversed(one))


def _boxes(body: HtmlElement) -> list[HtmlElement]:
    """Return what can hold boxes and stands in nothing but such, the innermost last."""
    out = []
    for node in _open(body):
        lines = any(_is(above, _LINES | _PHRASES) for above in node.iterancestors())
        if _is(node, _BOXES) and not lines and _depth(node) < _DEEPEST:
            out.append(node)
    return out


def _depth(node: HtmlElement) -> int:
    return sum(1 for _ in node.iterancestors())


def _blocks(box: HtmlElement) -> list[HtmlElement]:
    """Return the children that are boxes of any kind."""
    return [child for child in box if _is(child, _BLOCKS)]


def _enclose(box: HtmlElement, inner: HtmlElement) -> None:
    """Put all that an element holds into another within it."""
    inner.text, box.text = box.text, None
    inner.extend(list(box))
    box.append(inner)


def _gather(some: Sequence[HtmlElement], around: HtmlElement) -> None:
    """Put siblings that follow each other into a box in their place."""
    some[0].addprevious(around)
    tail, some[-1].tail = some[-1].tail, None
    around.extend(some)
    around.tail = tail


def _texts(body: HtmlElement, site: _Site) -> None:
    """Put every text that stands loose into an element of its own."""
    for node in list(_open(body)):
        holds = _is(node, _BOXES | _LINES | _PHRASES)
        if holds and node.tag not in _PHRASES and (node.text or "").strip():
            made = site.make(site.phrase)
            made.text, node.text = node.text, None
            node.insert(0, made)
        parent = node.getparent()
        if node is not body and _is(parent, _BOXES | _LINES) and (node.tail or "").strip():
            made = site.make(site.phrase)
            made.text, node.tail = node.tail, None
            node.addnext(made)


def _links(body: HtmlElement, site: _Site) -> None:
    """Put what a link holds into an element within it."""
    for node in list(_open(body)):
        if node.tag == "a" and not any(_is(below, _BLOCKS) for below in node.iterdescendants()):
            _enclose(node, site.make(site.phrase))


def _inner(body: HtmlElement, site: _Site) -> None:
    """Put what a box holds into a plain box within it, or into two."""
    for box in _boxes(body):
        if (len(box) or (box.text or "").strip()) and not _parted(box):
            for _ in range(site.layers):
                _enclose(box, site.make("div"))


def _parted(box: HtmlElement) -> bool:
    return any(_is(child, _PARTS) for child in box)


def _alone(body: HtmlElement, make: Callable[[], HtmlElement]) -> None:
    for box in _boxes(body):
        for block in _blocks(box):
            _gather([block], make())


def _outer(body: HtmlElement, site: _Site) -> None:
    """Put every box into a plain box around it."""
    _alone(body, lambda: site.make("div"))


def _cards(body: HtmlElement, site: _Site) -> None:
    """Put every box into an element of the site's own around it."""
    _alone(body, lambda: site.make(site.own_tag))


def _cells(body: HtmlElement, site: _Site) -> None:
    """Put what a box among others holds into a table of one cell."""
    for box in _boxes(body):
        among = box is not body and len(_blocks(box.getparent())) > 1
        if not among or not _is(box, _BLOCKS) or not len(box) or _parted(box):
            continue
        cell = site.make("td")
        _enclose(box, cell)
        table, row = site.make("table"), etree.SubElement(cell, "tr")
        box.remove(cell)
        cell.remove(row)
        table.append(row)
        row.append(cell)
        box.append(table)


def _halves(body: HtmlElement, site: _Site) -> None:
    """Put all that follows the first box of a box into one."""
    for box in _boxes(body):
        blocks = _blocks(box)
        if len(blocks) >= _FEWEST_HALVED and not _parted(box):
            _gather(list(box)[box.index(blocks[1]) :], site.make("div"))


def _chunks(body: HtmlElement, site: _Site) -> None:
    """Put boxes alike that follow each other into rows of so many."""
    for box in _boxes(body):
        for alike, run in groupby(list(box), lambda one: (one.tag, one.get("class"))):
            some = list(run)
            if alike[0] not in _BLOCKS - {"p", "hr"} or len(some) < _FEWEST_CHUNKED:
                continue
            for at in range(0, len(some), site.together):
                _gather(some[at : at + site.together], site.make("div"))


def _flat(body: HtmlElement, site: _Site) -> None:
    """Leave out boxes that hold one box and nothing else; it takes their names."""
    del site
    for box in reversed(list(_open(body))):
        if box.tag != "div" or len(box) != 1 or (box.text or "").strip():
            continue
        (child,) = box
        if not _is(child, _BLOCKS - {"hr"}) or (child.tail or "").strip():
            continue
        names = " ".join(filter(None, (box.get("class"), child.get("class"))))
        for name, value in box.items():
            if name not in child.attrib:
                child.set(name, value)
        if names:
            child.set("class", names)
        child.tail = box.tail
        parent = box.getparent()
        parent.replace(box, child)


def _empty(body: HtmlElement, site: _Site) -> None:
    """Leave out boxes that hold nothing."""
    del site
    for box in reversed(list(_open(body))):
        if box.tag in {"div", "p"} and not len(box) and not (box.text or "").strip():
            box.drop_tree()


def _beside(node: HtmlElement) -> bool:
    return _is(node, _BLOCKS | _PARTS | _BOXES)


def _space(body: HtmlElement, change: Callable[[str], str]) -> None:
    """Change the white space between two boxes, or a box and the edge of one."""
    for node in list(_open(body)):
        if not _beside(node):
            continue
        if (not len(node) or _beside(node[0])) and not (node.text or "").strip():
            node.text = change(node.text or "")
        following = node.getnext()
        edge = _beside(following if following is not None else node.getparent())
        if node is not body and edge and not (node.tail or "").strip():
            node.tail = change(node.tail or "")


def _spaced(body: HtmlElement, site: _Site) -> None:
    """Put a line and blanks between boxes."""
    blanks = "\n" + " " * site.chance.choice((2, 4, 24))
    _space(body, lambda _: blanks)


def _tight(body: HtmlElement, site: _Site) -> None:
    """Take away the white space between boxes."""
    del site
    _space(body, lambda _: "")


WAYS: dict[str, Callable[[HtmlElement, _Site], None]] = {
    "cards": _cards,
    "cells": _cells,
    "chunks": _chunks,
    "empty": _empty,
    "flat": _flat,
    "halves": _halves,
    "inner": _inner,
    "links": _links,
    "outer": _outer,
    "spaced": _spaced,
    "texts": _texts,
    "tight": _tight,
}
"""Name -> what it makes of the body of a page."""
_TOGETHER = (
    ("halves", "inner", "links"),
    ("chunks", "texts", "spaced"),
    ("outer", "links", "tight"),
    ("flat", "empty", "texts"),
    ("cards", "inner", "tight"),
    ("cells", "links", "spaced"),
)
"""What sites have of them together."""


def nested(source: str, site: str, way: str | None = None) -> str:
    """Return the source of a page in other nesting, the same for all pages of a site.

    Parameters
    ----------
    way
        One of ``WAYS``; some of them together, chosen by the site, if not given.
    """
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True)
    kept = source.translate(_STANDING | _AS_BLANK)
    if not kept.strip():
        return source
    root = lxml_html.document_fromstring(kept.encode(), parser=parser)
    body = root.find("body")
    if body is None:
        return source
    for name in [way] if way else _Site(site, "").chance.choice(_TOGETHER):
        WAYS[name](body, _Site(site, name))
    pieces = _DOCTYPE.findall(kept)[:1]
    _write(root, pieces)
    return "".join(pieces).translate(_BACK)


def _write(root: HtmlElement, pieces: list[str]) -> None:
    """Write a tree as HTML, addresses as they are (lxml would change their signs)."""
    stack: list[HtmlElement | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        tail = _escaped(node.tail) if node is not root else ""
        if not isinstance(node.tag, str):
            pieces.append(etree.tostring(node, encoding="unicode", with_tail=False) + tail)
            continue
        attributes = "".join(f' {name}="{_quoted(value)}"' for name, value in node.items())
        text = (node.text or "") if node.tag in _RAW else _escaped(node.text)
        pieces.append(f"<{node.tag}{attributes}>{text}")
        stack.append(tail if node.tag in _VOID else f"</{node.tag}>{tail}")
        stack.extend(reversed(node))


def _escaped(text: str | None) -> str:
    return (text or "").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(value: str) -> str:
    return value.replace('"', "&quot;")
