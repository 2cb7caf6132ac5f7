from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fpcrawl.exceptions import StateError
from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.model import Counts, Outcome
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fpcrawl.store.redis import RedisState
    from fpcrawl.store.sqlite import SqliteState

CRAWL = "forum:a"
HOUR = 3600.0


@pytest.fixture
def state(open_store) -> Iterator[SqliteState | RedisState]:
    opened = open_store()
    yield opened
    opened.close()


@pytest.fixture
def file_state(tmp_path: Path, clock) -> Iterator[SqliteState]:
    opened = open_state(tmp_path / "file", clock=clock)
    yield opened
    opened.close()


def lease_all(state, clock, limit=100, **options):
    return state.frontier.lease(CRAWL, clock(), limit, **options)


def fail_within(state, write) -> None:
    def block() -> None:
        with state.transaction():
            write()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        block()


def test_a_row_is_added_once(state, entry) -> None:
    assert state.frontier.add(entry("1"))
    assert not state.frontier.add(entry("1"))
    assert state.frontier.is_known(CRAWL, entry("1").fingerprint)
    assert not state.frontier.is_known(CRAWL, entry("2").fingerprint)


def test_crawls_do_not_share_rows(state, clock, entry) -> None:
    assert state.frontier.add(entry("1"))
    assert state.frontier.add(entry("1", crawl="news:a"))
    assert len(lease_all(state, clock)) == 1
    assert state.frontier.counts("news:a", clock()).due == 1


def test_higher_priority_goes_first_then_older(state, clock, entry) -> None:
    for name, priority in (("low", -1), ("old", 0), ("new", 0), ("high", 5)):
        state.frontier.add(entry(name, priority=priority))
    urls = [row.url.rsplit("/", 1)[1] for row in lease_all(state, clock)]
    assert urls == ["high", "old", "new", "low"]


def test_rows_move_to_another_level_and_keep_their_order_within(state, clock, entry) -> None:
    for name, priority in (("a", 5), ("b", 3), ("c", 2007), ("gone", 9)):
        state.frontier.add(entry(name, priority=priority))
    fingerprints = {name: entry(name).fingerprint for name in "abcx"}
    levels = {fingerprints["a"]: 4, fingerprints["b"]: 4, fingerprints["c"]: 2}
    assert state.frontier.reprioritise(CRAWL, {**levels, fingerprints["x"]: 9}, 1000) == 2
    assert state.frontier.reprioritise(CRAWL, levels, 1000) == 0
    assert state.frontier.reprioritise("forum:other", levels, 10) == 0
    rows = lease_all(state, clock)
    found = [(row.url.rsplit("/", 1)[1], row.priority) for row in rows]
    assert found == [("a", 4005), ("b", 4003), ("c", 2007), ("gone", 9)]


def test_a_level_given_while_a_row_is_fetched_holds_for_its_next_visit(state, clock, entry) -> None:
    state.frontier.add(entry("board", priority=600, recurring=True))
    (row,) = lease_all(state, clock)
    state.frontier.reprioritise(CRAWL, {row.fingerprint: 7}, 1000)
    assert state.frontier.ack(row.lease_id, Outcome.DONE, clock() + 5)
    clock.advance(6)
    assert [row.priority for row in lease_all(state, clock)] == [7600]


def test_hosts_take_turns_and_busy_hosts_are_passed_over(state, clock, entry) -> None:
    for host in ("a.example", "b.example", "c.example"):
        for n in range(5):
            state.frontier.add(entry(str(n), host=host))
    rows = lease_all(state, clock, 4, busy_hosts={"b.example"}, per_host=lambda host: 2)
    assert [row.host for row in rows] == ["a.example"] * 2 + ["c.example"] * 2
    assert [row.host for row in lease_all(state, clock, 1)] == ["a.example"]
    assert [row.host for row in lease_all(state, clock, 1)] == ["b.example"]
    assert [row.host for row in lease_all(state, clock, 1)] == ["c.example"]
    assert [row.host for row in lease_all(state, clock, 1)] == ["a.example"]


def test_an_address_without_a_host_has_its_turn_too(state, clock, entry) -> None:
    for host in ("", "a.example", "b.example"):
        state.frontier.add(entry("1", host=host))
        state.frontier.add(entry("2", host=host))
    rows = lease_all(state, clock, per_host=lambda host: 1)
    assert sorted(row.host for row in rows) == ["", "a.example", "b.example"]
    assert len(lease_all(state, clock)) == 3


def test_not_before_is_kept(state, clock, entry) -> None:
    state.frontier.add(entry("1", not_before=clock() + 10))
    assert lease_all(state, clock) == []
    assert state.frontier.next_due(CRAWL) == clock() + 10
    clock.advance(9.99)
    assert lease_all(state, clock) == []
    clock.advance(0.02)
    assert len(lease_all(state, clock)) == 1


