"""JSON Lines: a page a line, with its text or the name of the file that has it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.saved.page import SavedPage, Unread

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

__all__ = ["PAGE_FIELDS", "Named", "read_lines"]

#: Fields that hold a page's text; the first one that is there.
PAGE_FIELDS = ("html", "body", "content")
#: A longer line is no page: it is passed over without being kept.
MAX_LINE_BYTES = 128 << 20
_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Named:
    """A line that names the file of its page.

    Attributes
    ----------
    file
        Relative to the folder of the list.
    """

    path: str
    id: str
    url: str
    file: str
    site: str = ""


def read_lines(
    stream: io.BufferedReader, path: str, *, named: bool = True
) -> Iterator[SavedPage | Named | Unread]:
    """Yield the pages of a JSON Lines stream.

    Parameters
    ----------
    path
        Name of the file; the N-th page is called ``path#N``, N from 1.
    named
        Whether lines may name a ``file`` in place of the text.
    """
    number = 0
    while True:
        line = stream.readline(MAX_LINE_BYTES)
        if not line:
            return
        number += 1
        here = f"{path}#{number}"
        if len(line) == MAX_LINE_BYTES and not line.endswith(b"\n"):
            _skip_line(stream)
            yield Unread(here, here, "bad_line", f"longer than {MAX_LINE_BYTES >> 20} MB")
            continue
        if not line.strip():
            continue
        yield _read(line, here, named=named)


def _read(line: bytes, here: str, *, named: bool) -> SavedPage | Named | Unread:
    try:
        record: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Unread(here, here, "bad_line", str(error)[:200])
    if not isinstance(record, dict):
        return Unread(here, here, "bad_line", "not a JSON object")
    given = record.get("id")
    name = str(given) if isinstance(given, str | int) and given != "" else here
    url, site = (_text(record.get(field)) for field in ("url", "site"))
    for field in PAGE_FIELDS:
        text = record.get(field)
        if isinstance(text, str):
            # Half a surrogate pair has no form in UTF-8.
            return SavedPage(here, name, url, text.encode("utf-8", "replace"), "utf-8", site)
    file = record.get("file")
    if named and isinstance(file, str) and file:
        return Named(here, name, url, file, site)
    wanted = ", ".join(PAGE_FIELDS)
    return Unread(here, name, "no_html", f"none of the fields {wanted}{', file' * named}")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _skip_line(stream: io.BufferedReader) -> None:
    while True:
        block = stream.readline(_BLOCK_BYTES)
        if not block or block.endswith(b"\n"):
            return
