"""Titles at the end of trails: "Pots > Lids > Which lid fits?"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze
from fpcrawl.walk.pageaddress import is_page_step, page_number
from fpcrawl.walk.pagerbox import first_of
from fpcrawl.walk.pagewords import names_view

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["MAX_TITLE", "behind_trail", "last_step", "leads_here", "linked_from", "without_arrow"]

#: Characters of a title, at most.
MAX_TITLE = 200
#: What stands between the steps of a trail.
_STEP = re.compile(r"\s*(?:[-–—]+>|[-–—|»·•/>→›:]+)\s*(?=\S)")
_STEPS = re.compile(r"^[\s\-–—|»·•/>→›:]+")
_TRAIL = re.compile(r"bread|crumb|trail|pathway", re.IGNORECASE)
#: So many of them are looked at, at most.
_MAX_TRAILS = 8


def last_step(tree: PageTree, stop: int, homes: set[str]) -> str:
    """Text of the last step of a trail above the records: what the page itself shows.

    It stands behind the last link, or is that where it links to the page.
    """
    i = trails = 0
    while i < min(stop, len(tree.nodes)) and trails < _MAX_TRAILS:
        element = tree.nodes[i]
        i += 1
        if not 1 < tree.text_len[i - 1] <= 2 * MAX_TITLE or element.tag in {"html", "body"}:
            continue
        if not _TRAIL.search(f"{element.get('class') or ''} {element.get('id') or ''}"):
            continue
        trails += 1
        links = list(element.iter("a"))
        last = squeeze("".join(links[-1].itertext())) if links else ""
        behind = _behind_links(squeeze(tree.text(i - 1)), links)
        step = without_arrow(behind) if last else ""
        if (len(step) < 2 or names_view(step)) and last:
            step = last if leads_here(tree, tree.number.get(links[-1], i - 1)) else ""
        if 1 < len(step) <= MAX_TITLE and not (step in homes or names_view(step)):
            return step
        i = tree.end[i - 1]  # what it holds was looked at
    return ""


def without_arrow(step: str) -> str:
    """Return a step of a trail without the sign that stands before it."""
    return _STEPS.sub("", step)


def behind_trail(tree: PageTree, i: int) -> str:
    """Text of a heading, or the last step of the trail that it is."""
    text = squeeze(tree.text(i))
    links = list(tree.nodes[i].iter("a"))
    tail = _behind_links(text, links)
    step = _STEP.match(tail) if links else None
    return tail[step.end() :] if step else text


def _behind_links(text: str, links: list[HtmlElement]) -> str:
    """Return what stands in the text of an element behind the links that it holds."""
    for link in links:
        own = squeeze("".join(link.itertext()))
        text = text.partition(own)[2] if own and own in text else text
    return text


def leads_here(tree: PageTree, i: int) -> bool:
    """Whether an element holds or is a link to the page, or to the first of its thread."""
    here, linked = tree.page.url, linked_from(tree, i)
    if here in linked:
        return True
    if page_number(here) is not None and any(is_page_step(link, here) for link in linked):
        return True
    first = first_of(tree.page.links, here, str) if linked else None
    return first is not None and first[1] in linked


def linked_from(tree: PageTree, i: int) -> list[str]:
    """Addresses of the links within an element or around it."""
    places = ((tree.number.get(link.element, -1), link.url) for link in tree.page.links)
    return [url for j, url in places if j >= 0 and (tree.holds(i, j) or tree.holds(j, i))]
