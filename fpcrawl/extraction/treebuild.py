"""One walk over a parsed page that numbers its elements and measures their texts."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.dayheads import below_days
from fpcrawl.extraction.frames import unframe
from fpcrawl.extraction.timenodes import TimeNotes, join_parts
from fpcrawl.extraction.tree import HIDDEN_TAGS, PageTree, signature_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = ["build_tree"]

_LETTER_A = re.compile(r"(?<=[a-z]{4})a(?=$|[-_])")
#: Characters of a ``noscript`` element from which on it holds a page and no notice; pieces of
#: text that are counted. A shorter one with so many links holds a short list where the rest of
#: the page says less.
MIN_PLAIN_PAGE, MAX_PIECES = 600, 2000
MIN_PLAIN_LINKS = 5


def build_tree(page: Page) -> PageTree:
    """Give each element of a page a number and measure its subtree.

    Parameters
    ----------
    page
        A parsed page.

    Returns
    -------
    PageTree
        Hidden subtrees (scripts, styles, forms' options) are left out.
    """
    tree = PageTree(page)
    nodes, parent, end, depth = tree.nodes, tree.parent, tree.end, tree.depth
    text_len, link_len, number = tree.text_len, tree.link_len, tree.number
    sig, tags = tree.sig, tree.tags
    notes = TimeNotes(page.fetched)
    characters = cache(partial(_characters_of, page.root))
    in_link: list[bool] = []
    for element in page.root.iter():
        holder = element.getparent()
        above = -1
        tag = element.tag
        if holder is not None:
            if holder not in number:
                continue  # within something hidden
            above = number[holder]
            tail = element.tail
            if tail and (tail := tail.strip()):
                text_len[above] += len(tail)
                if in_link[above]:
                    link_len[above] += len(tail)
                notes.behind(element, holder, above, tail)
            if not isinstance(tag, str) or (
                tag in HIDDEN_TAGS and not _is_plain_page(element, characters)
            ):
                if isinstance(tag, str):
                    tree.unseen.append(above)
                continue
        i = len(nodes)
        number[element] = i
        nodes.append(element)
        parent.append(above)
        end.append(i + 1)
        depth.append(depth[above] + 1 if above >= 0 else 0)
        link = tag == "a" or (above >= 0 and in_link[above])
        in_link.append(link)
        names = tuple(element.keys())
        sig.append(signature_of(element) if names else tag)
        tags.append(tag)
        text = (element.text or "").strip()
        if text or names:
            notes.within(element, i, text, names)
        own = len(text)
        text_len.append(own)
        link_len.append(own if link else 0)
    for i in range(len(nodes) - 1, 0, -1):
        above = parent[i]
        if end[i] > end[above]:
            end[above] = end[i]
        text_len[above] += text_len[i]
        link_len[above] += link_len[i]
    tree.times = notes.times()
    tree.unseen.sort()
    if dresses := _dresses_of_rows(tree):
        sig[:] = [dresses.get(name, name) for name in sig]
    unframe(tree)
    join_parts(tree)
    tree.times = below_days(tree, tree.times)
    return tree


def _dresses_of_rows(tree: PageTree) -> dict[str, str]:
    """Return one signature for each two that differ in a last letter: "td.cella", "td.cellb".

    Both are of records, with times in them. Side by side they are columns.
    """
    names = {*tree.sig}
    pairs = {name: _LETTER_A.sub("b", name) for name in names if _LETTER_A.search(name)}
    pairs = {name: other for name, other in pairs.items() if other in names}
    if not pairs:
        return {}
    above: dict[str, set[int]] = {name: set() for pair in pairs.items() for name in pair}
    timed = {tree.sig[i] for t in tree.times for i in (t.node, *tree.ancestors(t.node))}
    for name, i in zip(tree.sig, tree.parent, strict=True):
        if name in above:
            above[name].add(i)
    out = {}
    for name, other in pairs.items():
        if {name, other} <= timed and above[name].isdisjoint(above[other]):
            out[name] = out[other] = _LETTER_A.sub("", name)
    return out


def _is_plain_page(element: HtmlElement, characters: Callable[[], int]) -> bool:
    """Whether an element holds the page as it is without scripts, which is how we read it.

    Parameters
    ----------
    characters
        Counts those of the whole page, those of such elements with them.
    """
    if element.tag != "noscript" or not len(element):
        return False
    texts = [*islice(element.itertext(), MAX_PIECES)]
    if sum(map(len, texts)) >= MIN_PLAIN_PAGE:
        return True
    links = {link.get("href") for link in element.iter("a")}
    if len(links) < MIN_PLAIN_LINKS:
        return False
    return 2 * sum(len(text.strip()) for text in texts) > characters()


def _characters_of(root: HtmlElement) -> int:
    """Characters of a page without what only scripts read."""
    return sum(
        len((element.text or "").strip()) + len((element.tail or "").strip())
        for element in root.iter()
        if isinstance(element.tag, str) and element.tag not in HIDDEN_TAGS
    )
