"""Recorded pages as they would be with fewer records: the first one, two or three of them.

Most threads of the world have no answer or one or two, most recorded ones have many. A page is
cut in its source: the posts, comments or rows of a list after the first few go, with what stands
between them, and in what is true of the page the same ones are left. All around them stays.
"""

from __future__ import annotations

import hashlib
import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks._crowded import Known
from benchmarks._sourcecuts import Ranges, cut_out, find_cuts
from benchmarks._sourceplaces import TextSource, bare, find_anchors
from benchmarks.common import read_packed
from fpcrawl.pages.charset import decide_charset

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    Record = tuple[str, Sequence[str]]

__all__ = ["FEWER", "Cut", "cut_of_page", "cut_truth", "fewer_records", "is_few", "pages_cut"]

_FEW = "few"
_MOST = 3
FEWER = (_FEW, *(f"{_FEW}:{n}" for n in range(1, _MOST + 1)))
"""These disguises, beside those of ``benchmarks._disguise``."""
#: What a truth calls the records of a page.
_RECORDS = ("posts", "threads")
#: Characters by which the words of a post are known again.
_PROBE = 40
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LINKED_DATA = re.compile(r"<script\b[^>]*\bjson\b[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE)
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


@dataclass(frozen=True, slots=True)
class Cut:
    """What goes of a page.

    Attributes
    ----------
    keep
        How many records stay.
    ranges
        The pieces of its source that go.
    """

    keep: int
    ranges: Ranges

    def of(self, body: bytes) -> bytes:
        """Return the page without what goes."""
        return cut_out(body.decode("latin-1"), self.ranges).encode("latin-1")


def is_few(disguise: str | None) -> bool:
    """Tell whether a disguise is one of these."""
    return disguise is not None and disguise.partition(":")[0] == _FEW


def cut_of_page(folder: Path, row: Mapping[str, Any], disguise: str | None) -> Cut | None:
    """Return what goes of a page by its line of the manifest of a folder.

    Nothing goes in other disguises. Of ``few`` one page in three stays whole, as the pages of a
    site differ in this; the others keep one, two or three records.

    Raises
    ------
    BenchError
        When its file is missing or no gzip.
    """
    if disguise is None or not is_few(disguise):
        return None
    _, _, only = disguise.partition(":")
    known = Known.of(dict(row))
    records = known.posts or [("", (title,)) for _, title in known.threads]
    if len(records) < 2:
        return None
    body = read_packed(folder / row["file"])
    keep = int(only) if only else _drawn(body)
    return fewer_records(body, records, keep, known.charset) if keep else None


def cut_truth(truth: Mapping[str, Any], cut: Cut | None) -> dict[str, Any]:
    """Return what is true of a page of which only some records are left."""
    if cut is None:
        return dict(truth)
    return {key: value[: cut.keep] if key in _RECORDS else value for key, value in truth.items()}


def fewer_records(
    body: bytes, records: Sequence[Record], keep: int, http_charset: str | None = None
) -> Cut | None:
    """Return what goes of a page that only its first records stay.

    Parameters
    ----------
    records
        The author of each (or nothing) and its text, in any of several forms, in page order.
    keep
        How many stay.

    Returns
    -------
        ``None`` where no more records than these are known, and where it cannot be told what
        belongs to each: the page is to stay as it is.
    """
    if len(records) <= keep or body.startswith(_UTF16):
        return None
    charset = decide_charset(body, http_charset).encoding
    page = TextSource(body.decode("latin-1"), charset)
    ranges = find_cuts(page, records, keep)
    if ranges is None:
        return None
    going = _probes(records[keep:]) - _probes(records[:keep])
    ranges = tuple(sorted([*ranges, *_told_to_machines(page.source, charset, going, ranges)]))
    left = cut_out(page.source, ranges)
    kept = [one.number for one in find_anchors(page, records) if one.number < keep]
    still = find_anchors(TextSource(left, charset), records[:keep])
    if [one.number for one in still] != kept or _says(left, charset, going):
        return None
    return Cut(keep, ranges)


def pages_cut(disguise: str | None, cuts: Iterable[Cut | None]) -> dict[str, int]:
    """Return how many pages are cut, where one of these disguises is worn."""
    return {"pages_cut": sum(cut is not None for cut in cuts)} if is_few(disguise) else {}


def _drawn(body: bytes) -> int:
    """Return how many records a page keeps; 0: all."""
    number = int.from_bytes(hashlib.blake2b(body, digest_size=4).digest())
    return 0 if number % 3 == 0 else 1 + number // 3 % _MOST


def _probes(records: Sequence[Record]) -> set[str]:
    """Return how the words of records begin, of those that are long enough to be known again."""
    told = (bare(text) for author, texts in records if author for text in texts)
    return {text[:_PROBE] for text in told if len(text) >= _PROBE}


def _says(source: str, charset: str, words: Collection[str]) -> bool:
    """Tell whether some words stand anywhere in a source, escaped in any way."""
    text = source.encode("latin-1").decode(charset, "replace")
    text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    text = bare(html.unescape(text))
    return any(one in text for one in words)


def _told_to_machines(
    source: str, charset: str, words: Collection[str], gone: Ranges
) -> Iterator[tuple[int, int]]:
    """Yield where linked data tell records that go."""
    for found in _LINKED_DATA.finditer(source):
        inside = any(start <= found.start() < end for start, end in gone)
        if not inside and _says(found.group(), charset, words):
            yield found.span()
