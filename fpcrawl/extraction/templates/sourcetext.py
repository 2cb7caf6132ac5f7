"""Words of a body in HTML source, as :mod:`fpcrawl.extraction.body` reads them from a tree."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape

from fpcrawl.extraction.templates.tokens import REST, TAG, VOID
from fpcrawl.extraction.text import BLOCKS, EDGES, LINES, SPACE

__all__ = ["Piece", "Span", "pieces_of", "source_text", "spans_of", "written"]

_UNSEEN = "noscript|option|script|select|style|template|textarea|title"
_PIECE = re.compile(
    rf"<!--(?:.*?-->|.*)|<[!?][^<>]*+>?|<({_UNSEEN})\b{REST}>(?:.*?</\1\s*+>|.*)|{TAG}",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(r"</?+([a-zA-Z][a-zA-Z0-9]*+)")
#: Elements that end where another of their group begins, though nothing says so.
_ENDED_BY = {
    "li": frozenset({"li"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
    "td": frozenset({"td", "th", "tr"}),
    "th": frozenset({"td", "th", "tr"}),
    "tr": frozenset({"tr"}),
    "p": BLOCKS,
}


@dataclass(slots=True)
class Piece:
    """A run of text (``name`` empty) or a tag as the words see it.

    Attributes
    ----------
    text
        What a reader sees: white space collapsed, a line break for a block's tag.
    name
        Of a tag in lower case, with a leading slash in an end tag; empty for text.
    """

    text: str
    name: str = ""
    raw: str = ""


@dataclass(slots=True)
class Span:
    """An element of a piece of source: the pieces it covers and the element around it.

    Attributes
    ----------
    first, last
        Index of its start tag and first index after its end.
    above
        Number of the element around, -1 for none.
    kids
        Numbers of the elements directly in it.
    """

    name: str
    raw: str
    first: int
    last: int
    above: int
    kids: int = 0


def source_text(source: str) -> str:
    """Visible text of a piece of source, a line for each block."""
    return written(pieces_of(source))


def pieces_of(source: str) -> list[Piece]:
    """Split a piece of source; what no reader sees is left out."""
    out: list[Piece] = []
    done = pre = 0
    for found in _PIECE.finditer(source):
        start = found.start()
        if start > done:
            out.append(Piece(_words(source[done:start], pre)))
        done = found.end()
        if found[1]:
            continue
        name = _NAME.match(source, start)
        if name is None:
            continue
        tag = name[1].lower()
        closes = source[start + 1] == "/"
        mark = "\n" if tag in BLOCKS or tag == "br" else ""
        if tag == "pre":
            pre = max(0, pre + (-1 if closes else 1))
        out.append(Piece(mark, "/" + tag if closes else tag, source[start:done]))
    if done < len(source):
        out.append(Piece(_words(source[done:], pre)))
    return out


def written(pieces: list[Piece], skip: list[tuple[int, int]] | None = None) -> str:
    """Text of pieces; ``skip`` names ranges of them that are left out."""
    texts = [piece.text for piece in pieces]
    for first, last in skip or ():
        texts[first:last] = [""] * (last - first)
    text = EDGES.sub("\n", "".join(texts))
    return LINES.sub("\n\n", text).strip()


def _words(text: str, pre: int) -> str:
    if "&" in text:
        text = unescape(text)
    return text if pre else SPACE.sub(" ", text)


def spans_of(pieces: list[Piece]) -> list[Span]:
    """Elements among pieces, in document order; tags that fit nowhere are passed over."""
    out: list[Span] = []
    stack: list[int] = []
    opened: Counter[str] = Counter()

    def close(at: int) -> None:
        span = out[stack.pop()]
        span.last = at
        opened[span.name] -= 1

    for n, piece in enumerate(pieces):
        name = piece.name
        if not name:
            continue
        if name[0] == "/":
            if opened[name[1:]] > 0:
                while out[stack[-1]].name != name[1:]:
                    close(n)
                close(n + 1)
            continue
        while stack and name in _ENDED_BY.get(out[stack[-1]].name, ()):
            close(n)
        above = stack[-1] if stack else -1
        if above >= 0:
            out[above].kids += 1
        out.append(Span(name, piece.raw, n, n + 1, above))
        if name not in VOID:
            stack.append(len(out) - 1)
            opened[name] += 1
    while stack:
        close(len(pieces))
    return out
