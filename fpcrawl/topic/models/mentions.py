"""What the pages fetched tell of the words of a link's text, wherever they stand on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from fpcrawl.topic.models.rows import Floats, Ints, TermRows

__all__ = ["Mentions"]

_PRIOR = 2.0
"""Pages by which a word is judged before any held it."""

_LEAST, _MOST = 0.002, 0.98


class Mentions:
    """On how many of the pages fetched a word stands, and how near those are to the topic.

    More pages hold the words of a link's text than link to where it leads. What the pages on
    the topic speak of and others do not is likely to be on it; what all speak of ("Europe") is
    not, though relevant pages link to it.
    """

    def __init__(self) -> None:
        self.pages = 0
        self._base = _LEAST
        self._inside = np.zeros(0)
        self._near = np.zeros(0)

    def count(self, pages: TermRows, near: Floats, terms: int) -> None:
        """Count the words of the pages that are kept.

        Parameters
        ----------
        pages
            Rows of their words.
        near
            How near each is to the topic, in [0, 1].
        terms
            Words that have a number.
        """
        self.pages = len(near)
        self._base = float(np.clip(near.sum() / max(self.pages, 1), _LEAST, _MOST))
        self._inside = pages.documents(np.ones(self.pages), terms)
        self._near = pages.documents(near, terms)

    def of(self, texts: TermRows, rows: Ints, own: Floats, near: Floats) -> tuple[Floats, Floats]:
        """Return for each link what its words promise, and how rare they are.

        Parameters
        ----------
        texts
            Rows of link texts.
        rows
            The row of each link's text.
        own
            1 where the page behind the link is among those counted, else 0: it holds its name
            itself, and is to be no witness for it.
        near
            How near to the topic that page is.

        Returns
        -------
        tuple of Floats
            The mean log odds that a page with the word is on the topic, beside those of any
            page, rare words counting more; and the mean rarity of the words, in [0, 1].
        """
        links, terms = texts.pairs(rows)
        known = terms < len(self._inside)
        links, terms = links[known], terms[known]
        own = own[links]
        inside = np.maximum(self._inside[terms] - own, 0.0)
        paid = np.clip(self._near[terms] - own * near[links], 0.0, inside)
        share = np.clip((paid + _PRIOR * self._base) / (inside + _PRIOR), _LEAST, _MOST)
        odds = np.log(share / (1.0 - share)) - np.log(self._base / (1.0 - self._base))
        rarity = np.log((self.pages + 1.0) / (inside + 1.0))
        weights = rarity + 0.3

        def total(values: Floats | None = None) -> Floats:
            return np.bincount(links, values, minlength=len(rows)).astype(np.float64)

        promise = total(weights * odds) / np.maximum(total(weights), 1e-9)
        return promise, total(rarity) / np.maximum(total(), 1.0) / np.log(self.pages + 2.0)
