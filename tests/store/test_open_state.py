from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.store import sqlite_schema
from fpcrawl.store.model import ThreadPage
from fpcrawl.store.sqlite import STATE_FILE, open_state

if TYPE_CHECKING:
    from pathlib import Path


def test_new_state_is_opened_closed_and_opened_again(tmp_path: Path, clock, entry) -> None:
    state = open_state(tmp_path / "deep" / "state", clock=clock)
    assert state.frontier.add(entry("1"))
    state.close()
    state.close()  # twice is harmless
    again = open_state(tmp_path / "deep" / "state", clock=clock)
    assert again.frontier.counts("forum:a", clock()).due == 1
    again.close()
    assert list((tmp_path / "deep" / "state" / "workers").iterdir()) == []


def test_many_may_open_a_new_state_at_once(tmp_path: Path) -> None:
    def open_together(directory: Path, together: Barrier) -> None:
        together.wait(30)
        open_state(directory).close()

    with ThreadPoolExecutor(4) as threads:
        for n in range(100):
            together = Barrier(4)
            opened = [threads.submit(open_together, tmp_path / str(n), together) for _ in range(4)]
            for one in opened:
                one.result(60)


def test_newer_schema_is_refused(tmp_path: Path, clock) -> None:
    open_state(tmp_path, clock=clock).close()
    db = sqlite3.connect(tmp_path / STATE_FILE)
    db.execute("UPDATE schema_version SET version = 99")
    db.commit()
    db.close()
    with pytest.raises(StateError, match=r"schema version 99.*upgrade fpcrawl"):
        open_state(tmp_path, clock=clock)
    with pytest.raises(StateError, match="schema version 99"):
        open_state(tmp_path, clock=clock, read_only=True)


def test_older_schema_migrates_and_keeps_its_rows(
    tmp_path: Path, clock, entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = open_state(tmp_path, clock=clock)
    state.frontier.add(entry("1"))
    state.close()
    newer = (*sqlite_schema.MIGRATIONS, "CREATE TABLE extra (x); INSERT INTO extra VALUES (7)")
    db = sqlite3.connect(tmp_path / STATE_FILE)
    wrapped = sqlite_schema.prepare
    monkeypatch.setattr(
        "fpcrawl.store.sqlite.prepare", lambda connection: wrapped(connection, newer)
    )
    monkeypatch.setattr(
        "fpcrawl.store.sqlite.check", lambda connection: sqlite_schema.check(connection, newer)
    )
    state = open_state(tmp_path, clock=clock)
    assert state.frontier.counts("forum:a", clock()).due == 1
    state.close()
    assert db.execute("SELECT x FROM extra").fetchone() == (7,)
    assert db.execute("SELECT version FROM schema_version").fetchone() == (len(newer),)
    db.close()


def _take_back(state, version: int, *further: str) -> None:
    """Close a file and make it what it was at an older version."""
    state.close()
    statements = []
    if version < 5:
        statements += [f"DROP TABLE {table}" for table in ("templates", "kept_pages")]
    if version < 6:
        statements.append("ALTER TABLE thread_pages DROP COLUMN topic")
    statements += [f"DROP TABLE {table}" for table in ("turns", "turn_holders")]
    statements += [f"ALTER TABLE frontier DROP COLUMN {name}" for name in ("started", "crashes")]
    statements += [f"DROP TABLE {table}" for table in ("cluster_views", "cluster_sums")]
    statements.append("ALTER TABLE clusters DROP COLUMN viewed")
    statements += [f"ALTER TABLE clusters ADD COLUMN {name} BLOB" for name in ("view", "sums")]
    statements.append(f"UPDATE schema_version SET version = {version}")
    with closing(sqlite3.connect(state.db.path)) as db, db:
        for statement in (*statements, *further):
            db.execute(statement)


def test_file_without_templates_gets_their_tables(tmp_path: Path, clock, entry) -> None:
    state = open_state(tmp_path, clock=clock)
    state.frontier.add(entry("1"))
    _take_back(state, 4)
    state = open_state(tmp_path, clock=clock)
    assert state.templates.since(0).found == []
    assert state.templates.kept("forum:a", "thread") == []
    assert state.frontier.counts("forum:a", clock()).due == 1
    state.close()


def test_thread_pages_of_an_older_file_have_no_topic(tmp_path: Path, clock) -> None:
    state = open_state(tmp_path, clock=clock)
    insert = "INSERT INTO thread_pages VALUES ('t', 1, 'http://a.example/t/1', 4)"
    _take_back(state, 5, insert)
    state = open_state(tmp_path, clock=clock)
    assert state.records.thread_pages("t") == [ThreadPage(1, "http://a.example/t/1", 4)]
    state.close()


def test_rows_of_an_older_file_were_not_started(tmp_path: Path, clock, entry) -> None:
    state = open_state(tmp_path, clock=clock)
    state.frontier.add(entry("1"))
    _take_back(state, 6)
    state = open_state(tmp_path, clock=clock)
    (row,) = state.frontier.lease("forum:a", clock(), 5)
    assert row.crashes == 0
    state.close()


def test_two_states_of_one_process_let_each_other_write(tmp_path: Path, clock, entry) -> None:
    one = open_state(tmp_path, clock=clock)
    assert one.frontier.add(entry("1"))
    other = open_state(tmp_path, clock=clock)
    assert other.frontier.add(entry("2"))
    assert one.frontier.add(entry("3"))
    assert not other.frontier.add(entry("3"))
    assert len(one.frontier.lease("forum:a", clock(), 2)) == 2
    assert len(other.frontier.lease("forum:a", clock(), 9)) == 1
    one.close()
    other.close()


def test_clusters_of_other_features_are_begun_anew(tmp_path: Path, clock) -> None:
    state = open_state(tmp_path, clock=clock)
    state.values.set("clusters/forum:a", {"c0ffee": 3})
    state.values.set("clusterage", 1)
    state.db.write("INSERT INTO clusters VALUES ('c0ffee', 1, 'c0ffee', 3, '{}', NULL, 3)")
    _take_back(state, 3)
    state = open_state(tmp_path, clock=clock)
    assert state.clusters.version() == 0
    assert state.values.get("clusters/forum:a") is None
    assert state.values.get("clusterage") == 1
    state.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, clock) -> None:
    state = open_state(tmp_path, clock=clock)
    broken = (*sqlite_schema.MIGRATIONS, "CREATE TABLE half (x); CREATE TABLE half (x)")
    with pytest.raises(StateError):
        sqlite_schema.prepare(state.db, broken)
    assert sqlite_schema.check(state.db) == len(sqlite_schema.MIGRATIONS)
    assert not state.db.read("SELECT 1 FROM sqlite_master WHERE name = 'half'")
    state.close()


