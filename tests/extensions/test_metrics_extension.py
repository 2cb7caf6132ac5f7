"""A crawl that tells Prometheus how it goes."""

from __future__ import annotations

import sys
import time
import urllib.request
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from prometheus_client.parser import text_string_to_metric_families

sys.path.insert(0, str(Path(__file__).parents[1] / "scheduling"))

from crawl_kit import Reply, Server, crawl, start

if TYPE_CHECKING:
    from fpcrawl.metrics import Sample

SPIDER = """
import scrapy


class TestSpider(scrapy.Spider):
    name = "counted"

    async def start(self):
        for path in self.paths.split(","):
            yield scrapy.Request(f"{self.base}/{path}", dont_filter=True)

    def parse(self, response):
        yield {"path": response.url}


SETTINGS = {"EXTENSIONS": {"fpcrawl.extensions.metrics.Metrics": 0}}
"""


def read(text: str) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    for family in text_string_to_metric_families(text):
        sample: Sample
        for sample in family.samples:
            labels = {name: value for name, value in sample.labels.items() if name != "crawl"}
            found[(sample.name, *labels.values())] = sample.value
    return found


def site(path: str) -> Reply:
    return Reply(status=404 if path == "/none" else 200, delay_s=3 if path == "/slow" else 0)


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
def test_counters_go_on_from_run_to_run(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    file = tmp_path / "fpcrawl.prom"
    settings = {"FPCRAWL_METRICS_FILE": str(file), "FPCRAWL_METRICS_LABELS": "env=test"}
    if kind == "redis":
        settings["REDIS_URL"] = request.getfixturevalue("redis_server").url
        settings |= {"FPCRAWL_STATE": "redis", "FPCRAWL_REDIS_PREFIX": uuid.uuid4().hex}
    begun = time.time()
    with Server(site) as server:
        crawl(tmp_path, SPIDER, settings, base=server.url, paths="a,b,none")
        first = read(file.read_text())
        crawl(tmp_path, SPIDER, settings, base=server.url, paths="c,d")
        second = read(file.read_text())
    assert first["fpcrawl_items_total", "test"] == 2
    assert first["fpcrawl_responses_total", "test", "200"] == 2
    assert first["fpcrawl_responses_total", "test", "404"] == 1
    assert first["fpcrawl_run_exit_code", "test"] == 0
    assert second["fpcrawl_items_total", "test"] == 4
    assert second["fpcrawl_responses_total", "test", "404"] == 1
    assert second["fpcrawl_requests_ended_total", "test", "done"] == 4
    for name in ("run_start", "run_end", "active"):
        when = second[f"fpcrawl_{name}_timestamp_seconds", "test"]
        assert begun <= first[f"fpcrawl_{name}_timestamp_seconds", "test"] <= when <= time.time()
    # The process is gone, and so is what it said of itself.
    assert not any(name.startswith("fpcrawl_heartbeat") for name, *_ in second)
    assert [path.name for path in tmp_path.glob("*.prom*")] == ["fpcrawl.prom"]


def test_a_running_crawl_can_be_asked(tmp_path: Path) -> None:
    settings = {"FPCRAWL_METRICS_PORT": "19410-19499", "FPCRAWL_METRICS_INTERVAL_S": 1}
    with Server(site) as server:
        run = start(tmp_path, SPIDER, settings, base=server.url, paths="slow")
        deadline = time.monotonic() + 30
        while "/metrics" not in (log := run.log.read_text()):
            assert time.monotonic() < deadline, log
            assert run.process.poll() is None, log
            time.sleep(0.02)
        url = next(word for word in log.split() if word.endswith("/metrics"))
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        found: dict[tuple[str, ...], float] = {}
        while found.get(("fpcrawl_requests", "leased")) != 1:
            assert time.monotonic() < deadline, found
            with opener.open(url, timeout=10) as answer:
                found = read(answer.read().decode())
            time.sleep(0.02)
        run.wait()
    assert found["fpcrawl_state_away",] == 0
    assert found["fpcrawl_memory_bytes",] > 1e7
    assert time.time() - 40 < found["fpcrawl_heartbeat_timestamp_seconds",] <= time.time()


def test_without_settings_nothing_is_told(tmp_path: Path) -> None:
    with Server(site) as server:
        crawl(tmp_path, SPIDER, {}, base=server.url, paths="a")
    assert not list(tmp_path.glob("*.prom"))
    assert "/metrics" not in (tmp_path / "run.log").read_text()
