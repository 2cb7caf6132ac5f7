"""Words by a taxonomy: groups of words with one meaning, each below wider ones."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np

from fpcrawl.topic.lexicon.base import normal, unique

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fpcrawl.topic.lexicon.base import Comparer

__all__ = ["Taxonomy", "TaxonomyLexicon"]

_PER_STEP, _SUBSUMER = 0.2, 0.45  # of Li, Bandar and McLean (2003), fitted to people's judgement
_MAX_ABOVE = 200
_KEPT = 50_000


class Taxonomy(Protocol):
    """Meanings, the words for each, and which is right above which."""

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        ...

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a normalised word, the usual ones first where that is known."""
        ...

    def words(self, meaning: str) -> tuple[str, ...]:
        """Return the normalised words for a meaning, in all languages."""
        ...

    def above(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right above one."""
        ...

    def below(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right below one."""
        ...


class TaxonomyLexicon:
    """A lexicon over a taxonomy.

    Words with a common meaning are 1 alike; else ``exp(-.2 l) tanh(.45 h)`` of Li, Bandar and
    McLean (2003), the largest over the common wider meanings, where ``l`` is the number of
    steps from word to word and ``h`` the depth of that wider meaning. Wider words are given in
    the script of the word, so that a Chinese word gets Chinese ones: where a meaning has no word
    of that script, the next one above is taken.

    Parameters
    ----------
    taxonomy
        The taxonomy.
    climb
        So many steps up at most for a wider word.
    """

    def __init__(self, taxonomy: Taxonomy, *, climb: int = 3) -> None:
        self.taxonomy = taxonomy
        self._climb = climb
        self.meanings = lru_cache(_KEPT)(taxonomy.meanings)
        self.lineage = lru_cache(_KEPT)(self._lineage)
        self.depth = lru_cache(_KEPT)(self._depth)

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return self.taxonomy.name

    def knows(self, word: str) -> bool:
        """Tell whether it has an entry for the word."""
        return bool(self.meanings(normal(word)))

    def similarity(self, a: str, b: str) -> float:
        """Return the similarity of the two nearest meanings."""
        a, b = normal(a), normal(b)
        if a == b:
            return 1.0
        best = 0.0
        for left in self.meanings(a):
            up = self.lineage(left)
            for right in self.meanings(b):
                if left == right:
                    return 1.0
                for meaning, steps in self.lineage(right).items():
                    if meaning in up:
                        best = max(best, _alike(steps + up[meaning], self.depth(meaning)))
        return best

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return the other words of its meanings, those of its own script first."""
        own = normal(word)
        found = [w for meaning in self.meanings(own) for w in self.taxonomy.words(meaning)]
        return unique(sorted(found, key=lambda w: _script(w) != _script(own)), but=own)

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return wider words of its script: what most meanings lead to first, then the nearest."""
        own = normal(word)
        votes: Counter[str] = Counter()
        nearest: dict[str, tuple[int, int]] = {}
        for order, meaning in enumerate(self.meanings(own)):
            for steps, wider in self._climb_from(meaning, own):
                votes[wider] += 1
                nearest[wider] = min(nearest.get(wider, (steps, order)), (steps, order))
        return tuple(sorted(nearest, key=lambda w: (-votes[w], nearest[w])))[:64]

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return the words of its script for what is right below its meanings."""
        own = normal(word)
        found = [
            other
            for meaning in self.meanings(own)
            for below in self.taxonomy.below(meaning)
            for other in self.taxonomy.words(below)
            if _script(other) == _script(own)
        ]
        return unique(found, but=own)

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:
        """Return what compares words with these, all at once."""
        return _TaxonomyComparer(self, words, floor)

    def _climb_from(self, meaning: str, own: str) -> list[tuple[int, str]]:
        """Return the words of the first wider meanings that have any, with their steps."""
        level, seen = [meaning], {meaning}
        for steps in range(1, self._climb + 1):
            level = [up for at in level for up in self.taxonomy.above(at) if up not in seen]
            seen.update(level)
            found = [
                word
                for up in level
                for word in self._best(self.taxonomy.words(up), own)
                if word != own
            ]
            if found:
                return [(steps, word) for word in dict.fromkeys(found)]
        return []

    def _best(self, words: Sequence[str], own: str) -> list[str]:
        """Return the words of the same script, the likeliest to be used first.

        First what ends the word itself (电话 of 移动电话), then what has many meanings, as
        common words have, then the shorter.
        """
        same = [word for word in words if _script(word) == _script(own)]
        if _script(own):
            same.sort(key=lambda w: (not own.endswith(w), -len(self.meanings(w)), len(w)))
        return same

    def _lineage(self, meaning: str, most: int = _MAX_ABOVE) -> dict[str, int]:
        """Return a meaning and all above it, so many steps at most, with the steps to each."""
        steps = {meaning: 0}
        level = [meaning]
        for far in range(1, most + 1):
            if not level or len(steps) >= _MAX_ABOVE:
                break
            level = [up for at in level for up in self.taxonomy.above(at)]
            level = [up for up in dict.fromkeys(level) if up not in steps]
            steps.update(dict.fromkeys(level, far))
        return steps

    def _depth(self, meaning: str) -> int:
        """Return the least number of steps to a meaning with nothing above it."""
        roots = [n for up, n in self.lineage(meaning).items() if not self.taxonomy.above(up)]
        return min(roots, default=0)


class _TaxonomyComparer:
    """Walks up from a word's meanings once and meets all words of a topic on the way."""

    def __init__(self, lexicon: TaxonomyLexicon, words: Sequence[str], floor: float) -> None:
        self._lexicon = lexicon
        # So many steps apart words are below the floor whatever is above them both.
        self._most = int(-math.log(floor) / _PER_STEP) if floor > 0.0 else _MAX_ABOVE
        self._known = np.array([lexicon.knows(word) for word in words], dtype=bool)
        self._exact: dict[str, list[int]] = {}
        under: dict[str, dict[int, int]] = {}
        for place, word in enumerate(words):
            for meaning in lexicon.meanings(normal(word)):
                self._exact.setdefault(meaning, []).append(place)
                for up, steps in lexicon.lineage(meaning, self._most).items():
                    at = under.setdefault(up, {})
                    at[place] = min(at.get(place, steps), steps)
        self._under = {
            up: (
                np.fromiter(at, dtype=np.int64),
                np.exp(-_PER_STEP * np.fromiter(at.values(), dtype=np.float64))
                * math.tanh(_SUBSUMER * lexicon.depth(up)),
            )
            for up, at in under.items()
            if lexicon.depth(up)
        }

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list the lexicon knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` for an unknown word."""
        meanings = self._lexicon.meanings(normal(word))
        if not meanings:
            return None
        row = np.zeros(len(self._known))
        for meaning in meanings:
            for up, steps in self._lexicon.lineage(meaning, self._most).items():
                met = self._under.get(up)
                if met is not None:
                    places, values = met
                    row[places] = np.maximum(row[places], values * math.exp(-_PER_STEP * steps))
        for meaning in meanings:
            row[self._exact.get(meaning, [])] = 1.0
        return row


def _alike(steps: int, depth: int) -> float:
    return math.exp(-_PER_STEP * steps) * math.tanh(_SUBSUMER * depth)


def _script(word: str) -> bool:
    """Tell words in letters from those in characters."""
    return any(char > "\u2e7f" for char in word)
