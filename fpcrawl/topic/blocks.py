"""A parsed page as blocks of terms with their weights, and its links with their words (ETFL 1).

    segmenter = make_segmenter()
    topic_page(read_page(body, url), segmenter) -> TopicPage

One walk over the tree that is there; its text is cut into words once, all at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from fpcrawl.topic.model import Block, TopicLink, TopicPage
from fpcrawl.topic.pagewalk import HEADINGS, REGIONS, ROWS, PageWalk, Unit

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from fpcrawl.pages.links import Link
    from fpcrawl.pages.page import Page
    from fpcrawl.topic.model import BlockKind
    from fpcrawl.topic.segment import Segmenter

__all__ = ["TYPE_IMPACTS", "BlockParameters", "key_tag_impact", "text_page", "topic_page"]

TYPE_IMPACTS: Mapping[BlockKind, float] = {
    "title": 1.0,
    "heading": 0.8,
    "emphasis": 0.7,
    "content": 0.6,
    "anchor": 0.5,
    "navigation": 0.2,
    "other": 0.1,
}
"""impact1 of eq. (3), by the kind of a block."""


@dataclass(frozen=True, slots=True)
class BlockParameters:
    """How blocks are weighted, and what of a page is read.

    Attributes
    ----------
    key_tag_share
        lambda of eq. (3): the share of the key tags in a block's impact.
    passed_on
        rho: how much of the greatest impact within a block is added to its own.
    type_impacts
        impact1 by kind of block.
    max_chars, max_links
        What is read of a page at most: characters of text, links.
    around
        Words kept on each side of a link.
    """

    key_tag_share: float = 0.5
    passed_on: float = 0.5
    type_impacts: Mapping[BlockKind, float] = field(default_factory=lambda: TYPE_IMPACTS)
    max_chars: int = 200_000
    max_links: int = 1_000
    around: int = 7


_DEFAULT = BlockParameters()
_CELLS = frozenset(["td", "th"])
_WHOLE = frozenset(["html", "body"])
_CONTROLS = frozenset(["button", "label", "legend"])
_MAX_ANCHOR = 40
_MAX_PSEUDO_HEADING = 120
_ITEM_CHARS, _ITEM_LINKS = 500, 6
#: Mostly links, mostly stressed.
_LINKED, _STRESSED = 0.5, 0.8
#: Names of sections and of pages are shorter than titles of texts, in characters.
_SHORT_HAN, _SHORT_LATIN = 5, 14
_MANY_LINKS = 4


def key_tag_impact(key_tags: int) -> float:
    """impact0 of eq. (4): ``k / (1 + k)`` of the number of key tags."""
    return key_tags / (1 + key_tags)


def topic_page(
    page: Page,
    segmenter: Segmenter,
    *,
    follow: Container[str] | None = None,
    parameters: BlockParameters = _DEFAULT,
) -> TopicPage:
    """Return the blocks and links of a page as the topic crawler sees them.

    A block gathers what is of one kind in one region of the page; sibling regions with the
    same tag and classes (posts, cards) are one. Only blocks with terms are given.

    Parameters
    ----------
    page
        The parsed page. Beyond ``parameters.max_chars`` its text is not read.
    segmenter
        The one that cut the topic.
    follow
        Addresses that may be followed; all the page's links if not given. The page's own
        address never is among them.

    Returns
    -------
    TopicPage
        Without blocks when the page has no text. An address that the page links to several
        times has the words of the link that says most.
    """
    links = page.links
    walk = PageWalk(
        page.root,
        {link.element: n for n, link in enumerate(links) if not link.scripted},
        parameters.max_chars,
    )
    for unit in walk.units:
        if unit.chars:
            unit.kind = _kind(unit)
    wanted = _followed(page, follow)
    # Pictures' names and the like; what a link shows is in the pieces.
    unshown = [n for n in wanted if n not in walk.link_pieces][: parameters.max_links]
    cut = segmenter.cut_many([*walk.texts, page.title, *(links[n].text for n in unshown)])
    n_pieces = len(walk.texts)
    names = dict(zip(unshown, cut[n_pieces + 1 :], strict=True))
    title = cut[n_pieces]
    del cut[n_pieces:]
    sizes = [0, *accumulate(map(len, walk.texts))]
    return TopicPage(
        page.url,
        _blocks(walk, cut, title, sizes, parameters),
        _links(_Words(walk, cut, sizes, parameters.around), names, links, wanted, parameters),
    )


def text_page(
    title: str,
    text: str,
    segmenter: Segmenter,
    *,
    url: str = "",
    links: Iterable[tuple[str, str]] = (),
    parameters: BlockParameters = _DEFAULT,
) -> TopicPage:
    """Return a page of which only title, text and links ``(address, anchor)`` are known.

    The text is one content block, the anchors are another block. An address that stands there
    several times has its longest anchor.
    """
    kept: dict[str, str] = {}
    for address, anchor in links:
        if address in kept or len(kept) < parameters.max_links:
            kept[address] = max(kept.get(address, ""), anchor, key=len)
    terms = segmenter.cut_many([title, text[: parameters.max_chars], *kept.values()])
    anchors = [each[:_MAX_ANCHOR] for each in terms[2:]]
    found = [
        _Draft("title", -1, list(terms[0]), 1),
        _Draft("content", -1, list(terms[1])),
        _Draft("anchor", -1, [term for each in anchors for term in each]),
    ]
    drafts = [draft for draft in found if draft.terms]
    for draft in drafts:
        draft.impact = _own_impact(draft, parameters)
    pairs = zip(kept, anchors, strict=True)
    return TopicPage(url, _weighted(drafts), tuple(TopicLink(*pair) for pair in pairs))


def _kind(unit: Unit) -> BlockKind:
    linked = unit.linked / unit.chars
    if unit.tag == "h1" or (unit.tag in HEADINGS and unit.place != "side"):
        return "heading"
    if unit.place == "side":
        return "navigation" if linked > _LINKED else "other"
    if unit.tag in _CONTROLS:
        return "other"
    if linked > _LINKED:
        return "anchor"
    if unit.stressed / unit.chars >= _STRESSED and unit.chars <= _MAX_PSEUDO_HEADING:
        return "emphasis"
    return "content"


@dataclass(slots=True)
class _Draft:
    """A block while it is put together."""

    kind: BlockKind
    region: int
    terms: list[str]
    key_tags: int = 0
    impact: float = 0.0


def _own_impact(draft: _Draft, parameters: BlockParameters) -> float:
    share = parameters.key_tag_share
    by_type = parameters.type_impacts.get(draft.kind, 0.0)
    return share * key_tag_impact(draft.key_tags) + (1 - share) * by_type


def _blocks(
    walk: PageWalk,
    terms: list[tuple[str, ...]],
    title: tuple[str, ...],
    sizes: list[int],
    parameters: BlockParameters,
) -> tuple[Block, ...]:
    regions, outer = _regions(walk)
    short = _short_lists(walk, regions, sizes)
    drafts: dict[tuple[int, BlockKind], _Draft] = {}
    for u, unit in enumerate(walk.units):
        if unit.kind == "anchor" and regions[u] in short and unit.place != "main":
            unit.kind = "navigation"
    for u, its in zip(walk.of_unit, terms, strict=True):
        if not its:
            continue
        kind = walk.units[u].kind
        draft = drafts.get((regions[u], kind))
        if draft is None:
            drafts[regions[u], kind] = _Draft(kind, regions[u], list(its))
        else:
            draft.terms += its
    for u, unit in enumerate(walk.units):
        if unit.key_tags and (draft := drafts.get((regions[u], unit.kind))) is not None:
            draft.key_tags += unit.key_tags
    for draft in drafts.values():
        draft.impact = _own_impact(draft, parameters)
    _pass_on(list(drafts.values()), outer, parameters.passed_on)
    found = list(drafts.values())
    if title:
        head = _Draft("title", -1, list(title), key_tags=1)
        head.impact = _own_impact(head, parameters)
        found.insert(0, head)
    return _weighted(found)


def _regions(walk: PageWalk) -> tuple[list[int], list[int]]:
    """Return the region of each unit, and of each region the one about it (-1: none).

    The regions of siblings that one piece of a template made are one. The inner number is
    always the higher one.
    """
    known: dict[tuple[int, str, str], int] = {}
    outer: list[int] = []
    of_unit: list[int] = []
    for unit in walk.units:
        above = of_unit[unit.parent] if unit.parent >= 0 else -1
        if above >= 0 and (unit.is_leaf or unit.tag not in REGIONS):
            of_unit.append(above)
            continue
        key = (above, unit.tag, unit.names)
        region = known.get(key)
        if region is None:
            region = known[key] = len(outer)
            outer.append(above)
        of_unit.append(region)
    return of_unit, outer


def _short_lists(walk: PageWalk, regions: list[int], sizes: list[int]) -> set[int]:
    """Return regions whose links have names of sections rather than of texts."""
    found: dict[int, list[int]] = {}
    for u, (first, last) in zip(walk.link_unit.values(), walk.link_pieces.values(), strict=False):
        if walk.units[u].kind == "anchor":
            its = found.setdefault(regions[u], [0, 0, 0])
            its[0] += 1
            its[1] += sizes[last] - sizes[first]
            its[2] += not walk.texts[first].isascii()
    return {
        region
        for region, (n, chars, wide) in found.items()
        if n >= _MANY_LINKS and chars / n <= (_SHORT_HAN if 2 * wide > n else _SHORT_LATIN)
    }


def _pass_on(drafts: list[_Draft], outer: list[int], passed_on: float) -> None:
    """Add to the block that encloses others a share of the greatest impact among them.

    The text that stands in a region itself encloses the region's headings and stressed lines
    and all regions within.
    """
    within = [0.0] * len(outer)
    by_region: dict[int, list[_Draft]] = {}
    for draft in drafts:
        by_region.setdefault(draft.region, []).append(draft)
    for region in range(len(outer) - 1, -1, -1):
        here = by_region.get(region, [])
        inner = max(
            [within[region], *(d.impact for d in here if d.kind in {"heading", "emphasis"})]
        )
        for draft in here:
            if draft.kind == "content":
                draft.impact = min(1.0, draft.impact + passed_on * inner)
        greatest = max([inner, *(d.impact for d in here)])
        if outer[region] >= 0:
            within[outer[region]] = max(within[outer[region]], greatest)


def _weighted(drafts: list[_Draft]) -> tuple[Block, ...]:
    """Eq. (5): the share of each block's impact in that of all."""
    whole = sum(draft.impact for draft in drafts)
    if not whole:
        # All impacts may be set to nothing; then each block counts alike.
        return tuple(
            Block(d.kind, tuple(d.terms), d.key_tags, 0.0, 1 / len(drafts)) for d in drafts
        )
    return tuple(
        Block(d.kind, tuple(d.terms), d.key_tags, d.impact, d.impact / whole) for d in drafts
    )


