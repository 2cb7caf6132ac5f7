"""Which pages of a run show what others have shown."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings
from scrapy.statscollectors import MemoryStatsCollector

from fpcrawl.extraction.records import Post
from fpcrawl.pages.urls import SiteScope
from fpcrawl.reader.job import PageReport
from fpcrawl.spiders.traps import TrapWatch
from fpcrawl.walk.content import PageContent
from fpcrawl.walk.walker import Context, Walker, WalkRules

HOST = "http://f.example"
THREAD = f"{HOST}/viewtopic.php?t=7"
SAID = "Of {} the harbour office still waits for: cement, and a better battery."


class FakeCrawler:
    settings = Settings()
    spider = None


@pytest.fixture
def stats():
    return MemoryStatsCollector(FakeCrawler())


@pytest.fixture
def traps(stats):
    return TrapWatch(Walker(SiteScope(f"{HOST}/"), WalkRules("forum")), stats)


def report_of(url, numbers, *, page=1, clock="2026-03-04T10:{:02d}+00:00"):
    """Return the report of a page that holds the posts of some numbers."""
    where = {"site": "f.example", "url": url, "thread_url": THREAD, "thread_title": "Lids"}
    posts = [
        Post(
            key=f"{url}#{n}",
            author="anna",
            published=clock.format(n),
            body_text=SAID.format(n),
            **where,
        )
        for n in numbers
    ]
    context = Context("thread", thread_url=THREAD if page > 1 else None, page=page)
    content = PageContent(url, "thread", False, f"{url} {numbers}".encode(), None, False)
    report = PageReport(url, role="thread", context=context, content=content, records=posts)
    report.first_page = context.thread_url or url
    return report


def numbers_of(report):
    return [int(post.key.rpartition("#")[2]) for post in report.records]


def test_a_further_page_is_no_copy_of_the_first_though_it_quotes_what_stands_there(traps):
    assert traps.judge(report_of(THREAD, range(4)), asked_for=False) is None
    further = report_of(f"{THREAD}&start=4", [0], page=2)
    assert traps.judge(further, asked_for=False) is None
    assert numbers_of(further) == [0]
    assert traps.judge(report_of(f"{HOST}/archive/t-7.html", range(4)), asked_for=False) == "twin"


def test_what_single_pages_have_told_is_left_out_of_the_page_of_a_thread(traps, stats):
    for n in (0, 2):
        assert traps.judge(report_of(f"{HOST}/message/{n}", [n]), asked_for=False) is None
    thread = report_of(THREAD, range(4))
    assert traps.judge(thread, asked_for=False) is None
    assert numbers_of(thread) == [1, 3]
    assert stats.get_value("fpcrawl/extraction/told_elsewhere") == 2
    again = report_of(THREAD, range(6))
    traps.judge_again(again)
    assert numbers_of(again) == [1, 3, 4, 5]
