"""Two machines with a file each and one Redis: who stores what, and as which version."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from store_kit import make_entry
from test_store_records import keyed, post

from fpcrawl.exceptions import StateAway
from fpcrawl.extraction.records import Thread
from fpcrawl.store.model import Outcome, ThreadPage
from fpcrawl.store.opening import RedisAddress, StateConfig, open_configured

if TYPE_CHECKING:
    from pathlib import Path

THREAD = Thread(key="t", site="a.example", url="http://a.example/t/1", replies=3)
NOW = 1_700_000_000.0


@pytest.fixture
def machines(redis_server, tmp_path: Path):
    address, prefix = RedisAddress(redis_server.url), uuid.uuid4().hex
    opened = [
        open_configured(StateConfig(tmp_path / name, address, prefix)) for name in ("one", "two")
    ]
    yield opened
    for state in opened:
        state.close()


def store(state, *records, now: float = NOW):
    with state.transaction():
        return [(s.status, s.version) for s in state.records.upsert(records, now)]


def test_what_another_machine_has_stored_is_the_same(machines) -> None:
    one, two = machines
    assert store(one, post(), post(key="k2")) == [("new", 1), ("new", 1)]
    assert store(two, post(), post(key="k3")) == [("same", 1), ("new", 1)]
    assert [two.records.count("post"), one.records.count("post")] == [1, 2]
    assert two.records.get("post", "k1") is None


@pytest.mark.parametrize("floor", [1, None])
def test_a_number_that_another_machine_did_not_read_makes_no_new_post(machines, floor) -> None:
    one, two = machines
    earlier, later = keyed(floor=floor), keyed("158", floor=floor)
    assert earlier.key != later.key
    assert store(one, earlier) == [("new", 1)]
    assert store(two, later, keyed("159", body_text="another")) == [("same", 1), ("new", 1)]
    assert two.records.count("post") == 1
    assert store(one, later) == [("same", 1)]
    assert one.records.get("post", earlier.key)["post_id"] == "158"


def test_an_edit_that_another_machine_sees_is_the_next_version(machines) -> None:
    one, two = machines
    store(one, post())
    assert store(two, post(body_text="edited")) == [("changed", 2)]
    assert two.records.get("post", "k1")["version"] == 2
    assert store(one, post(body_text="edited")) == [("same", 2)]
    assert store(one, post(body_text="edited again")) == [("changed", 3)]
    assert [old["version"] for old in one.records.versions("post", "k1")] == [1]
    assert one.records.get("post", "k1")["version"] == 3
    lines: list[str] = []
    for state in machines:
        state.outbox.hand_out("post", None, "f", 9, lambda found: lines.extend(found) or 1)
    assert sorted(line[-12:] for line in lines) == [f'"version":{n}}}' for n in (1, 2, 3)]


def test_threads_and_their_pages_are_of_all_machines(machines) -> None:
    one, two = machines
    assert store(one, THREAD) == [("new", 1)]
    grown = replace(THREAD, replies=9)
    assert store(two, grown) == [("changed", 2)]
    assert store(one, grown) == [("same", 2)]
    assert one.records.known_thread("t") == grown
    assert one.records.get("thread", "t") == two.records.get("thread", "t")
    assert one.records.get("thread", "t")["version"] == 2
    assert [t["replies"] for t in one.records.stored("thread")] == [9]
    assert two.records.count("thread") == two.records.count("thread", "a.example") == 1
    assert two.records.count("thread", "b.example") == 0
    page = ThreadPage(1, "http://a.example/t/1", 20, 0.5)
    one.records.set_thread_page("t", page)
    one.flush()
    assert two.records.thread_pages("t") == [page]


def test_a_page_that_fails_leaves_no_marks(machines) -> None:
    one, two = machines

    def fail() -> None:
        with one.transaction():
            one.records.upsert([post(), THREAD], NOW)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert two.records.known_thread("t") is None
    assert store(two, post()) == [("new", 1)]


def test_records_are_on_disk_before_the_end_of_the_lease_is_sent(own_redis, tmp_path: Path) -> None:
    config = StateConfig(tmp_path, RedisAddress(own_redis.url))
    state = open_configured(config)
    state.frontier.add(make_entry("1"))
    state.flush()
    (leased,) = state.frontier.lease("forum:a", state.clock(), 1)
    with state.transaction():
        state.records.upsert([post()], NOW)
        state.frontier.ack(leased.lease_id, Outcome.DONE)
        own_redis.kill()
    assert state.away_s > 0
    with pytest.raises(StateAway):
        state.records.upsert([post(key="k2")], NOW)
    assert state.records.count("post") == 1
    state.close()
