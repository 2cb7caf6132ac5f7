"""HTML source as tokens: tags and the text between them, without building a tree.

Every pattern is linear on any input. A tag is read with its quoted values whole; two
readings of quotes that started at different places never meet again unless they agree, so
at most three readings are alive at any character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING

from fpcrawl.extraction.tree import STATE_TOKENS
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "REST",
    "TAG",
    "VOID",
    "Attribute",
    "Tag",
    "attribute_of",
    "attributes_of",
    "class_of",
    "scan",
    "tag_label",
    "text_between",
]

#: Elements without an end tag.
VOID = frozenset(
    "area base br col embed frame hr img input link meta param source track wbr".split()
)

#: Rest of a tag after its name, and any tag.
REST = r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+"
TAG = rf"</?+[a-zA-Z][^\s<>/\"'=]*+(?:{REST}>|[^<>]*+>)"
_TOKEN = late(
    rf"<!--(?:.*?-->|.*)|<[!?][^<>]*+>?|(?P<raw><(?P<kind>script|style)\b{REST}>)"
    rf"(?:.*?</(?P=kind)\s*+>|.*)|(?P<tag>{TAG})",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(r"</?+([a-zA-Z][^\s<>/\"'=]*+)")
_ATTRIBUTE = re.compile(
    r"([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?+"
)
_ANY_TAG = re.compile(
    rf"<!--(?:.*?-->|.*)|<[!?][^<>]*+>?|<(script|style)\b{REST}>(?:.*?</\1\s*+>|.*)|{TAG}",
    re.IGNORECASE | re.DOTALL,
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag.

    Attributes
    ----------
    start, end
        Where it stands in the source.
    name
        In lower case, with a leading slash in an end tag.
    """

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a tag; ``start`` and ``end`` bound its value in the tag as written."""

    name: str
    value: str
    start: int
    end: int


def scan(source: str, start: int = 0, stop: int | None = None) -> Iterator[Tag]:
    """Yield the tags of a piece of source; comments, scripts and styles are passed over.

    Of a script or style the start tag is given, as trees have an element for it.
    """
    for found in _TOKEN.finditer(source, start, len(source) if stop is None else stop):
        group = "tag" if found["tag"] is not None else "raw"
        raw = found[group]
        if raw is None:
            continue
        name = _NAME.match(raw)
        if name is not None:
            slash = "/" if raw[1] == "/" else ""
            yield Tag(found.start(group), found.end(group), slash + name[1].lower())


def attributes_of(raw: str) -> list[Attribute]:
    """Attributes of a start tag in the order they are written."""
    name = _NAME.match(raw)
    out = []
    for found in _ATTRIBUTE.finditer(raw, name.end() if name else 0):
        group = found.lastindex or 1
        if group == 1:
            out.append(Attribute(found[1].lower(), "", found.end(), found.end()))
        else:
            start, end = found.span(group)
            out.append(Attribute(found[1].lower(), found[group], start, end))
    return out


@lru_cache(maxsize=256)
def _attribute_pattern(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"[\s\"']{re.escape(name)}\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))",
        re.IGNORECASE,
    )


def attribute_of(raw: str, name: str) -> str | None:
    """Value of an attribute of a start tag, entities read."""
    found = _attribute_pattern(name).search(raw)
    if found is None:
        return None
    value = found[found.lastindex or 1]
    return unescape(value) if "&" in value else value


def text_between(source: str, start: int, stop: int) -> str:
    """Words of a piece of source, tags dropped, entities read, white space collapsed."""
    piece = source[start:stop]
    if "<" in piece:
        piece = _ANY_TAG.sub("", piece)
    if "&" in piece:
        piece = unescape(piece)
    return " ".join(piece.split())


@lru_cache(maxsize=4096)
def class_of(raw: str) -> str:
    """Class tokens of a ``class`` value without digits and momentary states, for comparing."""
    bare = (_DIGITS.sub("", token).strip("-_").lower() for token in raw.split())
    return ".".join(token for token in bare if token and token not in STATE_TOKENS)


def tag_label(raw: str) -> str:
    """Name a tag for people: ``Html(div.post)``, ``Html(em#author)``, ``Html(/td)``."""
    found = _NAME.match(raw)
    if found is None:
        return "Html(?)"
    name = found[1].lower()
    if raw.startswith("</"):
        return f"Html(/{name})"
    classes = class_of(attribute_of(raw, "class") or "")
    ident = _DIGITS.sub("", attribute_of(raw, "id") or "").strip("-_")
    return f"Html({name}{'.' + classes if classes else ''}{'#' + ident if ident else ''})"