def test_done_rows_leave_only_a_fingerprint(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    assert state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.counts(CRAWL, clock()) == Counts()
    assert not state.frontier.add(entry("1"))
    assert state.frontier.add(entry("1", force=True))


@pytest.mark.parametrize("outcome", [Outcome.DUPLICATE, Outcome.DROPPED, Outcome.GONE])
def test_other_ends_of_a_one_time_row(state, clock, entry, outcome) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    assert state.frontier.ack(row.lease_id, outcome)
    assert state.frontier.counts(CRAWL, clock()) == Counts()
    assert state.frontier.counters(CRAWL) == {f"outcome/{outcome}": 1}


def test_an_ack_counts_once(state, clock, entry) -> None:
    state.frontier.add(entry("1", recurring=True))
    (row,) = lease_all(state, clock)
    assert state.frontier.ack(row.lease_id, Outcome.DONE, clock())
    (again,) = lease_all(state, clock)
    assert not state.frontier.ack(row.lease_id, Outcome.DONE)
    assert not state.frontier.retry(row.lease_id, 0.0)
    assert state.frontier.release([row.lease_id]) == 0
    assert state.frontier.is_leased(again.lease_id)


def test_recurring_row_comes_back_with_its_validators(state, clock, entry) -> None:
    state.frontier.add(entry("board", recurring=True, role="index"))
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.DONE, clock() + 60, etag='"x"', last_modified="y")
    (board,) = state.frontier.boards(CRAWL)
    assert (board.due, board.visits, board.last_done) == (clock() + 60, 1, clock())
    assert lease_all(state, clock) == []
    clock.advance(60)
    (row,) = lease_all(state, clock)
    assert (row.etag, row.last_modified, row.recurring) == ('"x"', "y", True)
    state.frontier.ack(row.lease_id, Outcome.FAILED, reason="timeout")
    clock.advance(HOUR)
    assert lease_all(state, clock)[0].etag == '"x"'


def test_a_list_that_is_due_at_once_is_left_to_the_next_run(state, clock, entry) -> None:
    state.frontier.add(entry("1", recurring=True))
    state.frontier.revisits_until = clock()
    clock.advance(1)
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.DONE, clock())
    assert not lease_all(state, clock)
    assert not state.frontier.holds_open(CRAWL, clock(), clock())
    state.frontier.revisits_until = clock()
    assert len(lease_all(state, clock)) == 1


def test_recurring_row_without_a_plan_comes_back_after_an_hour(state, clock, entry) -> None:
    state.frontier.add(entry("board", recurring=True))
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.next_due(CRAWL) == clock() + HOUR


def test_failures_grow_and_end(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    for wait_h in (1, 4, 16, 64, 256):
        (row,) = lease_all(state, clock)
        state.frontier.ack(row.lease_id, Outcome.FAILED, reason="timeout")
        assert state.frontier.next_due(CRAWL) == clock() + wait_h * HOUR
        assert state.frontier.counts(CRAWL, clock()).retrying == 1
        clock.advance(wait_h * HOUR)
    assert not state.frontier.failures(CRAWL)[0].dropped
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.FAILED, reason="timeout")
    assert state.frontier.counts(CRAWL, clock()) == Counts()
    (failure,) = state.frontier.failures(CRAWL)
    assert (failure.reason, failure.count, failure.dropped) == ("timeout", 6, True)


def test_success_forgets_failures(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.FAILED)
    clock.advance(HOUR)
    (row,) = lease_all(state, clock)
    assert row.failures == 1
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.failures(CRAWL) == []


def test_failures_are_bounded(state, clock, entry) -> None:
    for n in range(1010):
        state.frontier.add(entry(str(n)))
    for row in lease_all(state, clock, 2000):
        clock.advance(1)
        state.frontier.ack(row.lease_id, Outcome.GONE, reason="http_404")
    failures = state.frontier.failures(CRAWL, 5000)
    assert len(failures) == 1000
    assert failures[0].url.endswith("/1009")


def test_a_failing_board_is_kept_and_asked_daily(state, clock, entry) -> None:
    state.frontier.add(entry("board", recurring=True))
    for _ in range(12):
        clock.now = state.frontier.next_due(CRAWL)
        (row,) = lease_all(state, clock)
        state.frontier.ack(row.lease_id, Outcome.FAILED)
    assert state.frontier.next_due(CRAWL) == clock() + 24 * HOUR


def test_a_board_that_stays_gone_is_given_up(state, clock, entry) -> None:
    state.frontier.add(entry("board", recurring=True))
    for _ in range(6):
        clock.now = state.frontier.next_due(CRAWL)
        (row,) = lease_all(state, clock)
        state.frontier.ack(row.lease_id, Outcome.GONE)
    assert state.frontier.next_due(CRAWL) is None


