"""What the benchmarks of single pages made by seeds share: options, the run, what went wrong."""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from benchmarks.common import BenchError, bench_keys, emit, peak_mb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Shape

__all__ = ["run_made"]

_MOST_SEED = 1_000_000


class Made(Protocol):
    """A page made by a seed."""

    @property
    def seed(self) -> int:
        """What all of it was drawn by."""

    @property
    def shape(self) -> Shape:
        """What was drawn."""

    @property
    def html(self) -> str:
        """Its source."""


class Judged(Protocol):
    """What was made of one page."""

    @property
    def made(self) -> Made:
        """The page."""

    @property
    def faults(self) -> list[str]:
        """What went wrong, a line each."""


_R = TypeVar("_R", bound=Judged)


def run_made(
    name: str,
    what: str,
    description: str,
    judge: Callable[[int], tuple[_R, str]],
    tell: Callable[[Sequence[_R]], dict[str, Any]],
    argv: Sequence[str] | None = None,
) -> int:
    """Make pages, have each judged, and print what came of it.

    Parameters
    ----------
    name
        Of the benchmark.
    what
        What it makes, in the plural.
    judge
        Gives what was made of the page of a seed, and what is true of it.
    tell
        Prints tables of all and returns the keys of the benchmark.

    Raises
    ------
    BenchError
        When a number makes no sense.
    """
    args = seeds_parser(name, description, what).parse_args(argv)
    seeds = seeds_of(args, what)
    started = time.monotonic()
    digest = hashlib.sha256()
    results = []
    for seed in seeds:
        result, truth = judge(seed)
        digest.update(f"{result.made.html}{truth}".encode())
        results.append(result)
    for result in sorted(results, key=lambda result: -len(result.faults))[: args.explain]:
        if result.faults:
            made = result.made
            print(f"{what.removesuffix('s')} {made.seed}: {made.shape.text()}", file=sys.stderr)
            print("".join(f"  {fault}\n" for fault in result.faults), end="", file=sys.stderr)
    told = tell(results)
    seconds = time.monotonic() - started
    data = f"seeds {seeds[0]}-{seeds[-1]}"
    keys = bench_keys(name, data, len(results), seconds, peak_mb())
    emit({**keys, "data_sha256": digest.hexdigest()[:16], **told}, as_json=args.json)
    return 0


def seeds_parser(name: str, description: str, what: str) -> argparse.ArgumentParser:
    """Return the parser of a benchmark that makes so many of something by seeds."""
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=description,
        epilog=f"example: python -m benchmarks.{name} --{what} 50 --seed 7 --explain 3",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument(
        f"--{what}", type=int, default=300, metavar="N", help="how many (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="FIRST", help="the first seed")
    parser.add_argument(
        "--explain", type=int, default=0, metavar="N", help=f"show the N worst {what}"
    )
    return parser


def seeds_of(args: argparse.Namespace, what: str) -> range:
    """Return the seeds that are asked for.

    Raises
    ------
    BenchError
        When a number makes no sense.
    """
    count = getattr(args, what)
    if count < 1 or args.seed < 0 or args.seed + count > _MOST_SEED:
        raise BenchError(f"--{what} is at least 1, and seeds go from 0 to {_MOST_SEED - 1}")
    return range(args.seed, args.seed + count)
