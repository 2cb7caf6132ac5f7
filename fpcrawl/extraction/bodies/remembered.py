"""The words of bodies, remembered while the same pages are read again and again.

Where a template is learnt, each body is found by structure, by several templates and by parts of
them, and compared each time: its words were read ten times.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.bodies.signedboxes import signed_box

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["known_text", "remember_bodies"]

#: Elements of a body, and those inside it that are none of it.
_Body = tuple[tuple["HtmlElement", ...], frozenset["HtmlElement"]]

#: ``None``: nothing is remembered, since elements keep their whole page in memory.
_words: ContextVar[dict[_Body, str] | None] = ContextVar("words of bodies", default=None)


@contextmanager
def remember_bodies() -> Iterator[None]:
    """Have :func:`known_text` read each body once, of pages that do not change meanwhile."""
    token = _words.set({})
    try:
        yield
    finally:
        _words.reset(token)


def known_text(parts: Sequence[HtmlElement], holes: Collection[HtmlElement] = ()) -> str:
    """Text of a body without its author's signature, see :func:`.body.body_text`."""
    words = _words.get()
    if words is None:
        return _text_of(parts, holes)
    key = (tuple(parts), frozenset(holes))
    text = words.get(key)
    if text is None:
        text = words[key] = _text_of(parts, holes)
    return text


def _text_of(parts: Sequence[HtmlElement], holes: Collection[HtmlElement]) -> str:
    signed = signed_box(parts)
    return body_text(parts, holes if signed is None else (*holes, signed))
