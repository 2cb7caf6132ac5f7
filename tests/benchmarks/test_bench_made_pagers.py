"""Pages with pagers drawn by a seed: where they lead, and how their reading is judged."""

from __future__ import annotations

import json
from html import unescape

import pytest

from benchmarks import made_pagers
from benchmarks._madepagers import make_page
from benchmarks.common import BenchError
from benchmarks.made_pagers import figures, judge_page, main

PAGES = [make_page(seed) for seed in range(120)]
INNER = next(page for page in PAGES if 1 < page.number < page.pages)
LAST = next(page for page in PAGES if page.number == page.pages > 1)


def test_a_seed_makes_the_same_page():
    assert [make_page(seed) for seed in range(120)] == PAGES
    assert len({page.shape["pager"] for page in PAGES}) == 16
    assert len({page.shape["form"] for page in PAGES}) == 16


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.seed}-{page.shape['pager']}")
def test_a_page_shows_the_way_on(page):
    assert len(set(page.urls)) == page.pages
    shown = unescape(page.html)
    paths = {url.removeprefix("https://made.example") for url in page.urls}
    linked = {path for path in paths if f'"{path}"' in shown}
    if page.next is not None:
        assert page.next.removeprefix("https://made.example") in linked
    assert page.pages > 1 or not linked


def test_a_reading_without_fault():
    result = judge_page(INNER, "index", INNER.next, [(INNER.next, INNER.number + 1)])
    assert (result.onward, result.next, result.strays, result.faults) == (True, True, 0, [])
    result = judge_page(LAST, "index", None, [(LAST.urls[0], 1)])
    assert (result.onward, result.next, result.strays, result.faults) == (True, True, 0, [])


def test_wrong_ways_are_told():
    missed = judge_page(INNER, "other", None, [])
    assert [fault.split(":")[0] for fault in missed.faults] == ["role", "onward", "next"]
    beyond = judge_page(LAST, "index", LAST.urls[0], [("https://made.example/x", LAST.number + 1)])
    assert [fault.split(":")[0] for fault in beyond.faults] == ["onward", "next", "stray"]
    keys = figures([missed, beyond])
    assert keys == {
        "index_share": 0.5,
        "reached_share": 0,
        "ended_share": 0,
        "next_page_share": 0,
        "stray_steps": 1,
    }
    assert figures([missed])["ended_share"] is None


def test_the_whole_way(monkeypatch, capsys):
    outs = []
    for _ in range(2):
        assert main(["--pagers", "12", "--seed", "40", "--json"]) == 0
        outs.append(json.loads(capsys.readouterr().out.splitlines()[-1]))
    first, again = ({k: v for k, v in o.items() if k not in {"seconds", "peak_mb"}} for o in outs)
    assert first == again
    assert (first["bench"], first["data"], first["pages"]) == ("made_pagers", "seeds 40-51", 12)
    assert first["reached_share"] > 0.9
    monkeypatch.setattr(made_pagers, "read_ways", lambda made: ("other", None, []))
    assert main(["--pagers", "12", "--seed", "40", "--explain", "1"]) == 0
    err = capsys.readouterr().err
    assert err.count("pager=") == 1
    assert "onward: [] instead of" in err


@pytest.mark.parametrize("args", [["--pagers", "0"], ["--seed", "-1"]])
def test_numbers_that_make_no_sense(args):
    with pytest.raises(BenchError, match="--pagers is at least 1"):
        main(args)
