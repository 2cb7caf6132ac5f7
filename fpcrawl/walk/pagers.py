"""Whether the page numbers that a site shows can be believed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fpcrawl.pages.urls import url_shape

__all__ = ["PagerTable"]

#: Pages beyond the end after which the numbers below lists of a kind are doubted.
DOUBT = 2


@dataclass(slots=True)
class _Pager:
    ends: int = 0
    size: int = 0


class PagerTable:
    """Pagers of a site, by the shape of the address of a list's first page."""

    def __init__(self) -> None:
        self._pagers: dict[str, _Pager] = {}

    def note_size(self, first: str, size: int) -> None:
        """Remember how many posts or rows a page of the list at ``first`` showed."""
        pager = self._pagers.setdefault(url_shape(first), _Pager())
        pager.size = max(pager.size, size)

    def note_end(self, first: str) -> None:
        """Remember that a number led beyond the last page."""
        self._pagers.setdefault(url_shape(first), _Pager()).ends += 1

    def add(self, shape: str, ends: int, size: int) -> None:
        """Add what another table knows of the lists of a shape."""
        pager = self._pagers.setdefault(shape, _Pager())
        pager.ends += ends
        pager.size = max(pager.size, size)

    def is_doubtful(self, first: str) -> bool:
        """Tell whether lists like this have shown numbers of pages that they do not have."""
        pager = self._pagers.get(url_shape(first))
        return pager is not None and pager.ends >= DOUBT

    def is_last(self, first: str, size: int) -> bool:
        """Tell whether a page of ``size`` posts or rows must be the last of its list.

        That is so where numbers are doubtful and the page is not full.
        """
        pager = self._pagers.get(url_shape(first))
        return pager is not None and pager.ends >= DOUBT and size < pager.size

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {shape: [pager.ends, pager.size] for shape, pager in self._pagers.items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PagerTable:
        """Read what :meth:`to_json` wrote."""
        table = cls()
        table._pagers = {shape: _Pager(ends, size) for shape, (ends, size) in data.items()}
        return table
