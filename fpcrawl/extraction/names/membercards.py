"""Names that head what a page tells of the member who wrote its only post.

Of several posts the names differ and what is told of members is built alike; of one that stands
alone neither shows, and a name without a link to a member is known by the card that it heads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.memberdetails import (
    MIN_DETAILS,
    count_details,
    count_figures,
)
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import (
    AUTHOR_CLASS,
    BODY_CLASS,
    MARGINS,
    NOT_AUTHOR_CLASS,
    leads_nowhere,
    leads_to_board,
    leads_to_door,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["beside_card", "find_card_name", "has_card"]

#: Boxes around time and words of a post in which its card can stand.
AROUND = 3
#: Characters of a card, and of one before the words, of which a single detail or its class tells.
MAX_CARD, MAX_SURE = 500, 200
#: Characters of a rank or a count.
LITTLE = 30
#: What stands beside the posts of a page; cards can be asides of theirs.
_BESIDE = MARGINS - {"aside"}
_PROFILE = re.compile(r"(?:^|[-_ ])(?:post)?profile(?:[-_ ]|$)", re.IGNORECASE)


def find_card_name(tree: PageTree, span: Span, places: Places, body: int) -> str | None:
    """Path of the name of who wrote a record that stands alone, by the card it heads.

    Parameters
    ----------
    body
        Element where the words of the record begin.
    """
    inside, levels = -1, 0
    for box in tree.ancestors(span.time.node):
        if levels > AROUND or not any(tree.holds(root, box) for root in span.roots):
            break
        levels += tree.holds(box, body)
        i = box + 1
        while i < tree.end[box]:
            if i in {inside, body} or tree.tag(i) in _BESIDE:
                i = tree.end[i]
                continue
            name = _name_of_card(tree, span, i, body)
            if name is not None:
                ways = places.first.items()
                return next((path for path, members in ways if members.get(0) == name), None)
            i += 1
        inside = box
    return None


def beside_card(
    tree: PageTree, time: int, author: int | None, words: Mapping[str, int]
) -> Collection[str]:
    """Return the places of what can be the words of a lone record and stand behind its time.

    Where the name heads what is told of a member and the time heads the words, short words can
    be fewer than what is told, or than what stands below the post.

    Parameters
    ----------
    words
        Place -> element that can be the words.

    Returns
    -------
        All places, where nothing that can be the words stands in the part with the time, or what
        stands beside the name is no card.
    """
    if author is None:
        return words.keys()
    way, ahead = [author, *tree.ancestors(author)], [time, *tree.ancestors(time)]
    above = next((n for n, box in enumerate(way) if tree.holds(box, time)), 0)
    if not above:
        return words.keys()
    card = way[above - 1]
    side = ahead[ahead.index(way[above]) - 1]
    beside = [path for path, i in words.items() if tree.holds(side, i) and i > time]
    told = [i for i in words.values() if tree.holds(card, i)]
    if told:
        little = all(tree.text_len[i] <= LITTLE for i in told)
        is_told = little or _is_card(tree, card)
    else:
        classes = (tree.nodes[words[path]].get("class") or "" for path in beside)
        is_told = any(map(BODY_CLASS.search, classes))
    return beside if beside and is_told else words.keys()


def has_card(tree: PageTree, time: int, author: int, body: int) -> bool:
    """Whether a name heads figures and dates of a member, apart from the time and the words."""
    card = author
    for box in tree.ancestors(author):
        if tree.holds(box, time) or tree.holds(box, body) or tree.text_len[box] > MAX_CARD:
            break
        card = box
    text = tree.text(card)
    return count_details(text) > 0 or count_figures(text) >= MIN_DETAILS


def _is_card(tree: PageTree, i: int) -> bool:
    """Whether an element tells of a member, and not much."""
    if tree.text_len[i] > MAX_CARD:
        return False
    return count_details(tree.text(i)) > 0 or _is_called_card(tree, i)


def _name_of_card(tree: PageTree, span: Span, i: int, body: int) -> int | None:
    """Return the name that heads an element, if that tells of a member."""
    if not 0 < tree.text_len[i] <= MAX_CARD or tree.end[i] == i + 1:
        return None
    if tree.holds(i, span.time.node) or tree.holds(i, body):
        return None
    details = count_details(tree.text(i))
    if details < MIN_DETAILS and (i > body or tree.text_len[i] > MAX_SURE):
        return None
    if not details and not _is_called_card(tree, i):
        return None
    name = _first_text(tree, i)
    if name is None or not is_name(tree.text(name)):
        return None
    href = tree.nodes[name].get("href") or ""
    return None if leads_nowhere(href) or leads_to_board(href) or leads_to_door(href) else name


def _is_called_card(tree: PageTree, i: int) -> bool:
    """Whether the class of an element says that it tells of who wrote something."""
    classes = tree.nodes[i].get("class") or ""
    if _PROFILE.search(classes):
        return True
    return bool(AUTHOR_CLASS.search(classes)) and not NOT_AUTHOR_CLASS.search(classes)


def _first_text(tree: PageTree, i: int) -> int | None:
    """Return the element of the first text in an element, buttons apart, if it holds no other."""
    while True:
        if own := squeeze(tree.nodes[i].text or ""):
            return i if own == tree.text(i) else None
        kids = (j for j in tree.children(i) if tree.text_len[j] and tree.tag(j) != "button")
        first = next(kids, None)
        if first is None:
            return i if tree.text_len[i] else None  # behind an anchor
        i = first
