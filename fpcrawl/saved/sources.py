"""Finds the saved pages below given paths and yields them one by one."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.limits import PageLimits
from fpcrawl.saved.jsonlines import Named, read_lines
from fpcrawl.saved.page import SavedPage, Unread
from fpcrawl.saved.unpack import open_unpacked
from fpcrawl.saved.warc import is_warc, read_warc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.saved.unpack import Opened

__all__ = ["MANIFEST", "SavedPages", "Totals", "shown_path"]

#: A folder with this list has the pages that it names, and no others.
MANIFEST = "manifest.jsonl"
_PACKED = (".gz", ".xz", ".bz2")
_PAGES = (".html", ".htm", ".xhtml", ".shtml")
_LISTS = (".jsonl", ".ndjson", ".jl")
#: Files of these kinds are not looked into in search of pages.
_OTHERS = frozenset(
    """
    7z aac avi avif bin bmp cdx cdxj class css csv db doc docx eot exe gif ico iso jar jpeg jpg js
    json log m4a map md mkv mov mp3 mp4 mpeg mpg npz ogg otf pdf pickle png ppt pptx py pyc rar rss
    rtf so sqlite sqlite3 svg swf tar tgz tif tiff tsv ttf txt wasm wav webm webp woff woff2 xls
    xlsx xml yaml yml zip zst
    """.split()
)
_HEAD_BYTES = 2048
_MARKUP = (b"<!doctype html", b"<html", b"<head", b"<body")


@dataclass(frozen=True, slots=True)
class Totals:
    """What there is to read.

    Attributes
    ----------
    files
        Files that are looked into.
    size_bytes
        Their size; a file that a list names is not counted.
    pages
        Pages at most; ``None`` when there are files of many.
    """

    files: int
    size_bytes: int
    pages: int | None


def shown_path(path: Path | str) -> str:
    """Return a path as text that any file takes; bytes that are no UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


class SavedPages:
    """The saved pages below some paths, in a fixed order; each iteration reads them anew.

    A path is a page (``.html``, also compressed by gzip, xz or bzip2), a WARC file, JSON Lines,
    or a folder, which is searched for all of these with the folders in it. Files whose names
    tell nothing are looked into. A folder with a ``manifest.jsonl`` has the pages that it names.
    Links to folders are followed, each folder once.

    Parameters
    ----------
    paths
        Where to look.
    limits
        Of a page, ``max_bytes`` are read.

    Attributes
    ----------
    left_out
        What was passed over in the latest iteration: files that are no pages by the ends of
        their names (``.png``), records of WARC files by why (``status_404``, ``not_html``).

    Raises
    ------
    UsageError
        A path does not exist; while iterating: ``warcio`` is not installed and needed.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        limits: PageLimits = PageLimits(),  # noqa: B008  (frozen)
    ) -> None:
        for path in paths:
            if not path.exists():
                raise UsageError(f"there is no {shown_path(path)}")
        self._paths = tuple(paths)
        self._max_bytes = limits.max_bytes
        self.left_out: Counter[str] = Counter()
        self._opened: Opened | None = None
        self._done_bytes = 0
        self._current_bytes = 0

    def totals(self) -> Totals:
        """Count what there is, without looking into it."""
        files = size = many = 0
        for found in _found(self._paths, Counter()):
            if not isinstance(found, Unread):
                files += 1
                many += found.kind in {"warc", "list"}
                size += _size(found.path)
        return Totals(files, size, None if many else files)

    @property
    def bytes_read(self) -> int:
        """How many of the bytes of :meth:`totals` the iteration is through with."""
        if self._opened is None:
            return self._done_bytes
        try:
            return self._done_bytes + min(self._opened.bytes_read, self._current_bytes)
        except (ValueError, OSError):  # closed in between; a pipe
            return self._done_bytes

    def __iter__(self) -> Iterator[SavedPage | Unread]:
        """Yield the pages; what cannot be read takes its place among them."""
        self.left_out = Counter()
        self._done_bytes = 0
        for found in _found(self._paths, self.left_out):
            if isinstance(found, Unread):
                yield found
                continue
            self._current_bytes = _size(found.path)
            try:
                yield from self._read(found)
            finally:
                self._opened = None
                self._done_bytes += self._current_bytes

    def _read(self, found: _File) -> Iterator[SavedPage | Unread]:
        name = shown_path(found.path)
        try:
            with open_unpacked(found.path) as opened:
                self._opened = opened
                told = False
                for page in self._pages(found, name, opened):
                    if isinstance(page, Unread) and opened.damage:
                        # What breaks off where the file is damaged is broken by that.
                        told = True
                        yield replace(page, reason="corrupt", detail=opened.damage)
                    else:
                        yield page
                if opened.damage and not told:
                    yield Unread(name, name, "corrupt", opened.damage)
        except OSError as error:
            yield Unread(name, name, "unreadable", _said(error))

    def _pages(self, found: _File, name: str, opened: Opened) -> Iterator[SavedPage | Unread]:
        stream = opened.stream
        head = stream.peek(_HEAD_BYTES)[:_HEAD_BYTES]
        kind = found.kind
        if is_warc(head):
            yield from read_warc(stream, name, self._max_bytes, self.left_out)
        elif kind == "warc":
            yield Unread(name, name, "bad_record" if head else "empty", "not a WARC file")
        elif kind == "list":
            yield from self._listed(found, name, opened)
        elif kind == "page" or any(mark in head.lower() for mark in _MARKUP):
            body = stream.read(self._max_bytes)
            if not opened.damage:
                yield SavedPage(name, name, "", body)
        else:
            self.left_out[_ending(found.path.name)] += 1

    def _listed(self, found: _File, name: str, opened: Opened) -> Iterator[SavedPage | Unread]:
        # Other lists than manifests may name the same pages once more.
        named = found.given or found.path.name == MANIFEST
        any_page = named
        for line in read_lines(opened.stream, name, named=named):
            if isinstance(line, Named):
                yield self._named(found.path.parent, line)
            elif isinstance(line, Unread) and line.reason == "no_html" and not any_page:
                self.left_out["jsonl_without_pages"] += 1
                return
            else:
                yield line
            any_page = True

    def _named(self, folder: Path, line: Named) -> SavedPage | Unread:
        path = folder / line.file
        name = shown_path(path)
        try:
            if not path.is_file():  # nor a pipe, which would be waited for
                return Unread(name, line.id, "missing", f"named in {line.path}")
            with open_unpacked(path) as opened:
                body = opened.stream.read(self._max_bytes)
                damage = opened.damage
        except OSError as error:
            return Unread(name, line.id, "unreadable", _said(error))
        if damage:
            return Unread(name, line.id, "corrupt", damage)
        return SavedPage(name, line.id, line.url, body, site=line.site)


@dataclass(frozen=True, slots=True)
class _File:
    """A file to look into; ``given`` when the user named it."""

    path: Path
    kind: str
    given: bool = False


def _said(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return (text or type(error).__name__)[:200]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _ending(name: str) -> str:
    ending = Path(name).suffix.lower()
    return shown_path(ending) if 1 < len(ending) <= 12 else "no_ending"


def _kind(name: str) -> str:
    """Return ``page``, ``warc``, ``list``, ``other``, or ``unknown`` from a file's name."""
    name = name.lower()
    for packed in _PACKED:
        if name.endswith(packed):
            inner = _kind(name.removesuffix(packed))
            # A page packed under a name of its own, as crawlers write them.
            return "page" if inner == "unknown" else inner
    if name.endswith(_PAGES):
        return "page"
    if name.endswith(".warc"):
        return "warc"
    if name.endswith(_LISTS):
        return "list"
    return "other" if name.rpartition(".")[2] in _OTHERS else "unknown"


