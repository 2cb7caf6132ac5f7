"""Links that hold all of a row, or a good part of it: which element of them shows the title."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, HEADINGS, TITLE_CLASS

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree

__all__ = ["narrow_links", "shows_title"]

#: Share of the rows whose link must hold such an element.
REACH = 0.5
#: Elements of a link that are looked at, and characters that a title has at most.
MAX_ELEMENTS, MAX_TITLE = 80, 300


def narrow_links(tree: PageTree, rows: list[Row]) -> None:
    """Let rows be headed by the element that shows the title within a link that says more.

    Whole rows are links on many pages: who, when and how many are told within them. What shows
    the title is a heading, or is called after one; a link that says nothing else is that itself.
    """
    titles: dict[int, int] = {}
    more = False
    for n, row in enumerate(rows):
        link = tree.number[row.link.element]
        found = _title_in(tree, link)
        if found is not None:
            titles[n] = found
            more = more or tree.text_len[found] < tree.text_len[link]
    if not more or len(titles) < REACH * len(rows):
        return
    for n, i in titles.items():
        rows[n].link = replace(rows[n].link, element=tree.nodes[i], text=squeeze(tree.text(i)))


def _title_in(tree: PageTree, link: int) -> int | None:
    """Return the first heading in a link, else the first element that is called a title.

    Of one in another the inner one: the column of titles holds more.
    """
    inside = range(link + 1, min(tree.end[link], link + MAX_ELEMENTS))
    shown = [i for i in inside if shows_title(tree, i)]
    heading = next((i for i in shown if tree.tag(i) in HEADINGS), None)
    if heading is not None:
        return heading
    found: int | None = None
    for i in shown:
        if found is not None and i >= tree.end[found]:
            break
        found = i
    return found


def shows_title(tree: PageTree, i: int) -> bool:
    """Whether an element is a heading, or called a title and not an author's."""
    if not 0 < tree.text_len[i] <= MAX_TITLE:
        return False
    names = tree.nodes[i].get("class") or ""
    return tree.tag(i) in HEADINGS or (
        TITLE_CLASS.search(names) is not None and AUTHOR_CLASS.search(names) is None
    )
