"""The peer of ``benchmarks.cluster``: plain Scrapy on plain scrapy-redis, one item a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import scrapy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response


class RedisPeerSpider(scrapy.Spider):
    """Fetches the addresses of a file, shared with other workers through Redis.

    Parameters
    ----------
    urls
        File with one address a line.
    """

    name = "peer"

    def __init__(self, urls: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._urls = Path(urls).read_text(encoding="utf-8").splitlines()

    async def start(self) -> AsyncIterator[Any]:
        """Ask for every address; the shared dupefilter drops what another asked for."""
        for url in self._urls:
            yield scrapy.Request(url)

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        """Yield one item a page; the RedisPipeline keeps it."""
        yield {"url": response.url, "size_bytes": len(response.body)}
