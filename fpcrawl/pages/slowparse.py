"""Building the tree of a hostile page element by element, within exact bounds.

Several times slower than libxml2's own tree, and therefore only for pages that it cannot
take: nested too deep, or with start tags of many thousand attributes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from lxml import etree
from lxml import html as lxml_html

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.limits import PageLimits

__all__ = ["NOT_XML", "parse_bounded"]

#: Bytes that are fed at once, and with so many elements open that an end tag costs much.
_CHUNK_BYTES, _SMALL_CHUNK_BYTES = 32_768, 2048
_MANY_OPEN = 10_000
#: An end tag that ends nothing is looked for among all open elements, so that a page of such would
#: take time by the square of its size: it is cut when so many were looked through in all, or where
#: so many are open that even few such tags would cost as much.
_MAX_LOOKED, _MAX_OPEN = 50_000_000, 40_000
_MAX_ATTRIBUTES = 250
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
#: Characters that no tree can hold.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parse_bounded(
    data: bytes,
    limits: PageLimits,
    deadline: float,
    clock: Callable[[], float],
    hit: list[str],
) -> HtmlElement:
    """Return the ``<html>`` element of UTF-8 ``data``, cut at the limits.

    Parameters
    ----------
    deadline
        Value of ``clock`` at which to stop.
    hit
        Receives the names of the limits that were met.
    """
    builder = _Builder(limits)
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, target=cast("Any", builder))
    try:
        start = looked = 0
        while start < len(data):
            size = _CHUNK_BYTES if builder.opened < _MANY_OPEN else _SMALL_CHUNK_BYTES
            chunk, ended = data[start : start + size], builder.ended
            start += size
            parser.feed(chunk)
            looked += builder.opened * max(0, chunk.count(b"</") - (builder.ended - ended))
            if builder.full:
                break
            if looked > _MAX_LOOKED or builder.opened > _MAX_OPEN:
                hit.append("depth")
                break
            if clock() > deadline:
                hit.append("time")
                break
        else:
            parser.close()
    except (etree.LxmlError, ValueError, AssertionError):
        hit.append("parser")
    builder.flush()
    hit.extend(builder.hit)
    return builder.root


class _Builder:
    """Parser target: an element for each start tag, no deeper and no more than allowed."""

    def __init__(self, limits: PageLimits) -> None:
        maker = lxml_html.HTMLParser(encoding="utf-8")
        self.root = cast("HtmlElement", maker.makeelement("html"))
        self.full = False
        self.ended = 0
        self.hit: dict[str, None] = {}
        self._max_nodes = limits.max_nodes
        self._max_depth = max(3, limits.max_depth)
        self._stack: list[HtmlElement] = []
        self._nodes = 0
        self._last: HtmlElement = self.root
        self._in_tail = False
        self._text: list[str] = []

    @property
    def opened(self) -> int:
        return len(self._stack)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.full:
            return
        self.flush()
        self._nodes += 1
        if self._nodes > self._max_nodes:
            self.full = True
            self.hit["nodes"] = None
            return
        stack = self._stack
        if not stack:
            element = self.root
        else:
            if len(stack) >= self._max_depth:
                self.hit["depth"] = None
                parent = stack[self._max_depth - 2]
            else:
                parent = stack[-1]
            name = tag if _NAME.fullmatch(tag) else "span"
            element = cast("HtmlElement", etree.SubElement(parent, name))
        self._set(element, attributes)
        stack.append(element)
        self._last, self._in_tail = element, False

    def end(self, tag: str) -> None:  # noqa: ARG002  (the parser closes in order)
        if self.full or not self._stack:
            return
        self.flush()
        self.ended += 1
        element = self._stack.pop()
        if len(self._stack) >= self._max_depth - 1:
            # What was nested in it stands beside it: text goes behind the last of them.
            parent = element.getparent()
            if parent is not None:
                element = parent[-1]
        if element is not self.root:
            self._last, self._in_tail = element, True

    def data(self, text: str) -> None:
        if not self.full:
            self._text.append(text)

    def comment(self, text: str) -> None:
        if self.full or not self._stack:
            return
        self.flush()
        parent = self._stack[min(len(self._stack), self._max_depth - 1) - 1]
        text = NOT_XML.sub("", text).replace("--", "- ").rstrip("-")
        node = etree.Comment(text)
        parent.append(node)
        self._last, self._in_tail = cast("HtmlElement", node), True

    def close(self) -> HtmlElement:
        return self.root

    def flush(self) -> None:
        """Put the text gathered so far behind the last tag."""
        if not self._text:
            return
        text = NOT_XML.sub("", "".join(self._text))
        self._text.clear()
        if self._in_tail:
            self._last.tail = (self._last.tail or "") + text
        else:
            self._last.text = (self._last.text or "") + text

    def _set(self, element: HtmlElement, attributes: dict[str, str]) -> None:
        if not attributes:
            return
        for n, (name, value) in enumerate(attributes.items()):
            if n >= _MAX_ATTRIBUTES:
                self.hit["attributes"] = None
                return
            if _NAME.fullmatch(name):
                element.set(name, NOT_XML.sub("", value))
