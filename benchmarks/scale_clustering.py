"""``python -m benchmarks.scale_clustering``: what a page costs in a big library.

Pages are synthetic variations of real ones, see ``benchmarks/_syntheticpages.py``. First a
crawl of many pages, a new template coming with every hundredth page: the cost of a page late
against early. Then a library with very many clusters: how long one assignment takes.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._manifestpages import read_features
from benchmarks._syntheticpages import Synthetic
from benchmarks.common import ROOT, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering.library import Library
from fpcrawl.store.sqlite import open_state

if TYPE_CHECKING:
    from collections.abc import Sequence

_DATA = ROOT.parent / "shared" / "corpora"
_PAGES_PER_TEMPLATE = 100
_EARLY = 10_000
_WINDOW = 5_000
_PROBES = 3_000
_TOLD = 10_000


def crawl(pages: Synthetic, total: int, folder: Path) -> dict[str, Any]:
    """Assign ``total`` pages; return CPU time a page before each mark."""
    state = open_state(folder)
    library = Library(state.clusters)
    rng = random.Random(1)
    marks = sorted({min(_EARLY, total), *(total * i // 4 for i in (1, 2, 3, 4))})
    costs: dict[int, float] = {}
    spent: list[float] = []
    window = min(_WINDOW, max(marks[0] // 2, 1))
    for n in range(1, total + 1):
        template = rng.randrange(n // _PAGES_PER_TEMPLATE + 1)
        page = pages.page(template, n)
        started = time.process_time()
        library.assign(page, "thread")
        if n % 1_000 == 0:
            library.save()
        spent.append(time.process_time() - started)
        if n in marks:
            costs[n] = float(np.mean(spent[-window:])) * 1e3
            print(f"{n} pages: {costs[n]:.3f} ms a page, {len(library)} clusters", file=sys.stderr)
        if len(spent) > 2 * _WINDOW:
            del spent[:_WINDOW]
    library.save()
    out = {
        "ms_per_page": {str(n): round(cost, 3) for n, cost in costs.items()},
        "cost_ratio_last_vs_first": round(costs[marks[-1]] / costs[marks[0]], 3),
        "templates": total // _PAGES_PER_TEMPLATE + 1,
        "clusters": len(library),
        "peak_mb_crawl": peak_mb(),
    }
    state.close()
    return out


def many_clusters(pages: Synthetic, clusters: int, folder: Path) -> dict[str, Any]:
    """Fill a library with one page of each of very many templates, then assign others."""
    state = open_state(folder)
    library = Library(state.clusters)
    for n in range(clusters):
        library.assign(pages.page(n, 0))
        if (n + 1) % 1_000 == 0:
            library.save()
        if (n + 1) % _TOLD == 0:
            print(f"{n + 1} templates, {len(library)} clusters", file=sys.stderr)
    library.tidy()
    library.save()
    rng = random.Random(2)
    times, right = [], 0
    for n in range(_PROBES):
        template = rng.randrange(clusters)
        page = pages.page(template, n + 1)
        started = time.perf_counter()
        found = library.classify(page)
        times.append(time.perf_counter() - started)
        twin = library.classify(pages.page(template, 0))
        right += found is not None and twin is not None and found.cluster == twin.cluster
    assigning, cpu = [], []
    for n in range(_PROBES):
        page = pages.page(rng.randrange(clusters), n + _PROBES)
        started, worked = time.perf_counter(), time.process_time()
        library.assign(page)
        assigning.append(time.perf_counter() - started)
        cpu.append(time.process_time() - worked)
    state.close()
    return {
        "clusters": len(library),
        "p50_ms": round(float(np.quantile(assigning, 0.5)) * 1e3, 3),
        "p99_ms": round(float(np.quantile(assigning, 0.99)) * 1e3, 3),
        "p99_cpu_ms": round(float(np.quantile(cpu, 0.99)) * 1e3, 3),
        "classify_p99_ms": round(float(np.quantile(times, 0.99)) * 1e3, 3),
        "found_own_cluster": round(right / _PROBES, 4),
        "bytes_per_cluster": round(library.index_bytes / library.cores()),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scale_clustering",
        description="Cost of a page from 10,000 to 1,000,000, and among 100,000 clusters.",
        epilog="example: python -m benchmarks.scale_clustering --pages 100000 --json",
    )
    parser.add_argument("--data", type=Path, default=_DATA, help="the real pages to start from")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, default=600, help="real pages to start from")
    parser.add_argument("--pages", type=int, default=1_000_000, help="pages of the crawl")
    parser.add_argument("--clusters", type=int, default=100_000, help="templates of the library")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    base = [page.features for page in read_features(args.data)]
    random.Random(0).shuffle(base)
    # A page of next to nothing has no variations.
    base = [page for page in base if len(page.sets[0]) >= 20][: args.limit]
    pages = Synthetic(base)
    with tempfile.TemporaryDirectory() as folder:
        many = many_clusters(pages, args.clusters, Path(folder) / "many")
        long = crawl(pages, args.pages, Path(folder) / "long")
    result = {
        "cost_ratio_1m_vs_10k": long["cost_ratio_last_vs_first"],
        "p99_ms_at_100k": many["p99_ms"],
        "bytes_per_cluster": many["bytes_per_cluster"],
        "crawl": long,
        "library": many,
        "asked": {"pages": args.pages, "clusters": args.clusters, "real_pages": len(base)},
        **bench_keys(
            "scale_clustering",
            str(args.data),
            args.pages + args.clusters,
            time.monotonic() - started,
            peak_mb(),
        ),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
