"""``python -m benchmarks.page_cost``: what a page's cluster costs beside parsing the page.

All times are CPU time. What a library puts off (grouping, writing) is timed at the end and
told beside: per page, and in a ratio of its own.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from lxml import html as lxml_html

from benchmarks._clusterdata import labels_hash, load_labelled, speed_parser
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering.features import PageFeatures, page_features
from fpcrawl.clustering.fingerprint import fingerprint
from fpcrawl.clustering.library import Library
from fpcrawl.clustering.rareindex import RareElementIndex
from fpcrawl.clustering.views import one_to_many, view_of
from fpcrawl.exceptions import PageError
from fpcrawl.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._clusterdata import LabelledPage

_CLUSTERS = 1_000
_KEPT = 0.3
_MASK = (1 << 64) - 1


def _other_template(features: PageFeatures, rng: random.Random) -> PageFeatures:
    """Return a page as another template might have made it.

    It keeps the tree and, of every set, about three elements of ten; the others become
    elements that no other page has.
    """
    salt = rng.getrandbits(64) | 1
    # One new element for each that goes, whatever set it is in: f2 has weights by element.
    known = sorted(frozenset().union(*features.sets))
    new = {
        element: element if rng.random() < _KEPT else (element * salt + 1) & _MASK
        for element in known
    }
    return replace(
        features,
        sets=tuple(frozenset(new[element] for element in each) for each in features.sets),
        weights={new[element]: weight for element, weight in features.weights.items()},
    )


def _fill(library: Library, features: Sequence[PageFeatures], clusters: int) -> int:
    """Give the library so many clusters: of the pages, then of other templates like theirs."""
    rng = random.Random(1)
    for page in features:
        if len(library) >= clusters:
            break
        library.assign(page)
    real = len(library)
    for _ in range(20 * clusters):
        if len(library) >= clusters:
            return real
        library.assign(_other_template(rng.choice(features), rng))
    raise BenchError(f"only {len(library)} clusters of {clusters} could be made of these pages")


def _once(page: LabelledPage, library: Library) -> tuple[float, float, float, float]:
    """Return the seconds of lxml's parse, of ours, of the features and of the assignment."""
    body = page.body()
    start = time.process_time()
    tree = lxml_html.document_fromstring(body)
    parsed = time.process_time()
    del tree
    before = time.process_time()
    read = read_page(body, page.url)
    have_page = time.process_time()
    # Parsers leave circles behind; to free them is not the features' work.
    gc.collect(0)
    begin = time.process_time()
    features = page_features(read)
    have_features = time.process_time()
    library.assign(features)
    done = time.process_time()
    return (
        parsed - start,
        have_page - before,
        have_features - begin,
        done - have_features,
    )


def _steps(features: Sequence[PageFeatures], library: Library) -> dict[str, float]:
    """Return what the steps of finding a page's cluster take, in ms; without adding the page."""
    parameters = library.parameters
    index = RareElementIndex()
    views = {name: view_of(centre, parameters) for name, _, centre, _ in library.contents()}
    for name, view in views.items():
        index.add(name, view.elements(index.looks_at))
    spent: defaultdict[str, float] = defaultdict(float)
    for page in features:
        start = time.process_time()
        view = view_of(page, parameters)
        elements = view.elements(index.looks_at)
        packed = time.process_time()
        names = index.candidates(elements)
        found = time.process_time()
        one_to_many(view, [views[name] for name in names], parameters)
        compared = time.process_time()
        fingerprint(elements.tolist())
        spent["pack"] += packed - start
        spent["candidates"] += found - packed
        spent["scoring"] += compared - found
        spent["fingerprint_of_the_paper"] += time.process_time() - compared
    return {step: round(1e3 * seconds / len(features), 3) for step, seconds in spent.items()}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no page of them can be read.
    """
    parser = speed_parser(
        "page_cost", "Times features and assignment beside lxml's parse of the same pages."
    )
    parser.add_argument("--clusters", type=int, default=_CLUSTERS, help="known beforehand")
    args = parser.parse_args(argv)
    started = time.perf_counter()
    pages = load_labelled(args.data, limit=args.limit).pages
    # Half of the pages fill the library; all are timed, in an order that mixes sites.
    known = []
    for page in pages[::2]:
        try:
            known.append(page_features(page.read()))
        except PageError:
            continue
    if not known:
        raise BenchError(f"{args.data}: not one page that can be read")
    library = Library()
    real = _fill(library, known, args.clusters)
    library.tidy()
    library.save()
    order = list(pages)
    random.Random(2).shuffle(order)
    times = []
    for page in order:
        try:
            times.append(_once(page, library))
        except PageError:
            continue
    before = time.process_time()
    library.tidy()
    library.save()
    later = (time.process_time() - before) / len(times) * 1e3
    table = np.array(times) * 1e3
    parse, read, features, assign = table.mean(axis=0)
    print(f"{len(times)} pages against {len(library)} clusters", file=sys.stderr)
    result = {
        "ratio_features_assign_vs_parse": round(float((features + assign) / parse), 4),
        "ratio_with_what_is_put_off": round(float((features + assign + later) / parse), 4),
        "ratio_features_vs_parse": round(float(features / parse), 4),
        "ratio_assign_vs_parse": round(float(assign / parse), 4),
        "ms": {
            "lxml_parse": round(float(parse), 3),
            "read_page": round(float(read), 3),
            "features": round(float(features), 3),
            "assign": round(float(assign), 3),
            "assign_p99": round(float(np.percentile(table[:, 3], 99)), 3),
        },
        "tidy_and_save_ms": round(later, 3),
        "steps_ms": _steps(known, library),
        "clusters": args.clusters,
        "real_clusters": real,
        "clusters_after": len(library),
        **bench_keys(
            "page_cost", str(args.data), len(times), time.perf_counter() - started, peak_mb()
        ),
        "data_sha256": labels_hash(pages),
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
