from __future__ import annotations

import json
import signal
import sys
from collections import Counter

import pytest

from benchmarks import _sitecrawl, site
from benchmarks._recording import load_recording
from benchmarks._sitecrawl import CrawlRun, crawl_command, read_log, run_crawl
from benchmarks._siteexplain import explain
from benchmarks._siterecords import judge_records
from benchmarks._siterequests import judge_requests
from benchmarks._sitetruth import load_truth
from benchmarks.common import BenchError, Measured
from benchmarks.scoring import summarise

FAKE = """
import json, pathlib, sys, urllib.error, urllib.request
base, out, paths, lines, log = json.loads(sys.argv[1])
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for path in paths:
    try:
        opener.open(base + path, timeout=10).read()
    except urllib.error.HTTPError:
        pass
folder = pathlib.Path(out)
(folder / "out").mkdir()
name = "posts.jsonl" if lines and "thread_url" in lines[0] and "comments" not in lines[0] else (
    "articles.jsonl")
(folder / "out" / name).write_text("".join(json.dumps(line) + "\\n" for line in lines))
(folder / "crawl.log").write_text(log)
"""
LOG = (
    "2026-03-06 10:00:00 [scrapy.core.engine] INFO: Spider opened\n"
    "2026-03-06 10:00:01 [fpcrawl.x] WARNING: 3 pages without a role\n"
    "2026-03-06 10:00:02 [fpcrawl.x] ERROR: cannot read page 17\n"
    "2026-03-06 10:00:03 [scrapy.core.engine] INFO: Spider closed (finished)\n"
)
ALL = ["/robots.txt", "/", "/b/1", "/t/1", "/t/1?page=2", "/t/2", "/t/3"]


def fake_crawl(monkeypatch, builder, paths, lines, log=LOG):
    def command(kind, starts, folder, extra):
        base = starts[0].rstrip("/").removesuffix("/news/1")
        config = [base, str(folder), paths[kind], lines[kind], log]
        return [sys.executable, "-c", FAKE, json.dumps(config)]

    monkeypatch.setattr(_sitecrawl, "crawl_command", command)


def load(builder):
    recording = load_recording(builder.write())
    return load_truth(builder.folder, recording), recording


def run_of(lines=(), **extra):
    values = {"ended_by": "finished", "errors": 0, "other": 0, "complaints": Counter()}
    return CrawlRun(
        records=tuple(lines), measured=Measured(0, 1.0, 1.0, 1.0, False), **{**values, **extra}
    )


def test_a_perfect_crawl(monkeypatch, builder, capsys):
    folder = builder.write()
    fake_crawl(
        monkeypatch,
        builder,
        {"forum": ALL, "news": ["/news/1"]},
        {kind: builder.lines(kind) for kind in ("forum", "news")},
    )
    assert site.main(["--data", str(folder), "--json"]) == 0
    out, err = capsys.readouterr()
    result = json.loads(out.splitlines()[-1])
    for key in ("threads_found_share", "thread_pages_found_share", "record_f1", "f1_author"):
        assert result[key] == 1.0
    for key in ("f1_time", "f1_body", "exact_post_share", "useful_share"):
        assert result[key] == 1.0
    assert (result["threads"], result["threads_found"], result["posts"]) == (4, 4, 8)
    assert (result["thread_pages"], result["thread_pages_found"]) == (5, 5)
    assert (result["requests"], result["trap_share"], result["duplicate_share"]) == (8, 0, 0)
    assert (result["bench"], result["errors"], result["ended_by"]) == ("site", 2, "finished")
    assert {"data", "pages", "seconds", "peak_mb", "versions", "data_sha256"} <= result.keys()
    assert result["per_kind"]["forum"]["threads"] == 3
    assert result["per_kind"]["news"]["posts"] == 2
    assert "record_f1" in err


def test_options_of_the_command(monkeypatch, builder, tmp_path, capsys):
    folder = builder.write()
    other = tmp_path / "empty"
    other.mkdir()
    fake_crawl(monkeypatch, builder, {"forum": ALL[:4]}, {"forum": builder.lines("forum")[:2]})
    keep = tmp_path / "kept"
    args = ["--data", str(tmp_path), "--kind", "forum", "--port", "0", "--explain", "3"]
    assert site.main([*args, "--keep", str(keep)]) == 0
    out, err = capsys.readouterr()
    assert "threads_found_share      0.3333" in out
    assert "threads never fetched: 2" in err
    assert (keep / folder.name / "forum" / "out" / "posts.jsonl").is_file()
    with pytest.raises(BenchError, match=r"holds no site\.warc\.xz"):
        site.main(["--data", str(other)])
    with pytest.raises(BenchError, match="no such data folder"):
        site.main(["--data", str(tmp_path / "nowhere")])


