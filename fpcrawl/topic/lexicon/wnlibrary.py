"""Wordnets of the ``wn`` library, such as Chinese Open Wordnet, as a taxonomy."""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon.base import normal

__all__ = ["LibraryWordNet"]

_KEPT = 20_000


class LibraryWordNet:
    """Wordnets that the user has downloaded with the library.

    Meanings of several wordnets are one where their interlingual index is.

    Parameters
    ----------
    lexicons
        Their names, as ``omw-cmn:1.4``. Those that they need for their relations are taken too.

    Raises
    ------
    LexiconError
        When the library is not installed or has no such wordnet; says what to do.
    """

    def __init__(self, lexicons: str) -> None:
        try:
            wn = importlib.import_module("wn")
        except ImportError:
            raise LexiconError(
                f"wn:{lexicons}: the wn library is not installed: pip install 'fpcrawl[topic]'"
            ) from None
        wanted = [lexicon for name in lexicons.split() for lexicon in wn.lexicons(lexicon=name)]
        if not wanted:
            raise LexiconError(
                f"wn:{lexicons}: the wn library has no such wordnet; get it with: "
                f"python -m wn download {lexicons}"
            )
        needed = [found for lexicon in wanted for found in lexicon.requires().values() if found]
        names = dict.fromkeys(lexicon.specifier() for lexicon in (*wanted, *needed))
        self._wordnet: Any = wn.Wordnet(" ".join(names), expand="")
        self._find = lru_cache(_KEPT)(self._synsets)

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "wn"

    def meanings(self, word: str) -> tuple[str, ...]:
        """Return the meanings of a normalised word."""
        return tuple(dict.fromkeys(map(_meaning, self._wordnet.synsets(word))))

    def words(self, meaning: str) -> tuple[str, ...]:
        """Return the words for a meaning, in all languages of the wordnets."""
        found = (word for synset in self._find(meaning) for word in synset.lemmas())
        return tuple(dict.fromkeys(normal(word.replace("+", "")) for word in found))

    def above(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right above one."""
        found = (up for synset in self._find(meaning) for up in synset.hypernyms())
        return tuple(dict.fromkeys(map(_meaning, found)))

    def below(self, meaning: str) -> tuple[str, ...]:
        """Return the meanings right below one."""
        found = (down for synset in self._find(meaning) for down in synset.hyponyms())
        return tuple(dict.fromkeys(map(_meaning, found)))

    def _synsets(self, meaning: str) -> tuple[Any, ...]:
        if meaning.startswith("id:"):
            return (self._wordnet.synset(meaning.removeprefix("id:")),)
        return tuple(self._wordnet.synsets(ili=meaning))


def _meaning(synset: Any) -> str:
    ili = synset.ili
    return str(getattr(ili, "id", ili)) if ili is not None else f"id:{synset.id}"
