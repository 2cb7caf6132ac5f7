"""Custom elements, read as the boxes and phrases they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.pages.slowparse import NOT_XML

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["plain_elements"]

_BLOCKS = frozenset(
    "address article aside blockquote center dd details div dl dt fieldset figure footer form h1"
    " h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul".split()
)
_LINES = frozenset("a b dt em font h1 h2 h3 h4 h5 h6 i label p small span strong time u".split())
#: What stands beside others in a line.
_PHRASES = _LINES - {"p", "dt", "h1", "h2", "h3", "h4", "h5", "h6"}


def plain_elements(root: HtmlElement) -> None:
    """Give the elements that a site has made up the tags of HTML: ``div``, ``span`` or ``img``.

    What holds boxes is one, what stands in a line is a part of it, and what stands among boxes is
    one. Their names stay as the last of their classes. Source:
    https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name
    """
    own = [e for e in root.iter() if isinstance(e.tag, str) and "-" in e.tag]
    for element in reversed(own):
        name = element.tag
        if name == "amp-img":
            element.tag = "img"
            continue
        # libxml2 reads characters that it does not write.
        classes = NOT_XML.sub("", f"{element.get('class') or ''} {name}")
        element.set("class", classes.lstrip())
        holds = any(child.tag in _BLOCKS for child in element)
        element.tag = "div" if holds or not _in_line(element) else "span"


def _in_line(element: HtmlElement) -> bool:
    """Whether an element stands in a line of text, or beside what does."""
    parent = element.getparent()
    if parent is None or parent.tag in _LINES:
        return parent is not None
    beside = (element.getprevious(), element.getnext())
    if any(one is not None and one.tag in _PHRASES for one in beside):
        return True
    before = beside[0].tail if beside[0] is not None else parent.text
    return bool((before or "").strip() or (element.tail or "").strip())
