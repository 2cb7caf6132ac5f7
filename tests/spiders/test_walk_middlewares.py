"""Requests that are dropped before they go out, and those that ask for news only."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace

import pytest
from scrapy import Request, Spider
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import Settings
from scrapy.statscollectors import MemoryStatsCollector

from fpcrawl.middlewares.conditional import ConditionalMiddleware
from fpcrawl.middlewares.walk import Elsewhere, NotWanted, WalkMiddleware
from fpcrawl.spiders.arguments import parse_arguments
from fpcrawl.spiders.forum import ForumSpider
from fpcrawl.spiders.traps import TrapWatch
from fpcrawl.walk.families import PROBES

HOST = "http://f.example"


class Site:
    """A forum spider, the middleware before it, and their statistics."""

    def __init__(self):
        settings = Settings()
        settings.setmodule("fpcrawl.settings")
        self.spider = ForumSpider(parse_arguments({"site": HOST}), settings, "forum")
        self.crawler = SimpleNamespace(spider=self.spider, settings=settings)
        self.crawler.stats = self.stats = MemoryStatsCollector(self.crawler)
        self.spider.crawler = self.crawler
        self.spider.traps = TrapWatch(self.spider.walker, self.stats)
        self.middleware = WalkMiddleware.from_crawler(self.crawler)

    def ask(self, url, **arguments):
        arguments.setdefault("callback", self.spider.parse)
        asyncio.run(self.middleware.process_request(Request(url, **arguments)))


@pytest.fixture
def site():
    return Site()


def block(site):
    for n in range(PROBES):
        site.spider.walker.families.note_fetch(f"{HOST}/t-{n}.html", useful=False)


def test_a_page_of_the_site_passes(site):
    site.ask(f"{HOST}/t-9.html")
    site.ask("https://www.f.example/t-9.html")
    assert site.stats.get_stats() == {}


def test_a_family_that_brought_nothing_is_dropped_and_counted(site):
    block(site)
    with pytest.raises(NotWanted, match="nothing new from addresses like"):
        site.ask(f"{HOST}/t-9.html")
    assert site.stats.get_value("fpcrawl/walk/not_wanted") == 1
    assert site.stats.get_value("fpcrawl/traps/barren_skipped") == 1
    assert site.spider.walker.families.of(f"{HOST}/t-9.html").skipped == 1
    assert NotWanted.reason == "not_wanted"
    site.ask(f"{HOST}/f-9.html")


def test_an_address_that_differs_only_in_its_session_is_dropped(site):
    site.spider.traps.remember(f"{HOST}/0a1b2c3d4e5f6789/t-9.html")
    site.ask(f"{HOST}/1111c3d4e5f6789a/t-9.html")
    site.spider.walker.twins.rules.add("/*")
    with pytest.raises(NotWanted, match="session"):
        site.ask(f"{HOST}/1111c3d4e5f6789a/t-9.html")
    site.ask(f"{HOST}/1111c3d4e5f6789a/t-8.html")
    site.ask(f"{HOST}/0a1b2c3d4e5f6789/t-9.html")
    site.ask(f"{HOST}/1111c3d4e5f6789a/t-9.html", dont_filter=True)
    assert site.stats.get_value("fpcrawl/traps/session_skipped") == 1


@pytest.mark.parametrize(
    "meta", [{"fp_role": "home"}, {"fp_role": "board"}, {"fp_recurring": True}]
)
def test_start_pages_and_lists_to_come_back_to_are_never_dropped(site, meta):
    block(site)
    site.ask(f"{HOST}/t-9.html", meta=meta)
    assert site.stats.get_stats() == {}


def test_another_site_is_dropped(site):
    with pytest.raises(Elsewhere, match="is not on the site"):
        site.ask("http://else.example/t-9.html")
    assert Elsewhere.reason == "offsite_redirect"


@pytest.mark.parametrize(("role", "counted"), [("home", 1), (None, None)])
def test_a_redirect_that_leaves_the_site_is_named(site, caplog, role, counted):
    meta = {"redirect_times": 1, "redirect_urls": [f"{HOST}/"], "fp_role": role}
    with caplog.at_level(logging.INFO), pytest.raises(Elsewhere):
        site.ask("http://else.example/", meta=meta)
    assert f"{HOST}/ sends to another site" in caplog.text
    assert site.stats.get_value("fpcrawl/outcome/elsewhere") == counted
    assert ("crawl that with -a site=http://else.example/" in caplog.text) is bool(counted)


def test_requests_without_a_callback_of_the_spider_pass(site):
    block(site)
    site.ask(f"{HOST}/robots.txt", callback=NO_CALLBACK)
    site.ask("http://else.example/robots.txt", callback=NO_CALLBACK)
    site.ask("http://else.example/x", callback=None)


def test_another_spider_is_left_alone(site):
    site.crawler.spider = Spider("other")
    site.ask("http://else.example/")


def conditional(**meta):
    request = Request(f"{HOST}/f-1.html", meta=meta)
    asyncio.run(ConditionalMiddleware().process_request(request))
    return request


def test_a_page_that_was_read_is_asked_for_if_it_has_changed():
    request = conditional(fp_etag='"abc"', fp_last_modified="Wed, 01 May 2024 12:00:00 GMT")
    assert request.headers[b"If-None-Match"] == b'"abc"'
    assert request.headers[b"If-Modified-Since"] == b"Wed, 01 May 2024 12:00:00 GMT"
    assert request.meta["handle_httpstatus_list"] == [304]


@pytest.mark.parametrize(
    ("meta", "header"),
    [
        ({"fp_etag": "x"}, b"If-None-Match"),
        ({"fp_last_modified": "Wed, 01 May 2024 12:00:00 GMT"}, b"If-Modified-Since"),
    ],
)
def test_one_of_the_two_is_enough(meta, header):
    request = conditional(**meta)
    assert list(request.headers) == [header]
    assert request.meta["handle_httpstatus_list"] == [304]


def test_a_page_never_read_is_asked_for_plainly():
    request = conditional()
    assert not request.headers
    assert "handle_httpstatus_list" not in request.meta
