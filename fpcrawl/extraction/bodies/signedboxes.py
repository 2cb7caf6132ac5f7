"""Boxes below the words of a post with what its author signs all of his posts with."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.body import MAX_SIGNATURE, is_tail, words_box
from fpcrawl.extraction.bodies.notes import is_edit_line
from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

__all__ = ["begins_signed", "is_foot", "signed_box", "stands_below_words"]

#: What a box is built as in which software sets a signature below the words.
_BOXES = frozenset({"div", "section"})
#: What letters have above a signature, in a line of its own.
_DASHES = re.compile(r"[-–—_]{2,3}")
_SHOWN = ".//img | .//video | .//iframe"


def signed_box(parts: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the box of a signature that ends a body, by the rule or the dashes it begins with.

    Parameters
    ----------
    parts
        The element of the body, or its paragraphs.

    Returns
    -------
    HtmlElement or None
        ``None`` where nothing stands above it: then it holds the words.
    """
    if not parts:
        return None
    parts = [words_box(parts[0]), *parts[1:]]
    if not any(map(begins_signed, chain(parts[0], parts[1:]))):
        return None
    while len(parts) > 1 and is_tail(parts[-1]):
        parts.pop()
    is_part = len(parts) > 1
    box = parts[-1] if is_part else _last_words(parts[0])
    if box is None or not begins_signed(box):
        return None
    said = squeeze("".join(box.itertext()))
    if len(said) > MAX_SIGNATURE:
        return None
    above = parts[:-1] if is_part else parts
    words = sum(len(squeeze("".join(part.itertext()))) for part in above)
    is_shown = any(part.xpath(_SHOWN) for part in above)
    return box if is_shown or words > (0 if is_part else len(said)) else None


def _last_words(body: HtmlElement) -> HtmlElement | None:
    """Return the element that ends a body, but for links, buttons and the like below it."""
    for child in reversed(body):
        if (child.tail or "").strip():
            return None
        if not isinstance(child.tag, str) or is_tail(child):
            continue
        said = squeeze("".join(child.itertext()))
        pressed = "".join("".join(link.itertext()) for link in child.iter("a", "button"))
        if len("".join(filter(str.isalnum, said))) > len("".join(filter(str.isalnum, pressed))):
            return child
    return None


def begins_signed(box: HtmlElement) -> bool:
    """Whether a box begins with a rule, or with dashes in a line of their own, and has words."""
    if box.tag not in _BOXES or not len(box):
        return False
    begin, first = (box.text or "").strip(), box[0]
    if not (_DASHES.fullmatch(begin) and first.tag == "br" if begin else first.tag == "hr"):
        return False
    return any(text.strip() for text in islice(box.itertext(), 1 if begin else 0, None))


def is_foot(element: HtmlElement, text: str) -> bool:
    """Whether an element is a signature, a note of an edit, buttons or the like, and no words.

    Parameters
    ----------
    text
        What it says.
    """
    if len(text) > MAX_SIGNATURE:
        return False
    return begins_signed(element) or is_tail(element)


def stands_below_words(box: HtmlElement) -> bool:
    """Whether a box is a signature below loose words, or below a picture or a note behind them.

    Who liked these can stand above it, too.
    """
    if not begins_signed(box):
        return False
    for before in box.itersiblings(preceding=True):
        if (before.tail or "").strip():
            return True
        if not isinstance(before.tag, str):
            continue
        text = squeeze("".join(before.itertext()))
        if text and not (is_edit_line(text) or is_tail(before)):
            return False
    above = box.getparent()
    return above is not None and bool((above.text or "").strip())
