"""Lists of the messages of a thread, where each has a page of its own.

Archives of mailing lists and old boards have them, nested as the messages answer each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import weight_of
from fpcrawl.pages.shapes import url_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.tree import PageTree

__all__ = ["links_like_page", "thread_index"]

#: Weight of the title of a message, at least.
MIN_TITLE = 8
#: Characters of a row without those below it.
MAX_ROW = 200
_LISTS = frozenset({"dl", "ol", "ul"})
_ITEMS = frozenset({"dd", "dt", "li"})


def links_like_page(tree: PageTree, least: int) -> set[int]:
    """Return links of a least weight that lead to other pages with addresses like this one's."""
    here = tree.page.url.partition("#")[0]
    shape = url_shape(here)
    return {
        tree.number.get(link.element, -1)
        for link in tree.page.links
        if link.url.partition("#")[0] != here
        and url_shape(link.url) == shape
        and weight_of(link.text) >= least
        and not link.text.isdigit()
    }


def thread_index(tree: PageTree) -> list[range]:
    """Return the elements of each list whose rows name other pages like this one, and times.

    The row of this page need not lead to it.
    """
    if not any(tag in _LISTS for tag in tree.tags):
        return []
    links = sorted(links_like_page(tree, MIN_TITLE) - {-1})
    times = sorted(time.node for time in tree.times)
    out: list[range] = []
    for link in links:
        if out and link < out[-1].stop:
            continue
        around = [i for i in tree.ancestors(link) if tree.tag(i) in _LISTS]
        if around and _is_index(tree, around[-1], links, times):
            out.append(range(around[-1], tree.end[around[-1]]))
    return out


def _is_index(tree: PageTree, box: int, links: Sequence[int], times: Sequence[int]) -> bool:
    """Whether all rows of a list are short and tell times, and all but one have a link."""
    rows = [i for i in range(box, tree.end[box]) if tree.tag(i) in _ITEMS and tree.text_len[i]]
    linked = dated = 0
    for row in rows:
        lists = [i for i in range(row + 1, tree.end[row]) if tree.tag(i) in _LISTS]
        stop = lists[0] if lists else tree.end[row]
        below, end = 0, 0
        for i in lists:
            if i >= end:
                below, end = below + tree.text_len[i], tree.end[i]
        if tree.text_len[row] - below > MAX_ROW:
            return False
        linked += holds_one(links, row, stop)
        dated += holds_one(times, row, stop)
    return len(rows) > 1 and linked >= max(1, len(rows) - 1) and dated == len(rows)
