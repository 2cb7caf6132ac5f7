"""Exports: each record as it stands, in every format, whole or not at all."""

from __future__ import annotations

import csv
import gzip
import io
import json
from datetime import UTC, datetime

import pytest
from care_kit import CRAWL, NOW, OTHER, fill, post

from fpcrawl.care import recordfiles
from fpcrawl.care.export import Wanted, export
from fpcrawl.care.recordfiles import format_of
from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.records import Post
from fpcrawl.store.sqlite import open_state


@pytest.fixture
def state(tmp_path):
    fill(tmp_path / "state")
    opened = open_state(tmp_path / "state", clock=lambda: NOW)
    yield opened
    opened.close()


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_json_lines_are_as_in_the_feeds(tmp_path, state):
    assert export(state.records, Wanted("post"), "jsonl", tmp_path / "p") == 2
    one, two = lines(tmp_path / "p")
    assert (one["key"], one["body_text"], one["version"]) == ("p1", "one, edited", 2)
    assert (two["body_text"], two["images"]) == ("茶 <b>", ["http://a.example/1.png"])
    assert list(two) == [*Post.__dataclass_fields__, "version"]
    assert export(state.records, Wanted("article"), "jsonl", tmp_path / "a.gz", packs=True) == 1
    article = json.loads(gzip.decompress((tmp_path / "a.gz").read_bytes()))
    assert article["comments"][0]["author"] == "Cy"


def test_rows_of_csv_have_all_columns(tmp_path, state):
    state.records.upsert([post("p3", body_text='two\nlines, "quoted"')], NOW)
    assert export(state.records, Wanted("post"), "csv", tmp_path / "p.csv") == 3
    with (tmp_path / "p.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[1]["images"] == '["http://a.example/1.png"]'
    assert rows[1]["published"] == rows[1]["links"] == rows[1]["on_topic"] == ""
    assert rows[2]["body_text"] == 'two\nlines, "quoted"'
    assert [row["version"] for row in rows] == ["2", "1", "1"]


def test_parquet_has_a_column_of_its_type_for_each_field(tmp_path, state, monkeypatch):
    pq = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(recordfiles, "_ROW_GROUP", 1)
    for kind, count in (("post", 2), ("article", 1), ("thread", 1)):
        path = tmp_path / f"{kind}.parquet"
        assert export(state.records, Wanted(kind), "parquet", path) == count
        table = pq.read_table(path)
        assert table.num_rows == count
        expected = list(recordfiles.KINDS[kind].__dataclass_fields__)
        assert table.column_names == [*expected, "version"]
    posts = pq.read_table(tmp_path / "post.parquet").to_pylist()
    assert posts[0]["version"] == 2
    assert posts[1]["images"] == ["http://a.example/1.png"]
    assert pq.ParquetFile(tmp_path / "post.parquet").num_row_groups == 2
    (article,) = pq.read_table(tmp_path / "article.parquet").to_pylist()
    assert article["comments"][0]["body_text"] == "yes"
    (thread,) = pq.read_table(tmp_path / "thread.parquet").to_pylist()
    assert (thread["replies"], thread["sticky"]) == (4, None)


def test_half_characters_of_broken_pages_are_no_hindrance(tmp_path, state):
    pytest.importorskip("pyarrow")
    state.records.upsert([post("p9", body_text="\ud83d broken", images=["\udc00"])], NOW)
    for form in ("jsonl", "csv", "parquet"):
        assert export(state.records, Wanted("post"), form, tmp_path / form) == 3
    with (tmp_path / "csv").open(newline="") as file:
        assert list(csv.DictReader(file))[2]["body_text"] == "\ufffd broken"


def test_only_what_is_wanted(tmp_path, state):
    fill(tmp_path / "state", NOW + 1000, OTHER)
    out = tmp_path / "out"

    def keys(**wanted):
        export(state.records, Wanted("article", **wanted), "jsonl", out)
        return [line["key"] for line in lines(out)]

    assert keys() == [f"a1{CRAWL}", f"a1{OTHER}"]
    assert keys(site="b.example") == [f"a1{OTHER}"]
    assert keys(changed_since=NOW + 1) == [f"a1{OTHER}"]
    assert keys(since=datetime(2023, 10, 2, tzinfo=UTC)) == []
    assert len(keys(since=datetime(2023, 10, 1, tzinfo=UTC))) == 2
    wanted = Wanted("post", since=datetime(2023, 11, 2, tzinfo=UTC))
    export(state.records, wanted, "jsonl", out)
    assert [line["key"] for line in lines(out)] == ["p2"]  # it has no time


def test_more_records_than_are_read_at_once(tmp_path, state):
    state.records.upsert([post(f"n{n}") for n in range(1203)], NOW)
    told = []
    path = tmp_path / "p"
    assert export(state.records, Wanted("post"), "jsonl", path, tell=lambda *t: told.append(t))
    assert len({line["key"] for line in lines(path)}) == 1205
    assert told[-1] == (1205, 1205)


def test_an_export_that_fails_leaves_the_old_one(tmp_path, state):
    path = tmp_path / "p"
    path.write_text("old")

    def stopped(_done, _total):
        raise KeyboardInterrupt

    for form in ("jsonl", "csv"):
        with pytest.raises(KeyboardInterrupt):
            export(state.records, Wanted("post"), form, path, tell=stopped)
    assert path.read_text() == "old"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["p", "state"]


def test_the_standard_output(state, monkeypatch):
    out = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out))
    for form in ("jsonl", "csv"):
        export(state.records, Wanted("post"), form, None)
    assert len(out.getvalue().splitlines()) == 2 + 3
    with pytest.raises(UsageError, match="file of its own"):
        export(state.records, Wanted("post"), "parquet", None)


def test_a_missing_library_is_named(tmp_path, state, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"fpcrawl\[parquet\]"):
        export(state.records, Wanted("post"), "parquet", tmp_path / "p")
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("posts.jsonl", "jsonl"),
        ("posts.JSONL.gz", "jsonl"),
        ("a.csv", "csv"),
        ("a.parquet", "parquet"),
        ("posts", None),
    ],
)
def test_the_name_tells_the_format(name, form):
    assert format_of(name) == form
