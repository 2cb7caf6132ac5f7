"""Buttons at the end of the words of posts, in whatever language: all posts end with the same."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import SENTENCE_ENDS, squeeze
from fpcrawl.extraction.vocabulary import NUMBER_SIGN, has_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

__all__ = ["end_buttons"]

#: Posts, by two writers, from which on what all end with is the software's.
MIN_POSTS, MIN_WRITERS = 3, 2
#: Characters of a button, and buttons side by side.
MAX_BUTTON, MAX_BUTTONS = 24, 4
#: Elements within each other at the end of a body.
MAX_DEPTH = 12
#: Elements without words behind the last one.
MAX_EMPTY = 8
_PRESSED = frozenset({"a", "button"})


def end_buttons(
    bodies: Sequence[Sequence[HtmlElement]], writers: Sequence[str | None]
) -> list[list[HtmlElement]]:
    """Return the links at the end of each record's words that say the same in all records.

    Parameters
    ----------
    bodies
        Elements with the words of each record of a page; none where no element holds them.
    writers
        Who wrote each.
    """
    out: list[list[HtmlElement]] = [[] for _ in bodies]
    worded = [n for n, parts in enumerate(bodies) if parts]
    if len(worded) < MIN_POSTS or len({writers[n] for n in worded}) < MIN_WRITERS:
        return out
    for _ in range(MAX_BUTTONS):
        said = ""
        ends: list[HtmlElement] = []
        for n in worded:
            end = _last_button(bodies[n][-1], out[n])
            text = squeeze("".join(end.itertext())) if end is not None else ""
            if NUMBER_SIGN.fullmatch(text):
                text = "#"  # each has its own
            if end is None or not text or (said and text != said):
                return out
            said = text
            ends.append(end)
        for n, end in zip(worded, ends, strict=True):
            out[n].append(end)
    return out


def _last_button(body: HtmlElement, known: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the short link that a body ends with, but for some that are known."""
    element = body
    for _ in range(MAX_DEPTH):
        last = _last_child(element, known)
        if last is None:
            return None
        if last.tag in _PRESSED:
            return last if _is_short(last) else None
        element = last
    return None


def _last_child(element: HtmlElement, known: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the last child that has words, unless loose words or the end of a sentence follow.

    Signs can part buttons: "Reply | Report".
    """
    for child in islice(element.iterchildren(reversed=True), MAX_EMPTY):
        behind = (child.tail or "").strip()
        if (behind and behind[0] in SENTENCE_ENDS) or has_words(behind):
            return None
        if isinstance(child.tag, str) and child not in known and _has_words(child, known):
            return child
    return None


def _has_words(element: HtmlElement, known: Sequence[HtmlElement]) -> bool:
    if has_words(element.text or ""):
        return True
    return any(
        has_words(child.tail or "")
        or (isinstance(child.tag, str) and child not in known and _has_words(child, known))
        for child in element
    )


def _is_short(element: HtmlElement) -> bool:
    length = 0
    for text in element.itertext():
        length += len(text.strip())
        if length > MAX_BUTTON:
            return False
    return True
