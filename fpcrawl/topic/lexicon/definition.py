"""Wider words out of a description: "Go is a board game" says that Go is a game."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.topic.latin import base_form
from fpcrawl.topic.lexicon.base import normal, unique
from fpcrawl.topic.lexicon.institutions import institution
from fpcrawl.topic.lexicon.widewords import TOO_WIDE
from fpcrawl.topic.segment import simplified

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["DefinitionLexicon"]

_MAX_TEXT = 20_000
_CLAUSE = re.compile(
    r"(?:是指|指的是|系指|是|乃|系|属于|为|指)(?:由|以|一[种类个门项款位名家座部支本套]|一系列)?"
    r"([^，。；！？,;!?()（）\n]{2,60})"
)
_TAIL = re.compile(
    r"(?:之一|(?:的)?(?:一种|一类|一个|总称|统称|简称|通称|别称|名称|合称|一部分)|等|的|们)+$"
)
_ENGLISH = re.compile(
    r"^(.{0,160}?)\b(?:(?:is|was)\s+(?:one\s+of\s+)?(?:an?|the|any)|(are|were)(?:\s+(?:the|any))?|"
    r"refers\s+to|means)\s+((?:[a-z][\w'-]*,?[ -]?){1,16})"
)
_STOPPERS = re.compile(
    r"(?:^|(?<=[ ,]))(?:for|in|on|at|to|that|which|who|whose|where|when|with|by|from|as|and|or|but|"
    r"used|made|found|based|consisting|containing|designed|intended|involving|using|developed|"
    r"played|known|called|located|situated|between|into|about|against|during|under|over|through|"
    r"is|are|was|were|has|have|native|endemic|common|similar|related|capable|able)\b"
)
_ADJECTIVE = re.compile(r"(?:ed|ing|ous|ful|less|able|ible|sized|like|most|large|small|old|new)$")
_ADVERB = re.compile(r"(?:ally|ely|ily|ntly|rly|edly|ously|most|very|also|not)$")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_ASIDE = re.compile(r"[(（][^()（）]{0,300}[)）]")
_SENTENCE = re.compile(r"(?<=[。！？!?])|(?<=\.) (?=\W?[A-Z\u4e00-\u9fff])")
_MAX_SENTENCES = 60


class DefinitionLexicon:
    """Reads what the topic's own description calls the topic. The last one to be asked.

    Parameters
    ----------
    word
        The topic word.
    text
        Its description, as of an encyclopedia.
    is_word
        Tells whether Chinese characters are a word.
    """

    def __init__(self, word: str, text: str, is_word: Callable[[str], bool]) -> None:
        self._word = normal(word)
        self._hypernyms = unique(
            _read(normal(simplified(word)), simplified(text[:_MAX_TEXT]), is_word)
        )

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "definition"

    def knows(self, word: str) -> bool:
        """Tell whether it is the topic word and its description says what it is."""
        return bool(self.hypernyms(word))

    def similarity(self, a: str, b: str) -> float:
        """Return 1 for the same word, else 0: a description compares nothing."""
        return float(normal(a) == normal(b))

    def synonyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - the answer is the same
        """Return nothing."""
        return ()

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return what the description calls the topic, the first sentence first."""
        return self._hypernyms if normal(word) == self._word else ()

    def hyponyms(self, word: str) -> tuple[str, ...]:  # noqa: ARG002 - the answer is the same
        """Return nothing."""
        return ()


def _read(word: str, text: str, is_word: Callable[[str], bool]) -> list[str]:
    """Return what the first sentences that are about the word call it."""
    found: list[str] = []
    # "Seattle, Washington" and "asp (reptile)" are called by their first part, people by the last.
    own = re.findall(r"[^\s,()]+", _ASIDE.sub(" ", word).split(",")[0])
    key = base_form(own[-1]) if own else word
    for sentence in islice(_sentences(text), _MAX_SENTENCES):
        if word and word in sentence:
            clause = _CLAUSE.search(sentence, sentence.index(word) + len(word))
            found += _chinese_heads(clause[1], is_word) if clause is not None else ()
        english = _ENGLISH.search(sentence)
        if english is not None and key in map(base_form, re.findall(r"[\w'-]+", english[1])):
            many = english[2] is not None
            found += _english_heads(english[3], many=many)
        if found or word in sentence:
            # A person's post is too wide a word; where the post is held is not.
            found.insert(0, institution(sentence))
        found = [head for head in found if head not in ("", word, key)]
        if found:  # what comes later says other things about it
            break
    return found


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences, without what stands in brackets; lines may be wrapped."""
    for paragraph in _PARAGRAPH.split(text):
        for sentence in _SENTENCE.split(_ASIDE.sub("", " ".join(paragraph.split()))):
            if sentence.strip():
                yield normal(sentence)


def _chinese_heads(clause: str, is_word: Callable[[str], bool]) -> list[str]:
    """Return the words at the end of a clause, the longest first."""
    clause = _TAIL.sub("", clause.strip())
    ends = (clause[-size:] for size in range(min(len(clause), 8), 1, -1))
    return [end for end in ends if is_word(end)]


def _english_heads(phrase: str, *, many: bool) -> list[str]:
    """Return the noun of a phrase: the last word before a preposition; ``type of X`` is X.

    Of an enumeration that is the first that does not merely describe. Of ``many`` only a
    plural is one.
    """
    pieces: list[list[str]] = []
    for piece in re.split(_STOPPERS, phrase, maxsplit=1)[0].split(","):
        words = re.findall(r"[a-z][\w'-]*", piece)
        words = [word for word in words if not _ADVERB.search(word)]
        if "of" in words:
            kind = words.index("of")
            if kind and words[kind - 1] not in TOO_WIDE:
                words = words[:kind]
        while len(words) > 1 and words[-1].endswith("ed"):  # "charges imposed by"
            words.pop()
        if words and not _ADJECTIVE.search(words[-1]):
            pieces.append(words)
    # In "bipedal, oviparous vertebrates" single words describe; a noun comes with some of them.
    with_more = [words for words in pieces if len(words) > 1]
    heads = [words[-1] for words in (with_more or pieces)[:1]]
    return [base_form(head) for head in heads if not many or base_form(head) != head]
