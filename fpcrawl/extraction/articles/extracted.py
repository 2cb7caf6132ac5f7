"""The words of a page as trafilatura reads them."""

from __future__ import annotations

import copy
import logging
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from fpcrawl.extraction.articles.inorder import InOrder
from fpcrawl.extraction.text import drop_elements, weight_of
from fpcrawl.extraction.vocabulary import is_anchor, is_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["extracted"]

#: Larger pages are read by structure only: trafilatura's cost grows with the tree.
MAX_NODES_FOR_TRAFILATURA = 20_000
#: A cell with so many blocks and characters places what it holds.
CELL_BLOCKS, CELL_TEXT = 3, 300
#: Cells of such a table, at most.
LAYOUT_CELLS = 60
#: Share of a page from which on what it hides is what it is about.
MUCH_HIDDEN = 0.3
#: Signs without a breadth, in words of Persian, Bengali, Sinhala and others.
_JOINERS = frozenset("\u200c\u200d")
_NO_JOINERS = dict.fromkeys(map(ord, _JOINERS))
_LINES = frozenset({"blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p"})


def extracted(tree: PageTree, taken: Sequence[tuple[int, int]] = ()) -> str:
    """Return the words of a page, a line each paragraph; empty where they are not found.

    Parameters
    ----------
    taken
        Stretches of the page that are none of them: trafilatura tells comments by their names.
    """
    # So deep as that it would take minutes.
    if len(tree.nodes) > MAX_NODES_FOR_TRAFILATURA or "depth" in tree.page.limits_hit:
        return ""
    root = _copied(tree, taken)
    # What a browser without frames would show.
    etree.strip_elements(root, "iframe", with_tail=False)
    _unfold_layout(root)
    _without_hidden(root)
    drop_elements(root, [link for link in root.iter("a") if is_anchor(link)])
    try:
        text = _trafilatura().extract(
            root,
            url=tree.page.url,
            include_comments=False,
            include_tables=True,
            favor_recall=False,
            deduplicate=False,
        )
    except Exception:
        return ""
    return _with_joiners(tree, _in_paragraphs(tree, text or ""))


def _copied(tree: PageTree, taken: Sequence[tuple[int, int]]) -> HtmlElement:
    """Copy a page without some stretches of it."""
    root = copy.deepcopy(tree.page.root)
    if taken:
        firsts = {tree.nodes[first] for first, _ in taken}
        pairs = zip(tree.page.root.iter("*"), root.iter("*"), strict=True)
        drop_elements(root, [new for old, new in pairs if old in firsts])
    return root


def _in_paragraphs(tree: PageTree, text: str) -> str:
    """Part a text in its paragraphs: of a short one all that is about it can be in one line."""
    if not text or "\n" in text:
        return text
    bare = InOrder("".join(text.split()))
    told = (tree.text(i) for i in range(len(tree.nodes)) if tree.tag(i) == "p")
    lines = [line for line in told if line and "".join(line.split()) in bare]
    return "\n".join(lines) if len(lines) > 1 else text


def _with_joiners(tree: PageTree, text: str) -> str:
    """Put back what joins and parts letters: trafilatura takes it for noise."""
    told = tree.text(0)
    if not text or (_JOINERS.isdisjoint(told)):
        return text
    places = (i for i in range(len(tree.nodes)) if tree.tag(i) in _LINES)
    lines = {line.translate(_NO_JOINERS): line for line in map(tree.text, places)}
    return "\n".join(lines.get(line.translate(_NO_JOINERS), line) for line in text.split("\n"))


def _without_hidden(root: HtmlElement) -> None:
    """Take out what a page hides; show what holds much of it and waits for scripts, as WeChat's.

    Trafilatura does neither, and takes the words of dialogs where those of the text are hidden.
    """
    hidden = [element for element in root.iter("*") if is_hidden(element)]
    least = MUCH_HIDDEN * _length(root) if hidden else 0
    dropped = []
    for element in hidden:
        if _length(element) < least:
            dropped.append(element)
            continue
        element.attrib.pop("hidden", None)
        element.attrib.pop("style", None)
    drop_elements(root, dropped)


def _length(element: HtmlElement) -> int:
    return sum(weight_of(piece.strip()) for piece in element.itertext())


def _unfold_layout(root: HtmlElement) -> None:
    """Make boxes of the tables that only place what they hold.

    Of the rows of others trafilatura makes a line each, or leaves them out.
    """
    for table in list(root.iter("table")):
        cells = [cell for cell in table.iter("td") if next(cell.iterancestors("table")) is table]
        if len(cells) <= LAYOUT_CELLS and any(map(_is_layout, cells)):
            for part in (table, *table.iter("tbody", "thead", "tfoot", "tr", "td", "th")):
                part.tag = "div"


def _is_layout(cell: HtmlElement) -> bool:
    """Whether a cell holds paragraphs, and no figure or a word."""
    blocks = islice(cell.iter("p", "div", "h1", "h2", "h3", "br"), CELL_BLOCKS)
    if sum(1 for _ in blocks) < CELL_BLOCKS:
        return False
    left = CELL_TEXT
    for piece in cell.itertext():
        left -= weight_of(piece.strip())
        if left <= 0:
            return True
    return False


@cache
def _trafilatura() -> ModuleType:
    # It takes a second to import, and a forum crawl never needs it.
    import trafilatura  # noqa: PLC0415

    # It logs every page it finds thin; the crawl counts those itself.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    return trafilatura
