"""Scrapy's own commands in this project: a page is looked at, and nothing is crawled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fpcrawl.demo.server import DemoConfig, serving

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("command", "words", "shown"),
    [("fetch", (), "<html"), ("shell", ("-c", "response.status + 7"), "207")],
)
def test_a_page_is_looked_at_and_nothing_is_kept(tmp_path, command, words, shown):
    with serving(DemoConfig(days=1, freeze=True)) as demo:
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", command, *words, demo.url],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    assert shown in done.stdout
    assert list(tmp_path.iterdir()) == []
