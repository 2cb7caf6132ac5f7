"""A file of each version there ever was is brought up to date, and keeps what it held."""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import closing

import pytest

from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.exceptions import StateError
from fpcrawl.store import sqlite_copy
from fpcrawl.store.model import Counts, Outcome, ThreadPage
from fpcrawl.store.sqlite import STATE_FILE, open_state
from fpcrawl.store.sqlite_schema import APPLICATION_ID, MIGRATIONS

NEWEST = len(MIGRATIONS)
OLDER = range(1, NEWEST)

#: What is written to a file of a version, by the version whose table it is.
ROWS = {
    1: """
    INSERT INTO crawls VALUES (1, 'forum:a');
    INSERT INTO workers (name, node, boot, lease_until) VALUES ('dead', 'gone', 'gone', 0);
    INSERT INTO frontier (crawl, fingerprint, host, url, payload, priority, due, state, recurring,
        role, owner) VALUES (1, x'0102', 'a', 'http://a/', '{}', 5, 10, 0, 1, 'home', NULL),
        (1, x'0103', 'a', 'http://a/1', '{}', 5, 10, 2, 0, '', 1);
    INSERT INTO seen VALUES (1, x'0909', 19000);
    INSERT INTO failures VALUES (1, 'http://a/gone', 'http_404', 2, 5.0, 1);
    INSERT INTO counters VALUES (1, 'outcome/done', 7);
    INSERT INTO hosts VALUES ('a', 50.0, 3, 2.5);
    INSERT INTO robots VALUES ('http://a', 4.0, 200, x'55');
    INSERT INTO named VALUES ('knowledge/forum:a', '{"a":1}'), ('clusters/forum:a', '{"c":3}');
    INSERT INTO records VALUES (1, 'post', 'p', 'a', 2, 1.0, 2.0,
        '{"key":"p","site":"a","url":"u","thread_url":"t","body_text":"new"}');
    INSERT INTO versions VALUES (1, 1, 2.0,
        '{"key":"p","site":"a","url":"u","thread_url":"t","body_text":"old"}');
    INSERT INTO thread_pages (thread, page, url, posts) VALUES ('t', 1, 'http://a/t', 9);
    INSERT INTO outbox (kind, crawl, data) VALUES ('post', 'forum:a', '{"key":"p"}');
    INSERT INTO feeds VALUES ('/out/posts.jsonl', 12);
    """,
    2: "INSERT INTO article_parts VALUES ('n', 1, 2, 'forum:a', 3.0, '{\"key\":\"n\"}');",
    3: "INSERT INTO clusters VALUES ('c0ffee', 1, 'c0ffee', 3, '{}', NULL, x'01', x'01');",
    4: """
    INSERT INTO clusters VALUES ('beef', 2, 'cafe', 3, '{"thread":2}', NULL, x'01', x'02'),
        ('dead', 3, 'cafe', 0, '{}', 'beef', x'', x'');
    """,
    5: """
    INSERT INTO kept_pages (crawl, site, cluster, role, url, template, about, body)
        VALUES ('forum:a', 'a', 'c', 'thread', 'http://a/k', '', '{"http_charset":null,
        "fetched":"2023-01-01T00:00:00+00:00","site_time":"2023-01-01T00:00:00+00:00",
        "thread_url":"http://a/k"}', x'789c030000000001');
    """,
    7: "UPDATE frontier SET crashes = 2 WHERE fingerprint = x'0102';",
}


def lay_down(directory, version):
    """Write a file as fpcrawl did when this was the newest version."""
    directory.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(directory / STATE_FILE, isolation_level=None)) as db:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        db.execute("INSERT INTO schema_version VALUES (?)", (version,))
        for number, script in enumerate(MIGRATIONS[:version], 1):
            db.executescript(script)
            db.executescript(ROWS.get(number, ""))


def schema(directory):
    with closing(sqlite3.connect(directory / STATE_FILE)) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
        columns = {
            name: sorted(row[1:4] for row in db.execute(f"PRAGMA table_info({name})"))
            for (name,) in found.fetchall()
        }
        (version,) = db.execute("SELECT version FROM schema_version").fetchone()
        return version, columns


