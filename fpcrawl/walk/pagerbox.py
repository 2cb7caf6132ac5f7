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
from itertools import islice
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote, urlsplit

from lxml import etree

from fpcrawl.extraction.text import squeeze
from fpcrawl.walk.pageaddress import is_same_list
from fpcrawl.walk.pagewords import what_is_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.links import Link

__all__ = ["addresses_count", "box_of", "boxed_pages", "first_of", "shown_page"]

#: Elements above a link among which the box of its pager is looked for.
LEVELS = 3
#: What the first page is called where pages or rows are counted: from 0 or from 1.
_FIRST = (0, 1)
#: What stands before the number of a day, or of a month.
_TO_DAY = re.compile(r"(?<!\d)(?:19|20)\d\d(?:\D{1,7}\d{1,2})?\D{1,7}$|(?<!\d)(?:19|20)\d{4}$")
#: Pieces of text in a pager; a box with more holds what it turns the pages of.
MAX_TEXTS = 60
_UNLINKED = etree.XPath(".//text()[not(ancestor::a)]")
_TOKENS = re.compile(r"\d+|[^\d]+")
_PARTS = re.compile(r"\d+|[^\W\d_]+")


@dataclass(slots=True)
class _Box:
    """Links of one pager: page numbers with their addresses, what reads "next", and "back"."""

    numbered: dict[int, str] = field(default_factory=dict)
    onward: set[str] = field(default_factory=set)
    back: set[str] = field(default_factory=set)


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
        number and one that reads "next" lead to the same address. The first page is among them
        where the box shows that this is another.
    """
    out: set[str] = set()
    for element, box in _boxes(links, start, plain).items():
        urls = {number: plain(url) for number, url in box.numbered.items()}
        counts = len(urls) > 1 and addresses_count(urls)
        if 1 in urls and not _shown_in(element, box):
            # The page itself, or a list that it belongs to.
            del box.numbered[1], urls[1]
        if list(urls) == [1]:
            out |= box.back.intersection(box.numbered.values())
        elif counts or (len(urls) > 1 and addresses_count(urls)):
            out.update(box.numbered.values())
        elif len(urls) == 1:
            ((number, last),) = box.numbered.items()
            onward = {
                url for url in box.onward if addresses_count({2: plain(url), number: plain(last)})
            }
            # "2 next", and "next 4" from the first page.
            out |= {*onward, last} if onward else box.onward.intersection({last})
    return frozenset(out)


def shown_page(links: list[Link], start: str, plain: Callable[[str], str]) -> int:
    """Return the number of a page by its pager: the only one there that leads nowhere.

    Of use where the address has none: some software shows the last page of a thread first.

    Parameters
    ----------
    links, start, plain
        As for :func:`boxed_pages`.

    Returns
    -------
    int
        1 where no pager leads to a first page and to the one before this.
    """
    boxes = _boxes(links, start, plain).items()
    return next((shown for element, box in boxes if (shown := _shown_in(element, box))), 1)


def first_of(links: list[Link], start: str, plain: Callable[[str], str]) -> tuple[int, str] | None:
    """Return the number of a further page by its pager, and the address of the first page.

    The pager leads to the first page and to the one before this, and this address has one number
    more than that of the first, or another in one place.

    Parameters
    ----------
    links, start, plain
        As for :func:`boxed_pages`.

    Returns
    -------
    tuple of int and str, or None
        ``None`` where no pager tells that.
    """
    boxes: dict[HtmlElement, _Box] = {}
    own = _parts_of(start)
    for link in links:
        number = what_is_said(link.text).number
        if not number:
            continue
        theirs = _parts_of(plain(link.url))
        over, missing = list((own - theirs).elements()), list((theirs - own).elements())
        # A number, with a word that says what it counts at most.
        if sum(map(str.isdigit, over)) != 1 or len(over) > 2:
            continue
        if len(missing) < 2 and all(map(str.isdigit, missing)):
            boxes.setdefault(box_of(link.element), _Box()).numbered.setdefault(number, link.url)
    for element, box in boxes.items():
        shown = _shown_in(element, box)
        if not shown:
            continue
        first = plain(box.numbered.pop(1))
        others = {number: plain(url) for number, url in box.numbered.items()} | {shown: start}
        is_short = not _parts_of(first) - own
        if (is_short or is_same_list(first, start)) and (
            len(others) == 1 or addresses_count(others)
        ):
            return shown, first
    return None


def _boxes(links: list[Link], start: str, plain: Callable[[str], str]) -> dict[HtmlElement, _Box]:
    """Boxes of links that may be pagers."""
    boxes: dict[HtmlElement, _Box] = {}
    own = _parts_of(start)
    if not own:
        # Any address holds all of nothing.
        return boxes
    for link in links:
        said = what_is_said(link.text)
        if not said.number and said.way not in {"next", "back"}:
            continue
        if own - _parts_of(plain(link.url)):
            continue
        box = boxes.setdefault(box_of(link.element), _Box())
        if said.number:
            box.numbered.setdefault(said.number, link.url)
        else:
            (box.onward if said.way == "next" else box.back).add(link.url)
    return boxes


def _shown_in(element: HtmlElement, box: _Box) -> int:
    """Return the number in a pager that is no link, where the one before it is; else 0."""
    if 1 not in box.numbered or any(islice(element.itertext(), MAX_TEXTS, None)):
        return 0
    for text in cast("list[str]", _UNLINKED(element)):
        number = what_is_said(squeeze(text)).number
        if number is not None and number - 1 in box.numbered and number not in box.numbered:
            return number
    return 0


@lru_cache(maxsize=4096)
def _parts_of(url: str) -> Counter[str]:
    """Words and numbers of an address behind its host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return Counter()
    return Counter(_PARTS.findall(unquote(f"{parts.path} {parts.query}").lower()))


def box_of(element: HtmlElement) -> HtmlElement:
    """Return the nearest element around a link that holds other links."""
    box = element
    for _ in range(LEVELS):
        above = box.getparent()
        if above is None:
            break
        box = above
        if any(True for _ in islice(box.iter("a"), 1, None)):
            break
    return box


def addresses_count(urls: dict[int, str]) -> bool:
    """Tell whether addresses are alike but for one number that counts with those of the pages."""
    numbers = sorted(urls)
    tokens = [_TOKENS.findall(urls[number]) for number in numbers]
    if len({len(t) for t in tokens}) != 1:
        return False
    places = list(zip(*tokens, strict=True))
    differing = [n for n, place in enumerate(places) if len(set(place)) > 1]
    if len(differing) != 1 or not all(token.isdecimal() for token in places[differing[0]]):
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
