"""``scrapy demo --crawl``: one command, and the next run goes on."""

from __future__ import annotations

import json
import socket
from dataclasses import replace

import pytest
from commands_kit import scrapy

from fpcrawl.commands.democrawl import BETWEEN_RUNS_S, DemoWorld, load_world
from fpcrawl.demo.server import DemoConfig
from fpcrawl.exceptions import StateError


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def small(port: int, *more: str) -> list[str]:
    return ["demo", "--crawl", "forum", "--port", str(port), "--days", "2",
            "--threads-per-board", "2", *more]  # fmt: skip


def test_the_examples_keep_their_lines(tmp_path):
    told = scrapy(tmp_path, "demo", "--help").stdout
    examples = told.partition("examples:\n")[2].splitlines()
    assert len(examples) == 4
    assert all(line.startswith("  scrapy ") for line in examples)


def test_the_world_goes_on_where_it_was_left(tmp_path):
    path = tmp_path / "demo.json"
    config = DemoConfig(start=1_772_625_600.0)
    first = load_world(path, config, start_given=False)
    assert first == DemoWorld.of(config)
    replace(first, reached=first.start + 60).save(path)

    again = load_world(path, replace(config, start=1_800_000_000.0), start_given=False)
    assert again.start == first.start
    assert again.reached == first.start + 60 + BETWEEN_RUNS_S


def test_another_world_than_the_saved_one_is_refused(tmp_path):
    path = tmp_path / "demo.json"
    config = DemoConfig(start=1_772_625_600.0)
    DemoWorld.of(config).save(path)
    with pytest.raises(StateError, match="holds another demo"):
        load_world(path, replace(config, seed=2), start_given=False)
    with pytest.raises(StateError, match="holds another demo"):
        load_world(path, replace(config, start=1.0), start_given=True)
    for broken in ("", "[]", '{"seed": 1}', '{"reached": "x"}'):
        path.write_text(broken)
        with pytest.raises(StateError, match="cannot be read"):
            load_world(path, config, start_given=False)


def test_bad_arguments_are_one_line(tmp_path):
    for words in (("demo", "-a", "since=2026-01-01"), ("demo", "forum")):
        ended = scrapy(tmp_path, *words)
        assert ended.returncode == 2
        assert ended.stderr.startswith("scrapy demo: cannot read")
        assert ended.stderr.count("\n") == 1


def test_a_busy_port_is_one_line_and_leaves_nothing_behind(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = scrapy(tmp_path, *small(port))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in ended.stderr
    assert "--port" in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_exit_code_of_the_crawl_is_passed_on(tmp_path):
    ended = scrapy(tmp_path, *small(free_port(), "-a", "since=tomorrow"))
    assert ended.returncode == 2
    assert "since: 'tomorrow' is no date" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_a_second_run_brings_only_what_is_new(tmp_path):
    port = free_port()
    # At a given hour: which threads have but one post hangs on it.
    first = scrapy(tmp_path, *small(port, "--start", "2026-11-22T20:20:00"))
    assert first.returncode == 0, first.stderr[-3000:]
    feed = tmp_path / "demo-output" / "posts.jsonl"
    keys = [json.loads(line)["key"] for line in feed.read_text().splitlines()]
    assert len(keys) > 50
    assert len(set(keys)) == len(keys)
    assert f"has {len(keys)} records, {len(keys)} of them from this run" in first.stderr
    assert not (tmp_path / ".fpcrawl").exists()
    assert not (tmp_path / "posts.jsonl").exists()
    clock = json.loads((tmp_path / "demo-output" / "demo.json").read_text())

    second = scrapy(tmp_path, *small(port))
    assert second.returncode == 0, second.stderr[-3000:]
    lines = [json.loads(line) for line in feed.read_text().splitlines()]
    assert [line["key"] for line in lines[: len(keys)]] == keys
    known = set(keys)
    for line in lines[len(keys) :]:
        assert line["version"] > 1 or line["key"] not in known
    # The half day between the runs brought posts to threads and boards known already.
    assert len(lines) > len(keys)
    after = json.loads((tmp_path / "demo-output" / "demo.json").read_text())
    assert after["start"] == clock["start"]
    assert after["reached"] >= clock["reached"] + BETWEEN_RUNS_S
