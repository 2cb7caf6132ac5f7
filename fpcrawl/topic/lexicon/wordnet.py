"""WordNet with the words of other languages on it: Chinese Open Wordnet and its like."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from fpcrawl.topic.lexicon.base import normal
from fpcrawl.topic.lexicon.files import fail, numbered_lines
from fpcrawl.topic.lexicon.wndb import WordNetFiles
from fpcrawl.topic.segment import simplified

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["WordNet", "moved", "read_tab"]

_MEANING = re.compile(r"\d{8}-[nvasr]")
_STRANGE = 0.05
_AHEAD, _SURE, _LEAST = 20, 0.9, 4
_MOST_MOVED = 1000  # bytes


class WordNet:
    """The taxonomy of WordNet's files and of ``.tab`` files of the multilingual wordnet.

    Parameters
    ----------
    folder
        WordNet's files, see :class:`WordNetFiles`; of the edition that the tabs are made for
        (3.0 nearly always).
    tabs
        Files with lines of ``offset-part<TAB>language:lemma<TAB>word``.

    Raises
    ------
    LexiconError
        With the line, when a file is not of its format, is cut off, or does not fit the others.
    """

    def __init__(self, folder: Path, tabs: Sequence[Path] = ()) -> None:
        self._english = WordNetFiles(folder)
        self._meanings: dict[str, tuple[str, ...]] = {}
        self._words: dict[str, tuple[str, ...]] = {}
        for path in tabs:
            self._take(path)

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "wordnet"

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a normalised word."""
        found = self._meanings.get(word, ())
        if word.isascii():
            found = tuple(dict.fromkeys((*self._english.meanings(word), *found)))
        return found

    def words(self, meaning: str) -> tuple[str, ...]:
        """Return the words for a meaning, in all languages."""
        return (*self._english.words(meaning), *self._words.get(meaning, ()))

    def above(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right above one."""
        return self._english.above(meaning)

    def below(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right below one."""
        return self._english.below(meaning)

    def _take(self, path: Path) -> None:
        pairs = read_tab(path)
        places = self._places({meaning for _, meaning, _ in pairs})
        strange = [(line, meaning) for line, meaning, _ in pairs if meaning not in places]
        if len(strange) > _STRANGE * len(pairs):
            line, meaning = strange[0]
            raise fail(
                path,
                line,
                f"WordNet has no {meaning}, nor what {len(strange)} of {len(pairs)} lines name; "
                "the file is for another edition",
            )
        meanings: dict[str, list[str]] = {}
        words: dict[str, list[str]] = {}
        for _, meaning, word in pairs:
            if meaning in places:
                meanings.setdefault(word, []).append(places[meaning])
                words.setdefault(places[meaning], []).append(word)
        for into, new in ((self._meanings, meanings), (self._words, words)):
            for key, found in new.items():
                into[key] = tuple(dict.fromkeys((*into.get(key, ()), *found)))

    def _places(self, meanings: set[str]) -> dict[str, str]:
        """Return what each meaning is called in the files at hand."""
        places: dict[str, str] = {}
        for part in "nvar":
            named = sorted(int(meaning[:8]) for meaning in meanings if meaning[-1] == part)
            for offset, at in moved(named, self._english.offsets(part).tolist()).items():
                places[f"{offset:08}-{part}"] = f"{at:08}-{part}"
        return places


def moved(named: Sequence[int], there: Sequence[int]) -> dict[int, int]:
    """Find entries again in a file in which some were moved by a few bytes.

    Distributions mend a gloss here and there, and everything behind it moves by as many bytes:
    Debian's verbs by 18, its adjectives by 1. A move is believed when nearly all of the next
    entries are found where it says.

    Parameters
    ----------
    named
        Where entries begin in the original file, ascending.
    there
        Where all entries of the file at hand begin, ascending.
    """
    held = set(there)
    found: dict[int, int] = {}
    shift = 0
    for place, offset in enumerate(named):
        if offset + shift not in held:
            ahead = named[place : place + _AHEAD]
            low = bisect_left(there, offset - _MOST_MOVED)
            high = bisect_right(there, offset + _MOST_MOVED)
            moves = [at - offset for at in there[low:high]]
            fits = {move: sum(other + move in held for other in ahead) for move in moves}
            best = max(moves, key=lambda move: (fits[move], -abs(move - shift)), default=0)
            if fits.get(best, 0) < max(_SURE * len(ahead), _LEAST):
                continue
            shift = best
        found[offset] = offset + shift
    return found


def read_tab(path: Path) -> list[tuple[int, str, str]]:
    """Return line, meaning and word of the lemmas in a ``.tab`` file.

    Raises
    ------
    LexiconError
        With the line, when the file is not of this format or is cut off.
    """
    found: list[tuple[int, str, str]] = []
    for line, text in numbered_lines(path):
        if text.startswith("#"):
            continue
        fields = text.split("\t")
        if len(fields) < 3 or _MEANING.fullmatch(fields[0]) is None:
            raise fail(path, line, "expected: offset-part, kind and word, with tabs between")
        if fields[1].rpartition(":")[2] == "lemma":
            meaning = f"{fields[0][:-1]}a" if fields[0][-1] == "s" else fields[0]
            # A plus parts a word from what may follow it: text has 美丽 besides 美丽的.
            bare = re.sub(r"\+[的地]$", "", fields[2])
            words = dict.fromkeys(normal(word.replace("+", "")) for word in (bare, fields[2]))
            found += [(line, meaning, word) for word in words if word]
    if not found:
        raise fail(path, 1, "no line of the kind lemma in the whole file")
    # All at once: characters are converted many times as fast in one piece.
    plain = simplified("\n".join(word for _, _, word in found)).split("\n")
    return [(line, meaning, word) for (line, meaning, _), word in zip(found, plain, strict=True)]
