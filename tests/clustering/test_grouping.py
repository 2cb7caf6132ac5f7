"""Saved pages go through the library; what comes out is told and written."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter
from multiprocessing import active_children
from pathlib import Path

import pytest
from grouping_kit import FakeLibrary, dies_of_pages_called_bad, forum, paper, saved

from fpcrawl.clustering import grouping as module
from fpcrawl.clustering import readahead
from fpcrawl.clustering.grouping import Grouping, Row
from fpcrawl.clustering.readahead import read_ahead
from fpcrawl.clustering.report import Report, report_lines
from fpcrawl.clustering.tally import MAX_SITES, Tally
from fpcrawl.clustering.writer import OUTPUTS, Writer
from fpcrawl.exceptions import StateError
from fpcrawl.saved import SavedPage, Unread

PAGES = [
    saved(1, forum(1), "http://a.example/t/1"),
    saved(2, forum(2), "http://b.example/t/2"),
    saved(3, paper(3), "http://a.example/n/3"),
    saved(4, b"  "),
    Unread("p/5.html.gz", "p5", "corrupt", "cut off"),
    saved(6, forum(6), "http://a.example/t/6"),
    saved(7, b"%PDF-1.7"),
]


def kind(page):
    return "thread" if page.root.find(".//div") is not None else "article"


def grouped(pages=PAGES, library=None, **changes):
    grouping = Grouping(library or FakeLibrary(), kind, **changes)
    rows = list(grouping.run(read_ahead(pages)))
    return grouping, rows, grouping.finish()


def report_of(grouping, found, **changes):
    values = {
        "pages": grouping.pages,
        "single": 1,
        "unread": dict(grouping.unread),
        "left_out": {".png": 2},
        "seconds": 2.0,
        "unread_pages": grouping.unread_pages,
        "clusters": found.summaries,
    }
    return Report(**{**values, **changes})


def test_every_page_is_grouped_or_told():
    grouping, rows, found = grouped()
    clusters = {row.id: row.core for row in rows if isinstance(row, Row)}
    assert clusters == {"p1": "c1", "p2": "c1", "p3": "c2", "p6": "c1"}
    assert grouping.unread == {"empty": 1, "corrupt": 1, "binary": 1}
    assert [page.id for page in grouping.unread_pages] == ["p4", "p5", "p7"]
    assert (grouping.pages, grouping.clusters) == (4, 2)
    assert [(one.cluster, one.pages) for one in found.summaries] == [("c1", 3), ("c2", 1)]


def test_a_summary_tells_what_its_pages_are():
    _, _, found = grouped()
    one, other = found.summaries
    assert (one.page_type, one.page_types) == ("thread", {"thread": 3})
    assert other.page_type == "article"
    assert one.sites == {"a.example": 2, "b.example": 1}
    assert one.n_sites == 2
    assert one.examples == ["p/1.html", "p/2.html", "p/6.html"]
    assert (one.similarity, one.least_similarity) == (0.8333, 0.75)
    assert any("div.post" in name for name in one.common["tags"])
    assert one.common["css"]
    assert other.common == {}


def test_the_site_that_a_list_names_counts():
    page = SavedPage("p", "p", "http://mirror.example/1", forum(1), site="f.example")
    _, _, found = grouped([page])
    assert found.summaries[0].sites == {"f.example": 1}


def test_clusters_that_became_one_are_one():
    _, _, found = grouped(library=FakeLibrary(c2="c1"))
    (one,) = found.summaries
    assert one.pages == 4
    assert one.page_types == {"thread": 2, "article": 1}
    assert found.final == {"c1": "c1", "c2": "c1"}
    assert one.examples == ["p/1.html", "p/2.html", "p/6.html"]


def test_pages_go_to_the_library_in_batches(monkeypatch):
    monkeypatch.setattr(module, "BATCH", 3)
    library = FakeLibrary()
    grouped([saved(n, forum(n)) for n in range(8)], library)
    assert library.batches == [3, 3, 2]
    monkeypatch.setattr(module, "BATCH_BYTES", 1)
    library = FakeLibrary()
    grouped([saved(n, forum(n)) for n in range(2)], library)
    assert library.batches == [1, 1]


def test_only_some_pages_of_a_cluster_are_looked_at(monkeypatch):
    pages = [saved(n, forum(n)) for n in range(9)]
    library = FakeLibrary()
    grouped(pages, library, looks=2)
    assert len(library.votes["c1"]) == 2
    library = FakeLibrary()
    _, _, found = grouped(pages, library, looks=0)
    assert not library.votes
    assert found.summaries[0].page_type is None
    monkeypatch.setattr(module, "LOOKS", 1)
    library = FakeLibrary()
    grouped([*pages, saved(9, paper(9))], library, looks=1)
    assert list(library.votes) == ["c1"]


def test_a_page_whose_structure_surprises_costs_its_vote():
    def fails(page):
        raise ZeroDivisionError

    grouping = Grouping(FakeLibrary(), fails)
    assert len(list(grouping.run(read_ahead([saved(1, forum(1))])))) == 1
    assert grouping.finish().summaries[0].page_type is None


def test_the_first_pages_that_cannot_be_read_are_kept(monkeypatch):
    monkeypatch.setattr(module, "UNREAD_KEPT", 2)
    grouping, rows, _ = grouped([saved(n, b"") for n in range(5)])
    assert len(rows) == 5
    assert len(grouping.unread_pages) == 2
    assert grouping.unread["empty"] == 5


def test_sites_of_a_cluster_have_a_bound():
    tally = Tally()
    for n in range(5 * MAX_SITES):
        tally.add("p", "often.example", 1.0)
        tally.add("p", f"{n}.example", 1.0)
    assert len(tally.sites) <= 2 * MAX_SITES
    assert tally.sites["often.example"] == 5 * MAX_SITES


# -- the report


def test_the_report_for_people():
    grouping, _, found = grouped()
    text = "\n".join(report_lines(report_of(grouping, found)))
    assert text.startswith("4 pages in 2 clusters, 1 of them of one page\n")
    assert "  unread    3 (binary 1, corrupt 1, empty 1)" in text
    assert "p/5.html.gz  corrupt: cut off" in text
    assert "  left out  2 (.png 2)" in text
    assert "2 pages a second" in text
    assert "c1  3 pages (75.0%)  thread  alike 0.83, at least 0.75" in text
    assert "sites      a.example 2, b.example 1" in text
    assert "such as    p/1.html" in text


def test_the_report_is_cut_unless_all_is_asked_for():
    grouping, _, found = grouped()
    report = report_of(grouping, found, unread={"empty": 90})
    short = "\n".join(report_lines(report, 1))
    assert "and 1 more clusters with 1 pages" in short
    assert "and 87 more, all of them with --out" in short
    assert "c2" in "\n".join(report_lines(report, None))


def test_the_report_as_data():
    grouping, _, found = grouped()
    data = report_of(grouping, found).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["n_clusters"] == 2
    assert data["unread_pages"][1]["reason"] == "corrupt"
    assert data["clusters"][0]["page_type"] == "thread"


def test_a_run_of_nothing():
    grouping, _, found = grouped([])
    report = report_of(grouping, found, seconds=0.0, left_out={}, single=0)
    assert list(report_lines(report))[:2] == [
        "0 pages in 0 clusters, 0 of them of one page",
        "  unread    0",
    ]


# -- the files


def lines(path):
    return path.read_text().splitlines()


def test_the_files_have_the_final_names(tmp_path):
    library = FakeLibrary(c2="c1")
    grouping = Grouping(library, kind)
    with Writer(tmp_path / "out") as writer:
        for row in grouping.run(read_ahead([*PAGES, saved(8, paper(8), "\ud800")])):
            writer.add(row)
        found = grouping.finish()
        writer.finish(found, report_of(grouping, found))
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(OUTPUTS)
    rows = [json.loads(line) for line in lines(tmp_path / "out/assignments.jsonl")]
    assert rows[2] == {
        "id": "p3",
        "path": "p/3.html",
        "url": "http://a.example/n/3",
        "cluster": "c1",
        "similarity": 1.0,
        "confidence": 0.5,
        "page_type": "thread",
    }
    assert len(rows) == 5
    unread = [json.loads(line) for line in lines(tmp_path / "out/unread.jsonl")]
    assert [page["reason"] for page in unread] == ["empty", "corrupt", "binary"]
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    assert summary["clusters"][0]["pages"] == 5
    assert "c1  5 pages" in (tmp_path / "out/summary.txt").read_text()


def test_a_run_that_fails_leaves_the_files_of_the_last_one(tmp_path):
    (tmp_path / "assignments.jsonl").write_text("old\n")
    with Writer(tmp_path) as writer:
        writer.add(Row("p", "p", "", "c1", 1.0, 1.0))
    assert [path.name for path in tmp_path.iterdir()] == ["assignments.jsonl"]
    assert (tmp_path / "assignments.jsonl").read_text() == "old\n"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match=r"cannot write to .*file"):
        Writer(tmp_path / "file" / "out")


# -- reading ahead


def outcome(page):
    if isinstance(page, Unread):
        return page.reason
    return page.saved.id, page.url, page.features


def test_other_processes_read_the_same_in_the_same_order():
    pages = [*PAGES, *(saved(n, forum(n)) for n in range(10, 30))]
    alone = [outcome(page) for page in read_ahead(pages)]
    assert [outcome(page) for page in read_ahead(pages, 2)] == alone
    assert Counter(kind for kind in alone if isinstance(kind, str)) == {
        "empty": 1,
        "corrupt": 1,
        "binary": 1,
    }


def test_processes_that_are_only_starting_do_not_hear_an_interrupt():
    reading = read_ahead([saved(n, forum(n)) for n in range(20)], 2)
    next(reading)
    told = [Path(f"/proc/{child.pid}/status").read_text() for child in active_children()]
    reading.close()
    blocked = [int(re.search(r"SigBlk:\s*(\w+)", text)[1], 16) for text in told]
    assert blocked
    assert all(mask >> (signal.SIGINT - 1) & 1 for mask in blocked)


def test_a_page_that_kills_its_reader_costs_only_itself(monkeypatch):
    monkeypatch.setattr(readahead, "read_features", dies_of_pages_called_bad)
    pages = [saved(n, forum(n)) for n in range(12)]
    pages[4] = saved(4, b"<p>bad")
    found = [outcome(page) for page in readahead.read_ahead(pages, 2)]
    assert found[4] == "failed"
    assert [one[0] for place, one in enumerate(found) if place != 4] == [
        f"p{n}" for n in range(12) if n != 4
    ]


def test_an_error_nobody_thought_of_is_told(monkeypatch):
    monkeypatch.setattr(readahead, "page_features", lambda page: 1 / 0)
    (found,) = readahead.read_ahead([saved(1, forum(1))])
    assert (found.reason, found.detail) == ("failed", "ZeroDivisionError: division by zero")
