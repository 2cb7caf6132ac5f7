"""Concept replacement (ETFL 3.2): the many ways to say a thing become one term."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.topic.segment import Segmenter

__all__ = ["Concepts"]


class Concepts:
    """Replaces terms, also of several words, by the concepts they stand for.

    Parameters
    ----------
    names
        Terms as a person writes them, and the concept each stands for; a concept is a term
        that stands for itself. Of two terms that are cut alike the first counts.
    segmenter
        The one that cuts the pages.

    Attributes
    ----------
    lost
        Terms of which the segmenter leaves nothing (stop words, bare numbers): no page has them.
    """

    def __init__(self, names: Mapping[str, str], segmenter: Segmenter) -> None:
        # First words of terms, longest terms first: the words behind, and the concept.
        self._terms: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self.lost: tuple[str, ...] = ()
        lost = []
        seen: set[tuple[str, ...]] = set()
        written = list(names)
        for name, words in zip(written, segmenter.cut_many(written), strict=True):
            key = tuple(words)
            if not key:
                lost.append(name)
            elif key not in seen:
                seen.add(key)
                self._terms.setdefault(key[0], []).append((key[1:], names[name]))
        for terms in self._terms.values():
            terms.sort(key=lambda term: -len(term[0]))
        # Words that are terms by themselves, and those that begin longer ones.
        self._single = {
            word: terms[-1][1] for word, terms in self._terms.items() if not terms[-1][0]
        }
        self._beginning = {word for word, terms in self._terms.items() if terms[0][0]}
        self.lost = tuple(lost)

    def __len__(self) -> int:
        return sum(map(len, self._terms.values()))

    def replace(self, words: Sequence[str]) -> list[str]:
        """Return the words with the longest terms among them replaced, from left to right."""
        known = self._terms
        if not known.keys() & set(words):
            return list(words)
        out: list[str] = []
        after = 0
        for at, size, concept in self.places(words):
            out += words[after:at]
            out.append(concept)
            after = at + size
        out += words[after:]
        return out

    def count(self, words: Sequence[str]) -> Counter[str]:
        """Count the words with the terms among them replaced."""
        counts = Counter(words)
        if not self._beginning.isdisjoint(counts):
            return Counter(self.replace(words))
        single = self._single
        for word in single.keys() & counts.keys():
            if single[word] != word:
                # Put aside: the concept of one word may be written like another word.
                return Counter([single.get(each, each) for each in words])
        return counts

    def places(self, words: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return where terms stand: number of the first word, of words, and the concept."""
        known = self._terms
        out = []
        after = 0
        for at, word in enumerate(words):
            if word not in known or at < after:
                continue
            for rest, concept in known[word]:
                size = 1 + len(rest)
                if not rest or tuple(words[at + 1 : at + size]) == rest:
                    out.append((at, size, concept))
                    after = at + size
                    break
        return out
