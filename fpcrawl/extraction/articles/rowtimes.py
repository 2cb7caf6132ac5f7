"""Times that stand in rows of lists of other articles."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.names import is_own_name
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import HANDS_ON, leads_nowhere, leads_to_section, leads_to_writer

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = ["in_row", "leads_to_another"]

#: Elements above a time in which the row it stands in is looked for.
ROW_LEVELS = 4
#: More text than this is no row of a list; a link of such weight can be a title.
MAX_ROW, ROW_TITLE = 240, 12
#: Elements beside a row among which another one is looked for.
MAX_BESIDE = 20
_WHOLE = frozenset({"article", "body", "html", "main"})


def in_row(tree: PageTree, i: int, heading: int = -1) -> bool:
    """Whether a time stands in a row of a list, beside a link that can be a title.

    Parameters
    ----------
    heading
        That of the page's own text: what holds it is a row of the layout.
    """
    row = i
    for _ in range(ROW_LEVELS):
        if tree.tag(row) in _WHOLE or tree.text_len[row] > MAX_ROW:
            return False
        if heading >= 0 and tree.holds(row, heading):
            return False
        title = tree.number.get(tree.nodes[row].getprevious(), -1) if tree.tag(row) == "dd" else -1
        # What stands in a line of its own above a time in the details of a text names no text.
        if (
            title >= 0
            and tree.tag(title) == "dt"
            and _leads_to_text(tree, title, i, ROW_TITLE // 2)
        ):
            return True
        larger = tree.text_len[row] > tree.text_len[i]
        if larger and _has_like(tree, row) and _leads_to_text(tree, row, i, ROW_TITLE):
            return True
        row = tree.parent[row]
    return False


def _leads_to_text(tree: PageTree, row: int, time: int, least: int) -> bool:
    """Whether an element holds a link that can be a title, and not a time."""
    for j in range(row, min(tree.end[row], row + MAX_ROW)):
        if tree.tag(j) == "a" and _weighs(tree, j, least):
            href = tree.nodes[j].get("href") or ""
            # What leads down to the comments is no title, nor is the name of a category.
            if leads_nowhere(href) or leads_to_writer(href) or leads_to_section(href):
                continue
            if href and not tree.holds(j, time):
                return True
    return False


def leads_to_another(tree: PageTree, box: int) -> bool:
    """Whether a box beside a text holds a link to another one, and not just to who wrote it."""
    for j in range(box, min(tree.end[box], box + MAX_ROW)):
        href = tree.nodes[j].get("href") if tree.tag(j) == "a" else None
        if not href or not tree.text_len[j]:
            continue
        if leads_nowhere(href) or leads_to_writer(href) or leads_to_section(href):
            continue
        element = tree.nodes[j]
        if not (element.get("rel") or is_own_name(tree.text(j)) or HANDS_ON.search(href)):
            return True
    return False


def _has_like(tree: PageTree, row: int) -> bool:
    """Whether an element of the same kind, with a link as well, stands before or behind."""
    element = tree.nodes[row]
    for before in (False, True):
        # The names of tags in broken pages can hold what lxml does not search for.
        siblings = islice(element.itersiblings("*", preceding=before), MAX_BESIDE)
        beside = next((other for other in siblings if other.tag == element.tag), None)
        j = tree.number.get(beside, -1) if beside is not None else -1
        if j < 0 or tree.sig[j] != tree.sig[row]:
            continue
        if tree.text_len[j] <= MAX_ROW and _is_linked(tree, j):
            return True
    return False


def _is_linked(tree: PageTree, row: int) -> bool:
    """Whether the links of an element say as much as a title."""
    if tree.link_len[row] >= ROW_TITLE:
        return True
    links = (i for i in range(row, tree.end[row]) if tree.tag(i) == "a")
    return any(_weighs(tree, i, ROW_TITLE) for i in links)


def _weighs(tree: PageTree, i: int, least: int) -> bool:
    """Whether a text has at least such a weight."""
    length = tree.text_len[i]
    return length >= least or (2 * length >= least and weight_of(tree.text(i)) >= least)
