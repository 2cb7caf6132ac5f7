"""Lists of links: which links of a page are the rows of a list, and what the rows say."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.lists.awaylinks import discussions
from fpcrawl.extraction.lists.columns import read_figures, read_times
from fpcrawl.extraction.lists.grid import Grid
from fpcrawl.extraction.lists.row import Row
from fpcrawl.extraction.lists.rownames import read_names
from fpcrawl.extraction.lists.rowtitles import head_rows, name_buttons
from fpcrawl.extraction.lists.sticky import read_sticky
from fpcrawl.extraction.lists.titleboxes import narrow_links
from fpcrawl.extraction.lists.titlecounts import cut_counts, give_counts
from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.pieces import words_of
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import UI_WORDS
from fpcrawl.pages.urls import hostname_of, url_shape

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link

__all__ = [
    "Glance",
    "LinkGroup",
    "glance",
    "link_groups",
    "read_rows",
    "row_ranges",
    "rows_of",
    "tells_time",
    "titles_of",
    "usual_root",
]

KEY_LEVELS = 6
#: Rows from which on most of them tell what the others are like.
MIN_ALIKE = 3
#: Weight of a list that stands beside the content ("latest", on every page of the site).
BESIDE = 0.2
_ID = re.compile(r"\.#[^/]*")
_LIST_TAGS = frozenset({"body", "main", "ol", "table", "tbody", "ul"})


@dataclass(slots=True)
class LinkGroup:
    """Links at the same place of a repeated structure, with addresses of one family.

    Attributes
    ----------
    path
        Lower end of the tag path of the links.
    shape
        URL family of the links.
    links
        A link for each different address, in document order.
    chars
        Characters of the link texts, each counted up to 60; of a button of every row or post,
        which says nothing of it, once.
    """

    path: str
    shape: str
    links: list[Link] = field(default_factory=list)
    chars: int = 0

    @property
    def mean_chars(self) -> float:
        """Mean length of the link texts in characters."""
        return self.chars / max(len(self.links), 1)


def link_groups(tree: PageTree, *, minimum: int = 1) -> list[LinkGroup]:
    """Group the content links of a page.

    Parameters
    ----------
    tree
        A numbered page.
    minimum
        Groups with fewer different addresses are left out.

    Returns
    -------
    list of LinkGroup
        Heaviest first (most link text). Navigation, buttons, bare numbers, times and member
        pages are no content links.
    """
    groups: dict[tuple[str, str], LinkGroup] = {}
    seen: dict[tuple[str, str], dict[str, int]] = {}
    number = tree.number
    host = hostname_of(tree.page.url)
    dated = tree.dated()
    threads = discussions(tree)
    for shown in tree.page.links:
        i = number.get(shown.element)
        if i is None or shown.in_nav:
            continue
        link = threads.get(i, shown)
        if not is_content(link):
            continue
        if hostname_of(link.url) != host or tells_time(
            tree, i, dated.intersection(range(i, tree.end[i]))
        ):
            continue
        # Rows on top of a list have other ids than those below.
        key = (_ID.sub("", tree.path(i, limit=KEY_LEVELS)), url_shape(link.url))
        group = groups.get(key)
        if group is None:
            group = groups[key] = LinkGroup(*key)
            seen[key] = {}
        at = seen[key].setdefault(link.url, len(group.links))
        if at == len(group.links):
            group.links.append(link)
        elif tree.text_len[i] and not tree.text_len[number[group.links[at].element]]:
            # A picture beside the title leads there too.
            group.links[at] = link
    for group in groups.values():
        group.chars = sum(min(weight_of(text), 60) for text in titles_of(group.links))
    out = [g for g in groups.values() if len(g.links) >= minimum]
    out.sort(key=lambda g: -g.chars * (BESIDE if _is_beside(tree, g) else 1.0))
    return out


def tells_time(tree: PageTree, i: int, times: Collection[int]) -> bool:
    """Whether the times in a link are most of what it says; one in a card with a title is not.

    Parameters
    ----------
    i
        Number of the link.
    times
        Numbers of the elements in it that show a time.
    """
    said = sum(tree.text_len[j] for j in times)
    # What scripts write out later is none of the words yet. A Chinese title has few characters.
    return bool(times) and (not said or 2 * said > weight_of(tree.text(i)))


def titles_of(links: Sequence[Link]) -> list[str]:
    """Return the texts of links; once each where nearly all say the same."""
    texts = [link.text for link in links]
    different = set(texts)
    is_button = len(texts) >= MIN_ALIKE and len(different) * MIN_ALIKE <= len(texts)
    return list(different) if is_button else texts


def _is_beside(tree: PageTree, group: LinkGroup) -> bool:
    """Whether links stand in what the page declares to be beside its content."""
    first = tree.number[group.links[0].element]
    return any(
        tree.tag(i) == "aside" or tree.nodes[i].get("role") == "complementary"
        for i in tree.ancestors(first)
    )


def is_content(link: Link) -> bool:
    """Whether a link's text and address can name a thread, a board or an article."""
    text = link.text
    if not text or text.isdigit() or text.lower().strip(":：»›[]() ") in UI_WORDS:
        return False
    return not names_member(link.url)


