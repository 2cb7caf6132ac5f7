"""Values written in JavaScript: objects whose names are bare, strings in single quotes.

Nothing is run. Literals are rewritten as JSON, and what a function is called with is put where
its body names it, as minifiers write the data of a page.
"""

from __future__ import annotations

import json
import re
from typing import Any

from fpcrawl.patterns import late

__all__ = ["MAX_LITERAL", "literal_at", "string_at"]

#: Characters of a literal that are looked at.
MAX_LITERAL = 1_000_000
#: Characters before a literal among which the function that returns it begins.
_HEAD = 4_000
#: Values that a function is called with.
_MAX_ARGUMENTS = 5_000
_MAX_DEPTH = 60
#: What stands for a name until it is known.
_NAME = "\x00"

_TOKEN = late(
    r"""
    (?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|`(?:[^`\\$]|\\.|\$(?!\{))*+`)
    |new\s+Date\(\s*(?P<date>-?\d+|"[^"]*+"|'[^']*+')\s*\)
    |(?P<empty>\bvoid\s+0\b|\bArray\(\d*\)|\bnew\s+(?:Map|Set)\(\))
    |!(?P<flag>[01])
    |(?P<key>(?:[A-Za-z_$][\w$]*+|\d++))(?=\s*+:)
    |(?P<number>-?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)
    |(?P<name>[A-Za-z_$][\w$]*+)
    |(?P<comment>/\*[^*]*+\*/)
    |(?P<comma>,(?=\s*+[}\]]))
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|\r?\n|.)", re.DOTALL
)
_PLAIN_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_WORDS = {"true": "true", "false": "false", "null": "null"}
_NOTHING = frozenset({"undefined", "NaN", "Infinity"})
_RETURNS = re.compile(
    r"(?:function\s*+[\w$]*+\s*+\(|\()(?P<names>[\w$,\s]*)\)\s*(?:=>\s*)?\{[^{}]*\breturn\s*$"
)
_CALLED = re.compile(r"[;\s]*+\}\s*+\)?\s*+\(")
_decode = json.JSONDecoder(strict=False).raw_decode


def literal_at(code: str, at: int) -> Any:
    """Return the object or list that begins at a place of a script.

    Raises
    ------
    ValueError
        Where there is none that could be read.
    """
    text = _as_json(code[at : at + MAX_LITERAL])
    try:
        value, end = _decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    head = _RETURNS.search(code, max(0, at - _HEAD), at)
    names = [name.strip() for name in head["names"].split(",")] if head is not None else []
    called = _CALLED.match(text, end) if names else None
    given = dict(zip(names, _arguments(text, called.end()), strict=False)) if called else {}
    return _filled(value, given, 0)


def string_at(code: str, at: int) -> tuple[str, int]:
    """Return the string that begins with the quote at a place of a script, and where it ends.

    Raises
    ------
    ValueError
        Where it does not end.
    """
    token = _TOKEN.match(code, at)
    if token is None or token["string"] is None:
        raise ValueError("no string")
    return _unquoted(token["string"]), token.end()


def _as_json(code: str) -> str:
    return _TOKEN.sub(_rewritten, code)


def _rewritten(token: re.Match[str]) -> str:
    kind, said = token.lastgroup, token[0]
    if kind == "string":
        return said if said[0] == '"' and "\\" not in said else json.dumps(_unquoted(said))
    if kind == "date":
        return token["date"].replace("'", '"')
    if kind == "empty":
        return "[]" if said.startswith("Array") else "null"
    if kind == "flag":
        return "true" if token["flag"] == "0" else "false"
    if kind == "key":
        return f'"{said}"'
    if kind == "number":
        return _number(said)
    if kind == "name":
        known = _WORDS.get(said)
        return known or ("null" if said in _NOTHING else json.dumps(_NAME + said))
    return ""


def _number(said: str) -> str:
    sign = "-" if said[0] == "-" else ""
    digits = said.removeprefix("-")
    whole, mark, rest = digits.partition(".")
    if mark and (not rest or not rest[0].isdigit()):
        rest = "0" + rest
    return f"{sign}{whole.lstrip('0') or '0'}{mark}{rest}"


def _unquoted(said: str) -> str:
    inner = said[1:-1]
    return _ESCAPE.sub(_unescaped, inner) if "\\" in inner else inner


def _unescaped(escape: re.Match[str]) -> str:
    said = escape[1]
    if said[0] in "xu" and len(said) > 1:
        code = int(said[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else ""
    if said.endswith("\n"):
        return ""
    return _PLAIN_ESCAPES.get(said, said)


def _arguments(text: str, at: int) -> list[Any]:
    """Values that a function is called with, up to the first that is no plain value."""
    out: list[Any] = []
    while at < len(text) and len(out) < _MAX_ARGUMENTS:
        try:
            value, end = _decode(text, at)
        except (ValueError, RecursionError):
            break
        out.append(value)
        while end < len(text) and text[end] in ", \n":
            end += 1
        at = end
    return out


def _filled(value: Any, given: dict[str, Any], depth: int) -> Any:
    """Put values where names stand; a name that is not known is nothing."""
    if isinstance(value, str) and value.startswith(_NAME):
        return given.get(value[1:])
    if depth >= _MAX_DEPTH:
        return None
    if isinstance(value, dict):
        return {name: _filled(inner, given, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, given, depth + 1) for inner in value]
    return value