def test_crawl_that_cannot_start_says_why(monkeypatch, builder):
    monkeypatch.setattr(
        _sitecrawl,
        "crawl_command",
        lambda *_: [sys.executable, "-c", "raise SystemExit('unknown argument: bord')"],
    )
    with pytest.raises(BenchError, match=r"exit code 1 before it began:\n  unknown argument: bord"):
        site.main(["--data", str(builder.write()), "--kind", "forum"])


def test_crawl_that_hangs_or_dies(monkeypatch, tmp_path):
    script = "import time; time.sleep(60)"
    monkeypatch.setattr(_sitecrawl, "crawl_command", lambda *_: [sys.executable, "-c", script])
    run = run_crawl("forum", ["http://127.0.0.1:1/"], tmp_path / "hung", 0.3)
    assert (run.ended_by, run.records) == ("timeout", ())
    assert run.measured.timed_out
    script = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
    run = run_crawl("forum", ["http://127.0.0.1:1/"], tmp_path / "killed", 10)
    assert run.ended_by == "signal 9"


def test_command_has_all_starts_and_no_delay(tmp_path):
    one = crawl_command("forum", ["http://h/"], tmp_path, ["-s", "X=1"])
    assert one[1:7] == ["-m", "scrapy", "crawl", "forum", "-a", "site=http://h/"]
    assert not any(part.startswith("boards=") for part in one)
    assert {"DOWNLOAD_DELAY=0", "AUTOTHROTTLE_ENABLED=False", "X=1"} <= set(one)
    two = crawl_command("news", ["http://h/1", "http://h/2"], tmp_path, [])
    assert two[5:9] == ["-a", "site=http://h/1", "-a", "boards=http://h/1,http://h/2"]


def test_log_is_read(tmp_path):
    assert read_log(tmp_path / "none") == (None, 0, Counter())
    log = tmp_path / "log"
    log.write_text(LOG + LOG.replace("17", "18"))
    reason, errors, complaints = read_log(log)
    assert (reason, errors) == ("finished", 2)
    assert complaints["ERROR cannot read page N"] == 2


def test_requests_are_judged(builder):
    builder.page("/post/5", "<p>车床有噪音，怎么办？</p>")
    part = {"url": builder.origin + "/post/5", "page": 1, "how": "one post of the page"}
    builder.threads[2]["alias_pages"] = [part]
    builder.page("/to/b", b"", ("Location", "/b/1"), status="301 Moved")
    builder.page("/to/login", b"", ("Location", "/login"), status="302 Found")
    truth, recording = load(builder)
    paths = ["/", "/robots.txt", "/last/1", "/t/1?page=2", "/last/1", "/print/1", "/t/1"]
    paths += [
        "/post/5",
        "/b/1?sort=asc",
        "/to/b",
        "/b/1",
        "/login",
        "/gone",
        "/to/login",
        "/",
        "/t/2",
    ]
    out = judge_requests(({"path": p, "status": 0} for p in paths), truth, recording, ())
    assert out.neutral == 2
    assert out.hop == 1  # /last/1 before the page it leads to was known
    assert out.useful == 4  # page 2, page 1 as printed, the board as sorted, /t/2
    assert out.duplicate == 5  # /last/1 again, /t/1, /to/b, /b/1, the second /
    assert (out.trap, out.not_found) == (4, 1)
    assert out.total == len(paths) == out.neutral + out.hop + out.useful + out.duplicate + out.trap
    assert out.fetched == {(0, 1), (0, 2), (1, 1)}
    assert out.board_pages == {(0, 1)}
    assert out.keys()["useful_share"] == round(4 / 14, 4)
    assert out.trap_shapes == {
        "/login": 1,
        "404 /gone": 1,
        "3xx /to/login": 1,
        "one post: /post/N": 1,
    }


def test_records_find_their_page_without_ids_or_addresses(builder):
    truth, _ = load(builder)
    lines = [{**line, "post_id": None, "url": None} for line in builder.lines("forum")]
    keys = summarise(p.score for p in judge_records("forum", reversed(lines), truth).pages)
    assert keys["record_recall"] < 1.0  # within a page the order counts
    keys = summarise(p.score for p in judge_records("forum", lines, truth).pages)
    assert (keys["record_f1"], keys["f1_time"]) == (1.0, 1.0)


