"""The rows of a list side by side: which place of one row is which of another, and its words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.rowtitles import counter_of
from fpcrawl.extraction.pieces import words_of
from fpcrawl.extraction.rowwords import kinds_in
from fpcrawl.extraction.vocabulary import is_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.pieces import Piece
    from fpcrawl.extraction.tree import PageTree

__all__ = ["MAX_CELL", "Grid"]

#: A cell or a column head has at most this many characters.
MAX_CELL = 60
#: Elements before a list among which its column heads are looked for.
HEAD_REACH = 400
#: Elements of a row of labels, at least; one may be called after what is listed.
MIN_LABELS = 3
#: A row of more elements is none whose places are worth comparing.
MAX_ALIGNED = 1_000
#: Rows from which on their places are compared, and rows that are taken for typical.
MIN_ALIGNED, TYPICAL = 3, 3
_CELLS = frozenset({"td", "th"})
#: Elements that are no cells, whatever their class.
_INLINE = frozenset({"a", "b", "em", "i", "img", "small", "strong", "time"})
_UNSEEN_TOKENS = frozenset({"hidden", "hide", "is-hidden", "invisible"})


class Grid:
    """Rows with their places.

    Attributes
    ----------
    rows, marks
        Rows in document order, and numbers of the links that head them.
    pieces
        Words of each row, without those of its title.
    """

    def __init__(self, tree: PageTree, rows: list[Row], marks: list[int]) -> None:
        self.tree = tree
        self.rows = rows
        self.marks = marks
        words = words_of(tree)
        self.pieces: list[list[Piece]] = []
        for row, mark in zip(rows, marks, strict=True):
            title_end = tree.end[mark]
            counter = counter_of(row.link)
            at = tree.number.get(counter, -1) if counter is not None else -1
            if tree.holds(mark, at):
                title_end = at
            end = tree.end[row.root]
            self.pieces.append(
                [
                    piece
                    for piece in words.within(row.root, row.end)
                    if not (mark <= piece.node < title_end)
                    # What follows the only element of a row stands between two rows.
                    and (piece.node >= row.root or row.end > end)
                ]
            )
        self._paths: dict[int, str] = {}
        self._columns = self._number_cells()
        self._align()
        self._unseen: dict[int, bool] = {}
        self._heads: dict[int, str] = {}
        self._ends: dict[str, int] | None = None

    def _number_cells(self) -> dict[int, int]:
        """Return the column of each cell, where all rows of a table are cut into cells alike."""
        tree = self.tree
        columns: dict[int, int] = {}
        widths = set()
        for row in self.rows:
            lines = [i for i in range(row.root, tree.end[row.root]) if tree.tag(i) == "tr"]
            if len(lines) != 1:
                return {}
            at = 0
            for cell in tree.children(lines[0]):
                columns[cell] = at
                at += _span(tree, cell)
            widths.add((len(tree.children(lines[0])), at))
        return columns if len(widths) == 1 else {}

    def _align(self) -> None:
        """Call a place of a row that is dressed otherwise what the others call it.

        Pinned or unread rows often bear class names of their own in each cell.
        """
        if len(self.rows) < MIN_ALIGNED or any(r.end - r.root > MAX_ALIGNED for r in self.rows):
            return
        tree = self.tree
        count: Counter[str] = Counter()
        places = []
        for n, row in enumerate(self.rows):
            places.append({node: self.path(n, node) for node in range(row.root, row.end)})
            count.update(set(places[-1].values()))
        common = 0.5 * len(self.rows)
        odd = [n for n, own in enumerate(places) if any(count[p] < common for p in own.values())]
        if not odd:
            return
        alike = [sum(count[p] for p in set(own.values())) for own in places]
        usual = sorted(range(len(places)), key=lambda n: -alike[n])
        names: dict[str, str] = {}
        for n in usual[:TYPICAL]:
            for node, path in places[n].items():
                if count[path] >= common:
                    names.setdefault(self._steps(n, node), path)
        for n in odd:
            for node, path in places[n].items():
                if count[path] >= common:
                    continue
                above = self._paths.get(tree.parent[node]) if node > self.rows[n].root else None
                if above is not None and count[f"{above}/{self._step(node)}"] >= common:
                    self._paths[node] = f"{above}/{self._step(node)}"
                else:
                    self._paths[node] = names.get(self._steps(n, node), path)

    def _steps(self, n: int, node: int) -> str:
        """Tags from the root of row ``n`` down to a node, each with its number among its like."""
        tree = self.tree
        out = []
        top = tree.parent[self.rows[n].root]
        while node > top:
            tag, above = tree.tag(node), tree.parent[node]
            if above > top:
                k, before = 0, above + 1
                while before < node:
                    k += tree.tag(before) == tag
                    before = tree.end[before]
                out.append(f"{tag}{k}")
            else:
                out.append(tag)
            node = above
        return "/".join(out)

    def path(self, n: int, node: int) -> str:
        """Signatures from the root of row ``n`` down to a node."""
        path = self._paths.get(node)
        if path is None:
            tree = self.tree
            top = tree.parent[self.rows[n].root]
            if node <= top:
                return ""
            above = tree.parent[node]
            step = self._step(node)
            path = f"{self.path(n, above)}/{step}" if above > top else step
            self._paths[node] = path
        return path

    def _step(self, node: int) -> str:
        sig = self.tree.sig[node]
        return f"td{self._columns[node]}" if sig == "td" and node in self._columns else sig

    def placed(self, n: int) -> Iterator[tuple[str, Piece]]:
        """Give the words of row ``n``, each with its place in the row."""
        seen: Counter[str] = Counter()
        for piece in self.pieces[n]:
            place = f"{self.path(n, piece.node)}+{piece.slot}"
            seen[place] += 1
            yield f"{place}#{seen[place]}", piece

    def unseen(self, node: int) -> bool:
        """Whether an element or one above it, up to its row, is hidden by its own words."""
        known = self._unseen.get(node)
        if known is None:
            tree = self.tree
            element = tree.nodes[node]
            known = self._unseen[node] = (
                not _UNSEEN_TOKENS.isdisjoint((element.get("class") or "").split())
                or is_hidden(element)
                or (tree.parent[node] > 0 and self.unseen(tree.parent[node]))
            )
        return known

    def above(self, n: int, node: int) -> list[int]:
        """Elements from ``node`` up to the root of its row, nearest first."""
        tree = self.tree
        top = tree.parent[self.rows[n].root]
        out = []
        while node > top:
            out.append(node)
            node = tree.parent[node]
        return out

    def classes(self, n: int, node: int) -> str:
        """Class names from an element up to the root of its row."""
        return " ".join(
            names
            for i in self.above(n, node)[:-1] or [node]
            if (names := self.tree.nodes[i].get("class"))
        )

    def head(self, n: int, node: int) -> tuple[str, int]:
        """Words at the head of the column that an element stands in, and its cell.

        In a table the head is the cell above it, elsewhere an element of the same class
        before the list, or at the same place of a row of labels. Empty words and -1 without one.
        """
        around = self.above(n, node)
        cell = next((i for i in around if self.tree.tag(i) in _CELLS), None)
        # What holds the title as well is no cell of another column.
        cells = [i for i in around if not self.tree.holds(i, self.marks[n])] or around
        for i in [cell] if cell is not None else cells:
            words = self._heads.get(i)
            if words is None:
                words = self._heads[i] = self._head_of(i)
            if words:
                return words, i
        return "", -1

    def _head_of(self, cell: int) -> str:
        tree = self.tree
        first = self.rows[0].root
        around = tree.parent[cell]
        if tree.end[around] - around > MAX_ALIGNED and all(cell != row.root for row in self.rows):
            return ""
        if tree.tag(cell) in _CELLS and (words := self._table_head(cell, first)) is not None:
            return words
        sig = tree.sig[cell]
        if tree.tag(cell) in _INLINE:
            return ""
        if "." not in sig:
            return self._label_above(cell, first)
        mine, dress = self._like(cell), _classes_of(tree, cell)
        if len(dress) > 1 and sum(_classes_of(tree, i) == dress for i in mine) == 1:
            # "col title": the first word is that of all columns.
            for i in range(first - 1, max(first - HEAD_REACH, 0), -1):
                if tree.sig[i] == sig and tree.text_len[i] and _classes_of(tree, i) == dress:
                    return self._heading(tree.text(i))
        for i in range(first - 1, max(first - HEAD_REACH, 0), -1):
            if tree.sig[i] == sig and 0 < tree.text_len[i] <= MAX_CELL:
                # Several columns of one class stand in the same order.
                after = len(mine) - mine.index(cell)
                heads = self._like(i)
                return self._heading(tree.text(heads[-after] if after <= len(heads) else i))
        return self._called_alike(cell, first) or self._label_above(cell, first)

    def _called_alike(self, cell: int, first: int) -> str:
        """Words of the head whose class ends as an element's does: "head-stat-posts"."""
        if not (ends := _ends_of(self.tree, cell)):
            return ""
        if self._ends is None:
            self._ends = {}
            for i in range(first - 1, max(first - HEAD_REACH, 0), -1):
                if 0 < self.tree.text_len[i] <= MAX_CELL:
                    for end in _ends_of(self.tree, i):
                        self._ends.setdefault(end, i)
        head = next((self._ends[end] for end in ends if end in self._ends), None)
        return self._heading(self.tree.text(head)) if head is not None else ""

    @staticmethod
    def _heading(text: str) -> str:
        """Return a text if it can be the head of a column, else nothing."""
        is_head = len(text) <= MAX_CELL and kinds_in(text) and not any(map(str.isdigit, text))
        return text if is_head else ""

    def _label_above(self, cell: int, first: int) -> str:
        """Words at the place of an element in the nearest row of labels made like its own row."""
        tree = self.tree
        row = tree.parent[cell]
        kids = tree.children(row)
        if len(kids) < MIN_LABELS:
            return ""
        tags = [tree.tag(kid) for kid in kids]
        for i in range(first - 1, max(first - HEAD_REACH, 0), -1):
            if tree.tag(i) != tree.tag(row) or tree.end[i] > first:
                continue
            labels = tree.children(i)
            if [tree.tag(kid) for kid in labels] != tags:
                continue
            texts = [tree.text(kid) if tree.text_len[kid] <= MAX_CELL else "" for kid in labels]
            if sum(bool(kinds_in(text)) for text in texts) >= MIN_LABELS - 1:
                return texts[kids.index(cell)]
        return ""

    def _like(self, node: int) -> list[int]:
        """Return an element and its siblings of the same class."""
        tree = self.tree
        return [i for i in tree.children(tree.parent[node]) if tree.sig[i] == tree.sig[node]]

    def _table_head(self, cell: int, first: int) -> str | None:
        """Words of the cell above in the nearest row with cells like those of a list's row."""
        tree = self.tree
        start, width = self._column(cell)
        for i in range(first - 1, max(first - HEAD_REACH, 0), -1):
            if tree.tag(i) != "tr":
                continue
            spans = []
            at = 0
            for kid in tree.children(i):
                span = _span(tree, kid)
                spans.append((at, span, kid))
                at += span
            if len(spans) < 2 or at != width:
                continue
            for at, span, kid in spans:
                if at <= start < at + span:
                    return tree.text(kid) if tree.text_len[kid] <= MAX_CELL else ""
        return None

    def _column(self, cell: int) -> tuple[int, int]:
        """First column of a cell, and columns of its row."""
        start = at = 0
        for kid in self.tree.children(self.tree.parent[cell]):
            if kid == cell:
                start = at
            at += _span(self.tree, kid)
        return start, at


def _ends_of(tree: PageTree, i: int) -> list[str]:
    """Last two words of the classes that have more."""
    parts = (name.rsplit("-", 2) for name in (tree.nodes[i].get("class") or "").split())
    return [f"{part[1]}-{part[2]}" for part in parts if len(part) > 2 and part[0]]


def _classes_of(tree: PageTree, i: int) -> frozenset[str]:
    return frozenset((tree.nodes[i].get("class") or "").split())


def _span(tree: PageTree, cell: int) -> int:
    value = tree.nodes[cell].get("colspan") or ""
    return int(value) if value.isdecimal() and len(value) < 4 else 1
