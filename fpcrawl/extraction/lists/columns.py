"""What the columns of a list are: replies, views, the time of the last post.

A column is the same place in many rows. What it is, is judged over all rows: by words beside
its values, by its head, by how its values compare with others, and by class names last.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.shorttimes import short_times
from fpcrawl.extraction.pieces import number_of, words_of
from fpcrawl.extraction.rowwords import (
    FIGURE_WORDS,
    LAST_CLASS,
    class_kind,
    kinds_in,
    label_kind,
    labelled_figures,
)
from fpcrawl.extraction.text import DOTS
from fpcrawl.extraction.vocabulary import UI_WORDS
from fpcrawl.pages.dates import parse_epoch, parse_time

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.extraction.lists.grid import Grid
    from fpcrawl.extraction.pieces import Piece
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["read_figures", "read_times"]

#: Share of the rows that a column reaches; of a figure with its word fewer are enough, since
#: many lists say nothing instead of "0 replies".
REACH, WORDED_REACH = 0.5, 0.1
#: Characters of a link to a page of a thread.
MAX_PAGER_CHARS = 7
#: How sure a column is of its kind: by words beside its figures, its head, a tooltip of the
#: row that tells the same figures, its class names.
WORDED, HEADED, TOLD, CLASSED = 4, 3, 2, 1
#: A tooltip with figures has at most so many characters.
MAX_TOLD = 60
#: A number and the word beside it have at most so many characters.
MAX_FIGURE = 40
#: Elements above a number in which its word may stand.
WORD_LEVELS = 2
#: Two numbers in one text, and what the greatest of the second is at least; two columns.
_PAIR = re.compile(r"(\d{1,7})\s*/\s*(\d{1,9})")
MANY, PAIR = 100, 2
#: A figure with one word beside it, and what parts several.
_NAMED_FIGURE = re.compile(
    r"(?P<ahead>[^\W\d][^\d:：]{0,23}?)\s*[:：]\s*(?P<figure>\d[\d.,]{0,9})"
    r"|(?P<count>\d[\d.,]{0,9})\s+(?P<behind>[^\W\d][^\d:：]{0,23})"
)
_PARTS = re.compile(r"\s*[|" + DOTS + r"]\s*")
_LINE_PARTS = re.compile(r"(?:^|\s)[-–—|" + DOTS + r"]\s")
_BRACKETS = frozenset("([（【")
#: A number of so many digits counts nothing.
MAX_DIGITS = 8
#: "data-comment" can be the number of one.
_COUNT_NAME = re.compile(r"(?:data-)?(?:num-([a-z]{4,12})|([a-z]{4,12}?)-?count|([a-z]{3,11}s))")
_NEXT_WORD = re.compile(r"\s{0,8}([^\W\d_]{1,24})")
_DIGITS = re.compile(r"\d+")
#: Rows from which on figures can be seen to number them.
MIN_NUMBERED, LEAST_NUMBER = 4, 100
#: Rows by which times are compared.
COMPARED = 12
#: Share of the rows in which views are not fewer than replies.
MOSTLY = 0.9
#: A time has at least this share of its text, where it is no column.
TIME_SHARE = 0.3


@dataclass(slots=True)
class _Figures:
    """Numbers at the same place of the rows."""

    values: dict[int, tuple[int, int]] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    kind: str | None = None
    sure: int = 0
    hidden: bool = False
    paired: bool = False
    told: str | None = None
    named: bool = False
    #: Whether they stand in brackets: "[3]" behind the title.
    bracketed: bool = False

    def value(self, n: int) -> int:
        return self.values[n][0]


def read_figures(grid: Grid) -> None:
    """Set replies and views of the rows, and the elements that show them."""
    columns = {place: c for place, c in _gather(grid).items() if not _numbers_rows(grid, c)}
    _name_columns(grid, columns)
    rows = len(grid.rows)
    kept = [
        c
        for c in columns.values()
        if len(c.values) >= (WORDED_REACH if c.sure == WORDED else REACH) * rows
    ]
    kept.sort(key=lambda c: (c.hidden, -c.sure))
    replies = [c for c in kept if c.kind == "replies"] or [c for c in kept if c.kind == "posts"]
    views = [c for c in kept if c.kind == "views"]
    wide = [c for c in columns.values() if not c.kind and len(c.values) >= REACH * rows]
    bare = [c for c in wide if not c.named]
    if not (replies or views or bare):
        replies, views = _named_pair(grid, [c for c in wide if c.named])
    if not replies and bare:
        replies, bare = _by_size(bare, views)
        if not views and not bare and _are_many(replies[0]):
            replies, views = [], replies
    if not views and replies:
        views = [c for c in bare if _mostly_above(c, replies[0])][:1]
    # A list of posts counts the opening one; where it shows 0, it does not.
    opening = bool(replies) and replies[0].kind == "posts" and all(
        value > 0 for c in replies for value, _ in c.values.values()
    )  # fmt: skip
    for n, row in enumerate(grid.rows):
        if (found := next((c.values[n] for c in replies if n in c.values), None)) is not None:
            row.replies, row.replies_node = found[0] - opening, found[1]
            row.opening = opening
            row.worded = replies[0].sure >= TOLD or replies[0].bracketed
        if (found := next((c.values[n] for c in views if n in c.values), None)) is not None:
            row.views, row.views_node = found


def _numbers_rows(grid: Grid, column: _Figures) -> bool:
    """Whether figures number the rows: by their addresses, one by one, or ahead of the titles."""
    values = {n: value for n, (value, _) in column.values.items()}
    if len(values) < MIN_NUMBERED or len(set(values.values())) < len(values):
        return False
    if min(values.values()) < LEAST_NUMBER:  # as well a figure
        return False
    own = sum(str(value) in _DIGITS.findall(grid.rows[n].link.url) for n, value in values.items())
    if own > MOSTLY * len(values):
        return True
    inner = list(values.values())
    steps = {after - before for before, after in pairwise(inner)}
    if column.kinds or len({step > 0 for step in steps}) > 1:
        return False
    return steps <= {-1, 1} or all(node < grid.marks[n] for n, (_, node) in column.values.items())


def _gather(grid: Grid) -> dict[str, _Figures]:
    """Return the figures of the rows by their places, in document order."""
    columns: dict[str, _Figures] = {}
    times: dict[int, list[str]] = {}
    for time in grid.tree.times:
        times.setdefault(time.node, []).append(time.raw)
    for n, pieces in enumerate(grid.pieces):
        paged = _pager_nodes(grid, n)
        seen: Counter[str] = Counter()
        for piece in pieces:
            text = piece.text
            if piece.node in paged or not any(c.isdigit() for c in text):
                continue
            told = [raw for raw in times.get(piece.node, ()) if raw in text or text in raw]
            for raw in told:
                text = "" if text in raw else text.replace(raw, " ")
            if told and not any(c.isdigit() for c in text):
                continue
            place = f"{grid.path(n, piece.node)}+{piece.slot}"
            # Beside a time only what has a word is a figure.
            value = None if told else number_of(text)
            if value is not None:
                seen[place] += 1
                column = columns.setdefault(f"{place}#{seen[place]}", _Figures())
                column.values[n] = (value, piece.node)
                column.bracketed = text[0] in _BRACKETS
                word = _word_beside(grid, n, piece.node)
                if word is not None:
                    column.kinds[word] += 1
                continue
            pair = None if told else _PAIR.fullmatch(text)
            if pair is not None:
                seen[place] += 1
                for side, amount in enumerate(pair.groups()):
                    name = f"{place}#{seen[place]}/{side}"
                    column = columns.setdefault(name, _Figures(paired=True))
                    column.values[n] = (int(amount), piece.node)
                continue
            found = labelled_figures(text)
            if not found and not told:
                _gather_named(columns, place, n, piece)
            # A sentence that speaks of three replies is none of the row's figures.
            if sum(chars for _, _, chars in found) * 2 < len(text) and len(text) > MAX_FIGURE:
                found = tuple(f for f in found if _set_off(text, len(found))) or _figure_parts(text)
            for kind, value, _ in found:
                column = columns.setdefault(f"{place}={kind}", _Figures())
                if n not in column.values:
                    column.values[n] = (value, piece.node)
                    column.kinds[kind] += 1
        _gather_told(grid, n, columns)
    return {place: c for place, c in columns.items() if not c.paired or _is_pair(columns, place)}


def _is_pair(columns: dict[str, _Figures], place: str) -> bool:
    """Whether two numbers in one text count replies and views: no mark out of so many, no day."""
    return _are_counts(*(columns[f"{place[:-1]}{side}"] for side in (0, 1)))


def _are_counts(few: _Figures, many: _Figures) -> bool:
    """Whether figures can be replies and views: these are not fewer, and many somewhere."""
    return _mostly_above(many, few) and _greatest(many) >= MANY


def _greatest(column: _Figures) -> int:
    return max(value for value, _ in column.values.values())


def _gather_told(grid: Grid, n: int, columns: dict[str, _Figures]) -> None:
    """Add the figures of tooltips, ``title="Replies: 3, Views: 12"``, and what scripts are told."""
    tree, row = grid.tree, grid.rows[n]
    for i in range(row.root, row.end):
        said = tree.nodes[i].get("title")
        if not said or len(said) > MAX_TOLD:
            continue
        for kind, value, _ in labelled_figures(said):
            column = columns.setdefault(f"{grid.path(n, i)}@{kind}", _Figures(told=kind))
            column.values.setdefault(n, (value, i))
    for i in (i for i in grid.above(n, grid.marks[n]) if i >= row.root):
        # <article data-comment-count="3">
        for name, value in tree.nodes[i].items():
            found = _COUNT_NAME.fullmatch(name) if value.isdecimal() else None
            word = next(filter(None, found.groups())) if found is not None else ""
            if label_kind(word) == "replies" and len(value) < MAX_DIGITS:
                column = columns.setdefault(f"{grid.path(n, i)}@{name}", _Figures(told="replies"))
                column.values.setdefault(n, (int(value), i))


def _gather_named(columns: dict[str, _Figures], place: str, n: int, piece: Piece) -> None:
    """Add the figures of a text whose words no list knows, by these words."""
    for part in _PARTS.split(piece.text):
        found = _NAMED_FIGURE.fullmatch(part.strip())
        value = number_of(found["figure"] or found["count"]) if found is not None else None
        if found is None or value is None:
            continue
        word = (found["ahead"] or found["behind"]).lower()
        column = columns.setdefault(f"{place}~{word}", _Figures(named=True))
        column.values.setdefault(n, (value, piece.node))


def _has_known_words(grid: Grid) -> bool:
    """Whether rows have words of a language that is known: then others name other things."""
    return any(
        piece.text.lower() in UI_WORDS or kinds_in(piece.text)
        for pieces in grid.pieces
        for piece in pieces
        if len(piece.text) <= MAX_FIGURE
    )


def _named_pair(grid: Grid, named: list[_Figures]) -> tuple[list[_Figures], list[_Figures]]:
    """Return replies and views where all rows have two figures with words that no list knows.

    One figure alone can count anything.
    """
    if len(named) != PAIR or _has_known_words(grid):
        return [], []
    few, many = sorted(named, key=_greatest)
    if not _are_counts(few, many) or _mostly_above(few, many):
        return [], []
    return [few], [many]


def _set_off(text: str, figures: int) -> bool:
    """Whether a text is a row of labels: ``by: ann , section: kettles , views: 31``."""
    return text.count(":") + text.count("：") > figures


def _figure_parts(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the figures that are a part of a line by themselves: ``by ann — 3 replies``."""
    return tuple(
        figure
        for part in _LINE_PARTS.split(text)
        for figure in labelled_figures(part)
        if figure[2] * 2 >= len(part)
    )


