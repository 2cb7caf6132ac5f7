"""Reading the files of lexicons: their lines with numbers, and telling one that was cut off."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from fpcrawl.exceptions import LexiconError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["fail", "numbered_lines", "read_text"]

_MAX_BYTES = 200_000_000


def fail(path: Path, line: int, what: str) -> LexiconError:
    """Return the error for a line of a file, numbered from 1."""
    return LexiconError(f"{path}, line {line}: {what}")


def read_text(path: Path) -> str:
    """Read a whole text file of UTF-8 or, as many Chinese lexicons are passed on, GB 18030.

    Raises
    ------
    LexiconError
        When it cannot be read, or is neither; the line is named.
    """
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise LexiconError(f"{path}: too large for a lexicon")
        data = path.read_bytes()
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read: {error.strerror}") from None
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = "utf-8" if _begins_as_utf8(data) else "gb18030"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(path, line, "not UTF-8 text; the file is damaged or cut off") from None


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, with their numbers from 1.

    Raises
    ------
    LexiconError
        When the file cannot be read, is empty, or its last line has no end: then it was
        probably cut off.
    """
    text = read_text(path)
    if not text.strip():
        raise LexiconError(f"{path}: the file is empty")
    lines = text.split("\n")
    if lines[-1].strip():
        raise fail(
            path,
            len(lines),
            "the last line has no end, so the file seems cut off "
            "(if it is whole, end it with a line break)",
        )
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line.rstrip("\r")


def _begins_as_utf8(data: bytes) -> bool:
    """Judge by the first part and allow for damage, so that damage is told as such."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(data[:65_536])
    foreign = sum(not char.isascii() for char in text)
    return text.count("\ufffd") <= 0.2 * foreign
