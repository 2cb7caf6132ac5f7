"""What only a state in Redis can meet."""

from __future__ import annotations

import hashlib
import logging
import re
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import redis
from servers import make_certificate, running_redis
from store_kit import FakeClock, make_entry

import fpcrawl.store.redis
from benchmarks._redis import free_port
from fpcrawl.clustering.clusterstore import ClusterRow
from fpcrawl.exceptions import StateAway, StateError
from fpcrawl.store.model import Counts, Outcome
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis import VERSION, RedisState, open_redis

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
CRAWL = "forum:a"


@pytest.fixture
def open_one(tmp_path: Path, redis_server) -> Iterator[Callable[..., RedisState]]:
    prefix, opened = uuid.uuid4().hex, []

    def open_one(server=redis_server, *, read_only=False, **params) -> RedisState:
        address = RedisAddress(server.url, {"socket_timeout": 0.5, **params})
        config = StateConfig(tmp_path / f"machine {len(opened)}", address, prefix)
        opened.append(open_redis(config, read_only=read_only))
        opened[-1].db._probe._every_s = 0.05
        return opened[-1]

    yield open_one
    for state in opened:
        state.close()


def until_it_is_back(state: RedisState) -> None:
    until = time.monotonic() + 20
    while not state.db._probe.found:
        assert time.monotonic() < until
        time.sleep(0.01)


def lose_reply(state: RedisState, monkeypatch) -> None:
    """Have the next script be run, and its reply be lost."""
    evaluate = state.db._evaluate

    def lose(words) -> None:
        monkeypatch.setattr(state.db, "_evaluate", evaluate)
        evaluate(words)
        raise redis.TimeoutError("lost")

    monkeypatch.setattr(state.db, "_evaluate", lose)


def test_clusters_of_version_1_are_read_and_grow(open_one, redis_server) -> None:
    state = open_one()
    meta, core = state.db.key("meta"), state.db.key("cluster", "c1")
    with redis_server.client() as client:
        client.hset(meta, "version", 1)
        old = {"version": 1, "cluster": "c1", "pages": 3, "votes": "{}", "merged_into": ""}
        client.hset(core, mapping={**old, "view": "view", "sums": "sums"})
        client.zadd(state.db.key("clusters"), {"c1": 1})
        client.set(state.db.key("clusters", "version"), 1)
        clusters = open_one().clusters
        # Older versions would miss what is added from now on.
        assert int(client.hget(meta, "version")) == VERSION
    whole = ClusterRow("c1", 1, "c1", 3, (b"sums",), b"view", {}, None, 3)
    assert clusters.read(["c1"]) == {"c1": whole}
    clusters.update(["c1"], lambda rows: [replace(rows["c1"], pages=4, sums=(b"more",))])
    assert clusters.read(["c1"])["c1"].sums == (b"sums", b"more")


def test_keys_of_others_are_refused(redis_server, tmp_path: Path) -> None:
    prefix = uuid.uuid4().hex
    config = StateConfig(tmp_path, RedisAddress(redis_server.url), prefix)
    with redis_server.client() as client:
        client.set(f"{{{prefix}}}:x", 1)
        with pytest.raises(StateError, match=r"not of fpcrawl.*FPCRAWL_REDIS_PREFIX"):
            open_redis(config)
        client.delete(f"{{{prefix}}}:x")
        client.set(f"{{{prefix}}}:meta", "text")
        with pytest.raises(StateError, match="FPCRAWL_REDIS_PREFIX"):
            open_redis(config)
        client.delete(f"{{{prefix}}}:meta")
        client.hset(f"{{{prefix}}}:meta", "app", "other")
        with pytest.raises(StateError, match="another program's"):
            open_redis(config)
        client.hset(f"{{{prefix}}}:meta", mapping={"app": "fpcrawl", "version": VERSION + 1})
        with pytest.raises(StateError, match=f"has version {VERSION + 1}.*upgrade fpcrawl"):
            open_redis(config)


def test_a_state_made_by_another_worker_meanwhile_is_ours(open_one, monkeypatch) -> None:
    look, others = fpcrawl.store.redis._any_key, []

    def make_first(db):
        monkeypatch.undo()
        others.append(open_one())
        others[-1].frontier.add(make_entry("1"))
        others[-1].flush()
        return look(db)

    monkeypatch.setattr(fpcrawl.store.redis, "_any_key", make_first)
    state = open_one()
    assert others
    assert state.frontier.counts(CRAWL, state.clock()) == Counts(due=1)


def test_looking_makes_nothing(open_one, redis_server) -> None:
    with redis_server.client() as client:
        before = client.dbsize()
        with pytest.raises(StateError, match="nothing has been crawled there"):
            open_one(read_only=True)
        assert client.dbsize() == before


