"""Which word is wider than another: several sources in a fixed order, and why that one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.topic.latin import base_form
from fpcrawl.topic.lexicon.base import normal
from fpcrawl.topic.lexicon.definition import DefinitionLexicon
from fpcrawl.topic.lexicon.vocabulary import is_chinese_noun
from fpcrawl.topic.lexicon.widewords import TOO_WIDE
from fpcrawl.topic.segment import simplified

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.model import Topic

__all__ = ["HypernymChoice", "Hypernyms", "PassedOver", "topic_hypernyms"]

_MAX_CONTEXT = 20_000  # characters
_BY_MEANING = frozenset(["wordnet", "wn", "hownet"])
_ORDER = ("user", "head", "wordnet", "wn", "hownet", "cilin", "definition")


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A wider word that was not taken, who offered it, and why not."""

    word: str
    source: str
    why: str


@dataclass(frozen=True, slots=True)
class HypernymChoice:
    """A wider word and how it was found.

    Attributes
    ----------
    word, wider
        The word and what is wider than it.
    source
        Name of the lexicon that said so.
    passed
        What was offered before it and not taken.
    """

    word: str
    wider: str
    source: str
    passed: tuple[PassedOver, ...] = ()

    @property
    def reason(self) -> str:
        """One line for the log."""
        text = f"{self.word} -> {self.wider} by {self.source}"
        if self.passed:
            text += "; not " + ", ".join(f"{p.word} ({p.source}: {p.why})" for p in self.passed)
        return text


class Hypernyms:
    """Chooses the next wider word.

    The order, whatever that of the arguments: the user's own file, the head of a compound,
    WordNet, HowNet, Cilin, the topic's own description; lexicons with other names come
    between Cilin and the description.

    Parameters
    ----------
    lexicons
        What to ask. A chain is asked part by part.
    stop
        Words that are too wide to be a topic, beside those known to be.
    context
        Text about the topic. Of the wider words that a wordnet or HowNet gives for several
        meanings, those that stand there come first.
    """

    def __init__(
        self, lexicons: Sequence[Lexicon], *, stop: Collection[str] = (), context: str = ""
    ) -> None:
        self._lexicons = tuple(sorted(_apart(lexicons), key=_rank))
        self._stop = TOO_WIDE | {normal(word) for word in stop}
        self._text = normal(simplified(context[:_MAX_CONTEXT]))
        self._words = frozenset(map(base_form, re.findall(r"[a-z][\w'-]*", self._text)))

    def choose(self, word: str, but: Sequence[str] = ()) -> HypernymChoice | None:
        """Return the wider word of a word, or ``None`` where nothing fits.

        Parameters
        ----------
        word
            The word.
        but
            Words not to be taken, such as those used before.
        """
        own = normal(word)
        used = {normal(other) for other in but} | {own}
        passed: dict[tuple[str, str], PassedOver] = {}
        for lexicon in self._lexicons:
            same = {*used, *map(normal, lexicon.synonyms(word))}
            offered = lexicon.hypernyms(word)
            if lexicon.name in _BY_MEANING:
                offered = tuple(sorted(offered, key=lambda wider: not self._is_there(wider)))
            for wider in offered:
                why = self._against(normal(wider), used, same)
                if why is None:
                    return HypernymChoice(word, wider, lexicon.name, tuple(passed.values())[:8])
                passed.setdefault((wider, lexicon.name), PassedOver(wider, lexicon.name, why))
        return None

    def _is_there(self, word: str) -> bool:
        if word.isascii():
            return all(base_form(part) in self._words for part in word.split())
        return word in self._text

    def _against(self, wider: str, used: set[str], same: set[str]) -> str | None:
        if wider in used:
            return "used before"
        if wider in same:
            return "means the same"
        if wider in self._stop or all(part in self._stop for part in wider.split()):
            return "too wide"
        return None


def topic_hypernyms(
    lexicons: Sequence[Lexicon], topic: Topic, stop: Collection[str] = ()
) -> Hypernyms:
    """Return what chooses wider words for a topic, its own description being asked last."""
    # Whatever ends in a word has a head: only entries tell words.
    entries = [part for part in _apart(lexicons) if part.name != "head"]

    def is_word(text: str) -> bool:
        return is_chinese_noun(text) or any(lexicon.knows(text) for lexicon in entries)

    described = DefinitionLexicon(topic.name, topic.text, is_word)
    context = " ".join([*topic.weights, topic.text])
    return Hypernyms([*lexicons, described], stop=stop, context=context)


def _apart(lexicons: Iterable[Lexicon]) -> list[Lexicon]:
    """Take chains apart."""
    return [part for lexicon in lexicons for part in getattr(lexicon, "parts", (lexicon,))]


def _rank(lexicon: Lexicon) -> float:
    kind = lexicon.name.partition(":")[0]
    if kind in _ORDER:
        return _ORDER.index(kind)
    return _ORDER.index("definition") - 0.5
