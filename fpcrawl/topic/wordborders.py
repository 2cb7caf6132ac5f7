"""Where no word of a dictionary can stand across, of a whole text at once.

Most places of a text need not be looked up one by one: a Bloom filter of the dictionary's words
tells by a few operations on arrays where none can be. It errs only by finding too much.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

__all__ = ["WordBorders"]

#: Two bits of one of so many bytes are set for a word: one place in memory to look at.
_BYTES = 1 << 21
_PAIRS = np.array(
    [1 << a | 1 << b for a in range(8) for b in range(a)] + [0b111, 0b111000, 0b1010001, 0b10110],
    np.uint8,
)
_MIX, _HALF = np.uint32(0x9E3779B1), np.uint32(15)
_PLACE, _PAIR = np.uint32(32 - 21), np.uint32(32 - 21 - 5)
_WHICH = np.uint32(len(_PAIRS) - 1)
#: Of the characters of a word, by place.
_FACTORS = [np.uint32(n) for n in (0x85EBCA6B, 0xC2B2AE35, 0x27D4EB2F, 0x165667B1, 0xD6E8FEB9)]
_SHORTEST, _LONGEST = 2, len(_FACTORS)
#: Of longer words the beginning is known.
_WHOLE = _LONGEST - 1
#: Added for the beginnings of longer words, which are not words themselves.
_BEGINNING = np.uint32(0x5BD1E995)
#: Below are characters that part runs.
_FIRST_LETTER = 32


class WordBorders:
    """Finds the places in a text that no word stands across.

    Parameters
    ----------
    words
        Those of a dictionary, of two characters and more.
    ends
        Returns, of a text and a place in it, where the longest word of more than four
        characters that begins there ends; the place itself where none does.
    """

    def __init__(self, words: Iterable[str], ends: Callable[[str, int], int]) -> None:
        self._ends = ends
        self._bits = np.zeros(_BYTES, np.uint8)
        self._add(words)

    def with_words(self, words: Iterable[str], ends: Callable[[str, int], int]) -> WordBorders:
        """Return the same of a dictionary that has these words too."""
        out = WordBorders((), ends)
        out._bits |= self._bits
        out._add(words)
        return out

    def _add(self, words: Iterable[str]) -> None:
        by_size: dict[int, list[str]] = {}
        for word in words:
            by_size.setdefault(len(word), []).append(word)
        for size, its in by_size.items():
            if size < _SHORTEST:
                continue
            codes = _codes("".join(its)).reshape(len(its), size)
            known = min(size, _LONGEST)
            hashes = _hashes(codes[:, k] for k in range(known))
            if size <= _WHOLE:
                self._set(hashes[size - 1])
            else:
                self._set(hashes[_WHOLE - 1] + _BEGINNING)
                self._set(hashes[_LONGEST - 1])

    def _set(self, hashes: NDArray[np.uint32]) -> None:
        np.bitwise_or.at(self._bits, *_bits(hashes))

    def _has(self, hashes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        place, pair = _bits(hashes)
        found: NDArray[np.bool_] = (self._bits[place] & pair) == pair
        return found

    def pieces(self, text: str) -> Iterator[tuple[str, bool]]:
        """Return the text in pieces that no word stands across.

        Parameters
        ----------
        text
            Runs of characters; control characters part them.

        Returns
        -------
        iterator of (str, bool)
            Each piece, and whether it may hold words. Else it is a control character, or
            characters of which no two neighbours are of one word.
        """
        n = len(text)
        codes = _codes(text + "\0" * _LONGEST)
        hashes = _hashes(codes[k : n + k] for k in range(_LONGEST))
        across = np.zeros(n + _LONGEST + 1, np.bool_)
        for size in range(_SHORTEST, _WHOLE + 1):
            found = self._has(hashes[size - 1])
            for k in range(1, size):
                across[k : n + k] |= found
        longer = self._has(hashes[_LONGEST - 1])
        longer &= self._has(hashes[_WHOLE - 1] + _BEGINNING)
        for at in np.flatnonzero(longer).tolist():
            across[at + 1 : self._ends(text, at)] = True
        part = codes[: n + 1] < _FIRST_LETTER
        border = ~across[: n + 1]
        border |= part
        border[1:] |= part[:n]
        alone = border[:n] & border[1:] & ~part[:n]
        within = ~border[1:]
        border[1:n] &= ~(alone[:-1] & alone[1:])
        ends = np.flatnonzero(border).tolist()
        held = within[ends[:-1]].tolist()
        return zip([text[a:b] for a, b in pairwise(ends)], held, strict=True)


def _codes(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


def _hashes(characters: Iterable[NDArray[np.uint32]]) -> list[NDArray[np.uint32]]:
    """Return what tells the first character, the first two, the first three and so on."""
    out: list[NDArray[np.uint32]] = []
    for codes, factor in zip(characters, _FACTORS, strict=False):
        out.append(out[-1] + codes * factor if out else codes * factor)
    return out


def _bits(hashes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Return the bytes and the bits in them that are set for words with these hashes."""
    mixed = (hashes ^ (hashes >> _HALF)) * _MIX
    return mixed >> _PLACE, _PAIRS[(mixed >> _PAIR) & _WHICH]
