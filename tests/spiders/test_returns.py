"""Threads that have grown are read until what is new is known."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from scrapy.settings import Settings
from scrapy.statscollectors import MemoryStatsCollector

from fpcrawl.extraction.records import Post, Thread
from fpcrawl.items import PageItem
from fpcrawl.spiders.returns import Returns
from fpcrawl.store.model import ThreadPage
from fpcrawl.walk.walker import Context

URL = "http://f.example/thread/7"
PAGES = {1: URL, 2: f"{URL}?page=2", 3: f"{URL}?page=3"}
NEWEST_FIRST = [f"2026-03-0{day}T10:00+00:00" for day in (4, 3, 2)]


class Grown:
    """A thread of three pages, and what of it is asked for."""

    def __init__(self):
        self.asked = []
        pages = [ThreadPage(number, url, 3, None) for number, url in PAGES.items()]
        self.spider = SimpleNamespace(
            kind="forum",
            aim=None,
            thread_key=lambda url: f"key of {url}",
            stats=MemoryStatsCollector(SimpleNamespace(settings=Settings())),
            state=SimpleNamespace(records=SimpleNamespace(thread_pages=lambda _: pages)),
            crawl_again=lambda step, _: self.asked.append(step.context.page),
        )
        self.returns = Returns(self.spider)

    def _stored(self, url, role, context, stored, records=()):
        self.asked.clear()
        report = SimpleNamespace(next_page=None, role=role)
        item = PageItem(url, None, context, report, None)
        item.first_visit, item.stored, item.records = False, stored, list(records)
        self.returns.page_stored(item)
        return self.asked[:]

    def list_read(self):
        thread = Thread(key="t", site="f.example", url=URL)
        told = [SimpleNamespace(record=thread, status="changed")]
        return self._stored("http://f.example/board/1", "index", Context("index"), told)

    def page_read(self, number, statuses, times=NEWEST_FIRST):
        site = {"site": "f.example", "url": PAGES[number], "thread_url": URL}
        posts = [Post(key=time, published=time, published_raw=time, **site) for time in times]
        told = [
            SimpleNamespace(record=post, status=status)
            for post, status in zip(posts, statuses, strict=True)
        ]
        context = Context("thread", thread_url=URL, page=number, again=True)
        return self._stored(PAGES[number], "thread", context, told, posts)


@pytest.mark.parametrize("times", [1, 2])
def test_where_the_newest_stand_first_reading_goes_on_from_the_top_each_time(times):
    grown = Grown()
    for _ in range(times):
        assert grown.list_read() == [3]
        assert grown.page_read(3, ["new", "same", "same"]) == [1]
        assert grown.page_read(1, ["new"] * 3) == [2]
        assert grown.page_read(2, ["new", "new", "same"]) == []


def test_a_last_page_that_holds_what_is_new_is_enough():
    grown = Grown()
    assert grown.list_read() == [3]
    assert grown.page_read(3, ["same", "same", "new"], NEWEST_FIRST[::-1]) == []
    assert grown.page_read(3, ["new", "changed", "same"], NEWEST_FIRST[::-1]) == [1]
