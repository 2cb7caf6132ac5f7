"""``python -m benchmarks.revisit``: when boards are visited, and what is found then."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks._revisit_cases import BUSY, budget, cold_start, economy, halving, paper, surge
from benchmarks._revisit_data import read_streams
from benchmarks._revisit_runs import CURVES, POLICIES, Trainer, join, row_of, run_policy
from benchmarks.common import bench_keys, data_folders, data_hash, emit, peak_mb, run_bench

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = (20, 30, 50, 100)
#: Boards that share a budget.
BUDGET_BOARDS = 15


def main(argv: Sequence[str] | None = None) -> int:
    """Replay streams and print the measures.

    Raises
    ------
    BenchError
        When the data is missing or malformed.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.revisit",
        description="Replays streams of event times: 30 days to learn, 20 to be judged.",
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with streams")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--limit", type=int, help="only the first N streams, one window each")
    parser.add_argument("--windows", type=int, default=3, help="windows of a stream, at most")
    parser.add_argument("--no-baselines", action="store_true", help="only models with a curve")
    args = parser.parse_args(argv)
    started = time.monotonic()
    result = measure_all(
        args.data,
        limit=args.limit,
        most=1 if args.limit else args.windows,
        policies=CURVES if args.no_baselines else POLICIES,
    )
    seconds = time.monotonic() - started
    keys = bench_keys("revisit", str(args.data), result.pop("streams"), seconds, peak_mb())
    hashed = data_hash(data_folders(args.data, "manifest.jsonl"))
    emit({**keys, "data_sha256": hashed, **result}, as_json=args.json)
    return 0


def measure_all(
    data: Path, *, limit: int | None, most: int, policies: Sequence[str]
) -> dict[str, Any]:
    """Return the result without the common keys."""
    streams = [s for s in read_streams(data)[:limit] if s.windows(1)]
    trainer = Trainer()
    rows = []
    for stream in streams:
        windows = stream.windows(most)
        _say(f"{stream.name} {stream.order}: {len(windows)} windows")
        for size in SIZES:
            for policy in policies:
                traces = [run_policy(policy, w, size, trainer) for w in windows]
                rows.append(row_of(stream, size, policy, join(traces)))
    created = [w for s in streams if s.order == "creation" for w in s.windows(most)]
    turns = [w[i] for i in range(most) for s in streams if len(w := s.windows(most)) > i]
    result: dict[str, Any] = {"streams": len(streams), "rows": rows}
    result["summary"] = _summary(rows, policies)
    _say("surge, halving, cold start")
    result["surge"] = surge(created, SIZES, trainer)
    result["halving"] = halving(created, SIZES, trainer)
    result["cold_start"] = cold_start(created, SIZES, trainer)
    _say("visits needed")
    result["economy"] = economy([s.windows(most) for s in streams], SIZES[:3], trainer)
    _say("the paper's board, a budget")
    result["paper"] = paper(trainer)
    sets = [turns[i : i + BUDGET_BOARDS] for i in range(0, len(turns), BUDGET_BOARDS)]
    whole = [one for one in sets if len(one) == BUDGET_BOARDS] or sets[:1]
    result["budget"] = [budget(one, 20, trainer) for one in whole]
    result.update(_headline(result))
    return result


def _headline(result: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of the default model that the gate watches; absent ones are left out."""
    default = result["summary"]["default"]
    # Of each set of boards, the least budget.
    scarce = [one["rows"][0] for one in result["budget"]]
    found = {
        "share_of_ceiling": default["share_of_ceiling"],
        "lost_share": default["lost_share"],
        "surge_lost_share": result["surge"]["lost_share"].get("polynomial"),
        "halving_visits_ratio": result["halving"].get("polynomial", {}).get("visits_ratio"),
        "share_after_7_days": result["cold_start"].get("share_after_7_days"),
        "least_saved_vs_fixed": result["economy"]["least_saved_vs_fixed"],
        "paper_hit10": result["paper"].get("polynomial", {}).get("hit10"),
        "budget_delay_ratio": _mean([row["delay_ratio_vs_paper_z"] for row in scarce]),
        "budget_lost_share": _mean([row["sqrt"]["lost_share"] for row in scarce]),
    }
    return {key: value for key, value in found.items() if value is not None}


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(float(np.mean(known)), 4) if known else None


def _summary(rows: Sequence[dict[str, Any]], policies: Sequence[str]) -> dict[str, Any]:
    """Return means over the boards on which the default makes four visits a day."""
    busy = {
        (r["stream"], r["v"])
        for r in rows
        if r["policy"] == "polynomial" and r["order"] == "creation" and r["visits_per_day"] >= BUSY
    }
    out: dict[str, Any] = {"boards": len(busy)}
    for policy in policies:
        chosen = [
            r
            for r in rows
            if r["policy"] == policy and r["order"] == "creation" and (r["stream"], r["v"]) in busy
        ]
        out[policy] = _means(chosen)
        if bumped := [r for r in rows if r["policy"] == policy and r["order"] == "bump"]:
            out[policy]["bump"] = _means(bumped)
    out["default"] = out["polynomial"]
    return out


def _means(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    def mean(key: str, chosen: Sequence[dict[str, Any]] = rows) -> float | None:
        return _mean([r[key] for r in chosen])

    keys = ("share_of_ceiling", "hit10", "hit5", "hit20", "mean_change_rate", "lost_share")
    by_size = {}
    for size in SIZES:
        if chosen := [r for r in rows if r["v"] == size]:
            by_size[str(size)] = {
                "boards": len(chosen),
                "hit10": mean("hit10", chosen),
                "ceiling10": mean("ceiling10", chosen),
                "share_of_ceiling": mean("share_of_ceiling", chosen),
            }
    more = ("visits_per_day", "mean_delay_s", "p95_delay_s")
    return {**{key: mean(key) for key in (*keys, *more)}, "by_v": by_size}


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    run_bench(main)
