"""HowNet: words defined by sememes, and the word similarity of Liu and Li (2002)."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon.base import normal, unique
from fpcrawl.topic.lexicon.files import fail, numbered_lines
from fpcrawl.topic.lexicon.hownetrows import HowNetComparer
from fpcrawl.topic.lexicon.sememes import MIXED, Definition, Sememes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from fpcrawl.topic.lexicon.base import Comparer

__all__ = ["BETAS", "HowNetLexicon", "set_similarity"]

BETAS = (0.5, 0.2, 0.17, 0.13)
"""Weights of first sememe, other sememes, relation sememes, relation symbols."""

_FAMILY = 12  # more words than this under one definition are of a kind, not synonyms
_ROOT_LIKE = 2  # sememes with fewer above them are too wide to name anything
_UNKNOWN_SHARE = 0.1


class HowNetLexicon:
    """HowNet data of the year 2000, which the user supplies.

    Parameters
    ----------
    glossary
        Lines of ``词/POS/DEF``, or the same three parted by tabs or several blanks.
    tree
        The sememe tree, ``WHOLE.DAT``.
    betas
        Weights of the four parts of a definition; they sum to 1.

    Raises
    ------
    LexiconError
        With the line, when a file is not of this format or is cut off.
    """

    def __init__(
        self,
        glossary: Path,
        tree: Path,
        *,
        betas: tuple[float, float, float, float] = BETAS,
    ) -> None:
        self.sememes = Sememes(tree)
        self.betas = betas
        self.definitions: list[Definition] = []
        self._senses: dict[str, tuple[int, ...]] = {}
        self._read(glossary)
        self._words: defaultdict[int, list[str]] | None = None
        self._pair = lru_cache(maxsize=65_536)(self._compare)

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "hownet"

    def __len__(self) -> int:
        return len(self._senses)

    def knows(self, word: str) -> bool:
        """Tell whether it has an entry for the word."""
        return normal(word) in self._senses

    def senses(self, word: str) -> tuple[int, ...]:
        """Return the numbers of a word's definitions."""
        return self._senses.get(normal(word), ())

    def similarity(self, a: str, b: str) -> float:
        """Return the similarity of the two nearest senses."""
        if normal(a) == normal(b):
            return 1.0
        found = [
            self._pair(*sorted((left, right)))
            for left in self.senses(a)
            for right in self.senses(b)
        ]
        return max(found, default=0.0)

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return words with the same definition, if it says more than what kind they are."""
        found: list[str] = []
        for sense in self.senses(word):
            meant = self.definitions[sense]
            details = len(meant.others) + len(meant.relations) + len(meant.symbols)
            words = self._by_definition()[sense]
            if details >= 2 and not meant.function and len(words) <= _FAMILY:
                found += words
        return unique(found, but=normal(word))

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return the first sememes of the senses, then what is right above those."""
        firsts = [self.definitions[sense].first for sense in self.senses(word)]
        above = [up for up in map(self.sememes.parent, firsts) if up is not None]
        return unique(
            [
                normal(self.sememes.gloss(number))
                for number in [*firsts, *above]
                if self.sememes.depth(number) >= _ROOT_LIKE
            ],
            but=normal(word),
        )

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return words whose first sememe is called like the word."""
        own = normal(word)
        found = [
            other
            for sense, words in self._by_definition().items()
            if own and self.sememes.gloss(self.definitions[sense].first) == own
            for other in words
        ]
        return unique(sorted(found, key=lambda other: (own not in other, len(other))), but=own)

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:
        """Return what compares words with these, all at once."""
        return HowNetComparer(self, words, floor)

    def compare_lists(
        self, a: tuple[tuple[str, int], ...], b: tuple[tuple[str, int], ...]
    ) -> float:
        """Compare relations with relations or symbols with symbols, key by key."""
        if not a or not b:
            return 1.0 if not a and not b else MIXED
        left, right = _by_key(a), _by_key(b)
        keys = sorted(left.keys() | right.keys())
        alike = self.sememes.similarity
        total = sum(
            set_similarity(left[key], right[key], alike) if key in left and key in right else MIXED
            for key in keys
        )
        return total / len(keys)

    def _compare(self, a: int, b: int) -> float:
        left, right = self.definitions[a], self.definitions[b]
        if left.function != right.function:
            return 0.0
        alike = self.sememes.similarity
        parts = (
            alike(left.first, right.first),
            set_similarity(left.others, right.others, alike),
            self.compare_lists(left.relations, right.relations),
            self.compare_lists(left.symbols, right.symbols),
        )
        total, product = 0.0, 1.0
        for beta, part in zip(self.betas, parts, strict=True):
            product *= part
            total += beta * product
        return total

    def _by_definition(self) -> defaultdict[int, list[str]]:
        if self._words is None:
            self._words = defaultdict(list)
            for word, senses in self._senses.items():
                for sense in senses:
                    self._words[sense].append(word)
        return self._words

    def _read(self, path: Path) -> None:
        numbers: dict[Definition, int] = {}
        read: dict[str, int] = {}  # text of a definition -> its number
        senses: dict[str, list[int]] = {}
        first_unknown = (0, "")
        unknown = lines = 0
        parts = None
        for line, text in numbered_lines(path):
            parts = parts or _separator(text)
            fields = [field.strip() for field in parts.split(text.strip("\ufeff"), maxsplit=2)]
            if len(fields) != 3:
                raise fail(path, line, "expected: word/part of speech/definition")
            word, _, meant = fields
            if not word and not meant:
                continue
            number = read.get(meant)
            if number is None:
                try:
                    definition = self.sememes.definition(meant)
                except ValueError as error:
                    raise fail(path, line, str(error)) from None
                number = numbers.setdefault(definition, len(self.definitions))
                if number == len(self.definitions):
                    self.definitions.append(definition)
                read[meant] = number
            first = self.definitions[number].first
            lines += 1
            if first in self.sememes.unknown and not self.definitions[number].function:
                unknown += 1
                first_unknown = first_unknown if first_unknown[0] else (line, meant)
            found = senses.setdefault(normal(word), [])
            if number not in found:
                found.append(number)
        if unknown > _UNKNOWN_SHARE * lines:
            raise fail(
                path,
                first_unknown[0],
                f"{first_unknown[1]} begins with a sememe that the tree does not have, as do "
                f"{unknown} of {lines} lines; the file of the tree seems cut off",
            )
        if not senses:
            raise LexiconError(f"{path}: no word in it")
        senses.pop("", None)
        self._senses = {word: tuple(found) for word, found in senses.items()}


def set_similarity(a: Sequence[int], b: Sequence[int], alike: Callable[[int, int], float]) -> float:
    """Pair the parts of two sets off, the most alike first; mean over the longer set.

    Pairs that are equally alike are taken in the order of their numbers, so that the result
    is the same both ways.
    """
    if not a or not b:
        return 1.0 if not a and not b else MIXED
    pairs = sorted((-alike(x, y), min(x, y), max(x, y), x, y) for x in a for y in b)
    left, right = set(a), set(b)
    total = 0.0
    for negative, _, _, x, y in pairs:
        if x in left and y in right:
            left.remove(x)
            right.remove(y)
            total -= negative
    return (total + MIXED * (len(left) + len(right))) / max(len(a), len(b))


def _by_key(pairs: tuple[tuple[str, int], ...]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for key, number in pairs:
        found.setdefault(key, []).append(number)
    return found


def _separator(line: str) -> re.Pattern[str]:
    return re.compile(r"/" if line.count("/") >= 2 else r"\t+\s*|\s{2,}")
