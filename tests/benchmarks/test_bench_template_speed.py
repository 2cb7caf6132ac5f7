"""The benchmark of templates: figures are there and add up; how high they are is no test."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest

from benchmarks import template_speed
from benchmarks._threadpages import demo_pages
from benchmarks.common import BenchError
from fpcrawl.demo.views import VIEWS

WORDS = "any light machine oil will do said the old man at the counter and he was right".split()


def thread(n):
    posts = "".join(
        f'<div class="post" id="p{10 * n + i}">'
        f'<a class="author" href="/user/{i % 3}">ann{i % 3}</a>'
        f'<span class="when">2026-03-0{i + 1} 1{n}:00</span>'
        f'<div class="text"><p>{" ".join(WORDS[i : i + n + 4])}</p></div></div>'
        for i in range(4)
    )
    return f"<html><body><h1>Thread {n}</h1><div id='posts'>{posts}</div></body></html>"


def write_folder(folder, kind="thread"):
    (folder / "pages").mkdir(parents=True)
    rows = []
    for n in range(4):
        file = f"pages/{n}.gz"
        (folder / file).write_bytes(gzip.compress(thread(n).encode()))
        url = f"http://lathe.example/t/{n}"
        rows.append({"file": file, "url": url, "site": "lathe.example", "page_type": kind})
    (folder / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def result_of(capsys, *args):
    assert template_speed.main([*args, "--json", "--no-baselines"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def test_templates_beside_the_parse(tmp_path, capsys):
    result = result_of(capsys, "--data", str(write_folder(tmp_path / "set")), "--rounds", "2")
    assert (result["bench"], result["pages"], result["templates"]) == ("template_speed", 4, 1)
    assert result["ms"]["parse"] > 0
    assert result["ms"]["rendered"] is None
    for kind in ("xpath", "softmealy"):
        assert result["ms"][kind] > 0
        assert (result[f"{kind}_pages"], result[f"{kind}_records"]) == (4, 16)
        assert 0 < result[f"ratio_{kind}_vs_parse"] < result[f"ratio_{kind}_with_records_vs_parse"]


def test_without_data_the_demos_pages_are_read(capsys):
    result = result_of(capsys, "--limit", "1", "--rounds", "1")
    assert result["data"] == "demo"
    assert result["pages"] == result["templates"] == len(VIEWS)


def test_pages_of_the_demo_are_those_of_threads():
    pages = demo_pages(2)
    assert set(Counter(page.group for page in pages).values()) == {2}
    assert demo_pages(2) == pages
    assert len({page.url for page in pages}) == len(pages)


@pytest.mark.parametrize("args", [["--limit", "0"], ["--rounds", "0"]])
def test_nothing_to_time(args):
    with pytest.raises(BenchError, match="at least 1"):
        template_speed.main(args)


def test_a_folder_without_threads_is_an_error(tmp_path):
    folder = write_folder(tmp_path / "set", kind="article")
    with pytest.raises(BenchError, match="no page of a thread"):
        template_speed.main(["--data", str(folder)])
    with pytest.raises(BenchError, match="no such data folder"):
        template_speed.main(["--data", str(tmp_path / "none")])
