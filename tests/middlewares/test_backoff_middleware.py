from __future__ import annotations

import random
import time
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest
from crawl_kit import Reply, Server, crawl

from fpcrawl.middlewares.backoff import BackoffConfig, retry_after_s

if TYPE_CHECKING:
    from pathlib import Path

SPIDER = """
import scrapy


class TestSpider(scrapy.Spider):
    name = "backoff"

    async def start(self):
        for n in range(int(self.pages)):
            yield scrapy.Request(f"{self.base}/{n}", self.page)

    def page(self, response):
        pass
"""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"120", 120.0),
        (b" 0 ", 0.0),
        (formatdate(1_700_000_060, usegmt=True).encode(), 60.0),
        (formatdate(1_600_000_000, usegmt=True).encode(), 0.0),
        (b"soon", None),
        (b"-5", None),
        (b"", None),
        (None, None),
        (b"9" * 400, float("9" * 12)),
        (b"Mon, 04 Mar 99999999999999999999 10:00:00 GMT", None),
        ("٣".encode(), None),
    ],
)
def test_retry_after(value: bytes | None, expected: float | None) -> None:
    assert retry_after_s(value, 1_700_000_000.0) == expected


def test_waits_double_and_are_capped() -> None:
    config = BackoffConfig(base_s=2.0, max_s=60.0)
    rng = random.Random(1)
    for tries in range(80):
        wait_s = config.wait_s(tries, rng)
        assert min(60.0, 2.0**tries) <= wait_s <= min(60.0, 3.0 * 2.0**tries)


