"""The words of a page in reading order, each with the place it stands at.

``Replies: 3<br>Views: 12`` in one element are two pieces: what follows a child is a piece of
its own. Rows of lists are read from pieces, and pieces are gathered once a page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from fpcrawl.extraction.names.usernames import MAX_AUTHOR, names_member
from fpcrawl.extraction.rowwords import labelled_figures

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["PageWords", "Piece", "counted", "number_of", "words_of"]

_NUMBER = re.compile(
    r"^[(/\[]?\s*(\d{1,3}(?:[.,\s]\d{3})+|\d{1,9})([.,]\d+)?\s*([kKmM万])?\s*[)\]]?$"
)
_GROUPING = re.compile(r"[.,\s]")
_SCALE = {"k": 1e3, "m": 1e6, "万": 1e4}
_QUOTED = re.compile(r"['\"]([^'\"\s]{4,})['\"]")
_HAS_DIGIT = re.compile(r"\d")
#: Longer texts are prose: no figures of a row stand in them.
MAX_PIECE = 160


@dataclass(slots=True)
class Piece:
    """A piece of text.

    Attributes
    ----------
    node
        Number of the element it stands in.
    at
        Number of the last element that begins before it.
    slot
        Signature of the child that it follows; empty for the text before any child.
    """

    node: int
    at: int
    slot: str
    text: str


class PageWords:
    """The words of a page.

    Attributes
    ----------
    pieces
        In reading order; those of more than 160 characters are left out.
    member_links
        Numbers of the links to member pages that could be names.
    figures
        Places of numbers, bare or with a word that says what they count.
    times
        Numbers of the elements with a time.
    """

    __slots__ = ("_ats", "figures", "member_links", "pieces", "times")

    def __init__(self, tree: PageTree) -> None:
        self.pieces = _pieces(tree)
        self._ats = [piece.at for piece in self.pieces]
        self.times = [t.node for t in tree.times]
        dated = set(self.times)
        self.figures = [
            p.at
            for p in self.pieces
            if _HAS_DIGIT.search(p.text)
            and p.node not in dated
            and (number_of(p.text) is not None or labelled_figures(p.text))
        ]
        self.member_links = [
            i
            for i, element in enumerate(tree.nodes)
            if tree.text_len[i] <= MAX_AUTHOR and _leads_to_member(element)
        ]

    def within(self, start: int, end: int) -> list[Piece]:
        """Pieces that begin after element ``start`` began and before element ``end``."""
        return self.pieces[bisect_left(self._ats, start) : bisect_left(self._ats, end)]


def _leads_to_member(element: HtmlElement) -> bool:
    """Whether an element is a link to a member's page, or opens one when it is clicked."""
    if element.tag == "a":
        return names_member(element.get("href") or "")
    script = element.get("onclick")
    quoted = _QUOTED.search(script[:MAX_PIECE]) if script else None
    return quoted is not None and names_member(quoted.group(1))


def words_of(tree: PageTree) -> PageWords:
    """Return the words of a page, gathered once."""
    if tree.words is None:
        tree.words = PageWords(tree)
    return tree.words


def _pieces(tree: PageTree) -> list[Piece]:
    number, sig = tree.number, tree.sig
    out: list[Piece] = []
    last = 0
    for event, element in etree.iterwalk(tree.page.root, events=("start", "end", "comment", "pi")):
        if event == "start":
            i = number.get(element)
            if i is None:
                continue
            last = i
            text = element.text
            if text and (text := text.strip()) and len(text) <= MAX_PIECE:
                out.append(Piece(i, i, "", " ".join(text.split())))
            continue
        text = element.tail
        if not text or not (text := text.strip()) or len(text) > MAX_PIECE:
            continue
        above = element.getparent()
        holder = number.get(above) if above is not None else None
        if holder is None:
            continue
        own = number.get(element)
        out.append(Piece(holder, last, sig[own] if own is not None else "", " ".join(text.split())))
    return out


def number_of(text: str) -> int | None:
    """Return the number that is all of a text: ``1,204``, ``3.1k``, ``(5)``, ``[5]``."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    return counted(match)


def counted(match: re.Match[str]) -> int:
    """Return the count that an expression found: digits, their fraction, a scale."""
    digits, fraction, scale = match.groups("")
    # 32.3 thousand are 32299.99... to a machine.
    value = float(_GROUPING.sub("", digits) + fraction.replace(",", "."))
    return int(value * _SCALE.get(scale.lower(), 1) + 1e-6)
