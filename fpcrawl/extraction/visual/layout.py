"""Where the elements of a page stand on the screen, and how they look there.

A layout belongs to one :class:`~fpcrawl.extraction.tree.PageTree`: element ``i`` of the tree
is entry ``i`` of every array. It comes from a browser, or from layout files that were saved
beside the page.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.exceptions import LayoutError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from lxml.html import HtmlElement
    from numpy.typing import NDArray

    from fpcrawl.extraction.tree import PageTree

__all__ = ["VIEWPORT_PX", "Box", "PageLayout", "layout_of_rows", "read_layout_rows"]

#: Width of the window that pages are laid out in, in CSS pixels.
VIEWPORT_PX = 1280
#: Rows of a layout file that are read; a page with more is no page people read.
MAX_ROWS = 200_000
#: Pairs of children of two elements that are compared; of more, each is its counterpart's.
MAX_COMPARED = 4_000_000

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CLEAR = frozenset({"transparent", "rgba(0, 0, 0, 0)", ""})


@dataclass(frozen=True, slots=True)
class Box:
    """One element on the screen.

    Attributes
    ----------
    x, y, width, height
        In CSS pixels from the left upper corner of the page.
    font_size
        In CSS pixels.
    family, colour, background
        As the browser computed them; the background is empty where it is clear.
    visible
        Whether anything of it is seen.
    """

    x: float
    y: float
    width: float
    height: float
    font_size: float
    family: str
    colour: str
    background: str
    visible: bool

    @property
    def font(self) -> str:
        """Font and colour in one: what Algorithm 1 keys time strings by."""
        return f"{self.family}|{self.font_size:g}|{self.colour}"


class PageLayout:
    """Boxes of all elements of a page tree.

    Attributes
    ----------
    boxes
        One for each element; ``None`` where the browser has no such element.
    x, y, width, height, font_size
        The same as arrays; zeros where there is no box.
    seen
        Whether there is a visible box.
    viewport
        Width of the window in CSS pixels.
    """

    __slots__ = ("boxes", "font_size", "height", "seen", "viewport", "width", "x", "y")

    def __init__(self, boxes: Sequence[Box | None], viewport: float = VIEWPORT_PX) -> None:
        self.boxes = list(boxes)
        self.viewport = viewport
        rows = [
            (b.x, b.y, b.width, b.height, b.font_size) if b is not None else (0.0,) * 5
            for b in boxes
        ]
        table: NDArray[np.float64] = np.array(rows, dtype=float).reshape(-1, 5)
        self.x, self.y, self.width, self.height, self.font_size = table.T
        self.seen = np.array([b is not None and b.visible for b in boxes], dtype=bool)

    def __len__(self) -> int:
        return len(self.boxes)

    @property
    def share(self) -> float:
        """Share of the elements that have a box, 0..1."""
        return sum(b is not None for b in self.boxes) / max(len(self.boxes), 1)


def box_of(place: Sequence[float], style: Mapping[str, str]) -> Box:
    """Make a box of a place (x, y, width, height) and computed styles by their CSS names."""
    size = _NUMBER.search(style.get("font-size", ""))
    colour = style.get("background-color", "")
    x, y, width, height = (float(v) for v in place)
    hidden = style.get("visibility", "visible") != "visible" or style.get("display") == "none"
    return Box(
        x=x,
        y=y,
        width=width,
        height=height,
        font_size=float(size.group()) if size else 0.0,
        family=style.get("font-family", "").split(",")[0].strip("\"' "),
        colour=style.get("color", ""),
        background="" if colour in _CLEAR else colour,
        visible=not hidden and width > 0 and height > 0,
    )


def read_layout_rows(path: Path) -> list[dict[str, Any]]:
    """Read a saved layout: rows of the elements of a rendered page in document order.

    Each row has ``xpath``, ``tag``, ``x``, ``y``, ``width``, ``height`` and computed styles
    by their CSS names.

    Raises
    ------
    LayoutError
        When the file is missing or holds something else.
    """
    try:
        rows = json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LayoutError(f"{path}: {error}") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise LayoutError(f"{path}: not a list of rows")
    return rows[:MAX_ROWS]


def layout_of_rows(
    tree: PageTree, rows: Iterable[Mapping[str, Any]], dom: HtmlElement | None = None
) -> PageLayout:
    """Put the rows of a saved layout on the elements of a page.

    Parameters
    ----------
    tree
        The page.
    rows
        What :func:`read_layout_rows` gave.
    dom
        Root of the document that the rows were taken from, when it is not the page as it
        was served (scripts had run). Elements are then paired from the top down by tag, id
        and class, so that a box finds its element though others came or went.

    Raises
    ------
    LayoutError
        When a row lacks what a box needs.
    """
    boxes: dict[str, Box] = {}
    for number, row in enumerate(rows, 1):
        try:
            place = (row["x"], row["y"], row["width"], row["height"])
            boxes[str(row["xpath"])] = box_of(place, {k: str(v) for k, v in row.items()})
        except (KeyError, TypeError, ValueError) as error:
            raise LayoutError(f"row {number} of a layout is no box: {error!r}") from error
    root = tree.page.root
    paths = _paths(root if dom is None else dom)
    twin = None if dom is None or dom is root else _pair(root, dom)
    out: list[Box | None] = []
    for element in tree.nodes:
        other = element if twin is None else twin.get(element)
        out.append(boxes.get(paths[other]) if other is not None else None)
    return PageLayout(out)


def _paths(root: HtmlElement) -> dict[HtmlElement, str]:
    """XPath of every element, each step with the number among siblings of its tag."""
    out = {root: f"/{root.tag}[1]"}
    for element in root.iter():
        if element not in out:
            continue
        above, counts = out[element], dict[str, int]()
        for child in element:
            if isinstance(child.tag, str):
                n = counts[child.tag] = counts.get(child.tag, 0) + 1
                out[child] = f"{above}/{child.tag}[{n}]"
    return out


def _pair(one: HtmlElement, other: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Pair the elements of two states of one document, parents before children."""
    twin = {one: other}
    waiting = [(one, other)]
    while waiting:
        left, right = waiting.pop()
        mine, theirs = _children(left), _children(right)
        if left.tag == "table":
            mine, theirs = _rows_alike(mine, theirs)
        for a, b in _pairs_of(mine, theirs):
            twin[a] = b
            waiting.append((a, b))
    return twin


