"""``python -m benchmarks.clustering``: pages grouped by template, against their labels."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._clusterdata import (
    LABELS,
    LabelledPage,
    labels_hash,
    load_labelled,
    part_of,
    read_pages,
)
from benchmarks._clusterexplain import explain
from benchmarks._clustermetrics import adjusted_rand, score_clusters
from benchmarks._clusterpeers import PEERS, Forms, Peer
from benchmarks._clusterrun import batch, incremental
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.clustering import PageFeatures, default_parameters, page_features

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

_BATCHES = 10
_SHUFFLES = 5
_SAMPLE = 250


@dataclass(frozen=True, slots=True)
class Judged:
    """Clusters of pages, judged on all of them and on parts.

    Attributes
    ----------
    numbers
        Which pages were grouped.
    clusters
        Cluster of each of them.
    """

    pages: Sequence[LabelledPage]
    parts: Sequence[str]
    numbers: Sequence[int]
    clusters: Sequence[Hashable]

    def keys(self) -> dict[str, Any]:
        """Return the figures; ``None`` for a part without pages."""
        return {
            **self._score(lambda _: True),
            "f1_forum": self._f1(lambda i: self.parts[i] == "forum"),
            "f1_news": self._f1(lambda i: self.parts[i] == "news"),
            "f1_core": self._f1(lambda i: self.pages[i].core),
            "f1_forum_core": self._f1(lambda i: self.parts[i] == "forum" and self.pages[i].core),
            "f1_news_core": self._f1(lambda i: self.parts[i] == "news" and self.pages[i].core),
        }

    def only(self, numbers: Sequence[int]) -> Judged:
        """Return the same clusters, judged on some of the pages."""
        of = dict(zip(self.numbers, self.clusters, strict=True))
        return Judged(self.pages, self.parts, numbers, [of[i] for i in numbers])

    def _score(self, wanted: Any) -> dict[str, Any]:
        kept = [(i, c) for i, c in zip(self.numbers, self.clusters, strict=True) if wanted(i)]
        return score_clusters([self.pages[i].label for i, _ in kept], [c for _, c in kept]).keys()

    def _f1(self, wanted: Any) -> float | None:
        found = self._score(wanted)
        return found["f1"] if found["pages"] else None


def _sample(pages: Sequence[LabelledPage], size: int) -> list[int]:
    """Return numbers of ``size`` pages: of every label one, of every label a second, ..."""
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        groups[page.label].append(number)
    ranked = sorted((rank, i) for group in groups.values() for rank, i in enumerate(group))
    return sorted(i for _, i in ranked[:size])


def _against(name: str, peer: Peer, forms: Forms, ours: Judged, sample: int) -> dict[str, Any]:
    """Run a peer and judge it, and ours on the same pages beside it."""
    everything = range(len(forms.pages))
    numbers = _sample(forms.pages, sample) if peer.slow else list(everything)
    started = time.perf_counter()
    grouping = peer.group(forms, numbers)
    seconds = time.perf_counter() - started
    if not grouping.numbers:
        return {"pages": 0, **grouping.facts}
    theirs = Judged(ours.pages, ours.parts, grouping.numbers, grouping.clusters).keys()
    same = ours.only(grouping.numbers).keys()
    line = " ".join(f"{k}={theirs[k]}" for k in ("pages", "f1", "f1_forum", "f1_news"))
    print(f"{name}: {line} best_f1={grouping.facts.get('best_f1')}", file=sys.stderr, flush=True)
    return {
        **theirs,
        **grouping.facts,
        "seconds": round(seconds, 2),
        "ours_same_pages": {k: same[k] for k in ("f1", "f1_forum", "f1_news", "bcubed_f1")},
    }


def _orders(
    features: Sequence[PageFeatures], ours: Judged, shuffles: int, seed: int
) -> dict[str, Any]:
    """Cluster in other orders, at once and in batches."""
    parameters = default_parameters()
    at_once, in_batches, alike, seconds = [], [], [], []
    for round_ in range(shuffles):
        order = list(range(len(features)))
        random.Random(seed + round_).shuffle(order)
        again = _put_back(order, batch([features[i] for i in order], parameters))
        started = time.perf_counter()
        grown = _put_back(order, incremental([features[i] for i in order], parameters, _BATCHES))
        seconds.append(time.perf_counter() - started)
        true = [page.label for page in ours.pages]
        at_once.append(score_clusters(true, again).f1)
        in_batches.append(score_clusters(true, grown).f1)
        alike.append(adjusted_rand(ours.clusters, again))
    mean = sum(in_batches) / shuffles
    return {
        "incremental_f1": round(mean, 4),
        "incremental": {
            "batches": _BATCHES,
            "f1_min": round(min(in_batches), 4),
            "f1_max": round(max(in_batches), 4),
            "seconds": round(sum(seconds) / shuffles, 2),
        },
        "orders": {
            "shuffles": shuffles,
            "f1_min": round(min(at_once), 4),
            "f1_mean": round(sum(at_once) / shuffles, 4),
            "f1_max": round(max(at_once), 4),
            "ari_with_first_min": round(min(alike), 4),
        },
    }


def _put_back(order: Sequence[int], clusters: Sequence[Hashable]) -> list[Hashable]:
    out: list[Hashable] = [None] * len(order)
    for at, cluster in zip(order, clusters, strict=True):
        out[at] = cluster
    return out


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.clustering",
        description="Groups labelled pages by template with the shipped parameters, and judges.",
        epilog="example: python -m benchmarks.clustering --data ../shared/corpora --json",
    )
    parser.add_argument("--data", type=Path, required=True, help="a folder with clusters.jsonl")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--labels", choices=LABELS, help="which labels, if not the first found")
    parser.add_argument("--limit", type=int, help="only N pages, spread over the labels")
    parser.add_argument("--no-baselines", action="store_true", help="skip what others do")
    parser.add_argument(
        "--sample",
        type=int,
        default=_SAMPLE,
        metavar="N",
        help="pages for slow peers, spread over the labels (%(default)s); ours is judged on the "
        "same ones beside them",
    )
    parser.add_argument("--shuffles", type=int, default=_SHUFFLES, help="other orders tried")
    parser.add_argument("--explain", type=int, default=0, metavar="N", help="show N worst cases")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed, or no page of them can be read.
    """
    args = _parser().parse_args(argv)
    started = time.perf_counter()
    labelled = load_labelled(args.data, labels=args.labels, limit=args.limit)
    forms, pages, features, feature_s = Forms(), [], [], 0.0
    for one, page in read_pages(labelled.pages):
        before = time.perf_counter()
        features.append(page_features(page))
        feature_s += time.perf_counter() - before
        pages.append(one)
        if not args.no_baselines:
            forms.add(one, page)
    if not pages:
        raise BenchError(f"{args.data}: not one page that can be read")
    before = time.perf_counter()
    clusters = batch(features, default_parameters())
    cluster_s = time.perf_counter() - before
    seconds, peak = time.perf_counter() - started, peak_mb()
    ours = Judged(pages, part_of(pages), range(len(pages)), clusters)
    result = {
        **ours.keys(),
        **bench_keys("clustering", str(args.data), len(pages), seconds, peak),
        "labels": labelled.kind,
        "unread_pages": len(labelled.pages) - len(pages),
        "data_sha256": labels_hash(labelled.pages),
        "features_ms_per_page": round(1e3 * feature_s / len(pages), 3),
        "cluster_seconds": round(cluster_s, 3),
        **_orders(features, ours, max(1, args.shuffles), seed=1),
    }
    if args.explain:
        explain(pages, features, clusters, args.explain)
    if not args.no_baselines:
        result["baselines"] = {
            name: _against(name, peer, forms, ours, args.sample) for name, peer in PEERS.items()
        }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
