"""Search results that somebody saved, or that a search engine answers, as a source."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import SourceError
from fpcrawl.topic.library import term_key
from fpcrawl.topic.sources.pageindex import PageIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["Result", "SavedResults", "results_in"]

_MAX_BYTES = 50_000_000
_MAX_RESULTS = 20_000
_DEPTH = 6
_URLS = ("url", "link", "href", "uri")
_TITLES = ("title", "name", "htmlTitle")
_TEXTS = ("text", "content", "snippet", "description", "body", "abstract", "extract")
_QUERIES = ("query", "q", "searchTerms", "originalQuery", "original")


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a search.

    Attributes
    ----------
    query
        What was searched for; empty when the file does not tell.
    """

    query: str
    url: str
    title: str
    text: str


def results_in(data: Any, query: str = "") -> Iterator[Result]:
    """Yield the results in the JSON of a search engine.

    A result is an object with an address and a title or a text. Answers of SearXNG, Brave,
    Bing, Google's custom search and their like are read, and lists that people write.
    """
    yield from _results(data, query, _DEPTH)


def _results(data: Any, query: str, depth: int) -> Iterator[Result]:
    if depth < 0:
        return
    if isinstance(data, list):
        for one in data:
            yield from _results(one, query, depth - 1)
    elif isinstance(data, dict):
        query = _query(data) or query
        url, title, text = (_first(data, names) for names in (_URLS, _TITLES, _TEXTS))
        if url.startswith(("http://", "https://")) and (title or text):
            yield Result(query, url, title, text)
            return
        for value in data.values():
            if isinstance(value, list | dict):
                yield from _results(value, query, depth - 1)


def _query(data: dict[str, Any]) -> str:
    found = _first(data, _QUERIES)
    if found:
        return found
    inner = next(
        (data[name] for name in ("query", "queryContext", "queries") if name in data), None
    )
    return _first(inner, _QUERIES) if isinstance(inner, dict) else ""


def _first(data: dict[str, Any], names: Sequence[str]) -> str:
    return next((v for name in names if isinstance(v := data.get(name), str) and v.strip()), "")


class SavedResults:
    """Results in a JSON or JSON Lines file.

    For a term that was searched for its own results are given, in their order; for others
    those that fit best.

    Parameters
    ----------
    path
        The file.
    reader
        Cuts the results into words.
    """

    def __init__(self, path: Path, reader: DocumentReader) -> None:
        self._path = path
        self._reader = reader
        self._index: PageIndex | None = None
        self._of: dict[str, list[TopicPage]] = {}

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        return "results"

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return results for a term."""
        index = self._read()
        own = self._of.get(term_key(term))
        return own[:limit] if own else index.find(term, limit)

    def sample(self, limit: int) -> Sequence[TopicPage]:
        """Return results spread evenly over all."""
        return self._read().sample(limit)

    def _read(self) -> PageIndex:
        if self._index is None:
            index = PageIndex(self._reader.cut, _MAX_RESULTS)
            for result in results_in(_load(self._path)):
                page = self._reader.text(result.url, result.title, result.text)
                if not page.blocks:
                    continue
                if not index.add(page):
                    break
                if result.query:
                    self._of.setdefault(term_key(result.query), []).append(page)
            if not len(index):
                raise SourceError(f"there are no search results in {self._path}")
            self._index = index
        return self._index


def _load(path: Path) -> Any:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise SourceError(f"{path} is too large for search results")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"cannot read {path}: it is not UTF-8") from error
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = text.splitlines()
        if len(lines) < 2:
            raise SourceError(f"{path} is no JSON: {error}") from error
    out = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            out.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise SourceError(f"{path}, line {number}: no JSON: {error}") from error
    return out
