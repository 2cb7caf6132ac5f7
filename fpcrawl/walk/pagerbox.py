"""Pagers known by their structure: numbered links side by side whose addresses count.

The words of an address need not say where the number of the page stands. Links of one box
that read 2, 3, ... and whose addresses are alike but for one number that rises with them are
pages, wherever that number is.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.walk.pagewords import what_is_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.links import Link

__all__ = ["boxed_pages"]

#: Elements above a link among which the box of its pager is looked for.
LEVELS = 3
#: What the first page is called where pages or rows are counted: from 0 or from 1.
_FIRST = (0, 1)
#: What stands before the number of a day, or of a month.
_TO_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d(?:\D{1,7}\d{1,2})?\D{1,7}$|(?<!\d)(?:19|20)\d{4}$")
_TOKENS = re.compile(r"\d+|[^\d]+")
_PARTS = re.compile(r"\d+|[^\W\d_]+")


@dataclass(slots=True)
class _Box:
    """Links of one pager: page numbers with their addresses, and what reads "next"."""

    numbered: dict[int, str] = field(default_factory=dict)
    onward: set[str] = field(default_factory=set)


def boxed_pages(links: list[Link], start: str, plain: Callable[[str], str]) -> frozenset[str]:
    """Addresses of the pages to which the numbered links of a pager lead.

    Parameters
    ----------
    links
        Links of a page.
    start
        Address of the page. The addresses of its other pages hold all of its parts.
    plain
        Takes off what is known not to matter in an address.

    Returns
    -------
    frozenset of str
        As the links have them. Empty unless two links of one box count, or a link with a
        number and one that reads "next" lead to the same address.
    """
    boxes: dict[HtmlElement, _Box] = {}
    own = _parts_of(start)
    if not own:
        # Any address holds all of nothing.
        return frozenset()
    for link in links:
        said = what_is_said(link.text)
        number = said.number or 0
        if number < 2 and said.way != "next":
            continue
        if own - _parts_of(plain(link.url)):
            continue
        box = boxes.setdefault(_box_of(link.element), _Box())
        if number:
            box.numbered.setdefault(number, link.url)
        else:
            box.onward.add(link.url)
    out: set[str] = set()
    for box in boxes.values():
        urls = {number: plain(url) for number, url in box.numbered.items()}
        if len(urls) == 1:
            out |= box.onward.intersection(box.numbered.values())
        elif _count(urls):
            out.update(box.numbered.values())
    return frozenset(out)


@lru_cache(maxsize=4096)
def _parts_of(url: str) -> Counter[str]:
    """Words and numbers of an address behind its host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return Counter()
    return Counter(_PARTS.findall(unquote(f"{parts.path} {parts.query}").lower()))


def _box_of(element: HtmlElement) -> HtmlElement:
    """Nearest element around a link that holds other links."""
    box = element
    for _ in range(LEVELS):
        above = box.getparent()
        if above is None:
            break
        box = above
        if sum(1 for _ in box.iter("a")) > 1:
            break
    return box


def _count(urls: dict[int, str]) -> bool:
    """Whether addresses are alike but for one number that counts with those of the pages."""
    numbers = sorted(urls)
    tokens = [_TOKENS.findall(urls[number]) for number in numbers]
    if len({len(t) for t in tokens}) != 1:
        return False
    places = list(zip(*tokens, strict=True))
    differing = [n for n, place in enumerate(places) if len(set(place)) > 1]
    if len(differing) != 1 or not all(token.isdigit() for token in places[differing[0]]):
        return False
    if _TO_DAY.search("".join(tokens[0][: differing[0]])):
        # The days of a calendar.
        return False
    values = [int(token) for token in places[differing[0]]]
    step, rest = divmod(values[1] - values[0], numbers[1] - numbers[0])
    if step < 1 or rest:
        return False
    firsts = {value - (n - 1) * step for n, value in zip(numbers, values, strict=True)}
    return len(firsts) == 1 and firsts.pop() in _FIRST
