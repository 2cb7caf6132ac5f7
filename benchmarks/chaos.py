"""``python -m benchmarks.chaos``: workers killed at random, Redis too, and nothing is lost.

For each seed three workers crawl the demo. Each is killed several times when a random number
of pages was asked for, and started again; Redis is killed once and comes back with what its
append-only file holds. Then they may finish, and every post must stand in the feed once.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._cluster import BENCH, Fleet, World, read_store
from benchmarks._postgres import PostgresServer, running_postgres
from benchmarks._redis import RedisServer, run_redis
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.exit_codes import exit_code

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Chaos", "Harm", "main", "plan"]

_WORKERS = 3
_ROUNDS = 6
#: Harm is done until so much of the crawl is over, or nobody would be there to be harmed.
_UNTIL = 0.8
#: What a worker ends with that finds no Redis when it starts.
_STATE_LOST = exit_code("state")


@dataclass(frozen=True, slots=True, order=True)
class Harm:
    """What is done to a worker, or to Redis by the number 0, when so many pages were asked for.

    Attributes
    ----------
    late_s
        How long after that: not always just when a page has been sent.
    rest_s
        How long Redis is away.
    """

    pages: int
    worker: int
    late_s: float = 0.0
    rest_s: float = 0.0


def plan(seed: int, pages: int, *, redis: bool) -> list[Harm]:
    """Return what is done in a run of so many pages; the same for the same seed."""
    rng = random.Random(seed)
    last = max(2, int(_UNTIL * pages))
    harms = [
        Harm(rng.randrange(1, last), worker, round(rng.uniform(0.0, 0.2), 3))
        for worker in range(1, _WORKERS + 1)
        for _ in range(rng.randint(2, 4))
    ]
    if redis:
        away_s = round(rng.uniform(0.1, 1.5), 2)
        harms.append(Harm(rng.randrange(last // 4, last), 0, rest_s=away_s))
    return sorted(harms)


@dataclass(slots=True)
class Chaos:
    """Crawls of one demo, unhurt and hurt.

    Attributes
    ----------
    redis
        None for workers that share a file.
    database
        A PostgreSQL to keep the records of each crawl in, in a database of its own; None for files.
    timeout_s
        Bound of a run.
    """

    world: World
    folder: Path
    redis: RedisServer | None = None
    database: PostgresServer | None = None
    timeout_s: float = 300.0
    pages: int = 0
    reference: set[str] = field(default_factory=set)

    def fleet(self, name: str) -> Fleet:
        """Return the workers of a crawl that begins with nothing."""
        folder = self.folder / name
        settings = {
            **BENCH,
            "FPCRAWL_STATE_DIR": str(folder / "state"),
            "FPCRAWL_OUTPUT_DIR": str(folder / "out"),
            "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
        }
        module = "fpcrawl.settings"
        if self.redis is not None:
            module = "fpcrawl.settings.cluster"
            settings |= {"REDIS_URL": self.redis.url, "FPCRAWL_REDIS_PREFIX": name}
        if self.database is not None:
            settings["FPCRAWL_DATABASE_URL"] = self.database.create(name)
        command = ["scrapy", "crawl", "forum", "-a", f"site={self.world.url}"]
        return Fleet(folder, command, module, settings)

    def unhurt(self) -> None:
        """Crawl with one worker that nobody harms: what the others must come to.

        Raises
        ------
        BenchError
            It does not find every post of the demo once.
        """
        fleet, since = self.fleet("unhurt"), self.world.asked
        with fleet.guarded():
            self._finish(fleet, 1)
        lines, torn = read_store([fleet.folder / "out" / "posts.jsonl"])
        truth = len(self.world.posts())
        if torn or sum(lines.values()) != truth or len(lines) != truth:
            raise BenchError(
                f"the unhurt crawl has {len(lines)} posts in {sum(lines.values())} lines, "
                f"the demo {truth}: {fleet.tails()}"
            )
        self.reference = set(lines)
        self.pages = self.world.asked - since

    def hurt(self, seed: int) -> dict[str, Any]:
        """Crawl with the harm of a seed; return what came of it.

        Raises
        ------
        BenchError
            The workers do not end.
        """
        harms = plan(seed, self.pages, redis=self.redis is not None)
        fleet, since, started = self.fleet(f"seed-{seed}"), self.world.asked, time.monotonic()
        done = 0
        with fleet.guarded():
            running = {n: fleet.start(n) for n in range(1, _WORKERS + 1)}
            for harm in harms:
                if not self._await(fleet, since + harm.pages):
                    break
                time.sleep(harm.late_s)
                if harm.worker:
                    running[harm.worker].kill()
                    running[harm.worker] = fleet.start(harm.worker)
                elif self.redis is not None:
                    self.redis.kill()
                    time.sleep(harm.rest_s)
                    self.redis.start()
                done += 1
            codes, restarts = self._restarted(fleet)
            rounds = self._finish(fleet, 1)
        lines, torn = read_store([fleet.folder / "out" / "posts.jsonl"])
        found = set(lines)
        return {
            "seed": seed,
            "harms": done,
            "posts": len(found),
            "lost": len(self.reference - found),
            "unknown": len(found - self.reference),
            "doubled": sum(n - 1 for n in lines.values()),
            "torn": torn,
            "requests": self.world.asked - since,
            "bad_ends": sum(codes[code] for code in codes if code),
            "restarts": restarts,
            "later_rounds": rounds,
            "seconds": round(time.monotonic() - started, 1),
            "such_as": sorted(self.reference ^ found)[:4],
            "complaints": dict(fleet.complaints().most_common(4)),
        }

    def _restarted(self, fleet: Fleet) -> tuple[Counter[int], int]:
        """Wait for all; start again what found no Redis when it began, as systemd would.

        Returns
        -------
        collections.Counter, int
            The other exit codes, and how many were started again.
        """
        codes, restarts = Counter(fleet.wait(self.timeout_s)), 0
        while lost := codes.pop(_STATE_LOST, 0):
            restarts += lost
            if restarts > _WORKERS * _ROUNDS:
                raise BenchError(f"the workers cannot begin: {fleet.tails()}")
            before = len(fleet.workers)
            for number in range(1, lost + 1):
                fleet.start(number)
            fleet.wait(self.timeout_s)
            codes.update(one.process.returncode for one in fleet.workers[before:])
        return codes, restarts

    def _await(self, fleet: Fleet, asked: int) -> bool:
        """Wait until so many pages were asked for; False if nobody is left to ask."""
        until = time.monotonic() + self.timeout_s
        while self.world.asked < asked:
            if not any(worker.alive for worker in fleet.workers):
                return False
            if time.monotonic() > until:
                raise BenchError(f"the workers do not go on: {fleet.tails()}")
            time.sleep(0.005)
        return True

    def _finish(self, fleet: Fleet, workers: int) -> int:
        """Crawl again until nothing is asked for any more, as cron does; return how often."""
        for rounds in range(1, _ROUNDS + 1):
            asked = self.world.asked
            started = [fleet.start(number) for number in range(1, workers + 1)]
            fleet.wait(self.timeout_s)
            codes = [worker.process.returncode for worker in started]
            if any(codes):
                raise BenchError(f"workers ended with {codes}: {fleet.tails()}")
            if self.world.asked - asked <= 1:  # the start page
                return rounds
        return _ROUNDS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.chaos",
        description="Crawls the local demo with workers that are killed at random.",
        epilog="example: python -m benchmarks.chaos --seeds 20 --json",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--seeds", type=int, default=20, help="how many runs")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--state", choices=("redis", "sqlite"), default="redis")
    parser.add_argument("--records", choices=("files", "postgres"), default="files")
    parser.add_argument("--days", type=int, default=14, help="size of the demo")
    parser.add_argument("--threads-per-board", type=int, default=28, help="size of the demo")
    parser.add_argument("--timeout", type=float, default=300.0, help="bound of each run, s")
    parser.add_argument("--keep", type=Path, help="folder for states and logs")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; exit code 1 when a post was lost or doubled."""
    args = _parser().parse_args(argv)
    started = time.monotonic()
    runs = []
    with (
        tempfile.TemporaryDirectory(prefix="fpcrawl-chaos-") as temporary,
        run_redis("--appendonly", "yes") as redis,
        World(days=args.days, threads_per_board=args.threads_per_board, seed=5) as world,
        running_postgres() if args.records == "postgres" else nullcontext() as database,
    ):
        folder = args.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        server = redis if args.state == "redis" else None
        chaos = Chaos(world, folder, server, database, args.timeout)
        chaos.unhurt()
        print(f"unhurt: {len(chaos.reference)} posts", file=sys.stderr, flush=True)
        for seed in range(args.first_seed, args.first_seed + args.seeds):
            runs.append(chaos.hurt(seed))
            print(runs[-1], file=sys.stderr, flush=True)
    wrong = ("lost", "unknown", "doubled", "torn", "bad_ends")
    totals = {name: sum(run[name] for run in runs) for name in (*wrong, "harms")}
    keys = bench_keys("chaos", "demo", chaos.pages, time.monotonic() - started, peak_mb())
    result = {
        **keys,
        "state": args.state,
        "records": args.records,
        "posts_of_the_demo": len(chaos.reference),
        "seeds": len(runs),
        **totals,
        "runs": runs,
    }
    emit(result, as_json=args.json)
    return 1 if any(totals[name] for name in wrong) else 0


if __name__ == "__main__":
    run_bench(main)
