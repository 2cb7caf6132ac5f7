"""One HowNet word against all words of a topic at once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fpcrawl.topic.lexicon.sememes import MIXED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fpcrawl.topic.lexicon.hownet import HowNetLexicon

__all__ = ["HowNetComparer"]

_T = TypeVar("_T", bound="tuple[object, ...]")
_Pairs = tuple[tuple[str, int], ...]
_KEPT = 4096
_TIE = 1e-6  # below the least difference of two similarities of sememes


class HowNetComparer:
    """Gives what :meth:`HowNetLexicon.similarity` gives, about thirty times as fast.

    Parameters
    ----------
    lexicon
        The lexicon.
    words
        What is compared with.
    floor
        Smaller similarities are not wanted. No pair is more alike than its first sememes, so
        most words are no candidates for a high one.
    """

    def __init__(self, lexicon: HowNetLexicon, words: Sequence[str], floor: float = 0.0) -> None:
        self._lexicon = lexicon
        self._floor = floor
        senses = [lexicon.senses(word) for word in words]
        self._known = np.array([bool(found) for found in senses], dtype=bool)
        self._meant = sorted({sense for found in senses for sense in found})
        places = {sense: place for place, sense in enumerate(self._meant)}
        flat = [places[sense] for found in senses for sense in found]
        self._flat = np.array(flat, dtype=np.int64)
        lengths = [len(found) for found in senses if found]
        self._starts = np.cumsum([0, *lengths[:-1]]) if lengths else np.zeros(0, dtype=np.int64)
        self._prepare()

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list the lexicon knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word."""
        senses = self._lexicon.senses(word)
        if not senses:
            return None
        row = np.zeros(len(self._known))
        if self._meant:
            best = np.maximum.reduce([self._sense(sense) for sense in senses])
            row[self._known] = np.maximum.reduceat(best[self._flat], self._starts)
        return row

    def _prepare(self) -> None:
        meant = [self._lexicon.definitions[sense] for sense in self._meant]
        sets, self._set_of = _distinct([found.others for found in meant])
        numbers = sorted({found.first for found in meant} | {n for found in sets for n in found})
        column = {number: place for place, number in enumerate(numbers)}
        self._table = self._lexicon.sememes.columns(numbers)
        total = self._table.shape[0]
        rows, columns = np.arange(total)[:, None], np.array(numbers, dtype=np.int64)[None, :]
        order = np.minimum(rows, columns) * total + np.maximum(rows, columns)
        self._ranked = self._table - _TIE * order / float(total * total)
        self._firsts = np.array([column[found.first] for found in meant], dtype=np.int64)
        self._sets = np.full((len(sets), max(map(len, sets), default=0)), -1, dtype=np.int64)
        for place, found in enumerate(sets):
            self._sets[place, : len(found)] = [column[n] for n in found]
        self._lengths = np.array([len(found) for found in sets], dtype=np.int64)
        self._functions = np.array([found.function for found in meant], dtype=bool)
        self._relations, self._relations_of = _distinct([found.relations for found in meant])
        self._symbols, self._symbols_of = _distinct([found.symbols for found in meant])
        # Few words have parts of their own: most rows of a kind are computed once.
        self._of_others = lru_cache(_KEPT)(self._compare_others)
        self._of_relations = lru_cache(_KEPT)(lambda own: self._compare_lists(own, self._relations))
        self._of_symbols = lru_cache(_KEPT)(lambda own: self._compare_lists(own, self._symbols))
        self._sense = lru_cache(_KEPT)(self._compute)

    def _compute(self, sense: int) -> NDArray[np.float64]:
        own = self._lexicon.definitions[sense]
        first = self._table[own.first, self._firsts]
        if first.max(initial=0.0) < self._floor:
            return np.zeros(len(first))
        others = self._of_others(own.others)[self._set_of]
        relations = self._of_relations(own.relations)[self._relations_of]
        symbols = self._of_symbols(own.symbols)[self._symbols_of]
        b1, b2, b3, b4 = self._lexicon.betas
        total = first * (b1 + others * (b2 + relations * (b3 + symbols * b4)))
        return np.where(self._functions == own.function, total, 0.0)

    def _compare_others(self, own: tuple[int, ...]) -> NDArray[np.float64]:
        size, widest = self._sets.shape
        longer = np.maximum(self._lengths, len(own))
        total: NDArray[np.float64] = MIXED * (longer - np.minimum(self._lengths, len(own)))
        if own and widest:
            rows = np.array(own, dtype=np.int64)[None, :, None]
            columns = self._sets[:, None, :]
            values = self._table[rows, columns].reshape(size, -1)
            ranked = np.where(columns >= 0, self._ranked[rows, columns], -np.inf)
            every = np.arange(size)
            for _ in range(min(len(own), widest)):
                best = ranked.reshape(size, -1).argmax(axis=1)
                row, column = best // widest, best % widest
                left = ranked[every, row, column] > -np.inf
                total = total + np.where(left, values[every, best], 0.0)
                ranked[every, row, :] = -np.inf
                ranked[every, :, column] = -np.inf
        total[longer == 0] = 1.0  # nothing is like nothing
        return total / np.maximum(longer, 1)

    def _compare_lists(self, own: _Pairs, theirs: Sequence[_Pairs]) -> NDArray[np.float64]:
        compare = self._lexicon.compare_lists
        return np.array([compare(own, other) for other in theirs])


def _distinct(items: Sequence[_T]) -> tuple[list[_T], NDArray[np.int64]]:
    """Return the different items, and for each item which of them it is."""
    places: dict[_T, int] = {}
    which = [places.setdefault(item, len(places)) for item in items]
    return list(places), np.array(which, dtype=np.int64)
