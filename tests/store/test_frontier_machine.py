"""The frontier against a model: no row lost, none leased twice, none too early."""

from __future__ import annotations

import tempfile
import uuid
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from store_kit import FakeClock, make_entry

from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.model import Outcome
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis import open_redis
from fpcrawl.store.sqlite import open_state

CRAWL = "forum:a"
POLICY = FrontierPolicy()
HOSTS = ("a.example", "b.example")


class Row:
    def __init__(self, due: float, recurring: bool) -> None:
        self.due = due
        self.recurring = recurring
        self.failures = 0
        self.again: float | None = None
        self.lease: int | None = None


class FrontierMachine(RuleBasedStateMachine):
    server = None

    def __init__(self) -> None:
        super().__init__()
        self.prefix = uuid.uuid4().hex
        self.directory = tempfile.TemporaryDirectory()
        self.clock = FakeClock()
        self.rows: dict[str, Row] = {}
        self.seen: set[str] = set()
        self.open()

    def open(self) -> None:
        directory = Path(self.directory.name)
        if self.server is None:
            self.state = open_state(directory, clock=self.clock)
        else:
            config = StateConfig(directory, RedisAddress(self.server.url), self.prefix)
            self.state = open_redis(config, clock=self.clock)
        self.frontier = self.state.frontier

    def leased(self) -> list[str]:
        return sorted(url for url, row in self.rows.items() if row.lease is not None)

    @rule(
        name=st.integers(0, 12),
        host=st.sampled_from(HOSTS),
        wait_s=st.sampled_from([None, 0.5, 3.0, 100.0]),
        recurring=st.booleans(),
        force=st.booleans(),
        priority=st.integers(-1, 1),
    )
    def add(self, name, host, wait_s, recurring, force, priority) -> None:
        due = self.clock() if wait_s is None else self.clock() + wait_s
        entry = make_entry(
            str(name),
            host=host,
            not_before=0.0 if wait_s is None else due,
            recurring=recurring,
            force=force,
            priority=priority,
        )
        # One that is added by several workers cannot tell by itself.
        known = self.frontier.is_known(CRAWL, entry.fingerprint)
        added = self.frontier.add(entry)
        assert known == (entry.url in self.rows or entry.url in self.seen)
        row = self.rows.get(entry.url)
        if row is None:
            assert added == (force or entry.url not in self.seen)
            if added:
                self.rows[entry.url] = Row(due, recurring)
            return
        assert added == force
        if not force:
            return
        row.recurring = row.recurring or recurring
        if row.lease is None:
            row.due = min(row.due, due)
        else:
            row.again = due if row.again is None else min(row.again, due)

    @rule(limit=st.integers(1, 6), busy=st.sets(st.sampled_from(HOSTS)))
    def lease(self, limit, busy) -> None:
        now = self.clock()
        able = [
            url
            for url, row in self.rows.items()
            if row.lease is None and row.due <= now and not any(host in url for host in busy)
        ]
        taken = self.frontier.lease(CRAWL, now, limit, busy)
        assert len(taken) == min(limit, len(able))
        for leased in taken:
            assert leased.url in able
            row = self.rows[leased.url]
            assert row.lease is None
            row.lease = leased.lease_id

    @precondition(lambda self: self.leased())
    @rule(data=st.data(), outcome=st.sampled_from(list(Outcome)))
    def ack(self, data, outcome) -> None:
        url = data.draw(st.sampled_from(self.leased()))
        row = self.rows[url]
        plan = data.draw(st.sampled_from([None, 0.0, 50.0]))
        next_due = None if plan is None else self.clock() + plan
        assert self.frontier.ack(row.lease, outcome, next_due)
        row.recurring = row.recurring or (outcome is Outcome.DONE and next_due is not None)
        due = POLICY.after(outcome, self.clock(), row.recurring, row.failures, next_due)
        if row.again is not None:
            due = row.again if due is None else min(due, row.again)
        if due is None:
            del self.rows[url]
            self.seen.add(url)
            return
        failed = outcome in (Outcome.FAILED, Outcome.GONE)
        row.failures = row.failures + 1 if failed else 0
        row.due, row.again, row.lease = due, None, None

    @precondition(lambda self: self.leased())
    @rule(data=st.data(), wait_s=st.sampled_from([0.0, 4.0]))
    def retry(self, data, wait_s) -> None:
        row = self.rows[data.draw(st.sampled_from(self.leased()))]
        assert self.frontier.retry(row.lease, self.clock() + wait_s)
        row.due, row.lease = self.clock() + wait_s, None

    @precondition(lambda self: self.leased())
    @rule(data=st.data())
    def release(self, data) -> None:
        row = self.rows[data.draw(st.sampled_from(self.leased()))]
        assert self.frontier.release([row.lease]) == 1
        row.lease = None

    @rule(seconds=st.sampled_from([0.4, 5.0, 4000.0]))
    def time_passes(self, seconds) -> None:
        self.clock.advance(seconds)

    @rule()
    def fail_a_block(self) -> None:
        def block() -> None:
            with self.state.transaction():
                for url in self.leased():
                    self.frontier.ack(self.rows[url].lease, Outcome.DONE)
                self.frontier.lease(CRAWL, self.clock(), 3)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            block()

    @rule()
    def reopen(self) -> None:
        self.state.close()
        self.open()
        for row in self.rows.values():
            row.lease = None

    @invariant()
    def counts_agree(self) -> None:
        counts = self.frontier.counts(CRAWL, self.clock())
        free = [row for row in self.rows.values() if row.lease is None]
        # An "again" is noted beside the due time of a leased row, so only free rows count.
        assert counts.leased == len(self.rows) - len(free)
        assert counts.due == sum(row.due <= self.clock() for row in free)
        assert counts.due + counts.later == len(free)

    def teardown(self) -> None:
        self.state.close()
        self.directory.cleanup()


MACHINE_SETTINGS = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_sqlite() -> None:
    run_state_machine_as_test(FrontierMachine, settings=MACHINE_SETTINGS)


def test_redis(redis_server) -> None:
    machine = type("RedisMachine", (FrontierMachine,), {"server": redis_server})
    run_state_machine_as_test(machine, settings=settings(MACHINE_SETTINGS, max_examples=25))
