"""``python -m benchmarks.gate``: no figure may fall below the floor pinned for it.

Floors stand in ``baseline.json`` with the hash of the data they were measured on. Only this
program writes them (``--record``), and it never lowers one without ``--lower-floor REASON``,
which is kept in the file.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._recording import WARC_NAME
from benchmarks.common import ROOT, BenchError, child_env, run_bench

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BASELINE = Path(__file__).with_name("baseline.json")
DATA = ROOT.parent / "shared"

_SITE_KEYS = (
    "threads_found_share",
    "thread_pages_found_share",
    "threads_extracted_share",
    "record_f1",
    "f1_author",
    "f1_time",
    "f1_body",
    "useful_share",
)
_MADE_KEYS = (
    "record_f1",
    "f1_author",
    "f1_time",
    "f1_body",
    "threads_found_share",
    "thread_pages_found_share",
)
_LINK_KEYS = (
    "thread_link_precision",
    "thread_link_recall",
    "next_page_precision",
    "next_page_recall",
)
_CLUSTERING_KEYS = (
    "f1",
    "f1_forum",
    "f1_news",
    "f1_core",
    "precision",
    "recall",
    "bcubed_f1",
    "incremental_f1",
)
_ARTICLE_KEYS = ("f1_body", "f1_title", "f1_author", "f1_date", "f1_body_zh")
_RECORD_KEYS = ("record_f1", "f1_author", "f1_time", "f1_body", "exact_post_share")
_RECORD_DATA = {
    "forums": ("forums", _RECORD_KEYS),
    "harvest": ("corpora/harvest_forum", _RECORD_KEYS),
    "wcxb": ("corpora/wcxb_forum_and_multi", (*_RECORD_KEYS, "wcxb_f1")),
}
#: Data that are read in a disguise as well, and in which: what rests on names alone shows there,
#: what other software puts around posts, what rests on the times of few languages or on words,
#: what is read of a post that nobody answered, and of pages that are nested in another way.
_DISGUISED = (
    ("forums", "bare"),
    ("corpora/harvest_forum", "bare"),
    ("forums", "crowded"),
    ("corpora/harvest_forum", "crowded"),
    ("corpora/harvest_forum", "times"),
    ("forums", "few:1"),
    ("corpora/harvest_forum", "few:1"),
    ("forums", "words"),
    ("forums", "nested:cards"),
    ("forums", "nested:texts"),
)
_WALK_KEYS = {"forums": ("role_accuracy", *_LINK_KEYS), "corpora": _LINK_KEYS}
_INDEX_KEYS = (
    "f1_url",
    "f1_title",
    "f1_author",
    "f1_replies",
    "f1_last_post_time",
    "sticky_f1",
)
_TOPIC_KEYS = ("default_area", "default_wins")
_REVISIT_KEYS = (
    "share_of_ceiling",
    "share_after_7_days",
    "least_saved_vs_fixed",
    "paper_hit10",
)
_REVISIT_LOW_KEYS = (
    "lost_share",
    "surge_lost_share",
    "halving_visits_ratio",
    "budget_delay_ratio",
    "budget_lost_share",
)


@dataclass(frozen=True, slots=True)
class Bench:
    """A benchmark of the gate.

    Attributes
    ----------
    name
        Its name in ``baseline.json``.
    command
        Module and arguments; ``--json`` is added.
    keys
        Figures that must not fall.
    low_keys
        Figures that must not rise.
    slack
        Share of a measured figure that a floor leaves to chance: two runs of one crawl ask
        in slightly different orders, and times vary with what else the machine does.
    """

    name: str
    command: tuple[str, ...]
    keys: tuple[str, ...]
    low_keys: tuple[str, ...] = ()
    slack: float = 0.01


#: What each set of made sites is called, and the kind that makes it.
_MADE = {
    "forums": "forum",
    "news": "news",
    "crowded_forums": "crowded_forum",
    "crowded_news": "crowded_news",
    "turned_forums": "turned_forum",
    "turned_news": "turned_news",
}


def benches(data: Path) -> list[Bench]:
    """Return the benchmarks that can run: those without data, and those whose data is there."""
    found = [
        Bench(
            "crawl",
            ("benchmarks.crawl",),
            ("ratio_vs_bare_scrapy", "cpu_ratio_vs_bare_scrapy"),
            ("bytes_per_seen_url",),
            slack=0.2,
        )
    ]
    for name, kind in _MADE.items():
        command = ("benchmarks.made_sites", "--kind", kind)
        found.append(Bench(f"made/{name}", command, _MADE_KEYS))
    for folder in sorted(path.parent for path in (data / "sites").glob(f"*/{WARC_NAME}")):
        command = ("benchmarks.site", "--data", str(folder))
        found.append(Bench(f"site/{folder.name}", command, _SITE_KEYS))
    for name, keys in _WALK_KEYS.items():
        if (data / name).is_dir():
            command = ("benchmarks.walk", "--data", str(data / name))
            found.append(Bench(f"walk/{name}", command, keys, slack=0.005))
    if (forums := data / "forums").is_dir():
        command = ("benchmarks.index", "--data", str(forums))
        found.append(Bench("index", command, _INDEX_KEYS))
    for name, (where_from, keys) in _RECORD_DATA.items():
        if (data / where_from).is_dir():
            source = ("--data", str(data / where_from), "--no-baselines")
            found.append(
                Bench(f"records/{name}", ("benchmarks.records", *source), keys, slack=0.005)
            )
    for where_from, disguise in _DISGUISED:
        if (data / where_from).is_dir():
            name = f"records/{where_from.rpartition('/')[2]}-{disguise}"
            options = ("--data", str(data / where_from), "--no-baselines", "--disguise", disguise)
            reads = ("benchmarks.records", *options)
            found.append(Bench(name, reads, _RECORD_KEYS[:4], slack=0.005))
    corpora = data / "corpora"
    if (corpora / "clusters.jsonl").is_file():
        where = ("--data", str(corpora))
        found += [
            Bench(
                "clustering",
                ("benchmarks.clustering", *where, "--no-baselines"),
                _CLUSTERING_KEYS,
                slack=0.005,
            ),
            Bench(
                "similarity",
                ("benchmarks.similarity", *where),
                ("ratio_vectorised_vs_stm", "ratio_single_vs_stm"),
                slack=0.6,
            ),
            Bench(
                "page_cost",
                ("benchmarks.page_cost", *where),
                (),
                ("ratio_features_assign_vs_parse",),
                slack=0.3,
            ),
        ]
        found.append(
            Bench("articles", ("benchmarks.articles", *where, "--no-baselines"), _ARTICLE_KEYS)
        )
    for bed in sorted(path.parent for path in (data / "testbeds").glob("*/tasks.json")):
        # Two of the five seed sets: all of them take an hour.
        crawls = ("benchmarks.topic", "--data", str(bed), "--no-baselines", "--seeds", "2")
        found.append(Bench(f"topic/{bed.name}", crawls, _TOPIC_KEYS, slack=0.05))
    if (streams := data / "streams").is_dir():
        command = ("benchmarks.revisit", "--data", str(streams))
        found.append(Bench("revisit", command, _REVISIT_KEYS, _REVISIT_LOW_KEYS, slack=0.03))
    return found


def run(bench: Bench) -> dict[str, Any]:
    """Run a benchmark in a process of its own and return the object it printed last.

    Raises
    ------
    BenchError
        When it fails.
    """
    done = subprocess.run(
        [sys.executable, "-m", *bench.command, "--json"],
        cwd=ROOT,
        env=child_env(),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    try:
        result = json.loads(done.stdout.strip().splitlines()[-1])
    except (IndexError, ValueError):
        result = None
    if done.returncode or not isinstance(result, dict):
        raise BenchError(f"{bench.name} failed with exit code {done.returncode}")
    return result


def bound(bench: Bench, key: str, value: float) -> float:
    """Return the floor (or ceiling) to pin for a measured figure, to four digits."""
    if key in bench.low_keys:
        return math.ceil(value * (1 + bench.slack) * 1e4) / 1e4
    return math.floor(value * (1 - bench.slack) * 1e4) / 1e4


def judge(bench: Bench, result: dict[str, Any], pinned: dict[str, Any] | None) -> list[str]:
    """Return a line for every figure that breaks its bound or has no figure to judge."""
    if pinned is None:
        return [f"{bench.name}: no floors recorded, run with --record"]
    lines = []
    if pinned["data_sha256"] != result.get("data_sha256"):
        lines.append(f"{bench.name}: floors were measured on other data, run with --record")
    for key, limit in pinned["bounds"].items():
        value = result.get(key)
        low = key in bench.low_keys
        if value is None:
            lines.append(f"{bench.name}: {key} is not measured any more")
        elif value > limit if low else value < limit:
            word = "above its ceiling" if low else "below its floor"
            lines.append(f"{bench.name}: {key} {value} is {word} {limit}")
    return lines


def record(
    bench: Bench, result: dict[str, Any], pinned: dict[str, Any] | None, reason: str | None
) -> tuple[dict[str, Any], list[str]]:
    """Return what to pin, and lines for what may not be pinned without a reason.

    A bound becomes stricter by itself; it becomes laxer only with a ``reason``.
    """
    old = pinned["bounds"] if pinned else {}
    lowered = list(pinned.get("lowered", ())) if pinned else []
    bounds: dict[str, float] = {}
    refused = []
    for key in (*bench.keys, *bench.low_keys):
        if key not in result:
            raise BenchError(f"{bench.name} did not print {key}")
        value, new = result[key], bound(bench, key, result[key])
        before = old.get(key)
        if before is None:
            bounds[key] = new
        elif (value > before) if key in bench.low_keys else (value < before):
            bounds[key] = new if reason else before
            if reason:
                lowered.append({"key": key, "from": before, "to": new, "reason": reason})
            else:
                refused.append(f"{bench.name}: {key} {value} would move {before} to {new}")
        else:
            bounds[key] = min(before, new) if key in bench.low_keys else max(before, new)
    entry = {"data_sha256": result.get("data_sha256"), "bounds": bounds}
    return entry | ({"lowered": lowered} if lowered else {}), refused


def load_baseline(path: Path) -> dict[str, Any]:
    """Return the pinned floors by name of the benchmark.

    Raises
    ------
    BenchError
        When the file is malformed.
    """
    if not path.is_file():
        return {}
    try:
        pinned = json.loads(path.read_text(encoding="utf-8"))
        for entry in pinned.values():
            entry["data_sha256"], entry["bounds"].items()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchError(f"{path} is malformed: {error!r}") from error
    return dict(pinned)


def gate(
    chosen: Sequence[Bench],
    path: Path,
    *,
    write: bool,
    reason: str | None,
    runner: Callable[[Bench], dict[str, Any]] = run,
) -> list[str]:
    """Run benchmarks against their floors; return a line for every failure."""
    pinned = load_baseline(path)
    failures: list[str] = []
    for bench in chosen:
        result = runner(bench)
        shown = {key: result.get(key) for key in (*bench.keys, *bench.low_keys)}
        print(f"{bench.name}: {json.dumps(shown)}", flush=True)
        if not write:
            failures += judge(bench, result, pinned.get(bench.name))
            continue
        pinned[bench.name], refused = record(bench, result, pinned.get(bench.name), reason)
        failures += refused
        text = json.dumps(dict(sorted(pinned.items())), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")
    return failures


def main(argv: Sequence[str] | None = None) -> int:
    """Run the gate; 1 when a figure broke its bound.

    Raises
    ------
    BenchError
        When a benchmark fails, the baseline is malformed or a name is unknown.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gate",
        description="Runs the benchmarks and compares with the floors in baseline.json.",
    )
    parser.add_argument("--data", type=Path, default=DATA, help="folder that holds sites/")
    parser.add_argument("--only", action="append", help="name or prefix of a benchmark; repeatable")
    parser.add_argument("--record", action="store_true", help="write what was measured as floors")
    parser.add_argument("--lower-floor", metavar="REASON", help="let --record lower floors")
    args = parser.parse_args(argv)
    if args.lower_floor is not None and not (args.record and args.lower_floor.strip()):
        raise BenchError("--lower-floor needs a reason, and --record")
    known = benches(args.data)
    chosen = [b for b in known if not args.only or any(b.name.startswith(o) for o in args.only)]
    if not chosen:
        raise BenchError(f"no such benchmark; there are {', '.join(b.name for b in known)}")
    if not any(bench.name.startswith("site/") for bench in known):
        print(f"{args.data} holds no sites: benchmarks on recorded sites are left out")
    failures = gate(chosen, BASELINE, write=args.record, reason=args.lower_floor)
    for line in failures:
        print(f"FAIL {line}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    run_bench(main)