def _pager_nodes(grid: Grid, n: int) -> set[int]:
    """Elements of a row that lead to the pages of its thread: rising numbers side by side.

    A lone one stands beside the title and leads elsewhere, by a number that the title's address
    has not: what lacks one leads to the comments.
    """
    tree = grid.tree
    mark = grid.marks[n]
    beside: dict[int, dict[int, int]] = {}
    for piece in grid.pieces[n]:
        text = piece.text.strip("[]() .…")
        if len(piece.text) > MAX_PAGER_CHARS or not text.isdecimal():
            continue
        link = next((i for i in grid.above(n, piece.node)[:3] if tree.tag(i) == "a"), None)
        if link is None or tree.holds(link, mark):
            continue  # the title stands in it as well
        holder = tree.parent[link]
        if tree.text_len[holder] == tree.text_len[link]:
            holder = tree.parent[holder]
        beside.setdefault(holder, {})[link] = int(text)
    out: set[int] = set()
    cell = tree.parent[mark]
    own = _address(grid, mark)
    for group in beside.values():
        links, numbers = [*group], [*group.values()]
        if len(group) > 1:
            pager = numbers[0] in {1, 2} and numbers == sorted(set(numbers))
        else:
            aside = tree.holds(cell, links[0]) and _adds_number(_address(grid, links[0]), own)
            pager = numbers[0] > 1 and aside
        if pager:
            out.update(k for i in links for k in range(i, tree.end[i]))
    return out


