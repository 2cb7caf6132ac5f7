"""What stands at the start and the end of the words of an article and is none of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze, weight_of

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HEAD", "MIN_PIECE", "STOPS", "trimmed"]

#: Shorter pieces of text say nothing of where a paragraph stands.
MIN_PIECE = 30
#: Lines that trafilatura takes from above the title: the section, then who and when.
HEAD = 2
#: The day with which a notice is signed, and characters of the line above it.
_DAY, MAX_SENDER = re.compile(r"\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日"), 40
STOPS = frozenset('.。!！?？…:：;；”"')


def trimmed(text: str, is_furniture: Callable[[str], bool], few: int = 0) -> str:
    """Return a text without the furniture at its start and end.

    Parameters
    ----------
    is_furniture
        Whether a line is the title or the byline.
    few
        So many lines of few words go, too, where they stand above some of it.
    """
    lines = text.split("\n")
    first, last = _begin(lines, is_furniture, few), len(lines)
    while last > first and _is_empty(lines[last - 1], is_furniture):
        if _is_signed(lines[first:last], is_furniture):
            break
        last -= 1
    return "\n".join(lines[first:last])


def _begin(lines: list[str], is_furniture: Callable[[str], bool], few: int) -> int:
    """Return the number of the first line of a text that is no furniture."""
    begin = above = 0
    for n, line in enumerate(lines):
        words = squeeze(line).strip("| ")
        if not words or is_furniture(words):
            begin = n + 1 if words or not above else begin
            above = 0 if words else above
        elif above == few or weight_of(words) >= MIN_PIECE or words[-1] in STOPS:
            break
        else:
            above += 1
    return begin


def _is_signed(lines: list[str], is_furniture: Callable[[str], bool]) -> bool:
    """Whether a text ends with a day below the line of who gave it out, as public notices do."""
    if not _DAY.fullmatch(lines[-1].strip()):
        return False
    above = next((line for line in reversed(lines[:-1]) if line.strip()), "")
    return 0 < len(above) <= MAX_SENDER and above[-1] not in STOPS and not is_furniture(above)


def _is_empty(line: str, is_furniture: Callable[[str], bool]) -> bool:
    words = squeeze(line).strip("| ")
    return not words or is_furniture(words)
