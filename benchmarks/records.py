"""``python -m benchmarks.records``: posts and comments of recorded pages against the truth."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._recordexplain import explain
from benchmarks._recordmethods import METHODS
from benchmarks._recordpages import load_records
from benchmarks._recordrun import Tally, run_labels, run_method, run_peers
from benchmarks._walkpages import MANIFEST
from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    data_hash,
    emit,
    peak_mb,
    run_bench,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._recordrun import Judged

_TABLE = (
    ("record_precision", "rec_p"),
    ("record_recall", "rec_r"),
    ("record_f1", "rec_f1"),
    ("f1_author", "author"),
    ("f1_time", "time"),
    ("f1_body", "body"),
    ("exact_post_share", "exact"),
    ("wcxb_f1", "wcxb"),
    ("role_accuracy", "role"),
)


def _tally(pages: Iterable[Judged]) -> Tally:
    tally = Tally()
    for page in pages:
        tally.add(page)
    return tally


def _print_table(tallies: dict[str, Tally]) -> None:
    """Print the main figures, a line a folder."""
    print(f"\n{'':34}{'pages':>6}" + "".join(f"{s:>8}" for _, s in _TABLE), file=sys.stderr)
    for name, tally in tallies.items():
        keys = tally.keys()
        cells = "".join(f"{keys.get(key, '-')!s:>8}" for key, _ in _TABLE)
        print(f"{name[:33]:34}{tally.pages:>6}{cells}", file=sys.stderr)
    print(file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.records",
        description="Reads the records of recorded pages and compares them with the truth.",
        epilog="example: python -m benchmarks.records --data ../shared/forums --json --explain 3",
    )
    parser.add_argument("--data", type=Path, required=True, help="a data folder, or many below")
    parser.add_argument("--mode", choices=sorted(METHODS), default="structure")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, help="only N pages with truth of a folder")
    parser.add_argument("--no-baselines", action="store_true", help="leave out slow peers")
    parser.add_argument("--explain", type=int, default=0, metavar="N", help="show N cases a folder")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has the truth this needs.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    paths = data_folders(args.data, MANIFEST)
    loaded = {path: load_records(path, args.limit) for path in paths}
    folders = [folder for folder in loaded.values() if folder is not None]
    if not folders:
        raise BenchError(
            f"{args.data} tells the posts or comments of no page (truth.posts, or truth.body "
            "beside truth.must_have): nothing to judge"
        )
    pages = list(run_method(args.mode, folders))
    by_folder: dict[str, list[Judged]] = {}
    by_software: dict[str, list[Judged]] = {}
    for page in pages:
        by_folder.setdefault(page.folder, []).append(page)
        by_software.setdefault(page.page.software, []).append(page)
    if args.explain:
        for name, some in by_folder.items():
            explain(name, some, args.explain)
    total = _tally(pages)
    per_folder = {name: _tally(some) for name, some in by_folder.items()}
    _print_table({**per_folder, "all": total})
    peers = {}
    if not args.no_baselines:
        peers = run_peers(folders)
    labels = {}
    if METHODS[args.mode]().split == "template":
        labels = {"labels": _tally(run_labels(folders)).keys()}
    seconds = time.monotonic() - started
    result = {
        **total.keys(),
        **bench_keys("records", str(args.data), total.pages, seconds, peak_mb()),
        "mode": args.mode,
        "data_sha256": data_hash([path for path, folder in loaded.items() if folder is not None]),
        "skipped_folders": len(paths) - len(folders),
        **labels,
        "baselines": peers,
        "per_software": {name: _tally(some).keys() for name, some in sorted(by_software.items())},
        "per_folder": {name: tally.keys() for name, tally in per_folder.items()},
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
