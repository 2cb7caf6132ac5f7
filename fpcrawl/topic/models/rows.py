"""Texts as rows of numbered terms, so that all can be weighed anew at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Floats", "Ints", "TermRows", "Vocabulary", "grown"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
_Entry = TypeVar("_Entry", bound=np.generic)


def grown(array: NDArray[_Entry], size: int) -> NDArray[_Entry]:
    """Return the array with room for ``size`` entries; new ones are 0."""
    if size <= len(array):
        return array
    bigger: NDArray[_Entry] = np.zeros(max(size, 2 * len(array)), array.dtype)
    bigger[: len(array)] = array
    return bigger


class Vocabulary:
    """Numbers of terms, and in how many texts each stands.

    Parameters
    ----------
    capacity
        Most terms; further ones are not known.
    """

    def __init__(self, capacity: int = 300_000) -> None:
        self.capacity = capacity
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.documents = 0
        self._in_documents: Floats = np.zeros(1024)

    def __len__(self) -> int:
        return len(self.names)

    def number(self, term: str) -> int:
        """Return the number of a term, -1 when there is no room for it."""
        known = self.numbers.get(term)
        if known is None:
            if len(self.names) >= self.capacity:
                return -1
            known = self.numbers[term] = len(self.names)
            self.names.append(term)
            self._in_documents = grown(self._in_documents, len(self.names))
        return known

    def row(self, weights: Mapping[str, float]) -> tuple[Ints, Floats]:
        """Return the numbers and weights of the terms for which there is room."""
        pairs = [(self.number(term), weight) for term, weight in weights.items()]
        pairs = [pair for pair in pairs if pair[0] >= 0]
        numbers = np.fromiter((n for n, _ in pairs), np.int32, len(pairs))
        return numbers, np.fromiter((w for _, w in pairs), np.float64, len(pairs))

    def count(self, numbers: Ints, documents: int = 1) -> None:
        """Count texts that hold these different terms."""
        self.documents += documents
        self._in_documents[numbers] += documents

    def idf(self) -> Floats:
        """Return ln((N + 1) / (n + 1)) + 1 of each term."""
        inside = self._in_documents[: len(self.names)]
        return np.log((self.documents + 1) / (inside + 1)) + 1.0

    def to_json(self, most: int) -> dict[str, int]:
        """Return the ``most`` frequent terms and in how many texts each stands."""
        inside = self._in_documents[: len(self.names)]
        ranked = np.argsort(-inside, kind="stable")[:most]
        return {self.names[n]: int(inside[n]) for n in ranked if inside[n] > 0}

    def restore(self, documents: int, terms: Mapping[str, int]) -> None:
        """Take over what :meth:`to_json` gave."""
        self.documents = documents
        for term, inside in terms.items():
            if (number := self.number(term)) >= 0:
                self._in_documents[number] = inside


class TermRows:
    """Rows of weighted terms.

    Parameters
    ----------
    capacity
        Most rows; when there are more, the older half is forgotten.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.first = 0  # rows before this one are forgotten
        self.count = 0
        self._terms: Ints = np.zeros(4096, np.int32)
        self._weights: Floats = np.zeros(4096)
        self._rows: Ints = np.zeros(4096, np.int32)
        # Where each kept row begins; behind the last one, where it ends.
        self._starts: NDArray[np.int64] = np.zeros(1024, np.int64)
        self._used = 0

    def add(self, numbers: Iterable[int] | Ints, weights: Floats) -> int:
        """Add a row and return its number."""
        numbers = np.asarray(numbers, np.int32)
        end = self._used + len(numbers)
        self._terms, self._weights = grown(self._terms, end), grown(self._weights, end)
        self._rows = grown(self._rows, end)
        self._terms[self._used : end] = numbers
        self._weights[self._used : end] = weights
        self._rows[self._used : end] = self.count
        self._used = end
        self.count += 1
        self._starts = grown(self._starts, self.count - self.first + 1)
        self._starts[self.count - self.first] = end
        if self.count - self.first > self.capacity:
            self._forget(self.capacity // 2)
        return self.count - 1

    def _forget(self, keep: int) -> None:
        drop = self.count - self.first - keep
        start = int(self._starts[drop])
        for array in (self._terms, self._weights, self._rows):
            array[: self._used - start] = array[start : self._used].copy()
        self._used -= start
        self._starts[: keep + 1] = self._starts[drop : drop + keep + 1] - start
        self.first += drop

    def cosines(self, idf: Floats, topic: Floats, since: int = 0) -> tuple[int, Floats]:
        """Return the number of the first row, and the cosine of each from there on.

        Parameters
        ----------
        idf
            Of each term.
        topic
            Weight of each term in the topic, of length 1; idf is in it already.
        since
            Rows before this one are left out.
        """
        first = max(since, self.first)
        start = self._starts[first - self.first]
        terms = self._terms[start : self._used]
        rows = self._rows[start : self._used] - first
        weighed = self._weights[start : self._used] * idf[terms]
        size = self.count - first
        products = np.bincount(rows, weighed * topic[terms], minlength=size)
        squares = np.bincount(rows, weighed * weighed, minlength=size)
        return first, products / np.sqrt(np.maximum(squares, 1e-12))

    def row(self, number: int) -> tuple[Ints, Floats]:
        """Return the terms and weights of a row that is kept."""
        place = number - self.first
        start, end = self._starts[place : place + 2]
        return self._terms[start:end], self._weights[start:end]

    def pairs(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Return each term of some rows, and the place in ``numbers`` of the row it is of.

        Rows that were forgotten have no terms.
        """
        places = np.asarray(numbers, np.int64) - self.first
        starts = self._starts[np.maximum(places, 0)]
        many = np.where(places >= 0, self._starts[np.maximum(places + 1, 0)] - starts, 0)
        within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
        of = np.repeat(np.arange(len(many), dtype=np.int32), many)
        return of, self._terms[within + np.repeat(starts, many)]

    def documents(self, shares: Floats, terms: int) -> Floats:
        """Return in how many of the kept rows each of ``terms`` terms stands, by their shares."""
        rows = self._rows[: self._used] - self.first
        inside = np.bincount(self._terms[: self._used], shares[rows], minlength=terms)
        return inside.astype(np.float64)

    def mean(self, idf: Floats, shares: Floats) -> Floats:
        """Return the mean vector of the kept rows, each of length 1, by their shares.

        Parameters
        ----------
        idf
            Of each term.
        shares
            Of each kept row.
        """
        terms = self._terms[: self._used]
        rows = self._rows[: self._used] - self.first
        weighed = self._weights[: self._used] * idf[terms]
        squares = np.bincount(rows, weighed * weighed, minlength=self.count - self.first)
        scale = shares / np.sqrt(np.maximum(squares, 1e-12))
        total = max(float(shares.sum()), 1e-12)
        return np.bincount(terms, weighed * scale[rows], minlength=len(idf)) / total
