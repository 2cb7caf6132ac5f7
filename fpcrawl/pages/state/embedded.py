"""The data that a page holds for its scripts: JSON in elements, attributes and code.

It is found by what it looks like, never by what a framework calls it: a block of JSON, an
object that is assigned or handed to a function, a string that holds either.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lxml import etree

from fpcrawl.pages.state.flattened import flight_rows, is_flat, unflattened
from fpcrawl.pages.state.literals import MAX_LITERAL, literal_at, string_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

__all__ = ["embedded_values", "has_data"]

#: Characters of data that are read of one page, and scripts and attributes that are looked at.
MAX_CHARS, MAX_HOLDERS = 3_000_000, 400
#: Data of fewer characters holds no page.
MIN_CHARS = 80
#: Places of one script where data could begin but does not, and characters of literals that are
#: no JSON, which take longer.
MAX_MISSES, MAX_LITERALS = 300, 1_500_000
#: How often strings of JSON are looked into, one in the other, and objects and lists that are
#: searched for them.
MAX_STRINGS, MAX_LOOKED_INTO = 3, 50_000

_ANGULAR = (("&q;", '"'), ("&s;", "'"), ("&l;", "<"), ("&g;", ">"), ("&a;", "&"))
_CODE_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
_NOT_DATA = re.compile(r"ld\+json|importmap|speculationrules")
#: Where a value can begin: what is assigned, handed over or returned.
_BEGINS = re.compile(
    r"(?:=|\(|,|\breturn\b)\s{0,9}"
    r"(?:(?=[\[{])|(?P<quote>(?=[\"'`](?:[\[{%]|\\[\"'xu]))))"
)
_PERCENT = ("%7B", "%5B", "%7b", "%5b")
_ATTRIBUTES = etree.XPath(
    f"//@*[starts-with(., '{{') or starts-with(., '[{{')][string-length(.) >= {MIN_CHARS}]"
)
#: How such an attribute is written.
_ATTRIBUTE_BEGINS = (b"{&quot;", b"'{\"")
#: What stands in data that holds objects: names in quotes, escaped or not, and lists of objects.
_SIGNS = ('":', "&q;:", "&quot;:", '\\":', ":[{", "%22:", "%22%3A", "\\u0022:")
_decode = json.JSONDecoder(strict=False).raw_decode


@dataclass(slots=True)
class _Budget:
    """Characters that may still be read."""

    chars: int = MAX_CHARS
    literals: int = MAX_LITERALS

    def takes(self, count: int) -> bool:
        self.chars -= count
        return self.chars >= 0


def has_data(root: HtmlElement, source: bytes) -> bool:
    """Whether a page can hold data, as far as a glance at it and its bytes tells."""
    if any(map(_is_holder, root.iter("script"))):
        return True
    return any(begin in source for begin in _ATTRIBUTE_BEGINS)


def _is_holder(script: HtmlElement) -> bool:
    text = script.text
    if text is None or len(text) < MIN_CHARS or not any(sign in text for sign in _SIGNS):
        return False
    return _NOT_DATA.search(script.get("type") or "") is None


def embedded_values(root: HtmlElement) -> Iterator[Any]:
    """Objects and lists that a page holds as data, in document order; broken ones are skipped."""
    budget = _Budget()
    flight: list[str] = []
    for script in islice(root.iter("script"), MAX_HOLDERS):
        if not _is_holder(script):
            continue
        text = script.text or ""
        kind = (script.get("type") or "").partition(";")[0].strip().lower()
        for value in _values_of(text, kind, budget):
            if isinstance(value, list) and len(value) == 2 and isinstance(value[1], str):
                # self.__next_f.push([1, "..."])
                flight.append(value[1])
            elif isinstance(value, dict | list):
                yield _whole(value, budget, 0)
    if flight:
        yield from flight_rows("".join(flight))
    attributes: list[str] = _ATTRIBUTES(root)  # type: ignore[assignment]
    for text in islice(attributes, MAX_HOLDERS):
        value = _json(text, budget)
        if isinstance(value, dict | list):
            yield _whole(value, budget, 0)


def _values_of(text: str, kind: str, budget: _Budget) -> Iterator[Any]:
    text = _unwrapped(text)
    start = text[:1]
    if kind.endswith("json") or (kind not in _CODE_TYPES and start in {"{", "["}):
        value = _json(text, budget)
        if value is None and start == "%":
            value = _json(unquote(text), budget)
        if value is not None:
            yield value
    elif kind in _CODE_TYPES:
        yield from _in_code(text, budget)


def _unwrapped(text: str) -> str:
    """Return a block without a comment around it, and with its quotes where they are escaped."""
    text = text.strip()
    if text.startswith("<!--"):
        text = text.removeprefix("<!--").removesuffix("-->").strip()
    if text.startswith(("{&quot;", "[{&quot;")):
        text = unescape(text)
    if text.startswith(("{&q;", "[{&q;")):
        # Source: https://v15.angular.io/api/platform-browser/TransferState
        for name, sign in _ANGULAR:
            text = text.replace(name, sign)
    return text


def _json(text: str, budget: _Budget) -> Any:
    """Read a text of JSON; ``None`` where it is none."""
    if not budget.takes(len(text)):
        return None
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _in_code(code: str, budget: _Budget) -> Iterator[Any]:
    at = misses = 0
    while misses < MAX_MISSES and budget.chars > 0:
        begin = _BEGINS.search(code, at)
        if begin is None:
            return
        at = begin.end()
        if begin["quote"] is not None:
            value, end = _in_string(code, at, budget)
        else:
            value, end = _in_place(code, at, budget)
        if value is not None:
            yield value
        if end > at:
            at = end
        else:
            misses += 1


def _in_place(code: str, at: int, budget: _Budget) -> tuple[Any, int]:
    """Return the value that stands at a place of a script and where it ends."""
    try:
        value, end = _decode(code, at)
    except json.JSONDecodeError as error:
        budget.takes(error.pos - at)
        value, end = None, at
    except RecursionError:
        return None, len(code)
    if end > at:
        budget.takes(end - at)
        return (value if end - at >= MIN_CHARS else None), end
    if budget.literals <= 0 or not _LITERAL.match(code, at):
        return None, at
    budget.literals -= min(len(code) - at, MAX_LITERAL)
    try:
        value = literal_at(code, at)
    except ValueError:
        return None, at
    # What it holds was read with it.
    return value, len(code)


#: An object whose first name is bare or in single quotes, with what can be data behind it.
_LITERAL = re.compile(
    r"[\[{\s]{1,9}(?:[A-Za-z_$][\w$]*|'[^'\n]{1,60}'|\"[^\"\n]{1,60}\")\s*:\s*[\[{\"'\w!-]"
)


def _in_string(code: str, at: int, budget: _Budget) -> tuple[Any, int]:
    """Return the value that a string of a script holds and where the string ends."""
    try:
        text, end = string_at(code, at)
    except ValueError:
        return None, at
    if end - at < MIN_CHARS:
        return None, end
    if text.startswith(_PERCENT):
        text = unquote(text)
    return _json(text, budget), end


def _whole(value: Any, budget: _Budget, depth: int) -> Any:
    """Return a value with the JSON that its strings hold read as well."""
    if is_flat(value):
        value = unflattened(value)
    if depth < MAX_STRINGS and isinstance(value, dict | list):
        _read_strings(value, budget, depth)
    return value


def _read_strings(value: Any, budget: _Budget, depth: int) -> None:
    """Put what strings of JSON hold in their places."""
    stack, seen = [value], set[int]()
    while stack and len(seen) < MAX_LOOKED_INTO:
        holder = stack.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        places = holder.items() if isinstance(holder, dict) else enumerate(holder)
        told = [
            (name, inner)
            for name, inner in places
            if isinstance(inner, dict | list) or (isinstance(inner, str) and _may_hold(inner))
        ]
        for name, inner in told:
            if isinstance(inner, str):
                read = _json(inner, budget)
                if isinstance(read, dict | list):
                    holder[name] = _whole(read, budget, depth + 1)
            else:
                stack.append(inner)


def _may_hold(text: str) -> bool:
    return len(text) >= MIN_CHARS and text[0] in "{[" and text[-1] in "}]\n"
