"""Pages that were read before anything like them was known, and could not be told for content.

The first thread of a site may hold one short post, which nothing shows to be one. Once threads at
such addresses are known, what brought nothing among them is read again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.extraction.records import Thread
from fpcrawl.pages.urls import url_shape
from fpcrawl.walk.families import KNOWN_THREADS, SURE_SHARE
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
        self._role = "thread" if spider.kind == "forum" else "article"
        self._pages: dict[str, dict[str, Context]] = {}
        self._asked: set[str] = set()
        # Pages of each kind that brought records, in this run.
        self._brought: Counter[str] = Counter()
        for _, page in spider.state.values.items(self._name):
            self._remember(page["url"], Context.from_meta(page["meta"]))

    def page_stored(self, item: PageItem) -> None:
        """Remember a page that brought nothing; ask for others like one that brought something."""
        shape = url_shape(item.url)
        if not item.first_visit or item.trap is not None or item.context.role in {"home", "board"}:
            return
        stored = any(not isinstance(stored.record, Thread) for stored in item.stored)
        left_out = item.report is not None and item.report.left_out
        if stored or left_out or item.held or item.off_topic:
            self._brought[shape] += 1
        elif self._brought[shape] < KNOWN_THREADS:
            self._note(shape, item)
        if shape in self._pages and self._is_content(shape, KNOWN_THREADS):
            self._ask(shape)

    def is_asked(self, url: str) -> bool:
        """Whether a page was asked for again in this run: what it holds was never looked at."""
        return url in self._asked

    def ask_at_end(self) -> bool:
        """Ask for those among the content of a site too small to be sure of; tell whether any."""
        shapes = [shape for shape in self._pages if self._is_content(shape, 1)]
        for shape in shapes:
            self._ask(shape)
        return bool(shapes)

    def _is_content(self, shape: str, least: int) -> bool:
        """Whether pages of a kind are surely threads or articles, of which so many paid."""
        family = self._spider.walker.families.of_shape(shape)
        return self._brought[shape] >= least and family.share_of(self._role) >= SURE_SHARE

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
        for url, context in self._pages.pop(shape).items():
            # An earlier run may have had other rules.
            if spider.walker.permitted(url):
                self._asked.add(url)
                spider.crawl_again(Step(url, ROW, replace(context, role=self._role, again=True)))
                spider.stats.inc_value("fpcrawl/walk/misread")
            # It is in the frontier now.
            spider.state.values.set(self._key(url), None)

    def _key(self, url: str) -> str:
        return f"{self._name}{self._spider.fingerprint_of(url).hex()}"
