"""Texts that are but a number: a position among posts, or a count."""

from __future__ import annotations

import re

from fpcrawl.extraction.vocabulary import FLOOR_WORDS

__all__ = ["is_bracketed_count", "is_floor"]

_POSITION = re.compile(
    r"^(?:re|reply|replies|post|comment|message|msg|no|nr|回复|第)?[\s.:]*(?:[#№]\s*\d{0,12}|\d{0,7})"
    r"\s*(?:(?:of|/|von|sur|de)\s*\d{1,7})?\s*(?:#|楼|樓|层|層|(?<=\d)F)?[.:]?(?:\s\([^\W\d_]{1,12}\))?$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"[\[(（【]\s?\d[\d.,]{0,9}(?:\s?[^\W\d]{1,16}+){0,6}+\s?[\])）】]")


def is_floor(text: str) -> bool:
    """Whether a text only names a position: "#3", "Reply #3", "msg3 (view)", "3F", "沙发"."""
    return text in FLOOR_WORDS or bool(_POSITION.match(text))


def is_bracketed_count(text: str) -> bool:
    """Whether a text counts something in brackets: "[3 favorites]"."""
    return _COUNTED.fullmatch(text) is not None
