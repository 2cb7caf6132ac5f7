"""Times of rows without a day ("13:05") or a year ("11-20").

They say nothing by themselves. At one place of the rows, where all else is a time as well, they
do when a word says that they are the last post's, when both kinds stand side by side, or when
days of two figures each ("11-05") go back from row to row.
"""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.rowwords import LAST_CLASS, kinds_in
from fpcrawl.extraction.text import DOTS
from fpcrawl.extraction.timenodes import MAX_SHOWN
from fpcrawl.extraction.tree import TimeNode

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.grid import Grid
    from fpcrawl.pages.page import Page

__all__ = ["short_times"]

_CLOCK = re.compile(
    r"(?P<hour>[01]?\d|2[0-3])(?P<rest>:[0-5]\d(?::[0-5]\d)?)(?:\s?(?P<half>[ap])\.?m\.?)?",
    re.IGNORECASE,
)
_DAY = re.compile(r"(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])")
#: Characters of a day of two figures each; days that show that they go back from row to row; of
#: so many of them one can stand before a later one: of a row that is kept at the top; and days
#: since the first of the others.
_PADDED, _MIN_DAYS, _EACH_LATER, _LATE_DAYS = 5, 4, 5, 90
_BRACKETS = "[]()【】（）"
#: A day of two figures each, alone, or ahead of a few words or behind them: "by ann 11-05".
_DAY_BESIDE = re.compile(
    r"(?:^|(?<=\s))(?P<day>(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:$|(?<=^.{5})\s)"
)
_PARTS = re.compile(r"\s*[|,，" + DOTS + r"]\s*")


def short_times(grid: Grid, reach: float) -> dict[int, list[TimeNode]]:
    """Return the short times of the rows.

    Parameters
    ----------
    grid
        Rows with their places.
    reach
        Share of the rows that a place reaches at least.

    Returns
    -------
    dict
        Row -> times, each with its day and year.
    """
    tree = grid.tree
    out: dict[int, list[TimeNode]] = {}
    for found in _places(grid).values():
        kinds = {kind for _, _, kind in found.values()}
        if kinds == {"whole"} or len(found) < reach * len(grid.rows):
            continue
        n, (node, _, _) = next(iter(found.items()))
        if len(kinds) < 2 and not _says_last(grid, n, node):
            days = [raw for _, raw, kind in found.values() if kind == "day"]
            if not _go_back(days, tree.page):
                continue
        for n, (node, raw, kind) in found.items():
            if kind != "whole":
                out.setdefault(n, []).append(TimeNode(node, raw, _in_full(raw, tree.page), 1.0))
    return out


def _places(grid: Grid) -> dict[str, dict[int, tuple[int, str, str]]]:
    """Return places that hold nothing but times: row -> element, text and kind."""
    known = {t.node for t in grid.tree.times}
    places: dict[str, dict[int, tuple[int, str, str]]] = {}
    spoilt: set[str] = set()
    for n in range(len(grid.rows)):
        for place, piece in grid.placed(n):
            text = piece.text.strip(_BRACKETS)
            kind = "whole" if piece.node in known else _kind_of(text)
            parts = _PARTS.split(text) if kind is None else ()
            day = next((told for part in parts if (told := _DAY_BESIDE.search(part))), None)
            if day is not None:  # "by ann, 11-05 | 3 replies"
                places.setdefault(f"{place}~", {})[n] = (piece.node, day["day"], "day")
            if kind is None or (kind != "whole" and _is_part(grid, n, piece.node, known)):
                spoilt.add(place)
            else:
                places.setdefault(place, {})[n] = (piece.node, text, kind)
    return {place: found for place, found in places.items() if place not in spoilt}


def _is_part(grid: Grid, n: int, node: int, known: set[int]) -> bool:
    """Whether a time of day stands beside its day, in one short text."""
    tree = grid.tree
    for i in grid.above(n, node)[1:]:
        if i == grid.rows[n].root or tree.text_len[i] > MAX_SHOWN:
            break
        if not known.isdisjoint(range(i, tree.end[i])):
            return True
    return False


def _kind_of(text: str) -> str | None:
    if (told := _CLOCK.fullmatch(text)) is not None:
        return None if told["half"] and int(told["hour"]) > 12 else "clock"
    return "day" if _DAY.fullmatch(text) else None


def _go_back(days: list[str], page: Page) -> bool:
    """Whether days are of two figures each, and go back from one of late, but for the first few."""
    if len(days) < _MIN_DAYS or not all(map(_is_padded, days)):
        return False
    full = [_in_full(day, page) for day in days]
    later = [n for n, (one, other) in enumerate(pairwise(full), 1) if one < other]
    top = later[-1] if later else 0
    if len(set(full)) < 2 or top * _EACH_LATER > len(full):
        return False
    # Others are of what comes, or no days at all: from nine to five.
    now = page.site_time or page.fetched
    return full[top] >= f"{now - timedelta(days=_LATE_DAYS):%Y-%m-%d}"


def _is_padded(text: str) -> bool:
    return len(text) == _PADDED and _DAY.fullmatch(text) is not None


def _says_last(grid: Grid, n: int, node: int) -> bool:
    """Whether the head of a column, a tooltip or a class says that it is of the last posts."""
    said = f"{grid.head(n, node)[0]} {grid.tree.nodes[node].get('title') or ''}"
    return "last" in kinds_in(said) or bool(LAST_CLASS.search(grid.classes(n, node)))


def _in_full(raw: str, page: Page) -> str:
    """Return a time with its day: today; or with its year: the latest that is not after now."""
    now = page.site_time or page.fetched
    told = _CLOCK.fullmatch(raw)
    if told is None:
        month, _, day = raw.partition("-")
        raw = f"{month:0>2}-{day:0>2}"
        return f"{now.year - (raw > f'{now:%m-%d}')}-{raw}"
    hour = int(told["hour"])
    if told["half"] is not None:
        hour = hour % 12 + 12 * (told["half"] in "pP")
    clock = f"{hour:02}{told['rest']}"
    # Where the site's clock is not known its day may be further on than ours.
    late = page.site_time is not None and clock > f"{now:%H:%M:%S}"
    return f"{now - timedelta(days=late):%Y-%m-%d} {clock}"
