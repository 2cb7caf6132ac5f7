"""Rows that workers die of are set aside, those beside them are not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from store_kit import open_at, vanish

from fpcrawl.store.frontier_policy import FrontierPolicy
from fpcrawl.store.model import Outcome
from fpcrawl.store.worker import Fate, WorkerLock, fate

ROOT = Path(__file__).parents[2]
CRAWL = "forum:a"
DAY = 86400.0

VICTIM = """
import os, signal, sys
from store_kit import open_at
now, start, keep = float(sys.argv[2]), sys.argv[3].split(","), sys.argv[4].split(",")
state = open_at(sys.argv[1], clock=lambda: now)
for row in state.frontier.lease("forum:a", now, 100):
    name = row.url.rsplit("/", 1)[1]
    if name in start:
        state.frontier.start(row.lease_id)
    if name in keep:
        state.frontier.start(row.lease_id, started=False)
state.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


def die(place: str, now: float, start: str, keep: str = "") -> None:
    """Lease all that is due, start some of it and be killed."""
    ended = subprocess.run(
        [sys.executable, "-c", VICTIM, place, str(now), start, keep],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
        timeout=60,
        check=False,
    )
    assert ended.returncode == -9


def crashes(state, clock) -> dict[str, int]:
    rows = state.frontier.lease(CRAWL, clock(), 100)
    found = {row.url.rsplit("/", 1)[1]: row.crashes for row in rows}
    state.frontier.release([row.lease_id for row in rows])
    return found


def test_a_row_three_workers_died_with_is_set_aside_for_a_day(place, clock, entry) -> None:
    state = open_at(place, clock=clock)
    for name in ("poison", "waits", "kept", "board"):
        state.frontier.add(entry(name, recurring=name == "board"))
    state.flush()
    for count in (1, 2):
        die(place, clock(), "poison,kept", "kept")
        assert state.frontier.reclaim(clock()) == 4
        assert crashes(state, clock) == {"poison": count, "waits": 0, "kept": 0, "board": 0}
        state.flush()
    die(place, clock(), "poison")
    assert state.frontier.reclaim(clock()) == 4
    assert state.frontier.quarantined == 1
    assert set(crashes(state, clock)) == {"waits", "kept", "board"}
    (failure,) = state.frontier.failures(CRAWL)
    assert (failure.url, failure.reason, failure.dropped) == (entry("poison").url, "poison", False)
    assert not state.frontier.add(entry("poison"))
    clock.advance(DAY + 1)
    # One more try a day: it is set aside at once, and after some days given up.
    for days in range(1, FrontierPolicy().max_failures + 1):
        assert crashes(state, clock)["poison"] == 2 + days
        state.flush()
        die(place, clock(), "poison")
        state.frontier.reclaim(clock())
        clock.advance(DAY + 1)
    assert "poison" not in crashes(state, clock)
    (failure,) = state.frontier.failures(CRAWL)
    assert failure.dropped
    assert state.frontier.is_known(CRAWL, entry("poison").fingerprint)
    state.close()


def test_a_page_that_was_read_after_all_is_trusted_again(place, clock, entry) -> None:
    state = open_at(place, clock=clock)
    state.frontier.add(entry("board", recurring=True))
    state.flush()
    for _ in range(2):
        die(place, clock(), "board")
        state.frontier.reclaim(clock())
    (row,) = state.frontier.lease(CRAWL, clock(), 5)
    assert row.crashes == 2
    state.frontier.start(row.lease_id)
    state.frontier.ack(row.lease_id, Outcome.DONE, clock() + 5)
    clock.advance(6)
    assert crashes(state, clock) == {"board": 0}
    state.close()


def test_a_worker_that_ended_by_itself_counts_no_crash(place, clock, entry) -> None:
    theirs = open_at(place, clock=clock)
    theirs.frontier.add(entry("1"))
    (row,) = theirs.frontier.lease(CRAWL, clock(), 5)
    theirs.frontier.start(row.lease_id)
    theirs.flush()
    ours = open_at(place, clock=clock)
    vanish(theirs)  # as when its disk is full
    assert ours.frontier.reclaim(clock()) == 1
    assert crashes(ours, clock) == {"1": 0}
    ours.close()


def test_what_is_put_back_or_tried_again_was_not_died_of(state, clock, entry) -> None:
    state.frontier.add(entry("1"))
    (row,) = state.frontier.lease(CRAWL, clock(), 5)
    state.frontier.start(row.lease_id)
    assert state.frontier.release([row.lease_id]) == 1
    (row,) = state.frontier.lease(CRAWL, clock(), 5)
    state.frontier.start(row.lease_id)
    assert state.frontier.retry(row.lease_id, clock())
    state.frontier.lease(CRAWL, clock(), 5)
    assert state.db.read("SELECT started, crashes FROM frontier") == [(0, 0)]


def test_fate_of_a_worker(tmp_path) -> None:
    lock = WorkerLock(tmp_path)
    assert fate(tmp_path, lock.name) is Fate.ALIVE
    lock.close()
    assert fate(tmp_path, lock.name) is Fate.LEFT
    (tmp_path / "killed.lock").touch()
    assert fate(tmp_path, "killed") is Fate.CRASHED
