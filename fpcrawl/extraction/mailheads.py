"""Posts that are kept as letters, with a head in their own text.

Boards that began on terminals show each post as its file is: "发信人: ann (Ann), 信区: Bike",
a line with the title, "发信站: ... (Tue Nov 17 09:12:33 2026), 站内", the words, "--" and a
signature, and where it was sent from.
"""

from __future__ import annotations

import re

__all__ = ["ends_head", "head_of", "is_head", "without_head"]

_SENDER = r"\W*(?:发信人|發信人|寄信人)\s*[:：]"
_STATION = r"(?:发信站|發信站|转信站|轉信站)\s*[:：]"
_HEAD = re.compile(rf"{_SENDER}.{{1,400}}?{_STATION}[^\n]{{0,80}}$", re.DOTALL)
_ENDS = re.compile(rf"{_STATION}[^\n]{{0,80}}$")
_FIRST, _LAST = re.compile(_SENDER), re.compile(rf"\W*{_STATION}")
_STATION_LINE, _STATION_WORD = re.compile(rf"{_STATION}[^\n]*"), "信站"
#: Characters and lines of a head.
MAX_HEAD = 600
MAX_LINES = 8
#: Lines of a signature, its rule counted in.
MAX_SIGNED = 12
#: What the board's software notes below a letter: where it came from, who changed it.
_FOOT = re.compile(
    r"※\s*(?:来源|來源|修改|转载|轉載|发信站|發信站|编辑|編輯|文章網址|Origin|Modify)",
    re.IGNORECASE,
)
#: A signature and a foot where the page shows no lines.
_ENDING = re.compile(
    rf"\s--\s(?:(?!\s--\s).){{0,400}}?{_FOOT.pattern}.*", re.IGNORECASE | re.DOTALL
)
_RULE = "--"


def head_of(text: str) -> str:
    """Return what a text begins with up to the line that ends the head of a letter.

    Returns
    -------
    str
        Empty for a text without such a line.
    """
    if _STATION_WORD not in text[:MAX_HEAD]:
        return ""
    match = _STATION_LINE.search(text, 0, MAX_HEAD)
    return text[: match.end()] if match is not None else ""


def ends_head(label: str) -> bool:
    """Whether what stands before a time ends the head of a letter."""
    return bool(_ENDS.search(label))


def is_head(text: str) -> bool:
    """Whether a text is the head of a letter up to the time in it."""
    return bool(_HEAD.match(text))


def without_head(lines: list[str]) -> list[str]:
    """Return the words of a letter: its lines without the head, the signature and the foot.

    Parameters
    ----------
    lines
        Lines of any text; those of one with neither head nor foot are returned as they are.
    """
    last = -1
    if lines and _FIRST.match(lines[0]):
        found = (n for n, line in enumerate(lines[:MAX_LINES]) if _LAST.match(line))
        last = next(found, -1)
    if last < 0 and not (lines and _FOOT.search(lines[-1])):
        return lines
    words = lines[last + 1 :]
    while words and (not words[-1] or _FOOT.match(words[-1])):
        del words[-1]
    if words:
        words[-1] = _ENDING.sub("", words[-1])
    rules = [n for n, line in enumerate(words) if line.strip() == _RULE]
    if len(rules) > 1 and rules[-1] == len(words) - 1 and rules[-1] - rules[-2] <= MAX_SIGNED:
        # The signature stands between two of them.
        rules.pop()
    return words[: rules[-1]] if rules else words