class Moody:
    """Answers the first requests with the given replies, then well."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = iter(replies)

    def __call__(self, path: str) -> Reply:
        return next(self.replies, Reply())


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_stops_the_whole_host(tmp_path: Path, form: str) -> None:
    class Dated(Moody):
        def __call__(self, path: str) -> Reply:
            reply = super().__call__(path)
            if form == "date" and reply.status == 429:
                reply.headers["Retry-After"] = formatdate(time.time() + 3, usegmt=True)
            return reply

    with Server(Dated(Reply(status=429, headers={"Retry-After": "2"}))) as server:
        settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1}
        stats = crawl(tmp_path, SPIDER, settings, base=server.url, pages="5")
        times = [when for when, _ in server.log]
    assert stats["reason"] == "finished"
    assert len(times) == 6
    assert times[1] - times[0] >= 1.9  # a date has no parts of seconds
    assert times[-1] - times[1] < 1.5
    assert stats["fpcrawl/retry/http_429"] == 1
    assert stats["fpcrawl/backoff/host_closed"] == 1


def test_retry_after_is_capped(tmp_path: Path) -> None:
    asked = Reply(status=503, headers={"Retry-After": "86400"})
    settings = {"FPCRAWL_BACKOFF_MAX_S": 1}
    with Server(Moody(asked)) as server:
        stats = crawl(tmp_path, SPIDER, settings, base=server.url, pages="1", timeout_s=30)
        assert len(server.log) == 2
    assert stats["reason"] == "finished"


def test_a_host_closed_for_long_ends_a_run_of_no_time_and_is_left_alone_by_the_next(
    tmp_path: Path, look
) -> None:
    asked = Reply(status=503, headers={"Retry-After": "600"})
    settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1}
    with Server(Moody(asked)) as server:
        for _ in range(2):
            stats = crawl(tmp_path, SPIDER, settings, base=server.url, pages="9", timeout_s=30)
            assert stats["reason"] == "finished"
            assert len(server.log) == 1
    assert len(look.rows()) == 9


def test_a_host_that_keeps_failing_is_asked_less_and_less(tmp_path: Path, look) -> None:
    settings = {
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "RETRY_TIMES": 50,
        "FPCRAWL_BACKOFF_BASE_S": 0.1,
        "FPCRAWL_RUN_FOR": 8,
    }
    with Server(lambda path: Reply(status=500)) as server:
        stats = crawl(tmp_path, SPIDER, settings, base=server.url, pages="50")
        # 3 failures close the host, then each for twice as long: some 9 tries in 8 s.
        assert 4 <= len(server.log) <= 12
    assert stats["fpcrawl/backoff/host_closed"] >= 2
    assert len(look.rows()) == 50


@pytest.mark.parametrize(("answers", "closed"), [(True, 0), (False, 1)])
def test_errors_of_one_kind_of_page_do_not_close_a_host_that_answers(
    tmp_path: Path, answers: bool, closed: int
) -> None:
    def broken(path: str) -> Reply:
        return Reply(status=200 if answers and not path.startswith("/report/") else 500)

    spider = SPIDER.replace("{self.base}/{n}", "{self.base}{'/report' if n % 5 else ''}/{n}")
    settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "RETRY_TIMES": 0}
    settings["FPCRAWL_BACKOFF_BASE_S"] = 0.1
    with Server(broken) as server:
        stats = crawl(tmp_path, spider, settings, base=server.url, pages="6", timeout_s=30)
        assert len(server.log) == 6
    assert bool(stats.get("fpcrawl/backoff/host_closed")) == closed


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(reset=True), "connection"),
        (Reply(claim_bytes=9999), "truncated"),
        (Reply(status=500), "http_500"),
        (Reply(delay_s=3), "timeout"),
    ],
)
def test_what_may_pass_is_tried_again(tmp_path: Path, reply: Reply, reason: str) -> None:
    # A reset of a kept connection is tried again by Twisted itself, hence two.
    failing = [reply, reply] if reply.reset else [reply]
    with Server(Moody(*failing)) as server:
        stats = crawl(
            tmp_path, SPIDER, {"DOWNLOAD_TIMEOUT": 1}, base=server.url, pages="1", timeout_s=30
        )
    assert stats["reason"] == "finished"
    assert stats[f"fpcrawl/retry/{reason}"] >= 1
    assert stats["fpcrawl/outcome/done"] == 1


@pytest.mark.parametrize(
    ("body", "wants", "asked", "outcome"),
    [
        (b"<html><p>page</p></HTML>\n<!-- cached -->", True, 1, "done"),
        (b"<html><p>pa", True, 2, "truncated"),
        (b"<html><p>pa", False, 1, "done"),
    ],
)
def test_what_has_the_end_of_a_page_came_whole_whatever_length_was_announced(
    tmp_path: Path, look, body: bytes, wants: bool, asked: int, outcome: str
) -> None:
    settings = {"RETRY_TIMES": 1, "DOWNLOAD_FAIL_ON_DATALOSS": False}
    spider = SPIDER.replace("name =", f"wants_whole_pages = {wants}\n    name =")
    with Server(lambda path: Reply(body, claim_bytes=9999)) as server:
        stats = crawl(tmp_path, spider, settings, base=server.url, pages="1", timeout_s=30)
        assert len(server.log) == asked
    assert stats[f"fpcrawl/outcome/{outcome}"] == 1


def test_an_unknown_host_is_tried_twice(tmp_path: Path, look) -> None:
    settings = {"RETRY_TIMES": 9}
    stats = crawl(
        tmp_path, SPIDER, settings, base="http://nowhere.invalid", pages="1", timeout_s=50
    )
    assert stats["reason"] == "finished"
    assert stats["fpcrawl/retry/dns"] == 1
    assert stats["fpcrawl/outcome/dns"] == 1
    assert list(look.reasons("backoff").values()) == ["dns"]


def test_a_body_that_is_too_large_is_not_tried_again(tmp_path: Path, look) -> None:
    settings = {"DOWNLOAD_MAXSIZE": 10_000}
    with Server(lambda path: Reply(b"x" * 20_000)) as server:
        stats = crawl(tmp_path, SPIDER, settings, base=server.url, pages="1")
        assert len(server.log) == 1
    assert stats["fpcrawl/outcome/too_large"] == 1
    assert look.rows() == {}
