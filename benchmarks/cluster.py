"""``python -m benchmarks.cluster``: several workers on one site, beside plain scrapy-redis.

What limits a worker here is its own: the site answers late, and a worker has few requests at
once. So two workers can be twice as fast where nothing that they share holds them up.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._cluster import BENCH, Fleet, World, agent_number, gaps, read_store
from benchmarks._redis import RedisServer, run_redis
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench, versions

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence

#: Share of the pages up to which the rate is taken: at the end workers wait for the last ones.
_UP_TO = 0.9
#: A gap may be so much shorter than the delay: what the server sees is when it reads.
_JITTER_S = 0.02


@dataclass(frozen=True, slots=True)
class Bed:
    """What all runs share."""

    world: World
    redis: RedisServer
    folder: Path
    args: argparse.Namespace


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run: the server's log and the lines of each post in the feed."""

    log: list[dict[str, Any]]
    posts: Counter[str]
    torn: int
    seconds: float
    fleet: Fleet


def _crawl(
    bed: Bed, name: str, *, settings: dict[str, str], spider_args: Sequence[str] = ()
) -> Fleet:
    """Return workers of a crawl that begins with nothing."""
    folder = bed.folder / name
    every = {
        **BENCH,
        "CONCURRENT_REQUESTS": str(bed.args.concurrency),
        "CONCURRENT_REQUESTS_PER_DOMAIN": "64",
        "FPCRAWL_STATE_DIR": str(folder / "state"),
        "FPCRAWL_OUTPUT_DIR": str(folder / "out"),
        **settings,
    }
    module = "fpcrawl.settings"
    if bed.args.state == "redis":
        module = "fpcrawl.settings.cluster"
        every |= {"REDIS_URL": bed.redis.url, "FPCRAWL_REDIS_PREFIX": name}
    command = ["scrapy", "crawl", "forum", "-a", f"site={bed.world.url}"]
    command += [word for argument in spider_args for word in ("-a", argument)]
    return Fleet(folder, command, module, every)


def _peer(bed: Bed, name: str, urls: Path, *, settings: dict[str, str]) -> Fleet:
    """Return workers of plain scrapy-redis, with all that it has against losses switched on."""
    every = {
        "CONCURRENT_REQUESTS": str(bed.args.concurrency),
        "CONCURRENT_REQUESTS_PER_DOMAIN": "64",
        "DOWNLOAD_DELAY": "0",
        "RANDOMIZE_DOWNLOAD_DELAY": "False",
        "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        "SCHEDULER_PERSIST": "True",
        "SCHEDULER_IDLE_BEFORE_CLOSE": "1",
        "ITEM_PIPELINES": '{"scrapy_redis.pipelines.RedisPipeline": 300}',
        "REDIS_URL": bed.redis.url,
        "SCHEDULER_QUEUE_KEY": f"{name}:requests",
        "SCHEDULER_DUPEFILTER_KEY": f"{name}:dupefilter",
        "REDIS_ITEMS_KEY": f"{name}:items",
        "TELNETCONSOLE_ENABLED": "False",
        "REMOTE_CONTROL_ENABLED": "False",
        **settings,
    }
    spider = str(Path(__file__).with_name("_redispeer.py"))
    command = ["scrapy", "runspider", spider, "-a", f"urls={urls}"]
    return Fleet(bed.folder / name, command, "", every)


def _run(
    bed: Bed, fleet: Fleet, count: int, between: Callable[[Fleet, int], None] | None = None
) -> Outcome:
    """Run workers to their end; `between` may harm them meanwhile."""
    since, started = bed.world.asked, time.monotonic()
    with fleet.guarded():
        for number in range(1, count + 1):
            fleet.start(number)
        if between is not None:
            between(fleet, since)
        codes = fleet.wait(bed.args.timeout)
    if any(codes):
        raise BenchError(f"{fleet.folder.name}: workers ended with {codes}: {fleet.tails()}")
    posts, torn = read_store([fleet.folder / "out" / "posts.jsonl"])
    seconds = time.monotonic() - started
    print(f"{fleet.folder.name:20} {seconds:.0f} s", file=sys.stderr, flush=True)
    return Outcome(bed.world.log(since), posts, torn, seconds, fleet)


