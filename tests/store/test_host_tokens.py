"""Turns at hosts, in both stores: together all workers keep one delay and one concurrency."""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING

import pytest

from fpcrawl.store.host_turns import HOLD_S
from fpcrawl.store.redis_client import make_client
from fpcrawl.store.redis_connection import RedisDb
from fpcrawl.store.redis_hosts import RedisTokens
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fpcrawl.store.base import HostTokens

HOST = "a.example"


@pytest.fixture(params=["sqlite", "redis"])
def workers(request, tmp_path: Path) -> Iterator[Callable[[], HostTokens]]:
    """Give the turns as another worker sees them at each call; the clocks are real."""
    opened = []
    prefix = uuid.uuid4().hex

    def sqlite() -> HostTokens:
        state = open_state(tmp_path)
        opened.append(state)
        return state.tokens

    def redis() -> HostTokens:
        server = request.getfixturevalue("redis_server")
        db = RedisDb(make_client(server.url, {}), prefix)
        opened.append(db)
        name = f"worker{len(opened)}"
        return RedisTokens(db, lambda: name)

    yield sqlite if request.param == "sqlite" else redis
    for one in opened:
        one.close()


def test_delay_is_kept_among_workers(workers) -> None:
    one, other = workers(), workers()
    assert one.take(HOST, 30, 1, 1) == 0
    assert one.take(HOST, 30, 1, 1) == 0, "what is had is had at once"
    one.use(HOST, 1)
    one.give(HOST, 1)
    assert 29 < other.take(HOST, 30, 1, 1) <= 30
    assert 9 < other.take(HOST, 10, 8, 1) <= 10, "each worker keeps the delay it knows of"
    assert other.take("b.example", 30, 1, 1) == 0
    assert other.take(HOST, 0, 2, 1) == 0


def test_a_delay_that_is_over_waits_for_nobody(workers) -> None:
    one, other = workers(), workers()
    assert one.take(HOST, 0.2, 2, 1) == 0
    one.use(HOST, 1)
    wait_s = other.take(HOST, 0.2, 2, 1)
    assert 0 < wait_s <= 0.2
    time.sleep(wait_s)
    assert other.take(HOST, 0.2, 2, 1) == 0


def test_the_delay_counts_from_when_a_request_is_sent(workers) -> None:
    one, other = workers(), workers()
    assert one.take(HOST, 0.3, 2, 1) == 0
    time.sleep(0.35)
    # It is not sent yet: the two would come close together.
    assert 0 < other.take(HOST, 0.3, 2, 1) < 0.3
    one.use(HOST, 1)
    assert 0.2 < other.take(HOST, 0.3, 2, 1) <= 0.3
    assert other.take("b.example", 0.3, 2, 2) == 0
    other.give("b.example", 2, unused=True)
    assert other.take("b.example", 0.3, 2, 3) == 0


def test_concurrency_is_kept_among_workers(workers) -> None:
    one, other = workers(), workers()
    assert [one.take(HOST, 0, 3, turn) for turn in (1, 2)] == [0, 0]
    assert other.take(HOST, 0, 3, 1) == 0
    assert 0 < other.take(HOST, 0, 3, 2) < 1
    assert 0 < one.take(HOST, 0, 3, 3) < 1
    one.give(HOST, 1)
    one.give(HOST, 1)
    # What is given back is seen by others once it is sent.
    assert one.take(HOST, 0, 3, 4) == 0
    assert 0 < other.take(HOST, 0, 3, 2) < 1


def test_a_turn_that_was_not_used_costs_nobody_a_delay(workers) -> None:
    one = workers()
    assert one.take(HOST, 30, 1, 1) == 0
    one.give(HOST, 1, unused=True)
    assert one.take(HOST, 30, 1, 2) == 0
    one.use(HOST, 2)
    one.give(HOST, 2)
    assert one.take(HOST, 30, 1, 3) > 29
    # An unused turn gives back the time of the one before.
    assert one.take(HOST, 0, 1, 4) == 0
    one.give(HOST, 4, unused=True)
    assert 25 < one.take(HOST, 30, 1, 5) < 30


def test_all_keys_of_turns_expire(redis_server) -> None:
    db = RedisDb(make_client(redis_server.url, {}), uuid.uuid4().hex)
    assert RedisTokens(db, lambda: "one").take(HOST, 0, 2, 1) == 0
    for key in db.client.scan_iter(f"{{{db.prefix}}}:*"):
        assert db.client.ttl(key) > 0, key
    db.close()


def test_turns_of_a_dead_process_and_forgotten_ones_are_free(tmp_path, clock) -> None:
    one, other = open_state(tmp_path, clock=clock), open_state(tmp_path, clock=clock)
    assert one.tokens.take(HOST, 0, 1, 1) == 0
    assert other.tokens.take(HOST, 0, 1, 1) > 0
    one.close()
    assert other.tokens.take(HOST, 0, 1, 1) == 0
    assert other.tokens.take(HOST, 0, 1, 2) > 0
    clock.advance(HOLD_S + 1)
    assert other.tokens.take(HOST, 0, 1, 2) == 0
    other.close()


def test_a_clock_that_is_set_back_makes_nobody_wait_longer_than_a_delay(state, clock) -> None:
    assert state.tokens.take(HOST, 5, 2, 1) == 0
    clock.advance(-7200)
    assert state.tokens.take(HOST, 5, 2, 2) == 5
    state.tokens.give("never.asked", 7)
