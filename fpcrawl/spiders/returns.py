"""What is read again because a list says that it has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.order import are_newest_first
from fpcrawl.extraction.records import Post, Thread
from fpcrawl.walk.walker import ROW, Context, Step

if TYPE_CHECKING:
    from fpcrawl.items import PageItem
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["Returns"]


class Returns:
    """Asks again for threads that have grown, and for more of lists that have moved on."""

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider
        #: Threads whose first pages are being read, by key.
        self._from_top: set[str] = set()

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
        elif item.context.again:
            self._read_on(item)

    def _ask_again(self, thread: Thread, item: PageItem) -> None:
        """Fetch the last page of a thread that has grown."""
        spider = self._spider
        key = spider.thread_key(thread.url)
        self._from_top.discard(key)
        pages = spider.state.records.thread_pages(key)
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
            page=last.page if last else 1,
            again=True,
            listed=thread.title,
        )
        spider.crawl_again(Step(last.url if last else thread.url, ROW, context), topic)
        spider.stats.inc_value("fpcrawl/revisit/threads_again")

    def _read_on(self, item: PageItem) -> None:
        """Ask for the first pages of a thread whose last one does not hold what is new.

        Some show the newest posts first: there reading goes on until something is known.
        """
        spider, page = self._spider, item.context.page
        kinds = [s for s in item.stored if isinstance(s.record, Post)]
        # As the page shows them: what was stored can have been read from other ages.
        posts = [record for record in item.records if isinstance(record, Post)]
        if not (posts and kinds) or item.role != "thread":
            return
        key = spider.thread_key(item.context.thread_url or item.url)
        if page > 1 and key not in self._from_top:
            # Where new ones are put below the others the last one is new.
            is_old = kinds[-1].status != "new"
            if is_old or are_newest_first(posts, posts[0].fetched):
                self._from_top.add(key)
                self._ask_page(item, key, 1)
        elif all(s.status == "new" for s in kinds):
            self._ask_page(item, key, page + 1)
        else:
            self._from_top.discard(key)

    def _ask_page(self, item: PageItem, thread: str, number: int) -> None:
        """Ask again for a page of the thread that a page belongs to, if it was read."""
        spider = self._spider
        for page in spider.state.records.thread_pages(thread):
            if page.page == number:
                context = replace(item.context, page=number)
                spider.crawl_again(Step(page.url, ROW, context), page.topic)
                spider.stats.inc_value("fpcrawl/revisit/thread_pages_on")

    def _turn_page(self, item: PageItem, step: Step | None) -> None:
        """Ask for the next page of a list on which nothing known was left.

        Lists show what is newest first: the first row that is as it was ends what is new.
        """
        if step is None or not item.overflowed:
            return
        again = replace(step, context=replace(step.context, again=True))
        self._spider.crawl_again(again)
        self._spider.stats.inc_value("fpcrawl/revisit/lists_on")
