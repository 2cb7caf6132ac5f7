"""Addresses that a page holds in scripts and attributes, not in ``<a href>``.

A row that opens its thread on a click, a pager that is a drop-down list, a forwarding
``<meta>``. What scripts compute is not read: only addresses that stand there in full, and
the next page of a list whose pager a script writes from the numbers it is called with.
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml.html import HtmlElement

__all__ = ["scripted_addresses"]

#: Elements that are looked at.
MAX_ELEMENTS = 2_000

_MAX_SCRIPT = 2_000
_DATA = ("data-href", "data-url", "data-link")
_FIND = etree.XPath("//@onclick/.. | //@data-href/.. | //@data-url/.. | //@data-link/..")
_EMBEDDED = frozenset(["img", "video", "audio", "source", "iframe", "script", "object"])
#: What such an address of theirs is sent to, by a script.
_SENT = frozenset(["form", "input", "textarea"])
# Going somewhere: location = '...', location.replace('...'), window.open('...').
_GOES = re.compile(
    r"(?:\blocation(?:\s{0,3}\.\s{0,3}href)?\s{0,3}=(?!=)\s{0,3}"
    r"|\blocation\s{0,3}\.\s{0,3}(?:assign|replace)\s{0,3}\(\s{0,3}|\bopen\s{0,3}\(\s{0,3})"
    r"(?P<quote>['\"])(?P<url>[^'\"<>\r\n]{1,1000})(?P=quote)\s{0,3}(?!\s|\+)"
)
# A function of the site's own, called with an address: go('/thread/3').
_CALLS = re.compile(
    r"(?:javascript:|return)?\s{0,3}[A-Za-z_$][\w.$]{0,40}\s{0,3}\(\s{0,3}"
    r"(?P<quote>['\"])(?P<url>[^'\"<>\s]{1,1000})(?P=quote)\s{0,3}(?!\s|\+)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"(?:https?:)?//[^/]|\.{0,2}/[\w.%~-]|[\w./%~-]{1,200}"
    r"(?:\.(?:php\d?|s?html?|aspx?|jsp|do|cgi|pl)(?:[?#;]|$)|/[\w%~-]|\?[\w%~-]+=)|\?[\w%~-]+=",
    re.IGNORECASE,
)
_NO_PAGE = re.compile(
    r"\.(?:js|json|css|xml|png|jpe?g|gif|svg|webp|ico|mp[34]|zip|pdf|woff2?)(?:[?#]|$)"
    r"|[{<$]|\[\[|%7B",
    re.IGNORECASE,
)
_CHANGES = re.compile(r"location|open\s{0,3}\(|submit|jump|go(?:to)?\b", re.IGNORECASE)
# The pager of TRS WCM, which most of China's authorities publish with: pages in all, the
# page from 0, and what the files of pages are called: index.html, index_1.html, index_2.html.
_WRITES_PAGER = re.compile(
    r"\bcreatePage(?:HTML)?\(\s{0,3}(?:['\"][\w-]{1,60}['\"]\s{0,3},\s{0,3})?"
    r"(?P<count>\d{1,6})\s{0,3},\s{0,3}(?P<page>\d{1,6})\s{0,3},\s{0,3}"
    r"['\"](?P<name>[\w-]{1,60})['\"]\s{0,3},\s{0,3}['\"](?P<kind>s?html?)['\"]"
)
_REFRESH = re.compile(
    r"\d{0,6}(?:\.\d{0,6})?\s{0,9}[;,]?\s{0,9}url\s{0,9}=\s{0,9}(?P<quote>['\"]?)"
    r"(?P<url>[^'\"]+)",
    re.IGNORECASE,
)


def scripted_addresses(
    root: HtmlElement, anchors: Iterable[HtmlElement]
) -> Iterator[tuple[HtmlElement, str]]:
    """Yield elements with the addresses that they lead to without being a plain link.

    Parameters
    ----------
    root
        The ``<html>`` element.
    anchors
        Those of its ``<a>`` whose ``href`` is a script.

    Yields
    ------
    tuple
        The element, and an address as it is written: relative, or absolute.
    """
    for element in root.iter("meta"):
        if (element.get("http-equiv") or "").strip().lower() == "refresh":
            forward = _REFRESH.match((element.get("content") or "").strip()[:_MAX_SCRIPT])
            if forward:
                yield element, forward["url"].strip()
    clicked: list[HtmlElement] = _FIND(root)  # type: ignore[assignment]
    for element in islice(chain(anchors, clicked), MAX_ELEMENTS):
        address = _of(element)
        if address:
            yield element, address
    for element in islice(root.iter("select"), MAX_ELEMENTS):
        yield from _options(element)
    for element in islice(root.iter("script"), MAX_ELEMENTS):
        address = _written_next((element.text or "")[:_MAX_SCRIPT])
        if address:
            yield element, address


def _written_next(code: str) -> str:
    """Return the address of the page after this one, if a script writes a pager."""
    pager = _WRITES_PAGER.search(code) if "createPage" in code else None
    if pager is None or int(pager["page"]) + 1 >= int(pager["count"]):
        return ""
    return f"{pager['name']}_{int(pager['page']) + 1}.{pager['kind']}"


def _of(element: HtmlElement) -> str:
    """Return where a click on an element leads; empty when it is a plain link or nowhere."""
    href = (element.get("href") or "").strip()
    script = href[:11].lower() == "javascript:"
    if element.tag in {"a", "area"} and href and href[0] != "#" and not script:
        return ""
    code = unquote(href[:_MAX_SCRIPT]) if script else ""
    for text in (code, (element.get("onclick") or "")[:_MAX_SCRIPT]):
        goes = _GOES.search(text) or (_CALLS.match(text) if text is code and script else None)
        if goes:
            address = goes["url"].replace("\\/", "/")
            if goes.re is _GOES or _is_address(address):
                return "" if _NO_PAGE.search(address) else address
    for name in () if element.tag in _EMBEDDED | _SENT else _DATA:
        address = (element.get(name) or "").strip()
        if _is_address(address) and not _has_link(element):
            return address
    return ""


def _options(select: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    if _CHANGES.search((select.get("onchange") or "")[:_MAX_SCRIPT]) is None:
        return
    for n, option in enumerate(select.iter("option")):
        if n >= MAX_ELEMENTS:
            return
        value = (option.get("value") or "").strip()
        if _is_address(value):
            yield option, value


def _is_address(text: str) -> bool:
    return (
        0 < len(text) <= _MAX_SCRIPT
        and _ADDRESS.match(text) is not None
        and _NO_PAGE.search(text) is None
    )


def _has_link(element: HtmlElement) -> bool:
    """Tell whether an element stands in a plain link or has one in it."""
    for link in element.iter("a"):
        if link is not element and (link.get("href") or "#")[:1] != "#":
            return True
    return any(above.get("href") for above in element.iterancestors("a"))
