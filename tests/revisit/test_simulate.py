"""Traces in files, and all policies on them."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from revisit_kit import BEGIN, events

from fpcrawl.exceptions import UsageError
from fpcrawl.revisit import MODELS
from fpcrawl.revisit.simulate import read_trace, simulate


def test_lines_and_arrays_are_read(tmp_path):
    text = tmp_path / "trace.csv"
    text.write_text("# board\n1700000060,b\n\n2023-11-14T22:13:20,a\n2023-11-14T23:15:00+01:00,b\n")
    times, threads = read_trace(text)
    assert times.tolist() == [1700000000.0, 1700000060.0, 1700000100.0]
    assert threads.tolist() == [0, 1, 1]
    np.savez(tmp_path / "trace.npz", t=np.array([5, 3]))
    times, threads = read_trace(tmp_path / "trace.npz")
    assert (times.tolist(), threads) == ([3.0, 5.0], None)


@pytest.mark.parametrize("text", ["", "1700000000\n", "yesterday\n", "nan\n1\n", "\xff"])
def test_files_that_hold_no_trace(tmp_path, text):
    path = tmp_path / "trace.csv"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UsageError, match=r"trace\.csv"):
        read_trace(path)
    path.rename(tmp_path / "trace.npz")
    with pytest.raises(UsageError, match=r"trace\.npz"):
        read_trace(tmp_path / "trace.npz")
    with pytest.raises(UsageError, match="No such file"):
        read_trace(path)


def test_all_policies_are_replayed():
    found = simulate(events(40, 200), rows=40, min_s=60.0)
    assert tuple(found) == MODELS
    assert found["polynomial"].hit10 > 0.55 > found["mean"].hit10
    with pytest.raises(ValueError, match="at least one row"):
        simulate(events(4, 200), rows=0)


def test_the_command(tmp_path):
    path = tmp_path / "trace.csv"
    path.write_text("\n".join(str(t) for t in events(20, 100, begin=BEGIN)))

    def run(*arguments):
        command = [sys.executable, "-m", "scrapy", "revisit", *arguments]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            stdin=subprocess.DEVNULL,
        )

    shown = run("simulate", str(path), "--rows", "20", "--json")
    assert shown.returncode == 0, shown.stderr
    assert set(MODELS) < set(json.loads(shown.stdout))
    table = run("simulate", str(path))
    assert len(table.stdout.splitlines()) == len(MODELS) + 2
    for wrong in (("simulate",), ("simulate", str(tmp_path / "none")), ("dance", str(path))):
        ended = run(*wrong)
        assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
