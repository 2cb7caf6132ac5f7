"""Drops queued requests that are not worth their fetch any more."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from fpcrawl.spiders.detours import ROWS
from fpcrawl.spiders.oddpages import is_worth_another_try
from fpcrawl.spiders.site import SiteSpider
from fpcrawl.store.model import Outcome
from fpcrawl.walk.walker import Context, Step

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["Elsewhere", "NotWanted", "WalkMiddleware"]

logger = logging.getLogger(__name__)

#: What brought nothing of late may do so again, where it is content.
_PASSING = frozenset({"barren", "calendar", "dry", "dry_family"})


class NotWanted(IgnoreRequest):
    """The URL family of the request has brought nothing so far.

    Parameters
    ----------
    later
        The address is tried again later, like one that failed.
    """

    reason = "not_wanted"

    def __init__(self, message: str, *, later: bool = False) -> None:
        super().__init__(message)
        self.outcome = Outcome.FAILED if later else Outcome.DROPPED


class Elsewhere(IgnoreRequest):
    """A redirect left the site."""

    reason = "offsite_redirect"


class WalkMiddleware:
    """Asks the spider's walker before a request goes out."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WalkMiddleware:
        """Make the middleware for a crawler."""
        middleware = cls(crawler)
        crawler.signals.connect(middleware.request_dropped, signal=signals.request_dropped)
        return middleware

    def request_dropped(self, request: Request) -> None:
        """Note a redirect onto an address that is known: what was asked for brought nothing."""
        spider = self._crawler.spider
        if not isinstance(spider, SiteSpider) or request.callback in (None, NO_CALLBACK):
            return
        # What redirects to a login is not judged by it.
        if spider.walker.families.is_proven(request.url):
            spider.detours.led_nowhere(request)

    async def process_request(self, request: Request) -> None:
        """Let a request pass, or drop it with the reason counted."""
        spider = self._crawler.spider
        if not isinstance(spider, SiteSpider) or request.callback in (None, NO_CALLBACK):
            return  # robots.txt and the like are nobody's links
        stats = self._crawler.stats
        assert stats is not None
        role = request.meta.get("fp_role")
        if not spider.scope.contains(request.url):
            if request.meta.get("redirect_times"):
                first = request.meta["redirect_urls"][0]
                logger.info("%s sends to another site: offsite_redirect %s", first, request.url)
                spider.left_site(request)
            raise Elsewhere(f"{request.url} is not on the site")
        if request.meta.get("fp_recurring"):
            return
        if request.meta.get("fp_again") and role == "index":
            return  # a list moved on by more than a page: whatever its kind was worth, this is
        if not spider.walker.families.is_proven(request.url):
            # What the pages under way bring may tell that this is not worth a try.
            await spider.turns.over()
        why: str | None = spider.walker.why_not(request.url, role)
        if why is None and _is_twin(spider, request):
            why = "session"
        elif why == "barren" and not spider.left_alone.is_copy(_step(request)):
            why = None
        if why is None and spider.detours.leads_inside(request):
            why = "inside"
        if why is not None:
            stats.inc_value("fpcrawl/walk/not_wanted")
            spider.traps.note(why, request.url, fetched=False)
            if why in {"inside", "session"}:
                spider.detours.led_nowhere(request)
            raise NotWanted(
                f"nothing new from addresses like {request.url}: {why}",
                later=_is_for_later(spider, request, why),
            )


def _is_for_later(spider: SiteSpider, request: Request, why: str) -> bool:
    # That the site has brought nothing for so long tells nothing of what is known to pay.
    if why == "dry" and spider.walker.families.is_proven(request.url):
        return True
    if why == "dry_family" and request.meta.get("fp_role") not in ROWS:
        return False  # a list without end would be read on by each run
    return why in _PASSING and is_worth_another_try(spider, request)


def _step(request: Request) -> Step:
    return Step(request.url, request.priority, Context.from_meta(request.meta))


def _is_twin(spider: SiteSpider, request: Request) -> bool:
    """Whether an address differs from one that was read only in what does not matter."""
    if request.dont_filter or request.meta.get("fp_whole"):
        return False
    return spider.traps.is_twin_of_read(request.url) and spider.left_alone.is_twin(_step(request))
