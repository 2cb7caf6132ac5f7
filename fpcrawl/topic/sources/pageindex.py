"""A full-text index of pages in memory, for sources that have no search of their own."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.topic.model import TopicPage

__all__ = ["PageIndex"]

# BM25 as it is mostly set.
_K1 = 1.2
_B = 0.75
#: A word of the title or a heading counts as so many of the text.
_HEAD_COUNT = 3
_HEADS = frozenset(("title", "heading"))
_TEXT = frozenset(("content", "emphasis", "anchor"))


class PageIndex:
    """Finds the pages that a few words describe best (BM25).

    Parameters
    ----------
    cut
        Gives the words of a query, as the words of the pages were given.
    most_pages
        Further pages are counted, but not kept.

    Attributes
    ----------
    left_out
        Pages beyond ``most_pages``.
    """

    def __init__(self, cut: Callable[[str], Sequence[str]], most_pages: int = 20_000) -> None:
        self._cut = cut
        self._most_pages = most_pages
        self._pages: list[TopicPage] = []
        self._lengths: list[int] = []
        self._places: dict[str, list[tuple[int, int]]] = {}
        self.left_out = 0

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, page: TopicPage) -> bool:
        """Take in a page; ``False`` when there is no room for it."""
        if len(self._pages) >= self._most_pages:
            self.left_out += 1
            return False
        counts: Counter[str] = Counter()
        for block in page.blocks:
            if block.kind in _HEADS:
                for term in block.terms:
                    counts[term] += _HEAD_COUNT
            elif block.kind in _TEXT:
                counts.update(block.terms)
        number = len(self._pages)
        self._pages.append(page)
        self._lengths.append(counts.total())
        for term, count in counts.items():
            self._places.setdefault(term, []).append((number, count))
        return True

    def find(self, query: str, limit: int) -> list[TopicPage]:
        """Return the pages that fit best; none when no page holds a word of the query."""
        total = len(self._pages)
        if not total or limit < 1:
            return []
        mean = max(sum(self._lengths) / total, 1.0)
        scores: dict[int, float] = {}
        words = dict.fromkeys(self._cut(query))
        held: Counter[int] = Counter()
        for word in words:
            places = self._places.get(word, ())
            idf = math.log(1 + (total - len(places) + 0.5) / (len(places) + 0.5))
            for number, count in places:
                long = _K1 * (1 - _B + _B * self._lengths[number] / mean)
                gain = idf * count * (_K1 + 1) / (count + long)
                scores[number] = scores.get(number, 0.0) + gain
                held[number] += 1
        # A page with all the words is about them; one with a single common one is not.
        ranked = sorted(scores, key=lambda n: (-held[n], -scores[n], n))
        return [self._pages[number] for number in ranked[:limit]]

    def sample(self, limit: int) -> list[TopicPage]:
        """Return pages spread evenly over all."""
        step = max(1, math.ceil(len(self._pages) / max(limit, 1)))
        return self._pages[::step][:limit]
