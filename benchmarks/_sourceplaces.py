"""Where something can be put into the source of a page: between its posts, at names, below words.

The source is read tag by tag, with the place of each, so that what is put in leaves every other
byte as it was. What the posts of a page are is told by its labels, not by its markup.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "Anchor",
    "Element",
    "Gap",
    "Places",
    "Spot",
    "TextSource",
    "bare",
    "boundary",
    "find_anchors",
    "find_places",
    "paragraphs_of",
    "shared_depth",
]

_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>"
    r"|<(?P<raw>script|style|textarea|title|noscript|select|svg|iframe)\b[^>]*>.*?</(?P=raw)\s*>"
    r"""|<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]*)(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.IGNORECASE,
)
_SPACE = re.compile(r"[\s\u200b\u200c\u200d\ufeff]+")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
#: Tag -> open elements that it ends, and those that it does not look beyond.
_ENDS = {
    "li": ({"li"}, {"ul", "ol", "menu"}),
    "dt": ({"dt", "dd"}, {"dl"}),
    "dd": ({"dt", "dd"}, {"dl"}),
    "tr": ({"tr"}, {"table"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "tbody": ({"tbody", "thead"}, {"table"}),
}
_ENDS_P = frozenset(
    "address article aside blockquote div dl footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p"
    " pre section table ul".split()
)
_IN_TABLE = frozenset({"table", "tbody", "thead", "tfoot", "tr"})
_INLINE = frozenset({"a", "b", "strong", "span", "em", "i", "font", "cite", "bdi", "u", "big"})
#: Elements that have no box around them to put something behind.
_CELLS = frozenset({"td", "th", "li", "dd", "dt", "body", "html"})
_MIN_LINE = 8
_MIN_PARAGRAPH = 25
_PROBE = 60
#: How much longer than the words of a post their element may be.
_MORE = 1.15
_FEW = 20


def bare(text: str) -> str:
    """Return a text without white space."""
    return _SPACE.sub("", text.replace("\xa0", " "))


@dataclass(slots=True, eq=False)
class Element:
    """An element of a source.

    Attributes
    ----------
    start, inside, close, end
        Where its start tag begins and ends, and its end tag.
    first, last
        Range of its text in ``TextSource.bare``.
    """

    tag: str
    start: int
    inside: int
    parent: Element | None
    first: int
    close: int = -1
    end: int = -1
    last: int = -1
    children: list[Element] = field(default_factory=list)

    def path(self) -> list[Element]:
        """Return the elements from the root to this one."""
        out: list[Element] = []
        node: Element | None = self
        while node is not None:
            out.append(node)
            node = node.parent
        return out[::-1]

    def inside_of(self, tags: frozenset[str]) -> bool:
        """Tell whether it or an element around it has one of these tags."""
        return any(node.tag in tags for node in self.path())


class TextSource:
    """The source of a page with the elements and the text it holds.

    Parameters
    ----------
    source
        Bytes of the page as latin-1.
    charset
        What they are encoded in.

    Attributes
    ----------
    bare
        What a person sees, without white space.
    """

    def __init__(self, source: str, charset: str) -> None:
        self.source = source
        self.root = Element("", 0, 0, None, 0)
        self.body = self.root
        self._charset = charset
        self._starts: list[int] = []
        self._owners: list[Element] = []
        self._pieces: list[str] = []
        self._length = 0
        self._read()
        self.bare = "".join(self._pieces)

    def _read(self) -> None:
        node, at = self.root, 0
        for found in _TOKEN.finditer(self.source):
            self._text(node, at, found.start())
            at = found.end()
            tag = (found["tag"] or "").lower()
            if not tag:
                continue
            if found["end"]:
                node = self._close(node, tag, found.start(), at)
                continue
            if tag in _ENDS:
                node = self._end_implied(node, *_ENDS[tag], found.start())
            elif tag in _ENDS_P and node.tag == "p":
                node = self._close(node, "p", found.start(), found.start())
            new = Element(tag, found.start(), at, node, self._length)
            node.children.append(new)
            if tag in _VOID or (found["attributes"] or "").endswith("/"):
                new.close = new.end = at
                new.last = self._length
                continue
            if tag == "body":
                self.body = new
            node = new
        self._text(node, at, len(self.source))
        self._close(node, "", len(self.source), len(self.source))

    def _text(self, node: Element, start: int, end: int) -> None:
        if start >= end:
            return
        raw = self.source[start:end].encode("latin-1").decode(self._charset, "replace")
        text = bare(html.unescape(raw))
        if text:
            self._starts.append(self._length)
            self._owners.append(node)
            self._pieces.append(text)
            self._length += len(text)

    def _close(self, node: Element, tag: str, start: int, end: int) -> Element:
        to: Element | None = node
        while to is not None and to.tag != tag:
            to = to.parent
        if to is None:
            return node
        while node is not to:
            node.close = node.end = start
            node.last = self._length
            node = node.parent or self.root
        to.close, to.end, to.last = start, end, self._length
        return to.parent or self.root

    def _end_implied(self, node: Element, ended: set[str], walls: set[str], at: int) -> Element:
        to: Element | None = node
        while to is not None and to.tag not in walls:
            if to.tag in ended:
                return self._close(node, to.tag, at, at)
            to = to.parent
        return node

    def owner(self, at: int) -> Element:
        """Return the smallest element with the text at a place of ``bare``."""
        return self._owners[bisect_right(self._starts, at) - 1]

    def text(self, element: Element) -> str:
        """Return the bare text of an element."""
        return self.bare[element.first : element.last]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the source, and the tag of the element it is in."""

    at: int
    tag: str


@dataclass(frozen=True, slots=True)
class Gap(Spot):
    """A place between two records.

    Attributes
    ----------
    number
        How many known records stand above it.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Places:
    """Where something can be put into a page.

    Attributes
    ----------
    top, end
        Where its body begins and ends.
    above, below
        Before and behind what holds all records.
    gaps
        Between the records.
    names
        Behind the names of those who wrote them.
    tails
        Behind their words.
    words
        Source of the words of records.
    """

    top: Spot
    end: Spot
    above: Spot | None = None
    below: Spot | None = None
    gaps: tuple[Gap, ...] = ()
    names: tuple[Spot, ...] = ()
    tails: tuple[Spot, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Anchor:
    """A known text on the page: where it begins, its length, and who wrote it.

    Attributes
    ----------
    number
        How many known records stand above it.
    whole
        Whether it is all of the text, not its first line alone.
    """

    number: int
    at: int
    length: int
    whole: bool
    author: str


def find_places(page: TextSource, records: Sequence[tuple[str, Sequence[str]]]) -> Places:
    """Find the places of a page with known records, in page order.

    Parameters
    ----------
    records
        The author of each (or nothing) and its text, in any of several forms.
    """
    body = page.body
    anchors = find_anchors(page, records)
    end = Spot(body.close, "body")
    top = end if body is page.root else Spot(body.inside, "body")
    if not anchors:
        return Places(top, end)
    words = [_words(page, anchor) for anchor in anchors]
    tails = [_behind(page, element) for element in words if element is not None]
    above = below = None
    gaps: list[Gap] = []
    if len(anchors) > 1:
        paths = [page.owner(anchor.at).path() for anchor in anchors]
        holder = paths[0][shared_depth(paths)]
        above, below = _around(holder)
        gaps = sorted(_gaps(page, anchors, paths), key=lambda gap: gap.at)
    elif words[0] is not None:
        above, below = _around(words[0])
    return Places(
        top,
        end,
        above,
        below,
        tuple(gaps),
        tuple(_names(page, anchors)),
        tuple(tails),
        tuple(page.source[one.start : one.end] for one in words if one is not None),
    )


def paragraphs_of(text: str) -> list[tuple[str, Sequence[str]]]:
    """Return the lines of a text that are long enough to be known again, as records."""
    return [("", (line,)) for line in text.split("\n") if len(bare(line)) >= _MIN_PARAGRAPH]


def find_anchors(page: TextSource, records: Sequence[tuple[str, Sequence[str]]]) -> list[Anchor]:
    """Return the places of known records, in page order; those that are not found are left out."""
    out = []
    cursor = page.body.first
    for number, (author, texts) in enumerate(records):
        found = _find(page.bare, [text for text in texts if text], cursor)
        if found is not None:
            at, length, whole = found
            out.append(Anchor(number, at, length, whole, bare(author or "")))
            cursor = at + length
    return out


def _find(text: str, wanted: Sequence[str], cursor: int) -> tuple[int, int, bool] | None:
    for one in wanted:
        if (whole := bare(one)) and (at := text.find(whole, cursor)) >= 0:
            return at, len(whole), True
    for one in wanted:
        for line in one.split("\n"):
            probe = bare(line)[:_PROBE]
            if len(probe) >= _MIN_LINE and (at := text.find(probe, cursor)) >= 0:
                return at, len(probe), False
    return None


def shared_depth(paths: Sequence[list[Element]]) -> int:
    """Return how deep the smallest element around all paths stands."""
    depth = 0
    while all(len(path) > depth + 1 for path in paths) and (
        len({id(path[depth + 1]) for path in paths}) == 1
    ):
        depth += 1
    return depth


def _around(holder: Element) -> tuple[Spot | None, Spot | None]:
    """Return the places before and behind an element: those around its table or list."""
    while holder.parent is not None and (
        holder.tag in _IN_TABLE - {"table"} or holder.tag in _CELLS or holder.tag in _INLINE
    ):
        holder = holder.parent
    if holder.parent is None:
        return None, None
    around = holder.parent.tag
    return Spot(holder.start, around), Spot(holder.end, around)


def _gaps(page: TextSource, anchors: list[Anchor], paths: list[list[Element]]) -> Iterator[Gap]:
    depth = shared_depth(paths)
    holder = paths[0][depth]
    if any(len(path) <= depth + 1 for path in paths):
        return  # Text of its own: no boxes part these records.
    both = zip(anchors, paths, strict=True)
    groups = [list(some) for _, some in groupby(both, key=lambda one: id(one[1][depth + 1]))]
    heads = [group[0][1][depth + 1] for group in groups]
    if len({id(head) for head in heads}) < len(heads):
        return
    for (one, group), (other, following) in pairwise(zip(heads, groups, strict=True)):
        at = boundary(page, holder, one, other, group[-1][0], following[0][0])
        if at is not None:
            yield Gap(at, holder.tag, following[0][0].number)
    for group in groups:
        if len(group) > 1:
            yield from _gaps(page, [one for one, _ in group], [path for _, path in group])


def boundary(
    page: TextSource, holder: Element, one: Element, other: Element, said: Anchor, says: Anchor
) -> int | None:
    """Return where the record of an element ends and that of another begins."""
    first, last = holder.children.index(one), holder.children.index(other)
    between = [node for node in holder.children[first + 1 : last] if page.text(node)]
    if not between:
        return other.start
    if rules := [node for node in holder.children[first + 1 : last] if node.tag == "hr"]:
        return rules[-1].start
    if not says.author or says.author == said.author:
        return None
    named = [node for node in [*between, other] if says.author in page.text(node)]
    return named[0].start if named else None


def _words(page: TextSource, anchor: Anchor) -> Element | None:
    """Return the element of the words of a record, if they have one of their own."""
    if not anchor.whole:
        return None
    end = anchor.at + anchor.length
    node = page.owner(anchor.at)
    while node.parent is not None and node.last < end:
        node = node.parent
    while node.parent is not None and node.tag in _INLINE:
        node = node.parent
    return node if node.last - node.first <= anchor.length * _MORE + _FEW else None


def _behind(page: TextSource, node: Element) -> Spot:
    text = page.text(node)
    while node.tag not in _CELLS and node.parent is not None and page.text(node.parent) == text:
        node = node.parent
    if node.tag in _CELLS or node.parent is None:
        return Spot(node.close, node.tag)
    return Spot(node.end, node.parent.tag)


def _names(page: TextSource, anchors: Sequence[Anchor]) -> Iterator[Spot]:
    ends = [page.body.first, *(anchor.at + anchor.length for anchor in anchors)]
    starts = [*(anchor.at for anchor in anchors[1:]), page.body.last]
    for anchor, before, after in zip(anchors, ends[:-1], starts, strict=True):
        if not anchor.author:
            continue
        node = _named(page, anchor.author, before, anchor.at)
        node = node or _named(page, anchor.author, anchor.at + anchor.length, after)
        if node is not None and node.parent is not None:
            yield Spot(node.end, node.parent.tag)


def _named(page: TextSource, author: str, start: int, end: int) -> Element | None:
    """Return the element that shows a name and nothing else, in a range of the text."""
    at = page.bare.find(author, start, end)
    while at >= 0:
        node = page.owner(at)
        if page.text(node) == author and node.tag in _INLINE:
            while (
                node.parent is not None
                and node.parent.tag in _INLINE
                and page.text(node.parent) == author
            ):
                node = node.parent
            return node
        at = page.bare.find(author, at + 1, end)
    return None
