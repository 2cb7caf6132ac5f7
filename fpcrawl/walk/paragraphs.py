"""Paragraphs of a page: how much running text stands on it, and where."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.text import weight_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["PARAGRAPH", "SHORT_PARAGRAPH", "count_prose", "heading_link", "record_ranges"]

_PROSE_TAGS = frozenset({"article", "div", "p", "section", "td"})
#: Those of them that can hold all that a list tells of a text.
_BOX_TAGS = _PROSE_TAGS - {"p"}

#: What stands around the content of a page, or over it.
_MARGIN_TAGS = frozenset({"aside", "dialog", "footer", "nav"})
#: The same, by the attribute ``role``.
_MARGIN_ROLES = frozenset({"alertdialog", "dialog"})
_MARGIN_NAME = re.compile(r"cookie|consent|gdpr|modal|popup|(?:^|[-_])footer", re.IGNORECASE)
_COPYRIGHT = re.compile(r"(?:^|[-_ ])copyrights?(?:$|[-_ ])", re.IGNORECASE)
#: Tags that only dress words within a paragraph.
_DRESS_TAGS = frozenset({"b", "bdi", "em", "font", "i", "span", "strong", "u"})

#: A paragraph of an article has at least this many characters (Chinese ones count twice).
PARAGRAPH = 60
#: A link with more characters was never closed.
MAX_CARD = 1000
#: Shorter ones, from this many on, count where together they have as many as below.
SHORT_PARAGRAPH = 8
MANY_SHORT = 240
#: Lines that make a list, at least, and the share of them that a link begins.
MIN_LINES, MOST_LINES = 2, 0.8
#: Weight of the words before that link, at most.
MAX_MARK = 24
#: Boxes around paragraphs that may be the foot of the page.
FOOT_LEVELS = 3
#: A lone record whose body is a smaller part of it is none: its caption stands for its text.
LEAST_OF_RECORD = 1 / 3


def record_ranges(tree: PageTree, posts: PostGroup | None) -> Ranges:
    """Return where the records of a page stand, as far as what they are is sure."""
    if posts is None or posts.boundless or posts.stranger or posts.body_path is None:
        return Ranges()
    if posts.told_in_prose or (posts.author_path is None and not posts.known):
        # Days told in a text cut it into what is no record.
        return Ranges()
    return Ranges((root, tree.end[root]) for post in posts.posts for root in post.roots)


def _is_scrap(tree: PageTree, posts: PostGroup | None) -> bool:
    """Whether what was taken for the words of a lone record is a scrap of what it holds."""
    if posts is None or len(posts.posts) != 1:
        return False
    (post,) = posts.posts
    whole = sum(tree.plain_len(root) for root in post.roots)
    return post.body is not None and tree.plain_len(post.body) < LEAST_OF_RECORD * whole


@lru_cache(maxsize=4096)
def _is_margin(signature: str) -> bool:
    tag, _, name = signature.partition(".")
    return tag in _MARGIN_TAGS or bool(name and _MARGIN_NAME.search(name))


def count_prose(tree: PageTree, posts: PostGroup | None) -> tuple[int, dict[int, int]]:
    """Characters of paragraphs (own text of one element, long and mostly unlinked).

    Short paragraphs count where many stand side by side without a link.

    Returns
    -------
    tuple
        All of them, and those outside the records by the element they stand under.
    """
    taken = Ranges() if _is_scrap(tree, posts) else record_ranges(tree, posts)
    total = 0
    outside: dict[int, int] = {}
    short: dict[int, int] = {}
    text_len, parent, tag_of = tree.text_len, tree.parent, tree.tag
    margin = 0
    for i, element in enumerate(tree.nodes):
        length = text_len[i]
        if length < SHORT_PARAGRAPH or i < margin:
            continue
        tag = tag_of(i)
        if tag == "a" and length <= MAX_CARD and element.get("href"):
            # A card is one link: what another page says.
            margin = tree.end[i]
            continue
        if _is_margin(tree.sig[i]) or element.get("role") in _MARGIN_ROLES:
            margin = tree.end[i]
            continue
        if tag not in _PROSE_TAGS:
            continue
        if 2 * length < PARAGRAPH:
            if tag == "p" and not tree.link_len[i]:
                short[parent[i]] = short.get(parent[i], 0) + length
            continue
        own = weight_of((element.text or "").strip())
        for child in element:
            own += weight_of((child.tail or "").strip())
            if child.tag in _DRESS_TAGS:
                number = tree.number[child]
                linked = tree.link_len[number] > 0
                own += tree.plain_len(number) if linked else weight_of(tree.text(number))
        if own < PARAGRAPH and tag == "p" and not tree.link_len[i]:
            short[parent[i]] = short.get(parent[i], 0) + own
        if own >= PARAGRAPH and not _is_lines_of_links(tree, element):
            total += own
            if i not in taken:
                place = i if heading_link(tree, i) else parent[i]
                outside[place] = outside.get(place, 0) + own
    for above, chars in short.items():
        if chars >= MANY_SHORT:
            total += chars
            if above not in taken:
                outside[above] = outside.get(above, 0) + chars
    feet = [i for i in outside if _says_whose(tree, i)]
    return total - sum(map(outside.pop, feet)), outside


def heading_link(tree: PageTree, i: int) -> int:
    """Return the link that fills the first line of a box with words below it, 0 for none."""
    element = tree.nodes[i]
    if tree.tag(i) not in _BOX_TAGS or len(element) < 2 or _has_words(element.text):
        return 0
    first, second = element[0], element[1]
    at = tree.number.get(first, 0)
    if not at or second.tag != "br" or _has_words(first.tail) or tree.plain_len(at):
        return 0
    return next((j for j in range(at, tree.end[at]) if tree.tag(j) == "a"), 0)


def _is_lines_of_links(tree: PageTree, element: HtmlElement) -> bool:
    """Whether most lines of an element begin with a link: rows of a list that no boxes part.

    A word or two can stand before it, as the mark of what is pinned.
    """
    if sum(child.tag == "br" for child in element) < MIN_LINES - 1:
        return False
    # Of each line the words before its first link, and those of the link.
    lines = [(_said(element.text), 0)]
    for child in element:
        if child.tag == "br":
            lines.append((0, 0))
        before, linked = lines[-1]
        if linked:
            continue
        number = tree.number.get(child)
        words = _said(tree.text(number)) if number is not None else 0
        if next(child.iter("a"), None) is not None:
            lines[-1] = before, max(words, 1)
        else:
            lines[-1] = before + words + _said(child.tail), 0
    told = [line for line in lines if any(line)]
    headed = sum(before <= min(MAX_MARK, linked) for before, linked in told)
    return len(told) >= MIN_LINES and headed >= MOST_LINES * len(told)


def _said(text: str | None) -> int:
    """Weight of a text, of a mark that can stand before each line of a list none."""
    return weight_of(text.strip()) if text and _has_words(text) else 0


def _has_words(text: str | None) -> bool:
    """Whether there is more than a mark, as it can stand before each line of a list."""
    return any(map(str.isalnum, text or ""))


def _says_whose(tree: PageTree, i: int) -> bool:
    """Whether an element is called after the copyright: who makes the site, under what licence."""
    around = (tree.nodes[j] for j in (i, *tree.ancestors(i, FOOT_LEVELS)))
    return any(_COPYRIGHT.search(f"{x.get('class') or ''} {x.get('id') or ''}") for x in around)
