"""Requests that are dropped before they go out, and those that ask for news only."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace

import pytest
from extraction_kit import NOW
from scrapy import Request, Spider, signals
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.statscollectors import MemoryStatsCollector
from twisted.python.failure import Failure

from fpcrawl.items import PageItem
from fpcrawl.middlewares.conditional import ConditionalMiddleware
from fpcrawl.middlewares.walk import Elsewhere, NotWanted, WalkMiddleware
from fpcrawl.reader.job import PageReport
from fpcrawl.scheduling.outcomes import judge
from fpcrawl.spiders.arguments import parse_arguments
from fpcrawl.spiders.forum import ForumSpider
from fpcrawl.spiders.traps import TrapWatch
from fpcrawl.spiders.turns import Turns
from fpcrawl.store.model import Outcome
from fpcrawl.walk.families import DETOURS, KNOWN_THREADS, MAX_DRY, PROBES, WINDOW
from fpcrawl.walk.walker import Context

HOST = "http://f.example"


class Site:
    """A forum spider, the middleware before it, and their statistics."""

    def __init__(self):
        settings = Settings()
        settings.setmodule("fpcrawl.settings")
        self.spider = ForumSpider(parse_arguments({"site": HOST}), settings, "forum")
        engine = SimpleNamespace(scheduler=None)
        self.crawler = SimpleNamespace(spider=self.spider, settings=settings, engine=engine)
        self.crawler.stats = self.stats = MemoryStatsCollector(self.crawler)
        self.crawler.signals = SignalManager(self.crawler)
        #: Addresses of the threads that have been read.
        self.read = set()
        pages = SimpleNamespace(thread_pages=lambda key: key in self.keys)
        self.spider.state = SimpleNamespace(records=pages)
        self.spider.crawler = self.crawler
        self.spider.traps = TrapWatch(self.spider.walker, self.stats)
        self.spider.turns = Turns(self.crawler, self.spider.walker.families)
        self.middleware = WalkMiddleware.from_crawler(self.crawler)

    @property
    def keys(self):
        return {self.spider.thread_key(url) for url in self.read}

    def family(self, path):
        return self.spider.walker.families.of(HOST + path)

    def drop(self, path, asked=None, **meta):
        """Have the engine drop a request, as it does with what is known."""
        if asked is not None:
            meta |= {"redirect_times": 1, "redirect_urls": [HOST + asked]}
        request = Request(HOST + path, callback=self.spider.parse, meta=meta)
        self.crawler.signals.send_catch_log(
            signals.request_dropped, request=request, spider=self.spider
        )

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


@pytest.mark.parametrize(
    ("meta", "outcome"),
    [
        ({}, Outcome.DROPPED),
        ({"fp_role": "index"}, Outcome.DROPPED),
        ({"fp_role": "thread"}, Outcome.FAILED),
        ({"fp_role": "thread", "fp_failures": 2}, Outcome.FAILED),
        ({"fp_role": "thread", "fp_failures": 3}, Outcome.DROPPED),
    ],
)
def test_threads_are_tried_later_where_others_have_brought_nothing_of_late(site, meta, outcome):
    families = site.spider.walker.families
    for n in range(KNOWN_THREADS):
        families.note_role(f"{HOST}/t-{n}.html", "thread", 1.0)
        families.note_fetch(f"{HOST}/t-{n}.html", useful=True)
    for n in range(WINDOW):
        families.note_fetch(f"{HOST}/t-{n}.html", useful=False)
    with pytest.raises(NotWanted) as met:
        site.ask(f"{HOST}/t-99.html", meta=meta)
    assert judge(met.value) == (outcome, "not_wanted")


@pytest.mark.parametrize(
    ("role", "outcome"), [("thread", Outcome.FAILED), ("index", Outcome.DROPPED)]
)
def test_threads_are_tried_later_where_all_others_have_shown_something_else(site, role, outcome):
    families = site.spider.walker.families
    for n in range(KNOWN_THREADS):
        families.note_role(f"{HOST}/t-{n}.html", role, 1.0)
        families.note_fetch(f"{HOST}/t-{n}.html", useful=True, found=True)
    for n in range(2 * MAX_DRY + 1):
        families.note_fetch(f"{HOST}/t-{n}.html", useful=True, other=True)
    families.note_fetch(f"{HOST}/news/7", useful=True, found=True)
    with pytest.raises(NotWanted, match="dry_family") as met:
        site.ask(f"{HOST}/t-999.html", meta={"fp_role": role, "fp_page": 2})
    assert judge(met.value) == (outcome, "not_wanted")


@pytest.mark.parametrize(
    ("path", "outcome"), [("/f-9.html", Outcome.FAILED), ("/rules", Outcome.DROPPED)]
)
def test_a_list_that_a_trap_stands_beside_is_tried_later(site, path, outcome):
    families = site.spider.walker.families
    families.note_role(f"{HOST}/f-1.html", "index", 1.0)
    families.note_fetch(f"{HOST}/f-1.html", useful=True)
    for n in range(2 * MAX_DRY + 1):
        families.note_fetch(f"{HOST}/more?pg={n}", useful=True, other=True)
    for asked, is_later in ((path, outcome), ("/more?pg=9999", Outcome.DROPPED)):
        with pytest.raises(NotWanted) as met:
            site.ask(f"{HOST}{asked}")
        assert judge(met.value) == (is_later, "not_wanted")


@pytest.mark.parametrize(
    ("meta", "verdict"),
    [
        ({}, "blocked"),
        ({"fp_role": "thread"}, "open"),
        ({"fp_role": "index", "fp_visits": 3}, "open"),
        ({"fp_again": True}, "open"),
        # It was counted when it was missed first.
        ({"fp_failures": 1}, "open"),
    ],
)
def test_what_is_gone_speaks_against_its_like_where_it_was_guessed(site, meta, verdict):
    for n in range(PROBES):
        request = Request(f"{HOST}/t-{n}.html", meta=meta)
        gone = HttpError(Response(request.url, status=404, request=request))
        site.spider.failed(Failure(gone))
    assert site.family("/t-9.html").verdict == verdict


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


def test_a_place_in_a_thread_that_was_read_is_dropped(site):
    site.ask(f"{HOST}/t/5/a-title/27")
    site.read.add(f"{HOST}/t/5/a-title")
    for url in ("/t/5/a-title/27", "/t/5/a-title?post=88"):
        with pytest.raises(NotWanted, match="inside"):
            site.ask(HOST + url)
    assert site.stats.get_value("fpcrawl/traps/inside_skipped") == 2
    site.ask(f"{HOST}/t/5/a-title")
    site.ask(f"{HOST}/t/6/a-title/27")


def test_pages_of_a_thread_pass_wherever_they_were_queued(site):
    site.read.add(f"{HOST}/t/5/a-title")
    site.ask(f"{HOST}/t/5/a-title/page/2")
    site.ask(f"{HOST}/t/5/a-title?page=2")
    site.spider.walker.families.note_turned(f"{HOST}/t/8/its-title/2")
    site.ask(f"{HOST}/t/5/a-title/3")


@pytest.mark.parametrize(
    "arguments",
    [
        {"meta": {"fp_thread_url": f"{HOST}/t/5/a-title"}},
        {"meta": {"fp_page": 2}},
        {"meta": {"fp_again": True}},
        {"dont_filter": True},
    ],
)
def test_a_page_that_the_thread_itself_leads_to_passes(site, arguments):
    site.read.add(f"{HOST}/t/5/a-title")
    site.ask(f"{HOST}/t/5/a-title/2", **arguments)


def test_redirects_onto_known_pages_end_their_family(site):
    site.spider.walker.families.note_fetch(f"{HOST}/t/5/a-title", useful=True)
    for n in range(DETOURS):
        site.drop("/t/5/a-title", asked=f"/post/{n}")
    assert site.family("/post/9").verdict == "blocked"
    assert site.family("/post/9").duplicate == DETOURS
    assert site.family("/t/5/a-title").fetched == 1


def test_redirects_to_what_brought_nothing_tell_nothing(site):
    for n in range(DETOURS):
        site.drop("/login", asked=f"/topic/{n}")
    assert site.family("/topic/9").verdict == "open"
    assert site.family("/topic/9").duplicate == 0


def test_a_redirect_into_a_thread_that_was_read_counts_likewise(site):
    site.read.add(f"{HOST}/t/5/a-title")
    meta = {"redirect_times": 1, "redirect_urls": [f"{HOST}/post/1"]}
    with pytest.raises(NotWanted):
        site.ask(f"{HOST}/t/5/a-title/27", meta=meta)
    assert site.family("/post/9").detours == 1


@pytest.mark.parametrize("meta", [{"fp_role": "home"}, {"fp_recurring": True}])
def test_known_links_and_start_pages_are_no_detours(site, meta):
    site.drop("/t/5/a-title")
    site.drop("/t/5/a-title", asked="/post/1", **meta)
    assert site.family("/post/9").fetched == site.family("/t/5/a-title").fetched == 0


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


@pytest.mark.parametrize(("held", "dry"), [(0, "dry"), (2, None)])
def test_pages_whose_records_are_held_back_are_no_sign_of_a_trap(site, held, dry):
    ignored = SimpleNamespace(page_stored=lambda *_, **__: None)
    spider = site.spider
    spider.detours = spider.returns = spider.left_out = spider.misread = ignored
    for n in range(MAX_DRY + 1):
        url = f"{HOST}/t-{n}.html"
        item = PageItem(url, None, Context("thread"), PageReport(url, role="thread"), NOW)
        item.held = held
        site.spider.page_stored(item)
    assert site.spider.walker.families.why_dry(f"{HOST}/rules") == dry