def _found(paths: Sequence[Path], left_out: Counter[str]) -> Iterator[_File | Unread]:
    seen: set[tuple[int, int]] = set()
    for path in paths:
        if path.is_dir():
            yield from _below(path, seen, left_out, only_lists=False)
        else:
            kind = _kind(path.name)
            yield _File(path, "page" if kind in {"other", "unknown"} else kind, given=True)


def _below(
    folder: Path, seen: set[tuple[int, int]], left_out: Counter[str], *, only_lists: bool
) -> Iterator[_File | Unread]:
    """Walk down; `only_lists` within a folder that has a manifest."""
    stack = [(folder, only_lists)]
    while stack:
        here, only_lists = stack.pop()
        try:
            status = here.stat()
            key = (status.st_dev, status.st_ino)
            if key in seen:
                continue
            seen.add(key)
            with os.scandir(here) as entries:
                names = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            name = shown_path(here)
            yield Unread(name, name, "unreadable", _said(error))
            continue
        folders = []
        has_list = any(entry.name == MANIFEST for entry in names)
        for entry in names:
            path = here / entry.name
            try:
                is_folder, is_file = entry.is_dir(), entry.is_file()
            except OSError as error:  # a link that leads in circles
                name = shown_path(path)
                yield Unread(name, name, "unreadable", _said(error))
                continue
            if is_folder:
                folders.append((path, only_lists or has_list))
            elif entry.name == MANIFEST:
                yield _File(path, "list")
            elif not (only_lists or has_list):
                yield from _judged(path, left_out, is_file=is_file)
        stack.extend(reversed(folders))


def _judged(path: Path, left_out: Counter[str], *, is_file: bool) -> Iterator[_File | Unread]:
    kind = _kind(path.name)
    if kind == "other":
        left_out[_ending(path.name)] += 1
    elif is_file:
        yield _File(path, kind)
    elif kind == "unknown" or not path.is_symlink() or path.exists():
        left_out["no_file"] += 1  # a socket, a pipe
    else:
        name = shown_path(path)
        yield Unread(name, name, "missing", "a link that leads nowhere")
