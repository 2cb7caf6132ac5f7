"""fpcrawl from a zip, as Scrapyd runs it: data files, commands, processes, and where state lies."""

from __future__ import annotations

import itertools
import json
import logging
import os
import subprocess
import sys
import tempfile
import tokenize
import zipfile
from pathlib import Path

import pytest
from scrapy.settings import Settings

from fpcrawl.exceptions import UsageError
from fpcrawl.settings import places

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "fpcrawl"

LOOK = """
import asyncio, importlib, json, logging, pkgutil, sys
from importlib.resources import files

logging.basicConfig(level="WARNING")
import fpcrawl
from fpcrawl.clustering.confidence import default_calibration
from fpcrawl.clustering.weights import default_parameters
from fpcrawl.extraction.visual.classify import shipped_card, shipped_classifier
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.process import ProcessReader
from fpcrawl.settings.places import code_archive
from fpcrawl.walk.walker import Context, WalkRules

modules = [m.name for m in pkgutil.walk_packages(fpcrawl.__path__, "fpcrawl.")]
for name in modules:
    if not name.endswith("__main__"):
        importlib.import_module(name)
default_calibration(), default_parameters(), shipped_card()
empty = []
for name in json.loads(sys.argv[1]):
    *folders, file = name.split("/")
    if not files("fpcrawl").joinpath(*folders, file).read_bytes():
        empty.append(name)

async def read():
    reader = ProcessReader(30.0)
    reader.open(DeskSetup("http://f.example/", "f.example", WalkRules("forum")))
    body = b"<html><title>t</title><body><a href='/b'>b</a></body></html>"
    url = "http://f.example/"
    try:
        return await reader.read(PageJob(url, body, "utf-8", 1.7e9, 1.7e9, Context()))
    finally:
        reader.close()

report = asyncio.run(read())
print(json.dumps({
    "file": fpcrawl.__file__,
    "archive": str(code_archive()),
    "modules": len(modules),
    "networks": len(shipped_classifier().networks),
    "empty": empty,
    "failure": report.failure,
    "role": report.role,
}))
"""


def data_files():
    return sorted(
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc", ".typed"}
    )


@pytest.fixture(scope="module")
def egg(tmp_path_factory):
    path = tmp_path_factory.mktemp("eggs") / "fpcrawl" / "7.egg"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as file:
        for source in sorted(PACKAGE.rglob("*")):
            if source.is_file() and source.suffix != ".pyc":
                file.write(source, source.relative_to(ROOT))
    return path


def run(egg, folder, *words):
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(egg),
            "PYTHONWARNINGS": "error",
            "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings",
        },
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done


def test_all_of_it_works_from_a_zip(egg, tmp_path):
    names = data_files()
    assert len(names) > 9
    done = run(egg, tmp_path, "-c", LOOK, json.dumps(names))
    found = json.loads(done.stdout)
    assert found["file"].startswith(str(egg))
    assert found["archive"] == str(egg)
    assert found["modules"] == len(list(PACKAGE.rglob("*.py"))) - 1
    assert found["networks"] > 1
    assert (found["empty"], found["failure"]) == ([], None)
    assert found["role"]
    assert done.stderr == "", "the reading process does not start"
    assert list(tmp_path.iterdir()) == []


def test_spiders_and_commands_are_found_in_a_zip(egg, tmp_path):
    done = run(egg, tmp_path, "-m", "scrapy", "list")
    assert done.stdout.split() == ["forum", "news"]
    assert "-a since=2026-01-01" in run(egg, tmp_path, "-m", "scrapy", "crawl", "--help").stdout


def test_data_files_are_not_looked_for_beside_the_code():
    users = set()
    for path in PACKAGE.rglob("*.py"):
        with tokenize.open(path) as source:
            words = [token.string for token in tokenize.generate_tokens(source.readline)]
        # That of another library is no file of ours.
        if any(word == "__file__" and before != "." for before, word in itertools.pairwise(words)):
            users.add(path.relative_to(PACKAGE).as_posix())
    # Training writes new weights into a checkout.
    assert users <= {"extraction/train.py"}


# -- where state and output may lie


@pytest.fixture
def from_egg(egg, monkeypatch):
    monkeypatch.setattr(places, "code_archive", lambda: egg)
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")


def settings_of(state, out):
    return Settings({"FPCRAWL_STATE_DIR": str(state), "FPCRAWL_OUTPUT_DIR": str(out)})


def warnings_of(caplog):
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


def test_absolute_places_elsewhere_are_good(from_egg, tmp_path, caplog):
    places.check_places(settings_of(tmp_path / "state", tmp_path / "out"))
    assert warnings_of(caplog) == []


def test_relative_places_are_warned_of(from_egg, tmp_path, caplog, monkeypatch):
    monkeypatch.chdir(tmp_path)
    places.check_places(settings_of(".fpcrawl", tmp_path))
    [line] = warnings_of(caplog)
    assert line.startswith("FPCRAWL_STATE_DIR: ")
    assert str(tmp_path) in line


@pytest.mark.parametrize("name", ["FPCRAWL_STATE_DIR", "FPCRAWL_OUTPUT_DIR"])
def test_places_beside_the_code_are_refused(from_egg, egg, tmp_path, name):
    settings = settings_of(tmp_path, tmp_path)
    settings.set(name, str(egg.parent / "data"))
    with pytest.raises(UsageError, match=name):
        places.check_places(settings)


def test_a_copy_in_the_temporary_directory_is_nobodys_place(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(places, "code_archive", lambda: tmp_path / "fpcrawl-7-x.egg")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    places.check_places(settings_of(tmp_path / "state", tmp_path / "out"))
    assert warnings_of(caplog) == []


def test_an_installed_fpcrawl_that_hides_the_deployed_one_is_warned_of(
    egg, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(sys, "path", [*sys.path, str(egg)])
    places.check_places(settings_of("state", "out"))
    assert warnings_of(caplog) == []
    monkeypatch.setenv("SCRAPY_PROJECT", "fpcrawl")
    places.check_places(settings_of("state", "out"))
    [line] = warnings_of(caplog)
    assert str(egg) in line
    assert "uninstall" in line
