"""A search engine as a source, by its JSON interface and the user's key."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from fpcrawl.exceptions import SourceError
from fpcrawl.topic.sources.results import Result, results_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.topic.model import TopicPage
    from fpcrawl.topic.sources.fetching import Fetcher
    from fpcrawl.topic.sources.reading import DocumentReader

__all__ = ["SearchApiSource"]


class SearchApiSource:
    """Pages that a search engine finds for a term.

    Parameters
    ----------
    url
        Its address with ``{query}``, and where it wants them ``{limit}`` and ``{key}``.
    header
        A header such as ``X-Subscription-Token: {key}``; may be empty.
    key
        The user's key.
    fetcher, reader
        Ask it, and cut what it gives into words.
    whole_pages
        Fetch the pages themselves where their robots.txt allows it; else their titles and
        snippets are all that is read.
    """

    def __init__(
        self,
        url: str,
        fetcher: Fetcher,
        reader: DocumentReader,
        *,
        header: str = "",
        key: str = "",
        whole_pages: bool = False,
    ) -> None:
        host = urlsplit(url).hostname
        if "{query}" not in url or not url.startswith(("http://", "https://")) or not host:
            raise SourceError("the address of the search must be a web address with {query} in it")
        if "{key}" in url + header and not key:
            raise SourceError(f"{host} wants a key: set FPCRAWL_TOPIC_SEARCH_KEY")
        name, colon, value = header.partition(":")
        if header and not (colon and name.strip() and value.strip()):
            raise SourceError("the header of the search must be as in 'Name: value'")
        self._host = host
        self._url = url
        self._headers = {name.strip(): value.strip().replace("{key}", key)} if header else {}
        self._key = key
        self._fetcher = fetcher
        self._reader = reader
        self._whole_pages = whole_pages

    @property
    def name(self) -> str:
        """How commands and topic files call it."""
        return self._host

    def find(self, term: str, limit: int) -> Sequence[TopicPage]:
        """Return the pages found for a term, best first."""
        url = self._url.replace("{limit}", str(limit)).replace("{key}", quote(self._key, safe=""))
        url = url.replace("{query}", quote(term, safe=""))
        told = self._fetcher.json(url, self._headers)
        found = {result.url: result for result in results_in(told, term)}
        return [self._page(result) for result in list(found.values())[:limit]]

    def sample(self, limit: int) -> Sequence[TopicPage]:  # noqa: ARG002  (none to be had)
        """Return nothing: a search engine knows no pages about anything."""
        return ()

    def _page(self, result: Result) -> TopicPage:
        if self._whole_pages:
            try:
                if self._fetcher.allowed(result.url):
                    fetched = self._fetcher.get(result.url)
                    page = self._reader.html(result.url, fetched.body, fetched.charset)
                    if page is not None and page.blocks:
                        return page
            except SourceError:
                pass  # the snippet is as good as nothing more
        return self._reader.text(result.url, result.title, result.text)
