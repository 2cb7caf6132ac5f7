"""Lists of threads drawn by a seed: what is true of them, and how their reading is judged."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from benchmarks import made_lists
from benchmarks._maderows import make_list
from benchmarks._rowlayouts import ROW_LAYOUTS
from benchmarks._rowparts import LIST_NOW
from benchmarks._rowwords import ROW_TITLES, ROW_WORDS
from benchmarks.common import BenchError
from benchmarks.made_lists import judge_list, main
from fpcrawl.extraction.records import Thread

LISTS = [make_list(seed) for seed in range(80)]


def threads_of(made):
    """Return what a reader without fault makes of a list."""
    return [
        Thread(
            key=str(n),
            site="made.example",
            url=f"https://made.example{row.path}",
            title=row.title,
            author=row.author,
            replies=row.replies,
            views=row.views,
            last_post=row.last.isoformat(),
            last_post_raw=row.shown,
        )
        for n, row in enumerate(made.rows)
    ]


def test_a_seed_makes_the_same_list():
    assert [make_list(seed) for seed in range(80)] == LISTS
    assert {made.layout for made in LISTS} == set(ROW_LAYOUTS)
    assert {made.shape["language"] for made in LISTS} == set(ROW_TITLES)
    assert len({made.html for made in LISTS}) == len(LISTS)


@pytest.mark.parametrize("made", LISTS, ids=lambda made: f"{made.seed}-{made.layout}")
def test_a_list_shows_what_is_true_of_it(made):
    shown = unescape(made.html)
    for row in made.rows:
        counts = [str(n) for n in (row.replies, row.views) if n is not None]
        for text in (row.path, row.title, row.author, row.shown, *counts):
            assert text in shown
        assert row.last <= LIST_NOW
    assert len({row.path for row in made.rows}) == len(made.rows)
    assert "None" not in shown
    assert "{}" not in shown


def test_every_language_has_all_words():
    assert {frozenset(words) for words in ROW_WORDS.values()} == {frozenset(ROW_WORDS["en"])}
    assert {len(titles) for titles in ROW_TITLES.values()} == {18}


def test_a_reading_without_fault():
    for made in LISTS:
        result = judge_list(made, "index", threads_of(made))
        assert (result.faults, result.extra, result.found) == ([], 0, len(made.rows))
        assert set(result.right.values()) == {len(made.rows)}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Another"),
        ("author", None),
        ("replies", 77),
        ("views", 77),
        ("last_post", "2019-01-01T00:00:00+00:00"),
    ],
)
def test_a_wrong_field_is_told(field, value):
    made = LISTS[0]
    threads = threads_of(made)
    threads[1] = replace(threads[1], **{field: value})
    result = judge_list(made, "index", threads)
    name = "last_post_time" if field == "last_post" else field
    assert [fault.split(":")[0] for fault in result.faults] == [name]
    assert made.rows[1].path in result.faults[0]
    assert result.right[name] == len(made.rows) - 1


def test_rows_that_are_missing_or_too_many_are_told():
    made = LISTS[0]
    threads = threads_of(made)
    threads[0] = replace(threads[0], url="https://made.example/other")
    result = judge_list(made, "index", threads)
    assert (result.found, result.extra, len(result.faults)) == (len(made.rows) - 1, 1, 2)
    other = judge_list(made, "thread", threads_of(made))
    assert (other.found, len(other.faults)) == (0, 1)
    assert made_lists.figures([other])["right_title"] is None


def test_an_age_may_be_off_by_its_unit():
    made = next(made for made in LISTS if made.shape["time"] == "age")
    row, thread = made.rows[0], threads_of(made)[0]
    for share, faults in ((1, 0), (3, 1)):
        late = (row.last - row.within * share).isoformat()
        threads = [replace(thread, last_post=late), *threads_of(made)[1:]]
        assert len(judge_list(made, "index", threads).faults) == faults
    assert row.within >= timedelta(minutes=1)


def test_the_whole_way(capsys):
    outs = []
    for _ in range(2):
        assert main(["--lists", "12", "--seed", "40", "--explain", "12", "--json"]) == 0
        out, err = capsys.readouterr()
        outs.append(json.loads(out.splitlines()[-1]))
    first, again = ({k: v for k, v in o.items() if k not in {"seconds", "peak_mb"}} for o in outs)
    assert first == again
    assert (first["bench"], first["data"], first["lists"]) == ("made_lists", "seeds 40-51", 12)
    assert first["rows"] == sum(keys["rows"] for keys in first["per_layout"].values())
    assert first["found_share"] > 0.9
    assert first["right_title"] > 0.9
    assert "all" in err


def test_the_worst_lists_are_explained(monkeypatch, capsys):
    monkeypatch.setattr(made_lists, "read_list", lambda made: ("other", []))
    assert main(["--lists", "3", "--seed", "0", "--explain", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["found_share"] == 0
    assert err.count("language=") == 1
    assert "role: 'other' instead of 'index'" in err


@pytest.mark.parametrize("args", [["--lists", "0"], ["--seed", "-1"]])
def test_numbers_that_make_no_sense(args):
    with pytest.raises(BenchError, match="--lists is at least 1"):
        main(args)