def _address(grid: Grid, link: int) -> str:
    return (grid.tree.nodes[link].get("href") or "").partition("#")[0]


def _adds_number(address: str, own: str) -> bool:
    """Whether an address has a number that another one has not, or one of these once more."""
    added = Counter(_DIGITS.findall(address))
    added.subtract(_DIGITS.findall(own))
    return bool(+added)


def _word_beside(grid: Grid, n: int, node: int) -> str | None:
    """Kind of a figure by the words in the smallest element around it that has any."""
    tree = grid.tree
    own = tree.text_len[node]
    for i in grid.above(n, node)[: WORD_LEVELS + 1]:
        if tree.text_len[i] > MAX_FIGURE:
            # "<b>9</b> posts, <b>31</b> views" in a longer line
            return _word_behind(tree, node)
        if tree.text_len[i] > own or i == node:
            text = tree.text(i)
            if sum(number_of(word) is not None for word in text.split()) > 1:
                break
            # Elements side by side run together: "12" and "3 replies".
            pieces = grid.pieces[n]
            begin, end = (bisect_left(pieces, at, key=_place_of) for at in (i, tree.end[i]))
            inside = (piece for piece in pieces[begin:end] if tree.holds(i, piece.node))
            if sum(any(map(str.isdigit, piece.text)) for piece in inside) > 1:
                break
            if (kind := label_kind(text)) is not None:
                return kind
        said = tree.nodes[i].get("title") or tree.nodes[i].get("aria-label")
        if said and len(said) <= MAX_FIGURE and (kind := label_kind(said)) is not None:
            told = labelled_figures(said)
            if not told or told[0][1] == number_of(tree.text(node)):
                return kind
        # "<dt>Replies:</dt><dd>5</dd>"
        before = tree.nodes[i].getprevious()
        at = tree.number.get(before, -1) if before is not None else -1
        if (
            at >= grid.rows[n].root
            and 0 < tree.text_len[at] <= MAX_FIGURE
            and not tree.link_len[at]
            and not any(c.isdigit() for c in tree.text(at))
            and (kind := label_kind(tree.text(at))) is not None
        ):
            return kind
    return None


