"""Sources by what a person names: ``folder:DIR``, ``mediawiki:URL``, or only a path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.exceptions import SourceError, UsageError
from fpcrawl.topic.sources.crawl import CrawlSource
from fpcrawl.topic.sources.folder import FolderSource
from fpcrawl.topic.sources.mediawiki import MediaWikiSource
from fpcrawl.topic.sources.results import SavedResults
from fpcrawl.topic.sources.searchapi import SearchApiSource

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.store.base import Records
    from fpcrawl.topic.sources.base import DocumentSource
    from fpcrawl.topic.sources.fetching import Fetcher
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["KINDS", "SourceMaker"]

KINDS = ("folder", "results", "crawl", "mediawiki", "search")


@dataclass(slots=True)
class SourceMaker:
    """Makes sources.

    Attributes
    ----------
    reader
        Cuts documents into words.
    fetcher
        Gives what asks the web; called when a source needs it.
    records
        Gives the records of the state in a folder; of the crawl's own with ``None``.
    search_url, search_header, search_key
        Of the search engine, see :class:`fpcrawl.topic.sources.searchapi.SearchApiSource`.
    whole_pages
        Whether pages that a search engine finds are fetched.
    eta
        What a crawl's page has to score to be learnt from.
    tell
        Told the number of documents while they are read.
    """

    reader: DocumentReader
    fetcher: Callable[[], Fetcher]
    records: Callable[[str | None], Records]
    search_url: str = ""
    search_header: str = ""
    search_key: str = ""
    whole_pages: bool = False
    eta: float = 0.0
    tell: Callable[[int], None] = lambda _: None

    def make(self, word: str) -> DocumentSource:
        """Return the source that a word names.

        Raises
        ------
        UsageError
            When it names none.
        """
        kind, colon, rest = word.partition(":")
        if not colon or kind not in KINDS:
            if word in {"crawl", "search"}:
                kind, rest = word, ""
            elif kind in {"http", "https"}:
                raise UsageError(f"say mediawiki:{word} or search:{word}")
            else:
                kind = "results" if word.lower().endswith(".json") else "folder"
                rest = word
        try:
            return self._make(kind, rest)
        except SourceError as error:
            raise UsageError(str(error)) from error

    def _make(self, kind: str, rest: str) -> DocumentSource:
        if kind == "crawl":
            records = self.records(rest or None)
            return CrawlSource(records, self.reader, eta=self.eta, tell=self.tell)
        if kind == "search":
            url = rest or self.search_url
            if not url:
                raise UsageError("which search? say search:URL or set FPCRAWL_TOPIC_SEARCH_URL")
            return SearchApiSource(
                url,
                self.fetcher(),
                self.reader,
                header=self.search_header,
                key=self.search_key,
                whole_pages=self.whole_pages,
            )
        if not rest:
            raise UsageError(
                f"{kind} of what? say {kind}:{'URL' if kind == 'mediawiki' else 'PATH'}"
            )
        if kind == "mediawiki":
            return MediaWikiSource(rest, self.fetcher(), self.reader)
        path = Path(rest).expanduser()
        if not path.exists():
            raise UsageError(
                f"there is no {rest}; a source is a path, crawl, search, or one of "
                f"{', '.join(f'{one}:...' for one in KINDS)}"
            )
        if kind == "results":
            return SavedResults(path, self.reader)
        return FolderSource([path], self.reader, tell=self.tell)