def test_records_of_no_page_of_another_kind_and_of_old_versions(builder):
    truth, _ = load(builder)
    lines = builder.lines("forum")
    old = {**lines[0], "body_text": "first version of this"}
    stray = {"key": "s", "url": builder.origin + "/login", "body_text": "log in", "author": "x"}
    board = {"key": "b", "url": builder.origin + "/b/1", "body_text": "a list", "author": "x"}
    news = {"key": "n", "thread_url": builder.origin + "/news/1", "body_text": "comment"}
    records = judge_records("forum", [old, *lines, stray, board, news], truth)
    assert [url for _, url in records.stray] == [stray["url"], board["url"]]
    assert (records.elsewhere, records.repeated) == (1, 1)
    keys = summarise((p.score for p in records.pages), len(records.stray))
    assert (keys["record_recall"], keys["record_precision"]) == (1.0, 0.75)


def test_unreachable_pages_are_not_judged(builder):
    builder.threads[0]["reachable_pages"] = [1]
    builder.threads[1]["reachable_pages"] = []
    truth, _ = load(builder)
    records = judge_records("forum", builder.lines("forum"), truth)
    assert [page.page.url for page in records.pages] == [
        builder.origin + "/t/1",
        builder.origin + "/t/3",
    ]
    assert sum(page.score.extracted for page in records.pages) == 4


def test_shown_precision_comes_from_the_page(builder):
    builder.page("/t/9", "<p>posted 3 days ago</p>")
    builder.threads.append(
        {
            **builder.threads[1],
            "url": builder.origin + "/t/9",
            "pages": [builder.origin + "/t/9"],
        }
    )
    truth, _ = load(builder)
    shown = [thread.pages[0].posts[0].shows_minute for thread in truth.threads]
    assert shown == [True, True, True, True, False]


def test_explains_every_sort_of_failure(builder):
    truth, recording = load(builder)
    lines = builder.lines("forum")
    lines[0] = {**lines[0], "author": "Junior", "published": "2026-03-04T09:15:00+00:00"}
    lines[2] = {**lines[2], "body_text": lines[2]["body_text"] + " really"}
    lines[4] = {**lines[4], "body_text": "x" * 50, "published": None}
    lines.append({"key": "s", "url": builder.origin + "/login", "body_text": "log in"})
    del lines[3]
    paths = ["/", "/t/1", "/t/1?page=2", "/t/2", "/login", "/t/2"]
    requests = judge_requests(({"path": p} for p in paths), truth, recording, ())
    records = judge_records("forum", lines, truth)
    run = run_of(complaints=Counter({"ERROR cannot read page N": 3}))
    text = "\n".join(explain("forum", truth, requests, records, run, 2))
    for expected in (
        "board pages never fetched: 1",
        "threads never fetched: 1",
        "1 x its board was not fetched",
        "threads fetched, no post of theirs extracted: 1",
        "posts not found: 1",
        "nothing like it extracted",
        "records that are no post of their page: 1",
        "wrong author: 1",
        "1 x 'Junior' given",
        "1 x clock right, offset +00:00 for +08:00",
        "body found, not equal: 1",
        "really",
        "records of addresses that show no thread: 1",
        "trap requests: 1",
        "duplicate requests: 1",
        "3 x ERROR cannot read page N",
    ):
        assert expected in text
    perfect = judge_records("forum", builder.lines("forum"), truth)
    good = judge_requests(({"path": p} for p in ALL), truth, recording, ())
    assert explain("forum", truth, good, perfect, run_of(), 2)[1:] == ["nothing"]


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("site.json", None, "site.json is missing"),
        ("site.json", b"{", "site.json is malformed"),
        ("site.json", b'{"starts": {}}', "names no start"),
        ("threads.jsonl.gz", None, "threads.jsonl.gz is missing"),
        ("threads.jsonl.gz", b"not gzip", "threads.jsonl.gz"),
        ("boards.jsonl", b"[1]\n", "not a JSON object"),
        ("boards.jsonl", b"{}\n", "is malformed"),
    ],
)
def test_malformed_truth_is_a_clear_error(builder, file, content, message):
    folder = builder.write()
    recording = load_recording(folder)
    if content is None:
        (folder / file).unlink()
    else:
        (folder / file).write_bytes(content)
    with pytest.raises(BenchError, match=message):
        load_truth(folder, recording)
