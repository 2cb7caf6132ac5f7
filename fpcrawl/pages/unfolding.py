"""Markup that a page keeps in another form until a script puts it in place.

Rows in a comment of a hidden element, rows as data of a script, and what a script does nothing
but write: readers see all of it, and it stands in the page in full. What scripts compute or
fetch is not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["unfolded"]

#: Characters of a start tag, of what is unfolded at once, and pieces of one page.
_TAG, _LONGEST, _MOST = 400, 2_000_000, 200
# <code style="display:none"><!-- <ul>...</ul> --></code>
_CODE = re.compile(rb"<code\b[^<>]{0,%d}>\s{0,20}<!--" % _TAG, re.IGNORECASE)
_END_OF_CODE = re.compile(rb"\s{0,20}</code\s{0,9}>", re.IGNORECASE)
_SCRIPT = re.compile(rb"<script\b(?P<names>[^<>]{0,%d})>" % _TAG, re.IGNORECASE)
_END_OF_SCRIPT = re.compile(rb"\s{0,9}>")
_XML = re.compile(rb"""\btype\s{0,3}=\s{0,3}["']?(?:text|application)/xml\b""", re.IGNORECASE)
# <record><![CDATA[<li>...</li>]]></record>
_RECORD, _END_OF_RECORD = re.compile(rb"<record>\s{0,20}<!\[CDATA\["), b"]]>"
# document.write("<li>...</li>");
_WRITE = re.compile(
    rb"""document\s{0,3}\.\s{0,3}write(?:ln)?\s{0,3}\(\s{0,9}(?P<quote>["'])"""
    rb"""(?P<said>(?:\\.|(?!(?P=quote))[^\\\r\n]){0,20000}+)(?P=quote)\s{0,9}\)\s{0,9};?""",
    re.DOTALL,
)
_ESCAPED = re.compile(rb"\\([\"'/\\])")
#: What may stand beside such calls: nothing, and the comment that hid them from old browsers.
_AROUND = re.compile(rb"(?:\s|<!--|//\s{0,3}-->|-->|//<!\[CDATA\[|//\]\]>)*")


def unfolded(data: bytes) -> bytes:
    """Return a page, in UTF-8, with such markup in its place.

    Only what holds links is unfolded: all else is no way on.
    """
    if b"<code" in data and b"<!--" in data:
        data = _replaced(data, _CODE, b"-->", _END_OF_CODE, _from_comment)
    if b"<record>" in data or b"document.write" in data:
        data = _replaced(data, _SCRIPT, b"</script", _END_OF_SCRIPT, _from_script)
    return data


def _replaced(
    data: bytes,
    start: re.Pattern[bytes],
    stop: bytes,
    end: re.Pattern[bytes],
    unfold: Callable[[re.Match[bytes], bytes], bytes | None],
) -> bytes:
    """Replace what stands between a start and the first stop behind it, which an end follows."""
    out: list[bytes] = []
    done = at = 0
    while len(out) < 2 * _MOST and (begin := start.search(data, at)) is not None:
        close = data.find(stop, begin.end())
        if close < 0:
            break  # nor is there one behind it
        at = close + len(stop)
        behind = end.match(data, at)
        inner = data[begin.end() : close] if close - begin.end() <= _LONGEST else b""
        markup = unfold(begin, inner) if behind is not None and inner else None
        if markup is not None and behind is not None and _has_links(markup):
            out += (data[done : begin.start()], markup)
            done = at = behind.end()
    return b"".join((*out, data[done:])) if out else data


def _from_comment(_: re.Match[bytes], markup: bytes) -> bytes:
    return b"<div>" + markup + b"</div>"


def _from_script(begin: re.Match[bytes], code: bytes) -> bytes | None:
    if _XML.search(begin["names"]) is not None:
        return b"<div>" + b"".join(_records(code)) + b"</div>"
    if b"document.write" not in code or _AROUND.fullmatch(_WRITE.sub(b"", code)) is None:
        return None
    said = (_ESCAPED.sub(rb"\1", call["said"]) for call in _WRITE.finditer(code))
    markup = b"".join(said)
    return None if b"<script" in markup.lower() else markup


def _records(code: bytes) -> Iterator[bytes]:
    at = 0
    while (begin := _RECORD.search(code, at)) is not None:
        end = code.find(_END_OF_RECORD, begin.end())
        if end < 0:
            return
        yield code[begin.end() : end]
        at = end


def _has_links(markup: bytes) -> bool:
    return b"<a " in markup or b"<A " in markup
