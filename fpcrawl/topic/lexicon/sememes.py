"""Sememes: the smallest meanings of HowNet, their tree, and definitions made of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.lexicon.base import near
from fpcrawl.topic.lexicon.files import fail, numbered_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["MIXED", "Definition", "Sememes"]

MIXED = 0.2
"""Similarity of a concrete word with a sememe, and of something with nothing (gamma, delta)."""

_ACROSS = 100
_SYMBOLS = frozenset("#%$*+&@?!~^")
_KEYED = re.compile(r"([A-Za-z]+)=(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Definition:
    """What a word means in one of its senses; parts are numbers given by :class:`Sememes`.

    Attributes
    ----------
    function
        Whether the word only has a grammatical function.
    first
        The first sememe, which says what kind of thing it is.
    others
        Further sememes, sorted.
    relations
        Pairs of a key (``content``, ``manner``...) and what stands there, sorted.
    symbols
        Pairs of a relation symbol (``*`` the agent of, ``%`` a part of...) and what stands
        there, sorted.
    """

    function: bool
    first: int
    others: tuple[int, ...] = ()
    relations: tuple[tuple[str, int], ...] = ()
    symbols: tuple[tuple[str, int], ...] = ()


class Sememes:
    """The sememe tree of ``WHOLE.DAT`` and the concrete words met in definitions.

    Parameters
    ----------
    path
        The file: lines of ``id english|中文 parent_id``; a root is its own parent.

    Raises
    ------
    LexiconError
        With the line, when the file is not such a tree or is cut off.
    """

    def __init__(self, path: Path) -> None:
        self.names: list[str] = []
        self._parents: list[int] = []
        self._numbers: dict[str, int] = {}
        self._read(path)
        self.size = len(self.names)
        self.unknown: dict[int, str] = {}
        self._concrete: set[int] = set()
        self._lines = [self._line_up(number) for number in range(self.size)]
        self._order, self._ends = self._tour()

    def number(self, text: str) -> int:
        """Return the number of what stands in a definition: a sememe or ``(concrete word)``."""
        found = self._numbers.get(text)
        if found is None:
            found = len(self.names)
            self.names.append(text)
            self._numbers[text] = found
            if text.startswith("("):
                self._concrete.add(found)
            else:
                self.unknown[found] = text
        return found

    def definition(self, text: str) -> Definition:
        """Read a definition such as ``human|人,*teach|教,education|教育``.

        Raises
        ------
        ValueError
            When it has no first sememe.
        """
        text = text.strip()
        function = text.startswith("{")
        parts = [part.strip() for part in text.strip("{}").split(",")]
        if not parts[0]:
            raise ValueError("no first sememe")
        others: set[int] = set()
        relations: set[tuple[str, int]] = set()
        symbols: set[tuple[str, int]] = set()
        for part in parts[1:]:
            keyed = None if part.startswith("(") else _KEYED.fullmatch(part)
            if keyed is not None:
                relations.add((keyed[1], self.number(_bare(keyed[2]))))
            elif part and part[0] in _SYMBOLS:
                symbols.add((part[0], self.number(_bare(part))))
            elif part:
                others.add(self.number(part))
        return Definition(
            function,
            self.number(_bare(parts[0])),
            tuple(sorted(others)),
            tuple(sorted(relations)),
            tuple(sorted(symbols)),
        )

    def similarity(self, a: int, b: int) -> float:
        """Return how alike two parts of definitions are."""
        if a == b:
            return 1.0
        if a >= self.size or b >= self.size:
            return self._outside(a, b)
        above = {node: steps for steps, node in enumerate(self._lines[a])}
        for steps, node in enumerate(self._lines[b]):
            if node in above:
                return near(steps + above[node])
        return near(_ACROSS)

    def columns(self, numbers: Sequence[int]) -> NDArray[np.float64]:
        """Return how alike every part known now (rows) is to some of them (columns)."""
        table = np.full((len(self.names), len(numbers)), near(_ACROSS))
        depths = np.array([len(line) - 1 for line in self._lines], dtype=np.float64)[self._order]
        places = np.empty(self.size, dtype=np.int64)
        places[self._order] = np.arange(self.size)
        for column, number in enumerate(numbers):
            if number >= self.size:
                table[:, column] = [self._outside(row, number) for row in range(len(self.names))]
                table[number, column] = 1.0
                continue
            line = self._lines[number]
            distance = np.full(self.size, float(_ACROSS))
            for node in reversed(line):
                below = slice(places[node], self._ends[node])
                depth = len(self._lines[node]) - 1
                distance[below] = depths[below] - depth + (len(line) - 1 - depth)
            table[self._order, column] = near(0) / (1.0 + distance / 1.6)
            for row in range(self.size, len(self.names)):
                table[row, column] = self._outside(row, number)
        return table

    def depth(self, number: int) -> int:
        """Return how many sememes are above one; roots and concrete words have none."""
        return len(self._lines[number]) - 1 if number < self.size else 0

    def parent(self, number: int) -> int | None:
        """Return the sememe above one, ``None`` for roots and concrete words."""
        if number >= self.size or self._parents[number] == number:
            return None
        return self._parents[number]

    def gloss(self, number: int) -> str:
        """Return the Chinese word of a part, empty when there is none."""
        return self.names[number].strip("()").partition("|")[2]

    def _outside(self, a: int, b: int) -> float:
        """Compare two different parts of which at least one is not in the tree."""
        concrete = (a in self._concrete) + (b in self._concrete)
        return (near(_ACROSS), MIXED, 0.0)[concrete]

    def _read(self, path: Path) -> None:
        ids: dict[str, int] = {}
        parents: list[tuple[int, str]] = []
        for line, text in numbered_lines(path):
            fields = text.split()
            if len(fields) != 3 or not (fields[0].isdecimal() and fields[2].isdecimal()):
                raise fail(path, line, "expected: id english|中文 parent_id")
            if fields[0] in ids:
                raise fail(path, line, f"id {fields[0]} stands there twice")
            ids[fields[0]] = len(self.names)
            self._numbers.setdefault(fields[1], len(self.names))
            self.names.append(fields[1])
            parents.append((line, fields[2]))
        for line, parent in parents:
            if parent not in ids:
                raise fail(path, line, f"parent {parent} is missing; the file seems cut off")
            self._parents.append(ids[parent])
        for number, (line, _) in enumerate(parents):
            node, steps = number, 0
            while self._parents[node] != node:
                node, steps = self._parents[node], steps + 1
                if steps > _ACROSS:
                    raise fail(path, line, "it is above itself")

    def _line_up(self, number: int) -> tuple[int, ...]:
        line = [number]
        while self._parents[line[-1]] != line[-1]:
            line.append(self._parents[line[-1]])
        return tuple(line)

    def _tour(self) -> tuple[NDArray[np.int64], list[int]]:
        """Return the nodes so that what is below one follows it, and where that ends."""
        below: list[list[int]] = [[] for _ in range(self.size)]
        for number, parent in enumerate(self._parents):
            if parent != number:
                below[parent].append(number)
        order: list[int] = []
        ends = [0] * self.size
        todo = [(number, False) for number, up in enumerate(self._parents) if up == number]
        while todo:
            node, left = todo.pop()
            if left:
                ends[node] = len(order)
                continue
            order.append(node)
            todo.append((node, True))
            todo.extend((child, False) for child in below[node])
        return np.array(order, dtype=np.int64), ends


def _bare(text: str) -> str:
    """Strip the symbols before a sememe: ``^$pay|付`` is compared as ``pay|付``."""
    return text.lstrip("#%$*+&@?!~^") or text
