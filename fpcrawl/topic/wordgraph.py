"""Chinese words by the likeliest way through a dictionary, with jieba's data.

jieba's own loop costs twice the time of a whole page's budget: the same ways are found here
from logarithms taken once.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import sys
import tempfile
import warnings
from functools import lru_cache
from itertools import islice
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.topic.hiddennames import name_cutter
from fpcrawl.topic.wordborders import WordBorders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["WordGraph", "default_cache_dir", "load_graph", "read_dictionary"]

_FORMAT = 1
#: Longer runs are cut here: no dictionary has such words, and hostile text has such runs.
_MAX_RUN = 200
#: Stands where a long run is cut.
_PART = "\x03"
_PIECE = re.compile("[\\x00-\\x1f]|[^\\x00-\\x1f]+")
_FEW_CHARS = 400
_MAX_STRETCHES = 40_000

#: Single characters, words (none: all are single), single characters.
_Stretch = tuple[str, tuple[str, ...] | None, str]


class WordGraph:
    """Cuts runs of Chinese characters into words.

    Parameters
    ----------
    logs
        Logarithm of the share of each word; 0 for a mere beginning of words.
    unknown
        The same for a character that is no word.
    names
        Finds words, as names, in a run of characters that the dictionary left alone.
    """

    def __init__(
        self,
        logs: dict[str, float],
        unknown: float,
        names: Callable[[str], Iterable[str]],
        borders: WordBorders | None = None,
    ) -> None:
        self._logs = logs
        self._unknown = unknown
        self._names = names
        self._borders = borders or WordBorders(
            (word for word, share in logs.items() if share), self._end
        )
        self._stretches: dict[str, _Stretch] = {}

    def with_words(self, words: Iterable[str]) -> WordGraph:
        """Return a graph that also knows ``words`` and prefers each to its parts."""
        logs = dict(self._logs)
        graph = WordGraph(logs, self._unknown, self._names, self._borders)
        for word in (its := list(words)):
            # A little more than what its parts have together, and than what it has.
            likely = graph._way(word)[1]
            logs[word] = min(-1e-9, max(likely + 1e-6, logs.get(word) or -1e9))
            for n in range(1, len(word)):
                logs.setdefault(word[:n], 0.0)
        graph._borders = self._borders.with_words(its, graph._end)
        return graph

    def cut(self, run: str) -> list[str]:
        """Return the words of a run of characters."""
        return self.cut_runs([run], "\n")[:-1]

    def cut_runs(self, runs: Sequence[str], mark: str) -> list[str]:
        """Return the words of all runs, with a mark behind each run.

        Parameters
        ----------
        runs
            Of Chinese characters.
        mark
            A control character.
        """
        text = mark.join([*runs, ""])
        if len(text) > _MAX_RUN and len(max(runs, key=len)) > _MAX_RUN:
            text = mark.join([_parted(run) for run in runs] + [""])
        words: list[str] = []
        known = self._stretches
        alone = ""
        pieces: Iterable[tuple[str, bool]]
        if len(text) < _FEW_CHARS:
            # Arrays are not worth their making; a run is a piece of its own.
            pieces = [(piece, piece not in {mark, _PART}) for piece in _PIECE.findall(text)]
        else:
            pieces = self._borders.pieces(text)
        for piece, held in pieces:
            if held:
                before, its, after = known.get(piece) or self._stretch(piece)
            elif piece == mark:
                before, its, after = "", (mark,), ""
            elif piece == _PART:
                before, its, after = "", (), ""
            else:
                alone += piece
                continue
            if its is None:
                alone += before
                continue
            if before:
                alone += before
            if alone:
                if len(alone) == 1:
                    words.append(alone)
                else:
                    self._singles(alone, words)
            words += its
            alone = after
        return words

    def _stretch(self, piece: str) -> _Stretch:
        """Return the words of a piece that no word stands across the ends of."""
        known = self._stretches
        if len(known) >= _MAX_STRETCHES:
            for old in list(islice(known, _MAX_STRETCHES // 2)):
                del known[old]
        known[piece] = stretch = self._solved(piece)
        return stretch

    def _solved(self, piece: str) -> _Stretch:
        if len(piece) == 2:
            # Most pieces: a word, or two of one character.
            get, unknown = self._logs.get, self._unknown
            share = get(piece)
            apart = (get(piece[1]) or unknown) + (get(piece[0]) or unknown)
            return ("", (piece,), "") if share and share >= apart else (piece, None, "")
        ends, _ = self._way(piece)
        words: list[str] = []
        i, alone, n = 0, 0, len(piece)
        before = ""
        while i < n:
            end = ends[i]
            if end > i + 1:
                if not words:
                    before = piece[:i]
                elif alone < i:
                    self._singles(piece[alone:i], words)
                words.append(piece[i:end])
                alone = end
            i = end
        return (before, tuple(words), piece[alone:]) if words else (piece, None, "")

    def _end(self, text: str, at: int) -> int:
        """Return where the longest word that begins at a place ends, one of five and more."""
        get = self._logs.get
        end, j = at, at + 5
        while j <= len(text) and (share := get(text[at:j])) is not None:
            if share:
                end = j
            j += 1
        return end

    def _way(self, run: str) -> tuple[list[int], float]:
        """Return where the word that begins at each place ends, and what the best way has."""
        get, unknown = self._logs.get, self._unknown
        n = len(run)
        best = [0.0] * (n + 1)
        ends = [0] * n
        after = 0.0
        for i in range(n - 1, -1, -1):
            end = i + 1
            share = get(run[i])
            after += share or unknown
            # Most characters begin no pair that begins a word: this is asked first.
            if share is not None and end < n and (share := get(run[i : i + 2])) is not None:
                if share and share + best[i + 2] >= after:
                    after = share + best[i + 2]
                    end = i + 2
                j = i + 3
                while j <= n and (share := get(run[i:j])) is not None:
                    if share and share + best[j] >= after:
                        after = share + best[j]
                        end = j
                    j += 1
            best[i] = after
            ends[i] = end
        return ends, best[0]

    def _singles(self, piece: str, words: list[str]) -> None:
        """Add the words of neighbouring characters none of which begins a longer word."""
        if len(piece) > 1 and not self._logs.get(piece):
            words += self._names(piece)
        else:
            words += piece


def _parted(run: str) -> str:
    return _PART.join(run[n : n + _MAX_RUN] for n in range(0, len(run), _MAX_RUN))


def default_cache_dir() -> Path:
    """Return the folder for what can be made again at any time."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path("~/.cache").expanduser()) / "fpcrawl"


