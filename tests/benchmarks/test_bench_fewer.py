"""Pages cut to their first records: what belongs to a record goes, all around it stays."""

from __future__ import annotations

import gzip
import json

import pytest
from lxml import html

from benchmarks import records
from benchmarks._fewer import FEWER, fewer_records
from benchmarks._indextruth import load_rows
from benchmarks._recordpages import load_records
from benchmarks._walkpages import load_folder

POSTS = [
    ("anna", "The kettle boils over whenever the lid of it is closed, and I do not know why."),
    ("bert", "Mine does the same, so I leave the lid open until the water has boiled at last."),
    ("bert", "Nothing else has helped me, whatever the shop and the book of the kettle told me."),
    ("dora", "Descale it with vinegar once a month, and fill it no higher than to the mark."),
]
KNOWN = [(who, (words,)) for who, words in POSTS]
BOX = "<div class='post p{n}'><b>{who}</b> <i>10:0{n}</i><p>{words}</div>"
ROWS = "<tr><td>{who}<td>10:0{n}<tr><td>{n}<td><div>{words}</div><tr><td colspan=2>Reply"
ASKED = "<div class=answer><div>{words}</div><b>{who}</b> <i>10:0{n}</i></div>"


def made(shape, first=0, last=4):
    return "".join(
        shape.format(n=n, who=who, words=words)
        for n, (who, words) in enumerate(POSTS)
        if first <= n < last
    )


def nested(n):
    inside = f"<ul>{nested(n + 1)}</ul>" if n < 3 else ""
    who, words = POSTS[n]
    return f"<li><b>{who}</b> <p>{words}</p>{inside}</li>"


PAGES = {
    "boxes": f"<main>{made(BOX)}</main>",
    "rows": f"<table>{made(ROWS)}</table>",
    "apart": f"<section><b>anna</b><p>{POSTS[0][1]}</section><div><h2>3 answers</h2>"
    f"{made(ASKED, 1)}</div>",
    "nested": f"<ul>{nested(0)}</ul>",
    "adverts": f"<main>{made(BOX, 0, 2)}<div class=advert>Buy</div>{made(BOX, 2)}</main>",
}


def page(inside, more=""):
    return f"<html><head>{more}</head><body><h1>Kettles</h1>{inside}<p>1 2 3</p>".encode()


@pytest.mark.parametrize("keep", [1, 2, 3])
@pytest.mark.parametrize("name", PAGES)
def test_only_the_first_posts_stay(name, keep):
    body = page(PAGES[name])
    cut = fewer_records(body, KNOWN, keep)
    assert cut is not None
    left = html.document_fromstring(cut.of(body)).text_content()
    assert [words in left for _, words in POSTS] == [n < keep for n in range(4)]
    assert [left.count(who) for who in ("anna", "bert", "dora")] == [1, min(keep - 1, 2), 0]
    assert left.startswith("Kettles")
    assert left.endswith("1 2 3")


def test_rows_of_one_post_go_together():
    body = page(PAGES["rows"])
    root = html.document_fromstring(fewer_records(body, KNOWN, 2).of(body))
    assert [row.text_content() for row in root.iter("tr")][3:] == [
        "bert10:01",
        f"1{POSTS[1][1]}",
        "Reply",
    ]


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param("<br>".join(f"<b>{who}</b>: {words}" for who, words in POSTS), id="no boxes"),
        pytest.param(f"<main>{made(BOX, 0, 3)}</main>", id="the last is not there"),
        pytest.param(f"{made(BOX)}<aside>Latest: {POSTS[3][1]}</aside>", id="said again"),
    ],
)
def test_a_page_stays_as_it_is_where_no_clean_cut_can_be_made(inside):
    assert fewer_records(page(inside), KNOWN, 1) is None


def test_a_page_of_few_posts_stays_as_it_is():
    assert fewer_records(page(PAGES["boxes"]), KNOWN, 4) is None
    assert fewer_records(page(PAGES["boxes"]).decode().encode("utf-16"), KNOWN, 1) is None


def test_what_linked_data_tell_of_the_others_goes():
    told = json.dumps([{"text": f"{words} \u00e4"} for _, words in POSTS])
    script = f"<script type='application/ld+json'>{told}</script>"
    body = page(PAGES["boxes"], script + script.replace("whenever", "if"))
    assert b"json" not in fewer_records(body, KNOWN, 1).of(body)
    other = page(PAGES["boxes"], "<script type='application/ld+json'>{}</script>")
    assert b"json" in fewer_records(other, KNOWN, 1).of(other)


@pytest.fixture
def folder(tmp_path):
    rows = [{"url": f"/t/{n}", "title": f"Kettle number {n} boils over"} for n in range(6)]
    listed = "".join(f"<li><a href={row['url']}>{row['title']}</a>" for row in rows)
    posts = [{"author": who, "time": "2024-03-04", "body": words} for who, words in POSTS]
    pages = {
        "thread": (PAGES["boxes"], {"posts": posts, "must_have": [], "body": "all", "page": 1}),
        "index": (f"<ul>{listed}</ul>", {"threads": rows, "next_page": None}),
    }
    lines = []
    for n in range(24):
        for kind, (inside, truth) in pages.items():
            file = f"{kind}{n}.gz"
            (tmp_path / file).write_bytes(gzip.compress(page(f"{inside}<hr>{n}")))
            row = {"id": f"{kind}{n}", "file": file, "url": f"http://f.example/{kind}/{n}"}
            lines.append({**row, "site": "f.example", "page_type": kind, "truth": truth})
    (tmp_path / "manifest.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return tmp_path


def test_the_truth_of_a_folder_has_what_stays(folder):
    threads = load_records(folder, disguise="few:2").pages
    told = {page.id: page.posts for page in threads if page.posts}
    assert {len(posts) for posts in told.values()} == {2}
    assert {page.main_text for page in threads if page.posts} == {None}
    assert {len(rows) for rows in load_rows(folder, "few:2").values()} == {2}
    lists = [page for page in load_folder(folder, disguise="few:2").pages if page.threads]
    assert {len(page.threads) for page in lists} == {2}
    root = html.document_fromstring(lists[0].body())
    assert [a.get("href") for a in root.iter("a")] == ["/t/0", "/t/1"]


def test_a_third_of_the_pages_stays_whole(folder):
    counts = [len(page.posts) for page in load_records(folder, disguise="few").pages if page.posts]
    assert set(counts) == {1, 2, 3, 4}
    whole = next(p for p in load_records(folder, disguise="few").pages if len(p.posts or ()) == 4)
    assert whole.page.body() == gzip.decompress(whole.page.file.read_bytes())
    assert whole.main_text == "all"


def test_the_benchmark_counts_the_pages_that_are_cut(folder, capsys):
    assert FEWER == ("few", "few:1", "few:2", "few:3")
    argv = ["--data", str(folder), "--no-baselines", "--json", "--disguise", "few:3"]
    assert records.main(argv) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["disguise"], result["pages_cut"]) == ("few:3", 24)
    assert result["posts"] == 72