def test_one_that_is_not_there_is_told_without_its_password(tmp_path: Path) -> None:
    address = RedisAddress("redis://me:secret-7@127.0.0.1:1/0")
    with pytest.raises(StateAway, match=r"127\.0\.0\.1:1") as failed:
        open_redis(StateConfig(tmp_path, address))
    assert "secret-7" not in str(failed.value)
    assert "secret-7" not in repr(StateConfig(tmp_path, address, database_url="secret-7"))


def test_a_redis_with_password_and_tls(tmp_path: Path) -> None:
    chain, key = make_certificate(tmp_path)
    with running_redis("--tls-cert-file", chain, "--tls-key-file", key) as server:
        port = free_port()
        with server.client() as client:
            client.config_set("tls-auth-clients", "no")
            client.config_set("requirepass", "pw")
            client.config_set("tls-port", port)
        url = f"rediss://:pw@127.0.0.1:{port}/0"
        state = open_redis(StateConfig(tmp_path, RedisAddress(url, {"ssl_ca_certs": chain})))
        state.frontier.add(make_entry("1"))
        assert state.frontier.counts(CRAWL, state.clock()) == Counts(due=1)
        state.close()
        with pytest.raises(StateError, match="certificate"):
            open_redis(StateConfig(tmp_path, RedisAddress(url)))


def test_rows_leased_with_a_lost_reply_are_given_back(open_one, monkeypatch) -> None:
    state = open_one()
    for name in "123":
        state.frontier.add(make_entry(name))
    (known,) = state.frontier.lease(CRAWL, state.clock(), 1)
    state.flush()
    lose_reply(state, monkeypatch)
    with pytest.raises(StateAway):
        state.frontier.lease(CRAWL, state.clock(), 1)
    until_it_is_back(state)
    assert state.frontier.counts(CRAWL, state.clock()) == Counts(due=2, leased=1)
    assert state.frontier.ack(known.lease_id, Outcome.DONE)
    assert len(state.frontier.lease(CRAWL, state.clock(), 5)) == 2


def test_what_is_acked_while_it_is_away_is_not_lost(open_one, own_redis, caplog) -> None:
    caplog.set_level(logging.INFO)
    state = open_one(own_redis)
    for name in "12":
        state.frontier.add(make_entry(name))
    one, two = state.frontier.lease(CRAWL, state.clock(), 2)
    state.flush()
    own_redis.kill()
    state.frontier.add(make_entry("link"))
    assert state.frontier.ack(one.lease_id, Outcome.DONE)
    with pytest.raises(StateAway):
        state.frontier.lease(CRAWL, state.clock(), 1)
    assert state.away_s > 0
    own_redis.start()
    until_it_is_back(state)
    assert state.frontier.counts(CRAWL, state.clock()) == Counts(due=1, leased=1)
    assert state.frontier.is_leased(two.lease_id)
    assert state.frontier.counters(CRAWL) == {"outcome/done": 1}


def test_a_server_that_comes_back_empty_is_not_taken_for_the_same(open_one, own_redis) -> None:
    state = open_one(own_redis)
    state.frontier.add(make_entry("1"))
    state.flush()
    own_redis.kill()
    for path in own_redis.directory.rglob("*"):
        if path.is_file():
            path.unlink()
    own_redis.start()
    with pytest.raises(StateError, match="nothing has been crawled there") as failed:
        state.frontier.lease(CRAWL, state.clock(), 1)
    assert not isinstance(failed.value, StateAway)


def test_directories_of_one_machine_do_not_know_each_others_workers(open_one) -> None:
    theirs, ours = open_one(), open_one()
    theirs.frontier.add(make_entry("1"))
    theirs.frontier.lease(CRAWL, theirs.clock(), 1)
    theirs.flush()
    assert ours.frontier.reclaim(ours.clock()) == 0
    assert ours.frontier.reclaim(ours.clock() + 301) == 1


def test_turns_of_the_dead_are_free_though_who_buried_them_died_at_once(open_one) -> None:
    dead, ours = open_one(), open_one()
    assert dead.tokens.take("a.example", 0.0, 1, 1) == 0
    assert ours.tokens.take("a.example", 0.0, 1, 1) > 0
    dead.flush()
    ours.frontier.reclaim(ours.clock() + 301)
    # Nothing is sent any more of what ours may still hold back.
    others = open_one()
    assert others.tokens.take("a.example", 0.0, 1, 1) == 0
    assert not others.db.client.exists(others.db.key("holds", dead._workers.me))


def test_a_turn_taken_with_a_lost_reply_is_given_back(open_one, monkeypatch) -> None:
    state, other = open_one(), open_one()
    lose_reply(state, monkeypatch)
    with pytest.raises(StateAway):
        state.tokens.take("a.example", 0.0, 1, 1)
    assert other.tokens.take("a.example", 0.0, 1, 1) > 0
    until_it_is_back(state)
    state.flush()
    assert other.tokens.take("a.example", 0.0, 1, 1) == 0


