"""Text to terms: words in one form, whatever characters and endings they are written with.

The same segmenter has to cut the topic and the pages. ``make_segmenter()`` gives it;
``cut`` returns the terms of a text and ``cut_many`` those of many texts at the price of one.
The pages of a site repeat their menus and labels: short texts are cut once.

A term is a word in simplified Chinese characters, or a word in lower case without accents
and plural ending. Stop words, punctuation, bare numbers and single Latin letters are no
terms. What takes several words ("machine learning", 个人所得税 where it is not one word) is
several terms; :mod:`fpcrawl.topic.relevance` finds such phrases in the terms of a page.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain, filterfalse, islice
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from fpcrawl.patterns import late
from fpcrawl.topic.latin import base_form
from fpcrawl.topic.stopwords import STOP_WORDS
from fpcrawl.topic.variants import TAIWAN_WORDS
from fpcrawl.topic.wordgraph import default_cache_dir, load_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

__all__ = ["Segmenter", "SegmenterKind", "has_fast_segmenter", "make_segmenter", "simplified"]

_T = TypeVar("_T")

SegmenterKind = Literal["fast", "jieba"]

MAX_USER_WORDS = 5_000
_MAX_TERM = 40
_MAX_USER_WORD = 16
_MAX_TOKENS, _MAX_RUNS, _MAX_TEXTS = 100_000, 40_000, 40_000
#: Stand behind a run of Chinese and between texts.
_NEXT, _END = "\x01", "\x02"
_BREAK = f" {_END} "
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_HAN_CHARS = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = late(f"[{_HAN_CHARS}]")
_HAN_RUN = late(f"([{_HAN_CHARS}]+)")
_OTHER = (
    "0-9a-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff"
    "\u3040-\u30ff\u3100-\u318f\ua640-\ud7ff"
)
#: With "c++", "c#", "node.js", "don't".
_LETTERS = late(
    rf"[{_OTHER}]+(?:'[{_OTHER}]+|\.[{_OTHER}]{{1,4}}(?![{_OTHER}]))*(?:\+\+|#(?![{_OTHER}]))?"
)
#: What parts words anyway and is cheaper taken away at once.
_PARTING = str.maketrans(dict.fromkeys('\t\n\r!"$%()*,-/:;<=>?@[\\]^_`{|}~', " "))
_NUMBER = re.compile(r"[\d.]+")
#: Wide punctuation and spaces. They stand in every Chinese text, and each has another form.
_WIDE = re.compile(
    "[\u00a0\u2025\u2026\u3000\uff01\uff02\uff04-\uff06\uff08-\uff0a\uff0c\uff0d\uff0f"
    "\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+"
)
#: Characters that may have another form, and with one that they may change: an accent a letter.
_UNUSUAL = late("[^\x00-\x7f\u2010-\u2027\u3001-\u3020\u4e00-\u9fff]")
_UNUSUAL_RUN = late(f"[\x00-\x7f]?{_UNUSUAL.pattern}+")


class Segmenter(Protocol):
    """Cuts text into terms."""

    @property
    def name(self) -> str:
        """``rjieba`` or ``jieba``: by what Chinese is cut."""
        ...

    def cut(self, text: str) -> list[str]:
        """Return the terms of a text in their order."""
        ...

    def cut_many(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the terms of each text; much cheaper than one by one."""
        ...

    def add_words(self, words: Iterable[str]) -> None:
        """Keep these Chinese words in one piece from now on, traditional or simplified.

        Words of other scripts need no adding; at most 5,000 in all, further ones are ignored.
        """
        ...


