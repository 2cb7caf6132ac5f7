from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_store_records import article, post

from fpcrawl.exceptions import StateError
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Sequence


def lines(path: Path) -> list[tuple[str, int]]:
    values = [json.loads(line) for line in path.read_text().splitlines()]
    return [(value["key"], value["version"]) for value in values]


@pytest.fixture
def feed(records_state, tmp_path: Path) -> FeedWriter:
    paths = {"post": tmp_path / "out" / "posts.jsonl", "article": tmp_path / "articles.jsonl"}
    return FeedWriter(records_state, paths)


def add(state, *keys: str, crawl: str = "") -> None:
    state.records.upsert([post(key=key) for key in keys], 1.0, crawl=crawl)


def test_records_are_written_once(records_state, feed) -> None:
    add(records_state, "1", "2")
    records_state.records.upsert([article()], 1.0)
    assert feed.drain() == 3
    assert feed.drain() == 0
    records_state.records.upsert([post(key="1", body_text="edited")], 2.0)
    assert feed.drain() == 1
    assert lines(feed.paths["post"]) == [("1", 1), ("2", 1), ("1", 2)]
    assert lines(feed.paths["article"]) == [("a1", 1)]


def test_torn_and_unmarked_lines_are_cut(records_state, feed) -> None:
    add(records_state, "1")
    feed.drain()
    path = feed.paths["post"]
    add(records_state, "2", "3")
    with path.open("a") as file:
        file.write('{"key": "2", "version": 1}\n{"key": "3')
    feed.drain()
    assert lines(path) == [("1", 1), ("2", 1), ("3", 1)]


def test_a_line_that_was_torn_off_is_cut(records_state, feed) -> None:
    add(records_state, "1")
    feed.drain()
    path = feed.paths["post"]
    with path.open("a") as file:
        file.write('{"key": "2", "body_text": "' + "word " * 40_000)
    add(records_state, "2")
    feed.drain()
    assert lines(path) == [("1", 1), ("2", 1)]


def test_lines_of_another_state_or_program_stay(records_state, feed, tmp_path: Path) -> None:
    add(records_state, "1")
    feed.drain()
    path = feed.paths["post"]
    with closing(open_state(tmp_path / "other")) as other:
        theirs = FeedWriter(other, {"post": path})
        for turn in range(2):
            other.records.upsert([post(key=f"theirs {turn}", body_text="word " * 40_000)], 1.0)
            theirs.drain()
            add(records_state, f"ours {turn}")
            feed.drain()
    with path.open("a") as file:
        file.write('["no record"]\n')
    add(records_state, "2")
    feed.drain()
    text = path.read_text().splitlines()
    assert text.pop(-2) == '["no record"]'
    assert [json.loads(line)["key"] for line in text] == [
        "1",
        "theirs 0",
        "ours 0",
        "theirs 1",
        "ours 1",
        "2",
    ]


def test_a_file_the_user_moved_away_is_begun_anew(records_state, feed) -> None:
    add(records_state, "1", "2")
    feed.drain()
    path = feed.paths["post"]
    path.rename(path.with_suffix(".old"))
    add(records_state, "3")
    feed.drain()
    assert lines(path) == [("3", 1)]


def test_a_file_the_user_cut_is_continued_on_a_new_line(records_state, feed) -> None:
    add(records_state, "1", "2")
    feed.drain()
    path = feed.paths["post"]
    path.write_text('{"key": "user", "version": 0}')
    add(records_state, "3")
    feed.drain()
    assert lines(path) == [("user", 0), ("3", 1)]


def test_a_file_that_was_there_before_is_kept(records_state, feed) -> None:
    path = feed.paths["post"]
    path.parent.mkdir()
    path.write_text('{"key": "before", "version": 0}\n')
    add(records_state, "1")
    feed.drain()
    assert lines(path) == [("before", 0), ("1", 1)]


def test_a_crawl_can_have_its_own_feed(records_state, tmp_path: Path) -> None:
    add(records_state, "1", crawl="forum:a")
    add(records_state, "2", crawl="forum:b")
    feed = FeedWriter(records_state, {"post": tmp_path / "b.jsonl"}, crawl="forum:b")
    feed.drain()
    assert lines(tmp_path / "b.jsonl") == [("2", 1)]


def test_more_than_one_batch(records_state, feed) -> None:
    add(records_state, *[str(n) for n in range(1203)])
    assert feed.drain() == 1203
    assert len(set(lines(feed.paths["post"]))) == 1203


def test_a_path_that_cannot_be_written_is_a_clear_error(records_state, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    add(records_state, "1")
    with pytest.raises(StateError, match="cannot write the feed"):
        FeedWriter(records_state, {"post": tmp_path / "file" / "posts.jsonl"}).drain()


WRITER = """
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from test_store_records import post
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.sqlite import open_state
directory, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
state = open_state(directory / "state")
feed = FeedWriter(state, {"post": directory / "posts.jsonl"})
feed.drain()
for n in range(first, first + count):
    state.records.upsert([post(key=str(n))], 1.0)
    if n % 3 == 0:
        feed.drain()
feed.drain()
state.close()
"""


def start_writer(directory: Path, first: int, count: int) -> subprocess.Popen:
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(directory), str(first), str(count)],
        env={**os.environ, "PYTHONPATH": f"{root}:{Path(__file__).parent}"},
    )


def test_killed_at_random_moments_each_version_is_written_once(tmp_path: Path) -> None:
    rng = random.Random(5)
    for _ in range(6):
        writer = start_writer(tmp_path, 0, 4000)
        started = time.monotonic()
        while not (tmp_path / "posts.jsonl").exists() and time.monotonic() - started < 20:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.5))
        writer.send_signal(signal.SIGKILL)
        writer.wait()
    state = open_state(tmp_path / "state")
    FeedWriter(state, {"post": tmp_path / "posts.jsonl"}).drain()
    written = lines(tmp_path / "posts.jsonl")
    assert len(written) == len(set(written)) == state.records.count("post") > 0
    state.close()


def test_two_processes_may_write_one_feed(tmp_path: Path) -> None:
    writers = [start_writer(tmp_path, first, 300) for first in (0, 1000)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    written = lines(tmp_path / "posts.jsonl")
    assert len(written) == len(set(written)) == 600


def test_feeds_of_two_processes_share_the_lines(tmp_path: Path) -> None:
    paths = [{"post": tmp_path / str(n) / "posts.jsonl"} for n in range(2)]

    def drain_other() -> None:
        other = open_state(tmp_path / "state")
        FeedWriter(other, paths[1]).drain()
        other.close()

    def write_slowly(data: Sequence[str]) -> int:
        thread.start()
        thread.join(0.5)  # it waits for us, or takes the same lines
        return write(data)

    thread = threading.Thread(target=drain_other)
    state = open_state(tmp_path / "state")
    add(state, "1", "2")
    state.flush()
    hand_out = state.outbox.hand_out
    paths[0]["post"].parent.mkdir()
    with paths[0]["post"].open("w") as file:

        def write(data: Sequence[str]) -> int:
            file.write("".join(f"{line}\n" for line in data))
            file.flush()
            return file.tell()

        assert hand_out("post", None, str(paths[0]["post"]), 500, write_slowly) == 2
    thread.join()
    state.close()
    written = [lines(path["post"]) for path in paths]
    assert written == [[("1", 1), ("2", 1)], []]
