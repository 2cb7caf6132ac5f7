"""Links to the other pages of the same list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.text import loose_ahead, squeeze, weight_of
from fpcrawl.extraction.timenodes import is_time
from fpcrawl.pages.links import Link
from fpcrawl.walk.pageaddress import (
    is_page_step,
    is_renamed_second,
    is_same_list,
    page_number,
    page_value,
)
from fpcrawl.walk.pagerbox import addresses_count, box_of, boxed_pages
from fpcrawl.walk.pagewords import ARROWS, page_behind, says_more, what_is_said

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = [
    "PageLink",
    "is_page_step",
    "is_same_list",
    "next_page",
    "page_after_previous",
    "page_number",
    "pagination_of",
]

_NEXT_NAME = re.compile(
    r"(?:chevron|arrow|angle|caret|double)s?-(?:double-)?right|(?:^|[-_ ])(?:next|nxt)(?:$|[-_ ])",
    re.IGNORECASE,
)
_BACK_NAME = re.compile(r"(?:^|[-_ ])prev(?:ious)?(?:$|[-_ ])", re.IGNORECASE)
#: Parameters that choose a list: "/?cat=3".
_CHOOSING = re.compile(
    r"(?:board|b|cat(?:egory)?|channel|class|column|f|forum|section|sort|t|tag|topic|type)?_?id"
    r"|board|c|cat|category|channel|column|f|forum|node|section|tag|topic|type",
    re.IGNORECASE,
)
_SPLIT = re.compile("[&;]")
_CUTS = re.compile(r"[/?&;#]")
#: Rows of a page at least, where addresses tell them.
MIN_STEP = 5
#: Weight of words that name what a link leads to.
MIN_TITLE = 4
#: Stands for the number of a last page that its address does not tell.
_LAST = 0


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page of the same list; ``number`` is ``None`` for "next"."""

    link: Link
    number: int | None
    is_next: bool


def pagination_of(
    page: Page,
    links: list[Link] | None = None,
    plain: Callable[[str], str] | None = None,
) -> list[PageLink]:
    """Links of a page that lead to other pages of the list it shows.

    Parameters
    ----------
    page
        The page.
    links
        Its links, by default all.
    plain
        Takes off what is known not to matter in the site's addresses.

    Returns
    -------
    list of PageLink
        One for each address, numbered links before "next" ones of the same address.
    """
    out: dict[str, PageLink] = {}
    here = page.url
    start = plain(here) if plain is not None else here
    own = page_number(here) or 1
    links = page.links if links is None else links
    boxed = boxed_pages(links, start, plain or str)
    # Asked for few links of few pages.
    titled = cache(partial(_titled, links, start, boxed, plain or str))
    for link in links:
        number, is_next = _reads_as_page(link, own)
        if number is None and not is_next:
            continue
        shows_number = number is not None and what_is_said(link.text).number == number
        if number == _LAST:
            number = None
        there = plain(link.url) if plain is not None else link.url
        is_renamed = is_next and is_renamed_second(start, there)
        number = 2 if is_renamed else number
        if there == start or not (is_renamed or link.url in boxed or is_same_list(start, there)):
            continue
        if number is None and is_next and page_value(there, start) is None:
            # "view=next": the next thread.
            continue
        if is_next and number is None and says_more(link.text) and _is_choice(start, there):
            # "More" of a section, on a start page or beside another one.
            continue
        unnumbered = number is None and is_next and page_number(there) is None
        if unnumbered and link.url.rstrip("/") in titled():
            # "Read more" below the title of another text.
            continue
        leads_back = number == 1 and len(there) < len(start) and is_page_step(start, there)
        if shows_number and not leads_back and _is_of(link.url, titled()):
            # "(3)" beside the title of another thread counts its answers.
            continue
        known = out.get(link.url)
        if known is None:
            out[link.url] = PageLink(link, number, is_next)
        else:
            # What a link shows is the page's number, also where addresses count from 0.
            shown = known.number is None or (known.is_next and number is not None and not is_next)
            out[link.url] = PageLink(
                known.link, number if shown else known.number, known.is_next or is_next
            )
    declared = page.meta.get("next")
    if declared and is_page_step(here, declared) and _leads_on(declared, here):
        known = out.get(declared)
        # A pager that shows its numbers knows its end better than the page's head does.
        if known is not None:
            out[declared] = PageLink(known.link, known.number, is_next=True)
        elif all(item.is_next for item in out.values()):
            # Scripts can have their own address for "next".
            head = Link(declared, "", "", "next", False, page.root, "", True, -1)
            out = {declared: PageLink(head, None, is_next=True)}
    return list(out.values())


def _is_choice(here: str, there: str) -> bool:
    """Whether an address chooses a list of its own: by another number, or by a name for lists."""
    if not is_page_step(here, there):
        mine, theirs = page_value(here, there), page_value(there, here)
        if mine is None or theirs is None:
            return True
        step = theirs - mine
        return step != 1 and (step < MIN_STEP or mine % step != 0)
    query = urlsplit(there).query
    own = {*_SPLIT.split(urlsplit(here).query)}
    added = [part.partition("=")[0] for part in _SPLIT.split(query) if part not in own]
    return bool(added) and all(map(_CHOOSING.fullmatch, added))


