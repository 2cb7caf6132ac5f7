"""``scrapy metrics``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fpcrawl.store.model import Entry
from fpcrawl.store.sqlite import open_state

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    state = open_state(tmp_path / ".fpcrawl")
    for crawl in ("forum:a.example", "news:b.example"):
        state.frontier.add(Entry(crawl, f"https://{crawl}/", crawl.encode()[:12], "a", "{}"))
        state.frontier.count(crawl, "stat/fpcrawl/pages/thread", 5)
    state.close()
    return tmp_path


def metrics(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "metrics", *words],
        check=False,
        cwd=folder,
        env=ENV,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def pages(text: str) -> dict[str, float]:
    families = {family.name: family for family in text_string_to_metric_families(text)}
    return {s.labels["crawl"]: s.value for s in families["fpcrawl_pages"].samples}


def test_all_crawls_of_the_state_are_told(folder: Path) -> None:
    done = metrics(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert pages(done.stdout) == {"forum:a.example": 5, "news:b.example": 5}
    done = metrics(folder, "-o", "x.prom", "-s", "FPCRAWL_METRICS_LABELS=site=c")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert 'site="c"' in (folder / "x.prom").read_text()


def test_they_are_served_until_interrupted(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "metrics", "--port", "19310-19399"],
        cwd=folder,
        env=ENV,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        text = ""
        for _ in range(200):
            with opener.open(url, timeout=10) as answer:
                text = answer.read().decode()
            if text:
                break
        assert pages(text) == {"forum:a.example": 5, "news:b.example": 5}
    finally:
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--state", "none"], 6, "there is no state file"),
        (["--state", "none", "--port", "19310-19399"], 6, "there is no state file"),
        (["--port", "http"], 2, "is no port"),
        (["-o", "none/x.prom"], 2, "cannot write none/x.prom"),
        (["-o", "x", "--port", "19310"], 2, "-o does not go with --port"),
        (["forum:a.example"], 2, "cannot read forum:a.example"),
    ],
)
def test_trouble_is_told_in_a_line(folder: Path, words: list[str], code: int, told: str) -> None:
    done = metrics(folder, *words)
    assert done.returncode == code
    assert told in done.stderr
    assert done.stderr.startswith("scrapy metrics: ")
    assert done.stderr.count("\n") == 1
