"""``python -m benchmarks.site``: the real crawl on a recorded site, against its truth."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import _replay
from benchmarks._pagebench import add_disguise
from benchmarks._recording import WARC_NAME, load_recording
from benchmarks._sitecrawl import CrawlRun, run_crawl
from benchmarks._siteexplain import explain
from benchmarks._sitelibrary import FirstPage, Library, first_page, learn_library
from benchmarks._siterecords import Records, judge_records
from benchmarks._siterequests import Requests, judge_requests
from benchmarks._sitetruth import KINDS, SiteTruth, load_truth
from benchmarks.common import BenchError, bench_keys, data_folders, data_hash, emit, run_bench
from benchmarks.scoring import summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks._recording import Recording

_TABLE = (
    "threads_found_share",
    "thread_pages_found_share",
    "record_precision",
    "record_recall",
    "record_f1",
    "f1_author",
    "f1_time",
    "f1_time_wall_clock",
    "f1_body",
    "requests",
    "useful_share",
    "trap_share",
    "errors",
    "seconds",
    "ended_by",
    "first_page_by_library",
    "first_page_record_f1",
)


@dataclass(frozen=True, slots=True)
class KindResult:
    """One crawl of one kind on one site, judged."""

    site: str
    kind: str
    run: CrawlRun
    requests: Requests
    records: Records
    threads: int
    threads_found: int
    pages_found: int
    first: FirstPage | None = None

    def keys(self) -> dict[str, Any]:
        """Return the figures of this crawl."""
        return figures([self])


def figures(results: Sequence[KindResult]) -> dict[str, Any]:
    """Return the figures of several crawls together."""
    threads = sum(r.threads for r in results)
    found = sum(r.threads_found for r in results)
    extracted = sum(len(r.records.extracted_threads) for r in results)
    pages = [page for r in results for page in r.records.pages]
    pages_found = sum(r.pages_found for r in results)
    total = Requests()
    for result in results:
        total.add(result.requests)
    return {
        "threads": threads,
        "threads_found": found,
        "threads_found_share": _share(found, threads),
        "threads_extracted": extracted,
        "threads_extracted_share": _share(extracted, threads),
        "thread_pages": len(pages),
        "thread_pages_found": pages_found,
        "thread_pages_found_share": _share(pages_found, len(pages)),
        **summarise((p.score for p in pages), sum(len(r.records.stray) for r in results)),
        "repeated_keys": sum(r.records.repeated for r in results),
        "stray_records": sum(len(r.records.stray) for r in results),
        "other_kind_records": sum(r.records.elsewhere + r.run.other for r in results),
        **total.keys(),
        "errors": sum(r.run.errors for r in results),
        "ended_by": ", ".join(dict.fromkeys(r.run.ended_by for r in results)),
        "seconds": round(sum(r.run.measured.seconds for r in results), 2),
        "peak_mb": max((r.run.measured.peak_mb for r in results), default=0.0),
        **_first_figures([r.first for r in results if r.first is not None]),
    }


def _first_figures(firsts: Sequence[FirstPage]) -> dict[str, Any]:
    """Return what became of the first pages, where a library was there."""
    if not firsts:
        return {}
    return {
        "first_page_by_library": _share(sum(one.by_library for one in firsts), len(firsts)),
        "first_page_record_f1": round(sum(one.record_f1 for one in firsts) / len(firsts), 4),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def run_site(
    folder: Path, kinds: Iterable[str], work: Path, args: argparse.Namespace
) -> list[KindResult]:
    """Crawl one recorded site, once per kind, and judge what came out.

    Raises
    ------
    BenchError
        When data are missing or malformed, the port is in use, or a crawl cannot start.
    """
    recording = load_recording(folder)
    truth = load_truth(folder, recording)
    kinds = [kind for kind in kinds if kind in truth.starts]
    library = None
    if args.library and kinds:
        library = learn_library(args.library, folder, work / truth.name / "library", args)
    return [
        _run_kind(kind, folder, truth, recording, work / truth.name / kind, args, library)
        for kind in kinds
    ]


def _run_kind(
    kind: str,
    folder: Path,
    truth: SiteTruth,
    recording: Recording,
    work: Path,
    args: argparse.Namespace,
    library: Library | None,
) -> KindResult:
    if library is not None:
        library.lend(work / "state")
    with _replay.start(folder, args.port, disguise=args.disguise) as replay:
        moved = f"http://127.0.0.1:{replay.port}"
        starts = [url.replace(recording.origin, moved) for url in truth.starts[kind]]
        print(f"{truth.name}: {kind} crawl of {starts[0]} in {work}", file=sys.stderr, flush=True)
        run = run_crawl(kind, starts, work, args.timeout, args.crawl_arg)
        log = replay.log()
    requests = judge_requests(log, truth, recording, truth.starts[kind])
    records = judge_records(kind, run.records, truth)
    threads = [(i, t) for i, t in enumerate(truth.threads) if t.kind == kind and t.reachable]
    wanted = {(i, page.number) for i, thread in threads for page in thread.reachable}
    found = wanted & requests.fetched
    if args.explain:
        lines = explain(kind, truth, requests, records, run, args.explain)
        print("\n".join(lines), file=sys.stderr, flush=True)
    return KindResult(
        site=truth.name,
        kind=kind,
        run=run,
        requests=requests,
        records=records,
        threads=len(threads),
        threads_found=len({thread for thread, _ in found}),
        pages_found=len(found),
        first=first_page(kind, run.records, truth, library) if library is not None else None,
    )


def _print_table(results: Sequence[KindResult]) -> None:
    """Print the main figures, a column a crawl."""
    columns = [(f"{r.site}", r.kind, r.keys()) for r in results]
    width = 13
    print(
        "\n" + " " * 26 + "".join(f"{name[:width]:>{width + 1}}" for name, _, _ in columns),
        file=sys.stderr,
    )
    print(" " * 26 + "".join(f"{kind:>{width + 1}}" for _, kind, _ in columns), file=sys.stderr)
    for key in _TABLE:
        if not any(key in keys for _, _, keys in columns):
            continue
        cells = "".join(f"{str(keys.get(key, '-'))[:width]:>{width + 1}}" for _, _, keys in columns)
        print(f"{key:26}{cells}", file=sys.stderr)
    print(file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.site",
        description="Runs the real crawl on recorded sites and compares with their truth.",
        epilog="example: python -m benchmarks.site --data ../shared/sites/NAME --json --explain 5",
    )
    parser.add_argument("--data", type=Path, required=True, help="a recorded site, or many below")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--kind", choices=[*KINDS, "all"], default="all")
    parser.add_argument("--timeout", type=float, default=600.0, help="bound of each crawl, s")
    parser.add_argument("--keep", type=Path, help="keep state, output and logs here")
    parser.add_argument("--explain", type=int, default=0, metavar="N", help="show N cases a sort")
    parser.add_argument("--limit", type=int, help="only the first N sites")
    parser.add_argument("--port", type=int, help="serve on another port, 0 = any free one")
    add_disguise(parser)
    parser.add_argument(
        "--library",
        type=Path,
        nargs="+",
        metavar="STATE_OR_SITE",
        help="learn templates there first; of a folder of sites, on all but the measured one",
    )
    parser.add_argument(
        "--library-pages", type=int, default=0, help="pages of each such crawl, 0 = all"
    )
    parser.add_argument(
        "--crawl-arg", action="append", default=[], help="further argument of scrapy crawl"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        See :func:`run_site`.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    folders = data_folders(args.data, WARC_NAME)[: args.limit]
    kinds = KINDS if args.kind == "all" else (args.kind,)
    with tempfile.TemporaryDirectory(prefix="fpcrawl-bench-") as scratch:
        work = (args.keep or Path(scratch)).resolve()
        results = [r for folder in folders for r in run_site(folder, kinds, work, args)]
    if not results:
        raise BenchError(f"{args.data} has no start for a {args.kind} crawl")
    _print_table(results)
    total = figures(results)
    seconds = time.monotonic() - started
    head = bench_keys("site", str(args.data), total["thread_pages"], seconds, total["peak_mb"])
    result = {
        **total,
        **head,
        "crawl_seconds": total["seconds"],
        "disguise": args.disguise,
        "data_sha256": data_hash(folders),
        "per_kind": {
            kind: figures(part)
            for kind in KINDS
            if (part := [r for r in results if r.kind == kind])
        },
    }
    if Counter(r.site for r in results).keys() != {results[0].site}:
        result["per_site"] = {f"{r.site} {r.kind}": r.keys() for r in results}
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
