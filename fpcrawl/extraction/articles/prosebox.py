"""The element that holds the words of an article."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.articles.furniture import (
    FEW,
    asking_ranges,
    is_called_foot,
    is_imprint,
    is_named_body,
)
from fpcrawl.extraction.articles.teasers import CARDS, MIN_TEASERS, teasers_of
from fpcrawl.extraction.ranges import Ranges, holds_one
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "PARAGRAPH",
    "find_prose",
    "in_foot",
    "live_parts",
    "paragraph_of",
    "tells_live",
    "text_pieces",
    "whole_live",
]

_BOXES = frozenset({"article", "div", "section", "td"})
_LISTS = frozenset({"dl", "ol", "ul"})
_TEXT_TAGS = _BOXES | {"bdi", "blockquote", "font", "li", "p", "pre", "span"}
#: What marks some or all of the words of a paragraph.
_MARKS = frozenset({"b", "bdi", "em", "font", "i", "span", "strong", "u"})
#: What the address of a text says that is told while something goes on.
_LIVE = re.compile(
    r"(?:^|[/_-])(?:live(?:-?(?:blog|ticker|updates?|text))?|newsticker|en-direct|en-vivo"
    r"|en-directo|ao-vivo|in-diretta|na-zywo|zhibo)(?:[/_.-]|$)",
    re.IGNORECASE,
)
#: A time of day; a day alone is one of a history: "4.3.2024".
_OF_DAY = re.compile(r"(?<![\d.])\d{1,2}(?:[:.]|\s?[h时時点點]\s?)\d{2}(?![\d.])")
_WHOLE = frozenset({"article", "body", "html", "main"})
#: Least share of what is named as the body of the words about it.
LEAST_NAMED = 0.2
#: Characters of a standfirst.
MAX_STANDFIRST = 400
#: A line with less text than this, in Latin letters, is no paragraph.
PARAGRAPH = 60
#: How much more text stands above a title that is repeated below it.
MUCH_ABOVE = 2
#: Share of the words of lists that lead to other pages from which on others are what the page
#: is about.
LITTLE = 0.2


def find_prose(tree: PageTree, heading: int, taken: Sequence[tuple[int, int]]) -> int:
    """Element below the heading with the most running text outside links and comments, or -1.

    Parameters
    ----------
    heading
        Number of the heading, -1 when there is none.
    taken
        Stretches of the page that are comments.
    """
    start = max(heading, 0)
    stop = min((a for a, _ in taken if a > start), default=len(tree.nodes))
    taken = [*taken, *asking_ranges(tree)]
    best = _fullest(tree, start, stop, taken, [*teasers_of(tree), *_margins(tree, start)])
    # A heading below its text, or none: look at the whole page.
    if best < 0 or _is_below_text(tree, heading, best):
        return _fullest(tree, 0, len(tree.nodes), taken)
    return best


def _margins(tree: PageTree, heading: int) -> list[tuple[int, int]]:
    """Stretches of the margins that do not hold the heading."""
    asides = (i for i, tag in enumerate(tree.tags) if tag == "aside")
    return [(i, tree.end[i]) for i in asides if not tree.holds(i, heading)]


def _is_below_text(tree: PageTree, heading: int, best: int) -> bool:
    """Whether what shows the title, and is no heading, repeats it below the text."""
    if tree.tag(max(heading, 0)) in HEADINGS:
        return False
    above = _running(tree, 0, heading)
    return above > MUCH_ABOVE * _running(tree, best, tree.end[best])


def _running(tree: PageTree, start: int, stop: int) -> int:
    """Characters of the long paragraphs in a stretch of the page."""
    told = (tree.plain_len(i) for i in range(start, stop) if tree.tag(i) == "p")
    return sum(length for length in told if length >= PARAGRAPH)


def _fullest(
    tree: PageTree,
    start: int,
    stop: int,
    taken: Sequence[tuple[int, int]],
    teasers: Sequence[tuple[int, int]] = (),
) -> int:
    """Element with most words, or -1; those of teasers count where there are hardly any others."""
    own: dict[int, float] = {}
    beside: dict[int, float] = {}
    elsewhere, listed = Ranges(taken), Ranges(teasers)
    foot = in_foot(tree)
    for at, place, piece in text_pieces(tree):
        i = paragraph_of(tree, at)
        tag = tree.tag(i)
        if not start <= place < stop or tag not in _TEXT_TAGS or tree.plain_len(at) < 4:
            continue
        if foot[i] or place in elsewhere:
            continue
        length = weight_of(piece)
        if length < 8 or is_imprint(piece) or _is_imprint_in(tree, i, piece):
            continue
        # A paragraph speaks for its parent most, for its grandparent less.
        step = 1.0
        j = i if tag in _BOXES else tree.parent[i]
        if tree.tag(j) in _LISTS and _has_paragraphs(tree, tree.parent[j]):
            j = tree.parent[j]  # a list is one of them
        for _ in range(3):
            if j < 0 or tree.tag(j) in {"body", "html"}:
                break
            own[j] = own.get(j, 0.0) + length * step
            if place not in listed:
                beside[j] = beside.get(j, 0.0) + length * step
            step *= 0.6
            j = tree.parent[j]
    if not own:
        return -1
    # What is nothing but news in brief is a list, too.
    if max(beside.values(), default=0.0) >= LITTLE * max(own.values()):
        own = beside
    best = max(own, key=lambda n: own[n])
    return _named_body(tree, _below_lead(tree, best, own), own)


def _is_imprint_in(tree: PageTree, i: int, piece: str) -> bool:
    """Whether a piece of text is one of several lines of an imprint."""
    return len(piece) < tree.text_len[i] <= FEW and is_imprint(tree.text(i))


def paragraph_of(tree: PageTree, i: int) -> int:
    """Return the paragraph whose words an element marks, else the element itself."""
    above = i
    while tree.tag(above) in _MARKS:
        above = tree.parent[above]
    return above if tree.tag(above) == "p" else i


def _below_lead(tree: PageTree, best: int, own: dict[int, float]) -> int:
    """Return what is named as the body where a standfirst or a margin has more words."""
    if tree.plain_len(best) > MAX_STANDFIRST or is_named_body(tree, best):
        return best
    named = [i for i in own if is_named_body(tree, i) and not tree.holds(best, i)]
    return _one_of(tree, named, best) if named else best


def _named_body(tree: PageTree, best: int, own: dict[int, float]) -> int:
    """Return the one element within that is named as the body, else the element itself.

    Of a short text more may stand below it than it has words itself.
    """
    named = [i for i in own if tree.holds(best, i) and is_named_body(tree, i)]
    if not named:
        # An article has its head in it.
        named = [i for i in own if tree.holds(best, i) and tree.tag(i) == "article"]
    return _one_of(tree, named, best) if named else best


def _one_of(tree: PageTree, named: list[int], best: int) -> int:
    """Return the outermost of some elements, if the others are parts of it and it has words."""
    first = min(named)
    if not all(tree.holds(first, i) for i in named):
        return best
    return first if tree.plain_len(first) >= LEAST_NAMED * tree.plain_len(best) else best


def _has_paragraphs(tree: PageTree, i: int) -> bool:
    return any(tree.tag(kid) == "p" and tree.plain_len(kid) >= 4 for kid in tree.children(i))


def in_foot(tree: PageTree) -> list[bool]:
    """Whether each element stands in the foot of the page, or in a notice over it."""
    out: list[bool] = []
    for i, node in enumerate(tree.nodes):
        above = tree.parent[i]
        inside = above >= 0 and out[above]
        if not inside and tree.tag(i) not in _WHOLE:
            inside = is_called_foot(node.get("class"), node.get("id"))
        out.append(inside or tree.tag(i) == "footer")
    return out


def text_pieces(tree: PageTree) -> Iterator[tuple[int, int, str]]:
    """Pieces of text: the element that holds each, the last element before it, and the words."""
    for i, element in enumerate(tree.nodes):
        if element.text and (piece := element.text.strip()):
            yield i, i, piece
        place = i
        for child in element:
            place = tree.number.get(child, place)
            if child.tail and (piece := child.tail.strip()):
                yield i, place, piece


def tells_live(tree: PageTree, at: int) -> bool:
    """Whether a page is told piece by piece: its address says so, and so do the times of its parts.

    Each of those boxes, of which what was found to hold the text is one or holds all, has the
    hour of one, and none is headed by a link.
    """
    if not _LIVE.search(urlsplit(tree.page.url).path):
        return False
    parts = live_parts(tree, whole_live(tree, at))
    clocks = sorted(time.node for time in tree.times if _tells_hour(time))
    return bool(parts) and all(
        holds_one(clocks, start, end)
        and not any(tree.link_len[i] for i in range(start, end) if tree.tag(i) in HEADINGS)
        for start, end in parts
    )


def _tells_hour(time: TimeNode) -> bool:
    told = f"{time.raw} {time.full or ''}"
    return bool(_OF_DAY.search(told)) or any(one.relative for one in find_times(time.raw))


def live_parts(tree: PageTree, at: int) -> list[tuple[int, int]]:
    """Return the stretches of the boxes alike that an element holds, if they are several."""
    kids = [kid for kid in tree.children(at) if tree.tag(kid) in CARDS]
    kind, count = next(iter(Counter(map(tree.sig.__getitem__, kids)).most_common(1)), ("", 0))
    if count < MIN_TEASERS:
        return []
    return [(kid, tree.end[kid]) for kid in kids if tree.sig[kid] == kind]


def whole_live(tree: PageTree, at: int) -> int:
    """Return what holds all parts of a text that is told piece by piece, of one of them."""
    i = at
    while (above := tree.parent[i]) >= 0 and tree.tag(above) not in {"body", "html"}:
        if tree.tag(i) in CARDS:
            alike = [kid for kid in tree.children(above) if tree.sig[kid] == tree.sig[i]]
            if len(alike) >= MIN_TEASERS and all(map(tree.plain_len, alike)):
                return above
        i = above
    return at