@lru_cache(maxsize=2)
def load_graph(cache_dir: Path) -> WordGraph:
    """Return the graph of jieba's dictionary; read once in a process.

    Parameters
    ----------
    cache_dir
        Where the dictionary is kept in the form in which it is soonest read. Where that
        folder cannot be made or written, the dictionary is read each time (a second).
    """
    with warnings.catch_warnings():
        # Of the versions of Python that warn of its patterns, and of its way to find files.
        warnings.simplefilter("ignore")
        import jieba  # noqa: PLC0415  (a third of a second)
        from jieba import finalseg  # noqa: PLC0415

    logs, unknown = read_dictionary(Path(jieba.__file__).with_name("dict.txt"), cache_dir)
    cutter = name_cutter(finalseg.start_P, finalseg.trans_P, finalseg.emit_P)
    return WordGraph(logs, unknown, cutter)


def read_dictionary(source: Path, cache_dir: Path) -> tuple[dict[str, float], float]:
    """Return the logarithms of a dictionary's shares, and that of an unknown character.

    Parameters
    ----------
    source
        A word, its count and more on each line.
    cache_dir
        As for :func:`load_graph`.
    """
    about = source.stat()
    stamp = f"{_FORMAT} {source} {about.st_size} {about.st_mtime_ns} {sys.version_info[:2]}"
    digest = hashlib.blake2b(stamp.encode(), digest_size=8).hexdigest()
    cache = cache_dir / f"words-{digest}.marshal"
    kept = _kept(cache)
    if kept is None:
        kept = _read(source)
        _keep(cache, kept)
    return kept


def _read(source: Path) -> tuple[dict[str, float], float]:
    counts: dict[str, int] = {}
    for line in source.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        counts[word] = int(rest.partition(" ")[0])
    unknown = -log(sum(counts.values()))
    shares = {count: log(count or 1) + unknown for count in set(counts.values())}
    logs = {word: shares[count] for word, count in counts.items()}
    for word in counts:
        for n in range(1, len(word)):
            logs.setdefault(word[:n], 0.0)
    return logs, unknown


def _kept(cache: Path) -> tuple[dict[str, float], float] | None:
    try:
        logs, unknown = marshal.loads(cache.read_bytes())  # noqa: S302  (our own, in the user's folder)
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return (logs, unknown) if isinstance(logs, dict) and isinstance(unknown, float) else None


def _keep(cache: Path, what: tuple[dict[str, float], float]) -> None:
    try:
        cache.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=cache.parent, delete=False) as file:
            file.write(marshal.dumps(what))
        Path(file.name).replace(cache)
    except OSError:
        return
