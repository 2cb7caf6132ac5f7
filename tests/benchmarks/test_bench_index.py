"""The benchmark of list rows on boards of our own."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import index
from benchmarks._indextruth import TrueRow, load_rows, right_time, shown_fields
from benchmarks.common import BenchError

HOST = "http://lathe.example"
NAMES = ["ann", "bert", "carl", "dora", "emil"]
TITLES = ["Which oil – and why", "My chuck runs out", "Belt or gears?", "168 mm", "Old rust"]
HEADS = "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"


def row(n, page, author=True):
    pin = "<b>Pinned</b>" if n == 0 else ""
    who = f'<a href="/user/{NAMES[n]}">{NAMES[n]}</a>' if author else "-"
    return (
        f'<tr><td>{pin}<a href="/t/{n + 5 * page}">{TITLES[n]}</a></td><td>{who}</td>'
        f"<td>{n * 3}</td><td>{n * 40 + 90}</td><td>2024-04-1{n} 10:0{page}</td></tr>"
    )


def true_row(n, page):
    return {
        "url": f"{HOST}/t/{n + 5 * page}",
        "title": TITLES[n].replace("–", "--"),
        "author": NAMES[n],
        "replies": n * 3,
        "views": n * 40 + 90,
        "last_post_time": f"2024-04-1{n}T10:0{page}:30+00:00",
        "sticky": n == 0,
    }


@pytest.fixture
def forum(tmp_path):
    """Write a folder of two list pages; ``change`` edits its lines, ``author`` shows names."""

    def write(change=None, author=True):
        path = tmp_path / "lathe"
        path.mkdir(exist_ok=True)
        lines = []
        for page in (1, 2):
            rows = "".join(row(n, page, author) for n in range(5))
            html = (
                f"<html><head><title>Lathes {page}</title></head><body><h1>Lathes</h1>"
                f"<table>{HEADS}{rows}</table></body></html>"
            )
            (path / f"b{page}.gz").write_bytes(gzip.compress(html.encode()))
            line = {
                "id": f"b{page}",
                "file": f"b{page}.gz",
                "url": f"{HOST}/b/1?page={page}",
                "site": "lathe.example",
                "software": "ours",
                "page_type": "index",
                "lang": "en",
                "fetched_at": "2024-05-01T12:00:00+00:00",
                "truth": {"threads": [true_row(n, page) for n in range(5)], "page": page},
            }
            if change is not None:
                change(line)
            lines.append(json.dumps(line) + "\n")
        (path / "manifest.jsonl").write_text("".join(lines))
        return path

    return write


def run(capsys, path, *more):
    assert index.main(["--data", str(path), "--json", *more]) == 0
    out, err = capsys.readouterr()
    return json.loads(out.splitlines()[-1]), err


def test_rows_are_judged_field_by_field(forum, capsys):
    result, table = run(capsys, forum())
    assert (result["bench"], result["pages"], result["rows"]) == ("index", 2, 10)
    for name in ("url", "title", "author", "replies", "views", "last_post_time"):
        assert result[f"f1_{name}"] == 1.0, name
    assert (result["sticky_f1"], result["sticky_rows"]) == (1.0, 2)
    assert result["per_software"]["ours"]["f1_replies"] == 1.0
    assert result["not_shown"] == {}
    assert {"seconds", "peak_mb", "versions", "data_sha256"} <= result.keys()
    assert "lathe" in table


def test_what_pages_do_not_show_is_not_judged(forum, capsys):
    result, _ = run(capsys, forum(author=False))
    assert result["f1_author"] is None
    assert result["f1_author_labelled"] == 0.0
    assert result["not_shown"] == {"lathe": ["author"]}
    assert result["f1_url"] == 1.0


def test_mistakes_are_counted_and_explained(forum, capsys):
    def change(line):
        rows = line["truth"]["threads"]
        if line["id"] == "b2":
            return
        rows[1]["author"] = "nobody"
        rows[2]["last_post_time"] = "2024-04-12T10:09:00+00:00"
        rows[3]["url"] = f"{HOST}/t/99"
        rows[4]["sticky"] = True

    result, log = run(capsys, forum(change), "--explain", "2")
    # Of the first page four rows of five are found; the second one is right.
    assert result["f1_url"] == pytest.approx((0.8 + 1) / 2)
    assert result["f1_author"] == pytest.approx((0.6 + 1) / 2)
    assert result["f1_last_post_time"] == pytest.approx((0.6 + 1) / 2)
    assert result["sticky_f1"] == pytest.approx(2 * 2 / (2 + 3))
    assert "author: b1 http://lathe.example/t/6: 'bert' instead of 'nobody'" in log
    assert "url: b1: no row for http://lathe.example/t/99 (index)" in log
    assert "sticky: b1" in log


def test_fields_nobody_knows_are_not_judged(forum, capsys):
    def change(line):
        for true in line["truth"]["threads"]:
            del true["views"]
            del true["sticky"]

    result, _ = run(capsys, forum(change))
    assert result["f1_views"] is None
    assert result["sticky_f1"] == 0.0


def true_time(time, text=None):
    return TrueRow("u", "t", None, None, None, time, text, False)


@pytest.mark.parametrize(
    ("true", "text", "got", "around", "right"),
    [
        ("2024-04-10T18:04:30+08:00", None, "2024-04-10T10:04+00:00", "10-04 18:04", True),
        ("2024-04-10T18:04:30+08:00", None, "2024-04-10T18:04+00:00", "10-04 18:04", False),
        ("2024-04-10T18:04:30+08:00", None, "2024-04-10", "10 April 2024", True),
        ("2024-04-10T18:04:30+08:00", None, "2024-04-10", "10-04 18:04", False),
        ("2024-04-10T18:04:30+08:00", "3 hours ago", "2024-04-10T09:30+00:00", "", True),
        ("2024-04-10T18:04:30+08:00", "3 hours ago", "2024-04-10T07:30+00:00", "", False),
        ("2024-04-10T18:04:30+08:00", "24m", "2024-04-10T10:05+00:00", "", True),
        ("2024-04-10T18:04:30+08:00", "3 天前", "2024-04-11", "", True),
        ("2024-04-10T18:04:30+08:00", "10 Apr, 18:04", None, "", False),
    ],
)
def test_times_are_right_as_far_as_they_are_shown(true, text, got, around, right):
    assert right_time(true_time(true, text), got, None, [around]) is right


def test_what_stands_around_a_row_shows_its_fields():
    true = TrueRow("u", "T", "ann", 1204, 3, "2024-04-09T10:00:00+08:00", None, False)
    shown = shown_fields(true, ["by ann", "1,204", "2024-4-9", "31"])
    assert shown == {
        "title": True,
        "author": True,
        "replies": True,
        "views": False,
        "last_post_time": True,
    }
    assert shown_fields(true, ["1205 posts"])["replies"]


def test_data_without_rows_is_an_error(forum, capsys):
    def change(line):
        line["truth"] = {"page": 1}

    with pytest.raises(BenchError, match="tells the rows of no list"):
        index.main(["--data", str(forum(change))])


def test_malformed_rows_are_named(forum):
    def change(line):
        del line["truth"]["threads"][0]["url"]

    with pytest.raises(BenchError, match=r"manifest\.jsonl:1: KeyError: 'url'"):
        load_rows(forum(change))