def row_ranges(tree: PageTree, group: LinkGroup) -> list[Row]:
    """Rows of a list with nothing but their places, in document order."""
    marks = [tree.number[link.element] for link in group.links]
    roots = _like_most(tree, marks, [_row_root(tree, marks, n) for n in range(len(marks))])
    heads = {tree.number.get(link.element, -1) for link in tree.page.links if is_content(link)}
    times = words_of(tree).times
    rows: list[Row] = []
    for n, (mark, root) in enumerate(zip(marks, roots, strict=True)):
        row = Row(group.links[n], root, _row_end(tree, roots, n))
        if bisect_left(times, root) < bisect_left(times, min(tree.end[root], row.end)):
            # The row is whole: what is made like it is another.
            row.end = _next_like(tree, row, mark, heads)
        rows.append(row)
    narrow_links(tree, rows)
    return rows


def rows_of(tree: PageTree, group: LinkGroup) -> list[Row]:
    """Rows of a list with what they say beside the link.

    Parameters
    ----------
    tree
        A numbered page.
    group
        The links that head the rows.

    Returns
    -------
    list of Row
        In document order.
    """
    return read_rows(tree, row_ranges(tree, group))


def read_rows(tree: PageTree, rows: list[Row]) -> list[Row]:
    """Fill rows with what they say beside the link, judged over all of them."""
    if rows:
        head_rows(tree, rows)
        name_buttons(tree, rows)
        counts = cut_counts(tree, rows)
        grid = Grid(tree, rows, [tree.number[row.link.element] for row in rows])
        beginnings = read_times(grid)
        read_figures(grid)
        give_counts(rows, counts)
        read_names(grid, beginnings)
        read_sticky(grid)
    return rows


class Glance(NamedTuple):
    """Whether a row shows a time, a member's name, a number of replies or the like."""

    timed: bool
    named: bool
    counted: bool


def glance(tree: PageTree, row: Row) -> Glance:
    """Tell what stands around the link of a row, without reading it."""
    words = words_of(tree)
    mark = tree.number[row.link.element]

    def outside(places: list[int]) -> bool:
        here = bisect_left(places, row.end) - bisect_left(places, row.root)
        title = bisect_left(places, tree.end[mark]) - bisect_left(places, mark)
        return here > title

    return Glance(outside(words.times), outside(words.member_links), outside(words.figures))


def _row_root(tree: PageTree, marks: list[int], n: int) -> int:
    """Highest ancestor of a heading link that holds no other."""
    before = marks[n - 1] if n else -1
    after = marks[n + 1] if n + 1 < len(marks) else len(tree.nodes)
    root = marks[n]
    above = tree.parent[root]
    while above >= 0 and not (above <= before < tree.end[above] or after < tree.end[above]):
        if len(marks) == 1 and tree.tag(above) in _LIST_TAGS:
            break
        root = above
        above = tree.parent[root]
    return root


def usual_root(tree: PageTree, roots: list[int]) -> str | None:
    """Signature that most of the elements that hold rows have, ``None`` without one."""
    if len(roots) < MIN_ALIKE:
        return None
    sig, count = Counter(tree.sig[root] for root in roots).most_common(1)[0]
    return sig if count * 2 > len(roots) else None


def _like_most(tree: PageTree, marks: list[int], roots: list[int]) -> list[int]:
    """Let a row that stands alone in a box of its own begin where it begins to be a row.

    The only pinned thread has a group to itself.
    """
    usual = usual_root(tree, roots)
    if usual is None:
        return roots
    out = []
    for mark, root in zip(marks, roots, strict=True):
        inner = None
        if tree.sig[root] != usual:
            way = [i for i in tree.ancestors(mark) if i > root]
            inner = min((i for i in way if tree.sig[i] == usual), default=None)
        out.append(root if inner is None else inner)
    return out


def _row_end(tree: PageTree, roots: list[int], n: int) -> int:
    """First number after a row: what stands between two headings belongs to the first."""
    root = roots[n]
    if n + 1 < len(roots):
        return roots[n + 1] if tree.parent[roots[n + 1]] == tree.parent[root] else tree.end[root]
    if len(roots) > 1 and tree.parent[roots[n - 1]] == tree.parent[root]:
        kids = tree.children(tree.parent[root])
        step = kids.index(root) - kids.index(roots[n - 1])
        last = min(kids.index(root) + step - 1, len(kids) - 1)
        return tree.end[kids[last]]
    return tree.end[root]


def _next_like(tree: PageTree, row: Row, mark: int, heads: set[int]) -> int:
    """Return the first later sibling in a row that a content link heads at the same place.

    It is of another group: its address looks different. The row's end without one.
    """
    way = _way(tree, row.root, mark)
    kid = tree.end[row.root]
    while kid < row.end:
        if tree.sig[kid] == tree.sig[row.root]:
            inside = heads.intersection(range(kid, tree.end[kid]))
            if any(_way(tree, kid, i) == way for i in inside):
                return kid
        kid = tree.end[kid]
    return row.end


def _way(tree: PageTree, root: int, i: int) -> list[str]:
    """Signatures from an element up to a root that holds it."""
    way = [tree.sig[i]]
    while i > root:
        i = tree.parent[i]
        way.append(tree.sig[i])
    return way
