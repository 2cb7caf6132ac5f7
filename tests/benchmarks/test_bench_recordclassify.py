from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import records
from benchmarks.common import BenchError

sys.path.insert(0, str(Path(__file__).parents[1] / "extraction"))

from visual_kit import data_folder


def run(capsys, *arguments):
    assert records.main(["--json", "--no-baselines", *arguments]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_software_the_shipped_networks_never_saw_is_read_by_them(tmp_path, capsys):
    data = data_folder(tmp_path / "threads", skins=(0, 1), counts=(3, 5))
    figures = run(capsys, "--data", str(data), "--mode", "classify")
    assert figures["posts"] == 16
    assert figures["record_f1"] > 0.95
    assert figures["f1_author"] > 0.95


def test_software_they_saw_is_read_by_networks_that_did_not(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "benchmarks._recordclassify.shipped_card", lambda: {"software": ["softwarea"]}
    )
    monkeypatch.setattr(
        "benchmarks._recordclassify.shipped_classifier", lambda: pytest.fail("it has seen them")
    )
    data = data_folder(tmp_path / "threads", skins=(0,), counts=(3,))
    with pytest.raises(BenchError, match="no pages of other software"):
        records.main(["--data", str(data), "--mode", "classify"])


def test_pages_without_a_saved_layout_and_without_a_browser_are_read_by_structure(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("benchmarks._recordclassify._renderer", lambda: None)
    data = data_folder(tmp_path / "threads", skins=(0,), counts=(3, 5))
    figures = run(capsys, "--data", str(data), "--mode", "classify-rendered")
    assert figures["record_f1"] > 0.95
