"""What commands print: a standard output that takes nothing, or not every letter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands_kit import ENV, entry, fill

from fpcrawl.store.sqlite import open_state

#: In latin-1, outside of it, and outside of what two bytes hold.
CRAWL = "forum:é-中-😀.example"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    directory = tmp_path_factory.mktemp("filled")
    fill(directory / ".fpcrawl")
    state = open_state(directory / ".fpcrawl")
    state.frontier.add(entry("/", crawl=CRAWL))
    state.close()
    return directory


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("status", "--json"),
        ("metrics",),
        ("template", "list"),
        ("revisit", "list"),
        ("state", "check"),
        ("state", "export", "--kind", "post", "-o", "-"),
        ("state", "export", "--kind", "post", "-o", "-", "--format", "csv"),
        ("demo", "--port", "0"),
    ],
)
def test_an_output_that_is_full_ends_a_command_with_one_line(filled, words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", *words],
            check=False,
            cwd=filled,
            env=ENV,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    told = "scrapy: cannot write to the standard output: No space left on device\n"
    assert (done.returncode, done.stderr) == (6, told)


def test_a_reader_that_has_seen_enough_is_no_error(filled):
    command = f"{sys.executable} -m scrapy status --all | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], check=False, cwd=filled, env=ENV, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("latin-1", "forum:é-\\u4e2d-\\ud83d\\ude00.example"),
        ("ascii", "forum:\\u00e9-\\u4e2d-\\ud83d\\ude00.example"),
        ("ascii:surrogateescape", "forum:\\u00e9-\\u4e2d-\\ud83d\\ude00.example"),
        ("latin-1:replace", "forum:é-?-?.example"),
        ("utf-8", CRAWL),
    ],
)
def test_what_the_output_cannot_show_is_escaped(filled, encoding, shown):
    def status(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", "status", *words],
            check=False,
            cwd=filled,
            env={**ENV, "PYTHONIOENCODING": encoding},
            capture_output=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode(encoding.partition(":")[0])

    assert shown in status().splitlines()
    if "replace" not in encoding:
        assert CRAWL in [one["crawl"] for one in json.loads(status("--json"))["crawls"]]
