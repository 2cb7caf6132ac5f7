"""``python -m benchmarks.made_sites``: the real crawl on whole sites of shapes drawn by a seed.

No recorded page has these shapes: what was built by looking at recorded ones is tried on
others here. The same seed makes the same sites, byte by byte.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._madeforums import make_forum
from benchmarks._madenews import make_news
from benchmarks._madestories import STORY_TURNS
from benchmarks._madeturns import FORUM_TURNS, NAMED_TURNS, NEWS_TURNS
from benchmarks._pagebench import add_disguise
from benchmarks._sitetruth import KINDS
from benchmarks.common import BenchError, bench_keys, emit, run_bench
from benchmarks.site import KindResult, figures, run_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks._madesite import MadeSite

__all__ = ["main", "make_sites"]

_MAKERS: dict[str, Callable[[int], MadeSite]] = {
    "forum": make_forum,
    "news": make_news,
    "crowded_forum": functools.partial(make_forum, crowded=True),
    "crowded_news": functools.partial(make_news, crowded=True),
    "turned_forum": functools.partial(make_forum, turned=True),
    "turned_news": functools.partial(make_news, turned=True),
}
_TURNS = {"turned_forum": (*FORUM_TURNS, *NAMED_TURNS), "turned_news": (*NEWS_TURNS, *STORY_TURNS)}
_COLUMNS = {
    "record_f1": "records",
    "f1_author": "author",
    "f1_time": "time",
    "f1_body": "body",
    "threads_found_share": "threads",
    "thread_pages_found_share": "pages",
    "useful_share": "useful",
    "requests": "requests",
    "seconds": "seconds",
}
_NAME_WIDTH, _WIDTH = 12, 10
_MOST_SEED = 10_000


def make_sites(
    kinds: Sequence[str], first: int, count: int, turn: str | None = None
) -> Iterator[MadeSite]:
    """Yield ``count`` sites of each kind, from seed ``first`` on, turned ones all by ``turn``."""
    for kind in kinds:
        make: Callable[..., MadeSite] = _MAKERS[kind]
        if turn and kind in _TURNS:
            make = functools.partial(make, turn=turn)
        for seed in range(first, first + count):
            yield make(seed)


def _print_head() -> None:
    heads = "".join(f"{word:>{_WIDTH}}" for word in _COLUMNS.values())
    print(f"{'':{_NAME_WIDTH}}{heads}", file=sys.stderr)


def _print_row(name: str, keys: dict[str, Any]) -> None:
    cells = "".join(f"{keys[key]!s:>{_WIDTH}}" for key in _COLUMNS)
    print(f"{name:{_NAME_WIDTH}}{cells}", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.made_sites",
        description="Makes whole sites of shapes drawn by a seed and crawls them for real.",
        epilog="example: python -m benchmarks.made_sites --kind news --first 3 --sites 1",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--sites", type=int, default=12, metavar="N", help="sites of each kind")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed")
    parser.add_argument(
        "--kind",
        choices=[*_MAKERS, "all"],
        default="all",
        help="crowded: with much on their pages that is of no post or article; turned: each does"
        " one thing that the others never do; all: forum and news",
    )
    parser.add_argument("--turn", metavar="NAME", help="what all turned sites do")
    parser.add_argument("--timeout", type=float, default=300.0, help="bound of each crawl, s")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep sites, state and output here"
    )
    add_disguise(parser)
    parser.add_argument("--explain", type=int, default=0, metavar="N", help="show N cases a sort")
    return parser


def _crawl(site: MadeSite, work: Path, args: argparse.Namespace) -> list[KindResult]:
    """Write a site and run the benchmark of recorded sites on it, on a free port."""
    how = argparse.Namespace(
        port=0,
        timeout=args.timeout,
        crawl_arg=[],
        explain=args.explain,
        library=None,
        disguise=args.disguise,
    )
    folder = site.write(work / "sites")
    if args.explain:
        print(f"{site.name}: {site.shape.text()}", file=sys.stderr, flush=True)
    return run_site(folder, (site.kind,), work / "crawls", how)


def _of_kind(results: Sequence[KindResult], kind: str) -> list[KindResult]:
    return [result for result in results if result.kind == kind]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When a number or a turn makes no sense, or a crawl cannot start.
    """
    args = _parser().parse_args(argv)
    if args.sites < 1 or args.first < 0 or args.first + args.sites > _MOST_SEED:
        raise BenchError(f"--sites is at least 1, and seeds go from 0 to {_MOST_SEED - 1}")
    if args.turn and args.turn not in _TURNS.get(args.kind, ()):
        known = ", ".join(_TURNS.get(args.kind, ())) or "none"
        raise BenchError(f"--turn is one of those of the kind: {known}")
    started = time.monotonic()
    kinds = KINDS if args.kind == "all" else (args.kind,)
    digest = hashlib.sha256()
    results: list[KindResult] = []
    with tempfile.TemporaryDirectory(prefix="fpcrawl-bench-") as scratch:
        work = (args.keep or Path(scratch)).resolve()
        for site in make_sites(kinds, args.first, args.sites, args.turn):
            digest.update(site.digest().encode())
            results += _crawl(site, work, args)
            if len(results) == 1 or args.explain:
                _print_head()
            _print_row(site.name, results[-1].keys())
    total = figures(results)
    per_kind = {kind: figures(part) for kind in KINDS if (part := _of_kind(results, kind))}
    for kind, keys in per_kind.items():
        _print_row(f"all {kind}", keys)
    seconds = time.monotonic() - started
    seeds = f"seeds {args.first}-{args.first + args.sites - 1}"
    result = {
        **total,
        **bench_keys("made_sites", seeds, total["thread_pages"], seconds, total["peak_mb"]),
        "crawl_seconds": total["seconds"],
        "disguise": args.disguise,
        "data_sha256": digest.hexdigest()[:16],
        "per_kind": per_kind,
        "per_site": {r.site: r.keys() for r in results},
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
