"""The spider's side of a lease: what its callback gives out, and how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.utils.httpobj import urlparse_cached

from fpcrawl.scheduling.leases import item_lease
from fpcrawl.scheduling.scheduler import get_scheduler

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from fpcrawl.scheduling.leases import LeaseBook

__all__ = ["LeaseMiddleware"]

_OF_THE_PAGE = (
    "retry_times",
    "redirect_times",
    "redirect_ttl",
    "redirect_urls",
    "redirect_reasons",
    "fp_not_before",
    "is_start_request",
)


class LeaseMiddleware:
    """Spider middleware, to stand nearest to the engine (order 10).

    A page is acked ``done`` when its callback's output is exhausted and handled, unless
    it gives out an item whose ``lease`` is the page's lease: then pipelines ack it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawler."""
        return cls(crawler)

    @property
    def _book(self) -> LeaseBook | None:
        scheduler = get_scheduler(self._crawler)
        return None if scheduler is None else scheduler.book

    def process_spider_input(self, response: Response) -> None:
        """Note that the page is read now, by its callback.

        A spider with ``tells_reading``, whose pages wait for each other, notes it itself.
        """
        if self._book is not None and not getattr(self._crawler.spider, "tells_reading", False):
            self._book.reading(response.meta.get("fp_lease"), at_once=True)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on; requests lose a lease they were copied with."""
        book = self._book
        lease = response.meta.get("fp_lease")
        if book is None or lease is None:
            async for output in result:
                yield output
            return
        try:
            async for output in result:
                if isinstance(output, Request):
                    yield _without_lease(output, response)
                    continue
                if item_lease(output) == lease:
                    book.take(lease)
                yield output
        except Exception as error:
            book.fail(lease, error)
            raise
        book.finish(lease)

    def process_spider_exception(self, response: Response, exception: Exception) -> None:
        """Note that the page failed; let others handle the exception."""
        if self._book is not None:
            self._book.fail(response.meta.get("fp_lease"), exception)


def _without_lease(request: Request, response: Response) -> Request:
    """Take off what a request got by copying its page's meta."""
    if "fp_lease" not in request.meta:
        return request
    if request is response.request:
        request = request.copy()
    meta = request.meta
    del meta["fp_lease"]
    if meta.get("download_slot") == urlparse_cached(response).hostname:
        del meta["download_slot"]
    if request.url != response.url:  # else the spider may be retrying the page
        for key in _OF_THE_PAGE:
            meta.pop(key, None)
    return request
