"""Links that hold all of a row, or a good part of it: which element of them shows the title."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.pieces import words_of
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, HEADINGS, TITLE_CLASS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree

__all__ = ["narrow_links", "shows_title"]

#: Share of the rows whose link must hold such an element.
REACH = 0.5
#: Elements of a link that are looked at, and characters that a title has at most.
MAX_ELEMENTS, MAX_TITLE = 80, 300
#: Where nothing is called a title: rows at least, and letters of a title in the mean.
MIN_ROWS, MIN_TITLE = 3, 8
#: Share of them that differ.
VARIED = 0.8
#: Mean weight of what stands before titles is less than this, and than that of these by one of
#: the factors and not by the other; of titles behind very short words at most.
SHORT, HEAVIER, FAR, MAX_SHORT = 16, 1.5, 3.0, 40


def narrow_links(tree: PageTree, rows: list[Row]) -> None:
    """Let rows be headed by the element that shows the title within a link that says more.

    Whole rows are links on many pages: who, when and how many are told within them. What shows
    the title is a heading, or is called after one, or what stands before all else; a link that
    says nothing else is that itself.
    """
    links = [tree.number[row.link.element] for row in rows]
    titles = _found(_title_in(tree, link) for link in links)
    more = any(tree.text_len[i] < tree.text_len[links[n]] for n, i in titles.items())
    if not more or len(titles) < REACH * len(rows):
        titles = _first_boxes(tree, links)
    for n, i in titles.items():
        rows[n].link = replace(rows[n].link, element=tree.nodes[i], text=squeeze(tree.text(i)))


def _found(elements: Iterable[int | None]) -> dict[int, int]:
    return {n: i for n, i in enumerate(elements) if i is not None}


def _first_boxes(tree: PageTree, links: list[int]) -> dict[int, int]:
    """Return the boxes that links begin with, where nothing in them is called a title.

    What comes again stands before the titles: what they are filed under. So does what is short
    in all rows, and not by far shorter than what is behind it: who wrote, where, or for whom.
    """
    boxes = [_boxes_of_words(tree, link) for link in links]
    places = [
        _found(found[place] if len(found) > place else None for found in boxes) for place in (0, 1)
    ]
    least = max(REACH * len(links), MIN_ROWS)
    weights = [_mean_weight([tree.text(i) for i in found.values()]) for found in places]
    for place, titles in enumerate(places):
        if len(titles) < least:
            break
        if len({tree.text(i) for i in titles.values()}) < VARIED * len(titles):
            continue
        if place == 0 and len(places[1]) >= least and _stand_ahead(*weights):
            continue
        return titles if weights[place] >= MIN_TITLE else {}
    return {}


def _mean_weight(texts: Sequence[str]) -> float:
    """Return the mean weight of some texts, 0 of none."""
    return sum(map(weight_of, texts)) / len(texts) if texts else 0.0


def _stand_ahead(first: float, second: float) -> bool:
    """Whether texts stand before titles, by the mean weight of them and of what is behind them.

    A title weighs more than a name, or far less than the first words of its text.
    """
    if first >= SHORT:
        return False
    return HEAVIER * first <= second <= (FAR * first if first >= MIN_TITLE else MAX_SHORT)


def _boxes_of_words(tree: PageTree, link: int) -> list[int]:
    """Return the boxes of a link that are no time and no count, if others in it are."""
    inner = link
    while len(children := tree.children(inner)) == 1:
        inner = children[0]
    told = [i for i in children if tree.text_len[i]]
    if squeeze(tree.nodes[inner].text or ""):
        return []
    # A title can tell a time or a number of its own where it stands first.
    words = [i for i in told if not (_is_time(tree, i) or (i != told[0] and _is_told(tree, i)))]
    return [i for i in words if tree.text_len[i] <= MAX_TITLE] if len(words) < len(told) else []


def _is_time(tree: PageTree, i: int) -> bool:
    """Whether an element tells a time and hardly more."""
    times = words_of(tree).times
    first, stop = (bisect_left(times, end) for end in (i, tree.end[i]))
    told = sum(weight_of(time.raw) for time in tree.times[first:stop])
    return 0 < weight_of(tree.text(i)) < 2 * told


def _is_told(tree: PageTree, i: int) -> bool:
    """Whether an element tells a time or a count, among other things."""
    words = words_of(tree)
    return any(holds_one(told, i, tree.end[i]) for told in (words.times, words.figures))


def _title_in(tree: PageTree, link: int) -> int | None:
    """Return the first heading in a link, else the first element that is called a title.

    Of one in another the inner one: the column of titles holds more.
    """
    inside = range(link + 1, min(tree.end[link], link + MAX_ELEMENTS))
    shown = [i for i in inside if shows_title(tree, i)]
    heading = next((i for i in shown if tree.tag(i) in HEADINGS), None)
    if heading is not None:
        return heading
    found: int | None = None
    for i in shown:
        if found is not None and i >= tree.end[found]:
            break
        found = i
    return found


def shows_title(tree: PageTree, i: int) -> bool:
    """Whether an element is a heading, or called a title and not an author's."""
    if not 0 < tree.text_len[i] <= MAX_TITLE:
        return False
    names = tree.nodes[i].get("class") or ""
    return tree.tag(i) in HEADINGS or (
        TITLE_CLASS.search(names) is not None and AUTHOR_CLASS.search(names) is None
    )
