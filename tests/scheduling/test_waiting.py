"""When requests start, and when a run ends."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest
from crawl_kit import Reply, Server, crawl, start

if TYPE_CHECKING:
    from pathlib import Path

WAITING = """
import time

import scrapy


class TestSpider(scrapy.Spider):
    name = "waiting"
    busy = quiet = ""

    async def start(self):
        now = time.time()
        for n, wait_s in enumerate((1.0, 1.7, 2.4)):
            meta = {"fp_not_before": now + wait_s}
            yield scrapy.Request(f"{self.quiet}/{n}?{now + wait_s}", self.page, meta=meta)
        for n in range(int(self.pages)):
            yield scrapy.Request(f"{self.busy}/{n}", self.page, priority=1)

    def page(self, response):
        pass
"""


def beside_a_busy_host(folder: Path) -> tuple[list[float], int]:
    """Seconds by which three requests started late; what was asked of a busy host meanwhile."""
    folder.mkdir()
    settings = {"CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 8}
    with (
        Server(lambda path: Reply(delay_s=0.02)) as busy,
        Server(lambda path: Reply(), "127.0.0.2") as quiet,
    ):
        stats = crawl(folder, WAITING, settings, busy=busy.url, quiet=quiet.url, pages="900")
        assert stats["reason"] == "finished"
        late = [when - float(path.partition("?")[2]) for when, path in quiet.log]
        meanwhile = sum(when <= quiet.log[-1][0] for when, _ in busy.log)
    assert len(late) == 3
    assert min(late) >= 0
    return late, meanwhile


def test_not_before_is_kept_to_a_fifth_of_a_second_while_another_host_is_busy(
    tmp_path: Path,
) -> None:
    # A machine that stands still for a moment does so in one run, not in each of three.
    runs = (beside_a_busy_host(tmp_path / str(n)) for n in range(3))
    broken = list(itertools.takewhile(lambda run: max(run[0]) >= 0.2 or run[1] <= 100, runs))
    assert len(broken) < 3, broken


TWO_HOSTS = """
import scrapy


class TestSpider(scrapy.Spider):
    name = "two_hosts"

    async def start(self):
        for n in range(10):
            yield scrapy.Request(f"{self.slow}/{n}", self.page, priority=9)
        for n in range(100):
            yield scrapy.Request(f"{self.fast}/{n}", self.page)

    def page(self, response):
        pass
"""


def test_a_slow_host_does_not_stop_the_others(tmp_path: Path) -> None:
    settings = {"CONCURRENT_REQUESTS": 4, "CONCURRENT_REQUESTS_PER_DOMAIN": 2}
    with (
        Server(lambda path: Reply()) as fast,
        Server(lambda path: Reply(delay_s=1.5), "127.0.0.2") as slow,
    ):
        stats = crawl(tmp_path, TWO_HOSTS, settings, fast=fast.url, slow=slow.url)
        assert stats["reason"] == "finished"
    assert (len(fast.log), len(slow.log)) == (100, 10)
    assert fast.log[-1][0] < slow.log[-1][0]


def test_a_delayed_host_waits_outside_the_engine(tmp_path: Path) -> None:
    settings = {
        "CONCURRENT_REQUESTS": 1,
        "DOWNLOAD_SLOTS": {"127.0.0.2": {"concurrency": 1, "delay": 0.6, "jitter": 0}},
    }
    with Server(lambda path: Reply()) as fast, Server(lambda path: Reply(), "127.0.0.2") as slow:
        stats = crawl(tmp_path, TWO_HOSTS, settings, fast=fast.url, slow=slow.url)
        assert stats["reason"] == "finished"
    starts = [when for when, _ in slow.log]
    assert all(b - a > 0.5 for a, b in itertools.pairwise(starts)), starts
    # One request at a time: had any waited inside, the fast host would have stopped.
    assert sum(starts[0] < when < starts[-1] for when, _ in fast.log) > 50
    assert len(fast.log) == 100


REVISIT = """
import time

import scrapy
from fpcrawl.scheduling.state import get_state
from fpcrawl.store.model import Outcome


class PageItem:
    def __init__(self, response):
        self.lease = response.meta["fp_lease"]


class Pipeline:
    @classmethod
    def from_crawler(cls, crawler):
        pipeline = cls()
        pipeline.state = get_state(crawler)
        return pipeline

    def process_item(self, item):
        self.state.frontier.ack(item.lease, Outcome.DONE, time.time() + 0.5)
        return item


class TestSpider(scrapy.Spider):
    name = "revisit"

    async def start(self):
        yield scrapy.Request(f"{self.base}/board", self.page, meta={"fp_recurring": True})

    def page(self, response):
        yield PageItem(response)


