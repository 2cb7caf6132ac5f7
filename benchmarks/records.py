"""``python -m benchmarks.records``: posts and comments of recorded pages against the truth."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from benchmarks._fewer import pages_cut
from benchmarks._pagebench import data_parser, print_figures
from benchmarks._recordclassify import close_renderer
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no folder has the truth this needs.
    """
    parser = data_parser(
        "records",
        "Reads the records of recorded pages and compares them with the truth.",
        explain="each folder",
    )
    parser.add_argument("--mode", choices=sorted(METHODS), default="structure")
    args = parser.parse_args(argv)
    started = time.monotonic()
    paths = data_folders(args.data, MANIFEST)
    loaded = {path: load_records(path, args.limit, args.disguise) for path in paths}
    folders = [folder for folder in loaded.values() if folder is not None]
    if not folders:
        raise BenchError(
            f"{args.data} tells the posts or comments of no page (truth.posts, or truth.body "
            "beside truth.must_have): nothing to judge"
        )
    try:
        pages = list(run_method(args.mode, folders))
    finally:
        close_renderer()
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
    print_figures(
        [head for _, head in _TABLE],
        [
            (name, tally.pages, [tally.keys().get(key) for key, _ in _TABLE])
            for name, tally in {**per_folder, "all": total}.items()
        ],
    )
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
        "disguise": args.disguise,
        **pages_cut(
            args.disguise, (page.page.cut for one in folders for page in one.pages if page.posts)
        ),
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
