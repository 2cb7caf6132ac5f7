"""What ``scrapy crawl`` does before there is a crawl."""

from __future__ import annotations

import errno
import sys
from argparse import Namespace
from types import SimpleNamespace

import pytest
from scrapy.cmdline import ScrapyArgumentParser
from scrapy.settings import Settings

from fpcrawl import settings as defaults
from fpcrawl.commands import crawl
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.settings import cluster


def options(monkeypatch, tmp_path, reader, check, *more):
    """Read the options of a crawl; return what was done before the check."""
    done = []
    monkeypatch.setattr(crawl, "spawn_ahead", lambda: done.append("ahead"))
    monkeypatch.setattr(crawl, "calm_start", lambda settings: None)
    # It would stay for the tests that follow.
    monkeypatch.setattr(crawl, "configure_logging", lambda settings: None)
    monkeypatch.setattr(crawl.Command, "_check", lambda *_: check(done))
    command, settings = crawl.Command(), Settings()
    settings.setmodule(defaults)
    command.settings = settings
    parser = ScrapyArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    words = ["-s", f"FPCRAWL_READER={reader}", "-s", f"LOG_FILE={tmp_path / 'log'}"]
    opts, args = parser.parse_known_args(["forum", *more, *words])
    command.process_options(args, opts)
    return done


@pytest.mark.parametrize(("reader", "ahead"), [("process", ["ahead"]), ("inline", [])])
def test_its_reader_starts_while_it_is_checked(monkeypatch, tmp_path, reader, ahead):
    done = options(monkeypatch, tmp_path, reader, lambda done: done.append("check"))
    assert done == [*ahead, "check"]


def test_a_reader_of_no_kind_is_refused_before_anything_starts(monkeypatch, tmp_path, capsys):
    def check(done):
        raise UsageError(f"nothing was refused, {done}")

    with pytest.raises(SystemExit) as stop:
        options(monkeypatch, tmp_path, "thread", check)
    assert stop.value.code == 2
    assert "FPCRAWL_READER: 'thread' is not auto, process or inline" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["https://bbs.example.com/", "site=https://x.example/", "--foo"])
def test_words_beside_the_spider_are_told_how_to_be_given(monkeypatch, tmp_path, capsys, word):
    with pytest.raises(SystemExit) as ended:
        options(monkeypatch, tmp_path, "inline", lambda done: done.append("check"), word)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"scrapy crawl forum: cannot read {word}; arguments are given as -a")


def test_a_feed_that_cannot_be_written_is_refused_before_anything_starts(tmp_path):
    (tmp_path / "posts.jsonl").mkdir()
    settings = Settings()
    settings.setmodule(defaults)
    places = {"FPCRAWL_STATE_DIR": tmp_path / "state", "FPCRAWL_OUTPUT_DIR": tmp_path}
    settings.setdict({name: str(place) for name, place in places.items()}, "cmdline")
    given = Namespace(spargs={"site": "https://bbs.example.com/"})
    with pytest.raises(StateError, match=r"cannot write to .*posts\.jsonl: Is a directory"):
        crawl.Command()._check("forum", given, settings)


def run(monkeypatch, module, spargs=None, **given):
    """Run the command with settings, all but the crawl."""
    monkeypatch.setattr(crawl, "collect_seldom", lambda: None)
    monkeypatch.setattr(crawl.Command, "_crawl_site", lambda *_: None)
    command, settings = crawl.Command(), Settings()
    settings.setmodule(module)
    settings.setdict(given, "cmdline")
    command.settings = settings
    command.run(["forum"], Namespace(spargs=spargs or {}))


def test_a_log_that_cannot_be_written_is_refused_in_a_line(monkeypatch, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        options(monkeypatch, tmp_path / "nowhere", "inline", lambda done: done.append("check"))
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("scrapy crawl: LOG_FILE: cannot write")


@pytest.mark.parametrize("name", ["REDIS_URL", "REDIS_HOST"])
def test_an_address_of_redis_that_is_not_used_is_told_once(monkeypatch, capsys, name):
    run(monkeypatch, defaults, **{name: "redis://10.0.0.5:6379/0"})
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"scrapy crawl forum: {name} is not used: the state is in .fpcrawl")
    assert "FPCRAWL_STATE=redis" in line


def test_an_address_of_redis_that_is_used_needs_no_word(monkeypatch, capsys):
    run(monkeypatch, cluster, REDIS_URL="redis://10.0.0.5:6379/0")
    run(monkeypatch, defaults)
    assert not capsys.readouterr().err


def test_what_is_asked_of_a_topic_that_is_not_there_is_told_once(monkeypatch, capsys):
    run(monkeypatch, defaults, FPCRAWL_TOPIC_FILTER="drop")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("scrapy crawl forum: FPCRAWL_TOPIC_FILTER is not used")
    assert "-a topic=FILE" in line


def test_with_a_topic_or_for_all_crawls_it_needs_no_word(monkeypatch, capsys):
    run(monkeypatch, defaults, {"topic": "tax.yaml"}, FPCRAWL_TOPIC_FILTER="drop")
    module = SimpleNamespace(**{**vars(defaults), "FPCRAWL_TOPIC_FILTER": "drop"})
    run(monkeypatch, module)
    assert not capsys.readouterr().err


class FullDisk:
    def write(self, _text):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_that_nothing_can_be_told_changes_no_exit_code(monkeypatch, tmp_path):
    def check(done):
        raise StateError("the state is damaged")

    monkeypatch.setattr(sys, "stderr", FullDisk())
    with pytest.raises(SystemExit) as ended:
        options(monkeypatch, tmp_path, "inline", check)
    assert ended.value.code == 6
