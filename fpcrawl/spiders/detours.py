"""Addresses that lead to a page by a detour: redirects, copies, places in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from scrapy import Request

    from fpcrawl.items import PageItem
    from fpcrawl.reader.job import PageReport
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["ROWS", "Detours"]

#: What a list has named is no guess.
ROWS = frozenset({"thread", "article"})
#: What the user asked for is judged by nobody.
STARTS = frozenset({"home", "board"})


class Detours:
    """Notes what detours of a site were worth, for the families of their addresses."""

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider

    def led_nowhere(self, request: Request) -> None:
        """Note that a redirect led to what is known; a request that was not redirected is none."""
        meta = request.meta
        asked, role = (meta.get("redirect_urls") or [None])[0], meta.get("fp_role")
        if asked is not None and not meta.get("fp_recurring") and role not in STARTS:
            self._spider.walker.families.note_detour(asked, guessed=role not in ROWS)

    def copy_read(self, report: PageReport, *, is_new: bool) -> None:
        """Note a page that is a copy of another.

        Parameters
        ----------
        is_new
            Whether nobody knew the address of the other.
        """
        families = self._spider.walker.families
        row = report.context.role in ROWS
        # Start pages lead to articles by addresses that say from where. Copies of threads that
        # nobody named are places in them, of which there is no end.
        found = row or report.role == "article"
        if found and is_new:
            # What is led to by a detour is found all the same.
            families.note_sent_on(report.url, useful=True)
        else:
            families.note_detour(report.url, guessed=not row)

    def page_stored(self, item: PageItem, *, useful: bool) -> None:
        """Note what the page was worth that a redirect led to."""
        if item.asked is not None and url_shape(item.asked) != url_shape(item.url):
            self._spider.walker.families.note_sent_on(item.asked, useful=useful)

    def leads_inside(self, request: Request) -> bool:
        """Whether a thread that has been read holds what no pager of its own leads to."""
        spider, meta = self._spider, request.meta
        if spider.kind != "forum" or request.dont_filter:
            return False
        if meta.get("fp_page") or meta.get("fp_thread_url") or meta.get("fp_again"):
            return False
        pages, key = spider.state.records.thread_pages, spider.thread_key
        return spider.walker.leads_inside(request.url, lambda above: bool(pages(key(above))))
