from __future__ import annotations

import json
import lzma
import random

import pytest

from benchmarks import topic_library as bench
from benchmarks.common import BenchError

NEAR = "withered rolled steamed plucked kettle brewed fermented clay".split()
FAR = "compiler rain match market engine court rocket violin".split()


def write(folder, relevant=40, pages=160):
    """Write a bed in which half of the relevant pages hold none of the words of the topic."""
    folder.mkdir(exist_ok=True)
    rng = random.Random(7)
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as lines:
        for number in range(pages):
            on = number < relevant
            words = rng.choices(NEAR if on else FAR, k=20)
            if on and number % 2:
                words += ["oolong"] * 3
            if not on and number % 20 == 0:
                words += ["oolong", *rng.choices(FAR, k=20)]
            text = " ".join(words)
            row = {"id": number, "url": f"https://x/{number}", "title": "", "text": text}
            lines.write(json.dumps(row | {"links": []}) + "\n")
    task = {
        "name": "tea",
        "lang": "en",
        "title": "Oolong",
        "topic_text": "Oolong is tea.",
        "relevant": list(range(relevant)),
        "seeds": [0],
        "budget": 10,
    }
    (folder / "tasks.json").write_text(json.dumps([task]))
    return folder


def test_an_extended_library_finds_what_a_static_one_misses(tmp_path, capsys):
    bed = write(tmp_path / "bed")
    assert bench.main(["--data", str(bed), "--json", "--splits", "1"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["bench"] == "topic_library"
    assert {row["library"] for row in told["rows"]} == {
        "static", "static_given", "static_blocks", "proposed", "etfl", "etfl_flat", "etfl_grown",
    }  # fmt: skip
    mean = told["mean"]
    assert mean["static"]["recall"] < 0.7
    assert mean["etfl"]["recall"] > 0.9
    assert mean["etfl"]["precision"] > 0.9
    gain = told["gain_points"]["etfl"]
    assert gain["recall"] == pytest.approx(
        100 * (mean["etfl"]["recall"] - mean["static"]["recall"]), abs=0.01
    )
    assert told["paper_gain"]["precision"] == 23.74


def test_rates_count_what_stands_for_more_pages():
    assert bench._rates([0.5, 0.1], [0.6, 0.0], 3.0, 0.4) == {
        "precision": 0.25,
        "recall": 0.5,
        "f1": 0.3333,
    }
    best = bench._best([0.9, 0.5], [0.6, 0.0], 1.0)
    assert (best["best_recall"], best["best_precision"]) == (1.0, 0.6667)
    assert best["break_even"] == 0.6667


def test_a_bed_without_its_files_is_an_error(tmp_path):
    with pytest.raises(BenchError, match="no test bed"):
        bench.main(["--data", str(tmp_path)])
