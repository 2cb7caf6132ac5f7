from __future__ import annotations

import logging
import time
import uuid
from typing import TYPE_CHECKING

import pytest
import redis

from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.store.redis_client import make_client, shown_address
from fpcrawl.store.redis_connection import RedisDb

if TYPE_CHECKING:
    from collections.abc import Iterator


def connect(server, **params) -> RedisDb:
    client = make_client(server.url, {"socket_timeout": 0.5, **params})
    return RedisDb(client, uuid.uuid4().hex, shown="Redis here", probe_s=0.05)


@pytest.fixture
def db(redis_server) -> Iterator[RedisDb]:
    opened = connect(redis_server)
    yield opened
    opened.close()


def fail_within(db: RedisDb, write) -> None:
    def block() -> None:
        with db.transaction():
            write()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        block()


def wait_until(true) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_writes_are_sent_before_a_read_or_with_a_flush(db: RedisDb) -> None:
    opened = []
    db.on_dirty = lambda: opened.append(1)
    key = db.key("x")
    db.write("SET", key, 1)
    db.write("INCR", key)
    assert (db.in_batch, opened) == (True, [1])
    assert db.client.get(key) is None
    assert db.read("GET", key) == b"2"
    db.write("INCR", key)
    db.flush()
    assert db.client.get(key) == b"3"
    assert db.pipeline_read([("GET", key), ("EXISTS", key)]) == [b"3", 1]
    assert key.startswith("{")


def test_a_block_is_sent_as_a_whole_or_not_at_all(db: RedisDb) -> None:
    key, undone = db.key("x"), []
    db.write("SADD", key, "before")

    def write() -> None:
        db.write("SADD", key, "inside")
        db.undo(lambda: undone.append("outer"))
        fail_within(db, lambda: db.undo(lambda: undone.append("inner")))
        assert db.read("SMEMBERS", key) == {b"before"}

    fail_within(db, write)
    assert undone == ["inner", "outer"]
    with db.transaction():
        db.write("SADD", key, "kept")
        fail_within(db, lambda: db.write("SADD", key, "not kept"))
    assert db.client.smembers(key) == {b"before", b"kept"}


def test_what_is_written_before_a_commit_belongs_to_it(db: RedisDb) -> None:
    db.before_commit.append(lambda: db.write("INCR", db.key("n")))
    db.flush()
    assert db.client.get(db.key("n")) == b"1"


def test_a_batch_whose_reply_is_lost_is_done_once(db: RedisDb, monkeypatch) -> None:
    evaluate = db._evaluate

    def lose(words) -> None:
        monkeypatch.setattr(db, "_evaluate", evaluate)
        evaluate(words)
        raise redis.ConnectionError("lost")

    back = []
    db.on_back.append(lambda: back.append(1))
    monkeypatch.setattr(db, "_evaluate", lose)
    db.write("INCR", db.key("n"))
    db.flush()
    db.write("INCR", db.key("n"))
    db.flush()
    assert db.client.get(db.key("n")) == b"2"
    assert back == [1]


def test_a_restart_between_two_calls_is_not_noticed(own_redis, caplog) -> None:
    db = connect(own_redis)
    db.write("INCR", db.key("n"))
    db.flush()
    own_redis.kill()
    own_redis.start()
    assert db.read("GET", db.key("n")) == b"1"
    db.write("INCR", db.key("n"))
    db.close()
    with own_redis.client() as client:
        assert client.get(db.key("n")) == b"2"
    assert [record for record in caplog.records if record.name.startswith("fpcrawl")] == []


def test_while_it_is_away_calls_fail_at_once_and_writes_are_kept(own_redis, caplog) -> None:
    db = connect(own_redis)
    caplog.set_level(logging.INFO)
    own_redis.kill()
    db.write("INCR", db.key("n"))
    db.flush()
    with pytest.raises(StateAway, match="Redis here does not answer"):
        db.read("GET", db.key("n"))
    with db.transaction():
        db.write("INCR", db.key("n"))
    assert db.away_s > 0
    own_redis.start()
    wait_until(lambda: db._probe.found)
    assert db.read("GET", db.key("n")) == b"2"
    assert db.away_s == 0
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    db.close()


def test_a_server_that_hangs_holds_up_one_call_only(own_redis, caplog) -> None:
    db = connect(own_redis)
    own_redis.freeze()
    db.write("INCR", db.key("n"))
    db.flush()
    asked = time.monotonic()
    for _ in range(20):
        with pytest.raises(StateAway):
            db.read("GET", db.key("n"))
    assert time.monotonic() - asked < 5
    own_redis.thaw()
    wait_until(lambda: db._probe.found)
    # What hung may have been done when it went on.
    assert db.read("GET", db.key("n")) == b"1"
    db.close()


def test_closing_while_it_is_away_says_what_is_lost(own_redis, caplog) -> None:
    db = connect(own_redis)
    own_redis.kill()
    db.write("INCR", db.key("n"))
    db.close()
    assert "will be done again" in caplog.text


def test_a_password_is_needed_and_not_told(own_redis) -> None:
    own_redis.client().config_set("requirepass", "sesame-77")
    with pytest.raises(StateError, match="give user and password"):
        connect(own_redis).read("PING")
    with pytest.raises(StateError) as failed:
        connect(own_redis, password="open-88").read("PING")
    assert "open-88" not in str(failed.value)
    connect(own_redis, password="sesame-77").read("PING")


def test_the_clock_is_the_servers(redis_server, db: RedisDb) -> None:
    db._offset += 120
    db.sync_clock()
    assert abs(db.clock() - time.time()) < 1


def test_addresses_are_shown_without_secrets() -> None:
    assert shown_address("rediss://me:pw@h.example/2", {}) == "Redis at rediss://h.example:6379/2"
    assert shown_address("unix:///run/r.sock", {}) == "Redis at /run/r.sock"
    assert shown_address(None, {"host": "h", "password": "pw"}) == "Redis at h:6379"
    assert shown_address("foo", {}) == "Redis"
    with pytest.raises(StateError, match="REDIS_URL"):
        make_client("http://h", {})
