"""Numbers that titles end with, which count the replies: "Kettle boils over [12]".

Many lists set them into the very link that shows the title, in an element of their own or not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.rowwords import class_kind
from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree

__all__ = ["TitleCount", "cut_counts", "give_counts"]

_COUNT = re.compile(r"\s*[(\[（【]\s?(\d{1,3}(?:,\d{3})+|\d{1,6})\s?[)\]）】]$")
_BARE = re.compile(r"(?<!\d)\s*(\d{1,6})$")
#: Share of the rows whose titles end so, where the numbers stand in elements of their own.
REACH = 0.5
#: Rows that all end so, at least, where they do not.
MIN_PLAIN = 4
#: Numbers that can be years, and ages of people who look for others.
_YEARS, _AGES = range(1900, 2101), range(16, 100)


@dataclass(frozen=True, slots=True)
class TitleCount:
    """A number behind a title, the element that it stands in, and whether this says what it is.

    Attributes
    ----------
    whole
        The title with it, where it stands in no element of its own.
    """

    value: int
    node: int
    called: bool = False
    whole: str = ""


def cut_counts(tree: PageTree, rows: list[Row]) -> dict[int, TitleCount]:
    """Take off titles the numbers that count the replies.

    A number in brackets can be of the title itself: a year, the part of a series. It counts
    replies where its element says so, or where rows have one in an element of its own, or where
    all have one, and they differ and are no ages.

    Returns
    -------
    dict
        Row -> what its title ended with.
    """
    boxed: dict[int, TitleCount] = {}
    plain: dict[int, TitleCount] = {}
    called: set[int] = set()
    for n, row in enumerate(rows):
        found = _COUNT.search(row.link.text) or _BARE.search(row.link.text)
        if found is None or not found.start():
            continue
        if found.re is _BARE:
            box = _box_of(row.link.element, found.group())
            if box is not None and box in tree.number and _is_called_so(box, row.link.element):
                boxed[n] = TitleCount(int(found[1]), tree.number[box])
                called.add(n)
            continue
        value = int(found[1].replace(",", ""))
        box = _box_of(row.link.element, found.group())
        if box is None or box not in tree.number:
            node = tree.number[row.link.element]
            plain[n] = TitleCount(value, node, whole=row.link.text)
            continue
        boxed[n] = TitleCount(value, tree.number[box])
        if _is_called_so(box, row.link.element):
            called.add(n)
    if not _can_count(boxed, REACH * len(rows)):
        boxed = {n: count for n, count in boxed.items() if n in called}
    if boxed or not _can_count(plain, max(MIN_PLAIN, len(rows))) or _can_be_ages(plain):
        plain = {}
    out = boxed or plain
    for n in out:
        link = rows[n].link
        bare = _COUNT if _COUNT.search(link.text) else _BARE
        rows[n].link = replace(link, text=bare.sub("", link.text))
    return {n: replace(count, called=n in called) for n, count in out.items()}


def give_counts(rows: list[Row], counts: dict[int, TitleCount]) -> None:
    """Give rows the numbers of their titles, where the list shows no others.

    Those that say what they count are believed before others that do not.
    """
    shown = any(row.replies is not None for row in rows)
    if shown and (any(row.worded for row in rows) or not any(c.called for c in counts.values())):
        for n, count in counts.items():
            if count.whole:  # of the title after all
                rows[n].link = replace(rows[n].link, text=count.whole)
        return
    for row in rows if shown else ():
        row.replies = row.replies_node = None
    for n, count in counts.items():
        rows[n].replies, rows[n].replies_node = count.value, count.node


def _can_count(found: dict[int, TitleCount], least: float) -> bool:
    """Whether numbers of that many rows can count something.

    All alike they do not, nor years, nor the parts of a series: 1, 2, 3.
    """
    values = [count.value for count in found.values()]
    if len(values) < max(least, 2) or all(value in _YEARS for value in values):
        return False
    steps = {other - value for value, other in pairwise(values)}
    return steps != {0} and (len(values) < MIN_PLAIN or steps not in ({1}, {-1}))


def _can_be_ages(found: dict[int, TitleCount]) -> bool:
    """Whether numbers are as well the years of somebody's life: "Ann (34)"."""
    return all(count.value in _AGES for count in found.values())


def _is_called_so(box: HtmlElement, link: HtmlElement) -> bool:
    """Whether the class of an element in a link, or of the one around it, says replies."""
    above = box.getparent()
    around = [box] if above is None or above is link else [box, above]
    names = " ".join(element.get("class") or "" for element in around)
    return class_kind(names) == "replies"


def _box_of(link: HtmlElement, count: str) -> HtmlElement | None:
    """Return the element at the end of a link that holds a number and nothing else."""
    element, bare = link, squeeze(count)
    while True:
        last = next(element.iterchildren("*", reversed=True), None)
        if last is None or not isinstance(last.tag, str) or squeeze(last.tail or ""):
            return None
        if squeeze(last.text_content()) == bare:
            return last
        element = last
