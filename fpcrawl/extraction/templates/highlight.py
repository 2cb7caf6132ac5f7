"""A page with its records and fields in colour, for a person to judge a template by."""

from __future__ import annotations

import copy
import html
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree
from lxml import html as lxml_html

from fpcrawl.extraction.text import drop_elements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

__all__ = ["Highlight", "highlighted"]

_RECORD = "record"
#: Outline of each field. The first is that of whole records; unnamed ones get the last.
_COLOURS = {
    _RECORD: "#8a8a8a",
    "title": "#7b1fa2",
    "url": "#7b1fa2",
    "author": "#1565c0",
    "author_url": "#1565c0",
    "time": "#2e7d32",
    "time_full": "#2e7d32",
    "last_post": "#2e7d32",
    "last_post_full": "#2e7d32",
    "body": "#c62828",
    "floor": "#ef6c00",
    "post_id": "#ef6c00",
    "own_url": "#ef6c00",
    "replies": "#00838f",
    "views": "#5d4037",
    "sticky": "#ad1457",
}
_OTHER = "#000000"
#: What could act, load more, or lead away while somebody looks.
_ACTIVE = ("script", "noscript", "base", "iframe", "object", "embed", "frame")


@dataclass(frozen=True, slots=True)
class Highlight:
    """An element to show in colour.

    Attributes
    ----------
    name
        ``record``, or the field.
    number
        Of the record, from 1.
    """

    element: HtmlElement
    name: str
    number: int


def highlighted(root: HtmlElement, highlights: Sequence[Highlight], base_url: str) -> str:
    """Return a page as HTML with elements outlined in the colours of their fields.

    Scripts and frames are taken out; styles and images are loaded from where they stand.

    Parameters
    ----------
    root
        The ``<html>`` element; it is not changed.
    highlights
        What to show. An element may have several names.
    base_url
        What relative addresses on the page are resolved against.
    """
    names: dict[HtmlElement, list[Highlight]] = {}
    for one in highlights:
        names.setdefault(one.element, []).append(one)
    shown = copy.deepcopy(root)
    # A copy has its elements in the same order.
    for element, twin in zip(root.iter(), shown.iter(), strict=True):
        told = names.get(element)
        if told is not None:
            _paint(twin, told)
    _calm(shown)
    _head(shown, base_url)
    _legend(shown, highlights)
    text = etree.tostring(shown, encoding="unicode", method="html")
    return f"<!DOCTYPE html>\n{text}\n"


def _paint(element: HtmlElement, told: Sequence[Highlight]) -> None:
    # The field says more than the record that is the same element.
    main = next((one for one in told if one.name != _RECORD), told[0])
    width = 3 if main.name == _RECORD else 2
    style = element.get("style") or ""
    outline = f"outline: {width}px solid {_COLOURS.get(main.name, _OTHER)} !important"
    element.set("style", f"{style.rstrip('; ')}; {outline}".lstrip("; "))
    element.set("title", ", ".join(f"{one.name} of record {one.number}" for one in told))


def _calm(root: HtmlElement) -> None:
    active = []
    for element in root.iter("*"):
        refresh = (element.get("http-equiv") or "").lower()
        calls = element.tag == "meta" and refresh in {"refresh", "content-security-policy"}
        if element.tag in _ACTIVE or calls:
            active.append(element)
        for name in [name for name in element.attrib if name.lower().startswith("on")]:
            del element.attrib[name]
    drop_elements(root, active)


def _head(root: HtmlElement, base_url: str) -> None:
    head = root.find("head")
    if head is None:
        head = lxml_html.Element("head")
        root.insert(0, head)
    policy = {
        "http-equiv": "Content-Security-Policy",
        "content": "script-src 'none'; form-action 'none'; frame-src 'none'",
    }
    head.insert(0, lxml_html.Element("meta", {"charset": "utf-8"}))
    head.insert(1, lxml_html.Element("meta", policy))
    head.insert(2, lxml_html.Element("base", {"href": base_url}))


def _legend(root: HtmlElement, highlights: Sequence[Highlight]) -> None:
    body = root.find("body")
    if body is None:
        body = root
    found = Counter(one.name for one in highlights)
    if found:
        items = "".join(
            f'<span style="display:inline-block;margin-right:12px;padding:0 4px;'
            f'outline:2px solid {_COLOURS.get(name, _OTHER)}">{html.escape(name)} {count}</span>'
            for name, count in found.items()
        )
    else:
        items = "this template finds nothing on this page"
    text = (
        '<div style="position:sticky;top:0;z-index:2147483647;padding:8px;background:#fff;'
        f'color:#000;font:14px/2 sans-serif;border-bottom:1px solid #888">{items}</div>'
    )
    body.insert(0, lxml_html.fragment_fromstring(text))