def test_file_of_another_program_is_refused_and_untouched(tmp_path: Path, clock) -> None:
    db = sqlite3.connect(tmp_path / STATE_FILE)
    db.execute("CREATE TABLE theirs (x)")
    db.commit()
    db.close()
    before = (tmp_path / STATE_FILE).read_bytes()
    with pytest.raises(StateError, match="another program"):
        open_state(tmp_path, clock=clock)
    assert (tmp_path / STATE_FILE).read_bytes() == before


def test_damaged_file_is_refused(tmp_path: Path, clock) -> None:
    (tmp_path / STATE_FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(StateError, match="damaged or not ours"):
        open_state(tmp_path, clock=clock)


def test_a_table_that_is_not_there_is_told_as_damage(state) -> None:
    with pytest.raises(StateError, match="no such table: lost; the file is damaged"):
        state.db.read("SELECT 1 FROM lost")


def test_directory_that_cannot_be_made_is_a_clear_error(tmp_path: Path, clock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateError, match="FPCRAWL_STATE_DIR"):
        open_state(tmp_path / "file" / "state", clock=clock)


def test_read_only_shows_and_does_not_lease(tmp_path: Path, clock, entry) -> None:
    with pytest.raises(StateError, match="nothing has been crawled"):
        open_state(tmp_path, clock=clock, read_only=True)
    state = open_state(tmp_path, clock=clock)
    state.frontier.add(entry("1", recurring=True, role="index"))
    state.flush()
    status = open_state(tmp_path, clock=clock, read_only=True)
    assert status.frontier.counts("forum:a", clock()).due == 1
    assert [board.role for board in status.frontier.boards("forum:a")] == ["index"]
    assert status.frontier.crawls() == ["forum:a"]
    assert status.frontier.counts("forum:unknown", clock()).due == 0
    assert status.frontier.lease("forum:a", clock(), 5) == []
    with pytest.raises(StateError):
        status.frontier.add(entry("2"))
    status.close()
    state.close()