def _followed(page: Page, follow: Container[str] | None) -> dict[int, str]:
    """Return the links that may be followed: number and address."""
    own = page.url
    return {
        n: link.url
        for n, link in enumerate(page.links)
        if link.url != own and (follow is None or link.url in follow)
    }


class _Words:
    """The words of a page in one row, and which of them stand about a link."""

    def __init__(
        self, walk: PageWalk, terms: list[tuple[str, ...]], sizes: list[int], around: int
    ) -> None:
        self.walk = walk
        self._sizes = sizes
        self._around = around
        self._all = tuple(chain.from_iterable(terms))
        #: Number of words before each piece.
        self._before = [0, *accumulate(map(len, terms))]
        self._items: dict[int, Unit] = {}

    def of(self, first: int, last: int) -> tuple[str, ...]:
        """Return the first words of some pieces."""
        start = self._before[first]
        return self._all[start : min(self._before[last], start + _MAX_ANCHOR)]

    def about(self, u: int, pieces: tuple[int, int] | None) -> tuple[str, ...]:
        """Return the words next to a link within its row, card or paragraph."""
        item = self._item(u)
        first, last = pieces or (item.first, item.first)
        before, words, size = self._before, self._all, self._around
        start, end = before[first], before[max(last, item.first)]
        return (
            words[max(before[item.first], start - size) : start]
            + words[end : max(end, min(before[item.last], end + size))]
        )

    def _item(self, u: int) -> Unit:
        known = self._items.get(u)
        if known is not None:
            return known
        units, sizes, alike = self.walk.units, self._sizes, self.walk.alike
        unit = units[u]
        while unit.parent >= 0 and unit.tag not in ROWS:
            if unit.tag not in _CELLS and alike[unit.parent, unit.tag, unit.names] > 1:
                break
            above = units[unit.parent]
            if (
                above.links_within > _ITEM_LINKS
                or above.tag in _WHOLE
                or sizes[above.last] - sizes[above.first] > _ITEM_CHARS
            ):
                break
            unit = above
        self._items[u] = unit
        return unit


