"""The benchmark of the topic crawler's costs: figures are there; how high they are is no test."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import topic_cost
from benchmarks._madepages import PageMaker
from benchmarks.common import BenchError
from fpcrawl.pages import read_page
from fpcrawl.topic.blocks import topic_page
from fpcrawl.topic.segment import make_segmenter


def result_of(capsys, *args):
    assert topic_cost.main([*args, "--json"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_made_pages_have_the_size_that_was_asked_for():
    for lang in ("zh", "en"):
        made = PageMaker(lang).page(7, 60_000, 15_000)
        assert 55_000 < len(made.body) < 66_000
        assert 15_000 <= made.text_bytes < 18_000
        page = read_page(made.body, made.url)
        assert 130 < len(page.links) < 260
        assert page.lang == ("zh" if lang == "zh" else "")
        assert PageMaker(lang).page(7, 60_000, 15_000) == made


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_made_pages_repeat_their_words_as_texts_do(lang):
    made = PageMaker(lang).page(7, 60_000, 15_000)
    blocks = topic_page(read_page(made.body, made.url), make_segmenter()).blocks
    terms = [term for block in blocks for term in block.terms]
    assert 0.35 < len(set(terms)) / len(terms) < 0.6


def test_all_steps_are_timed(tmp_path, capsys):
    body = PageMaker("en", seed=2).page(1, 50_000, 4_000).body
    (tmp_path / "1.gz").write_bytes(gzip.compress(body))
    rows = [{"file": "1.gz", "url": f"http://a.example/{n}"} for n in range(3)]
    (tmp_path / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = result_of(capsys, "--limit", "3", "--data", str(tmp_path), "--models", "bfs,vsm")
    assert (result["bench"], result["pages"]) == ("topic_cost", 9)
    assert set(result["ms_200_priorities"]) == {"bfs", "vsm"}
    assert {kind.split()[0] for kind in result["rows"]} == {"made_zh", "made_en", "data"}
    for row in result["rows"].values():
        ms = row["ms"]
        assert ms["page"] == pytest.approx(ms["blocks_and_words"] + ms["relevance"], abs=0.01)
        assert row["pages_per_s"] == pytest.approx(1e3 / ms["page"], rel=0.05)
        assert row["ratio_vs_parse"] > 0
    assert result["pages_per_s"]["jieba"] > 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--limit", "1"], "--limit"),
        (["--limit", "2", "--models", "magic"], "magic"),
        (["--limit", "2", "--data", "nowhere"], "no such data folder"),
    ],
)
def test_bad_arguments_are_told(args, message):
    with pytest.raises(BenchError, match=message):
        topic_cost.main(args)
