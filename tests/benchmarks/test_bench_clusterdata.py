"""Labelled pages are read from the three kinds of folders, and bad ones are refused."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks._clusterdata import labels_hash, load_labelled, part_of, read_pages
from benchmarks.common import BenchError

HTML = "<html><head><title>{0}</title></head><body><p>{0}</p></body></html>"


def write(folder, name, rows):
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    for row in rows:
        body = row.pop("body", HTML.format(row["id"]).encode())
        (folder / row["file"]).write_bytes(gzip.compress(body, mtime=0))
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def row(name, label="a:thread", **more):
    return {
        "id": name,
        "file": f"pages/{name}.gz",
        "cluster": label,
        "site": "lathe.example",
        "page_type": "thread",
        "lang": "en",
        "core": True,
        **more,
    }


def test_clusters_with_addresses_from_the_manifests_below(tmp_path):
    write(tmp_path, "clusters.jsonl", [row("x"), row("y", core=False)])
    (tmp_path / "sub").mkdir()
    line = {"id": "y", "file": "no matter", "url": "http://lathe.example/t/1"}
    (tmp_path / "sub" / "manifest.jsonl").write_text(json.dumps(line) + "\n")
    found = load_labelled(tmp_path)
    assert found.kind == "clusters"
    x, y = found.pages
    assert (x.label, x.core, x.has_url) == ("a:thread", True, False)
    assert (y.core, y.has_url, y.url) == (False, True, "http://lathe.example/t/1")
    assert "lathe" not in x.url
    assert [page.title for _, page in read_pages(found.pages)] == ["x", "y"]


def test_folders_below_a_folder_are_one_set(tmp_path):
    write(tmp_path / "one", "clusters.jsonl", [row("x")])
    write(tmp_path / "two", "clusters.jsonl", [row("y"), row("x")])
    assert sorted(page.id for page in load_labelled(tmp_path).pages) == ["x", "y"]


def test_families(tmp_path):
    rows = [{**row("x"), "family": "ours"}, {**row("y"), "family": "ours", "site": "b.example"}]
    for r in rows:
        del r["cluster"], r["core"]
    write(tmp_path, "families.jsonl", rows)
    found = load_labelled(tmp_path)
    assert found.kind == "families"
    assert {page.label for page in found.pages} == {"ours:thread"}
    with pytest.raises(BenchError, match=r"no clusters\.jsonl"):
        load_labelled(tmp_path, labels="clusters")


def test_software_and_theme(tmp_path):
    base = {"software": "ours1", "theme": "dark", "url": "http://lathe.example/t/1"}
    rows = [
        {**row("x"), **base},
        {**row("i"), **base, "page_type": "index", "url": "http://lathe.example/b"},
        {**row("login"), **base, "page_type": "other"},
        {**row("moved"), **base, "final_url": "http://lathe.example/"},
        {**row("named"), **base, "template": "wide"},
    ]
    write(tmp_path, "manifest.jsonl", rows)
    found = load_labelled(tmp_path)
    assert found.kind == "software"
    assert {page.id: page.label for page in found.pages} == {
        "x": "ours1:dark:thread",
        "i": "ours1:dark:index",
        "named": "lathe.example:wide",
    }


def test_a_limit_takes_of_every_label(tmp_path):
    rows = [row(f"a{n}", "a:thread") for n in range(5)] + [row("b", "b:thread")]
    write(tmp_path, "clusters.jsonl", rows)
    found = load_labelled(tmp_path, limit=3)
    assert [page.id for page in found.pages] == ["a0", "a1", "b"]


def test_the_hash_follows_labels_and_pages(tmp_path):
    first = labels_hash(load_labelled(write(tmp_path / "1", "clusters.jsonl", [row("x")])).pages)
    same = labels_hash(load_labelled(write(tmp_path / "2", "clusters.jsonl", [row("x")])).pages)
    label = write(tmp_path / "3", "clusters.jsonl", [row("x", "b")])
    body = write(tmp_path / "4", "clusters.jsonl", [row("x", body=b"<p>else")])
    assert first == same
    assert len({first, *(labels_hash(load_labelled(f).pages) for f in (label, body))}) == 3


def test_parts(tmp_path):
    rows = [
        row("t"),
        row("member", page_type="other"),
        row("news", page_type="article"),
        row("p", page_type="product"),
        row("front", page_type="index", site="paper.example"),
        row("story", page_type="comments", site="paper.example"),
        row("list", page_type="index", site="lone.example"),
        row("odd", page_type="other", site="odd.example"),
    ]
    pages = load_labelled(write(tmp_path, "clusters.jsonl", rows)).pages
    assert dict(zip([page.id for page in pages], part_of(pages), strict=True)) == {
        "t": "forum",
        "member": "forum",
        "news": "news",
        "p": "other",
        "front": "news",
        "story": "news",
        "list": "forum",
        "odd": "other",
    }


def test_pages_that_hold_nothing_are_left_out(tmp_path):
    write(tmp_path, "clusters.jsonl", [row("x"), row("empty", body=b"")])
    assert [page.id for page, _ in read_pages(load_labelled(tmp_path).pages)] == ["x"]


def test_bad_folders_are_refused(tmp_path):
    with pytest.raises(BenchError, match="no such data folder"):
        load_labelled(tmp_path / "none")
    with pytest.raises(BenchError, match="tells no template"):
        load_labelled(tmp_path)
    write(tmp_path, "clusters.jsonl", [row("x")])
    (tmp_path / "pages" / "x.gz").write_bytes(b"no gzip")
    (page,) = load_labelled(tmp_path).pages
    with pytest.raises(BenchError, match=r"x\.gz"):
        page.body()
    (tmp_path / "pages" / "x.gz").unlink()
    with pytest.raises(BenchError, match=r"clusters\.jsonl:1: .*x\.gz is missing"):
        load_labelled(tmp_path)
    bad = row("x")
    del bad["site"]
    (tmp_path / "clusters.jsonl").write_text(json.dumps(bad) + "\n")
    with pytest.raises(BenchError, match=r"clusters\.jsonl:1: KeyError"):
        load_labelled(tmp_path)