def _place_of(piece: Piece) -> int:
    return piece.at


def _word_behind(tree: PageTree, node: int) -> str | None:
    """Kind of a figure by the word right behind the element that holds it alone."""
    found = _NEXT_WORD.match(tree.nodes[node].tail or "")
    return label_kind(found[1]) if found is not None else None


def _name_columns(grid: Grid, columns: dict[str, _Figures]) -> None:
    """Tell what figures are: by words beside them, by the column's head, by class names."""
    under: dict[int, list[_Figures]] = {}
    heads: dict[int, str] = {}
    told = [c for c in columns.values() if c.told is not None]
    for column in columns.values():
        n, (_, node) = next(iter(column.values.items()))
        column.hidden = column.told is not None or grid.unseen(node)
        if column.named:
            continue
        if column.told is not None:
            column.kind, column.sure = column.told, TOLD
            continue
        if column.kinds:
            kind, votes = column.kinds.most_common(1)[0]
            if votes * 2 > len(column.values):
                column.kind, column.sure = kind, WORDED
                continue
        if len(column.values) < REACH * len(grid.rows):
            continue
        words, cell = grid.head(n, node)
        if words and not (column.bracketed and grid.tree.holds(cell, grid.marks[n])):
            heads[cell] = words
            under.setdefault(cell, []).append(column)
            continue
        if (same := next((t for t in told if _equal(column, t)), None)) is not None:
            column.kind, column.sure = same.told, TOLD
            continue
        column.kind = class_kind(_names_around(grid, n, node))
        column.sure = CLASSED if column.kind else 0
    for cell, members in under.items():
        kinds = [kind for kind in kinds_in(heads[cell]) if kind in FIGURE_WORDS or kind == "last"]
        # "Replies / Views" above two numbers in one cell.
        for place, column in enumerate(members):
            if kinds:
                kind = kinds[place] if place < len(kinds) else "other"
                column.kind, column.sure = kind, HEADED


