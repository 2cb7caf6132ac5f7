"""Pages that were read before anything like them was known, and could not be told for content.

The first thread of a site may hold one short post, which nothing shows to be one. Once threads at
such addresses are known, what brought nothing among them is read again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Thread
from fpcrawl.pages.urls import url_shape
from fpcrawl.walk.families import SURE_SHARE
from fpcrawl.walk.walker import ROW, Context, Step

if TYPE_CHECKING:
    from fpcrawl.items import PageItem
    from fpcrawl.spiders.site import SiteSpider

__all__ = ["Misread"]

#: Pages remembered of one kind of addresses, and in all: few are read before one is known.
PER_FAMILY, MAX_PAGES = 8, 200


class Misread:
    """Remembers pages that brought no record; asks again for those among known content.

    They stand among the small values of the state: the run may end before they are known.

    Parameters
    ----------
    spider
        The spider, its state open.
    """

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider
        self._name = f"misread/{spider.crawl_key}/"
        self._pages: dict[str, dict[str, Context]] = {}
        for _, page in spider.state.values.items(self._name):
            self._remember(page["url"], Context.from_meta(page["meta"]))

    def page_stored(self, item: PageItem) -> None:
        """Remember a page that brought nothing; ask for others like one that is content."""
        shape = url_shape(item.url)
        if item.first_visit and item.trap is None and item.context.role not in {"home", "board"}:
            brought = any(not isinstance(stored.record, Thread) for stored in item.stored)
            left_out = item.report is not None and item.report.left_out
            family = self._spider.walker.families.of_shape(shape)
            if not (brought or left_out or item.held or item.off_topic or family.is_content):
                self._note(shape, item)
        if shape in self._pages and self._spider.walker.families.of_shape(shape).is_content:
            self._ask(shape)

    def ask_at_end(self) -> bool:
        """Ask for those among the content of a site too small to be sure of; tell whether any."""
        families = self._spider.walker.families
        shapes = [
            shape
            for shape in self._pages
            if (family := families.of_shape(shape)).useful
            and max(family.share_of("thread"), family.share_of("article")) >= SURE_SHARE
        ]
        for shape in shapes:
            self._ask(shape)
        return bool(shapes)

    def _note(self, shape: str, item: PageItem) -> None:
        if "{" not in shape or len(self._pages.get(shape, ())) >= PER_FAMILY:
            return
        if self._remember(item.url, item.context):
            page = {"url": item.url, "meta": item.context.to_meta()}
            self._spider.state.values.set(self._key(item.url), page)

    def _remember(self, url: str, context: Context) -> bool:
        if sum(map(len, self._pages.values())) >= MAX_PAGES:
            return False
        self._pages.setdefault(url_shape(url), {})[url] = context
        return True

    def _ask(self, shape: str) -> None:
        spider = self._spider
        role = "thread" if spider.kind == "forum" else "article"
        for url, context in self._pages.pop(shape).items():
            # An earlier run may have had other rules.
            if spider.walker.permitted(url):
                spider.crawl_again(Step(url, ROW, replace(context, role=role, again=True)))
                spider.stats.inc_value("fpcrawl/walk/misread")
            # It is in the frontier now.
            spider.state.values.set(self._key(url), None)

    def _key(self, url: str) -> str:
        return f"{self._name}{self._spider.fingerprint_of(url).hex()}"