def _kill_one(bed: Bed, pages: int) -> Callable[[Fleet, int], None]:
    """Kill a worker when a third of the pages were asked for, and start another."""

    def between(fleet: Fleet, since: int) -> None:
        until = time.monotonic() + bed.args.timeout
        while bed.world.asked - since < pages / 3:
            if time.monotonic() > until or not any(w.alive for w in fleet.workers):
                raise BenchError(f"too few pages before the kill: {fleet.tails()}")
            time.sleep(0.01)
        fleet.workers[-1].kill()
        fleet.start(len(fleet.workers) + 1)

    return between


def pages_per_s(log: Sequence[dict[str, Any]], workers: int) -> float:
    """Return the rate from when all workers ask until nine tenths of the pages are asked for.

    Raises
    ------
    BenchError
        A worker asked for nothing, or the time is too short to tell.
    """
    times = sorted(float(entry["monotonic"]) for entry in log)
    first: dict[int, float] = {}
    for entry in log:
        first.setdefault(agent_number(entry), float(entry["monotonic"]))
    first.pop(0, None)
    if len(first) < workers:
        raise BenchError(f"only {len(first)} of {workers} workers asked for anything")
    begin, end = max(first.values()), times[int(_UP_TO * (len(times) - 1))]
    inside = sum(begin < when <= end for when in times)
    if inside < 10:
        raise BenchError("all pages were asked for before all workers were there")
    return inside / (end - begin)


def _records(found: Outcome, reference: set[str]) -> dict[str, Any]:
    lines = found.posts
    return {
        "posts": len(lines),
        "posts_lost": len(reference - set(lines)),
        "posts_unknown": len(set(lines) - reference),
        "posts_doubled": sum(n - 1 for n in lines.values()),
        "lines_torn": found.torn,
    }


