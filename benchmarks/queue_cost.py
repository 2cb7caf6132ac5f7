"""``python -m benchmarks.queue_cost``: what a queue of boards costs in SQLite and in Redis.

All boards are due. Rows are popped as the scheduler pops them, many at once, and one at a
time; each is acked by itself, on disk or answered before the next. Beside it stands the queue
of plain scrapy-redis, which hands a request out once and forgets it: it knows no due times
and no acks.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy_redis.queue import PriorityQueue

from benchmarks._redis import run_redis
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench, versions
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, Outcome
from fpcrawl.store.opening import RedisAddress, StateConfig
from fpcrawl.store.redis import open_redis
from fpcrawl.store.sqlite import STATE_FILE, open_state

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import redis

    from fpcrawl.store.redis import RedisState
    from fpcrawl.store.sqlite import SqliteState

_CRAWL = "forum:bench"
_AT_ONCE = 16
_PAYLOAD = json.dumps(
    {
        "callback": "parse",
        "errback": "failed",
        "meta": {"depth": 1, "fp_role": "index", "fp_page": 1, "fp_recurring": True},
    },
    separators=(",", ":"),
)


def _url(n: int, hosts: int) -> str:
    return f"https://forum{n % hosts}.example.com/viewforum.php?f={n // hosts}"


def _entry(n: int, hosts: int) -> Entry:
    url = _url(n, hosts)
    return Entry(
        _CRAWL,
        url,
        hashlib.blake2b(url.encode(), digest_size=FINGERPRINT_BYTES).digest(),
        f"forum{n % hosts}.example.com",
        _PAYLOAD,
        priority=n % 7,
        recurring=True,
        role="index",
    )


def _timed(action: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    found = action()
    return (time.perf_counter() - started) * 1e3, found


def _figures(name: str, times_ms: list[float]) -> dict[str, float]:
    ordered = sorted(times_ms)
    return {
        f"{name}_ms_median": round(statistics.median(ordered), 4),
        f"{name}_ms_p99": round(ordered[int(len(ordered) * 0.99)], 4),
    }


def _state(state: SqliteState | RedisState, boards: int, hosts: int, rounds: int) -> dict[str, Any]:
    """Fill a frontier, and pop and ack so many rows."""
    frontier = state.frontier
    started = time.perf_counter()
    for n in range(boards):
        frontier.add(_entry(n, hosts))
        if n % 200 == 0:
            state.flush()
    state.flush()
    add_ms = (time.perf_counter() - started) * 1e3 / boards
    pops, ones, acks, calls = [], [], [], []
    for _ in range(rounds):
        took, rows = _timed(
            lambda: frontier.lease(_CRAWL, state.clock(), _AT_ONCE, (), lambda _: 2)
        )
        if len(rows) != _AT_ONCE:
            raise BenchError(f"{len(rows)} rows were handed out, not {_AT_ONCE}")
        # A lease that is not on disk is as good as none.
        flushed, _ = _timed(state.flush)
        calls.append(took + flushed)
        pops += [(took + flushed) / _AT_ONCE] * _AT_ONCE
        for row in rows:
            due = state.clock() + 3600.0
            took, _ = _timed(partial(_ack, state, row.lease_id, due))
            acks.append(took)
        took, (row,) = _timed(lambda: frontier.lease(_CRAWL, state.clock(), 1))
        ones.append(took)
        _ack(state, row.lease_id, state.clock() + 3600.0)
    counts = frontier.counts(_CRAWL, state.clock())
    if counts.due + counts.later != boards or counts.leased:
        raise BenchError(f"of {boards} boards there are {counts}")
    return {
        "add_ms": round(add_ms, 4),
        **_figures("pop", pops),
        **_figures("pop_call", calls),
        **_figures("pop_one", ones),
        **_figures("ack", acks),
    }


def _ack(state: SqliteState | RedisState, lease_id: int, due: float) -> None:
    state.frontier.ack(lease_id, Outcome.DONE, due)
    state.flush()


def _used(client: redis.Redis) -> int:
    return int(client.info("memory")["used_memory"])


def _scrapy_redis(client: redis.Redis, boards: int, hosts: int, rounds: int) -> dict[str, Any]:
    queue = PriorityQueue(client, Spider("bench"), "%(spider)s:requests")
    before = _used(client)
    for n in range(boards):
        queue.push(Request(_url(n, hosts), meta={"fp_role": "index", "fp_page": 1}))
    used = _used(client) - before
    pops = []
    for _ in range(rounds * _AT_ONCE):
        took, request = _timed(queue.pop)
        if request is None:
            raise BenchError("the queue of scrapy-redis is empty")
        pops.append(took)
    return {"bytes_a_board": round(used / boards), **_figures("pop", pops)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.queue_cost", description=__doc__)
    parser.add_argument("--boards", type=int, default=100_000, help="boards in the queue")
    parser.add_argument("--hosts", type=int, default=1000, help="hosts they are on")
    parser.add_argument("--rounds", type=int, default=200, help=f"times {_AT_ONCE} are popped")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    if min(args.boards, args.hosts, args.rounds) < 1 or args.boards < args.rounds * _AT_ONCE * 2:
        raise BenchError("there must be more boards than are popped twice over")
    started = time.perf_counter()
    sizes = (args.boards, args.hosts, args.rounds)
    with tempfile.TemporaryDirectory() as folder, run_redis() as server:
        with closing(open_state(Path(folder))) as state:
            sqlite = _state(state, *sizes)
            state.db.outside("PRAGMA wal_checkpoint(TRUNCATE)")
            size = (Path(folder) / STATE_FILE).stat().st_size
            sqlite["bytes_a_board"] = round(size / args.boards)
        with server.client() as client:
            before = _used(client)
            config = StateConfig(Path(folder), RedisAddress(server.url))
            with closing(open_redis(config)) as shared:
                redis_ = _state(shared, *sizes)
                redis_["bytes_a_board"] = round((_used(client) - before) / args.boards)
            client.flushall()
            plain = _scrapy_redis(client, *sizes)
    result = {
        "sqlite": sqlite,
        "redis": redis_,
        "scrapy_redis": plain,
        "hosts": args.hosts,
        **bench_keys("queue_cost", "made", args.boards, time.perf_counter() - started, peak_mb()),
        "versions": versions("fpcrawl", "redis", "scrapy-redis"),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
