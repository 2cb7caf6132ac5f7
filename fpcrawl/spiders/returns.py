"""What is read again because a list says that it has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Thread
from fpcrawl.walk.walker import ROW, Context, Step

if TYPE_CHECKING:
    from fpcrawl.items import PageItem
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["Returns"]


class Returns:
    """Asks again for threads that have grown, and for more of lists that have moved on."""

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider

    def page_stored(self, item: PageItem) -> None:
        """Look at what a visit to a list has changed in the store."""
        # Two lists of one run may tell a thread differently; time has to pass between.
        if item.first_visit or item.report is None:
            return
        for stored in item.stored:
            if isinstance(stored.record, Thread) and stored.status == "changed":
                self._ask_again(stored.record, item)
        if item.role in {"home", "index"}:
            self._turn_page(item, item.report.next_page)

    def _ask_again(self, thread: Thread, item: PageItem) -> None:
        """Fetch the last page of a thread that has grown."""
        spider = self._spider
        pages = spider.state.records.thread_pages(spider.thread_key(thread.url))
        last = pages[-1] if pages else None
        topic = max((page.topic for page in pages if page.topic is not None), default=None)
        if spider.aim is not None and not spider.aim.wants_again(topic):
            spider.stats.inc_value("fpcrawl/topic/not_again")
            return
        context = Context(
            "thread" if spider.kind == "forum" else "article",
            thread.board,
            item.context.board_url or item.url,
            thread.url,
            thread.title,
            last.page if last else 1,
            again=True,
        )
        spider.crawl_again(Step(last.url if last else thread.url, ROW, context), topic)
        spider.stats.inc_value("fpcrawl/revisit/threads_again")

    def _turn_page(self, item: PageItem, step: Step | None) -> None:
        """Ask for the next page of a list on which nothing known was left.

        Lists show what is newest first: the first row that is as it was ends what is new.
        """
        if step is None or not item.overflowed:
            return
        again = replace(step, context=replace(step.context, again=True))
        self._spider.crawl_again(again)
        self._spider.stats.inc_value("fpcrawl/revisit/lists_on")
