"""The trail of links that leads from a site's start to where a page stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.pages.urls import url_shape
from fpcrawl.walk.pagination import is_same_list

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link
    from fpcrawl.walk.reading import Reading

__all__ = ["CUT", "board_on_trail", "can_name_board", "trail_of", "without_menus"]

_ARROW = re.compile(r"^\s*[-=]{0,3}[»›>→❯▸▶/\\:：]+\s*$")
_NAMED = re.compile(r"bread|crumb|trail|pathway", re.IGNORECASE)
_PAGER = re.compile(r"pagina|pager|multipage", re.IGNORECASE)
#: Ends a text that a list or a trail has cut short.
CUT = re.compile(r"\s*(?:\.{2,}|…)$")
#: What links to a list say of how it is shown, where they do not name it.
_ORDER = re.compile(
    r"\W*(?:by )?(?:(?:date|thread(?:ed)?|author|subject|chronological)s?(?: (?:index|view|list))?"
    r"|index|(?:atom|rss)(?: feed)?)\W*",
    re.IGNORECASE,
)
#: Elements above two links within which they are steps of one trail.
LEVELS = 3
#: A line with more text than this is no trail.
MAX_LINE = 300
#: A step with a longer text is no place.
MAX_STEP = 60
#: Characters of a title that are enough to know it by, where the rest was cut.
MIN_BEGINNING = 8

#: Lists of one kind named side by side are all that a site has: no trail has so many.
MENU = 3


def trail_of(reading: Reading) -> list[Link]:
    """Links of the trail above the records of a page, from general to special.

    A trail is known by the arrows between its links or by its declared name.

    Parameters
    ----------
    reading
        Any page.

    Returns
    -------
    list of Link
        Without the link to the page itself; empty when no trail is seen.
    """
    stop, start = _start_of_records(reading), reading.start
    trail = _trail_above(reading, stop)
    if not trail and stop < start < len(reading.tree.nodes):
        # The box of an opening post can hold the head of its page, too.
        trail = _trail_above(reading, start)
    return trail


def _trail_above(reading: Reading, stop: int) -> list[Link]:
    tree = reading.tree
    named: dict[int, int | None] = {}
    boxes: dict[int, list[Link]] = {}
    runs: list[list[Link]] = []
    for link in reading.page.links:
        at = tree.number.get(link.element, -1)
        if not (0 <= at < stop and 0 < len(link.text) <= MAX_STEP):
            continue
        above = tree.parent[at]
        if above not in named:
            named[above] = _named_box(tree, at)
        box = named[above]
        if box is not None:
            if _PAGER.search(_names(tree, box)):
                continue  # a pager within a trail can be named after both
            boxes.setdefault(box, []).append(link)
        if runs and _follows(tree, runs[-1][-1], link):
            runs[-1].append(link)
        else:
            runs.append([link])
    trail = max((run for run in runs if len(run) > 1), key=len, default=[])
    if not trail:
        trail = max(boxes.values(), key=len, default=[])
    while trail and _is_here(trail[-1], reading):
        trail.pop()
    return trail


def _start_of_records(reading: Reading) -> int:
    posts = reading.posts
    if posts is None or not posts.posts:
        return len(reading.tree.nodes)
    first = posts.posts[0]
    # The bounds of a record that stands alone can be a guess that takes in most of the page.
    return first.time.node if posts.boundless else first.roots[0]


def _follows(tree: PageTree, one: Link, other: Link) -> bool:
    """Whether nothing but an arrow stands between two links of one line."""
    a, b = tree.number[one.element], tree.number[other.element]
    for box in tree.ancestors(a, LEVELS):
        if tree.text_len[box] > MAX_LINE:
            return False
        if tree.holds(box, b):
            words = tree.text(box)
            # Of a link that is named by its title alone, all words stand behind it.
            behind = words.partition(one.text)[2] if one.text in words else words
            between = behind.partition(other.text)[0]
            if between.strip():
                return bool(_ARROW.match(between))
            named = _named_box(tree, a)
            return named is not None and tree.holds(named, b)
    return False


def _named_box(tree: PageTree, i: int) -> int | None:
    """Nearest box around an element that is declared to be a trail."""
    for above in tree.ancestors(i, LEVELS):
        element = tree.nodes[above]
        if element.tag in {"body", "html"}:
            return None
        # The steps of a trail can be named after it too.
        if element.tag != "li" and _NAMED.search(_names(tree, above)):
            return above
    return None


def _names(tree: PageTree, i: int) -> str:
    attributes = ("class", "id", "itemtype", "aria-label")
    return " ".join(tree.nodes[i].get(name) or "" for name in attributes)


def _is_here(link: Link, reading: Reading) -> bool:
    here = reading.page.url
    if link.url == here or is_same_list(here, link.url) or link.text == reading.title:
        return True
    beginning, is_cut = CUT.subn("", link.text)
    long_enough = len(beginning) >= MIN_BEGINNING
    return bool(is_cut) and long_enough and (reading.title or "").startswith(beginning)


def board_on_trail(reading: Reading) -> str | None:
    """Name of the last list on the trail to a thread or article, ``None`` without one."""
    trail = trail_of(reading)
    if trail and not can_name_board(trail[-1].text):
        return None
    if len(trail) > 1:
        return trail[-1].text
    if trail and "{" in url_shape(trail[0].url):
        return trail[0].text
    return None


def can_name_board(text: str) -> bool:
    """Whether the text of a link to a list can be its name: not "Date Index" or "[ thread ]"."""
    return bool(text) and _ORDER.fullmatch(text) is None


def without_menus(tree: PageTree, links: list[Link]) -> list[Link]:
    """Links to lists but for those in menus, which name all lists wherever a page stands.

    Parameters
    ----------
    tree
        The page.
    links
        Links to lists on it.
    """
    menus: dict[tuple[int, str], set[str]] = {}
    places = [(_box_of(tree, link), url_shape(link.url)) for link in links]
    for place, link in zip(places, links, strict=True):
        menus.setdefault(place, set()).add(link.url)
    return [link for place, link in zip(places, links, strict=True) if len(menus[place]) < MENU]


def _box_of(tree: PageTree, link: Link) -> int:
    """Nearest element around a link that holds other words, too."""
    at = tree.number[link.element]
    size = tree.text_len[at]
    while tree.parent[at] >= 0 and tree.text_len[at] <= size:
        at = tree.parent[at]
    return at
