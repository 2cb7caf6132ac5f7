"""A page's way through the pipelines, and into Scrapy's feeds."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from types import SimpleNamespace

import pytest
from extraction_kit import NOW, URL, WORDS, column, div_thread, html_page
from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter
from scrapy.settings import Settings
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.request import RequestFingerprinter

from fpcrawl.commands.clusterstatus import ClusterStatus, cluster_statuses
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.extensions.feeds import FedArticle, FedPost, RecordFeedExporter
from fpcrawl.extraction.records import Article, Comment, Post, Thread, record_dict, record_key
from fpcrawl.items import PageItem
from fpcrawl.pipelines import clustering, storage
from fpcrawl.pipelines.clustering import ClusteringPipeline
from fpcrawl.pipelines.extraction import ExtractionPipeline
from fpcrawl.pipelines.revisit import plan_list, watch_from_settings
from fpcrawl.pipelines.storage import StoragePipeline
from fpcrawl.pipelines.templates import SiteTemplates
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.revisit import Visit
from fpcrawl.revisit.allotment import AllottedModel
from fpcrawl.signals import records_late
from fpcrawl.spiders.arguments import parse_arguments
from fpcrawl.spiders.forum import ForumSpider
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.spiders.leftout import LeftOut
from fpcrawl.spiders.misread import Misread
from fpcrawl.store.model import Stored
from fpcrawl.store.parts import ArticlePart
from fpcrawl.store.sqlite import open_state
from fpcrawl.walk.walker import Context, Step

LIST = "".join(
    f'<tr><td><a href="/t-{n}.html">My kettle boils over in {place}</a></td><td>{n}</td>'
    f"<td>2024-04-2{n} 10:00</td></tr>"
    for n, place in enumerate(["spring", "summer", "autumn"])
)


class Crawl:
    """A crawler as far as the pipelines look at it."""

    def __init__(self, tmp_path, kind=ForumSpider, **arguments):
        settings = Settings()
        settings.setmodule("fpcrawl.settings")
        settings.set("FPCRAWL_OUTPUT_DIR", str(tmp_path))
        self.tmp_path = tmp_path
        self.settings = settings
        given = parse_arguments({"site": "http://f.example/", **arguments})
        self.spider = kind(given, settings, kind.name)
        self.signals = SignalManager(self)
        self.stats = MemoryStatsCollector(SimpleNamespace(settings=settings))
        self.spider.crawler = self
        self.request_fingerprinter = RequestFingerprinter()
        self.spider.state = self.state = open_state(tmp_path / "state")
        self.spider.knowledge = SiteKnowledge(self.state.values, self.spider.crawl_key)
        self.spider.readings = SimpleNamespace(are_busy=False)
        self.spider.left_out = LeftOut(self.spider, None)
        self.spider.misread = Misread(self.spider)
        self.spider.is_open = True
        self.spider.templates = SiteTemplates(
            self.state, self.spider.crawl_key, given.host, self.spider.known, self.stats
        )

    def item(self, html, url=URL, role="thread", **changes):
        spider = self.spider
        setup = DeskSetup(URL, spider.arguments.host, spider.walker.rules, known=spider.known)
        job = PageJob(url, html.encode(), None, NOW, NOW, Context(role))
        report = ReadingDesk(setup).read(job)
        assert report.role == role
        return PageItem(url, None, report.context, report, NOW, **changes)


@pytest.fixture
def crawl(tmp_path, monkeypatch):
    made = []

    def make(**arguments):
        found = Crawl(tmp_path, **arguments)
        made.append(found)
        for module in (clustering, storage):
            monkeypatch.setattr(module, "get_state", lambda _: found.state)
        return found

    yield make
    for found in made:
        found.state.close()


def processed(pipeline, item):
    return asyncio.run(pipeline.process_item(item))


def test_records_get_the_cluster_of_their_page(crawl):
    made = crawl()
    item = made.item(div_thread())
    item.cluster = "c1"
    assert processed(ExtractionPipeline.from_crawler(made), item) is item
    assert column(item.records, "body_text") == WORDS
    assert column(item.records, "cluster") == ["c1"] * 4


def test_a_page_that_showed_nothing_of_its_own_gives_no_records(crawl):
    made = crawl()
    item = made.item(div_thread(), trap="twin")
    processed(ExtractionPipeline.from_crawler(made), item)
    assert item.report.records
    assert not item.records


def test_an_empty_thread_is_counted(crawl):
    made = crawl()
    item = made.item(div_thread())
    item.report.records = []
    processed(ExtractionPipeline.from_crawler(made), item)
    assert made.stats.get_value("fpcrawl/extraction/empty_threads") == 1


@pytest.mark.parametrize("works_for", [1, 2])
def test_a_feed_that_cannot_be_written_fails_the_crawl(crawl, monkeypatch, works_for):
    made, told = crawl(), []
    monkeypatch.setattr(storage, "fail_crawl", lambda _, error: told.append(str(error)))
    looping = SimpleNamespace(running=False, start=lambda *_, **__: None)
    monkeypatch.setattr(storage, "create_looping_call", lambda _: looping)
    drains = iter(range(9))

    def drain(_):
        if next(drains) >= works_for:
            raise StateError("cannot write the feed posts.jsonl: No space left on device")

    monkeypatch.setattr(storage.FeedWriter, "drain", drain)
    pipeline = StoragePipeline.from_crawler(made)
    pipeline.open_spider()
    pipeline._tick()
    assert len(told) == 2 - works_for
    made.stats.set_value("finish_reason", "finished")
    pipeline._finish()
    assert len(told) == 3 - works_for
    assert made.stats.get_value("finish_reason") == "state_error"
    assert "No space left" in made.stats.get_value("fpcrawl/end_detail")


def test_an_error_in_the_extraction_is_told(crawl, caplog):
    made = crawl()
    item = made.item(div_thread())
    item.report.extraction_error = "ZeroDivisionError"
    with caplog.at_level(logging.ERROR):
        processed(ExtractionPipeline.from_crawler(made), item)
    assert made.stats.get_value("fpcrawl/extraction/errors") == 1
    assert f"{URL}\nZeroDivisionError" in caplog.text


def test_other_items_and_unchanged_pages_pass(crawl):
    made = crawl()
    unchanged = PageItem(URL, None, Context(), None, NOW)
    for make in (ExtractionPipeline, ClusteringPipeline):
        pipeline = make.from_crawler(made)
        assert processed(pipeline, {"a": 1}) == {"a": 1}
        assert processed(pipeline, unchanged) is unchanged
    assert unchanged.records == []
    assert unchanged.role == "other"
    assert repr(unchanged) == f"<PageItem {URL}>"


def clustering_of(made):
    pipeline = ClusteringPipeline.from_crawler(made)
    asyncio.run(pipeline.open_spider())
    return pipeline


def test_clusters_outlive_the_run(crawl):
    made = crawl()
    names = []
    for _ in range(2):
        pipeline = clustering_of(made)
        item = made.item(div_thread())
        processed(pipeline, item)
        pipeline.close_spider()
        names.append(item.cluster)
    assert names[0] == names[1]
    stats = made.stats.get_stats()
    assert stats["fpcrawl/clustering/new"] == 1
    assert stats["fpcrawl/clustering/pages"] == 2
    assert stats["fpcrawl/clustering/clusters"] == 1
    (found,) = cluster_statuses(made.state.values, made.state.clusters, made.spider.crawl_key)
    assert found == ClusterStatus(names[0], "thread", 2, 2)


def test_a_page_of_a_settled_family_takes_over_its_cluster(crawl):
    made = crawl()
    pipeline = clustering_of(made)
    first, second = made.item(div_thread()), made.item(div_thread())
    processed(pipeline, first)
    second.report.features = None
    processed(pipeline, second)
    assert second.cluster == first.cluster
    stats = made.stats.get_stats()
    assert stats["fpcrawl/clustering/pages"] == 2
    assert stats["fpcrawl/clustering/compared"] == 1


def test_a_new_cluster_is_kept_with_the_page_that_founded_it(crawl):
    made = crawl()
    item = made.item(div_thread())
    processed(clustering_of(made), item)
    assert made.state.clusters.read([item.cluster])[item.cluster].pages == 1
    # What a killed run had learnt of known clusters may be lost, their names are not.
    again = made.item(div_thread())
    pipeline = clustering_of(made)
    processed(pipeline, again)
    assert again.cluster == item.cluster
    assert made.state.clusters.read([item.cluster])[item.cluster].pages == 1
    pipeline.close_spider()
    assert made.state.clusters.read([item.cluster])[item.cluster].pages == 2


def test_pages_of_known_clusters_are_saved_now_and_then(crawl, monkeypatch):
    monkeypatch.setattr(clustering, "SAVE_PAGES", 2)
    made = crawl()
    pipeline = clustering_of(made)
    for _ in range(3):
        item = made.item(div_thread())
        processed(pipeline, item)
    assert made.state.clusters.read([item.cluster])[item.cluster].pages == 3


def test_an_unsure_page_has_no_say_in_the_type_of_its_cluster(crawl):
    made = crawl()
    pipeline = clustering_of(made)
    item = made.item(div_thread())
    item.report.confidence = 0.2
    processed(pipeline, item)
    assert made.state.clusters.read([item.cluster])[item.cluster].votes == {}


def test_a_page_without_features_has_no_cluster(crawl, caplog):
    made = crawl()
    item = made.item(div_thread())
    item.report.features = None
    item.report.clustering_error = "Traceback: nobody thought of this"
    with caplog.at_level(logging.ERROR):
        assert processed(clustering_of(made), item) is item
    assert item.cluster is None
    assert made.stats.get_value("fpcrawl/clustering/errors") == 1
    assert f"No cluster for {URL}" in caplog.text


def stored(crawl, item, *, next_save=0.0):
    made = StoragePipeline.from_crawler(crawl)
    made._next_save = next_save
    made._state = crawl.state
    made._watch = watch_from_settings(crawl.settings, crawl.state.values, crawl.spider.crawl_key)
    crawl.spider.crawl_again = lambda *_: None
    processed(ExtractionPipeline.from_crawler(crawl), item)
    processed(made, item)
    return [s.status for s in item.stored]


def test_a_page_is_stored_once_and_edited_once(crawl):
    made = crawl()
    assert stored(made, made.item(div_thread())) == ["new"] * 4
    assert stored(made, made.item(div_thread())) == ["same"] * 4
    edited = div_thread().replace("Descale it", "Clean it")
    assert stored(made, made.item(edited)) == ["same", "same", "changed", "same"]
    assert made.stats.get_value("fpcrawl/records/post_new") == 4
    assert made.stats.get_value("fpcrawl/records/post_changed") == 1
    pages = made.state.records.thread_pages(made.spider.thread_key(URL))
    assert [(page.page, page.url, page.posts) for page in pages] == [(1, URL, 4)]


def test_what_a_page_was_worth_is_learnt(crawl):
    made = crawl()
    families = made.spider.walker.families
    stored(made, made.item(div_thread()))
    assert (families.of(URL).fetched, families.of(URL).useful) == (1, 1)
    stored(made, made.item(div_thread(), first_visit=False))
    assert families.of(URL).fetched == 1
    stored(made, made.item(div_thread(), "http://f.example/thread-77.html"))
    assert (families.of(URL).fetched, families.of(URL).duplicate) == (2, 1)
    assert families.of(URL).role == "thread"


def test_a_list_to_come_back_to_gets_its_next_time(crawl):
    made = crawl()
    item = made.item(
        html_page(f"<h1>Kitchen</h1><table>{LIST}</table>"), role="index", recurring=True
    )
    assert stored(made, item) == ["new"] * 3
    assert model_state(made, item)["rows"] == 3
    assert not item.overflowed


def model_state(made, item):
    return made.state.values.get(f"revisit/{made.spider.crawl_key}/{item.url}")


def visits(made, item):
    found = made.state.values.get(f"rows/{made.spider.crawl_key}/{item.url}")["visits"]
    return [(rows, new) for _, rows, new in found]


def board(threads, pager=""):
    rows = "".join(
        f'<tr><td><a href="/t-{n}.html">My kettle boils over, part {n} of many</a></td>'
        f"<td>{replies}</td><td>2024-04-20 10:00</td></tr>"
        for n, replies in threads
    )
    return html_page(f"<h1>Kitchen</h1><table>{rows}</table>{pager}")


def look(made, threads, *, next_page=False, **changes):
    item = made.item(
        board(threads), role="index", **{"recurring": True, "first_visit": False, **changes}
    )
    if next_page:
        item.report.next_page = Step(f"{URL}?page=2", 1, Context("index", board_url=URL, page=2))
    stored(made, item)
    return item


def test_a_visit_counts_what_is_new_against_everything_seen(crawl):
    made = crawl()
    look(made, [(n, 1) for n in range(5)], first_visit=True)
    look(made, [(8, 0), (0, 1), (1, 1), (2, 1), (3, 1)])
    item = look(made, [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)])
    assert visits(made, item) == [(5, 5), (5, 1), (5, 0)]
    assert not item.overflowed


def test_a_list_on_which_nothing_known_is_left_goes_on(crawl):
    made = crawl()
    look(made, [(n, 1) for n in range(5)], first_visit=True)
    item = look(made, [(n, 1) for n in range(10, 15)], next_page=True)
    assert item.overflowed
    assert visits(made, item)[-1] == (5, 5)
    context = Context("index", board_url=URL, page=2, again=True)
    further = deeper(made, [(9, 1), (8, 1), (7, 1)], context)
    assert further.overflowed
    # What page 1 showed before may have moved here meanwhile.
    further = deeper(made, [(14, 1), (6, 1), (5, 1)], context)
    assert further.overflowed
    further = deeper(made, [(5, 1), (0, 1), (1, 1)], context)
    assert not further.overflowed


def deeper(made, threads, context):
    item = made.item(board(threads), f"{URL}?page={context.page}", role="index", first_visit=False)
    item.context = context
    item.report.first_page = context.board_url
    item.report.next_page = Step(f"{URL}?page=9", 1, context)
    stored(made, item)
    return item


def test_an_unchanged_list_is_a_visit_with_nothing_new(crawl):
    made = crawl()
    item = look(made, [(n, 1) for n in range(5)], first_visit=True)
    before = model_state(made, item)
    unchanged = PageItem(item.url, None, Context("index"), None, NOW, recurring=True)
    stored(made, unchanged)
    after = model_state(made, item)
    assert after["last"] > before["last"]
    assert (after["counted"], after["rows"]) == (after["last"], 5)
    assert visits(made, item)[-1] == (5, 0)


def test_a_budget_is_shared_by_all_lists_of_the_state(crawl):
    made = crawl()
    made.settings.set("FPCRAWL_REVISIT_BUDGET", "48")
    item = look(made, [(n, 1) for n in range(5)], first_visit=True)
    watch = watch_from_settings(made.settings, made.state.values, "another")
    watch.counted("u", Visit(time.time(), 20, 3))
    assert isinstance(watch.model, AllottedModel)
    assert [*watch.model._states()] == [
        made.state.values.get("revisit/another/u"),
        model_state(made, item),
    ]


def test_a_model_that_knows_no_hours_shares_no_budget(crawl):
    made = crawl()
    made.settings.setdict({"FPCRAWL_REVISIT_BUDGET": 48, "FPCRAWL_REVISIT_MODEL": "mean"})
    with pytest.raises(UsageError, match="knows no hours"):
        watch_from_settings(made.settings, made.state.values, "another")


def test_places_in_threads_are_no_rows_of_a_list(crawl):
    made = crawl()
    item = made.item(board([(n, 1) for n in range(5)]), role="index", recurring=True)
    processed(ExtractionPipeline.from_crawler(made), item)
    watch = watch_from_settings(made.settings, made.state.values, "c")
    item.report.steps = item.report.steps[:3]
    plan_list(watch, item, time.time(), lambda _: "barren")
    assert watch.values.get(f"revisit/c/{item.url}")["rows"] == 3
    assert watch.values.get(f"rows/c/{item.url}") is None


def test_a_list_page_without_a_list_teaches_nothing(crawl):
    made = crawl()
    item = look(made, [(n, 1) for n in range(5)], first_visit=True)
    counted = model_state(made, item)["counted"]
    broken = made.item(html_page("<p>Closed for repairs.</p>"), role="other", recurring=True)
    broken.etag = "x"
    stored(made, broken)
    assert broken.etag is None
    assert model_state(made, item)["counted"] == counted
    assert visits(made, item) == [(5, 5)]


def thread(n, sticky=False):
    url = f"http://f.example/t-{n}.html"
    return Thread(record_key("f.example", "thread", url), "f.example", url, sticky=sticky)


def post(n):
    return Post(f"k{n}", "f.example", URL, URL, floor=n)


def test_feeds_get_new_and_changed_posts_one_by_one(monkeypatch):
    seen = []
    monkeypatch.setattr(FeedExporter, "item_scraped", lambda _, item, spider: seen.append(item))
    exporter = RecordFeedExporter.__new__(RecordFeedExporter)
    item = PageItem(URL, None, Context(), None, NOW)
    item.stored = [Stored(thread(9), "new", 1)]
    item.stored += [Stored(post(n), kind, 1) for n, kind in enumerate(["new", "same", "changed"])]
    exporter.item_scraped(item, None)
    exporter.item_scraped({"plain": 1}, None)
    assert [one if isinstance(one, dict) else one.key for one in seen] == ["k0", "k2", {"plain": 1}]


def test_records_of_feeds_know_their_version(monkeypatch):
    seen = []
    monkeypatch.setattr(FeedExporter, "item_scraped", lambda _, item, spider: seen.append(item))
    exporter = RecordFeedExporter.__new__(RecordFeedExporter)
    article = Article("a", "f.example", URL, comments=[Comment("ann")])
    exporter.export([Stored(post(3), "changed", 2), Stored(article, "new", 1)], None)
    assert [type(one) for one in seen] == [FedPost, FedArticle]
    assert [ItemAdapter(one).asdict() for one in seen] == [
        {**record_dict(post(3)), "version": 2},
        {**record_dict(article), "version": 1},
    ]


def test_feeds_are_closed_after_the_last_records(crawl, monkeypatch):
    made = crawl()
    made.settings.set("FEEDS", {str(made.tmp_path / "out.jsonl"): {"format": "jsonlines"}})
    seen = []

    async def closed(_, spider):
        seen.append("closed")

    def store_the_last():
        made.signals.send_catch_log(records_late, stored=[Stored(post(1), "new", 1)], spider=None)

    monkeypatch.setattr(FeedExporter, "close_spider", closed)
    monkeypatch.setattr(FeedExporter, "item_scraped", lambda _, item, spider: seen.append(item.key))
    exporter = RecordFeedExporter.from_crawler(made)
    # As pipelines do, which are made later.
    made.signals.connect(store_the_last, signals.spider_closed)
    spider = SimpleNamespace(name="forum")
    exporter.open_spider(spider)
    asyncio.run(made.signals.send_catch_log_async(signals.spider_closed, spider=spider))
    assert seen == ["k1", "closed"]


def test_articles_whose_other_pages_do_not_come_are_told_of(crawl):
    made = crawl()
    told = []

    def tell(stored):
        told.extend(stored)

    made.signals.connect(tell, records_late)
    article = Article("a", "f.example", URL, body_text="The first half.")
    made.state.articles.add(ArticlePart(1, 2, article), 0.0, crawl=made.spider.crawl_key)
    pipeline = StoragePipeline.from_crawler(made)

    async def run():
        pipeline.open_spider()
        pipeline._finish()

    asyncio.run(run())
    assert [(one.record.key, one.status, one.version) for one in told] == [("a", "new", 1)]
    assert made.stats.get_value("fpcrawl/records/article_new") == 1


def test_a_new_layout_is_kept_with_the_page_that_taught_it(crawl):
    made = crawl()
    stored(made, made.item(div_thread()))
    books = made.spider.knowledge.load().layouts
    assert [book.support for book in books.values()] == [4]


def test_a_new_layout_does_not_wait_for_the_time_of_saving(crawl):
    made = crawl()
    stored(made, made.item(div_thread()), next_save=float("inf"))
    books = made.spider.knowledge.load().layouts
    assert [book.support for book in books.values()] == [4]


def test_between_savings_a_page_that_taught_no_layout_is_only_stored(crawl):
    made = crawl()
    page = made.item("<html><body><p>Nothing in particular.</p></body></html>", role="other")
    stored(made, page, next_save=float("inf"))
    assert not made.spider.knowledge.load().layouts
    assert not made.spider.knowledge.load().families.families


def test_feeds_are_written_from_the_store(crawl):
    made = crawl()
    stored(made, made.item(div_thread()))
    pipeline = StoragePipeline.from_crawler(made)

    async def run():
        pipeline.open_spider()
        pipeline._finish()

    asyncio.run(run())
    lines = (made.tmp_path / "posts.jsonl").read_text().splitlines()
    assert [json.loads(line)["body_text"] for line in lines] == WORDS
