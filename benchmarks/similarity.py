"""``python -m benchmarks.similarity``: time of a page pair, beside Simple Tree Matching."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from benchmarks._clusterdata import labels_hash, load_labelled, read_pages, speed_parser
from benchmarks._treematching import Shapes, stm_similarity, tree_of, tuned_tree_matching
from benchmarks.common import ROOT, BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering import PreparedPairs, default_parameters, page_features, similarity
from fpcrawl.clustering.batch import Batch, many_to_many, one_to_many

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_DATA = ROOT.parent / "shared" / "corpora"
_PAGES = 300
_PAIRS = 1_500
_ROUNDS = 3
#: The pairs are compared in so many parts, by all methods in turn: a machine is not as fast in
#: one moment as in the next.
_PARTS = 25


def _us_each(work: Callable[[], object], number: int, rounds: int = _ROUNDS) -> float:
    """Return the median over rounds of CPU time, in microseconds."""
    spent = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return statistics.median(spent) * 1e6 / number


def _compare(way: Callable[[int, int], float], pairs: Sequence[Sequence[int]]) -> list[float]:
    return [way(one, other) for one, other in pairs]


def _us_per_pair(
    slow: Mapping[str, Callable[[int, int], float]],
    quick: Mapping[str, Callable[[int, int], float]],
    together: Callable[[], object],
    drawn: Sequence[Sequence[int]],
    pages: int,
) -> dict[str, float]:
    """Return the mean time of each way: ``together`` compares all pairs there are.

    A slow way compares each pair drawn once, a quick one, too, in every part.
    """
    spent = defaultdict(list)
    for part in filter(None, (drawn[n::_PARTS] for n in range(_PARTS))):
        for ways, pairs, rounds in ((slow, part, 1), (quick, drawn, _ROUNDS)):
            for name, way in ways.items():
                spent[name].append(_us_each(partial(_compare, way, pairs), len(pairs), rounds))
        spent["vectorised"].append(_us_each(together, pages**2))
    return {name: statistics.mean(each) for name, each in spent.items()}


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

    preparing = _us_each(lambda: PreparedPairs(features, parameters), len(features))
    prepared = PreparedPairs(features, parameters)
    packing = _us_each(lambda: Batch(features, parameters), len(features))
    packed = Batch(features, parameters)
    us = _us_per_pair(
        {
            "stm": lambda a, b: stm_similarity(trees[a], trees[b]),
            "stm_tuned": lambda a, b: stm_similarity(trees[a], trees[b], tuned_tree_matching),
            "stm_equal_subtrees_once": lambda a, b: shapes.similarity(forms[a], forms[b]),
            "unprepared": lambda a, b: similarity(features[a], features[b], parameters),
        },
        {"single": prepared.similarity},
        lambda: many_to_many(packed, packed),
        drawn,
        len(features),
    )
    us["one_to_many"] = _us_each(
        lambda: [one_to_many(page, packed) for page in features[:50]],
        len(features[:50]) * len(features),
    )
    print(f"{len(trees)} pages, {len(drawn)} pairs drawn", file=sys.stderr)
    result = {
        "ratio_vectorised_vs_stm": round(us["stm"] / us["vectorised"], 1),
        "ratio_single_vs_stm": round(us["stm"] / us["single"], 1),
        "ratio_unprepared_vs_stm": round(us["stm"] / us["unprepared"], 1),
        "ratio_vectorised_vs_tuned_stm": round(us["stm_tuned"] / us["vectorised"], 1),
        "ratio_single_vs_tuned_stm": round(us["stm_tuned"] / us["single"], 1),
        "us_per_pair": {name: round(spent, 4) for name, spent in us.items()},
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
