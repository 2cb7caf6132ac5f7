"""What ``make`` says before it installs anything."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_an_old_python_is_refused_in_a_line_and_nothing_is_made(tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = subprocess.run(
        ["make", "-s", "crawl", f"PYTHON={old}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    told = done.stderr.splitlines()[0]
    assert told == f"Python 3.11 or newer is needed, and {old} is not: say PYTHON=python3.11"
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("SITE=", "SITE is empty"),
        ("SITE= ", "SITE is empty"),
        ("site=http://127.0.0.1:9/", "say SITE in capital letters"),
    ],
)
def test_a_site_that_was_meant_and_not_said_is_not_the_demo(tmp_path, given, told):
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = subprocess.run(
        ["make", "-s", "crawl", given, "PYTHON=false"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)
    assert "make crawl SITE=https://bbs.example.com/" in done.stderr
