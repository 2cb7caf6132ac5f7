from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import _revisit_cases as cases
from benchmarks import revisit as bench
from benchmarks import revisit_cost
from benchmarks._revisit_data import DAY_S, Stream, read_streams, synthetic
from benchmarks._revisit_runs import Trainer, first_period_s, run_policy
from benchmarks.common import BenchError

BEGIN = 1_700_000_000


def write(folder, name, times, threads=None, tz="UTC"):
    held = {"t": np.asarray(times, np.int64)}
    if threads is not None:
        held["thread"] = np.asarray(threads, np.int32)
    np.savez(folder / f"{name}.npz", **held)
    with (folder / "manifest.jsonl").open("a") as lines:
        lines.write(json.dumps({"name": name, "tz": tz}) + "\n")


def test_streams_and_their_orders(tmp_path):
    hours = BEGIN + 3600 * np.arange(60 * 24)
    write(tmp_path, "one", hours, tz="UTC epoch (users Asia/Taipei)")
    write(tmp_path, "two", hours, np.arange(60 * 24) // 4, tz="UTC (users Nowhere/Land)")
    one, created, bumped = read_streams(tmp_path)
    assert (one.order, str(one.zone), one.threads) == ("creation", "Asia/Taipei", None)
    assert (created.order, bumped.order, created.zone) == ("creation", "bump", None)
    assert np.diff(created.times).tolist() == [4 * 3600] * 359
    assert len(bumped.times) == 60 * 24
    assert len(one.windows(3)) == 1
    assert one.windows(3)[0].end == one.windows(3)[0].begin + 50 * DAY_S


@pytest.mark.parametrize(
    ("times", "threads", "message"),
    [([3, 2, 1], None, "ascending"), ([1, 2, 3], [1], "length"), ([1, 2, 3], None, "50 days")],
)
def test_streams_that_cannot_be_used(tmp_path, times, threads, message):
    write(tmp_path, "bad", times, threads)
    with pytest.raises(BenchError, match=message):
        read_streams(tmp_path)


def test_missing_files(tmp_path):
    with pytest.raises(BenchError, match="no such data folder"):
        read_streams(tmp_path / "nowhere")
    (tmp_path / "manifest.jsonl").write_text('{"name": "gone"}\n')
    with pytest.raises(BenchError, match="gone"):
        read_streams(tmp_path)
    (tmp_path / "manifest.jsonl").write_text("{}\n")
    with pytest.raises(BenchError, match="without a name"):
        read_streams(tmp_path)


def test_surges_and_halvings():
    stream = synthetic(100, 51, 1)
    window = stream.windows(1)[0]
    begin, end = window.middle, window.middle + 5 * DAY_S

    def count(one, begin, end):
        return int(((one.stream.times > begin) & (one.stream.times <= end)).sum())

    usual = count(window, begin, end)
    assert count(window.surged(begin, end), begin, end) == pytest.approx(3 * usual, rel=0.02)
    assert (np.diff(window.surged(begin, end).stream.times) >= 0).all()
    assert count(window.halved(begin), begin, end) == pytest.approx(usual / 2, rel=0.15)
    assert count(window.halved(begin), window.begin, begin) == count(window, window.begin, begin)


def test_the_fixed_period_is_a_usual_one():
    stream = Stream("even", "creation", BEGIN + 60.0 * np.arange(60 * 24 * 51))
    window = stream.windows(1)[0]
    # Half of 40 rows come in 20 minutes; of 50 in 25, for which nobody has a crontab.
    assert first_period_s(window, 40) == 1200
    assert first_period_s(window, 50) == 1200


def test_policies_are_tested_on_the_test_only():
    window = synthetic(150, 51, 2).windows(1)[0]
    trainer = Trainer()
    for policy in ("polynomial", "mean", "fixed", "nutch"):
        trace = run_policy(policy, window, 30, trainer)
        assert trace.times.min() > window.middle
        assert trace.times.max() <= window.end
        assert trace.seconds == 20 * DAY_S


def test_the_whole_benchmark_on_a_made_stream(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(bench, "SIZES", (20, 30))
    knobs = {"fixed": [3600.0], "polynomial": [2.0, 3.0]}
    monkeypatch.setattr(cases, "_knobs", lambda policy, *_: knobs.get(policy, [0.3]))
    monkeypatch.setattr(bench, "paper", lambda trainer: {"v": 165})
    write(tmp_path, "made", synthetic(90, 51, 3).times)
    assert bench.main(["--data", str(tmp_path), "--json", "--limit", "1"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert {"bench", "data", "pages", "seconds", "peak_mb", "versions"} <= result.keys()
    assert {"summary", "surge", "halving", "cold_start", "economy", "budget"} <= result.keys()
    keys = {"stream", "v", "policy", "visits_per_day", "hit10", "hit5", "hit20", "ceiling10"}
    keys |= {"share_of_ceiling", "lost_share", "mean_delay_s", "p95_delay_s", "mean_change_rate"}
    assert len(result["rows"]) == 2 * 7
    assert all(keys <= row.keys() for row in result["rows"])
    assert result["summary"]["default"]["hit10"] > result["summary"]["mean"]["hit10"]
    assert result["surge"]["cases"] == 2
    assert result["cold_start"]["days_30"] > 0.5
    needed = result["economy"]["rows"][0]["visits_per_day"]
    assert needed["polynomial"] < needed["fixed"] == pytest.approx(24, abs=0.1)


def test_costs(capsys):
    assert revisit_cost.main(["--boards", "60", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert result["decisions"] == 60
    assert result["state_bytes_max"] < 4096
    with pytest.raises(BenchError, match="at least one"):
        revisit_cost.main(["--boards", "0"])
