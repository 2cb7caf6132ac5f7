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
    seen = range(0)
    for link in links:
        if link in seen:
            continue
        around = [i for i in tree.ancestors(link) if tree.tag(i) in _LISTS]
        if not around:
            continue
        seen = range(around[-1], tree.end[around[-1]])
        if _is_index(tree, seen, links, times):
            out.append(seen)
    return out


def _is_index(tree: PageTree, box: range, links: Sequence[int], times: Sequence[int]) -> bool:
    """Whether all rows of a list are short and tell times, and all but one have a link."""
    rows = [i for i in box if tree.tag(i) in _ITEMS and tree.text_len[i]]
    own = {row: tree.text_len[row] for row in rows}
    ends = {row: tree.end[row] for row in rows}
    for i in box[1:]:
        if tree.tag(i) in _LISTS:
            around = (j for j in tree.ancestors(i) if tree.tag(j) in _LISTS or j in own)
            row = next(around)
            if row in own:
                own[row] -= tree.text_len[i]
                ends[row] = min(ends[row], i)
    if any(length > MAX_ROW for length in own.values()):
        return False
    linked = sum(holds_one(links, row, ends[row]) for row in rows)
    dated = sum(holds_one(times, row, ends[row]) for row in rows)
    return len(rows) > 1 and linked >= max(1, len(rows) - 1) and dated == len(rows)
