"""A setting that names no state is a fault of the settings; one of no use has its own code."""

from __future__ import annotations

import pytest
from commands_kit import scrapy

from fpcrawl.store.sqlite import STATE_FILE

COMMANDS = [
    ("crawl", "forum", "-a", "site=http://127.0.0.1:9/"),
    ("status",),
    ("revisit", "list"),
    ("template", "list"),
    ("metrics",),
    ("state", "export", "-o", "all"),
    ("topic", "build", "tea.yaml", "tea", "--from", "crawl"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_an_address_that_is_none_is_a_bad_setting(tmp_path, words):
    redis = ("-s", "FPCRAWL_STATE=redis", "-s", "REDIS_URL=foo")
    done = scrapy(tmp_path, *words, *redis)
    assert done.returncode == 2, done.stderr
    assert "REDIS_URL or REDIS_PARAMS cannot be used for Redis: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_of_another_kind_is_a_bad_setting(tmp_path):
    pytest.importorskip("psycopg")
    for words in COMMANDS[:2]:
        done = scrapy(tmp_path, *words, "-s", "FPCRAWL_DATABASE_URL=mysql://x:geheim@y/z")
        assert (done.returncode, "geheim" in done.stderr) == (2, False), done.stderr
        assert "FPCRAWL_DATABASE_URL is to be like postgresql://" in done.stderr


@pytest.mark.parametrize("words", COMMANDS[1:], ids=lambda words: words[0])
def test_a_state_of_no_use_has_its_own_code(tmp_path, words):
    (tmp_path / ".fpcrawl").mkdir()
    (tmp_path / ".fpcrawl" / STATE_FILE).write_bytes(b"no database" * 100)
    done = scrapy(tmp_path, *words)
    assert (done.returncode, "Traceback" in done.stderr) == (6, False), done.stderr


def test_a_folder_without_a_state_is_of_no_use_to_a_topic(tmp_path):
    (tmp_path / "saved").mkdir()
    done = scrapy(tmp_path, "topic", "build", "tea.yaml", "tea", "--from", "crawl:saved")
    assert (done.returncode, "no state" in done.stderr) == (6, True), done.stderr
