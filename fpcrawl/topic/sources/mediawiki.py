"""A MediaWiki (Wikipedia, a wiki of a trade) as a source, by its API."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urlsplit

from fpcrawl.exceptions import SourceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.fetching import Fetcher
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["MediaWikiSource"]

#: Articles asked for to tell what words are common; each is a request.
_MOST_RANDOM = 20
_MOST_FOUND = 50


class MediaWikiSource:
    """Articles that a wiki's own search finds for a term.

    Each article is one request, fetched once.

    Parameters
    ----------
    api
        Address of ``api.php``, or of the wiki: then ``/w/api.php`` is asked.
    fetcher
        Asks it.
    reader
        Cuts the articles into words.
    """

    def __init__(self, api: str, fetcher: Fetcher, reader: DocumentReader) -> None:
        parts = urlsplit(api)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise SourceError(f"{api!r} is no web address of a wiki")
        self._host = parts.netloc
        path = parts.path if parts.path.endswith(".php") else "/w/api.php"
        self._api = f"{parts.scheme}://{parts.netloc}{path}"
        self._fetcher = fetcher
        self._reader = reader
        self._articles: dict[int, TopicPage | None] = {}

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        return self._host

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return the articles found for a term, best first."""
        found = self._ask(
            action="query", list="search", srsearch=term, srlimit=min(limit, _MOST_FOUND)
        )
        return self._read(found, "search", limit)

    def sample(self, limit: int) -> Sequence[TopicPage]:
        """Return articles drawn at random, twenty at most."""
        most = min(limit, _MOST_RANDOM)
        found = self._ask(action="query", list="random", rnnamespace=0, rnlimit=most)
        return self._read(found, "random", most)

    def _read(self, found: Any, name: str, limit: int) -> list[TopicPage]:
        rows = found.get("query", {}).get(name, []) if isinstance(found, dict) else []
        ids = [row.get("pageid", row.get("id")) for row in rows if isinstance(row, dict)]
        pages = (self._article(number) for number in ids[:limit] if isinstance(number, int))
        return [page for page in pages if page is not None and page.blocks]

    def _article(self, number: int) -> TopicPage | None:
        if number not in self._articles:
            try:
                told = self._ask(action="parse", pageid=number, prop="text", redirects=1)
            except SourceError:
                told = {}  # deleted, or no text: the others are as good
            parsed = told.get("parse")
            page = None
            if isinstance(parsed, dict) and isinstance(parsed.get("text"), str):
                title = str(parsed.get("title", ""))
                page = self._reader.html(
                    f"https://{self._host}/wiki/{quote(title.replace(' ', '_'))}",
                    _document(title, parsed["text"]),
                    "utf-8",
                )
            self._articles[number] = page
        return self._articles[number]

    def _ask(self, **words: str | int) -> dict[str, Any]:
        query = urlencode({**words, "format": "json", "formatversion": 2, "maxlag": 5})
        told = self._fetcher.json(f"{self._api}?{query}")
        if not isinstance(told, dict):
            raise SourceError(f"{self._host} answers as no MediaWiki does")
        error = told.get("error")
        if error is not None:
            info = error.get("info", "") if isinstance(error, dict) else error
            raise SourceError(f"{self._host}: {str(info)[:200]}")
        return told


def _document(title: str, body: str) -> bytes:
    head = html.escape(title)
    return (
        f"<!doctype html><html><head><meta charset=utf-8><title>{head}</title></head>"
        f"<body><main><h1>{head}</h1>{body}</main></body></html>"
    ).encode("utf-8", "replace")