def _names_around(grid: Grid, n: int, node: int) -> str:
    """Class names of an element, of those above it, and of the pictures beside it."""
    tree = grid.tree
    names = [grid.classes(n, node)]
    for i in grid.above(n, node)[: WORD_LEVELS + 1]:
        if tree.text_len[i] > MAX_FIGURE or tree.text_len[i] != tree.text_len[node]:
            break
        names += [
            name
            for k in range(i, tree.end[i])
            if not tree.text_len[k] and (name := tree.nodes[k].get("class"))
        ]
    return " ".join(names)


def _by_size(bare: list[_Figures], views: list[_Figures]) -> tuple[list[_Figures], list[_Figures]]:
    """Choose the replies among figures without words; views are not fewer."""
    if (behind := next((c for c in bare if c.bracketed), None)) is not None:
        return [behind], [c for c in bare if c is not behind]
    if (
        not views
        and len(bare) > 1
        and _mostly_above(bare[0], bare[1])
        and not _mostly_above(bare[1], bare[0])
    ):
        return [bare[1]], [bare[0], *bare[2:]]
    return [bare[0]], bare[1:]


def _are_many(column: _Figures) -> bool:
    """Whether figures are that high in all rows, and in one as no thread has answers."""
    values = [value for value, _ in column.values.values()]
    return len(values) >= MIN_NUMBERED and min(values) >= MANY and max(values) >= MANY * MANY


def _equal(one: _Figures, other: _Figures) -> bool:
    both = [n for n in one.values if n in other.values]
    return len(both) * 2 > len(one.values) and all(one.value(n) == other.value(n) for n in both)


def _mostly_above(one: _Figures, other: _Figures) -> bool:
    both = [n for n in one.values if n in other.values]
    above = sum(one.value(n) >= other.value(n) for n in both)
    return bool(both) and above >= MOSTLY * len(both)


@dataclass(slots=True)
class _Times:
    """Times at the same place of the rows."""

    nodes: dict[int, TimeNode] = field(default_factory=dict)
    last: bool = False
    start: bool = False
    order: int = 0