def _links(
    words: _Words,
    names: dict[int, tuple[str, ...]],
    links: list[Link],
    wanted: dict[int, str],
    parameters: BlockParameters,
) -> tuple[TopicLink, ...]:
    walk = words.walk
    best: dict[str, int] = {}
    anchors: dict[int, tuple[str, ...]] = {}
    for n, url in wanted.items():
        pieces = walk.link_pieces.get(n)
        anchor = words.of(*pieces) if pieces else names.get(n, ())[:_MAX_ANCHOR]
        old = best.get(url)
        if old is None:
            if len(best) >= parameters.max_links:
                continue
        elif len(anchors[old]) >= len(anchor):
            continue
        best[url] = n
        anchors[n] = anchor
    out = []
    for url, n in best.items():
        u = walk.link_unit.get(n, -1)
        if u < 0:
            kind: BlockKind = "navigation" if links[n].in_nav else "anchor"
            out.append(TopicLink(url, anchors[n], (), kind))
            continue
        unit = walk.units[u]
        kind = unit.kind
        if not unit.chars:
            kind = "navigation" if unit.place == "side" else "anchor"
        # In a menu only other entries stand about a link.
        around = () if kind == "navigation" else words.about(u, walk.link_pieces.get(n))
        out.append(TopicLink(url, anchors[n], around, kind))
    return tuple(out)
