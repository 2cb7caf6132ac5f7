"""Stopped or killed at any moment, resumed: every page once in the feed, none lost."""

from __future__ import annotations

import json
import random
import signal
import time
from typing import TYPE_CHECKING

import pytest
from crawl_kit import Reply, Server, crawl, start

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 500

SPIDER = """
from pathlib import Path

import scrapy

from fpcrawl.extraction.records import Post
from fpcrawl.scheduling.state import get_state
from fpcrawl.store.model import Outcome
from fpcrawl.store.outbox import FeedWriter


class PageItem:
    def __init__(self, response):
        self.lease = response.meta["fp_lease"]
        path = response.url.rsplit("/", 1)[1]
        self.records = [Post(key=path, site="s", url=response.url, thread_url="t",
                             author="a", body_text=f"body of {path}", confidence=1.0)]


class Storage:
    def __init__(self, crawler):
        self.state = get_state(crawler)
        path = Path(crawler.settings["FPCRAWL_STATE_DIR"]).parent / "posts.jsonl"
        self.feed = FeedWriter(self.state, {"post": path})
        self.items = 0

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def open_spider(self):
        self.feed.drain()

    def process_item(self, item):
        with self.state.transaction():
            self.state.records.upsert(item.records, 1.0)
            assert self.state.frontier.ack(item.lease, Outcome.DONE)
        self.items += 1
        if self.items % 7 == 0:
            self.feed.drain()
        return item

    def close_spider(self):
        self.feed.drain()


class TestSpider(scrapy.Spider):
    name = "tree"
    base = ""

    async def start(self):
        yield scrapy.Request(self.base + "/0", self.page)

    def page(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.page)
        yield PageItem(response)


SETTINGS = {"ITEM_PIPELINES": {Storage: 1}, "CONCURRENT_REQUESTS": 8}
"""


def tree(path: str) -> Reply:
    n = int(path[1:])
    links = [f"/{k}" for k in (3 * n + 1, 3 * n + 2, 3 * n + 3, n // 2) if k < PAGES]
    body = "".join(f'<a href="{link}">x</a>' for link in links)
    return Reply(f"<html><body>{body}</body></html>".encode(), delay_s=0.005)


def feed_of(directory: Path) -> list[str]:
    text = (directory / "posts.jsonl").read_text()
    return [json.loads(line)["key"] for line in text.splitlines()]


def until_fetched(server: Server, count: int) -> None:
    deadline = time.monotonic() + 30
    while len(server.log) < count and time.monotonic() < deadline:
        time.sleep(0.005)
    assert len(server.log) >= count


def check(directory: Path, look) -> None:
    keys = feed_of(directory)
    assert sorted(keys, key=int) == [str(n) for n in range(PAGES)]
    assert look.rows() == {}
    assert look.seen() == PAGES


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path, look) -> None:
    rng = random.Random(11)
    with Server(tree) as server:
        for _ in range(5):
            run = start(tmp_path, SPIDER, base=server.url)
            until_fetched(server, len(server.log) + rng.randrange(5, 80))
            run.kill()
        stats = crawl(tmp_path, SPIDER, base=server.url)
        fetched = len(server.log)
    assert stats["reason"] == "finished"
    check(tmp_path, look)
    # Only what was under way at a kill is fetched again.
    assert fetched <= PAGES + 5 * (8 + 8)


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_a_graceful_stop_puts_back_what_was_not_started(
    tmp_path: Path, look, signal_number: int
) -> None:
    with Server(tree) as server:
        run = start(tmp_path, SPIDER, base=server.url)
        until_fetched(server, 60)
        run.process.send_signal(signal_number)
        stats = run.wait()
        assert stats["reason"] == "shutdown"
        done = len(server.log)
        assert done < PAGES
        assert len(feed_of(tmp_path)) == done  # what was under way was finished
        assert crawl(tmp_path, SPIDER, base=server.url)["reason"] == "finished"
        assert len(server.log) == PAGES
    check(tmp_path, look)


def test_two_processes_share_one_crawl(tmp_path: Path, look) -> None:
    with Server(tree) as server:
        first = start(tmp_path, SPIDER, name="one", base=server.url)
        until_fetched(server, 30)
        second = start(tmp_path, SPIDER, name="two", base=server.url)
        stats = [first.wait(), second.wait()]
        assert len(server.log) == len(set(server.paths())) == PAGES
    assert [s["reason"] for s in stats] == ["finished"] * 2
    assert sum(s["item_scraped_count"] for s in stats) == PAGES
    check(tmp_path, look)


def test_two_crawls_share_one_file(tmp_path: Path, look) -> None:
    other = SPIDER.replace('name = "tree"', 'name = "other"\n    crawl_key = "forum:other"')
    other = other.replace("key=path", 'key="o" + path')
    with Server(tree) as server:
        runs = [
            start(tmp_path, SPIDER, name="one", base=server.url),
            start(tmp_path, other, name="two", base=server.url),
        ]
        assert [run.wait()["reason"] for run in runs] == ["finished"] * 2
        assert len(server.log) == 2 * PAGES
    keys = feed_of(tmp_path)
    assert len(keys) == len(set(keys)) == 2 * PAGES
    assert look.state.frontier.crawls() == ["forum:other", "tree"]


def test_a_full_disk_ends_the_crawl_with_its_own_reason(tmp_path: Path, look) -> None:
    filling = SPIDER.replace(
        "    async def start(self):\n",
        "    async def start(self):\n"
        "        db = get_state(self.crawler).db\n"
        '        pages = db.read_one("PRAGMA page_count")[0]\n'
        '        db.read(f"PRAGMA max_page_count = {pages + 12}")  # EXPECTED\n',
    )
    with Server(tree) as server:
        run = start(tmp_path, filling, base=server.url)
        run.process.wait(40)
        assert len(server.log) < PAGES
        assert "The crawl ends: state file" in run.log.read_text()
        assert json.loads(run.out.read_text())["reason"] == "state_error"
        assert crawl(tmp_path, SPIDER, base=server.url)["reason"] == "finished"
    check(tmp_path, look)