def read_times(grid: Grid) -> dict[int, TimeNode]:
    """Set the time of the last post of the rows.

    Returns
    -------
    dict
        Row -> time at which its thread began, where the list shows that as well.
    """
    columns = _time_columns(grid)
    rows = grid.rows
    wide = [c for c in columns if len(c.nodes) >= REACH * len(rows)]
    if not wide:
        for c in columns:
            for n, t in c.nodes.items():
                if t.share >= TIME_SHARE and (
                    (best := rows[n].last_post) is None or t.node >= best.node
                ):
                    rows[n].last_post = t
        return {}
    last = _last_column(grid, wide)
    beginnings = next((c for c in wide if c is not last and not _same(grid, c, last)), None)
    for n, row in enumerate(rows):
        row.last_post = last.nodes.get(n)
        if row.last_post is None:
            # A row may be dressed otherwise than the others.
            row.last_post = next(
                (c.nodes[n] for c in reversed(columns) if n in c.nodes and _alone(c, wide)), None
            )
    return dict(beginnings.nodes) if beginnings is not None else {}


def _alone(column: _Times, wide: list[_Times]) -> bool:
    return column in wide or all(t.share >= TIME_SHARE for t in column.nodes.values())


def _time_columns(grid: Grid) -> list[_Times]:
    tree = grid.tree
    starts = words_of(tree).times
    columns: dict[str, _Times] = {}
    short = short_times(grid, REACH)
    for n, (row, mark) in enumerate(zip(grid.rows, grid.marks, strict=True)):
        seen: Counter[str] = Counter()
        times = tree.times[bisect_left(starts, row.root) : bisect_left(starts, row.end)]
        if n in short:
            times = sorted([*times, *short[n]], key=lambda t: t.node)
        for t in times:
            if mark <= t.node < tree.end[mark]:
                continue
            place = grid.path(n, t.node)
            seen[place] += 1
            column = columns.setdefault(f"{place}#{seen[place]}", _Times(order=t.node))
            column.nodes[n] = t
    for column in columns.values():
        n, t = next(iter(column.nodes.items()))
        words = grid.head(n, t.node)[0] if len(column.nodes) >= REACH * len(grid.rows) else ""
        kinds = kinds_in(f"{t.label} {words}")
        column.last = "last" in kinds or bool(LAST_CLASS.search(grid.classes(n, t.node)))
        column.start = "start" in kinds and not column.last
    return [*columns.values()]


def _last_column(grid: Grid, wide: list[_Times]) -> _Times:
    """Return the times of the last posts: none is earlier than another of its row."""
    best = wide[0]
    if len(wide) == 1:
        return best
    read = _reader(grid)
    for other in wide[1:]:
        later = earlier = 0
        for n in [*other.nodes][:COMPARED]:
            mine = best.nodes.get(n)
            one = read(mine) if mine is not None else None
            two = read(other.nodes[n])
            if one is not None and two is not None and mine is not None:
                later += two > one
                earlier += two < one
        if later and earlier:
            # One of them is no time of a post, such as the end of a vote.
            better = (other.last, not other.start) > (best.last, not best.start)
        elif later or earlier:
            better = later > 0
        else:
            better = (other.last, not _hidden(grid, other)) >= (best.last, not _hidden(grid, best))
        if better:
            best = other
    return best


def _hidden(grid: Grid, column: _Times) -> bool:
    return grid.unseen(next(iter(column.nodes.values())).node)


def _same(grid: Grid, one: _Times, other: _Times) -> bool:
    """Whether two columns show the same times."""
    read = _reader(grid)
    both = [n for n in one.nodes if n in other.nodes][:COMPARED]
    return all(read(one.nodes[n]) == read(other.nodes[n]) for n in both)


def _reader(grid: Grid) -> Callable[[TimeNode], float | None]:
    page = grid.tree.page
    now = page.site_time or page.fetched

    def read(t: TimeNode) -> float | None:
        for raw in (t.full, t.raw):
            parsed = (parse_epoch(raw) or parse_time(raw, now=now)) if raw else None
            if parsed is not None and parsed.instant is not None:
                return parsed.instant.timestamp()
        return None

    return read