def _children(element: HtmlElement) -> list[HtmlElement]:
    return [child for child in element if isinstance(child.tag, str)]


def _rows_alike(
    mine: list[HtmlElement], theirs: list[HtmlElement]
) -> tuple[list[HtmlElement], list[HtmlElement]]:
    """Open table bodies where only one side has them: browsers put them in."""
    bodies = [any(e.tag == "tbody" for e in kids) for kids in (mine, theirs)]
    if bodies[0] == bodies[1]:
        return mine, theirs
    mine, theirs = (
        [row for e in kids for row in (_children(e) if e.tag == "tbody" else [e])]
        for kids in (mine, theirs)
    )
    return mine, theirs


def _pairs_of(
    mine: list[HtmlElement], theirs: list[HtmlElement]
) -> list[tuple[HtmlElement, HtmlElement]]:
    names = [_name(e) for e in mine]
    others = [_name(e) for e in theirs]
    if names == others or len(names) * len(others) > MAX_COMPARED:
        return list(zip(mine, theirs, strict=False))
    # By class and id first; what is left over between two pairs, by tag.
    out: list[tuple[HtmlElement, HtmlElement]] = []
    done_a = done_b = 0
    blocks = SequenceMatcher(None, names, others, autojunk=False).get_matching_blocks()
    for a, b, size in blocks:
        tags = SequenceMatcher(
            None,
            [e.tag for e in mine[done_a:a]],
            [e.tag for e in theirs[done_b:b]],
            autojunk=False,
        )
        for c, d, length in tags.get_matching_blocks():
            out += [(mine[done_a + c + n], theirs[done_b + d + n]) for n in range(length)]
        out += [(mine[a + n], theirs[b + n]) for n in range(size)]
        done_a, done_b = a + size, b + size
    return out


def _name(element: HtmlElement) -> tuple[str, str | None, str | None]:
    return str(element.tag), element.get("id"), element.get("class")