def _titled(
    links: list[Link], start: str, boxed: frozenset[str], plain: Callable[[str], str]
) -> frozenset[str]:
    """Addresses that the words of a link name, but for those that the page's own begins with.

    A time names none: "6 minutes ago" leads to the last page. Of what is declared to be next, and
    of a page to which a number of a pager leads, the words are those of a button, whatever they
    are.
    """
    out = set()
    pagers: dict[HtmlElement, dict[int, str]] = {}
    for link in links:
        number = what_is_said(link.text).number
        if number and (link.url in boxed or is_same_list(start, plain(link.url))):
            pagers.setdefault(box_of(link.element), {}).setdefault(number, link.url)
    numbered: set[str] = set()
    for urls in pagers.values():
        theirs = {n: plain(url) for n, url in urls.items()}
        if len(urls) > 1 and addresses_count(theirs):
            numbered.update(urls.values())
        # "2" alone: a count of answers is not the number that the addresses differ in.
        numbered.update(urls[n] for n, url in theirs.items() if page_value(url, start) == n)
    for link in links:
        if link.url in numbered:
            continue
        if weight_of(link.text) >= MIN_TITLE and "next" not in link.rel.split():
            said = what_is_said(link.text)
            if said.number is None and not said.way and not is_time(link.text):
                out.add(link.url.rstrip("/"))
    return frozenset(url for url in out if not start.startswith(url))


def _is_of(url: str, titled: frozenset[str]) -> bool:
    """Whether an address is one of some, or goes on behind one."""
    if url.rstrip("/") in titled:
        return True
    return any(url[: cut.start()].rstrip("/") in titled for cut in _CUTS.finditer(url))


def next_page(pages: list[PageLink], here: str) -> str | None:
    """Return the address of the page after this one, ``None`` on the last.

    Parameters
    ----------
    pages
        What :func:`pagination_of` found.
    here
        Address of the page.
    """
    # "Next" beside no page numbers is the next thread or article, unless only a page's
    # number can be what the addresses differ in.
    counted = any(item.number is not None for item in pages)
    onward = [
        item
        for item in pages
        if item.is_next
        and _leads_on(item.link.url, here)
        and (counted or is_page_step(here, item.link.url))
    ]
    if not onward:
        own = page_number(here)
        onward = [item for item in pages if item.number and _leads_on(item.link.url, here)]
        if own is None and not any(page_value(here, item.link.url) for item in onward):
            # A first page: its second is the next.
            onward = [item for item in onward if item.number == 2]
    if not onward:
        return None
    return min(onward, key=lambda item: page_value(item.link.url, here) or 0).link.url


def page_after_previous(pages: list[PageLink]) -> int:
    """Return the number of the page of an article's comments that stands at its own address.

    Some software shows the latest comments there: "older comments" lead back to a page with a
    number, in a box that is named after the previous page.

    Returns
    -------
    int
        1 where nothing tells that.
    """
    back = [item for item in pages if item.is_next and _is_called_back(item.link)]
    number = page_number(back[0].link.url) if len(back) == 1 else None
    if not number or any((item.number or 0) > number for item in pages):
        return 1
    return number + 1


def _leads_on(url: str, here: str) -> bool:
    """Whether an address adds a number to that of a page, or has a higher one."""
    theirs = page_value(url, here)
    if theirs is None:
        return False
    mine = page_value(here, url)
    return mine is None or theirs >= mine


def _reads_as_page(link: Link, own: int) -> tuple[int | None, bool]:
    """Page number that a link tells, and whether it says that it is the next page."""
    text = link.text
    said = what_is_said(text)
    if said.number is not None:
        return said.number, False
    if said.way == "last":
        return page_number(link.url) or _LAST, False
    if said.way == "rows":
        return page_number(link.url) or page_behind(_text_ahead(link.element), text), False
    if said.way == "next":
        return _number_of_next(link.url), True
    if "next" in link.rel.split():
        return None, True
    if page_number(link.url) == own + 1 and (_has_arrow(text) or _is_boxed_as(link, _NEXT_NAME)):
        # Whatever the language, and "newer" comments: the address names the page after this one.
        return own + 1, True
    if said.way == "back":
        return None, False
    if not text and _NEXT_NAME.search(_icon_names(link)):
        return _number_of_next(link.url), True
    if len(text) <= 24 and _NEXT_NAME.search(link.element.get("class") or ""):
        return None, True
    return None, what_is_said(link.title).way == "next"


def _has_arrow(text: str) -> bool:
    return bool(text) and (text[0] in ARROWS or text[-1] in ARROWS)


def _is_boxed_as(link: Link, name: re.Pattern[str]) -> bool:
    """Whether a link stands alone in a box that is named after the page it leads to."""
    box = link.element.getparent()
    if box is None or len(box) > 1 or squeeze(box.text or ""):
        return False
    return name.search(box.get("class") or "") is not None


def _is_called_back(link: Link) -> bool:
    own = _BACK_NAME.search(link.element.get("class") or "")
    return own is not None or _is_boxed_as(link, _BACK_NAME)


def _text_ahead(element: HtmlElement) -> str:
    """Return the text right before a link: between it and the element before, or that of it."""
    before = element.getprevious()
    return loose_ahead(element) or squeeze((before.text if before is not None else "") or "")


def _number_of_next(url: str) -> int | None:
    """Return the number of the page that is called the next, unless its list counts from 0."""
    number = page_number(url)
    return number if number is None or number > 1 else None


def _icon_names(link: Link) -> str:
    return " ".join(c.get("class") or "" for c in link.element.iter("i", "span", "svg"))