def test_retry_comes_back_with_its_new_payload(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    assert state.frontier.retry(row.lease_id, clock() + 5, '{"meta":{"retry_times":1}}')
    assert state.frontier.counts(CRAWL, clock()) == Counts(later=1, retrying=1)
    clock.advance(5)
    (row,) = lease_all(state, clock)
    assert row.payload == '{"meta":{"retry_times":1}}'
    state.frontier.ack(row.lease_id, Outcome.FAILED)
    clock.advance(HOUR)
    (row,) = lease_all(state, clock)
    assert row.payload == entry("1").payload  # a later try starts afresh


def test_release_leaves_the_row_as_it_was(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    before = lease_all(state, clock)
    assert state.frontier.release([row.lease_id for row in before]) == 1
    after = lease_all(state, clock)
    assert [replace(row, lease_id=0) for row in after] == [
        replace(row, lease_id=0) for row in before
    ]


def test_force_brings_a_waiting_row_forward_and_merges(state, clock, entry) -> None:
    state.frontier.add(entry("1", recurring=True, not_before=clock() + 900))
    payload = '{"meta":{"fp_page":2}}'
    assert state.frontier.add(entry("1", force=True, not_before=clock() + 1800, payload=payload))
    assert state.frontier.next_due(CRAWL) == clock() + 900
    assert state.frontier.add(entry("1", force=True))
    (row,) = lease_all(state, clock)
    assert row.recurring
    assert row.payload == '{"meta":{"depth":1,"fp_page":2}}'


def test_force_puts_the_address_right_of_a_row_never_fetched(state, clock, entry) -> None:
    def asked(**changes):
        state.frontier.add(replace(entry("1", recurring=True, force=True), **changes))
        (row,) = lease_all(state, clock)
        return row

    asked(url="https://a.example/1")
    state.frontier.release_all()
    row = asked(url="http://b.example/1", host="b.example")
    assert (row.url, row.host) == ("http://b.example/1", "b.example")
    assert lease_all(state, clock) == []
    state.frontier.ack(row.lease_id, Outcome.DONE, clock() + 1)
    row = asked(url="https://a.example/1")
    assert (row.url, row.host) == ("http://b.example/1", "b.example")


def test_force_on_a_leased_row_has_it_done_again(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    assert state.frontier.add(entry("1", force=True, not_before=clock() + 7))
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.next_due(CRAWL) == clock() + 7
    clock.advance(7)
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.next_due(CRAWL) is None


def test_a_detour_lasts_until_the_ack(state, clock, entry) -> None:
    state.frontier.add(entry("board", recurring=True))
    (row,) = lease_all(state, clock)
    assert state.frontier.detour(row.lease_id, "http://b.example/x", "b.example", '{"d":1}')
    (row,) = lease_all(state, clock)
    assert (row.url, row.host, row.payload) == ("http://b.example/x", "b.example", '{"d":1}')
    assert row.fingerprint == entry("board").fingerprint
    assert state.frontier.retry(row.lease_id, clock(), '{"d":2}')
    (row,) = lease_all(state, clock)
    assert row.payload == '{"d":2}'
    state.frontier.ack(row.lease_id, Outcome.DONE, clock())
    (row,) = lease_all(state, clock)
    assert (row.url, row.host) == ("http://a.example/board", "a.example")
    assert row.payload == entry("board").payload


def test_seen_expires(open_store, clock, entry) -> None:
    state = open_store(seen_days=180)
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    state.frontier.ack(row.lease_id, Outcome.DONE)
    state.close()
    clock.advance(180 * 86400)
    state = open_store(seen_days=180)
    assert state.frontier.is_known(CRAWL, entry("1").fingerprint)
    assert not state.frontier.add(entry("1"))
    state.close()
    clock.advance(86400)
    state = open_store(seen_days=180)
    assert state.frontier.add(entry("1"))
    state.close()


def test_seen_is_purged_in_rounds(file_state, clock) -> None:
    for n in range(100):
        file_state.seen.add(1, n.to_bytes(12, "big"), clock() - (400 * 86400 if n % 2 else 0))
    rounds = 0
    while rounds == 0 or file_state.values.get("seen/purge") is not None:
        file_state.seen.purge(clock(), rows=30)
        rounds += 1
    assert rounds == 4
    assert file_state.db.read_one("SELECT count(*) FROM seen") == (50,)
    file_state.seen.add(1, b"\0" * 12, clock() - 400 * 86400)
    file_state.seen.purge(clock(), rows=30)  # the round begins anew
    assert file_state.db.read_one("SELECT count(*) FROM seen") == (49,)


def test_holds_open(state, clock, entry) -> None:
    frontier = state.frontier
    now = clock()
    assert not frontier.holds_open(CRAWL, now, now + 120)
    frontier.add(entry("board", recurring=True, not_before=now + 60))
    assert frontier.holds_open(CRAWL, now, now + 120)  # it was never fetched
    assert not frontier.holds_open(CRAWL, now, now + 30)
    assert frontier.holds_open(CRAWL, now + 60, now)
    clock.advance(60)
    (row,) = lease_all(state, clock)
    assert frontier.holds_open(CRAWL, clock(), clock())
    frontier.ack(row.lease_id, Outcome.DONE, clock() + 60)
    assert not frontier.holds_open(CRAWL, clock(), clock() + 120)
    frontier.add(entry("1"))
    assert frontier.holds_open(CRAWL, clock(), clock() + 120)
    assert not frontier.holds_open(CRAWL, clock(), clock() + 120, {"a.example"})


def test_a_transaction_that_fails_gives_leases_back(state, clock, entry) -> None:
    for name in "12":
        state.frontier.add(entry(name))
    one, two = lease_all(state, clock)

    def write() -> None:
        state.frontier.ack(one.lease_id, Outcome.DONE)
        state.frontier.add(entry("3"))

    fail_within(state, write)
    assert state.frontier.is_leased(one.lease_id)
    assert state.frontier.counts(CRAWL, clock()) == Counts(leased=2)
    assert state.frontier.counters(CRAWL) == {}
    assert state.frontier.ack(one.lease_id, Outcome.DONE)
    with state.transaction():
        state.frontier.ack(two.lease_id, Outcome.DONE)
        fail_within(state, lambda: state.frontier.add(entry("4")))
    assert state.frontier.counts(CRAWL, clock()) == Counts()
    assert not state.in_batch


def test_links_written_before_a_rolled_back_block_are_kept(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = lease_all(state, clock)
    state.frontier.add(entry("link"))
    fail_within(state, lambda: state.frontier.ack(row.lease_id, Outcome.DONE))
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.counts(CRAWL, clock()) == Counts(due=1)


def test_a_page_with_a_plan_is_recurring_from_then_on(state, clock, entry) -> None:
    state.frontier.add(entry("list"))
    (row,) = lease_all(state, clock)
    assert (row.recurring, row.visits) == (False, 0)
    state.frontier.ack(row.lease_id, Outcome.DONE, clock() + 60)
    clock.advance(60)
    (row,) = lease_all(state, clock)
    assert (row.recurring, row.visits) == (True, 1)
    state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.next_due(CRAWL) == clock() + HOUR


def test_policy_honours_a_plan_only_for_recurring_rows() -> None:
    policy = FrontierPolicy()
    assert policy.after(Outcome.DONE, 0.0, False, 0, 99.0) is None
    assert policy.after(Outcome.DONE, 0.0, True, 0, 99.0) == 99.0
    assert policy.after(Outcome.REDIRECTED, 0.0, True, 0, 99.0) is None
    assert policy.after(Outcome.DROPPED, 0.0, True, 0, None) == 24 * HOUR


def test_values_and_hosts(state, clock) -> None:
    assert state.values.get("x", 3) == 3
    state.values.set("x", {"中": "\ud800"})
    assert state.values.get("x") == {"中": "\ud800"}
    state.values.set("x", None)
    assert state.values.get("x") is None
    host = state.sites.host("a.example")
    assert (host.not_before, host.failures, host.crawl_delay_s) == (0.0, 0, None)
    state.sites.set_host(replace(host, not_before=clock() + 5, crawl_delay_s=2.5))
    assert state.sites.host("a.example").crawl_delay_s == 2.5
    assert state.sites.blocked(clock()) == {"a.example": clock() + 5}
    assert state.sites.blocked(clock() + 5) == {}


def test_writing_after_the_disk_went_is_a_state_error(file_state, entry) -> None:
    file_state.db.read("PRAGMA query_only = 1")
    with pytest.raises(StateError):
        file_state.frontier.add(entry("1"))
    file_state.db.read("PRAGMA query_only = 0")


def test_after_a_failed_write_nothing_is_acked(tmp_path: Path, clock, entry) -> None:
    state = open_state(tmp_path, clock=clock)
    state.frontier.add(entry("page"))
    (row,) = lease_all(state, clock)
    state.flush()
    state.frontier.add(entry("link 1"))
    state.db.read("PRAGMA query_only = 1")
    with pytest.raises(StateError):
        state.frontier.add(entry("link 2"))
    state.db.read("PRAGMA query_only = 0")
    with pytest.raises(StateError):
        state.frontier.ack(row.lease_id, Outcome.DONE)
    assert state.frontier.is_leased(row.lease_id)
    state.close()
    state = open_state(tmp_path, clock=clock)
    assert [found.url for found in lease_all(state, clock)] == [row.url]
    state.close()
