"""What commands print: a standard output that takes nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from commands_kit import ENV, fill


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    directory = tmp_path_factory.mktemp("filled")
    fill(directory / ".fpcrawl")
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
    with open("/dev/full", "w") as full:
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
