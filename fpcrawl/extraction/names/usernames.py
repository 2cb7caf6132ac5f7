"""What can be the name of a member, told by a text or an address alone."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

from fpcrawl.extraction.posts.numbers import is_floor
from fpcrawl.extraction.tree import is_numbered_time
from fpcrawl.extraction.vocabulary import AUTHOR_HREF, NOT_NAMES

__all__ = [
    "COLONS",
    "LEVELS_UP",
    "MAX_AUTHOR",
    "MAX_LINE",
    "is_bracketed",
    "is_name",
    "names_member",
    "tells_no_name",
]

#: Characters of a name.
MAX_AUTHOR = 40
#: More text than this is no line of who and when.
MAX_LINE = 120
#: Elements around the place of names in which a guest's is looked for.
LEVELS_UP = 2
#: What stands behind a label.
COLONS = frozenset(":：")
_WORD = re.compile(r"\w", re.UNICODE)
#: How far a member has risen, "9级", "Lv.12", and what stands for nobody's name: "ID:bUF/Gv".
_LEVEL = re.compile(
    r"(?:lv\.?|lvl\.?|level|等级|等級)?\s{0,3}\d{1,12}\s{0,3}(?:级|級|レベル|레벨)?|u?id\s?[:：].*",
    re.IGNORECASE,
)
#: The time of a day: "14.48 BST".
_CLOCK = re.compile(
    r"\d{1,2}\s?[:.h]\s?\d{2}(?:\s?(?:[ap]\.?m\.?|uhr|(?-i:[A-Z]{2,4})))?", re.IGNORECASE
)
#: How often a button was pressed: "좋아요3", "Like 2". Guests can be called "Guest 12".
_PRESSED = re.compile(r"(\D{2,20}?)(?:\s|(?<![A-Za-z]))\(?\d[\d.,]{0,9}\)?")
_BUTTONS = NOT_NAMES - {"author"}
#: What is counted of a member: "Points: 1000".
_COUNTED = re.compile(r"[^\d:：]{1,20}[:：]\s{0,3}[+-]?\d[\d.,]{0,14}")


def is_name(text: str) -> bool:
    """Whether a text can be a name: words, but no number, position, day, label or button."""
    if not 0 < len(text) <= MAX_AUTHOR or text[-1] in COLONS or is_floor(text):
        return False
    return not tells_no_name(text) and text.lower() not in NOT_NAMES


def tells_no_name(text: str) -> bool:
    """Whether a text is no word, or a level, a count, a time or an address."""
    if not _WORD.search(text) or is_numbered_time(text) or "://" in text:
        return True
    if _LEVEL.fullmatch(text) or _COUNTED.fullmatch(text):
        return True
    pressed = _PRESSED.fullmatch(text)
    if pressed is not None and pressed[1].lower() in _BUTTONS:
        return True
    return text[0].isdigit() and _CLOCK.fullmatch(text) is not None


def is_bracketed(text: str) -> bool:
    """Whether a text stands in brackets, as numbers and accounts do behind names."""
    return text[0] in "([（［" and text[-1] in ")]）］"


@lru_cache(maxsize=16_384)
def names_member(href: str) -> bool:
    """Tell whether an address is that of a member's page."""
    return bool(AUTHOR_HREF.search(_path_of(href)))


def _path_of(href: str) -> str:
    """Path and query of an address, empty when it cannot be split."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}"
