"""``scrapy cluster`` groups saved pages, tells how it goes, and refuses clearly."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands_kit import ENV, scrapy

sys.path.insert(0, str(Path(__file__).parents[1] / "clustering"))
sys.path.insert(0, str(Path(__file__).parents[1] / "saved"))

from grouping_kit import forum, paper
from saved_kit import members, record

from fpcrawl.commands.cluster import one_page
from fpcrawl.commands.clusterprogress import LiveLine, progress_line
from fpcrawl.exceptions import UsageError


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "saved"
    (folder / "news").mkdir(parents=True)
    for n in range(6):
        (folder / f"t{n}.html").write_bytes(forum(n))
        (folder / "news" / f"n{n}.html.gz").write_bytes(gzip.compress(paper(n)))
    records = [record(f"http://w.example/t/{n}", forum(n)) for n in range(20, 23)]
    (folder / "crawl.warc.gz").write_bytes(members(*records))
    lines = [{"url": f"http://j.example/n/{n}", "html": paper(n).decode()} for n in range(30, 33)]
    (folder / "pages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "broken.html.gz").write_bytes(gzip.compress(paper(9))[:-9])
    (folder / "empty.html").write_bytes(b"")
    return folder


def test_pages_of_every_source_are_grouped_by_their_template(tmp_path, pages):
    ended = scrapy(tmp_path, "cluster", "saved", "--out", "groups")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("18 pages in 2 clusters, 0 of them of one page\n")
    assert "unread    2 (corrupt 1, empty 1)" in ended.stdout
    assert "written to groups: assignments.jsonl" in ended.stdout
    rows = [json.loads(x) for x in (tmp_path / "groups/assignments.jsonl").read_text().splitlines()]
    by_cluster = {}
    for row in rows:
        by_cluster.setdefault(row["cluster"], set()).add(row["path"].partition("/")[2])
    groups = sorted(by_cluster.values(), key=sorted)
    forums = {f"t{n}.html" for n in range(6)} | {f"crawl.warc.gz#{n}" for n in (1, 2, 3)}
    papers = {f"news/n{n}.html.gz" for n in range(6)} | {f"pages.jsonl#{n}" for n in (1, 2, 3)}
    assert groups == [forums, papers]
    assert {row["url"] for row in rows if "warc" in row["path"]} == {
        f"http://w.example/t/{n}" for n in (20, 21, 22)
    }
    unread = (tmp_path / "groups/unread.jsonl").read_text()
    assert [json.loads(x)["reason"] for x in unread.splitlines()] == ["corrupt", "empty"]


def test_the_summary_as_json(tmp_path, pages):
    ended = scrapy(tmp_path, "cluster", "--json", "--looks", "1", "saved/news", "saved/t1.html")
    assert (ended.returncode, ended.stderr) == (0, "")
    summary = json.loads(ended.stdout)
    assert summary["pages"] == 7
    assert [one["pages"] for one in summary["clusters"]] == [6, 1]
    assert summary["clusters"][0]["page_type"] is not None


def test_two_processes_find_what_one_finds(tmp_path, pages):
    found = []
    for n in ("1", "2"):
        ended = scrapy(tmp_path, "cluster", "saved", "--out", n, "--processes", n)
        assert ended.returncode == 0, ended.stderr
        found.append((tmp_path / n / "assignments.jsonl").read_text())
    assert found[0] == found[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_nothing_behind(tmp_path, number):
    with (tmp_path / "many.jsonl").open("w") as out:
        for n in range(20_000):
            out.write(json.dumps({"html": forum(n).decode()}) + "\n")
    place = tmp_path / "temporary"
    place.mkdir()
    words = ["cluster", "many.jsonl", "--out", "groups", "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", *words],
        cwd=tmp_path,
        env={**ENV, "TMPDIR": str(place)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    try:
        draft = tmp_path / "groups/assignments.draft"
        deadline = time.monotonic() + 60
        while not (draft.exists() and draft.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        _, told = process.communicate(timeout=60)
        if number == signal.SIGKILL:
            assert process.returncode == -signal.SIGKILL
        else:
            assert (process.returncode, told) == (130, "scrapy cluster: stopped\n")
            assert not list((tmp_path / "groups").iterdir())
            assert not list(place.iterdir())
        while time.monotonic() < deadline:
            try:
                os.killpg(process.pid, 0)
            except ProcessLookupError:
                break
            time.sleep(0.05)
        else:
            pytest.fail("a process outlived the run")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_nothing_that_can_be_read_is_exit_code_1(tmp_path, pages):
    ended = scrapy(tmp_path, "cluster", "saved/broken.html.gz", "saved/empty.html")
    assert (ended.returncode, ended.stderr) == (
        1,
        "scrapy cluster: none of the pages could be read\n",
    )
    (tmp_path / "bare").mkdir()
    ended = scrapy(tmp_path, "cluster", "bare")
    assert (ended.returncode, ended.stderr) == (1, "scrapy cluster: there are no pages\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "which pages? see scrapy cluster --help"),
        (["nowhere"], "there is no nowhere"),
        (["saved", "--looks", "-1"], "--looks and --processes take numbers of at least 0"),
        (["--explain", "saved/t1.html", "saved/t99.html"], "there is no saved/t99.html"),
        (["--explain", "saved", "saved"], "saved is a folder: name a page in it"),
        (["saved", "--explain", "a", "b"], "--explain goes with two pages"),
    ],
)
def test_usage_errors_are_one_line_and_exit_code_2(tmp_path, pages, words, told):
    ended = scrapy(tmp_path, "cluster", *words)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"scrapy cluster: {told}")
    assert ended.stderr.count("\n") == 1
    assert not ended.stdout


def test_a_folder_that_cannot_be_written_is_exit_code_6(tmp_path, pages):
    ended = scrapy(tmp_path, "cluster", "saved", "--out", "saved/t1.html")
    assert ended.returncode == 6
    assert ended.stderr.startswith("scrapy cluster: cannot write to saved/t1.html")


def test_the_help_has_an_example(tmp_path):
    ended = scrapy(tmp_path, "cluster", "--help")
    assert ended.returncode == 0
    assert "Example: scrapy cluster" in " ".join(ended.stdout.split())


def test_one_page_is_named_by_its_file_and_its_number(pages):
    assert one_page(str(pages / "t1.html")).body == forum(1)
    assert one_page(str(pages / "pages.jsonl#2")).url == "http://j.example/n/31"
    assert one_page(str(pages / "crawl.warc.gz#3")).url == "http://w.example/t/22"
    for wrong in ("pages.jsonl#9", "pages.jsonl#x", "broken.html.gz"):
        with pytest.raises(UsageError):
            one_page(str(pages / wrong))


def test_two_pages_are_explained(tmp_path, pages):
    ended = scrapy(tmp_path, "cluster", "--explain", "saved/t1.html", "saved/crawl.warc.gz#2")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("similarity 1.000\na page joins a cluster")
    assert "div.post" in ended.stdout
    ended = scrapy(
        tmp_path, "cluster", "--explain", "saved/t1.html", "saved/news/n1.html.gz", "--json"
    )
    told = json.loads(ended.stdout)
    assert told["similarity"] < told["joins_from"]
    assert {part["feature"] for part in told["features"]} >= {"dom", "tags", "links"}
    ended = scrapy(tmp_path, "cluster", "--explain", "saved/t1.html", "saved/empty.html")
    assert (ended.returncode, ended.stderr) == (
        2,
        "scrapy cluster: saved/empty.html cannot be read: empty\n",
    )


def test_clusters_of_a_state_are_used_and_kept(tmp_path, pages):
    names = []
    for place, out in (("saved", "first"), ("saved/news", "second")):
        ended = scrapy(tmp_path, "cluster", place, "--state", "state", "--out", out)
        assert ended.returncode == 0, ended.stderr
        rows = (tmp_path / out / "assignments.jsonl").read_text().splitlines()
        names.append({json.loads(row)["cluster"] for row in rows})
    assert len(names[0]) == 2
    assert names[1] < names[0]
    words = ["--explain", "saved/t1.html", "saved/news/n1.html.gz", "--state", "state"]
    ended = scrapy(tmp_path, "cluster", *words)
    told = [line for line in ended.stdout.splitlines() if " is of cluster " in line]
    assert {line.rpartition(" ")[2] for line in told} == names[0]


# -- the live line


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_live_line_is_shown_on_a_terminal_only_and_not_too_often():
    now = [0.0]
    for stream, quiet, shown in (
        (Terminal(), False, True),
        (Terminal(), True, False),
        (io.StringIO(), False, False),
    ):
        now[0] = 0.0
        line = LiveLine(stream, quiet=quiet, clock=lambda: now[0])
        for moment in (0.0, 0.01, 5.0):
            now[0] = moment
            line.tell(lambda: f"at {now[0]}")
        line.clear()
        told = stream.getvalue()
        assert ("at 0.0" in told, "at 0.01" in told, "at 5.0" in told) == (shown, False, shown)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ((100, 3, 0, 0.25, 10.0), "100 pages  25 %  10/s  3 clusters  30 s left"),
        ((100, 3, 2, None, 10.0), "100 pages  10/s  3 clusters  2 unread"),
        ((100, 3, 0, 0.25, 10.0, 400), "100 of 400 pages  25 %  10/s  3 clusters  30 s left"),
        ((0, 0, 0, 0.0, 0.0), "0 pages  0 %  0/s  0 clusters"),
        ((9, 1, 0, 0.001, 9.0), "9 pages  0 %  1/s  1 clusters  2.5 h left"),
        ((9, 1, 0, 0.01, 9.0), "9 pages  1 %  1/s  1 clusters  15 min left"),
    ],
)
def test_the_line_tells_how_far_the_run_is(given, line):
    assert progress_line(*given) == line
