"""A recorded site: its WARC file in memory, and which record answers an address.

An address is answered by the record of the very same address; else by one that differs
only in a session id or in how it is percent-encoded, as the live software would do.
"""

from __future__ import annotations

import importlib
import lzma
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote_to_bytes, urlsplit

from benchmarks.common import BenchError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Recorded", "Recording", "address_key", "load_recording", "path_of", "sorted_key"]

WARC_NAME = "site.warc.xz"

_KEPT_HEADERS = frozenset(
    {
        "content-type",
        "content-language",
        "date",
        "etag",
        "last-modified",
        "link",
        "location",
        "retry-after",
        "set-cookie",
        "x-robots-tag",
    }
)
# Long enough that ``s=linux`` of a search stays a search.
_SESSION = re.compile(r"(?<=[?&;])(?:sid|s|PHPSESSID)=[0-9A-Za-z,-]{16,}(?:[&;]|$)", re.IGNORECASE)
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_UNRESERVED = "-._~"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded answer; ``path`` is the path and query it was asked for with."""

    path: str
    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """Return the first header of that name (any case)."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Recording:
    """All records of a site.

    Attributes
    ----------
    origin
        Scheme, host and port the site was recorded under.
    exact
        Path and query to record.
    loose
        The same under :func:`address_key`; a record with status 200 goes before others.
    """

    name: str
    origin: str
    exact: dict[str, Recorded]
    loose: dict[str, Recorded]

    @property
    def port(self) -> int:
        """The port the site was recorded under."""
        return urlsplit(self.origin).port or 80

    def find(self, path: str) -> Recorded | None:
        """Return the record that answers a path and query, or ``None`` (a 404)."""
        return self.exact.get(path) or self.loose.get(address_key(path))


def path_of(url: str) -> str:
    """Return path and query of an address, without its fragment."""
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _normal_escapes(match: re.Match[str]) -> str:
    raw = unquote_to_bytes(match[0])
    return "".join(
        chr(b) if b < 128 and (chr(b).isalnum() or chr(b) in _UNRESERVED) else f"%{b:02X}"
        for b in raw
    )


def address_key(path: str) -> str:
    """Return the path and query without session ids and in one percent-encoding."""
    path = _SESSION.sub("", path).rstrip("?&;") if "?" in path else path
    if not path.isascii():
        path = quote(path, safe="/%?=&;:@!$'()*+,#[]" + _UNRESERVED)
    return _PERCENT.sub(_normal_escapes, path)


def sorted_key(url: str) -> str:
    """Return a key of an address in which the order of the query does not matter."""
    path, mark, query = address_key(path_of(url)).partition("?")
    return path + mark + "&".join(sorted(re.split(r"[&;]", query)))


def load_recording(folder: Path) -> Recording:
    """Read the recorded site of a folder.

    Raises
    ------
    BenchError
        When the file is missing, truncated or not a WARC file, or ``warcio`` is missing.
    """
    try:
        warc: Any = importlib.import_module("warcio.archiveiterator")
    except ImportError:
        raise BenchError(
            "reading a recorded site needs warcio: pip install fpcrawl[bench]"
        ) from None
    file = folder / WARC_NAME
    if not file.is_file():
        raise BenchError(f"{folder} holds no {WARC_NAME}: not a recorded site")
    exact: dict[str, Recorded] = {}
    loose: dict[str, Recorded] = {}
    origins: dict[str, int] = {}
    try:
        with lzma.open(file) as stream:
            for record in warc.ArchiveIterator(stream):
                if record.rec_type != "response" or record.http_headers is None:
                    continue
                url = record.rec_headers.get_header("WARC-Target-URI")
                parts = urlsplit(url)
                origin = f"{parts.scheme}://{parts.netloc}"
                origins[origin] = origins.get(origin, 0) + 1
                answer = Recorded(
                    path=path_of(url),
                    status=int(record.http_headers.get_statuscode()),
                    reason=record.http_headers.statusline.partition(" ")[2],
                    headers=tuple(
                        (name, value)
                        for name, value in record.http_headers.headers
                        if name.lower() in _KEPT_HEADERS
                    ),
                    body=record.content_stream().read(),
                )
                exact.setdefault(answer.path, answer)
                key = address_key(answer.path)
                if key not in loose or (loose[key].status != 200 and answer.status == 200):
                    loose[key] = answer
            stream.read(1)  # warcio takes a file cut between two records for a whole one
    # warcio raises its own and bare exceptions on bytes that are no WARC.
    except Exception as error:
        raise BenchError(f"{file} cannot be read: {error or type(error).__name__}") from error
    if not origins:
        raise BenchError(f"{file} holds no responses")
    return Recording(folder.name, max(origins, key=origins.__getitem__), exact, loose)
