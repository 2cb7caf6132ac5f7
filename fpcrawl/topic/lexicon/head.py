"""The head of a compound is wider than the compound: 智能手机 is a 手机."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.topic.lexicon.base import near, normal, unique

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fpcrawl.topic.lexicon.base import Comparer

__all__ = ["HeadLexicon"]

_MAX_WORD, _MAX_PHRASE = 16, 80  # characters; longer ones are no words
_LINKS = frozenset(["of", "for", "in", "and", "the"])


class HeadLexicon:
    """Needs no data but what is a word at all.

    In Chinese the end of a compound of three characters or more tells what it is, where that
    end is a word of two or more. Of several Latin words it is the last one, before any ``of``.

    Parameters
    ----------
    knows
        Tells whether something is a word: an entry of a lexicon or dictionary, or a term that
        was learnt.
    """

    def __init__(self, knows: Callable[[str], bool]) -> None:
        self._is_word = knows

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "head"

    def knows(self, word: str) -> bool:
        """Tell whether it is a word or a compound with a head."""
        own = normal(word)
        return self._is_word(own) or bool(self.hypernyms(own))

    def similarity(self, a: str, b: str) -> float:
        """Return how alike words with a common head are."""
        left, right = _steps(self, a), _steps(self, b)
        met = [left[head] + right[head] for head in left.keys() & right.keys()]
        return near(min(met)) if met else 0.0

    def synonyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - the answer is the same
        """Return nothing: heads tell no synonyms."""
        return ()

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return the heads, the longest first."""
        own = normal(word)
        parts = own.split()
        if len(own) > _MAX_PHRASE:
            return ()
        if len(parts) > 1:
            ends = [at for at, part in enumerate(parts) if part in _LINKS]
            parts = parts[: ends[0]] if ends and ends[0] else parts
            heads = [" ".join(parts[at:]) for at in range(len(parts))]
            return unique([head for head in heads if head not in _LINKS], but=own)
        if len(own) > _MAX_WORD or any(not _han(char) for char in own[-2:]):
            return ()
        heads = [own[at:] for at in range(1, len(own) - 1)]
        return tuple(head for head in heads if _han(head[0]) and self._is_word(head))

    def hyponyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - the answer is the same
        """Return nothing: nobody knows all compounds."""
        return ()

    def comparer(self, words: Sequence[str], floor: float = 0.0) -> Comparer:  # noqa: ARG002 - cheap
        """Return what compares words with these, all at once."""
        return _HeadComparer(self, words)


class _HeadComparer:
    """Knows the heads of a topic's words, so that a word's own need no dictionary."""

    def __init__(self, lexicon: HeadLexicon, words: Sequence[str]) -> None:
        self._known = np.array([lexicon.knows(word) for word in words], dtype=bool)
        self._at: dict[str, list[tuple[int, int]]] = {}
        for place, word in enumerate(words):
            for head, steps in _steps(lexicon, word).items():
                self._at.setdefault(head, []).append((place, steps))
        self._lexicon = lexicon

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words of the list it knows."""
        return self._known

    def row(self, word: str) -> NDArray[np.float64] | None:
        """Return the similarity with each word of the list; ``None`` where no head is met."""
        own = normal(word)
        if len(own) > _MAX_PHRASE or self._at.keys().isdisjoint(
            own[at:] for at in range(max(len(own) - 1, 1))
        ):
            return None
        row = np.zeros(len(self._known))
        for head, steps in _steps(self._lexicon, word).items():
            for place, more in self._at.get(head, ()):
                row[place] = max(row[place], near(steps + more))
        return row


def _steps(lexicon: HeadLexicon, word: str) -> dict[str, int]:
    """Return a word and its heads with the number of steps to each."""
    own = normal(word)
    return {head: steps for steps, head in enumerate((own, *lexicon.hypernyms(own)))}


def _han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff"
