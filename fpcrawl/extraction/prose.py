"""The words of an article: the element that holds them, and its text without furniture."""

from __future__ import annotations

import copy
import logging
from functools import cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze, text_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_prose", "prose_text"]

_BOXES = frozenset({"article", "div", "section", "td"})
_TEXT_TAGS = _BOXES | {"blockquote", "font", "li", "p", "pre", "span"}
#: Larger pages are read by structure only: trafilatura's cost grows with the tree.
MAX_NODES_FOR_TRAFILATURA = 20_000
#: A line with less text than this, in Latin letters, is no paragraph.
PARAGRAPH = 60


def find_prose(
    tree: PageTree, heading: int, taken: Sequence[tuple[int, int]]
) -> HtmlElement | None:
    """Element below the heading with the most running text outside links and comments.

    Parameters
    ----------
    heading
        Number of the heading, -1 when there is none.
    taken
        Stretches of the page that are comments.
    """
    start = max(heading, 0)
    stop = min((a for a, _ in taken if a > start), default=len(tree.nodes))
    best = _fullest(tree, start, stop, taken)
    # A heading below its text, or none: look at the whole page.
    return best if best is not None else _fullest(tree, 0, len(tree.nodes), taken)


def _fullest(
    tree: PageTree, start: int, stop: int, taken: Sequence[tuple[int, int]]
) -> HtmlElement | None:
    own: dict[int, float] = {}
    for i in range(start, stop):
        tag = tree.tag(i)
        if tree.plain_len(i) < 4 or tag not in _TEXT_TAGS:
            continue
        if any(a <= i < b for a, b in taken):
            continue
        element = tree.nodes[i]
        pieces = [element.text or "", *(child.tail or "" for child in element)]
        length = sum(weight_of(piece.strip()) for piece in pieces)
        if length < 8:
            continue
        # A paragraph speaks for its parent most, for its grandparent less.
        step = 1.0
        j = i if tag in _BOXES else tree.parent[i]
        for _ in range(3):
            if j < 0 or tree.tag(j) in {"body", "html"}:
                break
            own[j] = own.get(j, 0.0) + length * step
            step *= 0.6
            j = tree.parent[j]
    if not own:
        return None
    return tree.nodes[max(own, key=lambda n: own[n])]


@cache
def _trafilatura() -> ModuleType:
    # It takes a second to import, and a forum crawl never needs it.
    import trafilatura  # noqa: PLC0415

    # It logs every page it finds thin; the crawl counts those itself.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    return trafilatura


def prose_text(
    tree: PageTree,
    declared: str | None,
    element: HtmlElement | None,
    is_furniture: Callable[[str], bool],
    told: Sequence[str] = (),
) -> str:
    """Return the words of an article.

    Parameters
    ----------
    tree
        The page.
    declared
        Text that the page declares.
    element
        Where the prose was found.
    is_furniture
        Whether a line is the title or the byline: at the start and the end of the text they
        are no part of it.
    told
        What title and byline say, piece by piece.
    """
    found = _trimmed(_extracted(tree), is_furniture)
    own = _trimmed(text_of(element), is_furniture) if element is not None else ""
    if declared and len(declared) > 1.2 * max(len(found), len(own)):
        return declared
    if not found or (own and _shared(found, own) < 0.5 and len(own) > len(found)):
        return own
    # Where both agree the element keeps what trafilatura drops (code, short lines), and has
    # not what that took from around it.
    if own and len(own) <= 1.3 * len(found) and not _adds_paragraphs(found, own, told):
        return own
    return found


def _extracted(tree: PageTree) -> str:
    if len(tree.nodes) > MAX_NODES_FOR_TRAFILATURA:
        return ""
    try:
        return (
            _trafilatura().extract(
                copy.deepcopy(tree.page.root),
                url=tree.page.url,
                include_comments=False,
                include_tables=True,
                favor_recall=False,
                deduplicate=False,
            )
            or ""
        )
    except Exception:
        return ""


def _trimmed(text: str, is_furniture: Callable[[str], bool]) -> str:
    lines = text.split("\n")
    first, last = 0, len(lines)
    while first < last and _is_empty(lines[first], is_furniture):
        first += 1
    while last > first and _is_empty(lines[last - 1], is_furniture):
        last -= 1
    return "\n".join(lines[first:last])


def _is_empty(line: str, is_furniture: Callable[[str], bool]) -> bool:
    words = squeeze(line).strip("| ")
    return not words or is_furniture(words)


def _adds_paragraphs(found: str, own: str, told: Sequence[str]) -> bool:
    """Whether one text has paragraphs that the other has not."""
    bare = "".join(own.split())
    known = [*("".join(piece.split()) for piece in (*own.splitlines(), *told))]
    known = sorted((piece for piece in known if len(piece) >= 2), key=len, reverse=True)
    for line in found.splitlines():
        words = "".join(line.strip("|- ").split())
        if weight_of(words) < PARAGRAPH or words in bare:
            continue
        # It can be all in one line, with what stands around it.
        for piece in known:
            words = words.replace(piece, "", 1)
        if weight_of(words) >= PARAGRAPH:
            return True
    return False


def _shared(one: str, other: str) -> float:
    lines = [line for line in one.splitlines() if len(line) > 10]
    return sum(line.strip() in other for line in lines) / len(lines) if lines else 0.0
