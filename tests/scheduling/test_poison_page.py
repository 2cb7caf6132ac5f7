"""A page that kills every worker that reads it is set aside; all others are read."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from crawl_kit import Reply, Server, start

from fpcrawl.store.opening import RedisAddress, StateConfig, open_configured

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SPIDER = """
import os, signal
from scrapy import Request, Spider

class TestSpider(Spider):
    name = "poison"

    def __init__(self, base, **kwargs):
        super().__init__(**kwargs)
        self.base = base

    async def start(self):
        for n in range(12):
            yield Request(f"{self.base}/{n}", self.parse)
        yield Request(f"{self.base}/poison", self.parse, priority=5)

    def parse(self, response):
        if response.url.endswith("poison"):
            os.kill(os.getpid(), signal.SIGKILL)
        yield {"url": response.url}
"""
PAGES = {f"/{n}" for n in range(12)}


def slowly(path: str) -> Reply:
    return Reply(delay_s=0.05 if path == "/poison" else 0.02)


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
def test_a_page_that_kills_its_worker_is_set_aside_after_three(
    kind: str, tmp_path: Path, request
) -> None:
    config = StateConfig(tmp_path / "state")
    settings = {"CONCURRENT_REQUESTS_PER_DOMAIN": 4}
    if kind == "redis":
        url = request.getfixturevalue("redis_server").url
        prefix = uuid.uuid4().hex
        settings |= {"FPCRAWL_STATE": "redis", "REDIS_URL": url, "FPCRAWL_REDIS_PREFIX": prefix}
        config = StateConfig(tmp_path / "state", redis=RedisAddress(url), prefix=prefix)
    with Server(slowly) as server:
        for number in range(3):
            run = start(tmp_path, SPIDER, settings, f"run{number}", base=server.url)
            run.process.wait(60)
            assert run.process.returncode == -9, run.log.read_text()[-3000:]
        stats = start(tmp_path, SPIDER, settings, "last", base=server.url).wait()
        asked = server.paths()
    assert stats["reason"] == "finished"
    assert stats.get("fpcrawl/frontier/quarantined", 0) == 1
    assert asked.count("/poison") == 3
    assert set(asked) == {*PAGES, "/poison"}
    state = open_configured(config)
    try:
        (failure,) = state.frontier.failures("poison")
        assert (failure.reason, failure.dropped) == ("poison", False)
        assert failure.url.endswith("/poison")
        waiting = state.frontier.counts("poison", state.clock())
        assert (waiting.due, waiting.later, waiting.leased) == (0, 1, 0)
    finally:
        state.close()
