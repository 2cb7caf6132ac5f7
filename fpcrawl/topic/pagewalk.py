"""One walk over a parsed page that takes its text out, line by line and link by link."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from fpcrawl.topic.regions import Place, place_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.topic.model import BlockKind

__all__ = ["HEADINGS", "REGIONS", "ROWS", "PageWalk", "Unit"]

KEY_TAGS = frozenset("strong b h1 h2 h3 h4 h5 h6 em i title".split())
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_UNSEEN = frozenset(
    "script style template head title select option textarea svg iframe object".split()
)
#: Elements that begin a new line, so that words do not run on across their borders.
_LINES = frozenset(
    """
    html body main article section nav header footer aside div p ul ol li dl dt dd table caption
    thead tbody tfoot tr td th form fieldset legend figure figcaption blockquote pre address
    details summary center h1 h2 h3 h4 h5 h6 menu dir button label frameset hgroup
    """.split()
)
#: Those of them that divide a page; the others only set lines and cells.
REGIONS = frozenset(
    "html body main article section nav header footer aside div form figure blockquote".split()
)
ROWS = frozenset(["li", "tr", "dt", "dd", "article"])
#: Elements whose names and roles may tell where a text stands; rows and cells are not asked.
_NAMED = REGIONS | {"ul", "ol", "dl", "table", "menu"}
_PLAIN_PAGE_CHARS = 600
_MAX_PIECES = 2_000
#: Longer pieces are not added to, which costs their length each time.
_MAX_PIECE = 4_000

#: Of attributes, in characters: what is made of them is remembered.
_MAX_NAMES = 200

_State = tuple[int, int, bool, bool, bool, Place]


class Unit:
    """An element that begins a new line, with the text that no such element within it has.

    Attributes
    ----------
    tag, names
        Its tag, and its classes where they may tell something.
    parent
        Number of the unit about it, -1 for the root.
    place
        Where it stands, see :mod:`fpcrawl.topic.regions`.
    first, last
        The range of pieces of it and of all units within.
    links_before, links_within
        Number of links that the page has before it, and that it has.
    is_leaf
        Whether there is no unit within.
    key_tags
        Number of tags in it that stress something.
    chars, linked, stressed
        Characters of its own text, of them within links, of them within key tags.
    kind
        What its text is for; set by :mod:`fpcrawl.topic.blocks`.
    """

    __slots__ = (
        "chars",
        "first",
        "is_leaf",
        "key_tags",
        "kind",
        "last",
        "linked",
        "links_before",
        "links_within",
        "names",
        "parent",
        "place",
        "stressed",
        "tag",
    )

    def __init__(
        self, tag: str, names: str, parent: int, place: Place, first: int, links_before: int
    ) -> None:
        self.tag = tag
        self.names = names
        self.parent = parent
        self.place = place
        self.first = first
        self.last = -1
        self.links_before = links_before
        self.links_within = 0
        self.is_leaf = True
        self.key_tags = self.chars = self.linked = self.stressed = 0
        self.kind: BlockKind = "other"


class PageWalk:
    """What the walk leaves.

    A *piece* is text without a break in one unit, and in one link or in none.

    Parameters
    ----------
    root
        The page's ``<html>``.
    links
        Number of each link element.
    max_chars
        The walk ends after so many characters.

    Attributes
    ----------
    units
        In document order.
    texts, of_unit, of_link
        Of each piece: its text, its unit, its link or -1.
    link_unit
        The unit in which each link begins.
    link_pieces
        First piece of each link that has text, and the one behind its last.
    alike
        How many units there are of a parent, tag and classes.
    """

    def __init__(self, root: HtmlElement, links: dict[HtmlElement, int], max_chars: int) -> None:
        self.units: list[Unit] = []
        self.texts: list[str] = []
        self.of_unit: list[int] = []
        self.of_link: list[int] = []
        self.link_unit: dict[int, int] = {}
        self.link_pieces: dict[int, tuple[int, int]] = {}
        self.alike: dict[tuple[int, str, str], int] = {}
        self._links = links
        self._left = max_chars
        # Whether the next text begins a piece.
        self._is_new = True
        self._walk(root)
        # What was open when there was too much text.
        for unit in self.units:
            if unit.last < 0:
                unit.last = len(self.texts)
                unit.links_within = len(self.link_unit) - unit.links_before

    def _walk(self, root: HtmlElement) -> None:
        # Elements that are open, and of each: unit, link, whether it stresses, whether it is
        # unseen, whether it began its unit, and where it stands.
        path: list[HtmlElement | None] = [None]
        state: _State = (-1, -1, False, False, False, "plain")
        states = [state]
        add, links, units = self._add, self._links, self.units
        texts, link_unit, alike = self.texts, self.link_unit, self.alike
        top: HtmlElement | None = None
        for element in chain(root.iter(), (None,)):
            parent = None if element is None else element.getparent()
            while top is not parent and top is not None:
                tail = top.tail
                if state[4]:
                    unit = units[state[0]]
                    unit.last = len(texts)
                    unit.links_within = len(link_unit) - unit.links_before
                    self._is_new = True
                path.pop()
                states.pop()
                top = path[-1]
                state = states[-1]
                if tail and top is not None and not state[3]:
                    if not tail.isspace():
                        add(tail, state)
                    elif not self._is_new and self.of_unit[-1] == state[0]:
                        texts[-1] += " "
            if element is None:
                break
            u, link, stressed, unseen, _, place = state
            tag = element.tag
            top = element
            path.append(top)
            began = tag in _LINES
            if not began and (
                not isinstance(tag, str)
                or tag in _UNSEEN
                or (tag == "noscript" and not _is_plain_page(element))
            ):
                unseen = True
            if unseen:
                state = (u, link, stressed, True, False, place)
                states.append(state)
                continue
            if began or u < 0:
                began = True
                names = ""
                if tag in _NAMED:
                    get = element.get
                    names = (get("class") or "")[:_MAX_NAMES]
                    name, role = (get("id") or "")[:_MAX_NAMES], (get("role") or "")[:_MAX_NAMES]
                    place = place_of(tag, names, name, role, place)
                if u >= 0:
                    units[u].is_leaf = False
                    key = (u, tag, names)
                    alike[key] = alike.get(key, 0) + 1
                units.append(Unit(tag, names, u, place, len(texts), len(link_unit)))
                u = len(units) - 1
                self._is_new = True
            elif tag == "br":
                if not self._is_new:
                    texts[-1] += "\n"
            elif tag == "a" or tag == "area":
                n = links.get(element, -1)
                if n >= 0:
                    link = n
                    link_unit[n] = u
            # Without text in it, it is an icon.
            if tag in KEY_TAGS and (element.text or len(element)):
                units[u].key_tags += 1
                stressed = True
            state = (u, link, stressed, False, began, place)
            states.append(state)
            text = element.text
            if text and not text.isspace():
                add(text, state)
                if self._left <= 0:
                    return

    def _add(self, text: str, state: _State) -> None:
        u, link, stressed, _, _, _ = state
        size = len(text)
        if size > self._left:
            text = text[: self._left]
            size = len(text)
        self._left -= size
        texts = self.texts
        if (
            self._is_new
            or self.of_link[-1] != link
            or self.of_unit[-1] != u
            or len(texts[-1]) > _MAX_PIECE
        ):
            texts.append(text)
            self.of_unit.append(u)
            self.of_link.append(link)
            self._is_new = False
            if link >= 0:
                n = len(texts)
                known = self.link_pieces.get(link)
                self.link_pieces[link] = (known[0] if known else n - 1, n)
        else:
            texts[-1] += text
        unit = self.units[u]
        unit.chars += size
        if link >= 0:
            unit.linked += size
        if stressed:
            unit.stressed += size


def _is_plain_page(element: HtmlElement) -> bool:
    """Whether a noscript element holds the page as it is without scripts."""
    size = sum(len(text) for text in islice(element.itertext(), _MAX_PIECES))
    return len(element) > 0 and size >= _PLAIN_PAGE_CHARS
