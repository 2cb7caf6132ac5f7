"""What else reads the posts of pages, on the same pages, written from the published descriptions.

MDR and Tristor are what the paper compares with; the others are what a user would try today,
which give one text for a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from benchmarks._mdr import MDR
from benchmarks._textpeers import NewspaperLike, ReadabilityLike, Trafilatura
from benchmarks._tristor import Tristor

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.scoring import GotPost
    from fpcrawl.pages import Page

__all__ = ["PEERS", "Locator", "RecordPeer"]


class RecordPeer(Protocol):
    """Reads a page.

    Attributes
    ----------
    name
        What its figures are printed under.
    skipped
        Pages it gave up since it was made, because they cost too much; they give no posts.
    """

    name: str
    skipped: int

    def read(self, page: Page) -> list[GotPost]:
        """Return the posts of a page in page order; the page stays as it is."""
        ...


@runtime_checkable
class Locator(Protocol):
    """A peer that says what belongs to each record, judged by :mod:`benchmarks._recordplaces`."""

    def locate(self, page: Page) -> list[str]:
        """Return all text of each record, in page order."""
        ...


PEERS: dict[str, Callable[[], RecordPeer]] = {
    peer.name: peer for peer in (MDR, Tristor, Trafilatura, ReadabilityLike, NewspaperLike)
}
"""Name -> maker of a peer."""
