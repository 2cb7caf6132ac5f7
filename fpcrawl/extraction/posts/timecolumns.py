"""Times of one kind that stand in several columns of the rows of a list."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.posts.kinds import around_all

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["part_by_column"]

#: Rows of a list, at least, and the share of them that have all the columns of times.
MIN_ROWS, MOST = 3, 0.8
#: Times of a page that are looked at, and cells of a row.
MAX_TIMES, MAX_CELLS = 2_000, 24
#: Characters outside links of a cell with a time at most, and of the title of a row at least.
MAX_CELL, MIN_TITLE = 80, 2

Key = tuple[str, bool]


def part_by_column(tree: PageTree, by_key: dict[Key, list[TimeNode]]) -> dict[Key, list[TimeNode]]:
    """Part times of one key where each row of a list has one of who began it and of the last post.

    Cells without class names make one key of both columns: "ann, 3 May | 12 | bob, 5 May". Posts
    that stand side by side have nothing between them that leads elsewhere.
    """
    out: dict[Key, list[TimeNode]] = {}
    for key, times in by_key.items():
        columns = _columns(tree, times) if 2 * MIN_ROWS <= len(times) <= MAX_TIMES else {}
        for n, some in enumerate(columns.values()):
            out[f"{key[0]}/|{n}" if n else key[0], key[1]] = some
        if not columns:
            out[key] = times
    return out


def _columns(tree: PageTree, times: list[TimeNode]) -> dict[int, list[TimeNode]]:
    """Return the times of each column; nothing where they do not stand in rows of a list."""
    depth = max(tree.depth[around_all(tree, [*pair])] for pair in pairwise(times))
    rows: defaultdict[int, dict[int, TimeNode]] = defaultdict(dict)
    columns: defaultdict[int, list[TimeNode]] = defaultdict(list)
    row, cells = -1, []
    for time in times:
        cell = _above(tree, time.node, depth + 1)
        if tree.parent[cell] != row:
            row = tree.parent[cell]
            cells = tree.children(row)
        if len(cells) > MAX_CELLS or tree.plain_len(cell) > MAX_CELL:
            return {}
        column = cells.index(cell)
        if column in rows[row]:
            return {}
        rows[row][column] = time
        columns[column].append(time)
    usual, count = Counter(map(frozenset, rows.values())).most_common(1)[0]
    if len(usual) < 2 or columns.keys() != usual or count < max(MIN_ROWS, MOST * len(rows)):
        return {}
    return columns if all(_leads_on(tree, row, usual) for row in rows) else {}


def _above(tree: PageTree, i: int, depth: int) -> int:
    while tree.depth[i] > depth:
        i = tree.parent[i]
    return i


def _leads_on(tree: PageTree, row: int, columns: frozenset[int]) -> bool:
    """Whether a cell of a row holds a link to something else than a member, but not all with times.

    The title can stand in the cell that tells who began the thread.
    """
    leading = {
        column
        for column, cell in enumerate(tree.children(row))
        for j in range(cell, tree.end[cell])
        if tree.tag(j) == "a"
        and tree.text_len[j] >= MIN_TITLE
        and not names_member(tree.nodes[j].get("href") or "")
    }
    return bool(leading) and not columns <= leading
