"""``python -m benchmarks.classification``: how sure the cluster of a single page is.

A library is made of half of the pages of two in three templates. The other pages are
classified: right is the cluster most of whose pages have the page's label, and of a template
that is not in the library every answer is wrong. The calibration is learnt on four fifths of
the sites and judged on the others, in turn; ``--write`` keeps the one learnt on all.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import json
import random
import time
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    emit,
    peak_mb,
    read_jsonl,
    run_bench,
)
from fpcrawl.clustering.confidence import Calibration, fit_calibration
from fpcrawl.clustering.features import page_features
from fpcrawl.clustering.library import Library
from fpcrawl.exceptions import PageError
from fpcrawl.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.clustering.features import PageFeatures

_LABELS = "clusters.jsonl"
_ROUNDS = 3
_FOLDS = 5
_BINS = 10


@dataclasses.dataclass(frozen=True, slots=True)
class Labelled:
    """A page with the template that made it."""

    label: str
    site: str
    features: PageFeatures


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """An answer of the library."""

    site: str
    known: bool
    told: tuple[float, float, int]
    right: bool


def load(root: Path, limit: int | None) -> list[Labelled]:
    """Read the labelled pages of a data folder."""
    pages = []
    for folder in data_folders(root, _LABELS):
        for row in read_jsonl(folder / _LABELS):
            try:
                body = gzip.decompress((folder / row["file"]).read_bytes())
                features = page_features(read_page(body, "http://address.invalid/"))
                pages.append(Labelled(str(row["cluster"]), str(row["site"]), features))
            except PageError:
                continue
            except (KeyError, OSError, EOFError, zlib.error) as error:
                raise BenchError(f"{folder / _LABELS}: {error!r}") from error
            if limit is not None and len(pages) >= limit:
                return pages
    return pages


def samples(pages: Sequence[Labelled], seed: int) -> list[Sample]:
    """Fill a library with some pages and ask it about the others."""
    rng = random.Random(seed)
    labels = sorted({page.label for page in pages})
    withheld = set(rng.sample(labels, len(labels) // 3))
    order = list(pages)
    rng.shuffle(order)
    dealt: defaultdict[str, int] = defaultdict(int)
    inside: list[Labelled] = []
    asked: list[Labelled] = []
    for page in order:
        dealt[page.label] += 1
        taken = page.label not in withheld and dealt[page.label] % 2
        (inside if taken else asked).append(page)
    # All is told, nothing rejected.
    library = Library(calibration=dataclasses.replace(Calibration(), reject=0.0))
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    found = library.assign_all([page.features for page in inside])
    for page, one in zip(inside, found, strict=True):
        votes[one.cluster][page.label] += 1
    out = []
    for page in asked:
        answer = library.classify(page.features)
        if answer is None:
            continue
        right = votes[answer.cluster].most_common(1)[0][0] == page.label
        known = page.label not in withheld
        told = (answer.similarity, answer.margin, answer.pages)
        out.append(Sample(page.site, known, told, right))
    return out


def judged(told: Sequence[Sample], sure: np.ndarray[Any, Any], reject: float) -> dict[str, Any]:
    """Return how good confidences are."""
    right = np.array([sample.right for sample in told])
    known = np.array([sample.known for sample in told])
    taken = sure >= reject
    error = 0.0
    for cell in range(_BINS):
        inside = np.minimum((sure * _BINS).astype(int), _BINS - 1) == cell
        if inside.any():
            error += inside.mean() * abs(sure[inside].mean() - right[inside].mean())
    return {
        "accuracy_of_accepted": round(float(right[taken].mean()), 4),
        "accepted_of_known": round(float(taken[known].mean()), 4),
        "rejected_of_unknown": round(float((~taken[~known]).mean()), 4),
        "calibration_error": round(error, 4),
        "brier": round(float(np.mean((sure - right) ** 2)), 4),
    }


def _sure(calibration: Calibration, told: Sequence[Sample]) -> np.ndarray[Any, Any]:
    return np.array([calibration.confidence(*sample.told) for sample in told])


def _fit(told: Sequence[Sample]) -> Calibration:
    return fit_calibration([s.told for s in told], [s.right for s in told])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        When data are missing or malformed.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.classification",
        description="Confidence of classifying single pages, on sites left out of learning.",
        epilog="example: python -m benchmarks.classification --data ../shared/corpora --json",
    )
    parser.add_argument("--data", type=Path, required=True, help="a folder with clusters.jsonl")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, help="only the first N pages")
    parser.add_argument("--write", type=Path, help="file for the calibration learnt on all sites")
    args = parser.parse_args(argv)
    started = time.monotonic()
    pages = load(args.data, args.limit)
    told = [sample for seed in range(_ROUNDS) for sample in samples(pages, seed)]
    sites = sorted({sample.site for sample in told})
    random.Random(0).shuffle(sites)
    fold = {site: i % _FOLDS for i, site in enumerate(sites)}
    held, sure = [], []
    for i in range(_FOLDS):
        out = [sample for sample in told if fold[sample.site] == i]
        rest = [sample for sample in told if fold[sample.site] != i]
        if out:
            held += out
            sure.append(_sure(_fit(rest), out))
    calibration = _fit(told)
    result = {
        **judged(held, np.concatenate(sure), calibration.reject),
        "shipped": judged(told, _sure(Library().calibration, told), calibration.reject),
        "answers": len(held),
        "of_unknown_templates": sum(not sample.known for sample in held),
        "sites": len(sites),
        "calibration": calibration.to_json(),
        **bench_keys(
            "classification", str(args.data), len(pages), time.monotonic() - started, peak_mb()
        ),
    }
    if args.write:
        text = json.dumps({"calibration": calibration.to_json()})
        args.write.write_text(text + "\n", encoding="utf-8")
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
