"""Rows whose titles lead away: what is said of them here stands behind the link that counts it.

So the lists of those who gather links are made: "12 comments" leads to the thread.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.rowtitles import is_count
from fpcrawl.extraction.rowwords import label_kind, labelled_figures
from fpcrawl.extraction.text import weight_of
from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.urls import hostname_of

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link

__all__ = ["discussions"]

#: Rows of a list, at least, and weight of a title.
MIN_ROWS, MIN_TITLE = 3, 8
#: Levels of the tag path by which the place of a title is known.
LEVELS = 4
_COUNTED = frozenset({"replies", "posts"})


@dataclass(slots=True)
class _Row:
    """A title that leads away, the pages of this site linked behind it, and the one counted."""

    title: Link
    place: str
    near: list[str] = field(default_factory=list)
    heaviest: int = 0
    counted: str | None = None


def discussions(tree: PageTree) -> dict[int, Link]:
    """Return the titles that lead away from the site, each with the address of its thread.

    Parameters
    ----------
    tree
        A numbered page.

    Returns
    -------
    dict
        Number of a title's element -> the title, as a link to what is said of it here.
    """
    rows = _rows(tree)
    counted = [row for row in rows if row.counted is not None]
    if len(counted) < MIN_ROWS:
        return {}
    place = Counter(row.place for row in counted).most_common(1)[0][0]
    counted = [row for row in counted if row.place == place]
    # What is heavier than a link in the words of a row is its title.
    headed = sum(weight_of(row.title.text) >= row.heaviest for row in counted)
    if headed < MIN_ROWS or 2 * headed <= len(counted):
        return {}
    shapes = Counter(url_shape(row.counted) for row in counted if row.counted is not None)
    shape = shapes.most_common(1)[0][0]
    out = {}
    for row in rows:
        url = row.counted or next((u for u in row.near if url_shape(u) == shape), None)
        if row.place == place and url is not None:
            # The address can ask beside to begin at the comments.
            page = url.partition("?")[0]
            url = page if page in row.near else url
            out[tree.number[row.title.element]] = replace(row.title, url=url)
    return out if len({link.url for link in out.values()}) > 1 else {}


def _rows(tree: PageTree) -> list[_Row]:
    """Titles that lead away, each with the links up to the count of what was said of it."""
    host = hostname_of(tree.page.url)
    if sum(hostname_of(link.url) != host for link in tree.page.links) < MIN_ROWS:
        return []
    rows: list[_Row] = []
    row: _Row | None = None
    ahead: list[str] = []
    titles = set[str]()
    heaviest = 0
    for link in tree.page.links:
        at = tree.number.get(link.element)
        if at is None or link.in_nav or link.scripted:
            continue
        if hostname_of(link.url) != host:
            place = tree.path(at, limit=LEVELS) if weight_of(link.text) >= MIN_TITLE else ""
            if place and (row is None or row.place == place):
                row = _Row(link, place, ahead, heaviest)
                rows.append(row)
                ahead, heaviest = [], 0
                titles.clear()
        elif _counts(link):
            if row is not None and link.url not in titles:
                row.counted = link.url
            row, ahead, heaviest = None, [], 0
        elif row is None:
            ahead.append(link.url)
            heaviest = max(heaviest, weight_of(link.text))
        else:
            row.near.append(link.url)
            row.heaviest = max(row.heaviest, weight_of(link.text))
            if tree.path(at, limit=LEVELS) == row.place:
                titles.add(link.url)  # of a row that leads to a page of this site
    return rows


def _counts(link: Link) -> bool:
    """Whether a link says how much was said: "12 comments", "12" and the rest in its tooltip."""
    if not is_count(link.text):
        return False
    if link.text.isdigit() and label_kind(link.title) in _COUNTED:
        return True
    said = link.title if link.text.isdigit() else link.text
    return any(kind in _COUNTED for kind, _, _ in labelled_figures(said))
