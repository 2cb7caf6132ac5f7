"""A parsed page with its elements numbered, which is what the extractors ask.

Elements are numbered in document order, so a subtree is a range of numbers and every
question ("does this hold that", "how much text is under it") is arithmetic on integers.
:func:`~fpcrawl.extraction.treebuild.build_tree` makes it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lxml import etree

from fpcrawl.extraction.vocabulary import is_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from fpcrawl.extraction.pieces import PageWords
    from fpcrawl.pages.page import Page

__all__ = [
    "HIDDEN_TAGS",
    "STATE_TOKENS",
    "PageTree",
    "TimeNode",
    "class_tokens",
    "signature_of",
]

#: Elements whose text no reader sees.
HIDDEN_TAGS = frozenset(
    {"script", "style", "noscript", "template", "head", "title", "select", "option", "textarea"}
)

#: Class tokens that tell the state of one row, not the kind of row.
STATE_TOKENS = frozenset(
    """
    odd even first last alt active current new unread read hot sticky pinned closed locked
    selected hover bg trow row online offline own op hl
    """.split()
)

_DIGITS = re.compile(r"\d+")
_COLOUR = re.compile(r"[a-z]\d")
#: Every other row is dressed otherwise: "post" and "post_alt", "row-odd" and "row-even", "row" and
#: "altrow".
_OTHER_ROW = re.compile(
    r"(?:[-_]|(?<=row))(?:alt|odd|even)$"
    r"|^(?:alt|odd|even)[-_]?(?=(?:table[-_]?)?(?:cell|comment|item|line|post|row)$)"
)
_STYLED = etree.XPath("//*[@style or @hidden]")
#: An id that a template numbers, as "post_message_371921".
_COUNTING_ID = re.compile(r"([A-Za-z][A-Za-z_-]{2,40}?)[-_]?[0-9]+")


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
        Tag and first telling class token (or name in a numbered id), digits removed. A table that
        is but a box has that of one; its row and its cell have none.
    tags
        Tag alone.
    times
        Time strings in document order.
    words
        Its words in reading order, once somebody asked (:mod:`fpcrawl.extraction.pieces`).
    unseen
        Numbers of the elements directly around scripts and the like, which have none.
    word_hashes
        Hashes of their texts without numbers, of those that somebody asked for.
    """

    __slots__ = (
        "_hidden",
        "_texts",
        "depth",
        "end",
        "link_len",
        "nodes",
        "number",
        "page",
        "parent",
        "sig",
        "tags",
        "text_len",
        "times",
        "unseen",
        "word_hashes",
        "words",
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
        self.tags: list[str] = []
        self.times: list[TimeNode] = []
        self.words: PageWords | None = None
        self.unseen: list[int] = []
        self.number: dict[HtmlElement, int] = {}
        self.word_hashes: dict[int, int] = {}
        self._texts: dict[int, str] = {}
        self._hidden: list[tuple[int, int]] | None = None

    def twin(self) -> PageTree:
        """Return a tree of the same elements and texts, for times and lengths of its own."""
        out = copy(self)
        out.text_len, out.link_len = list(self.text_len), list(self.link_len)
        out.words = None  # they know the times
        return out

    @property
    def hidden(self) -> list[tuple[int, int]]:
        """Outermost stretches of elements that show nothing until somebody asks for it.

        They are part of the page all the same: menus and cards of members stand there, but
        also words that the author himself has hidden.
        """
        if self._hidden is None:
            self._hidden = []
            styled: list[HtmlElement] = _STYLED(self.page.root)  # type: ignore[assignment]
            for element in styled:
                i = self.number.get(element, -1)
                behind = self._hidden[-1][1] if self._hidden else 0
                if i >= behind and is_hidden(element):
                    self._hidden.append((i, self.end[i]))
        return self._hidden

    def is_hidden(self, i: int) -> bool:
        """Whether element ``i`` shows nothing until somebody asks for it."""
        at = bisect_right(self.hidden, (i, len(self.nodes) + 1))
        return at > 0 and i < self.hidden[at - 1][1]

    def shown_len(self, i: int) -> tuple[int, int]:
        """Visible characters under ``i``, and those of them inside links, of what is not hidden."""
        if not self.hidden:
            return self.text_len[i], self.link_len[i]
        if self.is_hidden(i):
            return 0, 0
        text, link = self.text_len[i], self.link_len[i]
        for at in range(bisect_left(self.hidden, (i, 0)), len(self.hidden)):
            start = self.hidden[at][0]
            if start >= self.end[i]:
                break
            text -= self.text_len[start]
            link -= self.link_len[start]
        return text, link

    def text(self, i: int) -> str:
        """All text under element ``i``, white space collapsed; remembered."""
        text = self._texts.get(i)
        if text is None:
            scripts = bisect_left(self.unseen, i)
            plain = scripts == len(self.unseen) or self.unseen[scripts] >= self.end[i]
            pieces = self.nodes[i].itertext() if plain else self._shown(i)
            text = self._texts[i] = " ".join("".join(pieces).split())
        return text

    def _shown(self, i: int) -> Iterator[str]:
        """Text nodes under an element, without those of scripts and the like."""
        root, number = self.nodes[i], self.number
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            text = None
            if event == "start":
                if element in number:
                    text = element.text
                else:
                    walk.skip_subtree()
            elif element is not root:
                text = element.tail
            if text:
                yield text

    def dated(self) -> set[int]:
        """Elements that show a time and little else; a time in a tooltip of words is none."""
        return {t.node for t in self.times if t.share > 0.5 and not self.in_tooltip(t)}

    def in_tooltip(self, t: TimeNode) -> bool:
        """Whether a time is no part of the words of its element, only of what explains them."""
        return bool(t.raw == t.full and self.text_len[t.node] and t.raw not in self.text(t.node))

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
        return self.tags[i]

    def ancestors(self, i: int, most: int | None = None) -> list[int]:
        """Numbers of the ancestors of ``i``, nearest first; of all or the nearest ``most``."""
        out: list[int] = []
        j = self.parent[i]
        while j >= 0 and len(out) != most:
            out.append(j)
            j = self.parent[j]
        return out

    def wider(self, i: int) -> int:
        """Nearest ancestor of ``i`` that holds more text, -1 without one."""
        above = self.parent[i]
        while above >= 0 and self.text_len[above] == self.text_len[i]:
            above = self.parent[above]
        return above

    def path(self, i: int, top: int = -1, *, limit: int = 64) -> str:
        """Signatures from below ``top`` (exclusive) down to ``i``, joined by ``/``."""
        parts: list[str] = []
        j = i
        while j >= 0 and j != top and len(parts) < limit:
            if self.sig[j]:
                parts.append(self.sig[j])
            j = self.parent[j]
        return "/".join(reversed(parts))

    def lower_path(self, i: int, levels: int) -> str:
        """Lower end of the path down to ``i``; where all of it are boxes without a name, the whole.

        Boxes in boxes are on every page, and only their number tells where one stands.
        """
        path = self.path(i, limit=levels)
        return path if path.replace("div", "").strip("/") else self.path(i)


def class_tokens(element: HtmlElement) -> list[str]:
    """Class tokens with digits removed and tokens of momentary state left out."""
    raw = element.get("class")
    return _tokens(raw) if raw else []


def _tokens(raw: str) -> list[str]:
    out: list[str] = []
    colours: list[str] = []
    for token in raw.split():
        bare = _OTHER_ROW.sub("", _DIGITS.sub("", token).strip("-_").lower())
        if bare and bare not in STATE_TOKENS:
            # "f3 push-userid": a letter and a digit say how it looks, not what it is for.
            (colours if _COLOUR.fullmatch(token) else out).append(bare)
    return out + colours


def signature_of(element: HtmlElement) -> str:
    """Tag and first telling class token of an element, else the name in a numbered id."""
    return _signature(str(element.tag), element.get("class"), element.get("id"))


@lru_cache(maxsize=16_384)
def _signature(tag: str, raw: str | None, own: str | None) -> str:
    tokens = _tokens(raw) if raw else []
    if not tokens and own and (match := _COUNTING_ID.fullmatch(own)) is not None:
        return f"{tag}.#{match[1].lower()}"
    return f"{tag}.{tokens[0]}" if tokens else tag
