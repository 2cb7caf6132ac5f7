"""Which Chinese words there are: the dictionary that comes with jieba, held small."""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from pathlib import Path

from fpcrawl.exceptions import LexiconError

__all__ = ["Vocabulary", "chinese_nouns", "is_chinese_noun"]

_NOUN = re.compile(r"^([\u4e00-\u9fff]{2,8}) (\d+) (?:n[a-z]*|vn)\s*$", re.MULTILINE)
_LEAST_SEEN = 3


class Vocabulary:
    """A set of words that takes little more than their letters.

    Parameters
    ----------
    words
        The words; none holds a line break.
    """

    def __init__(self, words: list[str]) -> None:
        # Characters and the bytes of UTF-8 have one order.
        self._text = "\n".join(["", *sorted(set(words)), ""]).encode()

    def __contains__(self, word: str) -> bool:
        wanted, text = word.encode(), self._text
        low, high = 1, len(text)
        while low < high:
            start = text.rfind(b"\n", 0, (low + high) // 2) + 1
            end = text.find(b"\n", start)
            found = text[start:end]
            if found == wanted:
                return bool(wanted)
            if found < wanted:
                low = end + 1
            else:
                high = start
        return False


@lru_cache(maxsize=1)
def chinese_nouns() -> Vocabulary:
    """Return the nouns of jieba's dictionary; read once in a process.

    Raises
    ------
    LexiconError
        When jieba's dictionary is not there.
    """
    found = importlib.util.find_spec("jieba")
    if found is None or found.origin is None:
        raise LexiconError("jieba is not installed")
    path = Path(found.origin).with_name("dict.txt")
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LexiconError(f"{path}: cannot be read: {error}") from None
    return Vocabulary([word for word, seen in _NOUN.findall(text) if int(seen) >= _LEAST_SEEN])


def is_chinese_noun(word: str) -> bool:
    """Tell whether jieba's dictionary has the noun; it is read for the first Chinese word."""
    return not word.isascii() and word in chinese_nouns()
