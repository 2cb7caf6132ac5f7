"""Copies of a state: made beside a crawl, whole or not at all, put back as they were."""

from __future__ import annotations

import gzip
import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime

import pytest
from care_kit import CRAWL, NOW, entry, fill, tables

from fpcrawl.care.backup import backup, backup_name, check_file, restore
from fpcrawl.care.files import need_room, replacing, target_file
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.store import sqlite_copy
from fpcrawl.store.model import Counts
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.sqlite import STATE_FILE, open_state
from fpcrawl.store.statelock import StateLock

MOMENT = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["copy.sqlite3", "copy.gz"])
def test_a_restored_copy_is_the_state_it_was(tmp_path, name):
    fill(tmp_path / "one")
    made = backup(tmp_path / "one", tmp_path / name)
    assert made.size_bytes == (tmp_path / name).stat().st_size
    assert made.holds.records == {"article": 1, "post": 2, "thread": 1}
    assert (made.holds.crawls, made.holds.waiting, made.holds.seen) == ([CRAWL], 5, 2)
    done = restore(tmp_path / name, tmp_path / "two", MOMENT)
    assert (done.aside, done.feeds, done.holds) == (None, [], made.holds)
    assert tables(tmp_path / "two") == tables(tmp_path / "one")
    assert names(tmp_path) == sorted([name, "one", "two"])
    assert names(tmp_path / "two") == [STATE_FILE, "state.lock"]
    assert check_file(tmp_path / name) == made.holds


def test_a_copy_is_for_its_owner_only_as_it_holds_cookies(tmp_path):
    fill(tmp_path / "state")
    for name in ("a.sqlite3", "b.gz"):
        backup(tmp_path / "state", tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    restore(tmp_path / "a.sqlite3", tmp_path / "new", MOMENT)
    assert stat.S_IMODE((tmp_path / "new" / STATE_FILE).stat().st_mode) == 0o600


def test_a_copy_is_of_one_moment_and_holds_no_leases(tmp_path, monkeypatch):
    state = open_state(tmp_path / "state", clock=lambda: NOW)
    for n in range(2000):
        state.frontier.add(entry(f"page/{n}/" + "x" * 200))
    assert len(state.frontier.lease(CRAWL, NOW, 7)) == 7
    state.flush()
    monkeypatch.setattr(sqlite_copy, "_PAGES_A_STEP", 5)
    steps = []

    def crawl_goes_on(done, total):
        steps.append(done)
        state.frontier.add(entry(f"meanwhile/{len(steps)}"))
        state.flush()

    made = backup(tmp_path / "state", tmp_path / "copy", tell=crawl_goes_on)
    assert len(steps) > 20
    assert steps == sorted(steps)  # never begun anew
    assert made.holds.waiting == 2000
    assert state.frontier.counts(CRAWL, NOW).leased == 7
    state.close()
    restore(tmp_path / "copy", tmp_path / "two", MOMENT)
    two = open_state(tmp_path / "two", clock=lambda: NOW)
    assert two.frontier.counts(CRAWL, NOW) == Counts(due=2000)
    two.close()


def test_a_copy_that_is_there_is_replaced_only_when_asked(tmp_path):
    fill(tmp_path / "state")
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(UsageError, match="--force"):
        backup(tmp_path / "state", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"
    backup(tmp_path / "state", tmp_path / "copy", force=True)
    assert check_file(tmp_path / "copy").crawls == [CRAWL]
    with pytest.raises(UsageError, match="the state itself"):
        backup(tmp_path / "state", tmp_path / "state" / STATE_FILE, force=True)
    with pytest.raises(UsageError, match="make it first"):
        backup(tmp_path / "state", tmp_path / "nowhere" / "copy")
    with pytest.raises(StateError, match="nothing has been crawled"):
        backup(tmp_path / "empty", tmp_path / "other")


def test_what_is_stopped_leaves_nothing(tmp_path, monkeypatch):
    fill(tmp_path / "state")
    (tmp_path / "copy").write_text("old")

    def stopped(_done, _total):
        raise KeyboardInterrupt

    for name in ("copy", "packed.gz"):
        with pytest.raises(KeyboardInterrupt):
            backup(tmp_path / "state", tmp_path / name, force=True, tell=stopped)
    assert names(tmp_path) == ["copy", "state"]
    assert (tmp_path / "copy").read_text() == "old"
    backup(tmp_path / "state", tmp_path / "copy", force=True)
    before = tables(tmp_path / "state")
    with pytest.raises(KeyboardInterrupt):
        restore(tmp_path / "copy", tmp_path / "state", MOMENT, force=True, tell=stopped)
    assert tables(tmp_path / "state") == before
    assert names(tmp_path / "state") == [STATE_FILE, "state.lock", "workers"]


def test_a_state_that_is_there_is_set_aside_and_only_when_asked(tmp_path):
    fill(tmp_path / "one")
    backup(tmp_path / "one", tmp_path / "copy")
    state = open_state(tmp_path / "one", clock=lambda: NOW)
    state.frontier.add(entry("new"))
    state.close()
    before = tables(tmp_path / "one")
    with pytest.raises(StateError, match="--force sets it aside"):
        restore(tmp_path / "copy", tmp_path / "one", MOMENT)
    assert tables(tmp_path / "one") == before
    done = restore(tmp_path / "copy", tmp_path / "one", MOMENT, force=True)
    assert done.aside == tmp_path / "one" / f"{STATE_FILE}.before-20260131T120000"
    assert len(tables(tmp_path / "one")["frontier"]) == len(before["frontier"]) - 1
    # And back again: what was set aside is a copy as well.
    again = restore(done.aside, tmp_path / "one", MOMENT, force=True)
    assert again.aside is not None
    assert again.aside != done.aside
    assert tables(tmp_path / "one") == before


def test_nothing_is_restored_over_a_state_at_work(tmp_path):
    fill(tmp_path / "one")
    backup(tmp_path / "one", tmp_path / "copy")
    state = open_state(tmp_path / "one")
    with pytest.raises(StateError, match="in use: end the crawls"):
        restore(tmp_path / "copy", tmp_path / "one", MOMENT, force=True)
    state.close()
    with (
        StateLock(tmp_path / "one", alone=True),
        pytest.raises(StateError, match="being restored"),
    ):
        open_state(tmp_path / "one")
    open_state(tmp_path / "one").close()
    restore(tmp_path / "copy", tmp_path / "one", MOMENT, force=True)


def test_a_worker_of_an_older_version_is_noticed_too(tmp_path):
    state = open_state(tmp_path)
    state._lock.close()  # as a version did that knew no lock of the state
    with pytest.raises(StateError, match="in use"):
        StateLock(tmp_path, alone=True)
    state.close()
    StateLock(tmp_path, alone=True).close()


def test_a_damaged_state_can_be_replaced(tmp_path):
    fill(tmp_path / "one")
    backup(tmp_path / "one", tmp_path / "copy")
    good = tables(tmp_path / "one")
    (tmp_path / "one" / STATE_FILE).write_bytes(b"no database at all" * 100)
    (tmp_path / "one" / f"{STATE_FILE}-wal").write_bytes(b"rest")
    done = restore(tmp_path / "copy", tmp_path / "one", MOMENT, force=True)
    assert tables(tmp_path / "one") == good
    assert done.aside is not None
    assert done.aside.read_bytes().startswith(b"no database")
    assert (tmp_path / "one" / f"{done.aside.name}-wal").read_bytes() == b"rest"


def spoil(path, how):
    data = path.read_bytes()
    if how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "not ours":
        path.unlink()
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE theirs (x)")
    elif how == "newer":
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE schema_version SET version = 99")
            db.commit()
    elif how == "bytes":
        with closing(sqlite3.connect(path)) as db:
            (root,) = db.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'records_key'"
            ).fetchone()
        path.write_bytes(data[: (root - 1) * 4096] + b"\xff" * 4096 + data[root * 4096 :])
    elif how == "packed":
        packed = gzip.compress(data)
        path.write_bytes(packed[: len(packed) - 100])
    else:
        path.write_bytes(b"")


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("cut", "damaged|malformed"),
        ("not ours", "another program"),
        ("newer", "schema version 99"),
        ("bytes", "damaged|malformed"),
        ("packed", "is damaged"),
        ("empty", "empty"),
    ],
)
def test_a_copy_that_is_not_whole_changes_nothing(tmp_path, how, told):
    fill(tmp_path / "one")
    before = tables(tmp_path / "one")
    copy = tmp_path / "copy"
    backup(tmp_path / "one", copy)
    spoil(copy, how)
    with pytest.raises(StateError, match=told) as refused:
        restore(copy, tmp_path / "one", MOMENT, force=True)
    assert ".part" not in str(refused.value)
    assert tables(tmp_path / "one") == before
    with pytest.raises(StateError, match=told):
        check_file(copy)
    assert names(tmp_path) == ["copy", "one"]
    with pytest.raises(StateError, match="no file"):
        restore(tmp_path / "nothing", tmp_path / "one", MOMENT, force=True)


