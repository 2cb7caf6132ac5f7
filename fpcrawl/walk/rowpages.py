"""Links beside the rows of a list that lead into what the rows lead to."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from fpcrawl.extraction.timenodes import is_numbered_time
from fpcrawl.walk.pageaddress import first_pages, is_page_step, is_same_list, number_in

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from fpcrawl.pages.links import Link

__all__ = ["RowPages"]

#: Links to rows before and behind a link among which its own row is looked for.
AROUND = 50


class RowPages:
    """Tells which links lead to pages or posts of the threads in the rows of a list.

    Parameters
    ----------
    links
        Those of the page, in its order.
    rows
        Addresses that the rows lead to.
    """

    def __init__(self, links: Sequence[Link], rows: Set[str]) -> None:
        self._rows = rows
        self._places = [n for n, link in enumerate(links) if link.url in rows]
        self._urls = [links[n].url for n in self._places]

    def holds(self, link: Link, place: int) -> bool:
        """Whether a link beside a row leads into the row's thread: to a page or a post of it.

        Parameters
        ----------
        place
            Number of the link among those of the page.
        """
        head, _, tail = link.url.rpartition("/")
        if tail.isdigit() and (head in self._rows or f"{head}/" in self._rows):
            return True
        if link.text.isdigit():
            return any(is_same_list(row, link.url) for row in self._around(place))
        if is_numbered_time(link.text) and not self._rows.isdisjoint(first_pages(link.url)):
            return True
        if number_in(link.url) is None:
            return False
        return any(is_page_step(row, link.url) for row in self._around(place))

    def _around(self, place: int) -> Set[str]:
        # All links with all rows would be the square of the page.
        at = bisect_left(self._places, place)
        return dict.fromkeys(self._urls[max(at - AROUND, 0) : at + AROUND]).keys()
