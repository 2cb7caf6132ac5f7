from __future__ import annotations

import json

import pytest

from benchmarks import gate as gate_module
from benchmarks.common import BenchError
from benchmarks.gate import Bench, benches, bound, gate, load_baseline, main, run

BENCH = Bench("toy", ("benchmarks.toy",), ("f1",), ("bytes",), slack=0.1)


MADE = ("forums", "news", "crowded_forums", "crowded_news", "turned_forums", "turned_news")
WITHOUT_DATA = ["crawl", *(f"made/{name}" for name in MADE)]


def measured(f1=0.9, size=20.0, sha="aa"):
    return lambda _bench: {"f1": f1, "bytes": size, "data_sha256": sha}


def test_bounds_leave_some_slack():
    assert bound(BENCH, "f1", 0.9) == pytest.approx(0.81)
    assert bound(BENCH, "bytes", 20.0) == pytest.approx(22.0)


def test_record_then_judge(tmp_path, capsys):
    path = tmp_path / "baseline.json"
    assert gate([BENCH], path, write=False, reason=None, runner=measured()) == [
        "toy: no floors recorded, run with --record"
    ]
    assert gate([BENCH], path, write=True, reason=None, runner=measured()) == []
    assert json.loads(path.read_text())["toy"] == {
        "data_sha256": "aa",
        "bounds": {"f1": 0.81, "bytes": 22.0},
    }
    assert gate([BENCH], path, write=False, reason=None, runner=measured(0.82, 21)) == []
    assert gate([BENCH], path, write=False, reason=None, runner=measured(0.7, 30)) == [
        "toy: f1 0.7 is below its floor 0.81",
        "toy: bytes 30 is above its ceiling 22.0",
    ]
    assert gate([BENCH], path, write=False, reason=None, runner=measured(sha="bb")) == [
        "toy: floors were measured on other data, run with --record"
    ]
    assert gate(
        [BENCH], path, write=False, reason=None, runner=lambda _: {"data_sha256": "aa"}
    ) == [
        "toy: f1 is not measured any more",
        "toy: bytes is not measured any more",
    ]
    assert '"f1": 0.7' in capsys.readouterr().out


def test_floors_rise_by_themselves_and_fall_only_with_a_reason(tmp_path):
    path = tmp_path / "baseline.json"
    gate([BENCH], path, write=True, reason=None, runner=measured())
    gate([BENCH], path, write=True, reason=None, runner=measured(1.0, 10))
    assert load_baseline(path)["toy"]["bounds"] == {"f1": 0.9, "bytes": 11.0}
    gate([BENCH], path, write=True, reason=None, runner=measured(0.95, 10.5))
    assert load_baseline(path)["toy"]["bounds"] == {"f1": 0.9, "bytes": 11.0}
    refused = gate([BENCH], path, write=True, reason=None, runner=measured(0.5, 10, "bb"))
    assert refused == ["toy: f1 0.5 would move 0.9 to 0.45"]
    assert load_baseline(path)["toy"]["bounds"]["f1"] == 0.9
    assert gate([BENCH], path, write=True, reason="other truth", runner=measured(0.5, 10)) == []
    entry = load_baseline(path)["toy"]
    assert entry["bounds"]["f1"] == 0.45
    assert entry["lowered"] == [{"key": "f1", "from": 0.9, "to": 0.45, "reason": "other truth"}]


def test_a_figure_that_is_missing_cannot_be_recorded(tmp_path):
    with pytest.raises(BenchError, match="toy did not print f1"):
        gate([BENCH], tmp_path / "b.json", write=True, reason=None, runner=lambda _: {})


def test_main(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gate_module, "BASELINE", tmp_path / "baseline.json")
    with pytest.raises(BenchError, match="no such benchmark; there are crawl"):
        main(["--data", str(tmp_path), "--only", "nothing"])
    with pytest.raises(BenchError, match="needs a reason"):
        main(["--lower-floor", "because"])
    monkeypatch.setattr(gate_module, "benches", lambda _data: [BENCH])
    monkeypatch.setattr(gate_module, "gate", lambda *_, **__: ["toy: bad"])
    assert main(["--data", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "holds no sites" in out
    assert "FAIL toy: bad" in err


def test_benches_follow_the_data(builder, tmp_path):
    builder.folder = tmp_path / "sites" / "lathe"
    builder.write()
    found = benches(tmp_path)
    assert [bench.name for bench in found] == [*WITHOUT_DATA, "site/lathe"]
    assert found[1].command == ("benchmarks.made_sites", "--kind", "forum")
    assert found[2].command[-1] == "news"


def test_labelled_pages_are_clustered(tmp_path):
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "clusters.jsonl").write_text("")
    found = {bench.name: bench for bench in benches(tmp_path)}
    assert list(found) == [
        *WITHOUT_DATA,
        "walk/corpora",
        "clustering",
        "similarity",
        "page_cost",
        "articles",
    ]
    assert found["articles"].keys[0] == "f1_body"
    assert "--no-baselines" in found["clustering"].command
    assert found["page_cost"].low_keys == ("ratio_features_assign_vs_parse",)


def test_forums_are_walked_and_their_lists_read(tmp_path):
    (tmp_path / "forums").mkdir()
    found = {bench.name: bench for bench in benches(tmp_path)}
    disguises = ("bare", "crowded", "few:1", "words", "nested:cards", "nested:texts")
    read = ["records/forums", *(f"records/forums-{name}" for name in disguises)]
    assert list(found) == [*WITHOUT_DATA, "walk/forums", "index", *read]
    assert found["records/forums-bare"].command[-2:] == ("--disguise", "bare")
    assert "sticky_f1" in found["index"].keys
    assert "record_f1" in found["records/forums"].keys


def test_main_texts_are_judged_where_they_are(tmp_path):
    (tmp_path / "corpora" / "wcxb_forum_and_multi").mkdir(parents=True)
    found = {bench.name: bench for bench in benches(tmp_path)}
    assert "wcxb_f1" in found["records/wcxb"].keys
    assert "--no-baselines" in found["records/wcxb"].command


def test_posts_of_many_sites_are_read_in_disguises(tmp_path):
    (tmp_path / "corpora" / "harvest_forum").mkdir(parents=True)
    found = {bench.name: bench for bench in benches(tmp_path)}
    for name in ("bare", "times", "few:1"):
        command = found[f"records/harvest_forum-{name}"].command
        assert command[-2:] == ("--disguise", name)


def test_a_failing_benchmark_is_named():
    with pytest.raises(BenchError, match="toy failed with exit code 1"):
        run(BENCH)


@pytest.mark.parametrize("text", ["{", "[1]", '{"a": 1}', '{"a": {"bounds": {}}}'])
def test_malformed_baseline(tmp_path, text):
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(BenchError, match="is malformed"):
        load_baseline(path)