def _asked(log: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Return requests, and those for an address that had been asked for."""
    paths = [entry["path"] for entry in log if entry["path"] != "/robots.txt"]
    return {"requests": len(log), "asked_again": len(paths) - len(set(paths))}


def measure(bed: Bed) -> dict[str, Any]:
    """Measure ours.

    Raises
    ------
    BenchError
        A run fails.
    """
    truth = len(bed.world.posts())
    out: dict[str, Any] = {"posts_of_the_demo": truth, "by_workers": {}}
    reference: set[str] = set()
    for count in bed.args.workers:
        found = _run(bed, _crawl(bed, f"ours-{count}", settings={}), count)
        reference = reference or set(found.posts)
        out["by_workers"][str(count)] = {
            "pages_per_s": round(pages_per_s(found.log, count), 2),
            **_asked(found.log),
            **_records(found, reference),
            "complaints": dict(found.fleet.complaints().most_common(5)),
        }
        if count == bed.args.workers[0]:
            paths = [e["path"] for e in found.log if e["path"] != "/robots.txt"]
            urls = [bed.world.url + path.lstrip("/") + "\n" for path in dict.fromkeys(paths)]
            (bed.folder / "urls.txt").write_text("".join(urls), encoding="utf-8")
            out["pages"] = len(urls)
    out["posts_missing_of_the_demo"] = truth - len(reference)
    rates = {count: figures["pages_per_s"] for count, figures in out["by_workers"].items()}
    if "1" in rates and "2" in rates:
        out["throughput_ratio_2_to_1"] = round(rates["2"] / rates["1"], 2)
    killed = _run(bed, _crawl(bed, "ours-killed", settings={}), 2, _kill_one(bed, out["pages"]))
    out["kill_9"] = {**_records(killed, reference), **_asked(killed.log)}
    delay = {
        "DOWNLOAD_DELAY": str(bed.args.delay),
        "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
        "FPCRAWL_RUN_FOR": str(bed.args.delay_seconds),
    }
    fleet = _crawl(bed, "ours-delay", settings=delay)
    bed.world.latency_s = 0.0  # so that nothing but the delay holds them up
    found = _run(bed, fleet, max(bed.args.workers))
    bed.world.latency_s = bed.args.latency
    out["delay"] = _delay(found.log, bed.args.delay)
    return out


def _delay(log: Sequence[dict[str, Any]], delay_s: float) -> dict[str, Any]:
    between = sorted(gaps(log))
    if not between:
        raise BenchError("too few requests to tell the delay")
    return {
        "delay_s": delay_s,
        "workers": len({agent_number(entry) for entry in log}),
        "requests": len(log),
        "least_gap_s": round(between[0], 3),
        "median_gap_s": round(between[len(between) // 2], 3),
        "gaps_too_short": sum(gap < delay_s - _JITTER_S for gap in between),
    }


def measure_peer(bed: Bed, pages: int) -> dict[str, Any]:
    """Measure plain scrapy-redis on the same pages; what it keeps of a page is its address.

    Raises
    ------
    BenchError
        A run fails.
    """
    urls = bed.folder / "urls.txt"
    wanted: set[str] = set()
    out: dict[str, Any] = {"by_workers": {}, "versions": versions("scrapy-redis", "redis")}
    for count in bed.args.workers:
        name = f"peer-{count}"
        found = _run(bed, _peer(bed, name, urls, settings={}), count)
        # Some addresses give no page: a redirect, a refusal.
        wanted = wanted or _item_urls(bed, name)
        out["by_workers"][str(count)] = {
            "pages_per_s": round(pages_per_s(found.log, count), 2),
            **_items(bed, name, wanted),
        }
    rates = {count: figures["pages_per_s"] for count, figures in out["by_workers"].items()}
    if "1" in rates and "2" in rates:
        out["throughput_ratio_2_to_1"] = round(rates["2"] / rates["1"], 2)
    for name, persist in (("kill_9", "True"), ("kill_9_by_default", "False")):
        settings = {"SCHEDULER_PERSIST": persist}
        fleet = _peer(bed, f"peer-{name}", urls, settings=settings)
        found = _run(bed, fleet, 2, _kill_one(bed, pages))
        out[name] = {**_items(bed, f"peer-{name}", wanted), **_asked(found.log)}
    settings = {
        "DOWNLOAD_DELAY": str(bed.args.delay),
        "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
        "CLOSESPIDER_TIMEOUT": str(bed.args.delay_seconds),
    }
    count = max(bed.args.workers)
    bed.world.latency_s = 0.0
    found = _run(bed, _peer(bed, "peer-delay", urls, settings=settings), count)
    out["delay"] = _delay(found.log, bed.args.delay)
    return out


def _items(bed: Bed, name: str, wanted: set[str]) -> dict[str, int]:
    urls = _item_urls(bed, name)
    with bed.redis.client() as client:
        items = int(client.llen(f"{name}:items"))
    return {
        "items": items,
        "pages_lost": len(wanted - urls),
        "items_doubled": items - len(urls),
    }


def _item_urls(bed: Bed, name: str) -> set[str]:
    with bed.redis.client() as client:
        lines = client.lrange(f"{name}:items", 0, -1)
    return {json.loads(line)["url"] for line in lines}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cluster",
        description="Crawls the local demo with several workers, beside plain scrapy-redis.",
        epilog="example: python -m benchmarks.cluster --workers 1,2,4 --json",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--workers", type=_counts, default=(1, 2, 4), help="such as 1,2,4")
    parser.add_argument("--state", choices=("redis", "sqlite"), default="redis")
    parser.add_argument("--latency", type=float, default=0.5, help="of the site, s")
    parser.add_argument("--concurrency", type=int, default=2, help="requests at once, a worker")
    parser.add_argument("--days", type=int, default=6, help="size of the demo")
    parser.add_argument("--threads-per-board", type=int, default=6, help="size of the demo")
    parser.add_argument("--delay", type=float, default=0.3, help="that all are to keep, s")
    parser.add_argument("--delay-seconds", type=int, default=25, help="length of that run, s")
    parser.add_argument("--no-peer", action="store_true", help="leave scrapy-redis out")
    parser.add_argument("--timeout", type=float, default=300.0, help="bound of each run, s")
    parser.add_argument("--keep", type=Path, help="folder for states and logs")
    return parser


def _counts(text: str) -> tuple[int, ...]:
    counts = tuple(int(word) for word in text.split(","))
    if not counts or not all(1 <= count <= 16 for count in counts):
        raise argparse.ArgumentTypeError("numbers from 1 to 16, such as 1,2,4")
    return counts


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; see the module."""
    args = _parser().parse_args(argv)
    started = time.monotonic()
    size = {"days": args.days, "threads_per_board": args.threads_per_board}
    with (
        tempfile.TemporaryDirectory(prefix="fpcrawl-cluster-") as temporary,
        run_redis() as redis,
        World(args.latency, seed=5, **size) as world,
    ):
        folder = args.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        bed = Bed(world, redis, folder, args)
        result = measure(bed)
        if not args.no_peer:
            result["scrapy_redis"] = measure_peer(bed, result["pages"])
    keys = bench_keys("cluster", "demo", result["pages"], time.monotonic() - started, peak_mb())
    options = {
        "state": args.state,
        "latency_s": args.latency,
        "concurrency_of_a_worker": args.concurrency,
    }
    emit({**keys, **options, **result}, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
