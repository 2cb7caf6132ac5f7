"""``scrapy state``: what it does is tested in tests/care; here what it says and returns."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import pytest
from commands_kit import CRAWL, ENV, NOW, fill, scrapy
from scrapy.settings import Settings

from fpcrawl.commands import state as state_command
from fpcrawl.commands import status as status_command
from fpcrawl.store.sqlite import STATE_FILE, open_state


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def project(tmp_path, monkeypatch):
    fill(tmp_path / ".fpcrawl")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys):
    """Run a command here: to start a process takes longer than all the rest."""

    def run(cls, *words):
        command = cls()
        command.settings = Settings()
        command.settings.setmodule("fpcrawl.settings")
        parser = argparse.ArgumentParser(prog="scrapy", conflict_handler="resolve")
        command.add_options(parser)
        opts, args = parser.parse_known_args(list(words))
        for given in opts.set:
            command.settings.set(*given.split("=", 1), priority="cmdline")
        capsys.readouterr()
        command.run(args, opts)
        told = capsys.readouterr()
        return Done(command.exitcode, told.out, told.err)

    return run


@pytest.fixture
def state(run):
    return partial(run, state_command.Command)


@pytest.fixture
def status(run):
    return partial(run, status_command.Command)


def test_help_has_an_example_for_each_kind_of_care(tmp_path):
    told = scrapy(tmp_path, "state", "--help").stdout
    for word in ("backup", "restore", "check", "export", "merge", "move", "Example:"):
        assert word in told


def test_a_copy_is_made_checked_and_put_back(project, state):
    made = state("backup", "copy.gz", "--json")
    assert (made.returncode, made.stderr) == (0, "")
    told = json.loads(made.stdout)
    assert told["records"] == {"article": 1, "post": 3, "thread": 1}
    assert told["bytes"] == (project / "copy.gz").stat().st_size
    again = state("backup", "copy.gz")
    assert again.returncode == 2
    assert "--force" in again.stderr
    checked = state("check", "copy.gz")
    assert checked.returncode == 0
    assert f"crawls    {CRAWL}" in checked.stdout
    refused = state("restore", "copy.gz")
    assert refused.returncode == 6
    assert "--force sets it aside" in refused.stderr
    restored = state("restore", "copy.gz", "--force")
    assert restored.returncode == 0, restored.stderr
    assert "is now .fpcrawl/fpcrawl.sqlite3.before-" in restored.stdout
    damaged = project / "copy.gz"
    damaged.write_bytes(damaged.read_bytes()[:-50])
    assert state("check", "copy.gz").returncode == 6
    assert "is damaged" in state("restore", "copy.gz", "--force").stderr


def test_a_folder_takes_copies_named_by_the_time(project, state):
    (project / "copies").mkdir()
    assert state("backup", "copies").returncode == 0
    (copy,) = (project / "copies").iterdir()
    assert copy.name.startswith("fpcrawl-20")


def test_a_name_that_ends_in_a_slash_is_a_folder_made_if_missing(project, state):
    assert state("backup", "copies/").returncode == 0
    (copy,) = (project / "copies").iterdir()
    assert copy.name.startswith("fpcrawl-20")
    refused = state("backup", "no/copies/")
    assert refused.returncode == 2
    assert "cannot make the folder no/copies: No such file" in refused.stderr


def test_everything_is_exported(project, state):
    done = state("export", "-o", "all")
    assert done.returncode == 0, done.stderr
    names = sorted(path.name for path in (project / "all").iterdir())
    assert names == ["articles.jsonl", "posts.jsonl", "threads.jsonl"]
    assert "all/posts.jsonl: 3 posts" in done.stdout
    piped = state("export", "--kind", "post", "-o", "-", "--site", "b.example")
    assert [json.loads(line)["key"] for line in piped.stdout.splitlines()] == ["p3"]
    nothing = state("export", "--kind", "post", "-o", "none.csv", "--site", "c.example")
    assert nothing.returncode == 1
    assert "nothing of c.example is stored here; see scrapy status" in nothing.stderr
    assert not (project / "none.csv").exists()
    nothing = state("export", "-o", "none", "--site", "c.example")
    assert (nothing.returncode, len(nothing.stderr.splitlines())) == (1, 1)
    assert not (project / "none").exists()
    told = json.loads(state("export", "--kind", "post", "-o", "p.csv", "--json").stdout)
    assert told["records"] == {"post": 3}
    assert told["format"] == "csv"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "say one of backup"),
        (("backup",), "say scrapy state backup FILE"),
        (("backup", "x", "--kind", "post"), "--kind does not go with backup"),
        (("export",), "say -o FILE"),
        (("export", "-o", "p.jsonl"), "one kind"),
        (("export", "-o", "-"), "one kind"),
        (("export", "-o", "x", "--kind", "reply"), "post, article, thread"),
        (("export", "-o", "x", "--format", "xml"), "jsonl, csv, parquet"),
        (("export", "-o", "x.xlsx", "--kind", "post"), "nothing is written as .xlsx"),
        (("export", "-o", "x.db.gz", "--kind", "post"), "nothing is written as .db"),
        (("export", "-o", "x", "--kind", "post", "--since", "then"), "2026-01-31"),
        (("export", "-o", "x", "--since", "then"), "2026-01-31"),
        (("export", "-o", "no/x"), "cannot make the folder no/x: No such file"),
        (("merge", "a"), "say -o OUT"),
        (("merge", "a", "-o", "out"), "no file a"),
        (("move",), "--to redis://"),
        (("move", "--to", "http://a/"), "redis, rediss, unix"),
        (("move", "--to", ".fpcrawl"), "already"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_line(project, state, words, told):
    done = state(*words)
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""
    assert not list(project.glob("x*"))


def test_a_missing_state_is_said_and_none_is_made(tmp_path, state, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (
        ("backup", "x"),
        ("check",),
        ("export", "--kind", "post", "-o", "x"),
        ("export", "-o", "x"),
        ("move", "--to", "y"),
    ):
        done = state(*words)
        assert done.returncode == 6, words
        assert "there is no" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_feeds_are_merged(project, state):
    lines = ['{"key":"1","version":1}', '{"key":"1","version":2}', '{"key":"2","vers']
    (project / "a").write_text("\n".join(lines))
    (project / "b").write_text('{"key":"3"}\nnonsense\n')
    torn = state("merge", "a", "-o", "one.jsonl")
    assert torn.returncode == 0
    assert "one.jsonl: 1 records of 3 lines, 1 of them superseded" in torn.stdout
    assert "had no end" in torn.stderr
    bad = state("merge", "a", "b", "-o", "out.jsonl", "--json")
    assert bad.returncode == 1
    assert "b, line 2" in bad.stderr
    assert json.loads(bad.stdout)["records"] == 2
    assert len((project / "out.jsonl").read_text().splitlines()) == 2


def test_sigterm_leaves_nothing_half_done(project):
    opened = open_state(project / ".fpcrawl", clock=lambda: NOW)
    with opened.transaction():
        for n in range(3000):
            opened.values.set(f"large/{n}", os.urandom(3000).hex())
    opened.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "state", "backup", "copy.gz"],
        cwd=project,
        env=ENV,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not list(project.glob(".copy.gz*")) and time.monotonic() < until:
        time.sleep(0.005)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert told == "scrapy state: stopped; nothing was changed\n"
    assert sorted(path.name for path in project.iterdir()) == [".fpcrawl"]


def test_pruning_tells_first_and_then_does_it(project, status):
    told = status("--prune", "--dry-run", "--json")
    assert told.returncode == 0, told.stderr
    plan = json.loads(told.stdout)
    assert [one["crawl"] for one in plan["crawls"]] == [CRAWL]
    assert {one["what"]: one["rows"] for one in plan["pruned"]}["frontier"] == 4
    done = status("--prune")
    assert f"forgot {CRAWL}: last visit 2023-11-14; its records stay" in done.stdout
    assert "forgot 4 requests" in done.stdout
    assert status("--prune").stdout == "nothing to forget\n"
    for words in (("--dry-run",), ("--prune", "--older-than", "x"), ("--prune", "zz")):
        assert status(*words).returncode == 2


def test_a_state_goes_into_redis_and_back(project, state, status, redis_server):
    url = f"{redis_server.url.removesuffix('0')}7"
    redis = ("-s", "FPCRAWL_STATE=redis", "-s", f"REDIS_URL={url}")
    moved = state("move", "--to", url, "--json")
    assert moved.returncode == 0, moved.stderr
    told = json.loads(moved.stdout)
    assert told["sections"]["frontier"] == 4
    assert told["records_stay"]
    again = state("move", "--to", url, "--force")
    assert again.returncode == 6
    assert "nothing to move" in again.stderr
    (crawl,) = json.loads(status("--json", *redis).stdout)["crawls"]
    assert (crawl["crawl"], crawl["posts"], crawl["due"]) == (CRAWL, 2, 4)
    copy = state("backup", "copy.gz", *redis)
    assert copy.returncode == 0, copy.stderr
    refused = state("restore", "copy.gz", *redis)
    assert refused.returncode == 6
    assert "--force removes it first" in refused.stderr
    assert state("restore", "copy.gz", "--force", *redis).returncode == 0
    back = state("move", "--to", ".fpcrawl", *redis)
    assert back.returncode == 0, back.stderr
    assert "frontier      4" in back.stdout
    opened = open_state(project / ".fpcrawl", clock=lambda: NOW)
    assert opened.frontier.counts(CRAWL, time.time()).due == 4
    opened.close()
    assert len(list((project / ".fpcrawl").glob(f"{STATE_FILE}.before-*"))) == 1


def test_a_state_of_a_newer_version_is_named_by_its_own_file(project, state):
    with closing(sqlite3.connect(project / ".fpcrawl" / STATE_FILE)) as db:
        db.execute("UPDATE schema_version SET version = 99")
        db.commit()
    for name in ("copy.sqlite3", "copy.sqlite3.gz"):
        done = state("backup", name)
        assert done.returncode == 6
        assert f"{STATE_FILE} has schema version 99" in done.stderr
        assert ".part" not in done.stderr


def test_a_check_names_the_server_that_holds_the_records(project, state):
    done = state("check", "-s", "FPCRAWL_DATABASE_URL=postgresql://x@h/d")
    assert done.returncode == 2
    assert "the state is in PostgreSQL: scrapy state check FILE looks at a copy" in done.stderr
