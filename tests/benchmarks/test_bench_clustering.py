"""The clustering benchmark on pages of three templates of our own."""

from __future__ import annotations

import json

import pytest
from _templatepages import write_templates

from benchmarks import clustering
from benchmarks._clusterdata import load_labelled, read_pages
from benchmarks._clusterexplain import explain
from benchmarks.common import BenchError
from fpcrawl.clustering import page_features

KEYS = {
    "bench", "data", "pages", "seconds", "peak_mb", "versions", "templates", "clusters",
    "precision", "recall", "f1", "bcubed_f1", "ari", "f1_forum", "f1_news", "f1_core",
    "incremental_f1", "data_sha256",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    return write_templates(tmp_path / "set")


def run(capsys, folder, *more):
    assert clustering.main(["--data", str(folder), "--json", "--shuffles", "2", *more]) == 0
    out, err = capsys.readouterr()
    return json.loads(out.splitlines()[-1]), err


def test_templates_are_found_and_peers_stand_beside(folder, capsys):
    result, log = run(capsys, folder)
    assert result.keys() >= KEYS
    assert (result["pages"], result["templates"]) == (15, 3)
    assert result["f1"] > 0.9
    assert result["f1_news"] == 1.0
    assert result["incremental"]["batches"] == 10
    assert 0.5 < result["incremental_f1"] <= 1.0
    orders = result["orders"]
    assert orders["shuffles"] == 2
    assert 0.5 < orders["f1_min"] <= orders["f1_mean"] <= orders["f1_max"] <= 1.0
    assert set(result["baselines"]) == {
        "stm_cure",
        "html_similarity",
        "tag_shingle_minhash",
        "url_pattern",
    }
    for name, peer in result["baselines"].items():
        assert {"pages", "f1", "f1_forum", "f1_news", "seconds"} <= peer.keys()
        assert peer["ours_same_pages"]["f1"] == result["f1"]
        assert name in log


def test_a_slow_peer_takes_a_sample_and_ours_is_judged_on_it(folder, capsys):
    result, _ = run(capsys, folder, "--sample", "6")
    assert result["baselines"]["html_similarity"]["pages"] == 6
    assert result["baselines"]["html_similarity"]["templates"] == 3
    assert result["baselines"]["stm_cure"]["pages"] == 15


def test_quick_looks(folder, capsys):
    result, _ = run(capsys, folder, "--no-baselines", "--limit", "9")
    assert result["pages"] == 9
    assert "baselines" not in result


def test_a_part_without_pages_has_no_figure(tmp_path, capsys):
    folder = write_templates(tmp_path / "set")
    path = folder / "clusters.jsonl"
    rows = [line for line in path.read_text().splitlines() if "article" not in line]
    path.write_text("\n".join(rows) + "\n")
    result, _ = run(capsys, folder, "--no-baselines")
    assert result["f1_news"] is None
    assert result["f1_forum"] == result["f1"]


def test_confusions_are_explained(folder, capsys):
    read = list(read_pages(load_labelled(folder).pages))
    features = [page_features(page) for _, page in read]
    # All threads and two boards in one cluster, the other boards in another.
    clusters = [1] * 7 + [2] * 3 + [3] * 5
    explain([labelled for labelled, _ in read], features, clusters, 2)
    merged, split = capsys.readouterr().err.splitlines()
    assert merged.startswith("merged lathe:board + lathe:thread, 10 pairs: 0.")
    assert split.startswith("split lathe:board [3, 2], 6 pairs, lathe-board-2 | lathe-board-0: ")
    for line in (merged, split):
        assert all(f"{name} 1.00 (1/1)" in line for name in ("css", "js"))
        assert ": dom " in line


def test_nothing_confused_nothing_told(folder, capsys):
    read = list(read_pages(load_labelled(folder).pages))
    labels = [labelled.label for labelled, _ in read]
    explain([labelled for labelled, _ in read], [page_features(p) for _, p in read], labels, 2)
    assert capsys.readouterr().err == ""


def test_without_pages_there_is_nothing_to_measure(tmp_path):
    folder = write_templates(tmp_path / "set", pages=1)
    for page in (folder / "pages").iterdir():
        page.write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x03\x00" + b"\0" * 8)
    with pytest.raises(BenchError, match="not one page"):
        clustering.main(["--data", str(folder)])
