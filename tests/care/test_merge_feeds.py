"""Feeds of several machines become one: of each key the record as it stands."""

from __future__ import annotations

import gzip
import json
import random
import tracemalloc

import pytest

from fpcrawl.care import mergefeeds
from fpcrawl.care.mergefeeds import merge_feeds
from fpcrawl.exceptions import StateError, UsageError


def line(key, version=1, fetched="2026-01-01T00:00:00+00:00", **more):
    return json.dumps({"key": key, "version": version, "fetched": fetched, **more})


def write(path, *lines, end="\n"):
    text = "\n".join(lines) + end
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


def merged_lines(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()


def test_the_highest_version_stays_then_the_latest_then_the_last(tmp_path):
    a = write(
        tmp_path / "a.jsonl",
        line("1", 2),
        line("2", 1, "2026-03-01T00:00:00+00:00"),
        line("3", 1, n=1),
        line("4", 1),
    )
    b = write(
        tmp_path / "b.gz",
        line("1", 1, "2026-09-01T00:00:00+00:00"),
        # The same moment is told with another offset: earlier than it looks.
        line("2", 1, "2026-03-01T02:00:00+09:00"),
        line("3", 1, n=2),
        line("5", 1),
    )
    out = tmp_path / "out.jsonl"
    done = merge_feeds([a, b], out)
    assert merged_lines(out) == [
        line("1", 2),
        line("2", 1, "2026-03-01T00:00:00+00:00"),
        line("4", 1),
        line("3", 1, n=2),
        line("5", 1),
    ]
    assert (done.lines, done.records, done.torn, done.bad) == (8, 5, 0, 0)
    merge_feeds([a, b], tmp_path / "latest.gz", latest=True)
    assert line("1", 1, "2026-09-01T00:00:00+00:00") in merged_lines(tmp_path / "latest.gz")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.jsonl",
        "b.gz",
        "latest.gz",
        "out.jsonl",
    ]


def test_the_order_of_the_files_decides_nothing_but_ties(tmp_path):
    dice = random.Random(8)
    every = [
        line(str(dice.randrange(300)), dice.randrange(1, 5), f"2026-01-{n % 28 + 1:02}T00:00:00Z")
        for n in range(2000)
    ]
    best = {}
    for told in map(json.loads, every):
        rank = (told["version"], told["fetched"])
        best[told["key"]] = max(best.get(told["key"], rank), rank)
    for seed in range(3):
        random.Random(seed).shuffle(every)
        files = [write(tmp_path / f"{n}.jsonl", *every[n::3]) for n in range(3)]
        merge_feeds(files, tmp_path / "out")
        found = [json.loads(text) for text in merged_lines(tmp_path / "out")]
        assert {one["key"]: (one["version"], one["fetched"]) for one in found} == best
        assert len(found) == len(best)
    # What is merged already stays as it is.
    merge_feeds([tmp_path / "out"], tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "out").read_bytes()


def test_lines_that_are_no_records_are_counted_and_named(tmp_path):
    bad = [
        "nonsense",
        "[1]",
        '{"version":1}',
        '{"key":5}',
        '{"key":"x","version":"2"}',
        '{"key":"x","version":99999999999999999999}',
        '{"key":"x","fetched":"yesterday"}',
        '{"key":"\\ud800"}',
    ]
    good = ['{"key":"no version or time"}', "", line("1")]
    a = write(tmp_path / "a", *good, *bad)
    b = write(tmp_path / "b", line("2"), '{"key":"3","vers', end="")
    done = merge_feeds([a, b], tmp_path / "out")
    assert (done.records, done.bad, done.torn) == (3, len(bad), 1)
    assert done.lines == 3 + len(bad) + 1  # an empty one is none
    assert done.faults[0] == f"{a}, line 4"
    assert len(done.faults) == 5
    assert merged_lines(tmp_path / "out")[0] == '{"key":"no version or time"}'


def test_a_last_line_that_only_lacks_its_end_is_a_record(tmp_path):
    a = write(tmp_path / "a", line("1"), end="")
    b = write(tmp_path / "b", line("2"))
    done = merge_feeds([a, b], tmp_path / "out")
    assert (done.records, done.torn) == (2, 0)
    assert merged_lines(tmp_path / "out") == [line("1"), line("2")]


def test_what_a_crawl_appends_meanwhile_is_left_to_the_next_time(tmp_path):
    a = write(tmp_path / "a", *(line(str(n)) for n in range(50)))

    def crawl_goes_on(_done, _total):
        with a.open("a") as file:
            file.write(line("0", 9) + "\n" + line("new") + "\n")

    done = merge_feeds([a], tmp_path / "out", tell=crawl_goes_on)
    assert (done.lines, done.records) == (50, 50)
    assert len(merged_lines(tmp_path / "out")) == 50


def test_bad_arguments_are_refused_and_nothing_is_left(tmp_path):
    a = write(tmp_path / "a", line("1"))
    with pytest.raises(UsageError, match="one of the files"):
        merge_feeds([a], a)
    with pytest.raises(UsageError, match="no file"):
        merge_feeds([a, tmp_path / "b"], tmp_path / "out")
    (tmp_path / "c.gz").write_bytes(gzip.compress(b'{"key":"1"}\n' * 5000)[:-20])
    with pytest.raises(StateError, match="cannot read"):
        merge_feeds([tmp_path / "c.gz"], tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c.gz"]


def test_memory_does_not_grow_with_the_feeds(tmp_path, monkeypatch):
    monkeypatch.setattr(mergefeeds, "_BATCH", 200)
    peaks = []
    for count in (2000, 20_000):
        feed = write(
            tmp_path / f"{count}", *(line(f"key {n}", body="x" * 200) for n in range(count))
        )
        tracemalloc.start()
        merge_feeds([feed], tmp_path / "out")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        (tmp_path / "out").unlink()
    assert peaks[1] < 1.5 * peaks[0] + 100_000