SETTINGS = {"ITEM_PIPELINES": {Pipeline: 1}}
"""


def test_a_run_of_no_time_does_what_is_due_and_ends(tmp_path: Path) -> None:
    with Server(lambda path: Reply()) as server:
        for visits in (1, 2):
            stats = crawl(tmp_path, REVISIT, base=server.url)
            assert stats["reason"] == "finished"
            assert server.paths() == ["/board"] * visits
            time.sleep(0.5)


def test_lists_that_are_overdue_are_visited_once_each_and_no_faster(tmp_path: Path) -> None:
    spider = REVISIT.replace(
        'yield scrapy.Request(f"{self.base}/board", self.page, meta={"fp_recurring": True})',
        "for n in range(5):\n"
        '            meta = {"fp_recurring": True}\n'
        '            yield scrapy.Request(f"{self.base}/{n}", self.page, meta=meta)',
    )
    assert spider != REVISIT
    settings = {"DOWNLOAD_SLOTS": {"127.0.0.1": {"concurrency": 1, "delay": 0.4, "jitter": 0}}}
    with Server(lambda path: Reply()) as server:
        crawl(tmp_path, spider, settings, base=server.url)
        time.sleep(1.5)  # three times as long as until the next visit
        asked = len(server.log)
        stats = crawl(tmp_path, spider, settings, base=server.url)
        late = server.log[asked:]
    assert stats["reason"] == "finished"
    # The first ones are due again before the last one is done: that is for the next run.
    assert sorted(path for _, path in late) == [f"/{n}" for n in range(5)]
    assert all(b - a > 0.3 for (a, _), (b, _) in itertools.pairwise(late))


def test_a_run_of_some_seconds_revisits(tmp_path: Path) -> None:
    with Server(lambda path: Reply()) as server:
        crawl(tmp_path, REVISIT, {"FPCRAWL_RUN_FOR": 3}, base=server.url)
        times = server.times("/board")
    assert 3 <= len(times) <= 6
    assert all(b - a >= 0.5 for a, b in itertools.pairwise(times))
    assert times[-1] - times[0] < 3.2


def test_nothing_starts_after_the_time_is_over(tmp_path: Path, look) -> None:
    settings = {"FPCRAWL_RUN_FOR": 2, "CONCURRENT_REQUESTS_PER_DOMAIN": 2}
    with (
        Server(lambda path: Reply(delay_s=0.3)) as fast,
        Server(lambda path: Reply(delay_s=0.3), "127.0.0.2") as slow,
    ):
        stats = crawl(tmp_path, TWO_HOSTS, settings, fast=fast.url, slow=slow.url)
    assert stats["reason"] == "time_over"
    assert fast.log[-1][0] - fast.log[0][0] < 2.2
    assert stats["response_received_count"] == len(fast.log) + len(slow.log) < 110
    rows = look.rows()
    assert len(rows) == 110 - stats["response_received_count"]
    assert all(row[0] != 2 for row in rows.values())


def test_a_run_of_some_seconds_ends_early_when_nothing_is_due_in_time(tmp_path: Path) -> None:
    spider = REVISIT.replace("time.time() + 0.5", "time.time() + 500")
    with Server(lambda path: Reply()) as server:
        stats = crawl(tmp_path, spider, {"FPCRAWL_RUN_FOR": 100}, base=server.url, timeout_s=30)
    assert stats["reason"] == "finished"


def test_an_endless_run_stays_until_it_is_stopped(tmp_path: Path) -> None:
    with Server(lambda path: Reply()) as server:
        run = start(tmp_path, REVISIT, {"FPCRAWL_RUN_FOR": "inf"}, base=server.url)
        deadline = time.monotonic() + 20
        while len(server.log) < 4 and time.monotonic() < deadline:
            time.sleep(0.02)
        run.process.terminate()
        assert run.wait()["reason"] == "shutdown"
        assert len(server.log) >= 4


@pytest.mark.parametrize("value", ["soon", "-1", "nan"])
def test_a_bad_run_time_is_refused(tmp_path: Path, value: str) -> None:
    with Server(lambda path: Reply()) as server:
        run = start(tmp_path, REVISIT, {"FPCRAWL_RUN_FOR": value}, base=server.url)
        run.process.wait(30)
    assert "FPCRAWL_RUN_FOR must be a number of seconds or inf" in run.log.read_text()
    assert server.log == []


def test_a_page_that_fails_first_holds_a_run_of_no_time_open(tmp_path: Path) -> None:
    replies = iter([Reply(status=503), Reply(reset=True), Reply()])
    with Server(lambda path: next(replies, Reply())) as server:
        settings = {"FPCRAWL_BACKOFF_BASE_S": 0.5, "RETRY_TIMES": 5}
        stats = crawl(tmp_path, REVISIT, settings, base=server.url)
        times = server.times("/board")
    assert stats["reason"] == "finished"
    assert stats["fpcrawl/frontier/retried"] >= 1
    assert times[1] - times[0] > 0.2


SLOW_END = """
import time

import scrapy
from fpcrawl.store.sqlite import SqliteState

close = SqliteState.close


def close_slowly(state):
    time.sleep(1.5)
    close(state)


SqliteState.close = close_slowly


class TestSpider(scrapy.Spider):
    name = "slow_end"

    async def start(self):
        yield scrapy.Request(self.base, self.page)

    def page(self, response):
        pass
"""


def test_a_last_write_that_takes_long_ends_in_order(tmp_path: Path) -> None:
    # Scrapy gives its open connections a second to close: crawl() looks for its traceback.
    with Server(lambda path: Reply()) as server:
        assert crawl(tmp_path, SLOW_END, base=server.url)["reason"] == "finished"
    assert "AlreadyCalledError" not in (tmp_path / "run.log").read_text()
