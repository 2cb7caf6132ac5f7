from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from store_kit import move_elsewhere, open_at

from fpcrawl.store.model import Counts

ROOT = Path(__file__).parents[2]
CRAWL = "forum:a"

HOLDER = """
import sys, time
from pathlib import Path
from store_kit import make_entry, open_at
state = open_at(sys.argv[1])
for n in range(5):
    state.frontier.add(make_entry(str(n)))
assert len(state.frontier.lease("forum:a", time.time(), 3)) == 3
state.flush()
print("leased", flush=True)
time.sleep(60)
"""

WORKER = """
import sys, time
from pathlib import Path
from store_kit import open_at
from fpcrawl.store.model import Outcome
state = open_at(sys.argv[1])
done = []
idle = 0
while idle < 20:
    rows = state.frontier.lease("forum:a", time.time(), 4)
    idle = 0 if rows else idle + 1
    if not rows:
        time.sleep(0.02)
    for row in rows:
        assert state.frontier.ack(row.lease_id, Outcome.DONE)
        done.append(row.url)
state.close()
print("\\n".join(done))
"""


def run(source: str, place: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", source, place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}"},
    )


def test_leases_of_a_killed_worker_are_free_at_once(place: str, tmp_path: Path) -> None:
    holder = run(HOLDER, place)
    assert holder.stdout.readline() == "leased\n"
    state = open_at(place)
    now = 4e9
    assert state.frontier.counts(CRAWL, now) == Counts(due=2, leased=3)
    assert state.frontier.holds_open(CRAWL, now, now)
    assert state.frontier.reclaim(now) == 0  # alive: no lease time ends its work
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert state.frontier.reclaim(0.0) == 3
    assert state.frontier.counts(CRAWL, now) == Counts(due=5)
    state.close()
    assert list((tmp_path / "state" / "workers").glob("*.lock")) == []


def test_opening_takes_over_what_a_killed_worker_held(place: str) -> None:
    holder = run(HOLDER, place)
    assert holder.stdout.readline() == "leased\n"
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    state = open_at(place)
    assert state.frontier.counts(CRAWL, 4e9) == Counts(due=5)
    state.close()


def test_leases_of_another_machine_expire_unless_renewed(place: str, clock, entry) -> None:
    theirs = open_at(place, clock=clock, lease_s=300)
    move_elsewhere(theirs)
    theirs.frontier.add(entry("1"))
    (row,) = theirs.frontier.lease(CRAWL, clock(), 5)
    theirs.flush()
    ours = open_at(place, clock=clock)
    clock.advance(299)
    assert ours.frontier.reclaim(clock()) == 0
    theirs.frontier.renew(clock())
    clock.advance(299)
    assert ours.frontier.reclaim(clock()) == 0
    clock.advance(2)
    assert ours.frontier.reclaim(clock()) == 1
    (again,) = ours.frontier.lease(CRAWL, clock(), 5)
    ours.flush()
    # The machine was only slow: what it does now with its lease changes nothing.
    theirs.frontier.renew(clock())
    assert not theirs.frontier.is_leased(row.lease_id)
    assert not theirs.frontier.retry(row.lease_id, clock())
    assert theirs.frontier.lease(CRAWL, clock(), 5) == []
    assert ours.frontier.is_leased(again.lease_id)
    assert ours.frontier.counts(CRAWL, clock()) == Counts(leased=1)
    theirs.close()
    assert ours.frontier.counts(CRAWL, clock()) == Counts(leased=1)
    ours.close()


def test_two_processes_share_rows_and_none_is_done_twice(place: str, entry) -> None:
    state = open_at(place)
    names = [str(n) for n in range(400)]
    for name in names:
        state.frontier.add(entry(name))
    state.close()
    workers = [run(WORKER, place) for _ in range(2)]
    done = [line for worker in workers for line in worker.communicate(timeout=60)[0].split()]
    assert [worker.returncode for worker in workers] == [0, 0]
    assert sorted(done) == sorted(entry(name).url for name in names)


ADDER = """
import sys
from pathlib import Path
from store_kit import make_entry, open_at
state = open_at(sys.argv[1])
sys.stdin.readline()
added = 0
for n in range(1500):
    added += state.frontier.add(make_entry(str(n)))
    if n % 5 == 0:
        state.flush()
state.close()
print(added)
"""


def test_what_two_processes_add_at_once_is_added_once(place: str) -> None:
    open_at(place).close()
    adders = [run(ADDER, place) for _ in range(2)]
    for adder in adders:
        adder.stdin.write("go\n")
        adder.stdin.flush()
    added = [int(adder.communicate(timeout=60)[0]) for adder in adders]
    state = open_at(place)
    assert state.frontier.counts(CRAWL, 4e9) == Counts(due=1500)
    state.close()
    # In Redis the batch tells, when it is done.
    assert sum(added) == 1500 or "|" in place
    assert [adder.returncode for adder in adders] == [0, 0]
