"""``python -m benchmarks.topic``: how much of a topic crawl models find per page fetched."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._topicbed import read_bed
from benchmarks._topiclexicons import Shelf
from benchmarks._topicnarrow import narrow
from benchmarks._topicruns import ORACLES, Variant, ablations, curves, measure, summary, variant
from benchmarks.common import BenchError, bench_keys, data_hash, emit, peak_mb, run_bench
from fpcrawl.settings import FPCRAWL_TOPIC_MODEL as DEFAULT_MODEL
from fpcrawl.topic.models import MODELS
from fpcrawl.topic.segment import make_segmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._topicbed import Bed, Task


def main(argv: Sequence[str] | None = None) -> int:
    """Crawl a bed with each model and print the measures.

    Raises
    ------
    BenchError
        When the data is missing or malformed, or a name is unknown.
    """
    args = _parser().parse_args(argv)
    started = time.monotonic()
    bed = read_bed(args.data, make_segmenter("fast"))
    if args.cache:
        bed.warm(args.cache, _say)
    lexicons = args.lexicons or args.data.resolve().parent.parent / "lexicons"
    shelf = Shelf(lexicons if lexicons.is_dir() else None)
    tasks = _chosen(bed, args.tasks)
    if args.narrow:
        lexicons_used = shelf.settings(tasks[0].lang)
        budget = args.limit or max(tasks[0].budget // 3, 1)
        found = narrow(bed, tasks, lexicons_used, _say, model=args.narrow, budget=budget)
        _print(args, bed, started, {"lexicons": len(lexicons_used), "narrow": found})
        return 0
    variants = _variants(args)
    rows = measure(bed, tasks, variants, shelf, _say, seeds=args.seeds, limit=args.limit)
    result: dict[str, Any] = {
        "segmenter": bed.segmenter.name,
        "lexicons": {task.lang: shelf.default(task.lang) for task in tasks},
        "rows": rows,
        **summary(rows),
        **curves(rows),
    }
    result |= headline(result)
    _print(args, bed, started, result)
    return 0


def _print(args: argparse.Namespace, bed: Bed, started: float, result: dict[str, Any]) -> None:
    seconds = time.monotonic() - started
    keys = bench_keys("topic", str(args.data), len(bed.urls), seconds, peak_mb())
    emit({**keys, "data_sha256": data_hash([args.data]), **result}, as_json=args.json)


def headline(result: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of the default model that the gate watches; none without it."""
    if DEFAULT_MODEL not in result["mean_area"]:
        return {}
    found = {"default": DEFAULT_MODEL, "default_area": result["mean_area"][DEFAULT_MODEL]}
    if DEFAULT_MODEL in (wins := result.get("wins_vs_vsm", {})):
        found["default_wins"] = wins[DEFAULT_MODEL]
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.topic",
        description="Crawls link graphs with labels by each crawl model.",
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of a test bed")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--models", help="MODEL or MODEL@LEXICON, comma-separated; default: all")
    parser.add_argument("--tasks", help="comma-separated names; default: all")
    parser.add_argument("--seeds", type=int, default=5, help="seed sets of a task, at most 5")
    parser.add_argument("--limit", type=int, help="pages fetched by a crawl, at most")
    parser.add_argument(
        "--no-baselines", action="store_true", help="only the default model beside vsm"
    )
    parser.add_argument("--ablate", metavar="MODEL", help="also that model without each part")
    parser.add_argument(
        "--narrow",
        nargs="?",
        const=DEFAULT_MODEL,
        metavar="MODEL",
        help="only crawls that begin with a bare name, with and without automatic widening",
    )
    parser.add_argument("--lexicons", type=Path, help="folder of lexicons; default: the data's")
    parser.add_argument("--cache", type=Path, help="folder in which words of texts are kept")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="MODEL:NAME=VALUE",
        help="a model with an option (several: NAME=VALUE;NAME=VALUE); repeatable",
    )
    return parser


def _variants(args: argparse.Namespace) -> list[Variant]:
    if args.models:
        chosen = [variant(name) for name in args.models.split(",")]
    elif args.no_baselines:
        chosen = [variant(name) for name in dict.fromkeys((DEFAULT_MODEL, "vsm"))]
    else:
        chosen = [variant(name) for name in [*MODELS, *ORACLES]]
    chosen += [variant(text) for text in args.option]
    if args.ablate:
        chosen += ablations(args.ablate)
    # Beside each run with a lexicon the same without one: what the lexicon is worth.
    controls = [
        variant(f"{one.model}@identity")
        for one in chosen
        if one.takes_lexicon and one.lexicon != "identity" and not one.options
    ]
    return list({one.label: one for one in [*chosen, *controls]}.values())


def _chosen(bed: Bed, names: str | None) -> list[Task]:
    known = {task.name: task for task in bed.tasks}
    if names is None:
        return list(known.values())
    if wrong := set(names.split(",")) - set(known):
        raise BenchError(f"no task {', '.join(sorted(wrong))}; there are {', '.join(known)}")
    return [known[name] for name in names.split(",")]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_bench(main)
