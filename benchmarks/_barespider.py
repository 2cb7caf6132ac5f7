"""The peer of ``benchmarks.crawl``: a Scrapy spider that does nothing but fetch addresses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import scrapy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response


class BareSpider(scrapy.Spider):
    """Fetches the addresses of a file.

    Parameters
    ----------
    urls
        File with one address a line.
    links
        ``1`` = also read the links of every page, as any crawler has to.
    """

    name = "bare"

    def __init__(self, urls: str, links: str = "0", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._urls = Path(urls).read_text(encoding="utf-8").splitlines()
        self._links = links == "1"

    async def start(self) -> AsyncIterator[Any]:
        """Ask for every address once; what a redirect leads to is in the file as well."""
        meta = {"dont_redirect": True, "handle_httpstatus_all": True}
        for url in self._urls:
            yield scrapy.Request(url, dont_filter=True, meta=dict(meta))

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        """Yield one small item a page."""
        item: dict[str, Any] = {"url": response.url, "size_bytes": len(response.body)}
        if self._links and isinstance(response, scrapy.http.TextResponse):
            item["links"] = len(response.css("a::attr(href)").getall())
        yield item
