"""Names of rows that nothing calls so: what stands beside a time and is no figure."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.pieces import number_of, words_of
from fpcrawl.extraction.rowwords import kinds_in, only_figures
from fpcrawl.extraction.text import DOTS

if TYPE_CHECKING:
    from collections.abc import Collection

    from fpcrawl.extraction.lists.grid import Grid
    from fpcrawl.extraction.pieces import Piece

__all__ = ["are_given_names", "plain_names"]

#: Share of the rows that have such a name, and share of the names that differ: what is filed
#: under a few words comes again.
REACH, VARIED = 0.8, 0.3
#: Rows at least, and characters of a line.
MIN_ROWS, MAX_LINE = 3, 90
#: Elements of a row without a table, at least and at most, and characters of a number.
MIN_CELLS, MAX_CELLS, MAX_NUMBER = 4, 24, 12
#: Names that two columns have in common, at least.
MIN_SHARED = 2
#: Names that begin with small letters, where others do not.
MIN_SMALL = 2
#: "bob77", "dmitri_k", "lucky猫"; not "Windows 11" or "MP3". And "carla", not "iOS" or "dpa".
_MADE_UP = re.compile(
    r"[a-zа-яё]{3}[\d_]|_[a-zа-яё]{2}|[a-z]{2}[一-鿿가-힣ぁ-ヿ]|[一-鿿가-힣ぁ-ヿ][a-z]{2}"
)
_SMALL = re.compile(r"[a-zа-яё]{4}")
#: A number beside an icon that says what it counts.
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*\s?[kKmM万]?(?!\w)")
#: Signs that part a name from the time beside it.
_SIGNS = " -–—|/" + DOTS + "»«,，"
_BRACKETED = re.compile(r"[(（]([^()（）]{1,40})[)）]")


def plain_names(grid: Grid) -> dict[str, dict[int, tuple[int, str]]]:
    """Return names that stand in a line with a time and nothing but figures, or behind the title.

    In a table they can have a column of their own as well.

    Returns
    -------
    dict
        Place -> row -> element and name.
    """
    places: dict[str, dict[int, tuple[int, str]]] = {}
    for n in range(len(grid.rows)):
        times = _times_of(grid, n)
        for place, piece in grid.placed(n):
            if any(raw in piece.text for _, raw in times):
                continue  # "2024-03-09 UP"
            name = piece.text.strip(_SIGNS)
            bracketed = _BRACKETED.match(name)
            if bracketed is not None:
                if not _is_rest(name[bracketed.end() :]):
                    continue
                name = bracketed[1].strip()
            if not _may_be(name):
                continue
            if not (bracketed or _beside_time(grid, n, piece, times) or _is_cell(grid, n, piece)):
                continue
            places.setdefault(place, {})[n] = (piece.node, name)
    least = max(REACH * len(grid.rows), MIN_ROWS)
    names = {
        place: own
        for place, found in places.items()
        if len(found) >= least
        and len(own := {name for _, name in found.values()}) >= VARIED * len(found)
    }
    given = set[str]().union(*filter(are_given_names, names.values()))
    # Members who begin threads answer in others, too.
    return {
        place: places[place]
        for place, own in names.items()
        if are_given_names(own) or len(own & given) >= MIN_SHARED
    }


def _may_be(name: str) -> bool:
    # "32 个关注", whatever it counts; "$12" and "#lids" are no names either.
    is_word = name[:1].isalpha() or name[:1] == "_"
    return is_word and is_name(name) and not kinds_in(name)


def are_given_names(names: Collection[str]) -> bool:
    """Whether names are such as people give themselves, not those of places, papers or sections.

    In one of them a number or a line follows small letters at once, or some begin with small
    letters and others do not.
    """
    if any(map(_MADE_UP.search, names)):
        return True
    small = sum(_SMALL.match(name) is not None for name in names)
    return small >= MIN_SMALL and any(name[:1].isupper() for name in names)


def _is_rest(said: str) -> bool:
    return not any(map(str.isalnum, _NUMBER.sub(" ", said))) or only_figures(said.strip())


def _times_of(grid: Grid, n: int) -> list[tuple[int, str]]:
    """Return the elements of a row that tell a time, and what is told."""
    tree, row = grid.tree, grid.rows[n]
    nodes = words_of(tree).times
    first, stop = (bisect_left(nodes, i) for i in (row.root, row.end))
    times = [(time.node, time.raw) for time in tree.times[first:stop]]
    if row.last_post is not None:  # "11-20"
        times.append((row.last_post.node, row.last_post.raw))
    return times


def _is_cell(grid: Grid, n: int, piece: Piece) -> bool:
    """Whether a text is all that a cell of a row says, behind the cell of the title.

    Rows of other elements than those of tables have cells where one of them is but a number.
    """
    tree, mark = grid.tree, grid.marks[n]
    cell = next((i for i in grid.above(n, piece.node) if tree.holds(tree.parent[i], mark)), None)
    if cell is None or cell < mark or tree.text(cell) != piece.text or tree.link_len[cell]:
        return False  # a link without an address of members can name a tag
    if tree.tag(cell) == "td":
        return True
    cells = tree.children(tree.parent[cell])
    return (
        MIN_CELLS <= len(cells) <= MAX_CELLS
        and {tree.tag(i) for i in cells} == {"div"}
        and any(number_of(tree.text(i)) is not None for i in cells if tree.text_len[i] < MAX_NUMBER)
    )


def _beside_time(grid: Grid, n: int, piece: Piece, times: list[tuple[int, str]]) -> bool:
    """Whether the smallest element around a text that tells a time tells else but figures."""
    tree = grid.tree
    for line in grid.above(n, piece.node):
        if tree.text_len[line] > MAX_LINE or tree.holds(line, grid.marks[n]):
            return False
        told = [(i, raw) for i, raw in times if tree.holds(line, i)]
        if told:
            break
    else:
        return False
    said = tree.text(line).replace(piece.text, " ", 1)
    for i, raw in told:
        said = said.replace(raw if i in {line, piece.node} else tree.text(i), " ")
    return _is_rest(said)
