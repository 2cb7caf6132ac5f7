"""Text and HTML of an element as a reader sees it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lxml import etree

from fpcrawl.extraction.tree import HIDDEN_TAGS
from fpcrawl.extraction.vocabulary import is_phrase
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from lxml.html import HtmlElement

__all__ = [
    "BLOCKS",
    "DOTS",
    "KEPT",
    "RUNS",
    "SENTENCE_ENDS",
    "SPACES",
    "drop_elements",
    "html_of",
    "indented",
    "is_spelt",
    "keeps_lines",
    "loose_ahead",
    "squeeze",
    "text_of",
    "unmarked",
    "weight_of",
    "without_blanks",
]

BLOCKS = frozenset(
    """
    address article aside blockquote dd details div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th
    thead tr ul
    """.split()
)
#: Dots between the parts of a line, each of its own: "ann · 3 days ago".
DOTS = "·•⋅∙‧"
#: What sentences end with.
SENTENCE_ENDS = frozenset(".!?…。！？")
#: What white space is, but for the blank.
SPACES = "\t\r\n\f\v\u00a0\u3000\u200b"
#: Runs of white space other than a single blank.
RUNS = re.compile(f"[{SPACES}][ {SPACES}]*+| [ {SPACES}]++")
# Spaces that a line break follows; tried once for each run of them.
_EDGES = re.compile(r"(?:(?<! ) ++)?\n *+")
_LINES = re.compile(r"\n{3,}")
#: Stands before blanks that mean something; no page can hold it.
KEPT = "\x00"
#: What elements are renamed to that are taken out of a tree.
_DROPPED = "fpcrawl-dropped"
#: A line that the writer left empty in a text, or the line above a signature.
_GAP = re.compile(r"\S[ \t]*\r?\n(?:\r?\n\s{0,3}|--[ \t]*\r?\n)\S")
_PRE = re.compile(r"white-space\s*:\s*(?:pre\b|break-spaces)", re.IGNORECASE)
_WIDE = late("[\u3040-\u9fff\uac00-\ud7af]+")
# Elements part the blanks from the words where code is coloured.
_INDENTED = re.compile(r"^(?= ++(?:\S|\Z))", re.MULTILINE)
_BLANK = re.compile(f"(?<![ {KEPT}])[ {KEPT}]++(?=\n)")


def weight_of(text: str) -> int:
    """Length of a text in Latin letters: a Chinese character says as much as two."""
    if text.isascii():
        return len(text)
    return len(text) + len("".join(_WIDE.findall(text)))


def squeeze(text: str) -> str:
    """Collapse white space to single blanks."""
    return " ".join(text.split()) if text.isascii() else RUNS.sub(" ", text).strip()


def loose_ahead(element: HtmlElement) -> str:
    """Return the text between an element and the one before it, or the beginning.

    It can stand in a phrase of its own.
    """
    before, above = element.getprevious(), element.getparent()
    if before is not None:
        text = squeeze(before.tail or "")
        return squeeze(before.text or "") if not text and is_phrase(before) else text
    return squeeze((above.text if above is not None else "") or "")


def indented(text: str) -> str:
    """Mark the blanks with which lines of code begin; :func:`unmarked` keeps them."""
    return _INDENTED.sub(KEPT, text) if " " in text else text


def without_blanks(text: str) -> str:
    """Take blanks and their marks from the ends of lines."""
    return _BLANK.sub("", text) if KEPT in text else text


def unmarked(text: str) -> str:
    """Take the marks out of a text whose lines are freed from blanks."""
    return text.replace(KEPT, "").rstrip() if KEPT in text else text


def _single(text: str) -> str:
    """Collapse white space to single blanks, at the ends too."""
    if not text.isascii():
        return RUNS.sub(" ", text)
    # A third of the time of the pattern.
    words = " ".join(text.split())
    if not words:
        return " "
    start = " " if text[0].isspace() else ""
    return f"{start}{words} " if text[-1].isspace() else start + words


def keeps_lines(element: HtmlElement) -> bool:
    """Whether the lines of an element's source are those that its readers see.

    Style sheets say so. Where a text stands in lines with empty ones between them, and neither
    paragraphs nor line breaks are marked, nothing else can part it.
    """
    style = element.get("style")
    if style and _PRE.search(style):
        return True
    loose = (element.text, *(child.tail for child in element))
    if not any(text and "\n" in text and _GAP.search(text) for text in loose):
        return False
    return next(element.iter("br", "p"), None) is None


def text_of(
    element: HtmlElement, skip: Collection[HtmlElement] = (), *, lines: bool = False
) -> str:
    """Visible text of an element, a line for each block; lines of code keep their indentation.

    Parameters
    ----------
    element
        Where to read.
    skip
        Elements whose subtrees are left out (their tails are kept).
    lines
        The lines of its source are kept, as those of code are.
    """
    parts: list[str] = []
    # A stack of (element, entered) instead of recursion: pages nest as deep as they like.
    stack: list[tuple[HtmlElement, bool]] = [(element, False)]
    pre = int(lines)
    while stack:
        node, leaving = stack.pop()
        tag = node.tag
        if not leaving:
            if not isinstance(tag, str) or tag in HIDDEN_TAGS or node in skip:
                if tag in BLOCKS and parts and parts[-1][-1:] != "\n":
                    parts.append("\n")
                if node is not element and node.tail:
                    parts.append(indented(node.tail) if pre else _single(node.tail))
                continue
            if tag == "br" or tag in BLOCKS:
                parts.append("\n")
            if tag == "pre":
                pre += 1
            if node.text:
                parts.append(indented(node.text) if pre else _single(node.text))
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node))
        else:
            if tag == "pre":
                pre -= 1
            if tag in BLOCKS:
                parts.append("\n")
            if node is not element and node.tail:
                parts.append(indented(node.tail) if pre else _single(node.tail))
    text = without_blanks("".join(parts))
    if " \n" in text or "\n " in text:
        text = _EDGES.sub("\n", text)
    text = unmarked((_LINES.sub("\n\n", text) if "\n\n\n" in text else text).strip())
    # Ahead of the first line it is the template that is indented.
    return text.lstrip() if lines else text


def drop_elements(root: HtmlElement, elements: Iterable[HtmlElement]) -> None:
    """Take elements out of a tree with what they hold; what stands behind them stays.

    lxml's ``drop_tree`` writes that anew, and refuses characters that libxml2 has read.
    """
    for element in elements:
        if element is not root:
            element.tag = _DROPPED
    etree.strip_elements(root, _DROPPED, with_tail=False)


def html_of(elements: Iterable[HtmlElement]) -> str:
    """Serialise elements without what follows them."""
    return "".join(
        etree.tostring(element, encoding="unicode", method="html", with_tail=False)
        for element in elements
    )


def is_spelt(name: str, href: str) -> bool:
    """Whether an address spells a name, as that of a member's page often does."""
    letters = "".join(filter(str.isalnum, name.lower()))
    return len(letters) > 1 and letters in "".join(filter(str.isalnum, unquote(href).lower()))
