from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest
from crawl_kit import Reply, Server, crawl

if TYPE_CHECKING:
    from pathlib import Path

SPIDER = """
import scrapy
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware


class TestSpider(scrapy.Spider):
    name = "robots"
    paths = ""
    repeat = "1"

    async def start(self):
        for base in self.bases.split(","):
            for path in self.paths.split(","):
                for n in range(int(self.repeat)):
                    url = f"{base}/{path}" + (str(n) if int(self.repeat) > 1 else "")
                    yield scrapy.Request(url, self.page, meta={"fp_role": self.role})

    role = ""

    def page(self, response):
        pass


SETTINGS = {"ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS": 32,
            "USER_AGENT": "fpcrawl/0.1 (+http://contact.example/)"}
"""


def site(robots: Reply):
    return lambda path: robots if path == "/robots.txt" else Reply()


def test_none_of_200_forbidden_urls_asked_for_at_once_is_fetched(tmp_path: Path) -> None:
    robots = Reply(b"User-agent: *\nDisallow: /no/\n", delay_s=0.5)
    addresses = [f"127.0.0.{n}" for n in range(1, 6)]
    servers = [Server(site(robots), address) for address in addresses]
    for server in servers:
        server.__enter__()
    try:
        stats = crawl(
            tmp_path,
            SPIDER,
            {"CONCURRENT_REQUESTS_PER_DOMAIN": 40, "CONCURRENT_REQUESTS": 200},
            bases=",".join(server.url for server in servers),
            paths="no/",
            repeat="40",
        )
    finally:
        for server in servers:
            server.__exit__()
    assert stats["reason"] == "finished"
    assert stats["fpcrawl/robots/forbidden"] == 200
    assert [server.paths() for server in servers] == [["/robots.txt"]] * 5


@pytest.mark.parametrize(
    ("status", "fetched"), [(200, 0), (404, 3), (403, 3), (500, 0), (503, 0), (429, 0)]
)
def test_what_a_status_means(tmp_path: Path, look, status: int, fetched: int) -> None:
    robots = Reply(b"User-agent: fpcrawl\nDisallow: /\n", status=status)
    with Server(site(robots)) as server:
        stats = crawl(
            tmp_path,
            SPIDER,
            {"RETRY_TIMES": 1, "FPCRAWL_BACKOFF_MAX_S": 400},
            bases=server.url,
            paths="a,b,c",
        )
        paths = server.paths()
    assert stats["reason"] == "finished"
    assert sum(path != "/robots.txt" for path in paths) == fetched
    # What a robots.txt that cannot be had kept back is still to be done.
    left = 3 if status in (500, 503, 429) else 0
    assert len(look.rows()) == left
    assert all(row[:2] == (0, 0) for row in look.rows().values())
    if left:
        assert 1 <= stats["fpcrawl/robots/unreachable"] <= 2


def test_redirects_are_followed_also_to_another_host(tmp_path: Path) -> None:
    rules = Reply(b"User-agent: *\nDisallow: /no\n")
    with Server(site(rules), "127.0.0.2") as other:
        away = Reply(status=301, headers={"Location": f"{other.url}/robots.txt"})
        with Server(site(away)) as server:
            crawl(tmp_path, SPIDER, bases=server.url, paths="no,yes")
            assert server.paths() == ["/robots.txt", "/yes"]
            assert other.paths() == ["/robots.txt"]


def test_redirects_without_end_are_as_if_there_were_none(tmp_path: Path) -> None:
    loop = Reply(status=301, headers={"Location": "/robots.txt"})
    with Server(site(loop)) as server:
        crawl(tmp_path, SPIDER, bases=server.url, paths="yes")
        assert "/yes" in server.paths()


@pytest.mark.parametrize("maxsize", [32 << 20, 10_000])
def test_only_half_a_megabyte_is_read_however_much_there_may_be(
    tmp_path: Path, maxsize: int
) -> None:
    filler = b"# nothing\n" * 60_000
    body = b"User-agent: *\nDisallow: /no\n" + filler + b"Disallow: /yes\n"
    with Server(site(Reply(body))) as server:
        crawl(tmp_path, SPIDER, {"DOWNLOAD_MAXSIZE": maxsize}, bases=server.url, paths="no,yes")
        assert server.paths() == ["/robots.txt", "/yes"]


def test_a_forbidden_start_page_is_told(tmp_path: Path) -> None:
    with Server(site(Reply(b"User-agent: *\nDisallow: /\n"))) as server:
        stats = crawl(tmp_path, SPIDER, bases=server.url, paths="home", role="home")
    assert stats["fpcrawl/robots/forbidden_start"] == 1
    assert stats["fpcrawl/outcome/robots"] == 1


@pytest.mark.parametrize("throttle", [False, True])
def test_crawl_delay_is_kept_also_against_autothrottle(tmp_path: Path, throttle: bool) -> None:
    robots = Reply(b"User-agent: *\nCrawl-delay: 0.7\n")
    settings = {
        "AUTOTHROTTLE_ENABLED": throttle,
        "AUTOTHROTTLE_START_DELAY": 0.1,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 8.0,
    }
    with Server(site(robots)) as server:
        crawl(tmp_path, SPIDER, settings, bases=server.url, paths="a,b,c,d,e")
        times = [when for when, path in server.log if path != "/robots.txt"]
    assert len(times) == 5
    gaps = [b - a for a, b in itertools.pairwise(times)]
    # The delay holds between sendings; a busy machine may shift what the server sees.
    assert min(gaps) > 0.6, gaps
    assert times[-1] - times[0] >= 4 * 0.7 - 0.1


def test_a_delay_longer_than_a_run_gives_a_page_and_leaves_the_host_alone(
    tmp_path: Path, look
) -> None:
    settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "FPCRAWL_ROBOTS_TTL_S": 0.01}
    robots = Reply(b"User-agent: *\nCrawl-delay: 1" + b"0" * 100 + b"\n")
    with Server(site(robots)) as server:
        for _ in range(2):
            stats = crawl(tmp_path, SPIDER, settings, bases=server.url, paths="a,b,c", timeout_s=30)
            assert stats["reason"] == "finished"
            assert len(server.paths()) == 2
    assert len(look.rows()) == 2
    state = look.state.sites.host("127.0.0.1")
    assert 29 * 86400 < state.not_before - time.time() <= 30 * 86400


def test_crawl_delay_is_remembered_and_robots_not_fetched_again(tmp_path: Path) -> None:
    robots = Reply(b"User-agent: *\nCrawl-delay: 0.6\nDisallow: /no\n")
    with Server(site(robots)) as server:
        crawl(tmp_path, SPIDER, bases=server.url, paths="a")
        crawl(tmp_path, SPIDER, bases=server.url, paths="b,c,no")
        assert server.paths() == ["/robots.txt", "/a", "/b", "/c"]
        assert server.log[3][0] - server.log[2][0] > 0.5


def test_an_old_copy_is_fetched_again(tmp_path: Path) -> None:
    settings = {"FPCRAWL_ROBOTS_TTL_S": 0.01}
    with Server(site(Reply(b""))) as server:
        crawl(tmp_path, SPIDER, settings, bases=server.url, paths="a")
        crawl(tmp_path, SPIDER, settings, bases=server.url, paths="b")
        assert server.paths().count("/robots.txt") >= 2
