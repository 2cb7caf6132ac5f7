"""A post above the list of its board: what stands there when the rows are left out.

Many boards show the list again below each thread, and archives the messages of its thread. A
post without answers is then a small part of its page, and the rows look like posts or like
the page's own list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.listing import LinkGroup, link_groups, row_ranges
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.timenodes import is_numbered_time
from fpcrawl.walk.pageaddress import without_page
from fpcrawl.walk.threadlist import address_kind

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link

__all__ = ["post_above"]

#: Rows of a list, at least (one of them can be that of this page), and mean weight of titles.
MIN_ROWS, MIN_TITLE = 3, 8
#: Mean characters of what rows with names of writers say besides.
MAX_TITLE = 40
#: Share of records headed by links from which on they are rows.
LISTED = 0.6
#: Characters of words that a post without a known layout has, at least.
MIN_WORDS = 8
#: What holds rows and nothing else.
_LIST_TAGS = frozenset({"dl", "ol", "table", "tbody", "ul"})
_NESTED = frozenset({"dd", "dl", "li", "ol", "ul"})


def post_above(tree: PageTree, posts: PostGroup | None, book: LayoutBook) -> PostGroup | None:
    """Find posts on a thread's page whose rows of pages like itself were taken for its records.

    Rows in a table of their own can be built as the posts are.

    Parameters
    ----------
    tree
        The page.
    posts
        What was found on the whole page.
    book
        What is known of the site's layouts.

    Returns
    -------
    PostGroup or None
        Posts outside the rows; ``None`` where there are none, or the page needs no such look.
    """
    if posts is not None and posts.posts[0].made is not None:
        return None  # what is cut out of running text ends where a list begins
    several = posts is not None and len(posts.posts) > 1 and bool(posts.author_path)
    is_thread = posts is not None and posts.title_share < LISTED and (posts.known or several)
    apart = posts is not None and len({tree.parent[raw.roots[0]] for raw in posts.posts}) > 1
    if posts is not None and is_thread and not apart and not _may_be_rows(posts):
        return None
    stretches = _rows_of_kind(tree)
    if not stretches:
        return None
    cut = Ranges(stretches)
    if posts is not None and is_thread:
        outside = sum(raw.time.node not in cut for raw in posts.posts)
        # That of this page need not lead to it.
        are_rows = outside <= 1 and _may_be_rows(posts)
        if not are_rows and not 1 < outside < len(posts.posts):
            return None
    found = find_posts(_without(tree, stretches), book)
    if found is None or found.title_share or not found.author_path or found.body_path is None:
        return None
    if found.told_in_prose or not (found.known or found.body_chars >= MIN_WORDS):
        return None
    return found


def _may_be_rows(posts: PostGroup) -> bool:
    """Whether records of no known layout say no more than the rows of an index: titles, names."""
    return not posts.known and posts.body_chars < MAX_TITLE * len(posts.posts)


def _rows_of_kind(tree: PageTree) -> list[tuple[int, int]]:
    """Where rows stand that lead to pages with addresses like the page's own, by their titles."""
    here = tree.page.url
    # Further pages can have addresses of another kind than the first.
    own = {address_kind(here), address_kind(without_page(here))}
    kinds: list[LinkGroup] = []
    for group in link_groups(tree):
        links = [
            link
            for link in group.links
            if link.url != here
            and not is_numbered_time(link.text)
            and address_kind(link.url) in own
            and not _names_its_place(tree, link)
        ]
        if links:
            kinds.append(LinkGroup(group.path, group.shape, links))
    out = [_stretch(tree, kind) for kind in kinds if _are_titles(kind.links, MIN_ROWS)]
    if not out:
        # Answers to answers stand in lists within lists, rows are striped: no two may be alike.
        links = sorted((link for kind in kinds for link in kind.links), key=lambda link: link.n)
        box = _around(tree, [tree.number[link.element] for link in links]) if links else 0
        if _are_titles(links, MIN_ROWS - 1) and tree.tag(box) in _LIST_TAGS:
            out = [(box, tree.end[box])]
    return out


def _names_its_place(tree: PageTree, link: Link) -> bool:
    """Whether a link leads to what it stands in: answers headed by their own addresses."""
    around = tree.ancestors(tree.number[link.element]) if link.fragment else ()
    return any(tree.nodes[i].get("id") == link.fragment for i in around)


def _are_titles(links: list[Link], least: int) -> bool:
    weight = sum(weight_of(link.text) for link in links)
    return len(links) >= least and weight >= MIN_TITLE * len(links)


def _stretch(tree: PageTree, group: LinkGroup) -> tuple[int, int]:
    """Where the rows begin and end; where a list holds them and nothing else, that list."""
    group.links.sort(key=lambda link: link.n)
    rows = row_ranges(tree, group)
    first, last = rows[0].root, max(row.end for row in rows)
    box = _around(tree, [first, last - 1])
    # The row of this page can be what the others stand in.
    while tree.parent[box] >= 0 and tree.tag(tree.parent[box]) in _NESTED:
        box = tree.parent[box]
    return (box, tree.end[box]) if tree.tag(box) in _LIST_TAGS else (first, last)


def _around(tree: PageTree, nodes: list[int]) -> int:
    """Nearest element that holds all of ``nodes``."""
    box, last = min(nodes), max(nodes)
    while not tree.holds(box, last):
        box = tree.parent[box]
    return box


def _without(tree: PageTree, stretches: list[tuple[int, int]]) -> PageTree:
    """Copy a tree; in some stretches of it there are neither times nor words."""
    out = tree.twin()
    cut = Ranges(stretches)
    out.times = [time for time in tree.times if time.node not in cut]
    for start, stop in stretches:
        i = start
        while i < stop:
            if tree.end[i] > stop:
                # It ends behind the stretch: it holds the rows and more.
                i += 1
                continue
            text, link = out.text_len[i], out.link_len[i]
            for above in tree.ancestors(i) if text else ():
                out.text_len[above] -= text
                out.link_len[above] -= link
            inside = slice(i, tree.end[i])
            out.text_len[inside] = out.link_len[inside] = [0] * (tree.end[i] - i)
            i = tree.end[i]
    return out
