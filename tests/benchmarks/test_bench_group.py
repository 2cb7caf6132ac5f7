from __future__ import annotations

import gzip
import json
import random
import re

import pytest

from benchmarks import group
from benchmarks.common import BenchError

ROWS = "".join(
    f'<tr><td class="a">Row {n} about lathes</td><td>{100 + n}</td></tr>' for n in range(40)
)
PAGE = (
    f"<html><head><title>Lathes</title></head><body><h1>Board 12</h1><table>{ROWS}</table>"
    "<p>Somebody wrote a longer sentence about the chuck of the lathe.</p></body></html>"
).encode()


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data" / "lathes"
    folder.mkdir(parents=True)
    names = [f"{n}.html.gz" for n in range(3)]
    for name in names:
        (folder / name).write_bytes(gzip.compress(PAGE))
    (folder / "manifest.jsonl").write_text(
        "".join(json.dumps({"id": name, "file": name}) + "\n" for name in names)
    )
    return tmp_path / "data"


def test_a_variation_keeps_the_markup_and_changes_the_words():
    one, other = (group.variation(PAGE, random.Random(seed)) for seed in (1, 2))
    assert one != other
    assert group.variation(PAGE, random.Random(1)) == one
    assert b"<title>Lathes</title>" in one
    assert 20 <= one.count(b'<td class="a">') < 40
    assert set(re.findall(rb"<(\w+)", one)) == set(re.findall(rb"<(\w+)", PAGE))
    assert b"longer sentence" not in one


def test_pages_come_from_the_folders_of_the_data(data, tmp_path):
    assert group.real_pages(data, 2, 9_999) == [PAGE] * 2
    (data / "lathes/1.html.gz").write_bytes(b"no gzip")
    with pytest.raises(BenchError, match="lathes"):
        group.real_pages(data, 9, 9_999)
    (tmp_path / "data/lathes/manifest.jsonl").write_text("")
    with pytest.raises(BenchError, match="no pages of a usual size"):
        group.real_pages(data, 9, 9_999)


def test_the_whole_way(data, capsys):
    assert group.main(["--data", str(data), "--pages", "100", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["bench"], result["pages"], result["varied_pages"]) == ("group", 100, 3)
    assert [run["pages"] for run in result["runs"]] == [10, 100]
    assert [run["clusters"] for run in result["runs"]] == [1, 1]
    assert result["peak_mb"] > 0


def test_too_few_pages_are_refused(data):
    with pytest.raises(BenchError, match="at least 100"):
        group.main(["--data", str(data), "--pages", "9"])