def test_a_page_of_links_takes_one_round_trip(open_one, monkeypatch) -> None:
    state, sent = open_one(), []
    state.frontier.known(CRAWL, [make_entry("1").fingerprint])
    evaluate = state.db._evaluate
    monkeypatch.setattr(state.db, "_evaluate", lambda words: (sent.append(1), evaluate(words))[1])
    entries = [make_entry(str(n)) for n in range(300)]
    assert state.frontier.known(CRAWL, [one.fingerprint for one in entries]) == set()
    with state.transaction():
        for one in entries:
            state.frontier.add(one)
    assert len(sent) == 2
    assert state.frontier.counts(CRAWL, state.clock()).due == 300
    sent.clear()
    assert not any(state.frontier.add(one) for one in entries)
    assert len(state.frontier.known(CRAWL, [one.fingerprint for one in entries])) == 300
    assert sent == []


def test_what_another_worker_added_is_left_out(open_one) -> None:
    ours, theirs = open_one(), open_one()
    ours.frontier.add(make_entry("1"))
    ours.flush()
    assert theirs.frontier.add(make_entry("1"))  # it cannot know yet
    theirs.flush()
    assert ours.frontier.counts(CRAWL, ours.clock()) == Counts(due=1)


def test_a_fingerprint_costs_less_than_40_bytes(open_one, redis_server) -> None:
    state = open_one()
    count = 30_000
    names = [hashlib.blake2b(str(n).encode(), digest_size=12).digest() for n in range(count)]
    with redis_server.client() as client:
        before = client.info("memory")["used_memory_dataset"]
        for start in range(0, count, 1000):
            for name in names[start : start + 1000]:
                head = [state.db.key("crawl", CRAWL), 180, 20_000 * 86400]
                state.db.extend_script("seen_add", (), head, [name, 20_000])
            state.flush()
        after = client.info("memory")["used_memory_dataset"]
    assert state.frontier.seen(CRAWL) == count
    assert (after - before) / count < 40


def test_a_small_hash_is_rid_of_what_expired_when_it_grows(tmp_path: Path, redis_server) -> None:
    clock, prefix = FakeClock(), uuid.uuid4().hex
    config = StateConfig(tmp_path, RedisAddress(redis_server.url), prefix, seen_days=10)
    state = open_redis(config, clock=clock)
    for n in range(3000):
        state.frontier.add(make_entry(str(n)))
        clock.advance(0.01)
    for row in state.frontier.lease(CRAWL, clock(), 3000):
        state.frontier.ack(row.lease_id, Outcome.DONE)
        clock.advance(864)  # a thousand in ten days
    assert state.frontier.seen(CRAWL) < 2600
    assert state.frontier.is_known(CRAWL, make_entry("2999").fingerprint)
    state.close()


def documented_keys() -> list[re.Pattern[str]]:
    """Return the patterns of the first column of the table of keys."""
    table = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8").split("## Keys")[1]
    found = []
    for line in table.splitlines():
        first = None
        for name in re.findall(r"`([^`]+)`", line.split("|")[1]) if line.startswith("| `") else ():
            # ``:x`` stands for the name before it with another end.
            whole = (
                name if first is None or name.startswith("P:") else re.sub(r":[^:]+$", name, first)
            )
            first = first or whole
            pattern = re.escape(whole.removeprefix("P:")).replace(r"\.\.\.", ".+")
            found.append(re.compile(re.sub(r"\b[A-Z]+\b", ".*", pattern)))
    return found


def test_every_key_is_documented(open_one, redis_server) -> None:
    state = open_one()
    for name in "1234":
        state.frontier.add(make_entry(name, recurring=name == "1"))
    state.frontier.add(make_entry("later", not_before=state.clock() + 900))
    rows = state.frontier.lease(CRAWL, state.clock(), 4)
    state.frontier.start(rows[0].lease_id)
    state.frontier.ack(rows[0].lease_id, Outcome.DONE, state.clock() + 60)
    state.frontier.ack(rows[1].lease_id, Outcome.DONE)
    state.frontier.ack(rows[2].lease_id, Outcome.FAILED, reason="timeout")
    state.frontier.start(rows[3].lease_id)
    state.frontier.count(CRAWL, "x")
    state.tokens.take("a.example", 1.0, 1, rows[3].lease_id)
    state.values.set("knowledge/forum:a/b", {})
    state.values.change("knowledge/forum:a/b", lambda _: {"n": 1})
    state.flush()
    start = state.db.key("")
    with redis_server.client() as client:
        names = [name.decode().removeprefix(start) for name in client.scan_iter(match=f"{start}*")]
    patterns = documented_keys()
    assert len(patterns) > 30
    assert len(names) > 20
    for name in names:
        assert any(pattern.fullmatch(name) for pattern in patterns), name
