"""Words of an article in several boxes of one name, with pictures and links to others between."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.articles.furniture import furniture_of, is_named_body
from fpcrawl.extraction.articles.inorder import InOrder
from fpcrawl.extraction.articles.prosebox import PARAGRAPH
from fpcrawl.extraction.articles.standfirsts import is_right_lead
from fpcrawl.extraction.articles.trimming import MIN_PIECE, STOPS
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["Halves", "halves_of"]

#: Share of links from which on a box is no part of a text.
LINKED = 0.25
#: More boxes than this are a list.
MOST = 60


class Halves(NamedTuple):
    """What holds all parts of a text.

    Attributes
    ----------
    top
        Number of the element.
    outside
        Elements in it that stand before and behind the parts.
    """

    top: int
    outside: list[HtmlElement]


def halves_of(
    tree: PageTree, at: int, heading: int, found: str, taken: Sequence[tuple[int, int]]
) -> Halves | None:
    """Return what holds a text together with the boxes beside it that are named as its own is.

    Below it such a box can as well be a note on the site: it is one of the text where the name
    says so, or trafilatura reads it.

    Parameters
    ----------
    at
        Number of the element that was found to hold the text.
    heading
        Number of the heading, -1 without one.
    found
        The words of the page as trafilatura reads them.
    taken
        Stretches of the page that are comments.
    """
    top = tree.parent[at]
    named = "." in tree.sig[at] or tree.tag(at) == "section"
    if top < 0 or tree.tag(top) in {"body", "html"} or not named or heading > at:
        return None
    kids = tree.children(top)
    alike = [
        kid
        for kid in kids
        if kid == at or (kid > heading and tree.sig[kid] == tree.sig[at] and _is_text(tree, kid))
    ]
    if not 1 < len(alike) <= MOST:
        return None
    furniture = {*furniture_of(tree, top)}
    is_body, told = is_named_body(tree, at), InOrder("".join(found.split()))
    parts: list[int] = []
    for kid in alike:
        if kid != at and tree.nodes[kid] in furniture:
            continue
        goes_on = is_body and kid > at and _is_much(tree, kid)
        goes_on = goes_on and not _is_parted(tree, parts[-1], kid, furniture)
        if kid <= at or goes_on or _is_told(tree, kid, told):
            parts.append(kid)
    first, last = parts[0], parts[-1]
    if first == last or any(first < start < tree.end[last] for start, _ in taken):
        return None
    between = [kid for kid in kids if first < kid < last and kid not in parts]
    if any(_heads_another(tree, kid, heading) for kid in between):
        return None
    outside = [
        tree.nodes[kid]
        for kid in kids
        if (kid < first or kid > last) and not (heading < kid < first and is_right_lead(tree, kid))
    ]
    return Halves(top, outside)


def _is_text(tree: PageTree, i: int) -> bool:
    """Whether a box is a paragraph or more, and hardly any links."""
    if weight_of(tree.text(i)) < PARAGRAPH or tree.link_len[i] > LINKED * tree.text_len[i]:
        return False
    return any(map(_is_paragraph, _lines(tree, i)))


def _lines(tree: PageTree, i: int) -> list[str]:
    """Pieces of text in a box, as its elements part them."""
    return [piece.strip() for piece in tree.nodes[i].itertext() if piece.strip()]


def _is_paragraph(line: str) -> bool:
    return weight_of(line) >= MIN_PIECE and line[-1] in STOPS


def _is_much(tree: PageTree, i: int) -> bool:
    """Whether a box has several paragraphs, as a note on the site has not."""
    return sum(map(_is_paragraph, _lines(tree, i))) > 1


def _is_parted(tree: PageTree, part: int, i: int, furniture: Collection[HtmlElement]) -> bool:
    """Whether words stand between two boxes that tell whose those of the second are."""
    between = (kid for kid in tree.children(tree.parent[i]) if part < kid < i)
    return any(tree.plain_len(kid) and tree.nodes[kid] not in furniture for kid in between)


def _is_told(tree: PageTree, i: int, told: InOrder) -> bool:
    """Whether another text has all paragraphs of a box."""
    return all("".join(line.split()) in told for line in _lines(tree, i) if _is_paragraph(line))


def _heads_another(tree: PageTree, i: int, heading: int) -> bool:
    """Whether an element begins another text: a heading as high as the first, or one that leads."""
    level = tree.tag(heading) if heading >= 0 else "h1"
    inside = (j for j in range(i, tree.end[i]) if tree.tag(j) in HEADINGS)
    first = next(inside, -1)
    if first != i:
        return False  # a card among the words
    return tree.tag(i) <= level or bool(tree.link_len[i])
