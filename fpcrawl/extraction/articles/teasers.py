"""What else there is to read: lists and rows of boxes that each begin with the title of a text."""

from __future__ import annotations

from functools import partial
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.lines import MAX_LABEL, is_label_line, is_on_writer, leads_on
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.timenodes import is_time
from fpcrawl.extraction.vocabulary import HEADINGS, leads_nowhere
from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.extraction.tree import PageTree

__all__ = ["CARDS", "MIN_TEASERS", "card_rows", "cards_behind", "headed_cards", "teasers_of"]

#: Boxes of which several that begin with a link are cards of other texts, and what holds them.
CARDS = frozenset({"article", "div", "dl", "li", "section", "tr"})
_LISTS = frozenset({"dl", "ol", "ul"})
_LABELS = frozenset({"b", "div", "p", "span", "strong"})
_LISTED = _LISTS | {"aside", "div", "main", "section", "tbody"}
#: Items from which on a list leads to other pages, and characters outside links of one.
MIN_TEASERS, MOST_WORDS = 3, 600
#: Weight of a title, at least: names are lighter.
MIN_TITLE = 14


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
        if len(items) < MIN_TEASERS:
            continue
        is_list = tree.tag(i) in _LISTS
        if all(_begins_with_link(tree, kid) for kid in items):
            if is_list or {tree.tag(kid) for kid in items} <= CARDS:
                out.append((i, tree.end[i]))
        elif is_list and all(_leads_to_sibling(tree, kid) for kid in items):
            # "ann: What a kettle! Kettles of the year"
            out.append((i, tree.end[i]))
    return out


def card_rows(tree: PageTree, i: int) -> list[int]:
    """Return the cards in rows among the children of an element, whatever stands beside them.

    Those are several boxes alike that begin with the linked title of a text. Boxes of the text
    can be like them, too.
    """
    out: list[int] = []
    for _, alike in groupby(_kids(tree, i), tree.sig.__getitem__):
        if len(row := [*alike]) < MIN_TEASERS:
            continue
        for are_cards, some in groupby(row, partial(_is_card, tree)):
            cards = [*some] if are_cards else []
            out += cards if len(cards) >= MIN_TEASERS else []
    return out


def cards_behind(tree: PageTree, body: int) -> list[tuple[int, int]]:
    """Return the stretches of elements behind a text that are articles, and cards of other texts.

    Their headings are nothing but links. Readers that look for articles take them for the text.
    """
    out = []
    i = tree.end[body]
    while i < len(tree.nodes):
        if tree.tag(i) == "article" and _is_headed_by_link(tree, i):
            out.append((i, tree.end[i]))
            i = tree.end[i]
        else:
            i += 1
    return out


def headed_cards(tree: PageTree, start: int = 0, stop: int | None = None) -> list[int]:
    """Return the headings in a stretch that lead to other texts, and what stands below each.

    That are the elements behind it which begin with a link.
    """
    out: list[int] = []
    for i, tag in enumerate(tree.tags[start:stop], start):
        if _heads_others(tree, i) if tag in HEADINGS else _is_label(tree, i):
            behind = (kid for kid in _kids(tree, tree.parent[i]) if kid > i)
            cards = [*takewhile(lambda j: _is_below(tree, j), behind)]
            out += [i, *cards] if cards else []
    return out


def _heads_others(tree: PageTree, i: int) -> bool:
    """Whether a heading says that it leads to other texts, not to who wrote this one."""
    if tree.text_len[i] > MOST_WORDS:
        return False  # it was never closed
    text = tree.text(i)
    return leads_on(text, tree.link_len[i]) and not is_on_writer(text)


def _is_label(tree: PageTree, i: int) -> bool:
    """Whether an element that is no heading has nothing but such words: "Related articles"."""
    if tree.tag(i) not in _LABELS or tree.end[i] > i + 1 or not tree.text_len[i] <= MAX_LABEL:
        return False
    return is_label_line(tree.text(i))


def _kids(tree: PageTree, i: int) -> list[int]:
    return [kid for kid in tree.children(i) if tree.text_len[kid]]


def _is_below(tree: PageTree, i: int) -> bool:
    """Whether an element begins with a link and has no heading of its own words, nor many.

    A heading can tell the day of those behind it.
    """
    if tree.tag(i) in HEADINGS and tree.text_len[i] <= MOST_WORDS and is_time(tree.text(i)):
        return True
    if tree.plain_len(i) > MOST_WORDS or not _begins_with_link(tree, i, timed=True):
        return False
    headings = (j for j in range(i, tree.end[i]) if tree.tag(j) in HEADINGS)
    return all(tree.link_len[j] for j in headings)


def _is_card(tree: PageTree, i: int) -> bool:
    """Whether a box begins with the title of another text: a heading that is a link.

    Without headings, a link to a page with an address like this one's.
    """
    if tree.tag(i) not in CARDS or not _begins_with_link(tree, i):
        return False
    heading = next(_headings_in(tree, i), -1)
    if heading < 0:
        return _leads_to_sibling(tree, i)
    around = (heading - 1, *range(heading + 1, tree.end[heading]))
    href = next((tree.nodes[j].get("href") or "" for j in around if tree.tag(j) == "a"), "")
    # The heading of a part of the page can lead to itself.
    return bool(href) and not href.startswith("#")


def _is_headed_by_link(tree: PageTree, i: int) -> bool:
    """Whether the first heading with words in a box is all link, be it that the box is one."""
    heading = next((j for j in _headings_in(tree, i) if tree.text_len[j]), -1)
    if heading < 0 or tree.link_len[heading] < tree.text_len[heading]:
        return False
    around = (*range(heading, tree.end[heading]), *tree.ancestors(heading))
    link = next((j for j in around if tree.tag(j) == "a"), None)
    return link is not None and not leads_nowhere(tree.nodes[link].get("href") or "")


def _headings_in(tree: PageTree, i: int) -> Iterator[int]:
    return (j for j in range(i + 1, tree.end[i]) if tree.tag(j) in HEADINGS)


def _leads_to_sibling(tree: PageTree, i: int) -> bool:
    """Whether the first link with words in a box is a title and leads to a page like this one."""
    links = (j for j in range(i, tree.end[i]) if tree.tag(j) == "a" and tree.text_len[j])
    link = next(links, -1)
    if link < 0 or weight_of(tree.text(link)) < MIN_TITLE:
        return False
    here = tree.page.url.partition("#")[0]
    there = join_url(here, tree.nodes[link].get("href") or "").partition("#")[0]
    return there != here and url_shape(there) == url_shape(here)


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
