"""What else there is to read: lists and rows of boxes that each begin with the title of a text."""

from __future__ import annotations

from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.lines import leads_on
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.extraction.tree import PageTree

__all__ = ["CARDS", "MIN_TEASERS", "card_rows", "teasers_of"]

#: Boxes of which several that begin with a link are cards of other texts, and what holds them.
CARDS = frozenset({"article", "div", "dl", "li", "section", "tr"})
_LISTS = frozenset({"dl", "ol", "ul"})
_LISTED = _LISTS | {"aside", "div", "main", "section", "tbody"}
#: Items from which on a list leads to other pages.
MIN_TEASERS = 3


def teasers_of(tree: PageTree) -> list[tuple[int, int]]:
    """Stretches of lists whose items all begin with a link, and of rows of cards."""
    out: list[tuple[int, int]] = []
    for i in range(len(tree.nodes)):
        if not tree.link_len[i]:
            continue
        out += card_rows(tree, i)
        if tree.tag(i) not in _LISTED:
            continue
        items = _kids(tree, i)
        if items and tree.tag(items[0]) in HEADINGS and not tree.link_len[items[0]]:
            items = items[1:]  # "Related posts"
        if len(items) < MIN_TEASERS or not all(_begins_with_link(tree, kid) for kid in items):
            continue
        if tree.tag(i) in _LISTS or {tree.tag(kid) for kid in items} <= CARDS:
            out.append((i, tree.end[i]))
    return out


def card_rows(tree: PageTree, i: int) -> Iterator[tuple[int, int]]:
    """Yield the rows of cards among the children of an element, whatever stands beside them.

    Those are several boxes alike that begin with the linked title of a text, and what begins
    with a link behind a heading that says that it leads to other texts.
    """
    kids = _kids(tree, i)
    for _, row in groupby(kids, tree.sig.__getitem__):
        cards = [*row]
        if len(cards) >= MIN_TEASERS and all(_is_card(tree, kid) for kid in cards):
            yield cards[0], tree.end[cards[-1]]
    for n, kid in enumerate(kids):
        if tree.tag(kid) in HEADINGS and leads_on(tree.text(kid), tree.link_len[kid]):
            cards = [*takewhile(lambda j: _begins_with_link(tree, j), kids[n + 1 :])]
            if cards:
                yield kid, tree.end[cards[-1]]


def _kids(tree: PageTree, i: int) -> list[int]:
    return [kid for kid in tree.children(i) if tree.text_len[kid]]


def _is_card(tree: PageTree, i: int) -> bool:
    """Whether a box begins with the title of another text: a heading that is a link."""
    if tree.tag(i) not in CARDS or not _begins_with_link(tree, i):
        return False
    heading = next((j for j in range(i + 1, tree.end[i]) if tree.tag(j) in HEADINGS), -1)
    if heading < 0:
        return False
    around = (heading - 1, *range(heading + 1, tree.end[heading]))
    href = next((tree.nodes[j].get("href") or "" for j in around if tree.tag(j) == "a"), "")
    # The heading of a part of the page can lead to itself.
    return bool(href) and not href.startswith("#")


def _begins_with_link(tree: PageTree, i: int) -> bool:
    while True:
        if tree.tag(i) == "a":
            return True
        if squeeze(tree.nodes[i].text or ""):
            return False
        below = next((kid for kid in tree.children(i) if tree.text_len[kid]), None)
        if below is None:
            return False
        i = below
