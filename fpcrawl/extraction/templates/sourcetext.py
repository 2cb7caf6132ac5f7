"""Words of a piece of HTML source as :mod:`fpcrawl.extraction.text` writes them, without a tree."""

from __future__ import annotations

import re
from html import unescape

from fpcrawl.extraction.text import BLOCKS, EDGES, LINES, SPACE
from fpcrawl.extraction.templates.tokens import REST, TAG

__all__ = ["source_text"]

_UNSEEN = "noscript|option|script|select|style|template|textarea|title"
_PIECE = re.compile(
    rf"(<!--(?:.*?-->|.*)|<[!?][^<>]*+>?|<({_UNSEEN})\b{REST}>(?:.*?</\2\s*+>|.*)|{TAG})",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(r"</?+([a-zA-Z][a-zA-Z0-9]*+)")


def source_text(source: str) -> str:
    """Visible text of a piece of source, a line for each block."""
    parts: list[str] = []
    done = pre = 0
    for found in _PIECE.finditer(source):
        start = found.start()
        if start > done:
            parts.append(_words(source[done:start], pre))
        done = found.end()
        name = _NAME.match(source, start)
        if name is None or found[2]:
            continue
        tag = name[1].lower()
        if tag in BLOCKS or tag == "br":
            parts.append("\n")
            if tag == "pre":
                pre = max(0, pre + (-1 if source[start + 1] == "/" else 1))
    parts.append(_words(source[done:], pre))
    text = EDGES.sub("\n", "".join(parts))
    return LINES.sub("\n\n", text).strip()


def _words(text: str, pre: int) -> str:
    if "&" in text:
        text = unescape(text)
    return text if pre else SPACE.sub(" ", text)