@pytest.mark.parametrize("version", OLDER)
def test_a_file_of_each_version_is_brought_up_to_date(tmp_path, clock, version):
    lay_down(tmp_path / "old", version)
    open_state(tmp_path / "new", clock=clock).close()
    state = open_state(tmp_path / "old", clock=clock, seen_days=99_999)
    frontier, records = state.frontier, state.records
    # The row of a worker that died long ago is due again.
    assert frontier.counts("forum:a", clock()) == Counts(due=2)
    assert frontier.is_known("forum:a", b"\x09\x09")
    assert frontier.counters("forum:a")["outcome/done"] == 7
    assert [one.reason for one in frontier.failures("forum:a")] == ["http_404"]
    assert state.sites.host("a").crawl_delay_s == 2.5
    assert state.sites.robots("http://a").body == b"U"
    assert state.values.get("knowledge/forum:a") == {"a": 1}
    assert records.get("post", "p")["body_text"] == "new"
    assert [one["body_text"] for one in records.versions("post", "p")] == ["old"]
    assert records.thread_pages("t") == [ThreadPage(1, "http://a/t", 9)]
    assert state.outbox.marked("/out/posts.jsonl") == 12
    assert state.care.count("outbox") == 1
    assert state.care.count("article_parts") == (version >= 2)
    # Clusters of before version 4 were made of other features.
    assert state.values.get("clusters/forum:a") == ({"c": 3} if version < 1 else None)
    if version >= 4:
        whole = ClusterRow("beef", 2, "cafe", 3, (b"\x02",), b"\x01", {"thread": 2}, None, 3)
        assert state.clusters.read(["beef"]) == {"beef": whole}
        assert state.clusters.read(["dead"])["dead"].merged_into == "beef"
    assert state.care.count("kept_pages") == (version >= 5)
    rows = frontier.lease("forum:a", clock(), 5)
    assert [frontier.ack(row.lease_id, Outcome.DONE) for row in rows] == [True, True]
    for section in state.care.sections:
        assert len(list(state.care.dump(section))) == state.care.count(section), section
    state.close()
    assert schema(tmp_path / "old") == schema(tmp_path / "new")


@pytest.mark.parametrize("version", OLDER)
def test_a_copy_of_before_serves_going_back(tmp_path, clock, version, caplog):
    lay_down(tmp_path, version)
    (tmp_path / f"{STATE_FILE}.v0").write_text("of an upgrade before")
    with caplog.at_level(logging.INFO):
        open_state(tmp_path, clock=clock).close()
    copy = tmp_path / f"{STATE_FILE}.v{version}"
    assert [path.name for path in tmp_path.glob(f"{STATE_FILE}.v*")] == [copy.name]
    assert str(copy) in caplog.text
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT version FROM schema_version").fetchone() == (version,)
        assert db.execute("SELECT count(*) FROM frontier").fetchone() == (2,)
        assert db.execute("SELECT count(*) FROM workers").fetchone() == (0,)
    # Once it is done, nothing more is copied.
    copy.unlink()
    open_state(tmp_path, clock=clock).close()
    assert not copy.exists()


def test_a_large_file_is_brought_up_to_date_without_a_copy(tmp_path, clock, monkeypatch, caplog):
    monkeypatch.setattr(sqlite_copy, "UPGRADE_COPY_BYTES", 1000)
    lay_down(tmp_path, 1)
    open_state(tmp_path, clock=clock).close()
    assert "without a copy" in caplog.text
    assert list(tmp_path.glob(f"{STATE_FILE}.v*")) == []
    assert schema(tmp_path)[0] == NEWEST


def test_looking_changes_no_file_and_says_what_to_do(tmp_path, clock):
    lay_down(tmp_path, NEWEST - 1)
    with pytest.raises(StateError, match="crawl once with this fpcrawl"):
        open_state(tmp_path, clock=clock, read_only=True)
    assert schema(tmp_path)[0] == NEWEST - 1


def test_several_workers_may_start_at_once_after_an_upgrade(tmp_path, clock):
    lay_down(tmp_path, 1)
    faults = []

    def work():
        try:
            open_state(tmp_path, clock=clock).close()
        except StateError as error:
            faults.append(error)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert faults == []
    assert schema(tmp_path)[0] == NEWEST
    assert not list(tmp_path.glob(".*.part"))
    with closing(sqlite3.connect(tmp_path / f"{STATE_FILE}.v1")) as db:
        assert db.execute("SELECT version FROM schema_version").fetchone() == (1,)