def make_segmenter(
    kind: SegmenterKind = "fast",
    *,
    words: Iterable[str] = (),
    stop_words: Collection[str] = STOP_WORDS,
    cache_dir: Path | None = None,
) -> Segmenter:
    """Return a segmenter.

    Parameters
    ----------
    kind
        ``fast`` uses rjieba where it is installed (the extra ``topic``), else jieba.
    words
        Chinese words to keep in one piece, see :meth:`Segmenter.add_words`.
    stop_words
        What is no term; an empty collection keeps all words.
    cache_dir
        For jieba's dictionary; the user's cache folder if not given.
    """
    cutter: _Cutter
    if kind == "fast" and has_fast_segmenter():
        cutter = _FastCutter()
    else:
        cutter = _JiebaCutter(cache_dir or default_cache_dir())
    segmenter = _Segmenter(cutter, frozenset(stop_words))
    segmenter.add_words(words)
    return segmenter


@lru_cache(maxsize=1)
def has_fast_segmenter() -> bool:
    """Whether rjieba is installed."""
    try:
        import rjieba  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


@lru_cache(maxsize=1)
def _to_simplified() -> Callable[[str], str]:
    from opencc import OpenCC  # noqa: PLC0415  (loads its tables)

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert


def simplified(text: str) -> str:
    """Return a text in simplified characters, with the mainland's words for Taiwan's.

    Words are replaced only in a text that had traditional characters.
    """
    return _converted(text) if _has_traditional(text) else text


def _converted(text: str) -> str:
    return _taiwan().sub(lambda m: TAIWAN_WORDS[m[0]], _to_simplified()(text))


def _has_traditional(text: str) -> bool:
    return not text.isascii() and _traditional().search(text) is not None


@lru_cache(maxsize=1)
def _traditional() -> re.Pattern[str]:
    """Return what finds a traditional character; looking for one is cheaper than converting."""
    common = [chr(n) for n in range(0x4E00, 0xA000)]
    plain = _to_simplified()("\n".join(common)).split("\n")
    changed = [old for old, new in zip(common, plain, strict=True) if old != new]
    # The rare ones, of which there is not one in most pages, are not asked one by one; nor are
    # radicals, which may become such a character.
    return re.compile(
        f"[{''.join(changed)}\u2e80-\u2fdf\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0003ffff]"
    )


@lru_cache(maxsize=1)
def _taiwan() -> re.Pattern[str]:
    words = sorted(TAIWAN_WORDS, key=len, reverse=True)
    # Looking at the first character spares trying all words at each place.
    return re.compile(f"(?=[{''.join({word[0] for word in words})}])(?:{'|'.join(words)})")


def _compatible(found: re.Match[str]) -> str:
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", found[0]))


def _normal(text: str, is_traditional: bool) -> str:
    """Return a text in one form of each character: case, width, variant, script."""
    if not text.isascii():
        text = _WIDE.sub(" ", text).replace("’", "'")
        if _UNUSUAL.search(text):
            text = _UNUSUAL_RUN.sub(_compatible, text)
        if is_traditional:
            text = _converted(text)
    return text.lower().translate(_PARTING) if text.isascii() else text.lower()


class _Cutter(Protocol):
    """Cuts runs of Han characters."""

    name: str

    def words(self, runs: list[str]) -> list[str]:
        """Return the words of all runs, with a mark behind each run."""
        ...

    def learn(self, words: list[str]) -> None:
        """Know these words, and none of those that were learnt before."""
        ...


class _FastCutter:
    name = "rjieba"

    def __init__(self) -> None:
        import rjieba  # noqa: PLC0415

        self._module = rjieba
        self._cut: Callable[[str], list[str]] = rjieba.cut

    def words(self, runs: list[str]) -> list[str]:
        return self._cut(_NEXT.join([*runs, ""]))

    def learn(self, words: list[str]) -> None:
        jieba = self._module.Jieba()
        for word in words:
            jieba.add_word(word, max(jieba.suggest_freq(word), 1), None)
        self._cut = jieba.cut


