"""Tongyici Cilin (同义词词林): words sorted into five levels of groups."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.lexicon.base import normal, unique
from fpcrawl.topic.lexicon.files import fail, numbered_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from fpcrawl.topic.lexicon.base import Comparer

__all__ = ["CilinLexicon"]

_CODE = re.compile(r"([A-Z])([a-z])(\d\d)([A-Z])(\d\d)([=#@])")
_CUTS = (1, 2, 4, 5, 7)  # where the levels of a code end
_SPLIT_AT = (0.1, 0.65, 0.8, 0.9, 0.96)  # similarity of words that part at level 1 to 5
_RELATED = 0.5  # of words in one row of related things, not synonyms


class CilinLexicon:
    """Cilin data, extended by HIT, which the user supplies.

    Words of one row marked ``=`` are the same, of one marked ``#`` are .5 alike. Others by the
    level at which their codes part, after Tian and Zhao (2010): a constant of that level, times
    ``cos(n pi / 180)``, times ``(n - k + 1) / n``, where ``n`` is the number of branches there
    and ``k`` how far apart the two are.

    Parameters
    ----------
    path
        Lines of ``Aa01A01= word word ...``, UTF-8 or GB 18030.

    Raises
    ------
    LexiconError
        With the line, when the file is not of this format or is cut off.
    """

    def __init__(self, path: Path) -> None:
        self._rows: dict[str, list[str]] = {}  # code with its mark -> words
        self._codes: defaultdict[str, list[str]] = defaultdict(list)
        self._read(path)
        self._branches = self._count()
        self._heads = self._find_heads()

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "cilin"

    def __len__(self) -> int:
        return len(self._codes)

    def knows(self, word: str) -> bool:
        """Tell whether it has an entry for the word."""
        return normal(word) in self._codes

    def codes(self, word: str) -> tuple[str, ...]:
        """Return the codes of the rows that hold the word."""
        return tuple(self._codes.get(normal(word), ()))

    def similarity(self, a: str, b: str) -> float:
        """Return the similarity of the two nearest places of the words."""
        if normal(a) == normal(b):
            return 1.0
        pairs = [self._compare(left, right) for left in self.codes(a) for right in self.codes(b)]
        return max(pairs, default=0.0)

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return the words of the same rows, where those are rows of synonyms."""
        found = [w for code in self.codes(word) if code[7] == "=" for w in self._rows[code]]
        return unique(found, but=normal(word))

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return the first words of the groups that hold the word, inner groups first.

        Cilin has no hypernyms; the head of a group often is one, not always.
        """
        own = normal(word)
        codes = self.codes(word)
        same = {other for code in codes for other in self._rows[code]}
        heads = [self._heads[code[:cut]] for cut in (5, 4) for code in codes]
        return unique([head for head in heads if head not in same], but=own)

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return the words of the innermost groups that the word heads, without its own row."""
        own = normal(word)
        found: list[str] = []
        for code in self.codes(word):
            if self._heads[code[:5]] == own:
                for mark in (f"{code[:5]}{n:02}{m}" for n in range(100) for m in "=#@"):
                    if mark != code:
                        found += self._rows.get(mark, ())
        return unique(found, but=own)

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:  # noqa: ARG002 - cheap
        """Return what compares words with these, all at once."""
        return _CilinComparer(self, words)

    def branches(self, code: str) -> tuple[int, ...]:
        """Return how many branches there are at each level of a code."""
        return tuple(self._branches[code[:cut]] for cut in (0, *_CUTS[:-1]))

    def _compare(self, a: str, b: str) -> float:
        if a == b:
            return _RELATED if a[7] == "#" else 1.0
        left, right = _numbers(a), _numbers(b)
        level = next((i for i in range(5) if left[i] != right[i]), 4)
        return _formula(level, self.branches(a)[level], abs(left[level] - right[level]))

    def _read(self, path: Path) -> None:
        for line, text in numbered_lines(path):
            code, *words = text.split()
            if _CODE.fullmatch(code) is None:
                raise fail(path, line, f"{code[:20]!r} is no code such as Aa01A01=")
            if not words:
                raise fail(path, line, "no word after the code")
            row = self._rows.setdefault(code, [])  # some editions part a row in two
            for word in map(normal, words):
                if word not in row:
                    row.append(word)
                    self._codes[word].append(code)

    def _count(self) -> dict[str, int]:
        below: defaultdict[str, set[str]] = defaultdict(set)
        for code in self._rows:
            for start, end in zip((0, *_CUTS), _CUTS, strict=False):
                below[code[:start]].add(code[:end])
        return {prefix: len(parts) for prefix, parts in below.items()}

    def _find_heads(self) -> dict[str, str]:
        heads: dict[str, str] = {}
        for code in sorted(self._rows):
            for cut in (4, 5):
                heads.setdefault(code[:cut], self._rows[code][0])
        return heads


class _CilinComparer:
    """Compares the codes of a word with those of all words of a topic."""

    def __init__(self, lexicon: CilinLexicon, words: Sequence[str]) -> None:
        self._lexicon = lexicon
        codes = [lexicon.codes(word) for word in words]
        self._known = np.array([bool(found) for found in codes], dtype=bool)
        flat = [code for found in codes for code in found]
        self._codes = np.array([_numbers(code) for code in flat], dtype=np.int64).reshape(-1, 5)
        self._counts = np.array([lexicon.branches(c) for c in flat], dtype=np.int64).reshape(-1, 5)
        self._same = np.array([_RELATED if code[7] == "#" else 1.0 for code in flat])
        lengths = [len(found) for found in codes if found]
        self._starts = np.cumsum([0, *lengths[:-1]]) if lengths else np.zeros(0, dtype=np.int64)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list the lexicon knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word."""
        codes = self._lexicon.codes(word)
        if not codes:
            return None
        row = np.zeros(len(self._known))
        if self._codes.size:
            best = np.maximum.reduce([self._compare(_numbers(code)) for code in codes])
            row[self._known] = np.maximum.reduceat(best, self._starts)
        return row

    def _compare(self, own: tuple[int, ...]) -> NDArray[np.float64]:
        parted = self._codes != np.array(own)
        level = parted.argmax(axis=1)
        every = np.arange(len(level))
        apart = np.abs(self._codes[every, level] - np.array(own)[level])
        branches = self._counts[every, level]
        constants = np.array(_SPLIT_AT)[level]
        found = constants * np.cos(branches * math.pi / 180) * (branches - apart + 1) / branches
        found = np.where(level == 0, _SPLIT_AT[0], np.clip(found, _SPLIT_AT[0], None))
        return np.where(parted.any(axis=1), found, self._same)


def _numbers(code: str) -> tuple[int, ...]:
    """Return the five levels of a code as numbers."""
    return (
        ord(code[0]) - 65,
        ord(code[1]) - 97,
        int(code[2:4]),
        ord(code[4]) - 65,
        int(code[5:7]),
    )


def _formula(level: int, branches: int, apart: int) -> float:
    """Return the similarity of codes that part at a level, never below that of strangers."""
    if level == 0:
        return _SPLIT_AT[0]
    found = _SPLIT_AT[level] * math.cos(branches * math.pi / 180) * (branches - apart + 1)
    return max(found / branches, _SPLIT_AT[0])
