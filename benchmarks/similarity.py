"""``python -m benchmarks.similarity``: time of a page pair, beside Simple Tree Matching."""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

from benchmarks._clusterdata import labels_hash, load_labelled, read_pages, speed_parser
from benchmarks._treematching import Shapes, stm_similarity, tree_of, tuned_tree_matching
from benchmarks.common import ROOT, BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering import PreparedPairs, default_parameters, page_features, similarity
from fpcrawl.clustering.batch import Batch, many_to_many, one_to_many

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_DATA = ROOT.parent / "shared" / "corpora"
_PAGES = 300
_PAIRS = 1_500
_ROUNDS = 5


def _us_per_pair(work: Callable[[], object], pairs: int, rounds: int = _ROUNDS) -> float:
    """Return the median over rounds of CPU time, in microseconds."""
    spent = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return statistics.median(spent) * 1e6 / pairs


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or fewer than two pages can be read.
    """
    parser = speed_parser(
        "similarity",
        "Times one pair of pages by Simple Tree Matching and by ours.",
        data=_DATA,
        limit=_PAGES,
    )
    parser.add_argument("--pairs", type=int, default=_PAIRS, help="pairs drawn (%(default)s)")
    args = parser.parse_args(argv)
    started = time.perf_counter()
    chosen = load_labelled(args.data, limit=args.limit).pages
    shapes = Shapes()
    trees, forms, features = [], [], []
    for _, page in read_pages(chosen):
        trees.append(tree_of(page.root))
        forms.append(shapes.add(page.root))
        features.append(page_features(page))
    if len(trees) < 2:
        raise BenchError(f"{args.data}: fewer than two pages that can be read")
    rng = random.Random(1)
    drawn = [rng.sample(range(len(trees)), 2) for _ in range(max(1, args.pairs))]
    parameters = default_parameters()

    stm = _us_per_pair(
        lambda: [stm_similarity(trees[a], trees[b]) for a, b in drawn], len(drawn), rounds=1
    )
    tuned = _us_per_pair(
        lambda: [stm_similarity(trees[a], trees[b], tuned_tree_matching) for a, b in drawn],
        len(drawn),
        rounds=1,
    )
    shared = _us_per_pair(
        lambda: [shapes.similarity(forms[a], forms[b]) for a, b in drawn], len(drawn), rounds=1
    )
    single = _us_per_pair(
        lambda: [similarity(features[a], features[b], parameters) for a, b in drawn], len(drawn)
    )
    preparing = _us_per_pair(lambda: PreparedPairs(features, parameters), len(features))
    pairs = PreparedPairs(features, parameters)
    prepared = _us_per_pair(lambda: [pairs.similarity(a, b) for a, b in drawn], len(drawn))
    packing = _us_per_pair(lambda: Batch(features, parameters), len(features))
    packed = Batch(features, parameters)
    one_many = _us_per_pair(
        lambda: [one_to_many(page, packed) for page in features[:50]],
        len(features[:50]) * len(features),
    )
    vectorised = _us_per_pair(lambda: many_to_many(packed, packed), len(features) ** 2)
    print(f"{len(trees)} pages, {len(drawn)} pairs drawn", file=sys.stderr)
    result = {
        "ratio_vectorised_vs_stm": round(stm / vectorised, 1),
        "ratio_single_vs_stm": round(stm / prepared, 1),
        "ratio_unprepared_vs_stm": round(stm / single, 1),
        "ratio_vectorised_vs_tuned_stm": round(tuned / vectorised, 1),
        "ratio_single_vs_tuned_stm": round(tuned / prepared, 1),
        "us_per_pair": {
            "stm": round(stm, 2),
            "stm_tuned": round(tuned, 2),
            "stm_equal_subtrees_once": round(shared, 2),
            "single": round(prepared, 3),
            "unprepared": round(single, 3),
            "one_to_many": round(one_many, 4),
            "vectorised": round(vectorised, 4),
        },
        "pack_us_per_page": round(packing, 2),
        "prepare_us_per_page": round(preparing, 2),
        "pairs": len(drawn),
        "elements_per_page": round(statistics.mean(tree.size for tree in trees), 1),
        **bench_keys(
            "similarity", str(args.data), len(trees), time.perf_counter() - started, peak_mb()
        ),
        "data_sha256": labels_hash(chosen),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
