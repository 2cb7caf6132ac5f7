"""Rows that are kept at the top of a list."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.rowwords import says_sticky
from fpcrawl.pages.dates import guess_order, parse_time

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.grid import Grid

__all__ = ["SIGN_ATTRIBUTES", "read_sticky"]

#: Attributes whose words or names may tell it.
SIGN_ATTRIBUTES = ("class", "id", "alt", "title", "aria-label")
#: A longer text is no label.
MAX_LABEL = 30
#: In a list of so many rows a sign that all of them bear is the template's.
MANY_ROWS = 3
#: Rows that are ordered by their last posts, at least, the share of them that may be out of
#: order, and the share of all rows that stand above those, at most.
MIN_ORDERED, MOST_RISES, MOST_KEPT = 6, 0.2, 0.34
ZONES_APART = timedelta(days=1)


def read_sticky(grid: Grid) -> None:
    """Set which rows are kept at the top, by signs that the others have not.

    Without a sign that is known, the order of their last posts tells.
    """
    signs: dict[str, dict[int, int]] = {}
    for n, (row, mark) in enumerate(zip(grid.rows, grid.marks, strict=True)):
        for i, sign in _signs(grid, n, row.root, mark):
            signs.setdefault(sign, {}).setdefault(n, i)
    rows = grid.rows
    for bearers in signs.values():
        if len(bearers) == len(rows) >= MANY_ROWS:
            continue
        for n, i in bearers.items():
            rows[n].sticky = True
            if rows[n].sticky_node is None:
                rows[n].sticky_node = i
    if not any(row.sticky for row in rows):
        for row in rows[: _count_kept(grid)]:
            row.sticky = True


def _count_kept(grid: Grid) -> int:
    """Count the rows above a list that the last post orders, which stand there though older."""
    times = [row.last_post for row in grid.rows]
    raws = [time.full or time.raw for time in times if time is not None]
    if len(raws) < len(times) or len(times) < MIN_ORDERED:
        return 0
    now = grid.tree.page.fetched
    order = guess_order(raws, now)
    read = [parse_time(raw, now=now, order=order) for raw in raws]
    moments = [time.instant for time in read if time is not None]
    if len(moments) < len(raws):
        return 0
    later = [next_ - one for one, next_ in pairwise(moments)]
    # "Today" and "an hour ago" are told by two clocks, where the site's zone is not known.
    kept = max((n for n, rise in enumerate(later, 1) if rise > ZONES_APART), default=0)
    ordered = later[kept:]
    rises = sum(rise > timedelta() for rise in ordered)
    few = kept <= MOST_KEPT * len(moments) and rises <= MOST_RISES * len(ordered)
    return kept if few and len(moments) - kept >= MIN_ORDERED else 0


def _signs(grid: Grid, n: int, root: int, mark: int) -> list[tuple[int, str]]:
    """Elements of a row that say it is sticky, each with what a like one would say.

    Words stand before the title, around it, or in its own line, pictures anywhere.
    """
    tree = grid.tree
    line_end = tree.end[tree.parent[mark]] if tree.parent[mark] >= root else tree.end[mark]
    out = []
    for i in range(root, grid.rows[n].end):
        if mark <= i < tree.end[mark] and i != mark and tree.text_len[i]:
            continue
        if i >= line_end and tree.text_len[i]:
            continue
        element = tree.nodes[i]
        for name in SIGN_ATTRIBUTES:
            value = element.get(name)
            # A title may repeat the thread's name.
            if not value or (i == mark and name in {"title", "aria-label"}):
                continue
            short = name in {"class", "id"} or len(value) <= MAX_LABEL
            if short and says_sticky(value) and not grid.unseen(i):
                out.append((i, f"{tree.sig[i]}@{name}"))
    for piece in grid.pieces[n]:
        short = piece.at < line_end and len(piece.text) <= MAX_LABEL // 2
        if short and says_sticky(piece.text) and not grid.unseen(piece.node):
            out.append((piece.node, f"{tree.sig[piece.node]}@"))
    return out
