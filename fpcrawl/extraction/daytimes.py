"""Times of the day that stand in an element of their own, behind that of their day."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import is_phrase
from fpcrawl.pages.dates import TimeMatch, find_times
from fpcrawl.pages.dates_forms import CLOCK
from fpcrawl.pages.dates_world import GAPS

if TYPE_CHECKING:
    from lxml.html import HtmlElement

__all__ = ["clock_before", "clock_behind", "day_before", "is_clock"]

_DOTTED = re.compile(r"(?:[01]?\d|2[0-3])\.[0-5]\d")
#: Characters of a time of the day.
MAX_CLOCK = 16
#: Words that lead from a day to its time of day.
_LEADING = frozenset(GAPS)
#: What parts a day from its time of day.
_BETWEEN = " ,\n\t"
#: What tells more than an hour.
_TOLD = ("kminute", "kminute2", "kminute3", "kminute4", "kampm")


def clock_behind(day: HtmlElement, shown: str) -> str:
    """Return the time of the day from the element behind that of a day, empty without.

    Both are of one kind, or the day ends a text that might as well stand loose. What parts them
    comes first.
    """
    behind = day.getnext()
    if behind is None or not isinstance(behind.tag, str):
        return ""
    alike = behind.tag == day.tag and behind.get("class") == day.get("class")
    _, day_told, comma = (day.text or "").rpartition(shown)
    if not alike and (not day_told or comma.strip(_BETWEEN) or not is_phrase(day)):
        return ""
    said = " ".join("".join(behind.itertext()).split())
    between = (day.tail or "").strip(_BETWEEN).lower()
    if (between and between not in _LEADING) or not is_clock(said):
        return ""
    return f", {said}" if day_told and "," in comma else f" {said}"


def is_clock(text: str) -> bool:
    """Return whether a text is a time of day; beside a day "14.05" is one, too."""
    if _DOTTED.fullmatch(text):
        return True
    found = CLOCK.fullmatch(text.lower()) if len(text) <= MAX_CLOCK else None
    # "22时" alone is an age as well.
    return found is not None and any(found[name] for name in _TOLD)


def clock_before(element: HtmlElement, behind: str) -> str:
    """Return the time of the day that an element is, empty where no day can stand behind it.

    "<a>3:12 PM</a> on November 25": without its year a day is known by what stands beside it.
    """
    clock = (element.text or "").strip() if isinstance(element.tag, str) else ""
    if len(clock) > MAX_CLOCK or not any(map(str.isdigit, behind)):
        return ""
    # How many it holds is asked last: they are counted one by one.
    return clock if is_clock(clock) and not len(element) else ""


def day_before(text: str, clock: str) -> tuple[TimeMatch, ...]:
    """Return the day at the end of a text that is one beside its clock alone.

    "#3 written: 12.03.24 <b>10:05</b>": without its time of day that can be a version.
    """
    for match in find_times(f"{text} {clock}"):
        if match.start < len(text) < match.end:
            return (TimeMatch(match.start, len(text), text[match.start :], match.relative),)
    return ()
