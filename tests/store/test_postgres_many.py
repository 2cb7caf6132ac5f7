"""Many workers on one PostgreSQL: each record once, versions in order, nobody stuck."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from store_kit import outbox, rows_of
from test_store_records import post

from fpcrawl.store.composite import CompositeState
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.postgres import open_postgres

WRITER = """
import random, sys
from test_store_records import post
from fpcrawl.store.postgres import open_postgres
url, name, pages = sys.argv[1], sys.argv[2], int(sys.argv[3])
rng = random.Random(name)
part = open_postgres(url)
print("ready", flush=True)
sys.stdin.readline()
new = 0
for page in range(pages):
    keys = [f"shared-{n}" for n in range(20)] + [f"{name}-{page}-{n}" for n in range(5)]
    rng.shuffle(keys)
    records = [post(key=key, body_text=f"{name} wrote {page}") for key in keys]
    new += sum(one.status == "new" for one in part.records.upsert(records, 1.0 + page))
part.close()
print(new)
"""


def start(code: str, *words: object) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        env={**os.environ, "PYTHONPATH": f"{root}:{Path(__file__).parent}:{root / 'tests'}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def go(writers: list[subprocess.Popen[str]]) -> None:
    """Let them begin at the same moment."""
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()


def test_writers_of_the_same_records_get_in_order(postgres_url: str) -> None:
    writers = [start(WRITER, postgres_url, name, 25) for name in ("a", "b", "c")]
    go(writers)
    new = [int(writer.communicate(timeout=60)[0]) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    part = open_postgres(postgres_url)
    assert part.records.count("post") == sum(new) == 20 + 3 * 25 * 5
    for n in range(20):
        last = part.records.get("post", f"shared-{n}")
        before = part.records.versions("post", f"shared-{n}")
        assert [old["version"] for old in before] == list(range(1, last["version"]))
        texts = [old["body_text"] for old in before] + [last["body_text"]]
        assert all(one != other for one, other in itertools.pairwise(texts))
        for name in "abc":
            own = [int(text.split()[-1]) for text in texts if text.startswith(name)]
            assert own == list(range(25))  # what each wrote stands there, in its order
    told = part.db.run(lambda c: c.execute("SELECT data FROM outbox ORDER BY seq").fetchall())
    seen: dict[str, int] = {}
    for (line,) in told:
        values = json.loads(line)
        assert values["version"] == seen.get(values["key"], 0) + 1
        seen[values["key"]] = values["version"]
    part.close()


def test_a_writer_that_is_killed_stores_a_page_whole_or_not_at_all(postgres_url: str) -> None:
    pages = []
    for name in ("x", "y", "z"):
        writer = start(WRITER, postgres_url, name, 100_000)
        go([writer])
        try:
            writer.wait(0.4)
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        writer.communicate(timeout=20)
        pages.append(name)
    part = open_postgres(postgres_url)
    sql = (
        "SELECT split_part(key, '-', 1), split_part(key, '-', 2), count(*) FROM records"
        " WHERE key NOT LIKE 'shared-%' GROUP BY 1, 2"
    )
    found = part.db.run(lambda c: c.execute(sql).fetchall())
    assert {count for _, _, count in found} == {5}
    assert {name for name, _, _ in found} == {"x", "y", "z"}
    lines = part.db.run(lambda c: c.execute("SELECT count(*) FROM outbox").fetchone())[0]
    versions = part.db.run(lambda c: c.execute("SELECT sum(version) FROM records").fetchone())[0]
    assert lines == versions  # a line for each version of each record
    part.close()


FEEDER = """
import sys
from pathlib import Path
from fpcrawl.store.composite import CompositeState
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.postgres import open_postgres
from fpcrawl.store.sqlite import open_state
from test_store_records import post
url, folder, first = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
state = CompositeState(open_state(folder / "state"), open_postgres(url))
feed = FeedWriter(state, {"post": folder / "posts.jsonl"})
print("ready", flush=True)
sys.stdin.readline()
for n in range(first, first + 150):
    state.records.upsert([post(key=str(n))], 1.0)
    if n % 3 == 0:
        feed.drain()
feed.drain()
state.close()
"""


def keys_in(path: Path) -> list[str]:
    return [json.loads(line)["key"] for line in path.read_text().splitlines()]


def test_feeds_of_several_machines_hold_each_line_once(postgres_url: str, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    writers = [start(FEEDER, postgres_url, f, n * 1000) for n, f in enumerate(folders)]
    go(writers)
    for writer in writers:
        writer.communicate(timeout=60)
    assert [writer.returncode for writer in writers] == [0, 0]
    keys = [key for folder in folders for key in keys_in(folder / "posts.jsonl")]
    assert len(keys) == len(set(keys)) == 300


def test_a_feeder_that_is_killed_leaves_each_line_once(postgres_url: str, tmp_path: Path) -> None:
    for first in (0, 1000, 2000):
        writer = start(FEEDER, postgres_url, tmp_path, first)
        go([writer])
        try:
            writer.wait(0.25)
        except subprocess.TimeoutExpired:
            writer.send_signal(signal.SIGKILL)
        writer.communicate(timeout=20)
    writer = start(FEEDER, postgres_url, tmp_path, 3000)
    go([writer])
    writer.communicate(timeout=60)
    assert writer.returncode == 0
    part = open_postgres(postgres_url)
    keys = keys_in(tmp_path / "posts.jsonl")
    assert len(keys) == len(set(keys)) == part.records.count("post")
    part.close()


def test_a_line_that_another_feed_is_writing_is_passed_over(
    records_state, postgres_url: str, tmp_path: Path
) -> None:
    if not isinstance(records_state, CompositeState):
        return
    state = records_state
    state.records.upsert([post(key=str(n)) for n in range(3)], 1.0)
    other = open_postgres(postgres_url)

    def write(lines) -> int:
        assert other.outbox.hand_out("post", None, "other", 10, lambda found: 0) == 0
        return 7

    assert state.outbox.hand_out("post", None, "feed", 10, write) == 3
    assert (state.outbox.marked("feed"), state.outbox.marked("other")) == (7, None)
    other.close()


def test_a_writer_that_fails_gives_its_lines_back(records_state, tmp_path: Path) -> None:
    records_state.records.upsert([post(key="1")], 1.0)

    def fail(lines) -> int:
        raise OSError(28, "No space left on device")

    try:
        records_state.outbox.hand_out("post", None, "feed", 10, fail)
    except OSError:
        assert len(outbox(records_state)) == 1
    assert rows_of(records_state, "SELECT count(*) FROM feeds") == [(0,)]
    feed = FeedWriter(records_state, {"post": tmp_path / "posts.jsonl"})
    assert feed.drain() == 1
