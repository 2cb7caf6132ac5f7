"""Libraries learnt on other sites, and the first page of the next one."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from contextlib import closing

import pytest

from benchmarks import _sitecrawl, site
from benchmarks._recording import load_recording
from benchmarks._sitelibrary import STATE_FILE, Library, first_page, learn_library
from benchmarks._sitetruth import load_truth
from benchmarks.common import BenchError

#: A crawl that writes its feed, and the templates it "learnt" where its state is to be.
FAKE = """
import json, pathlib, sqlite3, sys
folder, state, lines = json.loads(sys.argv[1])
folder, state = pathlib.Path(folder), pathlib.Path(state)
(folder / "out").mkdir()
(folder / "out" / "posts.jsonl").write_text("".join(json.dumps(one) + "\\n" for one in lines))
state.mkdir(parents=True, exist_ok=True)
db = sqlite3.connect(state / "fpcrawl.sqlite3")
db.execute("CREATE TABLE IF NOT EXISTS templates (id TEXT)")
db.execute("INSERT INTO templates VALUES (?)", (folder.name,))
db.commit()
(folder / "crawl.log").write_text("x INFO: Spider closed (finished)\\n")
"""
ARGS = argparse.Namespace(timeout=30.0, crawl_arg=[], library_pages=7)


def fake_crawls(monkeypatch, lines):
    commands = []

    def command(kind, starts, folder, extra):
        commands.append([kind, *extra])
        given = [part.partition("=")[2] for part in extra if part.startswith("FPCRAWL_STATE_DIR=")]
        config = [str(folder), given[0] if given else str(folder / "state"), lines]
        return [sys.executable, "-c", FAKE, json.dumps(config)]

    monkeypatch.setattr(_sitecrawl, "crawl_command", command)
    return commands


def with_template(rows, name):
    return [{**row, "template": name} for row in rows]


def test_first_page_is_that_of_the_first_thread_in_the_feed(builder, tmp_path):
    folder = builder.write()
    truth = load_truth(folder, load_recording(folder))
    library = Library(tmp_path, frozenset({"1f0a3c5e"}))
    rows = builder.lines("forum")
    assert first_page("forum", [], truth, library) is None
    found = first_page("forum", with_template(rows, "xpath:1f0a3c5e@2"), truth, library)
    assert found is not None
    assert (found.by_library, found.record_f1) == (True, 1.0)
    of_structure = [{"url": f"{builder.origin}/nowhere"}, *rows]
    found = first_page("forum", of_structure, truth, library)
    assert found is not None
    assert (found.by_library, found.record_f1) == (False, 1.0)
    # What counts is how it was handed out first.
    later = with_template(rows, "xpath:1f0a3c5e@2")
    found = first_page("forum", with_template(rows, "xpath:22222222@1") + later, truth, library)
    assert found is not None
    assert not found.by_library


def test_library_is_learnt_on_the_others_and_lent(monkeypatch, builder, tmp_path, capsys):
    folder = builder.write()
    name = "xpath:0-forum@1"
    commands = fake_crawls(monkeypatch, with_template(builder.lines("forum"), name))
    args = ["--data", str(folder), "--kind", "forum", "--port", "0", "--json"]
    assert site.main([*args, "--library", str(folder), "--library-pages", "7"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["first_page_by_library"] == 1.0
    assert result["first_page_record_f1"] == 1.0
    learnt, measured = commands[0], commands[-1]
    assert "max_pages=7" in learnt
    assert any(part.startswith("FPCRAWL_STATE_DIR=") for part in learnt)
    assert measured == ["forum"]
    assert site.main(args) == 0
    assert "first_page_by_library" not in capsys.readouterr().out


def test_library_that_cannot_be(monkeypatch, builder, tmp_path):
    folder = builder.write()
    fake_crawls(monkeypatch, [])
    states = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with closing(sqlite3.connect(tmp_path / name / STATE_FILE)) as db:
            db.execute("CREATE TABLE templates (id TEXT)")
            db.execute("INSERT INTO templates VALUES ('0badcafe')")
            db.commit()
        states.append(tmp_path / name)
    library = learn_library(states[:1], folder, tmp_path / "work", ARGS)
    assert library.ids == {"0badcafe"}
    with pytest.raises(BenchError, match="one state at most"):
        learn_library(states, folder, tmp_path / "again", ARGS)
    # Of a folder of sites, the measured one is left out: here nothing is left.
    with pytest.raises(BenchError, match="nothing to learn templates from"):
        learn_library([folder.parent], folder, tmp_path / "third", ARGS)
