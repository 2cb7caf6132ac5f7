"""Times that a page shows or tells scripts, and the elements they stand in."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.daytimes import clock_before, clock_behind, day_before
from fpcrawl.extraction.mailheads import head_of
from fpcrawl.extraction.tree import TimeNode
from fpcrawl.pages.dates import MAYBE_TIME, at_clock, find_times

if TYPE_CHECKING:
    from datetime import datetime

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.dates import TimeMatch

__all__ = [
    "MAX_SHOWN",
    "MAX_TIME_TEXT",
    "TimeNotes",
    "attribute_time",
    "is_numbered_time",
    "is_time",
    "join_parts",
    "with_clock_tail",
]

#: Digits in data attributes that are read as a time: from 1996 to 2040, in seconds.
EPOCHS = (820_000_000, 2_208_988_800)
_DATE_ATTRIBUTES = (
    "datetime", "title", "data-time", "data-timestamp", "data-date", "content", "date", "timestamp",
    # Tooltips that scripts show.
    "data-title", "data-original-title", "data-bs-title", "data-bs-original-title", "data-tooltip",
    "data-tippy-content", "data-tip",
)  # fmt: skip
_CLOCK_TAIL = re.compile(
    r"\s*+,?\s*+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE
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

#: Characters, and pieces of text, of an element that shows a time and nothing else.
MAX_SHOWN, MAX_PARTS = 48, 8

#: Elements that tell the same second, from which on it is that of the page.
MANY_ALIKE = 3

#: Longer text nodes are prose: a time inside them was not published there.
MAX_TIME_TEXT = 160


class TimeNotes:
    """Notes the times of a page while its elements are numbered.

    Parameters
    ----------
    now
        When the page was fetched, aware.
    """

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._found: list[TimeNode] = []
        # Whether one of an element's attributes, by their names, can tell a time.
        self._telling: dict[tuple[str, ...], bool] = {}

    def behind(self, element: HtmlElement, holder: HtmlElement, i: int, tail: str) -> None:
        """Note the times of the text behind an element, which is one of its holder, ``i``."""
        if len(tail) > MAX_TIME_TEXT and not (tail := head_of(tail)):
            return
        told = _times_in(tail)
        if not told and (clock := clock_before(element, tail)):
            tail = f"{clock} {tail}"
            told = _times_in(tail)
        if told or tail[-1] in _BEFORE_CLOCK:
            self._note(i, tail, told, holder, element.getnext())

    def within(self, element: HtmlElement, i: int, text: str, names: tuple[str, ...]) -> None:
        """Note the times of the text with which an element begins, else that of its attributes.

        Parameters
        ----------
        text
            Without white space at its ends, which may leave nothing.
        names
            Those of its attributes.
        """
        own = len(text)
        if own > MAX_TIME_TEXT:
            text = head_of(text)
        if text:
            told = _times_in(text)
            if told or text[-1] in _BEFORE_CLOCK:
                self._note(i, text, told, element, element[0] if len(element) else None)
        most = MAX_AGE_TEXT if own > MAX_ICON_TEXT and _HAS_DIGIT.search(text) else MAX_ICON_TEXT
        if names and own <= most and (not self._found or self._found[-1].node != i):
            self._note_told(element, i, text, names)

    def _note_told(self, element: HtmlElement, i: int, text: str, names: tuple[str, ...]) -> None:
        """Note the time that an attribute of an element tells, if one does."""
        tells = self._telling.get(names)
        if tells is None:
            tells = self._telling[names] = any(map(_may_tell_time, names))
        full = attribute_time(element) if tells else None
        if full is None:
            return
        # "September 2019" is no time to the finder, but what the page shows as one.
        shown = _shown_in(element) if element.tag == "time" else full
        # Told by two clocks it is neither text nor attribute, which no template reads.
        here = at_clock(full, text, now=self._now) if text else None
        self._found.append(TimeNode(i, here or shown or full, here or full, 1.0))

    def times(self) -> list[TimeNode]:
        """Return what was noted, in the order of the page."""
        return sorted(_without_tooltips(_without_clock(self._found)), key=lambda t: t.node)

    def _note(
        self,
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
            full = attribute_time(element) or _told_around(element)
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
            self._found.append(TimeNode(i, raw, full, share, text[: match.start][-40:]))


def _told_around(element: HtmlElement) -> str | None:
    """Return the time that an attribute of an element tells that holds this one alone."""
    around = element.getparent()
    if around is None or element.getprevious() is not None or element.getnext() is not None:
        return None
    return attribute_time(around)


def with_clock_tail(element: HtmlElement, raw: str) -> str:
    """Add to a day the time of day behind its element: "<span>Yesterday</span>, 12:15 PM"."""
    if ":" in raw or not element.tail:
        return raw
    clock = _CLOCK_TAIL.match(element.tail)
    return raw + clock.group() if clock else raw


def join_parts(tree: PageTree) -> None:
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
        if not _HOUR.search(time.raw):
            time.raw = _with_clock_ahead(tree.nodes[node], time.raw)


def _with_clock_ahead(element: HtmlElement, raw: str) -> str:
    """Add the time of day in the element ahead to a day: "<b>9:00am</b> on <b>2 May</b> (ann)"."""
    before = element.getprevious()
    if before is None or not isinstance(before.tag, str) or (element.text or "").strip() != raw:
        return raw
    text = " ".join(f"{_shown_in(before)}{before.tail or ''}{raw}".split())
    match = next(iter(_times_in(text)), None) if len(text) <= MAX_SHOWN else None
    if match is None or match.start or match.end < len(text) or not _HOUR.search(match.raw):
        return raw
    return match.raw


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
