"""Boxes below the words of a post with what its author signs all of his posts with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.body import MAX_SIGNATURE
from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

__all__ = ["signed_box"]

#: What a box is built as in which software sets a signature below the words.
_BOXES = frozenset({"div", "section"})
#: What letters have above a signature, in a line of its own.
_DASHES = re.compile(r"[-–—_]{2,3}")
_SHOWN = ".//img | .//video | .//iframe"


def signed_box(parts: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the box of a signature that ends a body, by the rule or the dashes it begins with.

    Parameters
    ----------
    parts
        The element of the body, or its paragraphs.

    Returns
    -------
    HtmlElement or None
        ``None`` where nothing stands above it: then it holds the words.
    """
    if not parts:
        return None
    is_part = len(parts) > 1
    box = parts[-1] if is_part else next(reversed(parts[0]), None)
    if box is None or box.tag not in _BOXES or not len(box):
        return None
    if not is_part and (box.tail or "").strip():
        return None
    begin, first = (box.text or "").strip(), box[0]
    if not (_DASHES.fullmatch(begin) and first.tag == "br" if begin else first.tag == "hr"):
        return None
    said = squeeze("".join(box.itertext()))
    if len(said) <= len(begin) or len(said) > MAX_SIGNATURE:
        return None
    above = parts[:-1] if is_part else parts
    words = sum(len(squeeze("".join(part.itertext()))) for part in above)
    is_shown = any(part.xpath(_SHOWN) for part in above)
    return box if is_shown or words > (0 if is_part else len(said)) else None
