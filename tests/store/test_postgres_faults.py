"""What goes wrong with a PostgreSQL: it is away, refuses us, or holds something else."""

from __future__ import annotations

import logging
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from store_kit import make_entry
from test_store_records import article, post

from benchmarks._redis import free_port
from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.extraction.records import Thread
from fpcrawl.store import postgres_records, postgres_schema
from fpcrawl.store.composite import CompositeState
from fpcrawl.store.model import Outcome, ThreadPage
from fpcrawl.store.opening import StateConfig, open_configured
from fpcrawl.store.outbox import FeedWriter
from fpcrawl.store.postgres import open_postgres
from fpcrawl.store.postgres_target import parse_target
from fpcrawl.store.sqlite import open_state

THREAD = Thread(key="t", site="a.example", url="http://a.example/t/1", replies=3)


def until_back(part) -> None:
    """Wait until the part's server answers it again."""
    end = time.monotonic() + 30
    while True:
        try:
            part.records.count("post")
        except StateAway:
            assert time.monotonic() < end
            time.sleep(0.05)
        else:
            return


# -- away


def test_what_a_server_that_starts_anew_missed_is_stored_when_asked_again(
    own_postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    part = open_postgres(own_postgres.url())
    part.records.upsert([post(key="1")], 1.0)
    own_postgres.stop()
    with pytest.raises(StateAway, match="does not answer") as caught:
        part.records.upsert([post(key="2")], 2.0)
    assert caught.value.put_back
    started = time.monotonic()
    for _ in range(50):  # fails at once while it is away
        with pytest.raises(StateAway):
            part.records.upsert([post(key="2")], 2.0)
    assert time.monotonic() - started < 5
    assert part.away_s > 0
    own_postgres.start()
    until_back(part)
    assert part.away_s == 0
    assert part.records.upsert([post(key="2")], 3.0)[0].status == "new"
    assert part.records.count("post") == 2
    assert [r.levelname for r in caplog.records if "fpcrawl" in r.name] == ["WARNING", "INFO"]
    part.close()


def test_a_connection_that_was_cut_is_made_anew_unseen(postgres_url: str) -> None:
    part = open_postgres(postgres_url)
    part.records.upsert([post(key="1")], 1.0)
    cut_others(postgres_url)
    assert part.records.upsert([post(key="2")], 1.0)[0].status == "new"
    part.close()


def test_a_server_that_is_frozen_is_away(own_postgres) -> None:
    part = open_postgres(own_postgres.url(), reply_s=1.0)
    part.records.upsert([post(key="1")], 1.0)
    own_postgres.freeze()
    try:
        with pytest.raises(StateAway):
            part.records.upsert([post(key="2")], 1.0)
    finally:
        own_postgres.thaw()
    until_back(part)
    part.records.upsert([post(key="2")], 1.0)
    assert part.records.count("post") == 2
    part.close()


def cut_others(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_an_answer_that_was_lost_does_not_make_a_new_record_an_old_one(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = open_postgres(postgres_url)
    write, calls = postgres_records.write_rows, []

    def write_and_cut(connection, *rest):
        calls.append(1)
        written = write(connection, *rest)
        if len(calls) == 1:
            cut_others(postgres_url)
            connection.execute("SELECT 1")
        return written

    monkeypatch.setattr(postgres_records, "write_rows", write_and_cut)
    (stored,) = part.records.upsert([post()], 1.0)
    assert (stored.status, stored.version, len(calls)) == ("new", 1, 2)
    assert part.records.upsert([post()], 2.0)[0].status == "same"
    lines = part.db.run(lambda c: c.execute("SELECT count(*) FROM outbox").fetchone())
    assert lines == (1,)
    part.close()


def test_a_page_whose_records_cannot_be_stored_keeps_its_lease(
    own_postgres, tmp_path: Path
) -> None:
    state = CompositeState(open_state(tmp_path), open_postgres(own_postgres.url()))
    state.frontier.add(make_entry("1"))
    (leased,) = state.frontier.lease("forum:a", 2e9, 1)
    own_postgres.stop()

    def store() -> None:
        with state.transaction():
            state.records.upsert([post()], 2e9)
            state.frontier.ack(leased.lease_id, Outcome.DONE)

    with pytest.raises(StateAway):
        store()
    assert state.frontier.is_leased(leased.lease_id)
    own_postgres.start()
    until_back(state.part)
    store()
    assert not state.frontier.is_leased(leased.lease_id)
    assert state.records.count("post") == 1
    state.close()


def test_closing_a_server_that_is_away_is_no_error(own_postgres, tmp_path: Path) -> None:
    state = CompositeState(open_state(tmp_path), open_postgres(own_postgres.url()))
    state.records.set_thread_page("t", ThreadPage(1, "http://a.example/t/1", 20))
    own_postgres.stop()
    with pytest.raises(StateAway):
        state.records.count("post")
    state.close()
    state.close()


# -- the order of the two databases


def test_a_thread_is_known_only_once_the_frontier_kept_what_follows(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = CompositeState(open_state(tmp_path), open_postgres(postgres_url))
    other = open_postgres(postgres_url)
    state.records.upsert([THREAD], 1.0)
    state.flush()
    grown = replace(THREAD, replies=9)

    def fail_to_store() -> None:
        with state.transaction():
            assert state.records.upsert([grown], 2.0)[0].status == "changed"
            assert state.records.known_thread("t") == grown
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_to_store()
    assert state.records.known_thread("t") == THREAD
    with state.transaction():
        assert state.records.upsert([grown], 2.0)[0].status == "changed"
        state.frontier.add(make_entry("1"))
        assert other.records.known_thread("t") == THREAD
    assert other.records.known_thread("t") == grown
    assert not state.core.in_batch
    other.close()
    state.close()


def test_a_thread_that_two_workers_saw_grow_is_as_the_later_saw_it(postgres_url: str) -> None:
    one, two = open_postgres(postgres_url), open_postgres(postgres_url)
    one.records.upsert([THREAD], 1.0)
    one.settle()
    for part, replies in ((one, 5), (two, 7)):
        stored = part.records.upsert([replace(THREAD, replies=replies)], 2.0)
        assert stored[0].status == "changed"
    one.settle()
    two.settle()
    assert one.records.known_thread("t").replies == 7
    assert one.records.get("thread", "t")["version"] == 3
    for part in (one, two):
        part.close()


def test_pages_of_threads_are_written_before_they_are_asked_for(postgres_url: str) -> None:
    one, two = open_postgres(postgres_url), open_postgres(postgres_url)
    one.records.set_thread_page("t", ThreadPage(1, "http://a.example/t/1", 20, 0.5))
    one.records.set_thread_page("t", ThreadPage(1, "http://a.example/t/1", 21))
    one.records.upsert([post()], 1.0)
    assert two.records.thread_pages("t") == [ThreadPage(1, "http://a.example/t/1", 21, 0.5)]
    one.close()
    two.close()


# -- refused


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://u:geheim@h/d", "does not begin so"),
        ("postgresql://u:geheim@[::1/d", "cannot be read"),
        ("postgresql://u:geheim%zz@h/d", "cannot be read"),
        ("postgresql://u:geheim@h/d?nonsense=1", "cannot be read"),
        ("postgresql://u:geheim@h/d?schema=My+Schema", "schema is to be a name"),
    ],
)
def test_a_bad_url_is_told_without_showing_it(url: str, message: str) -> None:
    with pytest.raises(StateError, match=message) as caught:
        open_postgres(url)
    assert "geheim" not in f"{caught.value!r} {caught.value.__cause__!r}"


def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path: Path) -> None:
    url = f"postgresql://u:geheim@127.0.0.1:{free_port()}/d"
    with pytest.raises(StateError, match="is the server running") as caught:
        open_postgres(url)
    assert "geheim" not in str(caught.value)
    assert "geheim" not in repr(parse_target(url))
    with pytest.raises(StateError, match="is the server running"):
        open_configured(StateConfig(tmp_path, database_url=url))


def test_a_database_that_is_not_there_is_told_with_what_to_do(postgres_server) -> None:
    with pytest.raises(StateError, match="createdb"):
        open_postgres(postgres_server.url("missing"))


def test_a_user_who_may_not_make_tables_is_told_so(postgres_server, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("DROP ROLE IF EXISTS reader")
        admin.execute("CREATE ROLE reader LOGIN")
    url = postgres_url.replace("postgres@", "reader@")
    with pytest.raises(StateError, match="needs the right to create"):
        open_postgres(url)


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("fpcrawl.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    config = StateConfig(tmp_path, database_url="postgresql://u:geheim@h/d")
    with pytest.raises(StateError, match=r"fpcrawl\[postgres\]"):
        open_configured(config)
    # The lock of a worker of the state that could not be opened whole is gone.
    assert not list((tmp_path / "workers").glob("*")) if (tmp_path / "workers").exists() else True


# -- schemas


def test_tables_of_another_program_are_left_alone(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA fpcrawl")
        admin.execute("CREATE TABLE fpcrawl.about (app text)")
    with pytest.raises(StateError, match=r"tables of another program.*\?schema=NAME"):
        open_postgres(postgres_url)
    part = open_postgres(f"{postgres_url}?schema=ours")
    part.records.upsert([post()], 1.0)
    part.close()
    with psycopg.connect(postgres_url) as admin:
        assert admin.execute("SELECT count(*) FROM ours.posts").fetchone() == (1,)


def test_an_empty_schema_that_an_admin_made_is_used(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA fpcrawl")
    open_postgres(postgres_url).close()


def test_a_newer_schema_is_refused(postgres_url: str) -> None:
    open_postgres(postgres_url).close()
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute("UPDATE fpcrawl.about SET version = 99")
    for read_only in (False, True):
        with pytest.raises(StateError, match=r"version 99.*upgrade fpcrawl"):
            open_postgres(postgres_url, read_only=read_only)


def test_an_older_schema_migrates_and_keeps_its_rows(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = open_postgres(postgres_url)
    part.records.upsert([post()], 1.0)
    part.close()
    newer = (
        *postgres_schema.MIGRATIONS,
        "CREATE TABLE extra (x int); INSERT INTO extra VALUES (7)",
    )
    prepare, check = postgres_schema.prepare, postgres_schema.check
    monkeypatch.setattr("fpcrawl.store.postgres.MIGRATIONS", newer)
    monkeypatch.setattr("fpcrawl.store.postgres.prepare", lambda db: prepare(db, newer))
    monkeypatch.setattr("fpcrawl.store.postgres.check", lambda db: check(db, newer))
    with pytest.raises(StateError, match="version 1, not 2: crawl once"):
        open_postgres(postgres_url, read_only=True)
    for _ in range(2):
        part = open_postgres(postgres_url)
        assert part.records.count("post") == 1
        assert part.db.run(lambda c: c.execute("SELECT x FROM extra").fetchall()) == [(7,)]
        part.close()


def test_looking_makes_nothing_and_changes_nothing(postgres_url: str) -> None:
    with pytest.raises(StateError, match="nothing has been crawled there yet"):
        open_postgres(postgres_url, read_only=True)
    part = open_postgres(postgres_url)
    part.records.upsert([post()], 1.0)
    look = open_postgres(postgres_url, read_only=True)
    assert look.records.count("post") == 1
    with pytest.raises(StateError, match="read-only"):
        look.records.upsert([post(author="someone")], 2.0)
    look.close()
    part.close()


def test_another_encoding_is_refused(postgres_server, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        )
    with pytest.raises(StateError, match=r"LATIN1, not UTF8"):
        open_postgres(postgres_server.url("latin"))


# -- what people ask


def test_the_views_show_what_was_stored(postgres_url: str) -> None:
    part = open_postgres(postgres_url)
    part.records.upsert(
        [
            post(floor=2, body_text="half \ud83d, zero \0"),
            post(key="k2", published="2026-01-02", author="x" * 5000, thread_url="h" * 9000),
            post(key="k3", published="no time"),
            replace(THREAD, last_post="2026-03-04T09+00:00"),
        ],
        1.0,
    )
    part.close()
    with psycopg.connect(postgres_url) as user:
        user.execute("SET timezone = 'UTC'")
        found = user.execute(
            "SELECT key, author, floor, published_at::text, body_text FROM fpcrawl.posts"
            " ORDER BY key"
        ).fetchall()
        assert found[0] == ("k1", "张三", 2, "2026-01-01 19:04:00+00", "half \ufffd, zero \ufffd")
        assert [row[3] for row in found[1:]] == ["2026-01-02 00:00:00+00", None]
        assert user.execute(
            "SELECT replies, last_post_at::text FROM fpcrawl.threads"
        ).fetchone() == (3, "2026-03-04 09:00:00+00")
        plan = user.execute("EXPLAIN SELECT * FROM fpcrawl.posts WHERE thread_url = 'x'").fetchall()
        assert plan


def test_a_feed_goes_on_after_the_server_was_away(own_postgres, tmp_path: Path) -> None:
    state = CompositeState(open_state(tmp_path), open_postgres(own_postgres.url()))
    feed = FeedWriter(state, {"post": tmp_path / "posts.jsonl"})
    state.records.upsert([post(key="1")], 1.0)
    feed.drain()
    state.records.upsert([post(key="2")], 1.0)
    own_postgres.stop()
    with pytest.raises(StateAway):
        feed.drain()
    own_postgres.start()
    until_back(state.part)
    assert feed.drain() == 1
    assert len((tmp_path / "posts.jsonl").read_text().splitlines()) == 2
    state.close()


DOCS = Path(__file__).parents[2] / "docs" / "postgres.md"


def test_the_views_have_the_columns_that_the_docs_tell(postgres_url: str) -> None:
    open_postgres(postgres_url).close()
    text = DOCS.read_text(encoding="utf-8")
    with psycopg.connect(postgres_url) as user:
        for view in ("posts", "articles", "threads"):
            row = re.search(rf"^\| `fpcrawl\.{view}` \| (.*) \|$", text, re.MULTILINE)
            found = user.execute(f"SELECT * FROM fpcrawl.{view}").description
            assert re.findall(r"`(\w+)`", row[1]) == [column.name for column in found]


def test_the_queries_of_the_docs_run(postgres_url: str) -> None:
    part = open_postgres(postgres_url)
    part.records.upsert([post(), article()], 1.0)
    part.close()
    blocks = re.findall(r"```sql\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    statements = [one for block in blocks for one in block.split(";") if one.strip()]
    assert len(statements) >= 8
    with psycopg.connect(postgres_url) as user:
        for statement in statements:
            user.execute(statement)
