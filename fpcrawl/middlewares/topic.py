"""Puts the links of a crawl on a topic into the topic's order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request

from fpcrawl.items import PageItem
from fpcrawl.spiders.site import SiteSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["TopicMiddleware"]


class TopicMiddleware:
    """Spider middleware: has a page judged before its links are queued.

    A page's links come before the page: they wait for it here. In a crawl without a topic it
    passes everything on.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on, the links with the topic's priorities."""
        spider = self._crawler.spider
        aim = spider.aim if isinstance(spider, SiteSpider) else None
        if aim is None:
            async for output in result:
                yield output
            return
        parent = response.request.priority if response.request is not None else 0
        waiting: list[Request] = []
        error: Exception | None = None
        try:
            async for output in result:
                if isinstance(output, Request):
                    waiting.append(output)
                    continue
                if isinstance(output, PageItem):
                    aim.judge(output)
                    aim.order(waiting, output, parent)
                    for request in waiting:
                        yield request
                    waiting.clear()
                yield output
        except Exception as failure:
            # The spider takes for queued what it has given out.
            error = failure
        aim.order(waiting, None, parent)
        for request in waiting:
            yield request
        if error is not None:
            raise error
