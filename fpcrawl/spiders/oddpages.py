"""Pages of threads, articles and lists that show something else, maybe only for a while.

A site in trouble often shows one and the same page at all addresses, with a good status and in
words that nobody knows. What a list has named, among addresses that have brought content, is
then asked for again later, like a page that failed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scrapy.exceptions import IgnoreRequest

from fpcrawl.pages.urls import url_shape
from fpcrawl.scheduling.scheduler import get_scheduler
from fpcrawl.spiders.detours import ROWS
from fpcrawl.store.model import Outcome
from fpcrawl.walk.families import PROBES

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

    from fpcrawl.items import PageItem
    from fpcrawl.reader.job import PageReport
    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.walk.families import Family
    from fpcrawl.walk.walker import Step

__all__ = ["NoContent", "ask_later", "doubt_gone", "is_worth_another_try"]

#: Failures in a row after which a page is taken for what it shows; an hour, four, and sixteen
#: lie between the tries. One that shows words of its own may be of another kind.
_FAILURES, _FAILURES_OF_ITS_OWN = 3, 1


class NoContent(IgnoreRequest):
    """Something else is shown in the place of a thread, an article or a list."""

    reason = "no_content"
    outcome = Outcome.FAILED


def is_worth_another_try(spider: SiteSpider, request: Request) -> bool:
    """Tell whether content is to be expected at an address, whatever has just been there."""
    role = request.meta.get("fp_role")
    family = _family(spider, request.url)
    if family is None or request.meta.get("fp_failures", 0) >= _FAILURES:
        return False
    if role in ROWS:
        return family.is_content
    # A list may be empty; its further pages are not, and others of its kind had rows.
    is_list = family.role == "index" or (role == "index" and request.meta.get("fp_page", 1) > 1)
    return is_list and family.verdict == "proven"


def ask_later(spider: SiteSpider, request: Request, item: PageItem, report: PageReport) -> bool:
    """Have a page asked for again that shows nothing; tell whether it is."""
    is_odd = report.failure == "empty"
    if report.failure is None:
        is_odd = report.own_role == "other" and not (report.records or report.left_out)
        # The last page of a list may hold too little to be known for one.
        is_odd = is_odd and not any(map(partial(_is_content, spider), report.steps))
        # So may the first page of a list, and what it leads to would be lost.
        is_odd = is_odd and (request.meta.get("fp_role") in ROWS or item.context.page > 1)
    if not is_odd or not is_worth_another_try(spider, request):
        return False
    own = report.content is not None and not spider.traps.was_shown(report.content)
    if own and request.meta.get("fp_failures", 0) >= _FAILURES_OF_ITS_OWN:
        return False
    if item.first_visit:
        spider.walker.families.note_fetch(item.url, useful=False)
    scheduler = get_scheduler(spider.crawler)
    if scheduler is not None:
        error = NoContent(f"{request.url} shows nothing like the others of its kind")
        scheduler.book.fail(request.meta.get("fp_lease"), error)
    return True


def doubt_gone(spider: SiteSpider, response: Response) -> None:
    """Have a page asked for once more that is not found where others like it were read.

    So are the first of a kind of which none was: a site in trouble would lose its lists.
    """
    request = response.request
    if response.status != 404 or request is None:
        return
    tried = request.meta.get("fp_failures", 0) >= _FAILURES_OF_ITS_OWN
    family = _family(spider, request.url)
    unknown = family is None or (not family.useful and family.errors <= PROBES)
    if tried or not (unknown or is_worth_another_try(spider, request)):
        return
    scheduler = get_scheduler(spider.crawler)
    if scheduler is not None:
        scheduler.book.doubt(request.meta.get("fp_lease"))


def _family(spider: SiteSpider, url: str) -> Family | None:
    return spider.walker.families.families.get(url_shape(url))


def _is_content(spider: SiteSpider, step: Step) -> bool:
    family = _family(spider, step.url)
    return family is not None and family.is_content
