"""What else there is to read: lists and rows of boxes that each begin with the title of a text."""

from __future__ import annotations

from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.lines import is_on_writer, leads_on
from fpcrawl.extraction.tree import is_time
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = ["CARDS", "MIN_TEASERS", "card_rows", "headed_cards", "teasers_of"]

#: Boxes of which several that begin with a link are cards of other texts, and what holds them.
CARDS = frozenset({"article", "div", "dl", "li", "section", "tr"})
_LISTS = frozenset({"dl", "ol", "ul"})
_LISTED = _LISTS | {"aside", "div", "main", "section", "tbody"}
#: Items from which on a list leads to other pages, and characters outside links of one.
MIN_TEASERS, MOST_WORDS = 3, 600


def teasers_of(tree: PageTree) -> list[tuple[int, int]]:
    """Stretches of lists whose items all begin with a link, and of rows of cards."""
    out = [(i, tree.end[i]) for i in headed_cards(tree)]
    for i in range(len(tree.nodes)):
        if not tree.link_len[i]:
            continue
        out += ((kid, tree.end[kid]) for kid in card_rows(tree, i))
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


def card_rows(tree: PageTree, i: int) -> list[int]:
    """Return the cards in rows among the children of an element, whatever stands beside them.

    Those are several boxes alike that begin with the linked title of a text.
    """
    rows = ([*row] for _, row in groupby(_kids(tree, i), tree.sig.__getitem__))
    cards = (row for row in rows if len(row) >= MIN_TEASERS)
    return [kid for row in cards if all(_is_card(tree, kid) for kid in row) for kid in row]


def headed_cards(tree: PageTree, start: int = 0, stop: int | None = None) -> list[int]:
    """Return the headings in a stretch that lead to other texts, and what stands below each.

    That are the elements behind it which begin with a link.
    """
    out: list[int] = []
    for i, tag in enumerate(tree.tags[start:stop], start):
        if tag in HEADINGS and _heads_others(tree, i):
            behind = (kid for kid in _kids(tree, tree.parent[i]) if kid > i)
            cards = [*takewhile(lambda j: _is_below(tree, j), behind)]
            out += [i, *cards] if cards else []
    return out


def _heads_others(tree: PageTree, i: int) -> bool:
    """Whether a heading says that it leads to other texts, not to who wrote this one."""
    text = tree.text(i)
    return leads_on(text, tree.link_len[i]) and not is_on_writer(text)


def _kids(tree: PageTree, i: int) -> list[int]:
    return [kid for kid in tree.children(i) if tree.text_len[kid]]


def _is_below(tree: PageTree, i: int) -> bool:
    """Whether an element begins with a link and has no heading of its own words, nor many.

    A heading can tell the day of those behind it.
    """
    if tree.tag(i) in HEADINGS and is_time(tree.text(i)):
        return True
    if tree.plain_len(i) > MOST_WORDS or not _begins_with_link(tree, i, timed=True):
        return False
    headings = (j for j in range(i, tree.end[i]) if tree.tag(j) in HEADINGS)
    return all(tree.link_len[j] for j in headings)


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


def _begins_with_link(tree: PageTree, i: int, *, timed: bool = False) -> bool:
    """Whether the first words of an element are a link; ``timed`` says that a time may lead."""
    while True:
        if tree.tag(i) == "a":
            return True
        if any(map(str.isalnum, tree.nodes[i].text or "")):
            return False
        kids = (kid for kid in tree.children(i) if tree.text_len[kid])
        below = next((kid for kid in kids if not (timed and is_time(tree.text(kid)))), None)
        if below is None:
            return False
        i = below
