"""WARC files: the HTML pages among their records."""

from __future__ import annotations

import importlib
import zlib
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.charset import charset_of
from fpcrawl.saved.page import SavedPage, Unread

if TYPE_CHECKING:
    import io
    from collections import Counter
    from collections.abc import Iterator

__all__ = ["is_warc", "need_warcio", "read_warc"]

_HTML = ("text/html", "application/xhtml")
#: Lines before a record's body; no real record has as many bytes of them.
_MAX_HEADER_BYTES = 1 << 20
_LINE_BYTES = 65_536
_BLOCK_BYTES = 1 << 20


class _BadRecordError(Exception):
    """A record whose beginning or end is not where it should be."""


class _Lines:
    """A stream whose lines and headers have bounds."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self.budget_bytes = 0

    def readline(self, size: int | None = None) -> bytes:
        limit = _LINE_BYTES if size is None or size < 0 else min(size, _LINE_BYTES)
        line = self._stream.readline(limit)
        self.budget_bytes -= len(line)
        if self.budget_bytes < 0:
            raise _BadRecordError("its headers have no end")
        return line

    def read(self, size: int | None = None) -> bytes:
        return self._stream.read(_BLOCK_BYTES if size is None or size < 0 else size)

    def tell(self) -> int:
        return 0  # of use only inside a record, where warcio counts for itself


def is_warc(head: bytes) -> bool:
    """Tell whether a file that begins so is a WARC file."""
    return head.lstrip(b"\r\n").startswith(b"WARC/")


def need_warcio() -> Any:
    """Return warcio's module of records.

    Raises
    ------
    UsageError
        It is not installed.
    """
    try:
        return importlib.import_module("warcio.recordloader")
    except ImportError as error:
        raise UsageError("WARC files need warcio: pip install 'fpcrawl[warc]'") from error


def read_warc(
    stream: io.BufferedReader, path: str, max_bytes: int, left_out: Counter[str]
) -> Iterator[SavedPage | Unread]:
    """Yield the HTML pages of a WARC stream.

    Pages are responses with a status of 200 to 299 and resources, with an HTML content type
    or none. A record that is broken is told, and reading goes on at the next one.

    Parameters
    ----------
    path
        Name of the file; the N-th record is called ``path#N``, N from 1.
    max_bytes
        So much is read of a page.
    left_out
        Counts the responses and resources that are no pages, by what they are.

    Raises
    ------
    UsageError
        ``warcio`` is not installed.
    """
    loader = need_warcio().ArcWarcRecordLoader(verify_http=False)
    lines = _Lines(stream)
    number = 0
    lost = False  # between records, looking for the next one
    while True:
        try:
            line = _next_start(lines)
            if not line:
                return
            found: SavedPage | Unread | None = None
            if line.startswith(b"WARC/"):
                lost = False
                number += 1
                here = f"{path}#{number}"
                found = _read(loader, lines, line, here, max_bytes, left_out)
            elif not lost:
                lost = True
                number += 1
                here = f"{path}#{number}"
                found = Unread(here, here, "bad_record", "what should be a record is none")
        except OSError:
            raise
        except Exception as error:  # warcio raises bare ones, and what its code fails by
            found = Unread(here, here, "bad_record", _why(error)[:200])
            lost = True
        if found is not None:
            yield found


def _why(error: Exception) -> str:
    """Return a reason in words; those of an error that nobody meant to raise tell nothing."""
    told = isinstance(error, _BadRecordError) or type(error).__module__.startswith("warcio.")
    return (str(error) if told else "") or "its head cannot be read"


def _next_start(lines: _Lines) -> bytes:
    """Return the next line that is not empty, nothing at the end."""
    while True:
        lines.budget_bytes = _MAX_HEADER_BYTES
        line = lines.readline()
        if not line or line.strip():
            return line


def _read(
    loader: Any, lines: _Lines, start: bytes, here: str, max_bytes: int, left_out: Counter[str]
) -> SavedPage | Unread | None:
    record = loader.parse_record_stream(lines, statusline=start, known_format="warc")
    lines.budget_bytes = 1 << 62  # the body has its own length
    if record.length is None:
        raise _BadRecordError("it does not tell its length")
    headers = record.http_headers
    kind = _content_type(record)
    reason = _no_page(record.rec_type, headers, kind)
    body, encoding = b"", ""
    if not reason:
        body = _content(record, max_bytes)
        encoding = (headers.get_header("content-encoding") or "").strip().lower() if headers else ""
    _drain(record.raw_stream)
    if record.raw_stream.tell() < record.length:
        raise _BadRecordError("the file ends within it")
    if reason:
        if reason != "other":
            left_out[reason] += 1
        return None
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    try:
        body = _decoded(body, encoding, max_bytes)
    except (zlib.error, ValueError) as error:
        return Unread(here, here, "corrupt", f"content encoding {encoding}: {error}")
    if not kind and b"<" not in body[:1024]:
        left_out["not_html"] += 1
        return None
    return SavedPage(here, here, url, body, charset_of(kind))


def _content_type(record: Any) -> str:
    if record.http_headers is not None:
        return (record.http_headers.get_header("content-type") or "").strip().lower()
    return (record.content_type or "").strip().lower() if record.rec_type == "resource" else ""


def _no_page(rec_type: str | None, headers: Any, kind: str) -> str:
    """Return why a record holds no page; empty when it does."""
    if rec_type not in {"response", "resource"} or (rec_type == "response" and headers is None):
        return "other"
    if headers is not None:
        status = headers.get_statuscode()
        if not status.startswith("2"):
            return f"status_{status}" if status.isdigit() and len(status) == 3 else "status_none"
    if kind and not kind.startswith(_HTML):
        return "not_html"
    return ""


def _content(record: Any, max_bytes: int) -> bytes:
    headers = record.http_headers
    stream = record.raw_stream
    if headers is not None:
        coding = (headers.get_header("transfer-encoding") or "").lower()
        if "chunked" in coding:
            reader = importlib.import_module("warcio.bufferedreaders").ChunkedDataReader
            stream = reader(stream)
    body: bytes = stream.read(max_bytes)
    return body


def _drain(stream: Any) -> None:
    while stream.read(_BLOCK_BYTES):
        pass


def _decoded(body: bytes, encoding: str, max_bytes: int) -> bytes:
    """Undo a Content-Encoding; many archives hold the text with the header left as it was."""
    if encoding in {"gzip", "x-gzip"} and body.startswith(b"\x1f\x8b"):
        return zlib.decompressobj(31).decompress(body, max_bytes)
    if encoding == "deflate" and not body.lstrip().startswith(b"<"):
        try:
            return zlib.decompressobj().decompress(body, max_bytes)
        except zlib.error:
            return zlib.decompressobj(-15).decompress(body, max_bytes)
    if encoding in {"br", "zstd"} and b"<" not in body[:256]:
        raise ValueError("cannot be read here")
    return body
