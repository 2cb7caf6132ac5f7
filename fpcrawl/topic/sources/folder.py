"""A folder of documents as a source: saved pages, archives, plain texts, feeds of records."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import SourceError
from fpcrawl.saved.jsonlines import PAGE_FIELDS
from fpcrawl.saved.page import NO_ADDRESS, Unread
from fpcrawl.saved.sources import SavedPages, shown_path
from fpcrawl.topic.sources.pageindex import PageIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["FolderSource", "record_text"]

_TEXTS = frozenset((".txt", ".text", ".md", ".rst"))
_LISTS = frozenset((".jsonl", ".ndjson", ".jl"))
_MAX_TEXT_BYTES = 4_000_000
#: Of records of fpcrawl and of what others write: the first that is there.
_TITLES = ("title", "thread_title", "name", "headline")
_BODIES = ("body_text", "text", "articleBody", "description", "snippet", "content")


def record_text(record: dict[str, Any]) -> tuple[str, str, str]:
    """Return address, title and text of a record, empty where it has none."""

    def first(names: Sequence[str]) -> str:
        return next((v for name in names if isinstance(v := record.get(name), str) and v), "")

    url = first(("url", "thread_url", "link"))
    return url, first(_TITLES), first(_BODIES)


class FolderSource:
    """Documents in folders and files, searched in memory; read when first asked.

    Pages as in ``scrapy cluster``, ``.txt`` and ``.md`` files, and JSON Lines of records
    (``title`` and ``body_text`` or ``text``), such as the feeds of a crawl.

    Parameters
    ----------
    paths
        Folders and files.
    reader
        Cuts them into words.
    most_pages
        Further documents are left out.
    tell
        Told the number of documents while they are read.

    Attributes
    ----------
    unread
        Documents that could not be read, by why.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        reader: DocumentReader,
        *,
        name: str = "folder",
        most_pages: int = 20_000,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        texts = {path for path in paths if path.suffix.lower() in _TEXTS and not path.is_dir()}
        self._saved = SavedPages([path for path in paths if path not in texts])
        self._paths = tuple(paths)
        self._reader = reader
        self._name = name
        self._most_pages = most_pages
        self._tell = tell
        self._index: PageIndex | None = None
        self.unread: Counter[str] = Counter()

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        return self._name

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return the documents that a term describes best."""
        return self._pages().find(term, limit)

    def sample(self, limit: int) -> Sequence[TopicPage]:
        """Return documents spread evenly over all."""
        return self._pages().sample(limit)

    def _pages(self) -> PageIndex:
        if self._index is None:
            index = PageIndex(self._reader.cut, self._most_pages)
            for page in self.read_all():
                if page.blocks and not index.add(page):
                    self.unread["too_many"] = index.left_out
                    break
                self._tell(len(index))
            if not len(index):
                where = ", ".join(shown_path(path) for path in self._paths)
                raise SourceError(f"there are no documents in {where}")
            self._index = index
        return self._index

    def read_all(self) -> Iterator[TopicPage]:
        """Yield the documents in a fixed order; those without an address get one of their own."""
        self.unread.clear()
        number = 0
        for path in _files(self._paths, _TEXTS):
            try:
                with path.open("rb") as file:
                    text = file.read(_MAX_TEXT_BYTES).decode("utf-8", "replace")
            except OSError:
                self.unread["unreadable"] += 1
                continue
            head, _, rest = text.strip().partition("\n")
            # A short first line is a title, as a person would take it.
            title, body = (head.lstrip("# "), rest) if len(head) <= 120 else ("", text)
            yield self._reader.text(f"file:{shown_path(path)}", title, body)
        for saved in self._saved:
            if isinstance(saved, Unread):
                if saved.reason != "no_html":  # a record, which is read below
                    self.unread[saved.reason] += 1
                continue
            page = self._reader.saved(saved)
            if page is None:
                self.unread["no_page"] += 1
                continue
            if page.url.startswith(NO_ADDRESS):
                number += 1
                page = replace(page, url=f"{NO_ADDRESS}{number}")
            yield page
        for path in _files(self._paths, _LISTS):
            yield from self._records(path)

    def _records(self, path: Path) -> Iterator[TopicPage]:
        try:
            with path.open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    page = self._of_line(line, f"{shown_path(path)}#{number}")
                    if page is not None:
                        yield page
        except OSError:
            self.unread["unreadable"] += 1

    def _of_line(self, line: bytes, here: str) -> TopicPage | None:
        try:
            record = json.loads(line) if len(line) <= _MAX_TEXT_BYTES else None
        except (ValueError, RecursionError):
            return None  # counted as a line of a list of pages
        if not isinstance(record, dict) or any(name in record for name in (*PAGE_FIELDS, "file")):
            return None
        url, title, text = record_text(record)
        return self._reader.text(url or f"file:{here}", title, text) if title or text else None


def _files(paths: Sequence[Path], endings: frozenset[str]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            if path.suffix.lower() in endings:
                yield path
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if Path(name).suffix.lower() in endings:
                    yield Path(folder) / name