class _JiebaCutter:
    name = "jieba"

    def __init__(self, cache_dir: Path) -> None:
        self._plain = self._graph = load_graph(cache_dir)
        self._runs: dict[str, list[str]] = {}

    def words(self, runs: list[str]) -> list[str]:
        known = self._runs
        its = {run: known[run] for run in runs if run in known}
        fresh = list(dict.fromkeys(run for run in runs if run not in its))
        if fresh:
            words = self._graph.cut_runs(fresh, _NEXT)
            at = 0
            for run in fresh:
                end = words.index(_NEXT, at) + 1
                its[run] = cut = words[at:end]
                at = end
                if len(run) <= _MAX_TERM:
                    _put(known, _MAX_RUNS, run, cut)
        return list(chain.from_iterable(map(its.__getitem__, runs)))

    def learn(self, words: list[str]) -> None:
        self._graph = self._plain.with_words(words)
        self._runs.clear()


def _put(known: dict[str, _T], size: int, key: str, value: _T) -> None:
    """Remember something; when there is too much of it, forget the older half first."""
    if len(known) >= size:
        for old in list(islice(known, size // 2)):
            del known[old]
    known[key] = value


class _Segmenter:
    def __init__(self, cutter: _Cutter, stop_words: frozenset[str]) -> None:
        self._cutter = cutter
        self._stop = stop_words
        self._words: dict[str, None] = {}
        self._terms: dict[str, tuple[str, ...]] = {}
        #: Of short texts, where all that they were cut with is simplified and elsewhere, where
        #: Taiwan's words are replaced.
        self._texts: tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]] = ({}, {})

    @property
    def name(self) -> str:
        return self._cutter.name

    def add_words(self, words: Iterable[str]) -> None:
        before = len(self._words)
        for word in words:
            plain = "".join(_normal(word, _has_traditional(word)).split())
            if 1 < len(plain) <= _MAX_USER_WORD and len(_HAN.findall(plain)) == len(plain):
                if len(self._words) >= MAX_USER_WORDS:
                    break
                self._words.setdefault(plain)
        if len(self._words) > before:
            self._cutter.learn(list(self._words))
            for texts in self._texts:
                texts.clear()

    def cut(self, text: str) -> list[str]:
        return list(self.cut_many([text])[0])

    def cut_many(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        is_traditional = _has_traditional(_BREAK.join(texts))
        known = self._texts[is_traditional]
        fresh = [text for text in texts if text not in known]
        found = self._cut(fresh, is_traditional)
        left = iter(found)
        out = [known[text] if text in known else next(left) for text in texts]
        for text, terms in zip(fresh, found, strict=True):
            if len(text) <= _MAX_TERM:
                _put(known, _MAX_TEXTS, text, terms)
        return out

    def _cut(self, texts: Sequence[str], is_traditional: bool) -> list[tuple[str, ...]]:
        if not texts:
            return []
        joined = _BREAK.join(texts)
        if joined.count(_END) >= len(texts):
            joined = _BREAK.join(text.replace(_END, " ") for text in texts)
        # What stands about runs of Chinese, in turn with the runs.
        parts = _HAN_RUN.split(_normal(joined, is_traditional))
        words: list[str] = []
        if len(parts) > 1:
            words = list(filterfalse(self._stop.__contains__, self._cutter.words(parts[1::2])))
        at, known = 0, self._terms
        current: list[str] = []
        out = [current]
        is_run = True
        for part in parts:
            is_run = not is_run
            if is_run:
                end = words.index(_NEXT, at)
                current += words[at:end]
                at = end + 1
                continue
            if not part or part == " ":
                continue
            if part == _BREAK:
                current = []
                out.append(current)
                continue
            for token in part.split():
                terms = known.get(token)
                if terms is not None:
                    current += terms
                elif token == _END:
                    current = []
                    out.append(current)
                else:
                    current += self._letters(token)
        return list(map(tuple, out))

    def _letters(self, token: str) -> tuple[str, ...]:
        """Return the terms of what stands between white space or Chinese."""
        out = []
        for word in _LETTERS.findall(token):
            if len(word) > _MAX_TERM:
                continue
            term = base_form(word)
            if len(term) < 2 or _NUMBER.fullmatch(term):
                continue
            if word not in self._stop and term not in self._stop:
                out.append(term)
        terms = tuple(out)
        if len(token) <= _MAX_TERM:
            _put(self._terms, _MAX_TOKENS, token, terms)
        return terms
