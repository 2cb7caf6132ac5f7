"""Bodies that no element holds: text between the heads of records, or behind the head of one.

Plain pages write all posts of a thread into one element, a head above each; others write the
words of a post into the very element that its head stands in, behind the name of who wrote them
and the time, between both, or before them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from lxml import html

from fpcrawl.extraction.articles.furniture import is_counter
from fpcrawl.extraction.names.barenames import says_whose
from fpcrawl.extraction.names.usernames import MAX_LINE
from fpcrawl.extraction.text import BLOCKS, loose_ahead, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, is_phrase
from fpcrawl.pages.slowparse import NOT_XML

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "SIDES",
    "LooseBody",
    "Side",
    "chars_ahead",
    "find_among",
    "find_loose",
    "loose_chars",
    "loose_part",
    "part_behind",
]

#: Of the name and the time of a record, or of the name alone in its own box.
Side = Literal["before", "between", "behind", "beside"]
SIDES: tuple[Side, ...] = ("between", "behind", "before", "beside")

#: Share of records whose words stand loose, where it is a way of writing them.
MOST = 0.6
#: Characters beside names and times, in the mean, that can be the words of records.
MEAN_AMONG = 24
#: Share of different texts up to which they are the software's.
DIFFERENT = 0.34
#: Elements that end the last record of a list; between records they may be part of one.
_ENDS = frozenset({"center", "div", "footer", "form", "hr", "nav", "section", "table"})
#: What the labels of a head stand in; lines of one behind the time.
_LABELS = frozenset({"b", "em", "i", "span", "strong"})
MAX_FIELDS = 6
_NUMBERS = re.compile(r"\d+")
#: What stands between a name and the words in one box with it: "ann: Yes, mine too".
_COLON = re.compile(r"^\s*(?:：|:(?=\s))\s*")
#: The time of the day behind the day in an element of its own is none of the words.
_CLOCK = re.compile(r"\d{1,2}[:：]\d\d(?:[:：]\d\d)?(?:\s*[AaPp]\.?[Mm]\.?)?")


@dataclass(frozen=True, slots=True)
class LooseBody:
    """Where the words of a record stand loose.

    Attributes
    ----------
    head
        Element behind which they begin, or within it where they are the first in it.
    stop
        Element before which they end, a sibling of ``head`` or its child; -1 for the end of its
        parent.
    chars
        Characters of the text that no element of its own holds; of :func:`find_among` those
        outside links.
    within
        They are the first in ``head``.
    """

    head: int
    stop: int
    chars: int
    within: bool = False

    def elements(self, tree: PageTree) -> range:
        """Numbers of the elements among the words."""
        end = self.stop if self.stop >= 0 else tree.end[tree.parent[self.head]]
        return range(self.head + 1 if self.within else tree.end[self.head], end)


def find_loose(tree: PageTree, spans: list[Span], authors: dict[int, int]) -> dict[int, LooseBody]:
    """Find text behind the heads of records that no element of its own holds.

    Parameters
    ----------
    tree
        The page.
    spans
        The records.
    authors
        Record -> element of its author's name, as far as known.

    Returns
    -------
    dict
        Record -> its words; empty when most records have none.
    """
    shared = _shared_parent(tree, spans)
    usual: Counter[str] = Counter()
    if shared:
        for one, other in pairwise(spans):
            usual.update(tree.sig[i] for i in _between(tree, one.start, other.start))
    out = {}
    for n, span in enumerate(spans):
        following = spans[n + 1].start if n + 1 < len(spans) else -1
        loose = _loose_in(tree, span, authors.get(n), shared, following, usual)
        if loose is not None:
            out[n] = loose
    paths = Counter(tree.path(loose.head, limit=3) for loose in out.values())
    path, many = paths.most_common(1)[0] if paths else ("", 0)
    if many < len(out) < 2 * many:
        out = {n: _as_usual(tree, spans[n], loose, path) for n, loose in out.items()}
    texts = {_loose_text(tree, loose) for loose in out.values()}
    if len(out) < MOST * len(spans) or (len(texts) == 1 and len(out) > 2):
        return {}
    return out


def find_among(
    tree: PageTree, spans: list[Span], authors: dict[int, int], side: Side
) -> dict[int, LooseBody]:
    """Find words beside the names and the times of records, in elements of many kinds.

    Parameters
    ----------
    tree, spans, authors
        As of :func:`find_loose`.
    side
        Where to look: before the first of both, between them, or behind the second; beside the
        name and a colon where the time stands elsewhere.

    Returns
    -------
    dict
        Record -> its words; empty when most records have none there, hardly any, or the same
        but for numbers. Where a time is shown among them like that of the record, they are those
        of several.
    """
    out = {}
    times = sorted(time.node for time in tree.times)
    for n, span in enumerate(spans):
        name, time = authors.get(n, -1), span.time.node
        root = next((r for r in span.roots if tree.holds(r, time) and tree.holds(r, name)), -1)
        if root < 0 or tree.holds(name, time) or name < 0:
            continue
        if tree.holds(time, name):
            # A line below the words tells both.
            if side != "before" or time == root:
                continue
            name = time
        if side == "beside":
            words = behind_colon(tree, name)
            if words is not None and not tree.holds(tree.parent[words.head], time):
                out[n] = words
            continue
        first, second = sorted((name, time))
        while not tree.holds(tree.parent[first], second):
            first = tree.parent[first]
        line = tree.parent[first] if side == "before" else root
        if line > root and (_signs(tree, line, first) or _is_foot(tree, line)):
            # "posted by ann at 3:30 PM [4 favorites]" in an element below them
            first = second = line
        kids = tree.children(tree.parent[first])
        second = next(kid for kid in kids if tree.holds(kid, second))
        second = _end_of(tree, span.time) if second == time else second
        if side == "before":
            words = LooseBody(tree.parent[first], first, chars_ahead(tree, first), within=True)
        elif side == "between":
            words = LooseBody(first, second, loose_chars(tree, first, second))
        else:
            words = LooseBody(second, -1, loose_chars(tree, second, -1))
        among = words.elements(tree)
        told = times[bisect_left(times, among.start) : bisect_left(times, among.stop)]
        if any(tree.sig[i] == tree.sig[time] for i in told):
            continue
        inner = sum(tree.plain_len(kid) for kid in kids if kid in among)
        if words.chars + inner >= 2:
            out[n] = replace(words, chars=words.chars + inner)
    texts = [" ".join(loose_part(tree, loose).itertext()) for loose in out.values()]
    said = {_NUMBERS.sub("", text) for text in texts}
    if len(out) < MOST * len(spans) or len(said) <= DIFFERENT * len(out):
        return {}
    if side == "beside":
        return out  # the colon says enough
    # Chinese characters count twice, those of links not at all.
    bounds = (2 * loose.chars for loose in out.values())
    weight = sum(map(min, map(weight_of, texts), bounds))
    return out if weight >= MEAN_AMONG * len(out) else {}


def _signs(tree: PageTree, line: int, name: int) -> bool:
    """Whether a line begins with what says whose the name behind it is."""
    if tree.text_len[line] > MAX_LINE:
        return False
    return tree.nodes[name].getprevious() is None and says_whose(loose_ahead(tree.nodes[name]))


def _is_foot(tree: PageTree, line: int) -> bool:
    """Whether a short block ends the box that it stands in, below loose words."""
    if tree.text_len[line] > MAX_LINE or tree.tag(line) not in BLOCKS:
        return False
    behind = (kid for kid in tree.children(tree.parent[line]) if kid > line)
    return chars_ahead(tree, line) > 0 and not any(tree.text_len[kid] for kid in behind)


def behind_colon(tree: PageTree, name: int) -> LooseBody | None:
    """Words behind a name and a colon, in a box of both."""
    while tree.parent[name] > 0 and tree.text_len[tree.parent[name]] == tree.text_len[name]:
        name = tree.parent[name]
    if _COLON.match(tree.nodes[name].tail or "") is None:
        return None
    words = LooseBody(name, -1, loose_chars(tree, name, -1))
    among = words.elements(tree)
    inner = (kid for kid in tree.children(tree.parent[name]) if kid in among)
    return replace(words, chars=words.chars + sum(map(tree.plain_len, inner)))


def chars_ahead(tree: PageTree, stop: int) -> int:
    """Characters of the text before an element that its parent holds itself."""
    above = tree.nodes[tree.parent[stop]]
    return len((above.text or "").strip()) + _tails(above[0], tree.nodes[stop])


def loose_part(tree: PageTree, loose: LooseBody) -> HtmlElement:
    """Make an element of a loose body; see :func:`part_behind`."""
    stop = tree.nodes[loose.stop] if loose.stop >= 0 else None
    head = tree.nodes[loose.head]
    if loose.within:
        return _part(head.text, head[0], lambda element: element is stop)
    return part_behind(head, lambda element: element is stop)


def part_behind(head: HtmlElement, ends: Callable[[HtmlElement], bool]) -> HtmlElement:
    """Make an element of what stands behind another; headings at its beginning are left out.

    Parameters
    ----------
    head
        Element behind which the words begin.
    ends
        Whether the words end before a sibling of it.
    """
    return _part(head.tail, head.getnext(), ends)


def _part(
    text: str | None, element: HtmlElement | None, ends: Callable[[HtmlElement], bool]
) -> HtmlElement:
    """Make an element of a text and of the elements behind it."""
    part: HtmlElement = html.Element("div")
    part.text = NOT_XML.sub("", _COLON.sub("", text or "", count=1))
    while element is not None and not ends(element):
        if element.tag in HEADINGS and not len(part) and not (part.text or "").strip():
            part.text = NOT_XML.sub("", element.tail or "")
        else:
            part.append(deepcopy(element))
        element = element.getnext()
    return part


def _shared_parent(tree: PageTree, spans: list[Span]) -> bool:
    return len(spans) == 1 or len({tree.parent[span.start] for span in spans}) == 1


def _between(tree: PageTree, one: int, other: int) -> list[int]:
    out = []
    i = tree.end[one]
    while i < other and tree.parent[i] == tree.parent[one]:
        out.append(i)
        i = tree.end[i]
    return out


def _loose_in(
    tree: PageTree,
    span: Span,
    author: int | None,
    shared: bool,
    following: int,
    usual: Counter[str],
) -> LooseBody | None:
    """Lowest element around the head of a record that has text of its own behind it."""
    root = next((r for r in span.roots if tree.holds(r, span.time.node)), span.start)
    head = _line_break(tree, span)
    if head >= 0 and (author is None or author < head):
        chars = loose_chars(tree, head, -1)
        if chars >= 2:
            return LooseBody(head, -1, chars)
    head = _end_of(tree, span.time)
    while True:
        above = tree.parent[head]
        if above < 0 or (head == root and not shared) or tree.parent[head] < tree.parent[root]:
            return None
        inside = head != root
        if author is None or author < tree.end[head] or not tree.holds(above, author):
            stop = -1 if inside else _stop_of(tree, root, following, usual)
            # In the line of a time, and with a class, phrases can tell of the member.
            chars = loose_chars(tree, head, stop, phrases=True, named=not inside)
            if chars >= 2:
                return LooseBody(head, stop, chars)
        if not inside:
            return None
        head = above


def _end_of(tree: PageTree, time: TimeNode) -> int:
    """Return the element that a time ends in: its hour can stand in one behind that of the day."""
    behind = tree.nodes[time.node].getnext()
    at = tree.number.get(behind, -1) if behind is not None else -1
    hour = tree.text(at) if at >= 0 and tree.text_len[at] <= len(time.raw) else ""
    told = _CLOCK.fullmatch(hour) is not None and time.raw.endswith(hour)
    return at if told and hour not in tree.text(time.node) else time.node


def _line_break(tree: PageTree, span: Span) -> int:
    """Line break behind the time that a record tells in its own text, and further lines of a head.

    -1 where the time stands in an element of its own, or in the middle of a line.
    """
    root = tree.nodes[span.time.node]
    if span.time.node not in span.roots or not len(root):
        return -1
    found: HtmlElement | None = None
    if span.time.raw in (root.text or ""):
        found = root[0]
    else:
        told = (child for child in root if span.time.raw in (child.tail or ""))
        behind = next(told, None)
        found = behind.getnext() if behind is not None else None
    if found is None or found.tag != "br":
        return -1
    for _ in range(MAX_FIELDS):
        label = found.getnext() if not (found.tail or "").strip() else None
        if label is None or label.tag not in _LABELS or not _ends_label(label):
            break
        end = label.getnext()
        if end is None or end.tag != "br":
            break
        found = end
    return tree.number.get(found, -1)


def _ends_label(element: HtmlElement) -> bool:
    """Whether an element says what the text behind it tells: "Subject:"."""
    label = (element.text or "").strip()
    return not len(element) and label[-1:] in {":", "："} and bool((element.tail or "").strip())


def _as_usual(tree: PageTree, span: Span, loose: LooseBody, path: str) -> LooseBody:
    """Words behind the element around the head that stands at the path of most heads.

    Of "10:24, via mobile" the last words belong to the head.
    """
    above = tree.parent[loose.head]
    inside = above > max(span.start, 0) and any(tree.holds(root, above) for root in span.roots)
    if not inside or tree.path(above, limit=3) != path:
        return loose
    chars = loose_chars(tree, above, -1, phrases=True)
    return LooseBody(above, -1, chars) if chars >= 2 else loose


def _stop_of(tree: PageTree, root: int, following: int, usual: Counter[str]) -> int:
    if following >= 0:
        return following
    i = tree.end[root]
    while i < len(tree.nodes) and tree.parent[i] == tree.parent[root]:
        if tree.tag(i) in _ENDS and tree.sig[i] not in usual:
            return i
        i = tree.end[i]
    return -1


def loose_chars(
    tree: PageTree, head: int, stop: int, *, phrases: bool = False, named: bool = False
) -> int:
    """Characters of the text between the siblings behind a head.

    Parameters
    ----------
    phrases, named
        Whether those of siblings count that only dress a text, below the line of the head; and also
        in that line, and of such with a class.
    """
    last = tree.nodes[stop] if stop >= 0 else None
    return _tails(tree.nodes[head], last, phrases=phrases, named=named)


def _tails(
    element: HtmlElement | None,
    last: HtmlElement | None,
    *,
    phrases: bool = False,
    named: bool = False,
) -> int:
    chars, first, below = 0, element, named
    while element is not None and element is not last:
        if phrases and below and element is not first and is_phrase(element, named=named):
            chars += _chars_in(element.text)
        below = below or element.tag == "br" or element.tag in BLOCKS
        chars += _chars_in(element.tail)
        element = element.getnext()
    return chars


def _chars_in(text: str | None) -> int:
    """Return how many characters of a loose text can be words."""
    text = (text or "").strip(" \t\r\n\u00a0|·-–—:：,，")
    return 0 if _CLOCK.fullmatch(text) is not None or is_counter(text) else len(text)


def _loose_text(tree: PageTree, loose: LooseBody) -> str:
    element = tree.nodes[loose.head]
    text, behind = element.tail or "", element.getnext()
    if not text.strip() and behind is not None and is_phrase(behind, named=True):
        text = behind.text or ""
    return "".join(text.split())[:80] + str(loose.chars)
