"""``python -m benchmarks.revisit_cost``: what planning, learning and fitting cost."""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from benchmarks._revisit_data import DAY_S, synthetic
from benchmarks.common import BenchError, bench_keys, emit, peak_mb, run_bench
from fpcrawl.revisit import CurveModel, Visit, make_model, share_budget
from fpcrawl.revisit.fit import fit_days
from fpcrawl.revisit.replay import Page, train

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.revisit import Board

_KINDS = 25
_FITS = 100
#: Boards that are held in memory, learn and share a budget.
_SOME = 10_000


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print.

    Raises
    ------
    BenchError
        When the number of boards is not above zero.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.revisit_cost",
        description="Plans the next visits of many boards from their saved states.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--boards", type=int, default=100_000, help="how many")
    args = parser.parse_args(argv)
    if args.boards < 1:
        raise BenchError(f"--boards {args.boards}: at least one")
    started = time.monotonic()
    result = measure_cost(args.boards)
    seconds = time.monotonic() - started
    keys = bench_keys("revisit_cost", "synthetic", args.boards, seconds, peak_mb())
    emit({**keys, **result}, as_json=args.json)
    return 0


def measure_cost(boards: int) -> dict[str, Any]:
    """Return rates and sizes; the boards are of a few dozen kinds, each with its own state."""
    model = make_model("polynomial", zone=ZoneInfo("Asia/Shanghai"), max_s=10 * DAY_S)
    assert isinstance(model, CurveModel)
    kinds = [_board(model, 5.0 * 1.25**i, i) for i in range(_KINDS)]
    texts = []
    for i in range(boards):
        state = kinds[i % _KINDS].dump()
        state["last"] += i * 0.7
        texts.append(json.dumps(state))
    gc.collect()
    begin = time.process_time()
    decided = sum(model.open(json.loads(text)).due() > 0 for text in texts)
    deciding = time.process_time() - begin
    some = [model.open(json.loads(text)) for text in texts[:_SOME]]
    begin = time.process_time()
    planned = sum(board.due() > 0 for board in some)
    planning = time.process_time() - begin
    begin = time.process_time()
    for board in some:
        board.observe(Visit((board.last_visit or 0.0) + 3000.0, 50, 10))
    learning = time.process_time() - begin
    outlooks = [o for board in some if (o := board.outlook()) is not None]
    begin = time.process_time()
    planner = share_budget(outlooks, 20.0 * len(outlooks))
    sharing = time.process_time() - begin
    begin = time.process_time()
    for outlook in outlooks:
        planner.interval_s(outlook)
    by_budget = time.process_time() - begin
    return {
        "boards": boards,
        "decisions": decided,
        "decisions_per_s": round(planned / planning),
        "decisions_per_s_from_json": round(decided / deciding),
        "decisions_per_s_budget": round(len(outlooks) / by_budget),
        "visits_learnt_per_s": round(len(some) / learning),
        "share_budget_s_per_10000_boards": round(sharing * 10_000 / len(outlooks), 3),
        "state_bytes_max": max(len(text.encode()) for text in texts),
        "state_bytes_mean": round(statistics.mean(len(text) for text in texts)),
        "refit_ms": {name: _refit_ms(name, kinds) for name in ("polynomial", "fourier")},
    }


def _board(model: CurveModel, per_day: float, seed: int) -> Board:
    stream = synthetic(per_day, 30, seed)
    board = model.open()
    begin = float(stream.times[0])
    train(Page(stream.times, 50), board, begin, begin + 29 * DAY_S, 3600.0)
    return board


def _refit_ms(name: str, boards: Sequence[Board]) -> dict[str, float]:
    model = make_model(name)
    assert isinstance(model, CurveModel)
    spent = []
    for i in range(_FITS):
        counts, seconds = boards[i % len(boards)].slots.arrays()
        begin = time.process_time()
        fit_days(counts, seconds, model.smooth, model.fit)
        spent.append(time.process_time() - begin)
    return {
        "median": round(statistics.median(spent) * 1000, 3),
        "worst": round(max(spent) * 1000, 3),
    }


if __name__ == "__main__":
    run_bench(main)
