"""Values that a page holds flat: a list of parts that name each other by their numbers.

So ``devalue`` (Nuxt, SvelteKit) and ``turbo-stream`` (Remix, React Router) write what objects
share only once. The rows of React's server components name each other by numbers too.
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["flight_rows", "is_flat", "unflattened"]

#: Parts of a value, those that stand in it again (a text counts as one for so many characters),
#: and how deep they are followed.
MAX_PARTS, MAX_AGAIN, CHARS, MAX_DEPTH = 200_000, 200_000, 64, 60
#: Kinds of values that wrap another, or are a text.
_WRAPPING = frozenset({"Reactive", "ShallowReactive", "Ref", "ShallowRef", "Date", "D", "BigInt"})
_KINDS = frozenset({"Set", "Map", "null", "EmptyRef", "EmptyShallowRef", "RegExp", "NuxtError"})
_ROW = re.compile(r"([0-9a-f]{1,6}):")
_TEXT_ROW = re.compile(r"T([0-9a-f]{1,7}),")
_REFERENCE = re.compile(r"\$(?:[LF@])?([0-9a-f]{1,6})")
#: Rows of a page.
MAX_ROWS = 5_000


def is_flat(value: Any) -> bool:
    """Whether a list of JSON is a value written flat: its first part names only others."""
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_PARTS:
        return False
    first = value[0]
    if isinstance(first, list):
        wraps = len(first) == 2 and first[0] in {"Reactive", "ShallowReactive"}
        return wraps and _is_number(first[1])
    return isinstance(first, dict) and bool(first) and all(map(_is_number, first.values()))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def unflattened(parts: list[Any]) -> Any:
    """Return the value that a list of parts is."""
    return _Parts(parts).at(0, 0)


class _Parts:
    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts
        self._known: dict[int, Any] = {}
        self._sizes: dict[int, int] = {}
        self._left = MAX_AGAIN

    def at(self, number: Any, depth: int) -> Any:
        if not _is_number(number) or not 0 <= number < len(self._parts) or depth > MAX_DEPTH:
            return None
        if number in self._known:
            self._left -= self._sizes.get(number, 0)
            return self._known[number] if self._left >= 0 else None
        part = self._parts[number]
        if isinstance(part, dict):
            out: dict[str, Any] = {}
            self._known[number], self._sizes[number] = out, len(part)
            for name, inner in part.items():
                out[self._name(name)] = self.at(inner, depth + 1)
                self._sizes[number] += self._size(inner)
            return out
        if isinstance(part, list):
            return self._of_list(number, part, depth)
        self._known[number] = part
        if isinstance(part, str):
            self._sizes[number] = len(part) // CHARS
        return part

    def _size(self, number: Any) -> int:
        return self._sizes.get(number, 0) if _is_number(number) else 0

    def _name(self, name: str) -> str:
        """Names are parts as well where they are written "_3"."""
        if name[:1] == "_" and name[1:].isdecimal() and int(name[1:]) < len(self._parts):
            told = self._parts[int(name[1:])]
            return told if isinstance(told, str) else name
        return name

    def _of_list(self, number: int, part: list[Any], depth: int) -> Any:
        kind = part[0] if part and isinstance(part[0], str) else None
        if kind in _WRAPPING and len(part) > 1:
            told = part[1]
            value = self.at(told, depth + 1) if _is_number(told) and kind != "D" else told
            self._known[number], self._sizes[number] = value, self._size(told)
            return value
        if kind in _KINDS:
            return None
        out: list[Any] = []
        self._known[number], self._sizes[number] = out, len(part)
        for inner in part:
            out.append(self.at(inner, depth + 1))
            self._sizes[number] += self._size(inner)
        return out


def flight_rows(text: str) -> list[Any]:
    """Values of the rows that React's server components are sent as, with texts in their places.

    Source: https://react.dev/reference/rsc/server-components
    """
    data = text.encode("utf-8", "replace")
    texts: dict[str, str] = {}
    values: list[Any] = []
    at = 0
    while at < len(data) and len(values) + len(texts) < MAX_ROWS:
        head = _ROW.match(data[at : at + 8].decode("ascii", "replace"))
        if head is None:
            end = data.find(b"\n", at)
            at = end + 1 if end >= 0 else len(data)
            continue
        at += head.end()
        long = _TEXT_ROW.match(data[at : at + 9].decode("ascii", "replace"))
        if long is not None:
            at += long.end()
            end = at + int(long[1], 16)
            texts[head[1]] = data[at:end].decode("utf-8", "replace")
            at = end
            continue
        end = data.find(b"\n", at)
        end = end if end >= 0 else len(data)
        row = data[at:end].decode("utf-8", "replace").strip()
        at = end + 1
        if row[:1] in ("[", "{"):
            try:
                values.append(json.loads(row, strict=False))
            except (ValueError, RecursionError):
                continue
    return [_placed(value, texts, 0) for value in values]


def _placed(value: Any, texts: dict[str, str], depth: int) -> Any:
    if isinstance(value, str):
        if value[:1] != "$":
            return value
        if value.startswith("$D"):
            return value[2:]
        told = _REFERENCE.fullmatch(value)
        return texts.get(told[1]) if told is not None else value.removeprefix("$")
    if depth > MAX_DEPTH:
        return None
    if isinstance(value, dict):
        return {name: _placed(inner, texts, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_placed(inner, texts, depth + 1) for inner in value]
    return value