def test_feeds_that_have_grown_since_are_not_cut(tmp_path):
    fill(tmp_path / "one")
    feed = tmp_path / "posts.jsonl"
    state = open_state(tmp_path / "one", clock=lambda: NOW)
    assert FeedWriter(state, {"post": feed}).drain() == 3
    state.close()
    backup(tmp_path / "one", tmp_path / "copy")
    with feed.open("a") as file:
        file.write('{"key":"later"}\n')
    done = restore(tmp_path / "copy", tmp_path / "one", MOMENT, force=True)
    assert done.feeds == [str(feed)]
    state = open_state(tmp_path / "one", clock=lambda: NOW)
    FeedWriter(state, {"post": feed}).drain()
    state.close()
    assert feed.read_text().splitlines()[-1] == '{"key":"later"}'


def test_no_room_is_said_before_anything_is_written(tmp_path):
    need_room(tmp_path, 1)
    with pytest.raises(StateError, match=r"free, .* are needed"):
        need_room(tmp_path, 10**18)


def test_a_file_stands_when_it_is_whole(tmp_path):
    path = tmp_path / "out [1].txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as temporary:
        temporary.write_text(f"half {1 // 0}")
    assert path.read_text() == "old"
    with replacing(path) as temporary:
        temporary.write_text("new")
    assert names(tmp_path) == ["out [1].txt"]
    assert path.read_text() == "new"
    assert os.access(path, os.R_OK)


def test_copies_in_a_folder_are_named_by_the_time(tmp_path):
    assert backup_name(tmp_path, MOMENT).name == "fpcrawl-20260131T120000.sqlite3"


def test_what_is_no_ordinary_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="no ordinary file"):
        target_file(tmp_path / "pipe", force=True)
