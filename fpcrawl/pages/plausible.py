"""Telling text from mojibake: how many bits a byte costs under a guess at its encoding.

A guess is a code table together with a language. Under the true one a text is cheap, for
its frequent characters are the frequent ones of the language; mojibake is dear. (The
cross-entropy under a model of single characters and, in one-byte tables, of what stands
before them.)
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from functools import cache
from math import log2
from operator import itemgetter, mul
from typing import TYPE_CHECKING, Any

from fpcrawl.pages.letters import ALPHABETS, HAN, KANA, MARKS, PUNCTUATION, SYLLABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["CJK_CODECS", "SINGLE_CODECS", "Sample", "are_twins"]

#: Codec of double bytes -> languages written in it.
_CJK: dict[str, tuple[str, ...]] = {
    "gb18030": ("zh-hans", "zh-hant"),
    "big5hkscs": ("zh-hant",),
    "cp950": ("zh-hant",),
    "cp932": ("ja",),
    "euc_jp": ("ja",),
    "euc_jis_2004": ("ja",),
    "cp949": ("ko",),
    "johab": ("ko",),
}
CJK_CODECS = frozenset(_CJK)
_WEST = ("en", "fr", "de", "es", "pt", "it", "sv", "da", "fi", "is", "ca", "nl")
_CENTRAL = ("cs", "sk", "pl", "hu", "ro", "hr", "de")
_BALTIC = ("lt", "lv", "et", "pl", "fi", "de")
_CYRILLIC = ("ru", "uk", "bg", "sr")
_SINGLE: dict[str, tuple[str, ...]] = {
    "cp1252": _WEST,
    "cp1251": _CYRILLIC,
    "cp1250": _CENTRAL,
    "cp1253": ("el",),
    "cp1254": ("tr",),
    "cp1255": ("he",),
    "cp1256": ("ar",),
    "cp1257": _BALTIC,
    "cp1258": ("vi",),
    "cp874": ("th",),
    "koi8-r": ("ru", "bg"),
    "koi8-u": ("uk",),
    "iso8859-2": _CENTRAL,
    "iso8859-4": _BALTIC,
    "iso8859-5": _CYRILLIC,
    "iso8859-6": ("ar",),
    "iso8859-7": ("el",),
    "iso8859-8": ("he",),
    "iso8859-13": _BALTIC,
    "iso8859-15": _WEST,
    "cp866": _CYRILLIC,
}
#: One-byte codecs that are guessed without anybody having named them.
SINGLE_CODECS = tuple(_SINGLE)
# Tables that agree on nearly all letters: the few others decide between them.
_TWINS = (
    frozenset(["cp1252", "iso8859-15", "cp1254"]),
    frozenset(["cp1250", "iso8859-2"]),
    frozenset(["cp1253", "iso8859-7"]),
    frozenset(["cp1255", "iso8859-8"]),
    frozenset(["cp1257", "iso8859-13"]),
    frozenset(["koi8-r", "koi8-u"]),
)
# Shares of all characters outside ASCII.
_MARKS_SHARE = 0.05
# English has hardly anything else outside ASCII.
_MARKS_IN_ENGLISH = 0.9
_CAPITALS_SHARE = 0.04
_OTHER_LETTER = 2e-4
_OTHER_SIGN = 1e-4
_NEVER = 1e-6
# Shares by what stands before: an ASCII letter, a byte outside ASCII, anything else.
_IN_WORDS = (0.005, 0.82, 0.175)
_AMONG_ASCII = (0.72, 0.1, 0.18)
_CAPITAL = (0.01, 0.09, 0.9)
_MARK = (0.2, 0.2, 0.6)
_CLOSING = (0.49, 0.49, 0.02)
_CLOSERS = frozenset("’”»…")
_RUN = re.compile(rb"[\x80-\xff]+")
_AFTER_LETTER = re.compile(rb"[A-Za-z][\x80-\xff]")
_ASCII = bytes(range(128))
_HIGH = bytes(range(128, 256))
# What an ASCII byte costs that a double-byte table takes for half a character.
_ASCII_BITS = 4.5
_ERROR_BITS = 18.0
#: What valid UTF-8 costs a byte: three bytes of it cost as much as one ideograph.
UTF8_BITS = 4.0


def are_twins(one: str, other: str) -> bool:
    """Tell whether two one-byte codecs agree on nearly all letters."""
    return any(one in twins and other in twins for twins in _TWINS)


class Sample:
    """A piece of a page, weighed under one codec after the other.

    Parameters
    ----------
    data
        Bytes, from a boundary of characters.

    Attributes
    ----------
    size
        Bytes outside ASCII.
    """

    __slots__ = ("_data", "_found", "size")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data.translate(None, _ASCII))
        self._found: tuple[list[int], Callable[[list[Any]], tuple[Any, ...]]] | None = None

    def bits(self, codec: str) -> float:
        """Return the bits that a byte outside ASCII costs in ``codec``: text 2 to 6.

        An unknown codec costs infinitely much, a text in ASCII nothing.
        """
        if not self.size:
            return 0.0
        try:
            if codec in _CJK:
                return self._double(codec)
            if codec == "utf-8":
                return self._utf8()
            counts, get = self._places()
            best: float = min(sum(map(mul, counts, get(table))) for table in _tables(codec))
            return best / self.size
        except (LookupError, ValueError):
            return float("inf")

    def differing(self, one: str, other: str) -> int:
        """Return how many bytes outside ASCII two codecs read differently."""
        if one in _CJK or other in _CJK or "utf-8" in {one, other}:
            return self.size
        counts, get = self._places()
        return sum(
            n for n, differs in zip(counts, get(_differences(one, other)), strict=True) if differs
        )

    def _places(self) -> tuple[list[int], Callable[[list[Any]], tuple[Any, ...]]]:
        """Return how often each byte outside ASCII stands behind each kind of byte.

        And what takes the entries of these places, in the same order, from a table with an
        entry for each byte behind each kind.
        """
        if self._found is None:
            data = self._data
            runs = _RUN.findall(data)
            first = Counter(run[0] for run in runs)
            behind = (
                Counter(pair[1] for pair in _AFTER_LETTER.findall(data)),
                Counter(b"".join(run[1:] for run in runs)),
            )
            first.subtract(behind[0])
            places = {
                256 * kind + byte: n
                for kind, counter in enumerate((*behind, first))
                for byte, n in counter.items()
                if n
            }
            # A getter of one entry would return it bare.
            places.setdefault(0, 0)
            places.setdefault(1, 0)
            self._found = list(places.values()), itemgetter(*places)
        return self._found

    def _double(self, codec: str) -> float:
        data = self._data
        text = codecs.getincrementaldecoder(codec)("replace").decode(data)
        ascii_chars = len(text.encode("ascii", "ignore"))
        eaten = len(data) - self.size - ascii_chars
        counts = [(char, n) for char, n in Counter(text).items() if char > "\x7f"]
        best = float("inf")
        for language in _CJK[codec]:
            known = _characters(language)
            best = min(
                best,
                sum(n * (known.get(char) or _rare(codec, language, char)) for char, n in counts),
            )
        return (best - _ASCII_BITS * eaten) / self.size

    def _utf8(self) -> float:
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(self._data)
        errors = text.count("\ufffd")
        return (UTF8_BITS * (self.size - errors) + _ERROR_BITS * errors) / self.size


def _cost(share: float) -> float:
    return -log2(share)


def _shares(listed: str) -> dict[str, float]:
    """Read ``"a3 b.5"``, shares in percent or parts, into shares of one."""
    parts = {item[0]: float(item[1:]) for item in listed.split(" ")}
    total = sum(parts.values())
    return {char: part / total for char, part in parts.items()}


@cache
def _high_half(codec: str) -> str:
    """Return what the bytes from 128 to 255 mean in a one-byte codec."""
    text = codecs.decode(_HIGH, codec, "replace")
    if len(text) != len(_HIGH):
        raise LookupError(codec)
    return text


@cache
def _differences(one: str, other: str) -> list[bool]:
    differs = [a != b for a, b in zip(_high_half(one), _high_half(other), strict=True)]
    return 3 * (128 * [False] + differs)


@cache
def _tables(codec: str) -> list[list[float]]:
    """Return a table of bits for each language of a one-byte codec, by place."""
    chars = _high_half(codec)
    languages = _SINGLE.get(codec)
    if languages is None:
        # Nothing is known of it: all its letters are alike.
        letters = [char for char in chars if char.isalpha()]
        if not letters:
            raise LookupError(codec)
        whole = sum(1 for char in letters if char > "\u0250") * 2 > len(letters)
        alike = dict.fromkeys(map(str.lower, letters), 1 / len(letters))
        return [_table(chars, alike, whole, _MARKS_SHARE)]
    return [
        _table(chars, _shares(letters), whole, _MARKS_IN_ENGLISH if name == "en" else _MARKS_SHARE)
        for name in languages
        for letters, whole in [ALPHABETS[name]]
    ]


def _table(chars: str, letters: dict[str, float], whole: bool, marks_share: float) -> list[float]:
    marks = _shares(MARKS)
    inside = _IN_WORDS if whole else _AMONG_ASCII
    table = [0.0] * (3 * 256)
    for n, char in enumerate(chars):
        share, before = _OTHER_SIGN, _MARK
        lower = char.lower()
        if char in letters:
            share = (1 - marks_share - _CAPITALS_SHARE) * letters[char]
            before = inside if char == lower else _CAPITAL
        elif lower in letters and lower != char:
            share, before = _CAPITALS_SHARE * letters[lower], _CAPITAL
        elif char in marks:
            share = marks_share * marks[char]
            before = _CLOSING if char in _CLOSERS else _MARK
        elif char == "\ufffd" or unicodedata.category(char) in {"Cc", "Co", "Cn"}:
            share = _NEVER
        elif char.isalpha() or unicodedata.combining(char):
            share, before = _OTHER_LETTER, _CAPITAL if char != lower else inside
        for kind in range(3):
            table[256 * kind + 128 + n] = _cost(share * before[kind])
    return table


def _ranked(chars: str, share: float, flat: float) -> Iterable[tuple[str, float]]:
    """Yield characters with their bits; the first is the most frequent."""
    once = dict.fromkeys(chars)
    weights = [1 / (rank + flat) for rank in range(len(once))]
    total = sum(weights)
    for char, weight in zip(once, weights, strict=True):
        yield char, _cost(share * weight / total)


@cache
def _characters(language: str) -> dict[str, float]:
    """Return the bits of the frequent characters of a language."""
    if language == "ko":
        return {**dict(_ranked(PUNCTUATION, 0.02, 1.5)), **dict(_ranked(SYLLABLES, 0.68, 20))}
    if language == "ja":
        return {
            **dict(_ranked(PUNCTUATION, 0.1, 1.5)),
            **{char: _cost(0.55 * share) for char, share in _shares(KANA).items()},
            **dict(_ranked(HAN["ja"], 0.12, 30)),
        }
    return {
        **dict(_ranked(PUNCTUATION, 0.13, 1.5)),
        **dict(_ranked(HAN[language], 0.6, 12)),
    }


# Codec -> ranges of lead bytes, whether the second byte is over 0xA0, the share that the
# characters of the range have, and how many they are. The first that fits.
_Range = tuple[int, int, bool, float, int]
_RANGES: dict[str, tuple[_Range, ...]] = {
    "gb18030": (
        (0xB0, 0xD7, True, 0.25, 3755),
        (0xD8, 0xF7, True, 0.015, 3008),
        (0xA1, 0xA9, True, 0.003, 700),
        (0x81, 0xFE, False, 0.002, 14240),
    ),
    "big5": (
        (0xA4, 0xC6, False, 0.25, 5401),
        (0xC9, 0xF9, False, 0.015, 7652),
        (0xA1, 0xA3, False, 0.003, 400),
        (0x81, 0xFE, False, 0.005, 5000),
    ),
    "cp932": (
        (0x88, 0x97, False, 0.22, 2965),
        (0x98, 0xEA, False, 0.006, 3390),
        (0x81, 0x84, False, 0.003, 500),
        (0x81, 0xFE, False, 0.001, 450),
    ),
    "euc_jp": (
        (0xB0, 0xCF, True, 0.22, 2965),
        (0xD0, 0xF4, True, 0.006, 3390),
        (0xA1, 0xFE, True, 0.003, 1000),
    ),
    "cp949": (
        (0xB0, 0xC8, True, 0.28, 2350),
        (0xCA, 0xFD, True, 0.002, 4888),
        (0xA1, 0xAC, True, 0.003, 900),
        (0x81, 0xC8, False, 0.003, 8822),
    ),
}
_RANGES["cp950"] = _RANGES["big5hkscs"] = _RANGES["big5"]
_RANGES["euc_jis_2004"] = _RANGES["euc_jp"]
# Traditional characters stand in the extension of GBK.
_GBK_TRADITIONAL = (0x81, 0xFE, False, 0.25, 9000)


@cache
def _rare(codec: str, language: str, char: str) -> float:
    """Return the bits of a character that is not among the frequent ones."""
    if char == "\ufffd":
        return _ERROR_BITS
    raw = char.encode(codec, "ignore")
    if len(raw) == 1:
        # Half-width kana.
        return _cost(5e-6)
    if len(raw) != 2 or "\ue000" <= char <= "\uf8ff":
        return _cost(1e-8)
    ranges = _RANGES.get(codec, ())
    if codec == "gb18030" and language == "zh-hant":
        ranges = (*ranges[:3], _GBK_TRADITIONAL)
    for first, last, high, share, size in ranges:
        if first <= raw[0] <= last and (raw[1] > 0xA0 or not high):
            return _cost(share / size)
    return _cost(1e-6)
