"""Words of a body in HTML source, as ``bodies.body`` reads them from a tree."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from fpcrawl.extraction.bodies.quotations import QUOTE_CLASS
from fpcrawl.extraction.templates.tokens import REST, TAG, VOID, attribute_of
from fpcrawl.extraction.text import BLOCKS, KEPT, RUNS, SPACES, indented, unmarked, without_blanks

__all__ = [
    "BOX",
    "CITE",
    "CODE",
    "LINK",
    "NOTE",
    "QUOTE",
    "Piece",
    "Span",
    "pieces_of",
    "quick_text",
    "source_text",
    "spans_of",
    "split",
    "written",
]

_UNSEEN = "noscript|option|script|select|style|template|textarea|title"
_HIDING = frozenset(_UNSEEN.split("|"))
_PIECE = re.compile(
    rf"<!--(?:.*?-->|.*)|<[!?][^<>]*+>?|<({_UNSEEN})\b{REST}>(?:.*?</\1\s*+>|.*)|{TAG}",
    re.IGNORECASE | re.DOTALL,
)
#: White space written as a number.
_SPACE_CODE = re.compile(
    r"&#(?:0*(?:9|10|11|12|13|32|160|8203|12288)|x0*(?:9|a|b|c|d|20|a0|200b|3000))(?![0-9a-f])",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--(?:.*?-->|.*)", re.DOTALL)
_PRE = re.compile(rf"(<pre\b{REST}>(?:.*?</pre\s*+>|.*))", re.IGNORECASE | re.DOTALL)
#: Where blanks of code begin, behind a tag or at the start of a line.
_CODED = re.compile(r"(?:(?<=>)|(?<=\n))(?= )")
_COMMON = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"))
#: Kinds of tags that rules about the words of a body go by.
QUOTE, BOX, CITE, CODE, NOTE, LINK = 1, 2, 4, 8, 16, 32
_KINDS = {
    QUOTE: frozenset({"blockquote", "q"}),
    BOX: frozenset({"div", "fieldset", "table"}),
    CITE: frozenset({"cite", "footer"}),
    CODE: frozenset({"code", "pre"}),
    NOTE: frozenset({"div", "em", "i", "p", "small", "span", "ul"}),
    LINK: frozenset({"a", "button"}),
}
_NAME = re.compile(r"</?+([a-zA-Z][a-zA-Z0-9]*+)")
#: Text before the first tag; then, for each tag, what it is, itself, and the text behind it.
Parts = tuple[str, list[tuple[tuple[str, int, str], str, str]]]

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
    parts = split(source)
    return quick_text(parts)[0] if parts is not None else written(pieces_of(source))


def quick_text(parts: Parts) -> tuple[str, int]:
    """Return the text that :func:`written` gives, and the kinds of tags among the parts."""
    first, rest = parts
    kinds = 0
    out = [first]
    for (mark, kind, _), _, words in rest:
        kinds |= kind
        out += (mark, words)
    return _lines(_read("".join(out))), kinds


def split(source: str) -> Parts | None:
    """Split a piece of source at its tags.

    Returns
    -------
    tuple or None
        Text before the first tag, and for each tag what it is, the tag, and the text behind
        it, with white space collapsed but entities as written; ``None`` when it holds what
        needs a closer look: hidden elements, odd tags, white space written as numbers.
    """
    # White space of one text node never meets that of the next, so all are collapsed at once.
    if "<pre" in source or "<PRE" in source:
        pieces = _PRE.split(source)
        text = "".join(
            _CODED.sub(KEPT, piece) if n % 2 else _collapsed(piece)
            for n, piece in enumerate(pieces)
        )
    else:
        text = _collapsed(source)
    if "&#" in text and _SPACE_CODE.search(text):
        return None
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    first, *rest = text.split("<")
    out = []
    for piece in rest:
        tag, closed, words = piece.partition(">")
        mark = _mark(tag)
        if mark is None or not closed:
            return None
        out.append((mark, tag, words))
    return first, out


def _read(text: str) -> str:
    """Text with its entities read."""
    if "&" in text:
        for name, character in _COMMON:
            text = text.replace(name, character)
        if "&" in text:
            text = unescape(text)
    return text


def _collapsed(text: str) -> str:
    """Text with each run of white space turned into a blank."""
    if "&" in text:
        text = text.replace("&nbsp;", " ").replace("&#160;", " ")
    for space in SPACES:
        if space in text:
            text = text.replace(space, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


@lru_cache(maxsize=4096)
def _mark(tag: str) -> tuple[str, int, str] | None:
    """Tell what a tag adds to the text, its kind and name; ``None`` when it is no plain tag."""
    name = _NAME.match("<" + tag)
    if name is None or tag.count('"') % 2 or tag.count("'") % 2:
        return None
    bare = name[1].lower()
    if bare in _HIDING:
        return None
    kind = sum(kind for kind, names in _KINDS.items() if bare in names)
    if tag[0] != "/" and QUOTE_CLASS.search(attribute_of(f"<{tag}>", "class") or ""):
        kind |= QUOTE
    return _break(bare), kind, f"/{bare}" if tag[0] == "/" else bare


def _break(name: str) -> str:
    """Line breaks that a tag makes; a rule begins and ends at once."""
    if name == "hr":
        return "\n\n"
    return "\n" if name in BLOCKS or name == "br" else ""


def pieces_of(source: str, parts: Parts | None = None) -> list[Piece]:
    """Split a piece of source; what no reader sees is left out.

    Parameters
    ----------
    parts
        What :func:`split` gave for it, if anything.
    """
    if parts is None:
        return _careful_pieces(source)
    first, rest = parts
    out = [Piece(_read(first))] if first else []
    for (mark, _, name), tag, words in rest:
        out.append(Piece(mark, name, f"<{tag}>"))
        if words:
            out.append(Piece(_read(words)))
    return out


def _careful_pieces(source: str) -> list[Piece]:
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
        mark = _break(tag)
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
    return _lines("".join(texts))


def _lines(text: str) -> str:
    """Text without white space at the edges of lines, and with one empty line at most."""
    if "\n" in text:
        text = without_blanks(text)
        text = "\n".join([line.strip(" ") for line in text.split("\n")])
        while "\n\n\n" in text:
            text = text.replace("\n\n\n", "\n\n")
    return unmarked(text.strip())


def _words(text: str, pre: int) -> str:
    if "&" in text:
        text = unescape(text)
    return indented(text) if pre else RUNS.sub(" ", text)


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
