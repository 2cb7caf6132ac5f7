"""One walk over a parsed page that leaves everything the extractors ask for.

Elements are numbered in document order, so a subtree is a range of numbers and every
question ("does this hold that", "how much text is under it") is arithmetic on integers.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from fpcrawl.extraction.dayheads import below_days
from fpcrawl.extraction.daytimes import clock_before, clock_behind, day_before
from fpcrawl.extraction.frames import unframe
from fpcrawl.extraction.mailheads import head_of
from fpcrawl.extraction.vocabulary import is_hidden
from fpcrawl.pages.dates import MAYBE_TIME, at_clock, find_times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.html import HtmlElement

    from fpcrawl.extraction.pieces import PageWords
    from fpcrawl.pages.dates import TimeMatch
    from fpcrawl.pages.page import Page

__all__ = [
    "MAX_TIME_TEXT",
    "PageTree",
    "TimeNode",
    "build_tree",
    "class_tokens",
    "is_time",
    "signature_of",
    "with_clock_tail",
]

#: Elements whose text no reader sees.
HIDDEN_TAGS = frozenset(
    {"script", "style", "noscript", "template", "head", "title", "select", "option", "textarea"}
)

#: Class tokens that tell the state of one row, not the kind of row.
STATE_TOKENS = frozenset(
    """
    odd even first last alt active current new unread read hot sticky pinned closed locked
    selected hover bg trow row online offline own op hl
    """.split()
)

_DIGITS = re.compile(r"\d+")
_COLOUR = re.compile(r"[a-z]\d")
#: Every other row is dressed otherwise: "post" and "post_alt", "row-odd" and "row-even".
_OTHER_ROW = re.compile(r"[-_](?:alt|odd|even)$")
_STYLED = etree.XPath("//*[@style or @hidden]")
#: An id that a template numbers, as "post_message_371921".
_COUNTING_ID = re.compile(r"([A-Za-z][A-Za-z_-]{2,40}?)[-_]?[0-9]+")
#: Digits in data attributes that are read as a time: from 1996 to 2040, in seconds.
EPOCHS = (820_000_000, 2_208_988_800)
_DATE_ATTRIBUTES = (
    "datetime", "title", "data-time", "data-timestamp", "data-date", "content", "date", "timestamp",
    # Tooltips that scripts show.
    "data-title", "data-original-title", "data-bs-title", "data-bs-original-title", "data-tooltip",
    "data-tippy-content", "data-tip",
)  # fmt: skip
_CLOCK_TAIL = re.compile(
    r"\s*,?\s*(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE
)
#: How a text ends that a clock in an element of its own can follow.
_BEFORE_CLOCK = frozenset(",0123456789")
#: A time of day alone, in a box of its own behind its date.
_CLOCK_ALONE = re.compile(
    r"(?:at\s+|um\s+|à\s+)?\d{1,2}\s?[:h]\s?\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE
)
#: What may stand between a date and its time of day.
_BETWEEN = " \t\r\n\u00a0,-–|·"
#: Names of attributes whose bare digits can be seconds since the epoch.
_EPOCH_NAME = re.compile(r"time|date|stamp|epoch|created|posted|publish|utc|(?:^|-)ts$")
_HAS_DIGIT = re.compile(r"\d")
#: A time of day in a time: "10:05", "10h05", "10时5分".
_HOUR = re.compile(r":|\d\s?[h時时시]")

#: An element with more text than this is not a time whose attribute tells it in full.
MAX_ICON_TEXT = 24
#: An age has so many: "Since 2 weeks, 3 days".
MAX_AGE_TEXT = 40

#: Characters of a ``noscript`` element from which on it holds a page and no notice; pieces of
#: text that are counted. A shorter one with so many links holds a short list where the rest of
#: the page says less.
MIN_PLAIN_PAGE, MAX_PIECES = 600, 2000
MIN_PLAIN_LINKS = 5

#: Characters, and pieces of text, of an element that shows a time and nothing else.
MAX_SHOWN, MAX_PARTS = 48, 8

#: Elements that tell the same second, from which on it is that of the page.
MANY_ALIKE = 3

#: Longer text nodes are prose: a time inside them was not published there.
MAX_TIME_TEXT = 160


@dataclass(slots=True)
class TimeNode:
    """A time string and the element it stands in.

    Attributes
    ----------
    node
        Number of the element.
    raw
        The string as shown (or as the attribute holds it).
    full
        A fuller form from an attribute of the same element or its nearest parent.
    share
        Part of the text node that the time covers, 0..1.
    label
        What stands before it in the same text node.
    """

    node: int
    raw: str
    full: str | None
    share: float
    label: str = ""


class PageTree:
    """Numbered elements of a page with text and link lengths of their subtrees.

    Attributes
    ----------
    nodes
        Elements in document order.
    parent, end, depth
        For element ``i``: number of its parent (-1 for the root), first number after its
        subtree, distance from the root.
    text_len, link_len
        Visible characters under the element, and those of them inside links.
    sig
        Tag and first telling class token (or name in a numbered id), digits removed. A table that
        is but a box has that of one; its row and its cell have none.
    tags
        Tag alone.
    times
        Time strings in document order.
    words
        Its words in reading order, once somebody asked (:mod:`fpcrawl.extraction.pieces`).
    unseen
        Numbers of the elements directly around scripts and the like, which have none.
    word_hashes
        Hashes of their texts without numbers, of those that somebody asked for.
    """

    __slots__ = (
        "_hidden",
        "_texts",
        "depth",
        "end",
        "link_len",
        "nodes",
        "number",
        "page",
        "parent",
        "sig",
        "tags",
        "text_len",
        "times",
        "unseen",
        "word_hashes",
        "words",
    )

    def __init__(self, page: Page) -> None:
        self.page = page
        self.nodes: list[HtmlElement] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.depth: list[int] = []
        self.text_len: list[int] = []
        self.link_len: list[int] = []
        self.sig: list[str] = []
        self.tags: list[str] = []
        self.times: list[TimeNode] = []
        self.words: PageWords | None = None
        self.unseen: list[int] = []
        self.number: dict[HtmlElement, int] = {}
        self.word_hashes: dict[int, int] = {}
        self._texts: dict[int, str] = {}
        self._hidden: list[tuple[int, int]] | None = None

    def twin(self) -> PageTree:
        """Return a tree of the same elements and texts, for times and lengths of its own."""
        out = copy(self)
        out.text_len, out.link_len = list(self.text_len), list(self.link_len)
        out.words = None  # they know the times
        return out

    @property
    def hidden(self) -> list[tuple[int, int]]:
        """Outermost stretches of elements that show nothing until somebody asks for it.

        They are part of the page all the same: menus and cards of members stand there, but
        also words that the author himself has hidden.
        """
        if self._hidden is None:
            self._hidden = []
            styled: list[HtmlElement] = _STYLED(self.page.root)  # type: ignore[assignment]
            for element in styled:
                i = self.number.get(element, -1)
                behind = self._hidden[-1][1] if self._hidden else 0
                if i >= behind and is_hidden(element):
                    self._hidden.append((i, self.end[i]))
        return self._hidden

    def is_hidden(self, i: int) -> bool:
        """Whether element ``i`` shows nothing until somebody asks for it."""
        at = bisect_right(self.hidden, (i, len(self.nodes) + 1))
        return at > 0 and i < self.hidden[at - 1][1]

    def shown_len(self, i: int) -> tuple[int, int]:
        """Visible characters under ``i``, and those of them inside links, of what is not hidden."""
        if not self.hidden:
            return self.text_len[i], self.link_len[i]
        if self.is_hidden(i):
            return 0, 0
        text, link = self.text_len[i], self.link_len[i]
        for at in range(bisect_left(self.hidden, (i, 0)), len(self.hidden)):
            start = self.hidden[at][0]
            if start >= self.end[i]:
                break
            text -= self.text_len[start]
            link -= self.link_len[start]
        return text, link

    def text(self, i: int) -> str:
        """All text under element ``i``, white space collapsed; remembered."""
        text = self._texts.get(i)
        if text is None:
            scripts = bisect_left(self.unseen, i)
            plain = scripts == len(self.unseen) or self.unseen[scripts] >= self.end[i]
            pieces = self.nodes[i].itertext() if plain else self._shown(i)
            text = self._texts[i] = " ".join("".join(pieces).split())
        return text

    def _shown(self, i: int) -> Iterator[str]:
        """Text nodes under an element, without those of scripts and the like."""
        root, number = self.nodes[i], self.number
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            text = None
            if event == "start":
                if element in number:
                    text = element.text
                else:
                    walk.skip_subtree()
            elif element is not root:
                text = element.tail
            if text:
                yield text

    def dated(self) -> set[int]:
        """Elements that show a time and little else; a time in a tooltip of words is none."""
        out: set[int] = set()
        for t in self.times:
            hidden = t.raw == t.full and self.text_len[t.node] and t.raw not in self.text(t.node)
            if t.share > 0.5 and not hidden:
                out.add(t.node)
        return out

    def children(self, i: int) -> list[int]:
        """Numbers of the element children of ``i``."""
        out: list[int] = []
        j = i + 1
        stop = self.end[i]
        while j < stop:
            out.append(j)
            j = self.end[j]
        return out

    def holds(self, i: int, j: int) -> bool:
        """Whether element ``j`` is ``i`` or lies under it."""
        return i <= j < self.end[i]

    def plain_len(self, i: int) -> int:
        """Visible characters under ``i`` that are not inside links."""
        return self.text_len[i] - self.link_len[i]

    def tag(self, i: int) -> str:
        """Tag of element ``i``."""
        return self.tags[i]

    def ancestors(self, i: int, most: int | None = None) -> list[int]:
        """Numbers of the ancestors of ``i``, nearest first; of all or the nearest ``most``."""
        out: list[int] = []
        j = self.parent[i]
        while j >= 0 and len(out) != most:
            out.append(j)
            j = self.parent[j]
        return out

    def wider(self, i: int) -> int:
        """Nearest ancestor of ``i`` that holds more text, -1 without one."""
        above = self.parent[i]
        while above >= 0 and self.text_len[above] == self.text_len[i]:
            above = self.parent[above]
        return above

    def path(self, i: int, top: int = -1, *, limit: int = 64) -> str:
        """Signatures from below ``top`` (exclusive) down to ``i``, joined by ``/``."""
        parts: list[str] = []
        j = i
        while j >= 0 and j != top and len(parts) < limit:
            if self.sig[j]:
                parts.append(self.sig[j])
            j = self.parent[j]
        return "/".join(reversed(parts))

    def lower_path(self, i: int, levels: int) -> str:
        """Lower end of the path down to ``i``; where all of it are boxes without a name, the whole.

        Boxes in boxes are on every page, and only their number tells where one stands.
        """
        path = self.path(i, limit=levels)
        return path if path.replace("div", "").strip("/") else self.path(i)


def class_tokens(element: HtmlElement) -> list[str]:
    """Class tokens with digits removed and tokens of momentary state left out."""
    raw = element.get("class")
    return _tokens(raw) if raw else []


def _tokens(raw: str) -> list[str]:
    out: list[str] = []
    colours: list[str] = []
    for token in raw.split():
        bare = _OTHER_ROW.sub("", _DIGITS.sub("", token).strip("-_").lower())
        if bare and bare not in STATE_TOKENS:
            # "f3 push-userid": a letter and a digit say how it looks, not what it is for.
            (colours if _COLOUR.fullmatch(token) else out).append(bare)
    return out + colours


def signature_of(element: HtmlElement) -> str:
    """Tag and first telling class token of an element, else the name in a numbered id."""
    return _signature(str(element.tag), element.get("class"), element.get("id"))


@lru_cache(maxsize=16_384)
def _signature(tag: str, raw: str | None, own: str | None) -> str:
    tokens = _tokens(raw) if raw else []
    if not tokens and own and (match := _COUNTING_ID.fullmatch(own)) is not None:
        return f"{tag}.#{match[1].lower()}"
    return f"{tag}.{tokens[0]}" if tokens else tag


def _shown_in(element: HtmlElement) -> str:
    """Return what an element shows, if it is short.

    Of a time that is written out for wide screens and cut short for small ones, the first.
    """
    parts = [part for text in islice(element.itertext(), MAX_PARTS) if (part := text.strip())]
    if len(parts) > 1 and all(map(is_time, parts)):
        return " ".join(parts[0].split())
    shown = " ".join("".join(islice(element.itertext(), MAX_PARTS)).split())
    return shown if len(shown) <= MAX_SHOWN else ""


def is_time(text: str) -> bool:
    """Whether a text is a time by itself, and nothing else."""
    if len(text) > MAX_SHOWN:
        return False
    match = next(iter(_times_in(text)), None)
    return match is not None and match.end - match.start == len(text)


def is_numbered_time(text: str) -> bool:
    """Whether a text is a time told with a number: members are called Monday and Freitag."""
    return any(map(str.isdigit, text)) and is_time(text)


def _join_parts(tree: PageTree) -> None:
    """Put together times whose parts stand in several elements: "<b>9:00am</b> On <b>2 May</b>"."""
    for time in tree.times:
        if _HOUR.search(time.raw):
            continue
        node = time.node
        # "4<sup>th</sup> March, 10:00" is told in pieces within its own element.
        in_pieces = tree.end[node] > node + 1 and tree.text_len[node] > len(time.raw)
        for above in [node, *tree.ancestors(node, 2)][not in_pieces :]:
            if tree.text_len[above] > MAX_SHOWN or tree.text_len[above] <= len(time.raw):
                break
            text = tree.text(above)
            if "br" in tree.tags[above : tree.end[above]]:
                # "2 May<br>9:00am"
                text = " ".join(" ".join(tree.nodes[above].itertext()).split())
            match = next((m for m in _times_in(text) if time.raw in m.raw), None)
            if match is not None and len(match.raw) > len(time.raw) and _HOUR.search(match.raw):
                time.node, time.raw = above, match.raw
                time.share = len(match.raw) / max(tree.text_len[above], 1)
                break
        if not _HOUR.search(time.raw) and (clock := clock_behind(tree.nodes[node], time.raw)):
            time.raw += clock


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


def _may_tell_time(name: str) -> bool:
    """Whether an attribute of this name is read by :func:`attribute_time`."""
    return name in _DATE_ATTRIBUTES or name.startswith("data-")


def attribute_time(element: HtmlElement) -> str | None:
    """Return the time that an attribute of an element tells."""
    for name, value in element.items():
        digits = len(value) in {10, 13} and name.startswith("data-") and value.isdecimal()
        if digits and _EPOCH_NAME.search(name) and EPOCHS[0] <= int(value[:10]) <= EPOCHS[1]:
            return str(value)
    for name in _DATE_ATTRIBUTES:
        value = element.get(name)
        if not value or len(value) > MAX_TIME_TEXT or not _HAS_DIGIT.search(value):
            continue
        if name == "content" and not (element.get("itemprop") or element.get("property")):
            continue
        match = next(iter(_times_in(value)), None)
        if match is not None and (match.end - match.start) * 2 >= len(value.strip()):
            return str(value[match.start : match.end])
    return None


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
    telling: dict[tuple[str, ...], bool] = {}
    found: list[TimeNode] = []
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
                if len(tail) <= MAX_TIME_TEXT or (tail := head_of(tail)):
                    told = _times_in(tail)
                    if not told and (clock := clock_before(element, tail)):
                        tail = f"{clock} {tail}"
                        told = _times_in(tail)
                    if told or tail[-1] in _BEFORE_CLOCK:
                        _note_times(found, above, tail, told, holder, element.getnext())
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
        text = element.text
        own = 0
        if text and (text := text.strip()):
            own = len(text)
            if own <= MAX_TIME_TEXT or (text := head_of(text)):
                told = _times_in(text)
                if told or text[-1] in _BEFORE_CLOCK:
                    after = element[0] if len(element) else None
                    _note_times(found, i, text, told, element, after)
        most = MAX_AGE_TEXT if own > MAX_ICON_TEXT and _HAS_DIGIT.search(text) else MAX_ICON_TEXT
        if names and own <= most and (not found or found[-1].node != i):
            tells = telling.get(names)
            if tells is None:
                tells = telling[names] = any(map(_may_tell_time, names))
            full = attribute_time(element) if tells else None
            if full is not None:
                # "September 2019" is no time to the finder, but what the page shows as one.
                shown = _shown_in(element) if tag == "time" else full
                # Told by two clocks it is neither text nor attribute, which no template reads.
                here = at_clock(full, text, now=page.fetched) if text else None
                found.append(TimeNode(i, here or shown or full, here or full, 1.0))
        text_len.append(own)
        link_len.append(own if link else 0)
    for i in range(len(nodes) - 1, 0, -1):
        above = parent[i]
        if end[i] > end[above]:
            end[above] = end[i]
        text_len[above] += text_len[i]
        link_len[above] += link_len[i]
    found = _without_tooltips(_without_clock(found))
    found.sort(key=lambda t: t.node)
    tree.times = found
    tree.unseen.sort()
    unframe(tree)
    _join_parts(tree)
    tree.times = below_days(tree, tree.times)
    return tree


def _without_clock(found: list[TimeNode]) -> list[TimeNode]:
    """Leave out a second that no text shows and many elements tell: when the page was made."""
    told = Counter(t.raw for t in found if t.raw == t.full and t.raw.isdigit())
    clocks = {raw for raw, times in told.items() if times >= MANY_ALIKE}
    return [t for t in found if t.raw not in clocks] if clocks else found


def _without_tooltips(found: list[TimeNode]) -> list[TimeNode]:
    """Leave out times of attributes alone where text of the same element tells one beside them.

    The text stands behind a picture, its time knows the attribute's.
    """
    shown = {t.node for t in found if t.raw != t.full}
    return [t for t in found if t.raw != t.full or t.node not in shown]


@lru_cache(maxsize=16_384)
def _times_in(text: str) -> tuple[TimeMatch, ...]:
    # Names of buttons, ranks and counts come again and again on a site's pages.
    return tuple(find_times(text)) if MAYBE_TIME.search(text.lower()) else ()


def _note_times(
    found: list[TimeNode],
    i: int,
    text: str,
    told: tuple[TimeMatch, ...],
    element: HtmlElement,
    after: HtmlElement | None,
) -> None:
    """Note the times of a text of an element.

    Parameters
    ----------
    text
        Without white space at its ends.
    told
        Its times; without one, it ends as a day does that a clock follows.
    after
        The element behind the text.
    """
    clock = ""
    if after is not None and isinstance(after.tag, str):
        clock = (after.text or "").strip()
        clock = clock if _CLOCK_ALONE.fullmatch(clock) else ""
        if clock and not told:
            # "Today, " begins a sentence where no clock follows.
            told = _times_in(text[:-1]) if text[-1] == "," else ()
            told = told or day_before(text, clock)
    for match in told:
        full = attribute_time(element)
        if full is None:
            above = element.getparent()
            if above is not None and element.getprevious() is None and element.getnext() is None:
                full = attribute_time(above)
        raw = " ".join(match.raw.split())
        share = (match.end - match.start) / max(len(text), 1)
        if (
            share == 1.0
            and ":" not in raw
            and element.tail
            and after is None
            and text == (element.text or "").strip()
        ):
            whole = with_clock_tail(element, raw)
            if full and ":" not in full:
                full += whole[len(raw) :]
            raw = whole
        elif clock and ":" not in raw and not text[match.end :].strip(_BETWEEN):
            # "10-04-2017, <span>11:00 AM</span>"
            raw = f"{raw}, {clock}" if "," in text[match.end :] else f"{raw} {clock}"
        found.append(TimeNode(i, raw, full, share, text[: match.start][-40:]))


def with_clock_tail(element: HtmlElement, raw: str) -> str:
    """Add to a day the time of day behind its element: "<span>Yesterday</span>, 12:15 PM"."""
    if ":" in raw or not element.tail:
        return raw
    clock = _CLOCK_TAIL.match(element.tail)
    return raw + clock.group() if clock else raw
