from __future__ import annotations

import argparse
import json
import sys

import pytest

from benchmarks import _replay
from benchmarks import crawl as bench
from benchmarks._seen import fill
from benchmarks.common import BenchError, Measured, run_measured

DONE = Measured(0, 9.0, 4.0, 50.0, timed_out=False)
DUMP = """2026-03-06 10:00:03 [scrapy.statscollectors] INFO: Dumping Scrapy stats:
{'downloader/response_count': %d,
 'downloader/response_status_count/200': 7,
 'elapsed_time_seconds': %s,
 'finish_reason': 'finished'}
"""


class FakeDemo:
    url = "http://127.0.0.1:1/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def log(self):
        return [{"path": "/robots.txt"}, {"path": "/a"}, {"path": "/b?c=1"}]


def test_rate_from_the_log(tmp_path):
    log = tmp_path / "log"
    log.write_text(DUMP % (300, "2.5"))
    rate = bench.read_rate(log, DONE)
    assert (rate.pages, rate.pages_per_s) == (300, 120.0)
    assert rate.rendered == 0
    log.write_text(DUMP % (300, "2.5") + " 'fpcrawl/extraction/rendered': 3,\n")
    assert bench.read_rate(log, DONE).rendered == 3
    for text in ("", DUMP % (0, "2.5"), "Traceback\nImportError: no"):
        log.write_text(text)
        with pytest.raises(BenchError, match="gave no figures"):
            bench.read_rate(log, DONE)
    with pytest.raises(BenchError, match="gave no figures"):
        bench.read_rate(tmp_path / "missing", DONE)


def fake_runs(monkeypatch, seconds, pages):
    commands = []

    def run(command, *, cwd, timeout_s, env):
        which = cwd.name.rpartition("-")[2]
        commands.append((which, list(command)))
        (cwd / "crawl.log").write_text(DUMP % (pages.get(which, 300), seconds.get(which, 1)))
        return DONE

    monkeypatch.setattr(bench, "run_measured", run)
    monkeypatch.setattr(bench, "start_demo", lambda _options: FakeDemo())
    return commands


ARGS = argparse.Namespace(rounds=2, concurrency=4, threads_per_board=3, timeout=5.0)


def test_compares_in_alternating_rounds(monkeypatch, tmp_path):
    commands = fake_runs(monkeypatch, {"crawl": 5, "bare": 2.5, "bare_with_links": 4}, {})
    figures = bench.compare(tmp_path, ARGS)
    assert figures["ratio_vs_bare_scrapy"] == 0.5
    assert figures["ratio_vs_bare_with_links"] == 0.8
    assert figures["rendered_share"] == 0.0
    assert (figures["pages"], figures["pages_per_s"], figures["bare_pages_per_s"]) == (300, 60, 120)
    order = [which for which, _ in commands]
    assert order[1:4] == list(reversed(order[4:]))
    assert (tmp_path / "urls.txt").read_text() == "http://127.0.0.1:1/a\nhttp://127.0.0.1:1/b?c=1\n"
    for _, command in commands:
        assert {"DOWNLOAD_DELAY=0", "CONCURRENT_REQUESTS_PER_DOMAIN=4"} <= set(command)


def test_bare_spider_fetches_every_address_once(builder, tmp_path):
    urls = tmp_path / "urls.txt"
    log = tmp_path / "log"
    with _replay.start(builder.write()) as replay:
        paths = ["/", "/b/1", "/last/1", "/gone"]
        urls.write_text("".join(f"{builder.origin}{path}\n" for path in paths))
        command = [sys.executable, "-m", "scrapy", "runspider", str(bench.SPIDER)]
        command += ["-a", f"urls={urls}", "-a", "links=1", "-s", f"LOG_FILE={log}"]
        done = run_measured(command, cwd=tmp_path, timeout_s=60)
        assert done.returncode == 0
        assert sorted(entry["path"] for entry in replay.log()) == sorted(paths)
    assert bench.read_rate(log, done).pages == 4
    assert "'item_scraped_count': 4" in log.read_text()


def test_different_pages_are_no_comparison(monkeypatch, tmp_path):
    fake_runs(monkeypatch, {}, {"crawl": 500})
    with pytest.raises(BenchError, match="did not fetch the same pages"):
        bench.compare(tmp_path, ARGS)


def test_a_crawl_of_a_few_pages_has_no_speed(monkeypatch, tmp_path):
    fake_runs(monkeypatch, {}, {"warm": 9})
    with pytest.raises(BenchError, match="fetched 9 pages of the demo: too few"):
        bench.compare(tmp_path, ARGS)


def test_seen_table_is_filled_through_the_frontier(tmp_path):
    figures = fill(tmp_path / "state", 2500)
    assert figures["count"] == 2500
    assert 0 < figures["size_bytes"] < 2500 * 200
    assert figures["rss_growth_bytes"] >= 0
    assert len(figures["rss_bytes"]) >= 2


def test_seen_in_a_process_of_its_own(monkeypatch, tmp_path):
    keys = bench.measure_seen(tmp_path, 2000, 60)
    assert keys["seen_urls"] == 2000
    assert keys["bytes_per_seen_url"] > 0
    monkeypatch.setattr(bench, "run_measured", lambda *_, **kw: broken(kw["output"]))
    with pytest.raises(BenchError, match="filling the seen table failed:\n  disk full"):
        bench.measure_seen(tmp_path, 10, 60)


def broken(output):
    output.write_text("disk full\n")
    return Measured(1, 1.0, 1.0, 1.0, timed_out=False)


def test_main_prints_the_keys(monkeypatch, capsys):
    fake_runs(monkeypatch, {}, {})
    assert bench.main(["--json", "--seen", "0", "--rounds", "1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert {"pages_per_s", "ratio_vs_bare_scrapy", "peak_mb", "versions"} <= result.keys()
    with pytest.raises(BenchError, match="at least 1"):
        bench.main(["--rounds", "0"])
