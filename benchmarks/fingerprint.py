"""``python -m benchmarks.fingerprint``: the nearest cluster among few candidates.

The experiment of section 4.2 of FPC: the pages of every site are dealt out to two heaps,
each heap is clustered by itself, and every cluster of the second heap looks for its nearest
among those of the first, once among all of them and once among the candidates of an index.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._manifestpages import read_features
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering.fingerprint import CHUNKS, fingerprint, fingerprint_similarity
from fpcrawl.clustering.index import FingerprintIndex
from fpcrawl.clustering.minhashindex import MinHashIndex
from fpcrawl.clustering.mkmeans import mkmeans
from fpcrawl.clustering.rareindex import RareElementIndex
from fpcrawl.clustering.views import one_to_many, view_of
from fpcrawl.clustering.weights import default_parameters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from benchmarks._manifestpages import FeaturedPage
    from fpcrawl.clustering.index import CandidateIndex
    from fpcrawl.clustering.views import View

_BETAS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45)
_LIMITS = (1, 2, 3, 4, 6, 8, 12, 24)
_BINS = 20
_WANTED_CLUSTERS = 300


class Experiment:
    """Two heaps of clusters and the true nearest of each of the second.

    Parameters
    ----------
    first, second
        Centres of the two heaps.
    """

    def __init__(self, first: Sequence[View], second: Sequence[View]) -> None:
        self.first, self.second = first, second
        self.parameters = default_parameters()
        self.similarities = np.array([one_to_many(view, first, self.parameters) for view in second])
        self.nearest = self.similarities.argmax(axis=1)
        # Only a nearest that would be merged with makes a difference to the library.
        self.merged = self.similarities.max(axis=1) >= self.parameters.alpha

    def fill(self, index: CandidateIndex) -> CandidateIndex:
        """Add the first heap to an index."""
        for i, view in enumerate(self.first):
            index.add(str(i), view.elements(index.looks_at))
        return index

    def ask(self, index: CandidateIndex, limit: int | None) -> dict[str, Any]:
        """Return how good an index's candidates are."""
        hits, shares, seconds = [], [], 0.0
        for view, nearest in zip(self.second, self.nearest.tolist(), strict=True):
            started = time.process_time()
            found = index.candidates(view.elements(index.looks_at), limit)
            seconds += time.process_time() - started
            shares.append(len(found) / len(self.first))
            hits.append(str(nearest) in found)
        hit = np.array(hits)
        return {
            "candidate_share": round(float(np.mean(shares)), 5),
            "nearest_in_candidates": round(float(hit.mean()), 4),
            "nearest_to_merge_in_candidates": _mean(hit[self.merged]),
            "us_per_query": round(seconds / len(hits) * 1e6, 1),
        }

    def figure_2(self) -> list[dict[str, Any]]:
        """Return the mean cluster similarity by fingerprint similarity."""
        prints = [
            [fingerprint(view.elements(("tags",)).tolist()) for view in heap]
            for heap in (self.first, self.second)
        ]
        sums: defaultdict[int, list[float]] = defaultdict(list)
        for row, mine in zip(self.similarities, prints[1], strict=True):
            for similarity, other in zip(row.tolist(), prints[0], strict=True):
                equal = fingerprint_similarity(mine, other)
                sums[round(equal * _BINS)].append(similarity)
        return [
            {
                "fingerprint_similarity": cell / _BINS,
                "cluster_similarity": round(float(np.mean(values)), 4),
                "pairs": len(values),
            }
            for cell, values in sorted(sums.items())
        ]


def _mean(values: NDArray[np.bool_]) -> float | None:
    return round(float(values.mean()), 4) if len(values) else None


def deal(pages: Sequence[FeaturedPage]) -> tuple[list[FeaturedPage], list[FeaturedPage]]:
    """Return two heaps: the pages of a kind of every site, in turn."""
    heaps: tuple[list[FeaturedPage], list[FeaturedPage]] = ([], [])
    dealt: defaultdict[tuple[str, str], int] = defaultdict(int)
    for page in pages:
        key = (page.site, page.page_type)
        heaps[dealt[key] % 2].append(page)
        dealt[key] += 1
    return heaps


def _centres(pages: Sequence[FeaturedPage]) -> list[View]:
    parameters = default_parameters()
    clusters = mkmeans([page.features for page in pages], parameters)
    return [view_of(cluster.centre, parameters) for cluster in clusters]


def _table(experiment: Experiment) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every index: the paper's by beta, the others by candidates."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for name, skip_full in (("fingerprint", False), ("fingerprint_skip_full", True)):
        index = FingerprintIndex(skip_full=skip_full)
        experiment.fill(index)
        rows[name] = []
        for beta in _BETAS:
            index.beta = beta
            rows[name].append({"beta": beta, **experiment.ask(index, None)})
    for name, ranked in (("minhash_lsh", MinHashIndex()), ("rare_elements", RareElementIndex())):
        experiment.fill(ranked)
        rows[name] = [
            {"limit": limit, **experiment.ask(ranked, limit)}
            for limit in _LIMITS
            if limit <= len(experiment.first)
        ]
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fingerprint",
        description="Share of candidates against the chance that the nearest is among them.",
        epilog="example: python -m benchmarks.fingerprint --data ../shared --json",
    )
    parser.add_argument("--data", type=Path, required=True, help="a data folder, or many below")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, help="only the first N pages")
    parser.add_argument(
        "--no-baselines", action="store_true", help="only the default index and the paper's"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or too few for two heaps.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    pages = list(read_features(args.data, args.limit))
    heaps = deal(pages)
    if not heaps[1]:
        raise BenchError(f"{args.data} has no two pages of one site and kind: nothing to compare")
    first, second = (_centres(heap) for heap in heaps)
    experiment = Experiment(first, second)
    rows = _table(experiment)
    default = experiment.fill(RareElementIndex())
    best = experiment.ask(default, None)
    result = {
        "clusters": len(first),
        "queries": len(second),
        "queries_to_merge": int(experiment.merged.sum()),
        "table": rows["fingerprint"],
        "indexes": {name: table for name, table in rows.items() if name != "fingerprint"},
        "best": {**best, "bytes_per_cluster": round(default.nbytes / len(first))},
        "index": "rare_elements",
        "figure2": experiment.figure_2(),
        **bench_keys(
            "fingerprint", str(args.data), len(pages), time.monotonic() - started, peak_mb()
        ),
    }
    if len(first) < _WANTED_CLUSTERS:
        print(f"note: only {len(first)} clusters to search in", file=sys.stderr)
    _print(rows)
    emit(result, as_json=args.json)
    return 0


def _print(rows: dict[str, list[dict[str, Any]]]) -> None:
    for name, table in rows.items():
        for row in table:
            setting = f"beta {row['beta']}" if "beta" in row else f"top {row['limit']}"
            print(
                f"{name:24}{setting:>12}{row['candidate_share']:>10.4f}"
                f"{row['nearest_in_candidates']:>9.4f} of {CHUNKS if 'beta' in row else '-'}",
                file=sys.stderr,
            )


if __name__ == "__main__":
    run_bench(main)
