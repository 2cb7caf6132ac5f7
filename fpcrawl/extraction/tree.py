"""One walk over a parsed page that leaves everything the extractors ask for.

Elements are numbered in document order, so a subtree is a range of numbers and every
question ("does this hold that", "how much text is under it") is arithmetic on integers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.pages.dates import TimeMatch
    from fpcrawl.pages.page import Page

__all__ = ["PageTree", "TimeNode", "build_tree", "class_tokens", "signature_of"]

#: Elements whose text no reader sees.
HIDDEN_TAGS = frozenset(
    {"script", "style", "noscript", "template", "head", "title", "select", "option", "textarea"}
)

#: Class tokens that tell the state of one row, not the kind of row.
STATE_TOKENS = frozenset(
    """
    odd even first last alt active current new unread read hot sticky pinned closed locked
    selected hover bg trow row online offline own op
    """.split()
)

_DIGITS = re.compile(r"\d+")
#: Digits in data attributes that are read as a time: from 1996 to 2040, in seconds.
EPOCHS = (820_000_000, 2_208_988_800)
_DATE_ATTRIBUTES = ("datetime", "title", "data-time", "data-timestamp", "data-date", "content")
_CLOCK_TAIL = re.compile(
    r"\s*,?\s*(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE
)
_MAYBE_TIME = re.compile(
    r"\d|[刚剛昨今前]|day|now|ago|\ban?\b|gestern|hier|heute|вчера", re.IGNORECASE
)
_HAS_DIGIT = re.compile(r"\d")

#: An element with more text than this is not a time whose attribute tells it in full.
MAX_ICON_TEXT = 24

#: Longer text nodes are prose: a time inside them was not published there.
MAX_TIME_TEXT = 160


@dataclass(slots=True)
class TimeNode:
    """A time string and the element it stands in.

    Attributes
    ----------
    node
        Number of the element.
    raw
        The string as shown (or as the attribute holds it).
    full
        A fuller form from an attribute of the same element or its nearest parent.
    share
        Part of the text node that the time covers, 0..1.
    label
        What stands before it in the same text node.
    """

    node: int
    raw: str
    full: str | None
    share: float
    label: str = ""


class PageTree:
    """Numbered elements of a page with text and link lengths of their subtrees.

    Attributes
    ----------
    nodes
        Elements in document order.
    parent, end, depth
        For element ``i``: number of its parent (-1 for the root), first number after its
        subtree, distance from the root.
    text_len, link_len
        Visible characters under the element, and those of them inside links.
    sig
        Tag and first telling class token, digits removed.
    times
        Time strings in document order.
    """

    __slots__ = (
        "_texts",
        "depth",
        "end",
        "link_len",
        "nodes",
        "number",
        "page",
        "parent",
        "sig",
        "text_len",
        "times",
    )

    def __init__(self, page: Page) -> None:
        self.page = page
        self.nodes: list[HtmlElement] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.depth: list[int] = []
        self.text_len: list[int] = []
        self.link_len: list[int] = []
        self.sig: list[str] = []
        self.times: list[TimeNode] = []
        self.number: dict[HtmlElement, int] = {}
        self._texts: dict[int, str] = {}

    def text(self, i: int) -> str:
        """All text under element ``i``, white space collapsed; remembered."""
        text = self._texts.get(i)
        if text is None:
            text = self._texts[i] = " ".join("".join(self.nodes[i].itertext()).split())
        return text

    def dated(self) -> set[int]:
        """Elements that show a time and little else; a time in a tooltip of words is none."""
        out: set[int] = set()
        for t in self.times:
            hidden = t.raw == t.full and self.text_len[t.node] and t.raw not in self.text(t.node)
            if t.share > 0.5 and not hidden:
                out.add(t.node)
        return out

    def children(self, i: int) -> list[int]:
        """Numbers of the element children of ``i``."""
        out: list[int] = []
        j = i + 1
        stop = self.end[i]
        while j < stop:
            out.append(j)
            j = self.end[j]
        return out

    def holds(self, i: int, j: int) -> bool:
        """Whether element ``j`` is ``i`` or lies under it."""
        return i <= j < self.end[i]

    def plain_len(self, i: int) -> int:
        """Visible characters under ``i`` that are not inside links."""
        return self.text_len[i] - self.link_len[i]

    def tag(self, i: int) -> str:
        """Tag of element ``i``."""
        return self.sig[i].partition(".")[0]

    def ancestors(self, i: int) -> list[int]:
        """Numbers of the ancestors of ``i``, nearest first."""
        out: list[int] = []
        j = self.parent[i]
        while j >= 0:
            out.append(j)
            j = self.parent[j]
        return out

    def path(self, i: int, top: int = -1, *, limit: int = 64) -> str:
        """Signatures from below ``top`` (exclusive) down to ``i``, joined by ``/``."""
        parts: list[str] = []
        j = i
        while j >= 0 and j != top and len(parts) < limit:
            parts.append(self.sig[j])
            j = self.parent[j]
        return "/".join(reversed(parts))


def class_tokens(element: HtmlElement) -> list[str]:
    """Class tokens with digits removed and tokens of momentary state left out."""
    raw = element.get("class")
    if not raw:
        return []
    out = []
    for token in raw.split():
        bare = _DIGITS.sub("", token).strip("-_").lower()
        if bare and bare not in STATE_TOKENS:
            out.append(bare)
    return out


def signature_of(element: HtmlElement) -> str:
    """Tag and first telling class token of an element."""
    tokens = class_tokens(element)
    return f"{element.tag}.{tokens[0]}" if tokens else str(element.tag)


def _attribute_time(element: HtmlElement) -> str | None:
    for name, value in element.items():
        digits = len(value) in {10, 13} and name.startswith("data-") and value.isdigit()
        if digits and EPOCHS[0] <= int(value[:10]) <= EPOCHS[1]:
            return str(value)
    for name in _DATE_ATTRIBUTES:
        value = element.get(name)
        if not value or len(value) > MAX_TIME_TEXT or not _HAS_DIGIT.search(value):
            continue
        if name == "content" and element.get("itemprop") is None:
            continue
        match = next(iter(_times_in(value)), None)
        if match is not None and (match.end - match.start) * 2 >= len(value.strip()):
            return str(value[match.start : match.end])
    return None


def build_tree(page: Page) -> PageTree:
    """Give each element of a page a number and measure its subtree.

    Parameters
    ----------
    page
        A parsed page.

    Returns
    -------
    PageTree
        Hidden subtrees (scripts, styles, forms' options) are left out.
    """
    tree = PageTree(page)
    nodes, parent, end, depth = tree.nodes, tree.parent, tree.end, tree.depth
    text_len, link_len, sig, number = tree.text_len, tree.link_len, tree.sig, tree.number
    signatures: dict[tuple[str, str | None], str] = {}
    found: list[TimeNode] = []
    stack: list[tuple[HtmlElement, int]] = [(page.root, -1)]
    in_link: list[bool] = []
    while stack:
        element, above = stack.pop()
        i = len(nodes)
        number[element] = i
        nodes.append(element)
        parent.append(above)
        end.append(i + 1)
        depth.append(depth[above] + 1 if above >= 0 else 0)
        link = element.tag == "a" or (above >= 0 and in_link[above])
        in_link.append(link)
        key = (element.tag, element.get("class"))
        name = signatures.get(key)
        if name is None:
            name = signatures[key] = signature_of(element)
        sig.append(name)
        text = element.text
        own = 0
        if text and not text.isspace():
            stripped = text.strip()
            own = len(stripped)
            if own <= MAX_TIME_TEXT and _MAYBE_TIME.search(stripped):
                _note_times(found, i, stripped, element)
        if own <= MAX_ICON_TEXT and len(element.attrib) and (not found or found[-1].node != i):
            full = _attribute_time(element)
            if full is not None:
                found.append(TimeNode(i, full, full, 1.0))
        text_len.append(own)
        link_len.append(own if link else 0)
        visible = []
        for child in element:
            tag = child.tag
            if isinstance(tag, str) and tag not in HIDDEN_TAGS:
                visible.append(child)
            tail = child.tail
            if tail and not tail.isspace():
                stripped = tail.strip()
                text_len[i] += len(stripped)
                if link:
                    link_len[i] += len(stripped)
                if len(stripped) <= MAX_TIME_TEXT and _MAYBE_TIME.search(stripped):
                    _note_times(found, i, stripped, element)
        stack.extend((child, i) for child in reversed(visible))
    for i in range(len(nodes) - 1, 0, -1):
        above = parent[i]
        if end[i] > end[above]:
            end[above] = end[i]
        text_len[above] += text_len[i]
        link_len[above] += link_len[i]
    found.sort(key=lambda t: t.node)
    tree.times = found
    return tree


@lru_cache(maxsize=16_384)
def _times_in(text: str) -> tuple[TimeMatch, ...]:
    # Names of buttons, ranks and counts come again and again on a site's pages.
    return tuple(find_times(text))


def _note_times(found: list[TimeNode], i: int, text: str, element: HtmlElement) -> None:
    for match in _times_in(text):
        full = _attribute_time(element)
        if full is None:
            above = element.getparent()
            if above is not None and element.getprevious() is None and element.getnext() is None:
                full = _attribute_time(above)
        raw, share = match.raw, (match.end - match.start) / max(len(text), 1)
        if (
            share == 1.0
            and ":" not in raw
            and element.tail
            and text == (element.text or "").strip()
        ):
            # "<span>Yesterday</span>, 12:15 PM"
            clock = _CLOCK_TAIL.match(element.tail)
            if clock:
                raw += clock.group()
                full = full + clock.group() if full and ":" not in full else full
        found.append(TimeNode(i, raw, full, share, text[: match.start][-40:]))
