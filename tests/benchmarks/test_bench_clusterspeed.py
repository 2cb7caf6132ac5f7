"""The two benchmarks of time: figures are there and add up; how high they are is no test."""

from __future__ import annotations

import json

import pytest
from _templatepages import write_templates

from benchmarks import page_cost, similarity
from benchmarks.common import BenchError


@pytest.fixture
def folder(tmp_path):
    return write_templates(tmp_path / "set")


def result_of(capsys):
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_similarity_beside_tree_matching(folder, capsys):
    assert similarity.main(["--data", str(folder), "--json", "--pairs", "20"]) == 0
    result = result_of(capsys)
    assert (result["bench"], result["pages"], result["pairs"]) == ("similarity", 15, 20)
    us = result["us_per_pair"]
    assert {"stm", "stm_tuned", "single", "one_to_many", "vectorised"} <= us.keys()
    assert min(us.values()) > 0
    assert result["ratio_single_vs_stm"] == pytest.approx(us["stm"] / us["single"], abs=0.06)
    assert result["ratio_vectorised_vs_stm"] > 0


def test_similarity_takes_as_many_pages_as_asked(folder, capsys):
    similarity.main(["--data", str(folder), "--json", "--limit", "6", "--pairs", "5"])
    assert result_of(capsys)["pages"] == 6


def test_one_page_is_no_pair(tmp_path):
    folder = write_templates(tmp_path / "set", pages=1)
    with pytest.raises(BenchError, match="fewer than two"):
        similarity.main(["--data", str(folder), "--limit", "1"])


def test_cost_of_a_page(folder, capsys):
    assert page_cost.main(["--data", str(folder), "--json", "--clusters", "12"]) == 0
    result = result_of(capsys)
    ms = result["ms"]
    assert {"lxml_parse", "read_page", "features", "assign", "assign_p99"} == ms.keys()
    assert result["ratio_features_assign_vs_parse"] == pytest.approx(
        (ms["features"] + ms["assign"]) / ms["lxml_parse"], rel=0.1
    )
    assert result["clusters"] == 12
    assert 0 < result["real_clusters"] < 12
    assert result["clusters_after"] >= 12
    assert result["pages"] == 15


def test_too_few_pages_for_the_clusters_asked_for(folder, monkeypatch):
    monkeypatch.setattr(page_cost, "_other_template", lambda features, _rng: features)
    with pytest.raises(BenchError, match="of 30 could be made"):
        page_cost.main(["--data", str(folder), "--clusters", "30"])
