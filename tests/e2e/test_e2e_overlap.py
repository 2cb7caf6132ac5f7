"""Runs of cron that overlap, and the wrapper that keeps them from it, with real crawls."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from cluster_kit import assert_all_once
from compare import compare
from e2e_kit import AT_ONCE, ROOT, Demo, records, start, waiting_rows

from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

FORUMS = [family.key for family in FAMILIES]
#: Comments in the demo's newspaper are not asked for here.
NO_NEWS = "deny=/news/"


def test_two_overlapping_runs_do_the_work_once(tmp_path: Path) -> None:
    with Demo(days=6, threads_per_board=6) as demo:
        runs = [start(tmp_path, "forum", f"site={demo.url}", NO_NEWS)]
        try:
            demo.until_served(25, runs[0])
            # A second one, and a third that is killed while the others are at work.
            runs += [start(tmp_path, "forum", f"site={demo.url}", NO_NEWS) for _ in range(2)]
            demo.until_served(demo.served + 60, runs[1])
            runs[2].kill()
            ends = [run.wait(200) for run in runs[:2]]
        finally:
            for run in runs:
                run.kill()
        truth, asked = demo.posts(), Counter(demo.asked())
    assert [end.code for end in ends] == [0, 0]
    for end in ends:
        end.assert_clean()
        assert end.err == ""
    rows = records(tmp_path)
    assert_all_once(rows, truth)
    assert waiting_rows(tmp_path) == []
    # What the killed run was at is asked for again; all else once.
    twice = sum(1 for count in asked.values() if count > 1)
    assert twice <= 12, asked.most_common(15)


def test_the_wrapper_for_cron_crawls_and_goes_on(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    scrapy = tmp_path / "venv" / "bin" / "scrapy"
    scrapy.write_text(f'#!/bin/sh\nexec {sys.executable} -m scrapy "$@"\n')
    scrapy.chmod(0o755)
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("FPCRAWL", "SCRAPY"))},
        "PYTHONPATH": str(ROOT),
        "FPCRAWL_HOME": str(home),
        "FPCRAWL_VENV": str(tmp_path / "venv"),
    }
    with Demo(days=3, threads_per_board=4) as demo:
        words = ["kitchen", "forum", "-a", f"site={demo.url}", "-a", NO_NEWS]
        words += [word for key, value in AT_ONCE.items() for word in ("-s", f"{key}={value}")]

        def run(*more: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [str(ROOT / "deploy" / "cron" / "fpcrawl-run"), *words, *more],
                check=False,
                capture_output=True,
                text=True,
                timeout=200,
                env=environment,
            )

        cut = run("-s", "FPCRAWL_RUN_FOR=4")
        whole = run()
        wrong = run("-a", "sinse=2026-01-01")
        truth = demo.posts()
    for done in (cut, whole):
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert wrong.returncode == 2
    assert "did you mean since?" in wrong.stderr
    compare(records(home / "out" / "kitchen"), truth, FORUMS).assert_exact()
    log = (home / "logs" / "kitchen.log").read_text(encoding="utf-8")
    assert log.count("Spider closed (") == 2
    assert {path.name for path in home.iterdir()} == {"logs", "out", "run", "state"}
