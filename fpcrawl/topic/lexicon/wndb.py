"""The files of Princeton WordNet (WNDB format), read where they lie."""

from __future__ import annotations

import mmap
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon.base import normal
from fpcrawl.topic.lexicon.files import fail

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["WordNetFiles"]

_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_OFFSET = re.compile(rb"(?<= )\d{8}(?=[ \n])")
_MARK = re.compile(r"\((?:a|p|ip)\)$")
# Endings that WordNet's own morphology takes off, and what it puts there.
_ENDINGS = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}


@dataclass(frozen=True, slots=True)
class _Synset:
    words: tuple[str, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]


class WordNetFiles:
    """English words and the relations of their meanings.

    A meaning is named as in the multilingual wordnets: ``02992529-n``. The files are looked up
    in place; they take no memory of their own.

    Parameters
    ----------
    folder
        Holds ``data.noun`` and ``index.noun``, and the same for ``verb``, ``adj`` and ``adv``
        and the exceptions (``noun.exc``...) where those are.

    Raises
    ------
    LexiconError
        When there are no such files or one is damaged or cut off; the line is named.
    """

    def __init__(self, folder: Path) -> None:
        self._data: dict[str, mmap.mmap] = {}
        self._index: dict[str, mmap.mmap] = {}
        self._paths = {part: folder / f"data.{name}" for part, name in _PARTS.items()}
        self._exceptions: dict[str, dict[str, list[str]]] = {}
        if not self._paths["n"].is_file():
            raise LexiconError(f"{folder}: no WordNet here (data.noun is missing)")
        for part, name in _PARTS.items():
            if self._paths[part].is_file():
                self._data[part] = _open(self._paths[part])
                index = folder / f"index.{name}"
                self._index[part] = _open(index)
                self._check(part, index)
                self._exceptions[part] = _exceptions(folder / f"{name}.exc")
        self._read = lru_cache(maxsize=20_000)(self._parse)

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of an English word or one of its forms; nouns first."""
        found = [name for part in self._index for name in self._lookup(part, word)]
        if found:
            return tuple(found)
        forms = [
            (part, form) for part in self._index for form in dict.fromkeys(self._forms(part, word))
        ]
        return tuple(
            dict.fromkeys(name for part, form in forms for name in self._lookup(part, form))
        )

    def has(self, meaning: str) -> bool:
        """Tell whether there is such a meaning."""
        offset, _, part = meaning.partition("-")
        part = "a" if part == "s" else part
        data = self._data.get(part)
        if data is None or not offset.isdecimal():
            return False
        at = int(offset)
        return data[at : at + 9] == f"{offset} ".encode() and (at == 0 or data[at - 1] == 10)

    def offsets(self, part: str) -> NDArray[np.int64]:
        """Return where the entries of a part of speech (``n``, ``v``, ``a``, ``r``) begin."""
        data = self._data.get(part)
        if data is None:
            return np.zeros(0, dtype=np.int64)
        starts = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == 10) + 1
        return starts[:-1]

    def words(self, meaning: str) -> tuple[str, ...]:
        """Return the English words for a meaning."""
        return self._read(meaning).words

    def above(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right above one."""
        return self._read(meaning).above

    def below(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right below one."""
        return self._read(meaning).below

    def _parse(self, meaning: str) -> _Synset:
        offset, _, part = meaning.partition("-")
        part = "a" if part == "s" else part
        data = self._data.get(part)
        if data is None or not self.has(meaning):
            raise LexiconError(f"{self._paths.get(part, part)}: no meaning {meaning}")
        end = data.find(b"\n", int(offset))
        fields = data[int(offset) : end].split(b" | ")[0].decode("utf-8", "replace").split()
        try:
            count = int(fields[3], 16)
            words = tuple(normal(_MARK.sub("", word)) for word in fields[4 : 4 + 2 * count : 2])
            start = 4 + 2 * count
            pointers = [
                (fields[at], f"{fields[at + 1]}-{fields[at + 2]}")
                for at in range(start + 1, start + 1 + 4 * int(fields[start]), 4)
            ]
        except (ValueError, IndexError):
            line = data[: int(offset)].count(b"\n") + 1
            raise fail(
                self._paths[part], line, "no entry of WordNet; the file is damaged"
            ) from None
        return _Synset(
            tuple(dict.fromkeys(words)),
            tuple(to for symbol, to in pointers if symbol in {"@", "@i"}),
            tuple(to for symbol, to in pointers if symbol in {"~", "~i"}),
        )

    def _lookup(self, part: str, word: str) -> list[str]:
        """Find a word in the sorted index."""
        wanted = word.replace(" ", "_").encode()
        index = self._index[part]
        low, high = 0, len(index)
        while low < high:
            middle = (low + high) // 2
            start = index.rfind(b"\n", 0, middle) + 1
            end = index.find(b"\n", start)
            entry = index[start:end]
            key = entry[: entry.find(b" ")]  # empty in the lines of the licence
            if key == wanted and key:
                fields = entry.decode("ascii", "replace").split()
                count = int(fields[2])
                return [f"{offset}-{part}" for offset in fields[-count:]]
            if key < wanted:
                low = end + 1
            else:
                high = start
        return []

    def _forms(self, part: str, word: str) -> list[str]:
        found = list(self._exceptions[part].get(word, ()))
        for ending, instead in _ENDINGS[part]:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                found.append(word.removesuffix(ending) + instead)
        return found

    def _check(self, part: str, index: Path) -> None:
        """See that every meaning the index names begins a line of the data file."""
        data, path = self._data[part], self._paths[part]
        found = _OFFSET.findall(self._index[part])
        if not found:
            raise LexiconError(f"{index}: no index of WordNet")
        offsets = np.array(found).astype(np.int64)
        held = np.frombuffer(data, dtype=np.uint8)
        inside = offsets < len(held)
        begins = inside.copy()
        begins[inside] = (held[offsets[inside] - 1] == 10) | (offsets[inside] == 0)
        if begins.all():
            return
        first = int(offsets[~begins].min())
        del held
        line = data[:first].count(b"\n") + 1
        what = "entries begin elsewhere than the index says; not of one edition, or damaged"
        if first >= len(data):
            what = "entries that the index names are missing; the file is cut off"
        raise fail(path, line, what)


def _open(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            found = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "the file is empty"
        raise LexiconError(f"{path}: cannot be read: {why}") from None
    if found[-1:] != b"\n":
        raise fail(path, found[:].count(b"\n") + 1, "the last line has no end: it is cut off")
    return found


def _exceptions(path: Path) -> dict[str, list[str]]:
    if not path.is_file():
        return {}
    lines = path.read_text("utf-8", "replace").split("\n")
    return {form: bases for form, *bases in map(str.split, filter(str.strip, lines))}
